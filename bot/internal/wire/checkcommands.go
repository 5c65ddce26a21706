package wire

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Limits of commands, in UTF-16 units where they are lengths of text.
// https://docs.discord.com/developers/interactions/application-commands
const (
	MaxChatCommands       = 100
	MaxMenuCommands       = 15 // user menus, and as many message menus
	MaxCommandName        = 32
	MaxCommandDescription = 100
	MaxOptions            = 25
	MaxCommandTotal       = 8000 // names, descriptions and values of a command, each in its longest language
	MaxOptionLength       = 6000 // the most that min_length and max_length may say
)

// commandName is how a slash command, and any option, may be called. Letters
// with a lower case must be in it.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// CheckCommands tells what Discord would refuse in a list of global commands.
// It returns nil or a *LimitError.
func CheckCommands(commands []*discordgo.ApplicationCommand) error {
	var c checker
	counts := map[discordgo.ApplicationCommandType]int{}
	names := nameSet{}
	for n, command := range commands {
		if command == nil {
			c.add(fmt.Sprintf("[%d]", n), "missing")
			continue
		}
		kind := commandType(command)
		counts[kind]++
		at := fmt.Sprintf("[%d] %q", n, command.Name)
		c.command(at, command, kind)
		names.add(&c, at, fmt.Sprint(kind), command.Name, pointedMap(command.NameLocalizations))
	}
	c.count("slash commands", counts[discordgo.ChatApplicationCommand], MaxChatCommands)
	c.count("user menus", counts[discordgo.UserApplicationCommand], MaxMenuCommands)
	c.count("message menus", counts[discordgo.MessageApplicationCommand], MaxMenuCommands)
	return c.err()
}

// nameSet finds names that stand twice among their like, in any language.
type nameSet map[[3]string]bool

func (s nameSet) add(c *checker, at, kind, name string, names localized) {
	all := map[discordgo.Locale]string{"": name}
	for locale, n := range names {
		all[locale] = n
	}
	for locale, n := range all {
		key := [3]string{kind, string(locale), n}
		if s[key] {
			c.add(at+".name", "stands twice")
		}
		s[key] = true
	}
}

func (c *checker) command(at string, command *discordgo.ApplicationCommand, kind discordgo.ApplicationCommandType) {
	names, descriptions := pointedMap(command.NameLocalizations), pointedMap(command.DescriptionLocalizations)
	c.name(at+".name", command.Name, kind == discordgo.ChatApplicationCommand)
	c.locales(at+".name_localizations", names, func(path, s string) {
		c.name(path, s, kind == discordgo.ChatApplicationCommand)
	})
	switch kind {
	case discordgo.ChatApplicationCommand:
		c.required(at+".description", command.Description, MaxCommandDescription)
		c.locales(at+".description_localizations", descriptions, func(path, s string) {
			c.required(path, s, MaxCommandDescription)
		})
	case discordgo.UserApplicationCommand, discordgo.MessageApplicationCommand:
		if command.Description != "" || len(descriptions) > 0 || len(command.Options) > 0 {
			c.add(at, "a menu has neither description nor options")
		}
	default:
		c.add(at+".type", "%d is not known", kind)
	}
	if p := command.DefaultMemberPermissions; p != nil && *p < 0 {
		c.add(at+".default_member_permissions", "negative")
	}
	if command.Contexts != nil {
		c.set(at+".contexts", len(*command.Contexts), func(n int) string { return fmt.Sprint((*command.Contexts)[n]) })
	}
	if command.IntegrationTypes != nil {
		c.set(at+".integration_types", len(*command.IntegrationTypes), func(n int) string { return fmt.Sprint((*command.IntegrationTypes)[n]) })
	}
	c.options(at, command.Options, 0)
	total := longest(command.Name, names) + longest(command.Description, descriptions) + optionsTotal(command.Options)
	if total > MaxCommandTotal {
		c.add(at, "%d UTF-16 units in all, at most %d", total, MaxCommandTotal)
	}
}

func (c *checker) set(path string, n int, item func(int) string) {
	if n == 0 {
		c.add(path, "empty")
	}
	seen := map[string]bool{}
	for i := range n {
		if seen[item(i)] {
			c.add(path, "%s stands twice", item(i))
		}
		seen[item(i)] = true
	}
}

func (c *checker) name(path, s string, strict bool) {
	c.required(path, s, MaxCommandName)
	if strict && s != "" && (!commandName.MatchString(s) || strings.ToLower(s) != s) {
		c.add(path, "only lower case letters, digits, - _ and ' are taken")
	}
}

func (c *checker) locales(path string, names localized, check func(path, s string)) {
	for locale, s := range names {
		at := path + "." + string(locale)
		if _, known := discordgo.Locales[locale]; !known || locale == discordgo.Unknown {
			c.add(at, "not a language of Discord")
		}
		check(at, s)
	}
}

// options checks the options of a command (depth 0), of a group of subcommands
// or of a subcommand.
func (c *checker) options(at string, options []*discordgo.ApplicationCommandOption, depth int) {
	c.count(at+".options", len(options), MaxOptions)
	names := nameSet{}
	optional, commands := false, 0
	for n, o := range options {
		path := fmt.Sprintf("%s.options[%d]", at, n)
		if o == nil {
			c.add(path, "missing")
			continue
		}
		c.name(path+".name", o.Name, true)
		c.locales(path+".name_localizations", o.NameLocalizations, func(p, s string) { c.name(p, s, true) })
		c.required(path+".description", o.Description, MaxCommandDescription)
		c.locales(path+".description_localizations", o.DescriptionLocalizations, func(p, s string) {
			c.required(p, s, MaxCommandDescription)
		})
		names.add(c, path, "", o.Name, o.NameLocalizations)
		if isSubcommand(o) {
			commands++
		}
		if o.Required && optional {
			c.add(path, "required after an optional one")
		}
		optional = optional || !o.Required
		c.option(path, o, depth)
	}
	if commands > 0 && commands < len(options) {
		c.add(at+".options", "subcommands and values side by side")
	}
}

func isSubcommand(o *discordgo.ApplicationCommandOption) bool {
	return o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup
}

func (c *checker) option(path string, o *discordgo.ApplicationCommandOption, depth int) {
	isText := o.Type == discordgo.ApplicationCommandOptionString
	isNumber := o.Type == discordgo.ApplicationCommandOptionInteger || o.Type == discordgo.ApplicationCommandOptionNumber
	switch o.Type {
	case discordgo.ApplicationCommandOptionSubCommandGroup:
		if depth > 0 {
			c.add(path, "a group inside a subcommand")
		}
		if len(o.Options) == 0 {
			c.add(path+".options", "empty")
		}
		c.options(path, o.Options, 1)
		for _, inner := range o.Options {
			if inner != nil && inner.Type != discordgo.ApplicationCommandOptionSubCommand {
				c.add(path+".options", "a group holds subcommands only")
			}
		}
	case discordgo.ApplicationCommandOptionSubCommand:
		if depth > 1 {
			c.add(path, "a subcommand inside a subcommand")
		}
		c.options(path, o.Options, 2)
	default:
		if o.Type == 0 || o.Type > discordgo.ApplicationCommandOptionAttachment {
			c.add(path+".type", "%d is not known", o.Type)
		}
		if len(o.Options) > 0 {
			c.add(path+".options", "only subcommands have options")
		}
	}
	if isSubcommand(o) && o.Required {
		c.add(path, "a subcommand cannot be required")
	}
	if (o.Autocomplete || len(o.Choices) > 0) && !isText && !isNumber {
		c.add(path, "choices and suggestions are for texts and numbers")
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		c.add(path, "both suggestions and choices")
	}
	c.choices(path+".choices", o.Choices, true)
	if (o.MinValue != nil || o.MaxValue != 0) && !isNumber {
		c.add(path, "min_value and max_value are for numbers")
	}
	if o.MinValue != nil && o.MaxValue != 0 && *o.MinValue > o.MaxValue {
		c.add(path, "min_value above max_value")
	}
	least := orElse(o.MinLength, 0)
	if (o.MinLength != nil || o.MaxLength != 0) && !isText {
		c.add(path, "min_length and max_length are for texts")
	}
	if least < 0 || least > MaxOptionLength || o.MaxLength < 0 || o.MaxLength > MaxOptionLength || o.MaxLength != 0 && least > o.MaxLength {
		c.add(path, "min_length %d and max_length %d", least, o.MaxLength)
	}
	if len(o.ChannelTypes) > 0 && o.Type != discordgo.ApplicationCommandOptionChannel {
		c.add(path, "channel_types are for channels")
	}
}

// longest is how much a text adds to a command's total: its longest language.
func longest(s string, translations localized) int {
	n := UTF16Len(s)
	for _, t := range translations {
		n = max(n, UTF16Len(t))
	}
	return n
}

func optionsTotal(options []*discordgo.ApplicationCommandOption) int {
	total := 0
	for _, o := range options {
		if o == nil {
			continue
		}
		total += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, choice := range o.Choices {
			if choice == nil {
				continue
			}
			total += longest(choice.Name, choice.NameLocalizations)
			if s, ok := choice.Value.(string); ok {
				total += UTF16Len(s)
			}
		}
		total += optionsTotal(o.Options)
	}
	return total
}
