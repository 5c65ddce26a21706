package discordtest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/wire"
)

// What wire.Check lets pass, Discord's OpenAPI description lets pass as well:
// the check may only be the stricter of the two. Answers are made at random
// with every length close to its limit.
func TestCheckIsStricterThanTheDescription(t *testing.T) {
	schema, err := loadSchema()
	if err != nil {
		t.Skipf("Discord's OpenAPI description is not there: %v", err)
	}
	r := maker{rand.New(rand.NewPCG(1, 2))}
	passed := 0
	for n := range 4000 {
		response := r.response()
		if wire.Check(response) != nil {
			continue
		}
		passed++
		raw, err := wire.EncodeResponse(response)
		if err != nil {
			t.Fatalf("%d: passes the check and does not encode: %v", n, err)
		}
		if err := schema.callback(raw); err != nil {
			t.Fatalf("%d: %v\n%.2000s", n, err, raw)
		}
	}
	t.Logf("%d passed", passed)
	if passed < 400 {
		t.Errorf("only %d answers passed: too few to tell", passed)
	}
}

func TestCheckCommandsIsStricterThanTheDescription(t *testing.T) {
	schema, err := loadSchema()
	if err != nil {
		t.Skipf("Discord's OpenAPI description is not there: %v", err)
	}
	r := maker{rand.New(rand.NewPCG(3, 4))}
	passed := 0
	for n := range 4000 {
		commands := []*discordgo.ApplicationCommand{r.command()}
		if wire.CheckCommands(commands) != nil {
			continue
		}
		passed++
		raw, err := wire.EncodeCommands(commands)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.request("PUT", "/applications/{application_id}/commands", raw); err != nil {
			t.Fatalf("%d: %v\n%.2000s", n, err, raw)
		}
	}
	t.Logf("%d passed", passed)
	if passed < 400 {
		t.Errorf("only %d commands passed: too few to tell", passed)
	}
}

// maker makes answers and commands, right ones more often than wrong ones.
type maker struct{ *rand.Rand }

// text has a length near nothing or near most; now and then it is too long.
func (r maker) text(most int) string {
	unit := []string{"字", "a", "𠀀"}[r.IntN(3)]
	n := []int{0, 1, 2, most / 2, most - 1, most, most + 1}[r.IntN(7)]
	if r.IntN(3) > 0 {
		n = 1 + r.IntN(3)
	}
	return strings.Repeat(unit, n)
}

func (r maker) odds(n int) bool { return r.IntN(n) == 0 }

// count is mostly small; now and then it is the most, or one more.
func (r maker) count(most int) int {
	if r.odds(12) {
		return most + r.IntN(2)
	}
	return r.IntN(min(most, 3) + 1)
}

func (r maker) response() *discordgo.InteractionResponse {
	d := &discordgo.InteractionResponseData{}
	switch r.IntN(8) {
	case 0:
		for range r.count(25) {
			d.Choices = append(d.Choices, &discordgo.ApplicationCommandOptionChoice{Name: r.text(100), Value: r.text(100)})
		}
		return &discordgo.InteractionResponse{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: d}
	case 1:
		d.CustomID, d.Title = r.text(100), r.text(45)
		for range r.count(5) {
			d.Components = append(d.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{
				CustomID: r.text(100), Label: r.text(45), Placeholder: r.text(100), Value: r.text(4000), Required: r.odds(2),
				Style: discordgo.TextInputStyle(r.IntN(3)), MinLength: r.IntN(3), MaxLength: r.IntN(5000)}}})
		}
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: d}
	case 2:
		d.Flags = discordgo.MessageFlagsIsComponentsV2
		d.Components = r.layout(true)
	default:
		d.Content = r.text(2000)
		if r.odds(2) {
			for range r.count(10) {
				d.Embeds = append(d.Embeds, r.embed())
			}
		}
		for range r.count(5) {
			d.Components = append(d.Components, r.row())
		}
	}
	if r.odds(4) {
		d.Flags |= discordgo.MessageFlagsEphemeral
	}
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if r.odds(2) {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	return &discordgo.InteractionResponse{Type: kind, Data: d}
}

func (r maker) url() string {
	return []string{"https://example.org/a", "http://例.tw/字", "attachment://a.png", "", "example.org", "https://" + r.text(3000)}[r.IntN(6)]
}

func (r maker) embed() *discordgo.MessageEmbed {
	e := &discordgo.MessageEmbed{Title: r.text(256), Description: r.text(4096), Color: r.IntN(0x1000002) - r.IntN(2)}
	if r.odds(3) {
		e.URL = r.url()
	}
	if r.odds(3) {
		e.Footer = &discordgo.MessageEmbedFooter{Text: r.text(2048)}
	}
	if r.odds(3) {
		e.Author = &discordgo.MessageEmbedAuthor{Name: r.text(256)}
	}
	if r.odds(4) {
		e.Image = &discordgo.MessageEmbedImage{URL: r.url()}
	}
	for range r.count(25) {
		e.Fields = append(e.Fields, &discordgo.MessageEmbedField{Name: r.text(256), Value: r.text(1024), Inline: r.odds(2)})
	}
	return e
}

func (r maker) row() discordgo.MessageComponent {
	if r.odds(4) {
		m := discordgo.SelectMenu{CustomID: r.text(100), Placeholder: r.text(150), MaxValues: r.IntN(3)}
		for range 1 + r.count(25) {
			m.Options = append(m.Options, discordgo.SelectMenuOption{Label: r.text(100), Value: r.text(100), Description: r.text(100), Default: r.odds(5), Emoji: r.emoji()})
		}
		return discordgo.ActionsRow{Components: []discordgo.MessageComponent{m}}
	}
	row := discordgo.ActionsRow{}
	for range 1 + r.count(5) {
		row.Components = append(row.Components, r.button())
	}
	return row
}

func (r maker) button() discordgo.Button {
	b := discordgo.Button{Label: r.text(80), Style: discordgo.ButtonStyle(r.IntN(8)), CustomID: r.text(100), Disabled: r.odds(3), Emoji: r.emoji()}
	if b.Style == discordgo.LinkButton {
		b.CustomID, b.URL = "", r.url()
	}
	return b
}

func (r maker) emoji() *discordgo.ComponentEmoji {
	return []*discordgo.ComponentEmoji{nil, nil, {Name: "🗑"}, {Name: "shu", ID: "123"}, {Name: "字"}, {ID: "123"}}[r.IntN(6)]
}

func (r maker) layout(top bool) []discordgo.MessageComponent {
	var list []discordgo.MessageComponent
	for range r.count(8) {
		switch r.IntN(6) {
		case 0:
			list = append(list, r.row())
		case 1:
			list = append(list, discordgo.Section{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: r.text(4000)}}, Accessory: r.button()})
		case 2:
			if top {
				list = append(list, discordgo.Container{Components: r.layout(false)})
			}
		case 3:
			list = append(list, discordgo.Separator{})
		default:
			list = append(list, discordgo.TextDisplay{Content: r.text(4000)})
		}
	}
	return list
}

func (r maker) name() string {
	return []string{"quote", "查詢", "Find", "a b", r.text(32)}[r.IntN(5)]
}

func (r maker) translations(most int) map[discordgo.Locale]string {
	switch r.IntN(4) {
	case 0:
		return map[discordgo.Locale]string{"zh-TW": r.text(most), "zh-CN": r.text(most)}
	case 1:
		return map[discordgo.Locale]string{}
	}
	return nil
}

func (r maker) command() *discordgo.ApplicationCommand {
	permissions := int64(r.IntN(1 << 40))
	translations := r.translations(100)
	c := &discordgo.ApplicationCommand{Type: discordgo.ApplicationCommandType(r.IntN(5)), Name: r.name()}
	if c.Type <= discordgo.ChatApplicationCommand {
		c.Description, c.DescriptionLocalizations = r.text(100), &translations
		c.Options = r.options(0)
	}
	if r.odds(3) {
		c.DefaultMemberPermissions = &permissions
	}
	if r.odds(3) {
		contexts := []discordgo.InteractionContextType{0, 1, 2}[:r.IntN(4)]
		c.Contexts = &contexts
	}
	return c
}

func (r maker) options(depth int) []*discordgo.ApplicationCommandOption {
	var list []*discordgo.ApplicationCommandOption
	for range r.count(25) {
		o := &discordgo.ApplicationCommandOption{Name: r.name(), NameLocalizations: r.translations(32), Description: r.text(100),
			Type: discordgo.ApplicationCommandOptionType(3 + r.IntN(10)), Required: r.odds(5)}
		if depth < 2 && r.odds(4) {
			o.Type = discordgo.ApplicationCommandOptionType(1 + r.IntN(2))
			o.Options = r.options(depth + 1)
		}
		switch o.Type {
		case discordgo.ApplicationCommandOptionString:
			o.MaxLength = r.IntN(7000)
			o.Autocomplete = r.odds(2)
		case discordgo.ApplicationCommandOptionInteger:
			least := float64(r.IntN(9))
			o.MinValue = &least
			for n := range r.count(25) {
				o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: r.text(100), Value: n})
			}
		}
		list = append(list, o)
	}
	return list
}
