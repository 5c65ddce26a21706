package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// The component shapes of https://docs.discord.com/developers/components/reference
// in the order they are written. A field without omitempty is one that Discord
// requires or whose absence means something else.
type (
	rowJSON struct {
		Type       discordgo.ComponentType `json:"type"`
		ID         int                     `json:"id,omitempty"`
		Components []any                   `json:"components"`
	}
	buttonJSON struct {
		Type     discordgo.ComponentType `json:"type"`
		ID       int                     `json:"id,omitempty"`
		Style    discordgo.ButtonStyle   `json:"style"`
		Label    string                  `json:"label,omitempty"`
		Emoji    *emojiJSON              `json:"emoji,omitempty"`
		CustomID string                  `json:"custom_id,omitempty"`
		URL      string                  `json:"url,omitempty"`
		SKUID    string                  `json:"sku_id,omitempty"`
		Disabled bool                    `json:"disabled,omitempty"`
	}
	emojiJSON struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	}
	selectJSON struct {
		Type          discordgo.ComponentType            `json:"type"`
		ID            int                                `json:"id,omitempty"`
		CustomID      string                             `json:"custom_id"`
		Options       []selectOptionJSON                 `json:"options,omitempty"`
		ChannelTypes  []discordgo.ChannelType            `json:"channel_types,omitempty"`
		DefaultValues []discordgo.SelectMenuDefaultValue `json:"default_values,omitempty"`
		Placeholder   string                             `json:"placeholder,omitempty"`
		MinValues     *int                               `json:"min_values,omitempty"`
		MaxValues     int                                `json:"max_values,omitempty"`
		Disabled      bool                               `json:"disabled,omitempty"`
	}
	selectOptionJSON struct {
		Label       string     `json:"label"`
		Value       string     `json:"value"`
		Description string     `json:"description,omitempty"`
		Emoji       *emojiJSON `json:"emoji,omitempty"`
		Default     bool       `json:"default,omitempty"`
	}
	textInputJSON struct {
		Type        discordgo.ComponentType  `json:"type"`
		ID          int                      `json:"id,omitempty"`
		CustomID    string                   `json:"custom_id"`
		Style       discordgo.TextInputStyle `json:"style"`
		Label       string                   `json:"label,omitempty"`
		Placeholder string                   `json:"placeholder,omitempty"`
		Value       string                   `json:"value,omitempty"`
		Required    bool                     `json:"required"` // Discord takes true where it is absent
		MinLength   int                      `json:"min_length,omitempty"`
		MaxLength   int                      `json:"max_length,omitempty"`
	}
	sectionJSON struct {
		Type       discordgo.ComponentType `json:"type"`
		ID         int                     `json:"id,omitempty"`
		Components []any                   `json:"components"`
		Accessory  any                     `json:"accessory,omitempty"`
	}
	textDisplayJSON struct {
		Type    discordgo.ComponentType `json:"type"`
		Content string                  `json:"content"`
	}
	mediaJSON struct {
		URL string `json:"url"`
	}
	thumbnailJSON struct {
		Type        discordgo.ComponentType `json:"type"`
		ID          int                     `json:"id,omitempty"`
		Media       mediaJSON               `json:"media"`
		Description *string                 `json:"description,omitempty"`
		Spoiler     bool                    `json:"spoiler,omitempty"`
	}
	galleryJSON struct {
		Type  discordgo.ComponentType `json:"type"`
		ID    int                     `json:"id,omitempty"`
		Items []galleryItemJSON       `json:"items"`
	}
	galleryItemJSON struct {
		Media       mediaJSON `json:"media"`
		Description *string   `json:"description,omitempty"`
		Spoiler     bool      `json:"spoiler,omitempty"`
	}
	fileJSON struct {
		Type    discordgo.ComponentType `json:"type"`
		ID      int                     `json:"id,omitempty"`
		File    mediaJSON               `json:"file"`
		Spoiler bool                    `json:"spoiler,omitempty"`
	}
	separatorJSON struct {
		Type    discordgo.ComponentType         `json:"type"`
		ID      int                             `json:"id,omitempty"`
		Divider *bool                           `json:"divider,omitempty"`
		Spacing *discordgo.SeparatorSpacingSize `json:"spacing,omitempty"`
	}
	containerJSON struct {
		Type        discordgo.ComponentType `json:"type"`
		ID          int                     `json:"id,omitempty"`
		AccentColor *int                    `json:"accent_color,omitempty"`
		Spoiler     bool                    `json:"spoiler,omitempty"`
		Components  []any                   `json:"components"`
	}
)

func componentsJSON(list []discordgo.MessageComponent) ([]any, error) {
	out := []any{}
	for n, c := range list {
		j, err := componentJSON(c)
		if err != nil {
			return nil, fmt.Errorf("components[%d]: %w", n, err)
		}
		out = append(out, j)
	}
	return out, nil
}

// componentJSON gives the shape of one component. One that discordgo does not
// have is written as it marshals itself.
func componentJSON(c discordgo.MessageComponent) (any, error) {
	switch c := valueOf(c).(type) {
	case nil:
		return nil, errors.New("no component")
	case discordgo.ActionsRow:
		inner, err := componentsJSON(c.Components)
		return rowJSON{c.Type(), c.ID, inner}, err
	case discordgo.Button:
		style := c.Style
		if style == 0 {
			style = discordgo.PrimaryButton
		}
		return buttonJSON{c.Type(), c.ID, style, c.Label, newEmojiJSON(c.Emoji), c.CustomID, c.URL, c.SKUID, c.Disabled}, nil
	case discordgo.SelectMenu:
		var options []selectOptionJSON
		for _, o := range c.Options {
			options = append(options, selectOptionJSON{o.Label, o.Value, o.Description, newEmojiJSON(o.Emoji), o.Default})
		}
		return selectJSON{c.Type(), c.ID, c.CustomID, options, c.ChannelTypes, c.DefaultValues, c.Placeholder, c.MinValues, c.MaxValues, c.Disabled}, nil
	case discordgo.TextInput:
		return textInputJSON{c.Type(), c.ID, c.CustomID, c.Style, c.Label, c.Placeholder, c.Value, c.Required, c.MinLength, c.MaxLength}, nil
	case discordgo.Section:
		inner, err := componentsJSON(c.Components)
		if err != nil {
			return nil, err
		}
		accessory, err := componentJSON(c.Accessory)
		if err != nil {
			return nil, fmt.Errorf("accessory: %w", err)
		}
		return sectionJSON{c.Type(), c.ID, inner, accessory}, nil
	case discordgo.TextDisplay:
		return textDisplayJSON{c.Type(), c.Content}, nil
	case discordgo.Thumbnail:
		return thumbnailJSON{c.Type(), c.ID, mediaJSON{c.Media.URL}, c.Description, c.Spoiler}, nil
	case discordgo.MediaGallery:
		items := []galleryItemJSON{}
		for _, i := range c.Items {
			items = append(items, galleryItemJSON{mediaJSON{i.Media.URL}, i.Description, i.Spoiler})
		}
		return galleryJSON{c.Type(), c.ID, items}, nil
	case discordgo.FileComponent:
		return fileJSON{c.Type(), c.ID, mediaJSON{c.File.URL}, c.Spoiler}, nil
	case discordgo.Separator:
		return separatorJSON{c.Type(), c.ID, c.Divider, c.Spacing}, nil
	case discordgo.Container:
		inner, err := componentsJSON(c.Components)
		return containerJSON{c.Type(), c.ID, c.AccentColor, c.Spoiler, inner}, err
	case discordgo.MessageComponent:
		raw, err := c.MarshalJSON()
		return json.RawMessage(raw), err
	}
	return nil, fmt.Errorf("component of type %T", c)
}

// valueOf strips the pointer that discordgo's decoder puts on a component, so
// that built and decoded components meet in one switch. A nil pointer gives nil.
func valueOf(c discordgo.MessageComponent) any {
	switch p := c.(type) {
	case *discordgo.ActionsRow:
		return pointed(p)
	case *discordgo.Button:
		return pointed(p)
	case *discordgo.SelectMenu:
		return pointed(p)
	case *discordgo.TextInput:
		return pointed(p)
	case *discordgo.Section:
		return pointed(p)
	case *discordgo.TextDisplay:
		return pointed(p)
	case *discordgo.Thumbnail:
		return pointed(p)
	case *discordgo.MediaGallery:
		return pointed(p)
	case *discordgo.FileComponent:
		return pointed(p)
	case *discordgo.Separator:
		return pointed(p)
	case *discordgo.Container:
		return pointed(p)
	}
	return c
}

func pointed[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// newEmojiJSON leaves `animated` out: Discord knows its own emoji.
func newEmojiJSON(e *discordgo.ComponentEmoji) *emojiJSON {
	if e == nil {
		return nil
	}
	return &emojiJSON{e.ID, e.Name}
}
