package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// EncodeCommands gives the JSON array that registers commands, without the
// nulls and empty lists of discordgo's own encoding.
//
// default_member_permissions is written as a number: Discord's OpenAPI
// description asks for one, and its API takes both.
func EncodeCommands(commands []*discordgo.ApplicationCommand) ([]byte, error) {
	list := []commandJSON{}
	for _, c := range commands {
		if c == nil {
			return nil, fmt.Errorf("encode commands: nothing to send")
		}
		list = append(list, newCommandJSON(c))
	}
	return marshal(list)
}

// commandList reads commands as Discord gives them. What does not fit
// discordgo's type is left out, and default_member_permissions is taken as a
// string, which Discord sends, or as the number that was sent to it.
type commandList []*discordgo.ApplicationCommand

func (l *commandList) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var list []map[string]any
	if err := dec.Decode(&list); err != nil {
		return err
	}
	for _, c := range list {
		if n, ok := c["default_member_permissions"].(json.Number); ok {
			c["default_member_permissions"] = n.String()
		}
		if command := readable[discordgo.ApplicationCommand](clean(c, 0)); command.Name != "" {
			*l = append(*l, &command)
		}
	}
	return nil
}

// DecodeCommands reads a list of commands as they are sent to Discord or as it
// gives them.
func DecodeCommands(raw []byte) ([]*discordgo.ApplicationCommand, error) {
	var list commandList
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("commands: %w", err)
	}
	return list, nil
}

type localized = map[discordgo.Locale]string

type commandJSON struct {
	Type                     discordgo.ApplicationCommandType        `json:"type"`
	Name                     string                                  `json:"name"`
	NameLocalizations        localized                               `json:"name_localizations,omitempty"`
	Description              string                                  `json:"description,omitempty"`
	DescriptionLocalizations localized                               `json:"description_localizations,omitempty"`
	Options                  []optionJSON                            `json:"options,omitempty"`
	DefaultMemberPermissions *int64                                  `json:"default_member_permissions,omitempty"`
	DMPermission             *bool                                   `json:"dm_permission,omitempty"`
	Contexts                 *[]discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes         *[]discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
	NSFW                     bool                                    `json:"nsfw,omitempty"`
}

type optionJSON struct {
	Type                     discordgo.ApplicationCommandOptionType `json:"type"`
	Name                     string                                 `json:"name"`
	NameLocalizations        localized                              `json:"name_localizations,omitempty"`
	Description              string                                 `json:"description"`
	DescriptionLocalizations localized                              `json:"description_localizations,omitempty"`
	Required                 bool                                   `json:"required,omitempty"`
	Autocomplete             bool                                   `json:"autocomplete,omitempty"`
	Choices                  []choiceJSON                           `json:"choices,omitempty"`
	Options                  []optionJSON                           `json:"options,omitempty"`
	ChannelTypes             []discordgo.ChannelType                `json:"channel_types,omitempty"`
	MinValue                 *float64                               `json:"min_value,omitempty"`
	MaxValue                 float64                                `json:"max_value,omitempty"`
	MinLength                *int                                   `json:"min_length,omitempty"`
	MaxLength                int                                    `json:"max_length,omitempty"`
}

func newCommandJSON(c *discordgo.ApplicationCommand) commandJSON {
	return commandJSON{
		Type:                     commandType(c),
		Name:                     c.Name,
		NameLocalizations:        pointedMap(c.NameLocalizations),
		Description:              c.Description,
		DescriptionLocalizations: pointedMap(c.DescriptionLocalizations),
		Options:                  optionsJSON(c.Options),
		DefaultMemberPermissions: c.DefaultMemberPermissions,
		DMPermission:             c.DMPermission,
		Contexts:                 c.Contexts,
		IntegrationTypes:         c.IntegrationTypes,
		NSFW:                     c.NSFW != nil && *c.NSFW,
	}
}

func optionsJSON(options []*discordgo.ApplicationCommandOption) []optionJSON {
	var list []optionJSON
	for _, o := range options {
		if o == nil {
			continue
		}
		j := optionJSON{
			Type:                     o.Type,
			Name:                     o.Name,
			NameLocalizations:        o.NameLocalizations,
			Description:              o.Description,
			DescriptionLocalizations: o.DescriptionLocalizations,
			Required:                 o.Required,
			Autocomplete:             o.Autocomplete,
			Options:                  optionsJSON(o.Options),
			ChannelTypes:             o.ChannelTypes,
			MinValue:                 o.MinValue,
			MaxValue:                 o.MaxValue,
			MinLength:                o.MinLength,
			MaxLength:                o.MaxLength,
		}
		if len(o.Choices) > 0 {
			j.Choices = choicesJSON(o.Choices)
		}
		list = append(list, j)
	}
	return list
}

// entryPoint is the type of the command that opens an application's activity.
// Discord adds it by itself.
const entryPoint discordgo.ApplicationCommandType = 4

// SameCommands tells whether the global commands that Discord has (the answer
// of Client.Commands) are those that are wanted, so that they need not be
// registered again. Order, ids, versions and the defaults that Discord fills in
// make no difference; a command's options and choices are compared in order.
//
// What want leaves open counts as the default it stands for: no contexts mean
// all of them, no dm_permission means true. No integration types leave the
// matter to the application's own setting, so any are the same.
func SameCommands(have, want []*discordgo.ApplicationCommand) bool {
	type key struct {
		kind discordgo.ApplicationCommandType
		name string
	}
	left := map[key]*discordgo.ApplicationCommand{}
	for _, c := range have {
		if c == nil || c.Type == entryPoint {
			continue
		}
		left[key{commandType(c), c.Name}] = c
	}
	for _, w := range want {
		if w == nil {
			return false
		}
		k := key{commandType(w), w.Name}
		h := left[k]
		if h == nil || !sameCommand(h, w) {
			return false
		}
		delete(left, k)
	}
	return len(left) == 0
}

func sameCommand(h, w *discordgo.ApplicationCommand) bool {
	return h.Description == w.Description &&
		maps.Equal(pointedMap(h.NameLocalizations), pointedMap(w.NameLocalizations)) &&
		maps.Equal(pointedMap(h.DescriptionLocalizations), pointedMap(w.DescriptionLocalizations)) &&
		samePointed(h.DefaultMemberPermissions, w.DefaultMemberPermissions) &&
		orElse(h.NSFW, false) == orElse(w.NSFW, false) &&
		(w.DMPermission == nil || orElse(h.DMPermission, true) == *w.DMPermission) &&
		sameSet(orElse(h.Contexts, allContexts()), orElse(w.Contexts, allContexts())) &&
		(w.IntegrationTypes == nil || h.IntegrationTypes != nil && sameSet(*h.IntegrationTypes, *w.IntegrationTypes)) &&
		slices.EqualFunc(h.Options, w.Options, sameOption)
}

func sameOption(h, w *discordgo.ApplicationCommandOption) bool {
	if h == nil || w == nil {
		return h == w
	}
	return h.Type == w.Type && h.Name == w.Name && h.Description == w.Description &&
		maps.Equal(h.NameLocalizations, w.NameLocalizations) &&
		maps.Equal(h.DescriptionLocalizations, w.DescriptionLocalizations) &&
		h.Required == w.Required && h.Autocomplete == w.Autocomplete &&
		samePointed(h.MinValue, w.MinValue) && h.MaxValue == w.MaxValue &&
		orElse(h.MinLength, 0) == orElse(w.MinLength, 0) && h.MaxLength == w.MaxLength &&
		sameSet(h.ChannelTypes, w.ChannelTypes) &&
		slices.EqualFunc(h.Choices, w.Choices, sameChoice) &&
		slices.EqualFunc(h.Options, w.Options, sameOption)
}

func sameChoice(h, w *discordgo.ApplicationCommandOptionChoice) bool {
	if h == nil || w == nil {
		return h == w
	}
	// Printing meets JSON's float64 and the int that code writes.
	return h.Name == w.Name && fmt.Sprint(h.Value) == fmt.Sprint(w.Value) &&
		maps.Equal(h.NameLocalizations, w.NameLocalizations)
}

func allContexts() []discordgo.InteractionContextType {
	return []discordgo.InteractionContextType{
		discordgo.InteractionContextGuild,
		discordgo.InteractionContextBotDM,
		discordgo.InteractionContextPrivateChannel,
	}
}

func commandType(c *discordgo.ApplicationCommand) discordgo.ApplicationCommandType {
	if c.Type == 0 {
		return discordgo.ChatApplicationCommand
	}
	return c.Type
}

func pointedMap(m *map[discordgo.Locale]string) localized {
	if m == nil {
		return nil
	}
	return *m
}

func orElse[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}

func samePointed[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

func sameSet[T ~int | ~uint](a, b []T) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
