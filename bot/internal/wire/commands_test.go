package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

type (
	command = discordgo.ApplicationCommand
	option  = discordgo.ApplicationCommandOption
	choice  = discordgo.ApplicationCommandOptionChoice
)

func ptr[T any](v T) *T { return &v }

// wanted is a set of commands with one of everything that is compared.
func wanted() []*command {
	return []*command{
		{
			Name: "quote", Description: "Find a passage",
			DescriptionLocalizations: &map[discordgo.Locale]string{"zh-TW": "找一段", "zh-CN": "找一段"},
			Contexts:                 &[]discordgo.InteractionContextType{0, 1, 2},
			IntegrationTypes:         &[]discordgo.ApplicationIntegrationType{0, 1},
			Options: []*option{
				{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "Words", MaxLength: 200, MinLength: ptr(1), Required: true,
					DescriptionLocalizations: map[discordgo.Locale]string{"zh-TW": "字詞"}},
				{Type: discordgo.ApplicationCommandOptionString, Name: "book", Description: "Book", Autocomplete: true},
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "chapter", Description: "Chapter", MinValue: ptr(0.0), MaxValue: 5000,
					Choices: []*choice{{Name: "first", Value: 1, NameLocalizations: map[discordgo.Locale]string{"zh-TW": "第一"}}}},
			},
		},
		{
			Name: "group", Description: "Settings of the server", DefaultMemberPermissions: ptr(int64(32)), NSFW: ptr(false),
			Contexts: &[]discordgo.InteractionContextType{0}, IntegrationTypes: &[]discordgo.ApplicationIntegrationType{0},
			Options: []*option{{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "book", Description: "Which book",
				Options: []*option{{Type: discordgo.ApplicationCommandOptionChannel, Name: "channel", Description: "Where", ChannelTypes: []discordgo.ChannelType{0, 11}}}}},
		},
		{Type: discordgo.MessageApplicationCommand, Name: "出處 Find the source", Contexts: &[]discordgo.InteractionContextType{0, 1, 2},
			IntegrationTypes: &[]discordgo.ApplicationIntegrationType{0, 1}},
	}
}

// discordHas is Discord's answer to GET …/commands?with_localizations=true
// after wanted was registered: ids and versions, defaults filled in, nulls, and
// an order of its own. The shape follows ApplicationCommandResponse in Discord's
// OpenAPI description.
const discordHas = `[
 {"id":"1","application_id":"9","version":"101","default_member_permissions":null,"type":3,"name":"出處 Find the source","name_localizations":null,
  "description":"","description_localizations":null,"dm_permission":true,"contexts":[0,1,2],"integration_types":[0,1],"nsfw":false},
 {"id":"2","application_id":"9","version":"102","default_member_permissions":"32","type":1,"name":"group","name_localizations":null,
  "description":"Settings of the server","description_localizations":null,"dm_permission":false,"contexts":[0],"integration_types":[0],"nsfw":false,
  "options":[{"type":1,"name":"book","name_localizations":null,"description":"Which book","description_localizations":null,
   "options":[{"type":7,"name":"channel","name_localizations":null,"description":"Where","description_localizations":null,"channel_types":[11,0]}]}]},
 {"id":"3","application_id":"9","version":"103","default_member_permissions":null,"type":1,"name":"quote","name_localizations":null,
  "description":"Find a passage","description_localizations":{"zh-CN":"找一段","zh-TW":"找一段"},"dm_permission":true,"contexts":[0,1,2],"integration_types":[1,0],"nsfw":false,
  "options":[
   {"type":3,"name":"text","name_localizations":null,"description":"Words","description_localizations":{"zh-TW":"字詞"},"required":true,"min_length":1,"max_length":200},
   {"type":3,"name":"book","name_localizations":null,"description":"Book","description_localizations":null,"autocomplete":true},
   {"type":4,"name":"chapter","name_localizations":null,"description":"Chapter","description_localizations":null,"min_value":0,"max_value":5000,
    "choices":[{"name":"first","name_localizations":{"zh-TW":"第一"},"value":1}]}]},
 {"id":"4","application_id":"9","version":"104","type":4,"name":"launch","description":"","handler":2}
]`

func has(t *testing.T) []*command {
	t.Helper()
	var list commandList
	if err := json.Unmarshal([]byte(discordHas), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestSameCommands(t *testing.T) {
	tests := []struct {
		name   string
		change func(have, want []*command) ([]*command, []*command)
		same   bool
	}{
		{"as registered", nil, true},
		{"contexts left open stand for all", func(h, w []*command) ([]*command, []*command) { w[0].Contexts = nil; h[2].Contexts = nil; return h, w }, true},
		{"no integration types leave it to the application", func(h, w []*command) ([]*command, []*command) { w[0].IntegrationTypes = nil; return h, w }, true},
		{"empty translations are none", func(h, w []*command) ([]*command, []*command) {
			w[1].NameLocalizations = &map[discordgo.Locale]string{}
			return h, w
		}, true},
		{"nothing registered", func(h, w []*command) ([]*command, []*command) { return nil, w }, false},
		{"one more", func(h, w []*command) ([]*command, []*command) { return h, w[:2] }, false},
		{"one fewer", func(h, w []*command) ([]*command, []*command) { return h[1:], w }, false},
		{"renamed", func(h, w []*command) ([]*command, []*command) { w[0].Name = "find"; return h, w }, false},
		{"another type", func(h, w []*command) ([]*command, []*command) { w[2].Type = 2; return h, w }, false},
		{"another description", func(h, w []*command) ([]*command, []*command) { w[0].Description += "."; return h, w }, false},
		{"another translation", func(h, w []*command) ([]*command, []*command) {
			(*w[0].DescriptionLocalizations)["zh-TW"] = "查"
			return h, w
		}, false},
		{"translations that Discord lost", func(h, w []*command) ([]*command, []*command) { h[2].DescriptionLocalizations = nil; return h, w }, false},
		{"permissions", func(h, w []*command) ([]*command, []*command) { w[1].DefaultMemberPermissions = nil; return h, w }, false},
		{"contexts", func(h, w []*command) ([]*command, []*command) { w[1].Contexts = nil; return h, w }, false},
		{"integration types", func(h, w []*command) ([]*command, []*command) {
			w[1].IntegrationTypes = w[0].IntegrationTypes
			return h, w
		}, false},
		{"age restriction", func(h, w []*command) ([]*command, []*command) { w[1].NSFW = ptr(true); return h, w }, false},
		{"direct messages", func(h, w []*command) ([]*command, []*command) { w[1].DMPermission = ptr(true); return h, w }, false},
		{"order of options", func(h, w []*command) ([]*command, []*command) {
			o := w[0].Options
			o[1], o[2] = o[2], o[1]
			return h, w
		}, false},
		{"an option required", func(h, w []*command) ([]*command, []*command) { w[0].Options[1].Required = true; return h, w }, false},
		{"a length", func(h, w []*command) ([]*command, []*command) { w[0].Options[0].MaxLength = 100; return h, w }, false},
		{"a value", func(h, w []*command) ([]*command, []*command) { w[0].Options[2].MinValue = nil; return h, w }, false},
		{"a choice", func(h, w []*command) ([]*command, []*command) { w[0].Options[2].Choices[0].Value = 2; return h, w }, false},
		{"a choice's translation", func(h, w []*command) ([]*command, []*command) {
			w[0].Options[2].Choices[0].NameLocalizations = nil
			return h, w
		}, false},
		{"channel types of a nested option", func(h, w []*command) ([]*command, []*command) {
			w[1].Options[0].Options[0].ChannelTypes = nil
			return h, w
		}, false},
		{"suggestions", func(h, w []*command) ([]*command, []*command) { w[0].Options[1].Autocomplete = false; return h, w }, false},
		{"a hole", func(h, w []*command) ([]*command, []*command) { return h, append(w, nil) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, w := has(t), wanted()
			if tt.change != nil {
				h, w = tt.change(h, w)
			}
			if got := SameCommands(h, w); got != tt.same {
				t.Errorf("same is %v", got)
			}
		})
	}
}

// What was sent, echoed, compares as the same: a server that stores it as it is
// does not make the program register at every start.
func TestEncodeCommandsComesBack(t *testing.T) {
	raw, err := EncodeCommands(wanted())
	if err != nil {
		t.Fatal(err)
	}
	for _, noise := range []string{"null", "[]", `""`, "false"} {
		if strings.Contains(string(raw), noise) {
			t.Errorf("%s in %s", noise, raw)
		}
	}
	if !strings.Contains(string(raw), `"default_member_permissions":32`) {
		t.Errorf("permissions are no number in %s", raw)
	}
	var list commandList
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	if !SameCommands(list, wanted()) {
		t.Errorf("not the same: %s", raw)
	}
	if _, err := EncodeCommands([]*command{nil}); err == nil {
		t.Error("a hole was encoded")
	}
}

func TestCheckCommands(t *testing.T) {
	if err := CheckCommands(wanted()); err != nil {
		t.Fatal(err)
	}
	text := func(name string) *option {
		return &option{Type: discordgo.ApplicationCommandOptionString, Name: name, Description: "d"}
	}
	chat := func(options ...*option) []*command {
		return []*command{{Name: "a", Description: "d", Options: options}}
	}
	many := func(n int, kind discordgo.ApplicationCommandType) (list []*command) {
		for i := range n {
			c := &command{Type: kind, Name: "n" + string(rune('a'+i/26)) + string(rune('a'+i%26))}
			if kind == discordgo.ChatApplicationCommand {
				c.Description = "d"
			}
			list = append(list, c)
		}
		return list
	}
	tests := []struct {
		name string
		in   []*command
		want string // in the error; empty: none
	}{
		{"a hundred", many(100, 1), ""},
		{"a hundred and one", many(101, 1), "slash commands: 101"},
		{"sixteen menus", many(16, 3), "message menus: 16"},
		{"a hole", []*command{nil}, "missing"},
		{"upper case", []*command{{Name: "Quote", Description: "d"}}, "lower case"},
		{"a blank in a name", []*command{{Name: "find it", Description: "d"}}, "lower case"},
		{"Chinese names", []*command{{Name: "查詢", Description: "d"}}, ""},
		{"a long name", []*command{{Name: strings.Repeat("字", 33), Description: "d"}}, "33 UTF-16 units"},
		{"no description", []*command{{Name: "a"}}, "description: empty"},
		{"a long description, in UTF-16 units", []*command{{Name: "a", Description: strings.Repeat("𠀀", 51)}}, "102 UTF-16 units"},
		{"a menu with a description", []*command{{Type: 3, Name: "A b", Description: "d"}}, "menu"},
		{"twice", []*command{{Name: "a", Description: "d"}, {Name: "a", Description: "e"}}, "stands twice"},
		{"twice in one language", []*command{{Name: "a", Description: "d", NameLocalizations: &map[discordgo.Locale]string{"zh-TW": "查"}},
			{Name: "b", Description: "e", NameLocalizations: &map[discordgo.Locale]string{"zh-TW": "查"}}}, "stands twice"},
		{"an unknown language", []*command{{Name: "a", Description: "d", DescriptionLocalizations: &map[discordgo.Locale]string{"zh-HK": "查"}}}, "not a language"},
		{"no contexts", []*command{{Name: "a", Description: "d", Contexts: &[]discordgo.InteractionContextType{}}}, "contexts: empty"},
		{"required after optional", chat(text("a"), &option{Type: 3, Name: "b", Description: "d", Required: true}), "required after"},
		{"an option twice", chat(text("a"), text("a")), "stands twice"},
		{"26 options", chat(func() (o []*option) {
			for i := range 26 {
				o = append(o, text(string(rune('a'+i))))
			}
			return o
		}()...), "26 of them"},
		{"suggestions and choices", chat(&option{Type: 3, Name: "a", Description: "d", Autocomplete: true, Choices: []*choice{{Name: "a", Value: "b"}}}), "both"},
		{"26 choices", chat(&option{Type: 4, Name: "a", Description: "d", Choices: func() (c []*choice) {
			for i := range 26 {
				c = append(c, &choice{Name: string(rune('a' + i)), Value: i})
			}
			return c
		}()}), "26 of them"},
		{"a choice twice", chat(&option{Type: 3, Name: "a", Description: "d", Choices: []*choice{{Name: "a", Value: "b"}, {Name: "a", Value: "c"}}}), "stands twice"},
		{"a long choice", chat(&option{Type: 3, Name: "a", Description: "d", Choices: []*choice{{Name: "a", Value: strings.Repeat("字", 101)}}}), "101 UTF-16 units"},
		{"suggestions for a channel", chat(&option{Type: 7, Name: "a", Description: "d", Autocomplete: true}), "for texts and numbers"},
		{"a length for a number", chat(&option{Type: 4, Name: "a", Description: "d", MaxLength: 3}), "for texts"},
		{"a value for a text", chat(&option{Type: 3, Name: "a", Description: "d", MaxValue: 3}), "for numbers"},
		{"a text beside a subcommand", chat(text("a"), &option{Type: 1, Name: "b", Description: "d"}), "side by side"},
		{"three levels", chat(&option{Type: 2, Name: "a", Description: "d", Options: []*option{{Type: 2, Name: "b", Description: "d", Options: []*option{{Type: 1, Name: "c", Description: "d"}}}}}), "group inside"},
		{"a group, a subcommand, a value", chat(&option{Type: 2, Name: "a", Description: "d", Options: []*option{{Type: 1, Name: "b", Description: "d", Options: []*option{text("c")}}}}), ""},
		{"8,000 in all, in the longest language", chat(func() (o []*option) {
			for i := range 25 {
				p := &option{Type: 3, Name: string(rune('a' + i)), Description: "d"}
				for j := range 25 {
					p.Choices = append(p.Choices, &choice{Name: "c" + string(rune('a'+j)), Value: string(rune('a' + j)), NameLocalizations: map[discordgo.Locale]string{"zh-TW": strings.Repeat("字", 13)}})
				}
				o = append(o, p)
			}
			return o
		}()...), "in all, at most 8000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckCommands(tt.in)
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
