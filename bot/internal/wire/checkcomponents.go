package wire

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/bwmarrin/discordgo"
)

// componentChecker checks the components of one message or modal.
type componentChecker struct {
	*checker
	ids    map[string]bool // the custom_ids that were met
	met    int             // how many components were met
	length int             // UTF-16 units in text displays
}

// rows checks the components of an ordinary message.
func (c *componentChecker) rows(path string, list []discordgo.MessageComponent) {
	c.count(path, len(list), MaxRows)
	for n, component := range list {
		at := fmt.Sprintf("%s[%d]", path, n)
		if row, ok := valueOf(component).(discordgo.ActionsRow); ok {
			c.row(at, row)
		} else {
			c.add(at, "only rows stand in a message without components version 2")
		}
	}
}

func (c *componentChecker) row(at string, row discordgo.ActionsRow) {
	if len(row.Components) == 0 {
		c.add(at+".components", "empty")
	}
	c.count(at+".components", len(row.Components), MaxButtonsInRow)
	for n, component := range row.Components {
		inner := fmt.Sprintf("%s.components[%d]", at, n)
		switch component := valueOf(component).(type) {
		case discordgo.Button:
			c.button(inner, component)
		case discordgo.SelectMenu:
			if len(row.Components) > 1 {
				c.add(inner, "a menu fills its row")
			}
			c.menu(inner, component)
		default:
			c.add(inner, "only buttons and menus stand in a row")
		}
	}
}

func (c *componentChecker) customID(path, id string) {
	c.text(path, id, MaxCustomID)
	if id == "" {
		c.add(path, "empty")
	} else if c.ids[id] {
		c.add(path, "stands twice")
	}
	c.ids[id] = true
}

func (c *componentChecker) button(at string, b discordgo.Button) {
	c.text(at+".label", b.Label, MaxButtonLabel)
	c.emoji(at+".emoji", b.Emoji)
	shown := strings.TrimSpace(b.Label) != "" || b.Emoji != nil
	switch {
	case b.Style == discordgo.LinkButton:
		c.url(at+".url", b.URL, MaxButtonURL, "http", "https", "discord")
		if b.CustomID != "" || b.SKUID != "" {
			c.add(at, "a link has an address only")
		}
	case b.Style == discordgo.PremiumButton:
		if b.SKUID == "" || b.CustomID != "" || b.URL != "" || shown {
			c.add(at, "a premium button has a sku_id only")
		}
		return
	case b.Style > discordgo.PremiumButton:
		c.add(at+".style", "%d is not known", b.Style)
	default:
		c.customID(at+".custom_id", b.CustomID)
		if b.URL != "" || b.SKUID != "" {
			c.add(at, "only a link has an address")
		}
	}
	if !shown {
		c.add(at, "neither label nor emoji")
	}
}

func (c *componentChecker) menu(at string, m discordgo.SelectMenu) {
	c.customID(at+".custom_id", m.CustomID)
	c.text(at+".placeholder", m.Placeholder, MaxPlaceholder)
	least, most := orElse(m.MinValues, 1), m.MaxValues
	if most == 0 {
		most = 1
	}
	if least < 0 || least > MaxSelectOptions || most < 1 || most > MaxSelectOptions || least > most {
		c.add(at, "min_values %d and max_values %d", least, most)
	}
	if m.Type() != discordgo.SelectMenuComponent {
		if len(m.Options) > 0 {
			c.add(at+".options", "only a text menu has options")
		}
		c.count(at+".default_values", len(m.DefaultValues), most)
		return
	}
	c.count(at+".options", len(m.Options), MaxSelectOptions)
	if len(m.Options) < max(1, most) {
		c.add(at+".options", "%d of them, at least %d", len(m.Options), max(1, most))
	}
	values, chosen := map[string]bool{}, 0
	for n, o := range m.Options {
		option := fmt.Sprintf("%s.options[%d]", at, n)
		c.required(option+".label", o.Label, MaxSelectLabel)
		c.required(option+".value", o.Value, MaxSelectValue)
		c.text(option+".description", o.Description, MaxSelectDescription)
		c.emoji(option+".emoji", o.Emoji)
		if values[o.Value] {
			c.add(option+".value", "stands twice")
		}
		values[o.Value] = true
		if o.Default {
			chosen++
		}
	}
	if chosen > most {
		c.add(at+".options", "%d chosen beforehand, at most %d", chosen, most)
	}
}

// emoji checks that an emoji is one: letters and signs are refused by Discord.
func (c *componentChecker) emoji(path string, e *discordgo.ComponentEmoji) {
	if e == nil {
		return
	}
	if e.ID != "" {
		if strings.Trim(e.ID, "0123456789") != "" {
			c.add(path+".id", "not a number")
		}
		c.required(path+".name", e.Name, 32)
		return
	}
	c.required(path+".name", e.Name, 32)
	for _, r := range e.Name {
		// A flag for a region is spelt with tags, a key cap with a digit and U+20E3.
		keycap := strings.ContainsRune(e.Name, 0x20E3) && strings.ContainsRune("0123456789#*", r)
		if unicode.IsLetter(r) || unicode.IsSpace(r) || r < 0x80 && !keycap || r > 0x80 && unicode.IsPunct(r) && !strings.ContainsRune("‼⁉〰〽", r) {
			c.add(path+".name", "not an emoji")
			return
		}
	}
}

// layout checks the components of a message of version 2.
func (c *componentChecker) layout(path string, list []discordgo.MessageComponent) {
	c.nested(path, list, true)
	c.count(path, c.met, MaxComponents)
	if c.length > MaxTextDisplay {
		c.add(path, "%d UTF-16 units of text in all, at most %d", c.length, MaxTextDisplay)
	}
}

func (c *componentChecker) nested(path string, list []discordgo.MessageComponent, top bool) {
	for n, component := range list {
		at := fmt.Sprintf("%s[%d]", path, n)
		c.met++
		switch component := valueOf(component).(type) {
		case discordgo.ActionsRow:
			c.met += len(component.Components)
			c.row(at, component)
		case discordgo.TextDisplay:
			c.required(at+".content", component.Content, MaxTextDisplay)
			c.length += UTF16Len(component.Content)
		case discordgo.Section:
			c.section(at, component)
		case discordgo.Container:
			if !top {
				c.add(at, "a container stands at the top only")
			}
			if len(component.Components) == 0 {
				c.add(at+".components", "empty")
			}
			c.nested(at+".components", component.Components, false)
		case discordgo.MediaGallery:
			c.count(at+".items", len(component.Items), 10)
			if len(component.Items) == 0 {
				c.add(at+".items", "empty")
			}
			for i, item := range component.Items {
				c.url(fmt.Sprintf("%s.items[%d].media.url", at, i), item.Media.URL, MaxURL, "http", "https", "attachment")
			}
		case discordgo.FileComponent:
			c.url(at+".file.url", component.File.URL, MaxURL, "attachment")
		case discordgo.Separator:
		default:
			c.add(at, "does not stand here")
		}
	}
}

func (c *componentChecker) section(at string, s discordgo.Section) {
	if len(s.Components) == 0 {
		c.add(at+".components", "empty")
	}
	c.count(at+".components", len(s.Components), 3)
	for n, component := range s.Components {
		c.met++
		inner := fmt.Sprintf("%s.components[%d]", at, n)
		text, ok := valueOf(component).(discordgo.TextDisplay)
		if !ok {
			c.add(inner, "a section holds texts only")
			continue
		}
		c.required(inner+".content", text.Content, MaxTextDisplay)
		c.length += UTF16Len(text.Content)
	}
	c.met++
	switch accessory := valueOf(s.Accessory).(type) {
	case discordgo.Button:
		c.button(at+".accessory", accessory)
	case discordgo.Thumbnail:
		c.url(at+".accessory.media.url", accessory.Media.URL, MaxURL, "http", "https", "attachment")
	default:
		c.add(at+".accessory", "neither a button nor a thumbnail")
	}
}

func (c *checker) modal(data *discordgo.InteractionResponseData) {
	c.required("data.title", data.Title, MaxModalTitle)
	c.required("data.custom_id", data.CustomID, MaxCustomID)
	if len(data.Components) == 0 {
		c.add("data.components", "empty")
	}
	c.count("data.components", len(data.Components), MaxModalComponents)
	ids := componentChecker{checker: c, ids: map[string]bool{}}
	for n, component := range data.Components {
		at := fmt.Sprintf("data.components[%d]", n)
		row, ok := valueOf(component).(discordgo.ActionsRow)
		if !ok || len(row.Components) != 1 {
			c.add(at, "a row with one text input is wanted")
			continue
		}
		input, ok := valueOf(row.Components[0]).(discordgo.TextInput)
		if !ok {
			c.add(at, "a row with one text input is wanted")
			continue
		}
		ids.input(at+".components[0]", input)
	}
}

func (c *componentChecker) input(at string, t discordgo.TextInput) {
	c.customID(at+".custom_id", t.CustomID)
	c.required(at+".label", t.Label, MaxInputLabel)
	c.text(at+".placeholder", t.Placeholder, MaxInputPlaceholder)
	c.text(at+".value", t.Value, MaxInputValue)
	if t.Style != discordgo.TextInputShort && t.Style != discordgo.TextInputParagraph {
		c.add(at+".style", "%d is not known", t.Style)
	}
	most := t.MaxLength
	if most == 0 {
		most = MaxInputValue
	}
	if t.MinLength < 0 || most < 1 || most > MaxInputValue || t.MinLength > most {
		c.add(at, "min_length %d and max_length %d", t.MinLength, most)
	}
}
