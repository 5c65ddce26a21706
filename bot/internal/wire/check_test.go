package wire

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestCheck(t *testing.T) {
	han := func(n int) string { return strings.Repeat("字", n) }
	says := func(d data) *response { return &response{Type: message, Data: &d} }
	shows := func(e embed) *response { return says(data{Embeds: []*embed{&e}}) }
	offers := func(c ...discordgo.MessageComponent) *response { return says(data{Content: "x", Components: c}) }
	menu := func(m discordgo.SelectMenu) *response { return offers(row(m)) }
	options := func(n int) (o []discordgo.SelectMenuOption) {
		for i := range n {
			o = append(o, discordgo.SelectMenuOption{Label: "章", Value: string(rune('a' + i))})
		}
		return o
	}
	emoji := func(name string) *response {
		return offers(row(discordgo.Button{CustomID: "a", Emoji: &discordgo.ComponentEmoji{Name: name}}))
	}
	suggests := func(c ...*choice) *response {
		return &response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: &data{Choices: c}}
	}
	v2 := func(c ...discordgo.MessageComponent) *response {
		return says(data{Flags: discordgo.MessageFlagsIsComponentsV2, Components: c})
	}
	repeat := func(n int, c discordgo.MessageComponent) (list parts) {
		for range n {
			list = append(list, c)
		}
		return list
	}
	modal := func(title string, c ...discordgo.MessageComponent) *response {
		return &response{Type: discordgo.InteractionResponseModal, Data: &data{CustomID: "m", Title: title, Components: c}}
	}
	input := discordgo.TextInput{CustomID: "c", Label: "章", Style: discordgo.TextInputShort}
	none := 0

	tests := []struct {
		name string
		in   *response
		want string // in the error; empty: none
	}{
		{"pong", &response{Type: discordgo.InteractionResponsePong}, ""},
		{"nothing", nil, "missing"},
		{"an unknown type", &response{Type: 99}, "type: 99"},
		{"deferred with a text", &response{Type: deferred, Data: &data{Content: "x"}}, "flags only"},
		{"2,000 of content", says(data{Content: han(2000)}), ""},
		{"2,001 of content", says(data{Content: han(2001)}), "data.content: 2001 UTF-16 units, at most 2000"},
		{"1,001 beyond the basic plane", says(data{Content: strings.Repeat("𠀀", 1001)}), "2002 UTF-16 units"},
		{"not UTF-8", says(data{Content: "a\xff"}), "not UTF-8"},
		{"an empty message", says(data{}), "empty message"},
		{"blanks only", says(data{Content: " \n"}), "empty message"},
		{"an update may empty a message", &response{Type: update, Data: &data{}}, ""},
		{"a flag that is Discord's", says(data{Content: "x", Flags: discordgo.MessageFlagsLoading}), "flags"},
		{"a ping", says(data{Content: "x", AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{"1"}}}), "pinged"},
		{"choices in a message", says(data{Content: "x", Choices: []*choice{{Name: "a", Value: "b"}}}), "do not belong"},
		{"eleven files", says(data{Files: make([]*discordgo.File, 11)}), "files: 11 of them"},

		{"eleven embeds", says(data{Embeds: func() (e []*embed) {
			for range 11 {
				e = append(e, &embed{Title: "a"})
			}
			return e
		}()}), "embeds: 11 of them"},
		{"an embed title", shows(embed{Title: han(257)}), "title: 257"},
		{"an embed description", shows(embed{Description: han(4097)}), "description: 4097"},
		{"an embed footer", shows(embed{Title: "a", Footer: &discordgo.MessageEmbedFooter{Text: han(2049)}}), "footer.text: 2049"},
		{"an empty footer", shows(embed{Title: "a", Footer: &discordgo.MessageEmbedFooter{}}), "footer.text: empty"},
		{"an embed author", shows(embed{Author: &discordgo.MessageEmbedAuthor{Name: han(257)}}), "author.name: 257"},
		{"26 fields", shows(embed{Fields: func() (f []*discordgo.MessageEmbedField) {
			for range 26 {
				f = append(f, &discordgo.MessageEmbedField{Name: "a", Value: "b"})
			}
			return f
		}()}), "fields: 26 of them"},
		{"a field name", shows(embed{Fields: []*discordgo.MessageEmbedField{{Name: han(257), Value: "b"}}}), "fields[0].name: 257"},
		{"a field value", shows(embed{Fields: []*discordgo.MessageEmbedField{{Name: "a", Value: han(1025)}}}), "fields[0].value: 1025"},
		{"an empty field", shows(embed{Fields: []*discordgo.MessageEmbedField{{Name: " ", Value: ""}}}), "fields[0].name: empty"},
		{"a field of a zero-width space", shows(embed{Fields: []*discordgo.MessageEmbedField{{Name: "\u200b", Value: "b"}}}), ""},
		{"6,000 over two embeds", says(data{Embeds: []*embed{{Description: han(3000)}, {Description: han(3000)}}}), ""},
		{"6,001 over two embeds", says(data{Embeds: []*embed{{Description: han(3000)}, {Description: han(3000), Title: "a"}}}), "6001 UTF-16 units in all"},
		{"an empty embed", shows(embed{Color: 1}), "empty embed"},
		{"a color", shows(embed{Title: "a", Color: 0x1000000}), "color"},
		{"a bare address", shows(embed{Title: "a", URL: "example.org"}), "url: not an address"},
		{"an attached image", shows(embed{Image: &discordgo.MessageEmbedImage{URL: "attachment://a.png"}}), ""},

		{"five rows of five", offers(func() (rows parts) {
			for r := range 5 {
				var buttons parts
				for b := range 5 {
					buttons = append(buttons, button("x", string(rune('a'+5*r+b))))
				}
				rows = append(rows, row(buttons...))
			}
			return rows
		}()...), ""},
		{"six rows", offers(row(button("x", "1")), row(button("x", "2")), row(button("x", "3")), row(button("x", "4")), row(button("x", "5")), row(button("x", "6"))), "components: 6 of them"},
		{"six in a row", offers(row(button("x", "1"), button("x", "2"), button("x", "3"), button("x", "4"), button("x", "5"), button("x", "6"))), "components[0].components: 6 of them"},
		{"an empty row", offers(row()), "components: empty"},
		{"a bare button", offers(button("x", "1")), "only rows"},
		{"a row in a row", offers(row(row(button("x", "1")))), "only buttons and menus"},
		{"a menu beside a button", offers(row(button("x", "1"), discordgo.SelectMenu{CustomID: "2", Options: options(1)})), "fills its row"},
		{"100 of custom_id", offers(row(button("x", han(100)))), ""},
		{"101 of custom_id", offers(row(button("x", han(101)))), "custom_id: 101"},
		{"no custom_id", offers(row(button("x", ""))), "custom_id: empty"},
		{"a custom_id twice", offers(row(button("x", "1")), row(button("y", "1"))), "stands twice"},
		{"a label", offers(row(button(han(81), "1"))), "label: 81"},
		{"neither label nor emoji", offers(row(button("", "1"))), "neither label nor emoji"},
		{"a link with a custom_id", offers(row(discordgo.Button{Label: "x", Style: discordgo.LinkButton, URL: "https://a.b", CustomID: "1"})), "address only"},
		{"a link to nowhere", offers(row(discordgo.Button{Label: "x", Style: discordgo.LinkButton})), "url: not an address"},
		{"an unknown style", offers(row(discordgo.Button{Label: "x", Style: 9, CustomID: "1"})), "style: 9"},
		{"an address on a plain button", offers(row(discordgo.Button{Label: "x", CustomID: "1", URL: "https://a.b"})), "only a link"},

		{"emoji ◀️", emoji("◀️"), ""},
		{"emoji 🗑", emoji("🗑"), ""},
		{"emoji family", emoji("👨‍👩‍👧"), ""},
		{"emoji flag", emoji("🇹🇼"), ""},
		{"emoji key cap", emoji("1️⃣"), ""},
		{"a letter", emoji("簡"), "not an emoji"},
		{"a bracket", emoji("「"), "not an emoji"},
		{"a name in colons", emoji(":book:"), "not an emoji"},

		{"25 options", menu(discordgo.SelectMenu{CustomID: "m", Options: options(25)}), ""},
		{"26 options", menu(discordgo.SelectMenu{CustomID: "m", Options: options(26)}), "options: 26 of them"},
		{"no options", menu(discordgo.SelectMenu{CustomID: "m"}), "options: 0 of them"},
		{"an option's label", menu(discordgo.SelectMenu{CustomID: "m", Options: []discordgo.SelectMenuOption{{Label: han(101), Value: "1"}}}), "label: 101"},
		{"an option's value", menu(discordgo.SelectMenu{CustomID: "m", Options: []discordgo.SelectMenuOption{{Label: "a"}}}), "value: empty"},
		{"an option's description", menu(discordgo.SelectMenu{CustomID: "m", Options: []discordgo.SelectMenuOption{{Label: "a", Value: "1", Description: han(101)}}}), "description: 101"},
		{"a value twice", menu(discordgo.SelectMenu{CustomID: "m", Options: []discordgo.SelectMenuOption{{Label: "a", Value: "1"}, {Label: "b", Value: "1"}}}), "stands twice"},
		{"two chosen of one", menu(discordgo.SelectMenu{CustomID: "m", Options: []discordgo.SelectMenuOption{{Label: "a", Value: "1", Default: true}, {Label: "b", Value: "2", Default: true}}}), "chosen beforehand"},
		{"a placeholder", menu(discordgo.SelectMenu{CustomID: "m", Placeholder: han(151), Options: options(1)}), "placeholder: 151"},
		{"more to choose than there is", menu(discordgo.SelectMenu{CustomID: "m", MaxValues: 3, Options: options(2)}), "at least 3"},
		{"a choice of none", menu(discordgo.SelectMenu{CustomID: "m", MinValues: &none, Options: options(2)}), ""},
		{"a channel menu", menu(discordgo.SelectMenu{CustomID: "m", MenuType: discordgo.ChannelSelectMenu}), ""},

		{"no suggestions", suggests(), ""},
		{"a suggestion", suggests(&choice{Name: han(100), Value: han(100)}), ""},
		{"a suggestion's name", suggests(&choice{Name: han(101), Value: "a"}), "choices[0].name: 101"},
		{"a suggestion's value", suggests(&choice{Name: "a", Value: han(101)}), "choices[0].value: 101"},
		{"an empty suggestion", suggests(&choice{Name: "", Value: "a"}), "name: empty"},
		{"a suggestion of another kind", suggests(&choice{Name: "a", Value: true}), "neither a string nor a number"},
		{"the same suggestion twice", suggests(&choice{Name: "a", Value: "b"}, &choice{Name: "a", Value: "b"}), "stands twice"},
		{"a hole among suggestions", suggests(nil), "missing"},

		{"a modal", modal("讀到哪裡", row(input)), ""},
		{"a modal's title", modal(han(46), row(input)), "title: 46"},
		{"a modal without inputs", modal("a"), "components: empty"},
		{"a button in a modal", modal("a", row(button("x", "1"))), "text input is wanted"},
		{"an input twice", modal("a", row(input), row(input)), "stands twice"},
		{"an input's label", modal("a", row(discordgo.TextInput{CustomID: "c", Label: han(46), Style: 1})), "label: 46"},

		{"version 2", v2(discordgo.Container{Components: parts{discordgo.TextDisplay{Content: "a"}, discordgo.Separator{}, row(button("x", "1"))}}), ""},
		{"version 2 with content", says(data{Flags: discordgo.MessageFlagsIsComponentsV2, Content: "x", Components: parts{discordgo.TextDisplay{Content: "a"}}}), "excludes content"},
		{"version 2, empty", v2(), "empty message"},
		{"41 components", v2(repeat(41, discordgo.Separator{})...), "components: 41 of them"},
		{"4,001 of text", v2(discordgo.TextDisplay{Content: han(4000)}, discordgo.TextDisplay{Content: "a"}), "4001 UTF-16 units of text"},
		{"a container in a container", v2(discordgo.Container{Components: parts{discordgo.Container{Components: parts{discordgo.Separator{}}}}}), "at the top only"},
		{"a section without accessory", v2(discordgo.Section{Components: parts{discordgo.TextDisplay{Content: "a"}}}), "accessory"},
		{"text in an ordinary message", offers(discordgo.TextDisplay{Content: "a"}), "only rows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Check(tt.in)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want something with %q", err, tt.want)
			}
		})
	}
}

func TestCheckTellsNoText(t *testing.T) {
	secret := strings.Repeat("密", 2001)
	err := Check(&response{Type: message, Data: &data{Content: secret, Components: parts{row(button(secret, secret), button(secret, secret))}}})
	if err == nil || strings.Contains(err.Error(), "密") {
		t.Errorf("got %v", err)
	}
}

func TestCheckMessage(t *testing.T) {
	if err := CheckMessage(&data{}, false); err == nil {
		t.Error("an empty followup was taken")
	}
	if err := CheckMessage(&data{}, true); err != nil {
		t.Errorf("an edit to nothing: %v", err)
	}
	if err := CheckMessage(nil, true); err == nil {
		t.Error("nothing was taken")
	}
}
