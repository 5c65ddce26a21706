package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// slash is an interaction as Discord sends it, with the named parts replaced.
func slash(t testing.TB, changes ...string) []byte {
	t.Helper()
	fields := map[string]json.RawMessage{}
	base := `{
		"id":"1100000000000000001","application_id":"900000000000000001","type":2,"token":"aW50","version":1,
		"guild_id":"200000000000000001","channel_id":"300000000000000001","locale":"zh-TW","guild_locale":"zh-CN",
		"app_permissions":"562949953601536","context":0,"entitlements":[],"attachment_size_limit":10485760,
		"authorizing_integration_owners":{"0":"200000000000000001"},
		"channel":{"id":"300000000000000001","type":11,"parent_id":"300000000000000000","name":"讀書","permissions":"0"},
		"member":{"user":{"id":"400000000000000001","username":"du","discriminator":"0","global_name":"讀者","avatar":null},
			"nick":null,"roles":[],"joined_at":"2024-01-02T03:04:05.678000+00:00","permissions":"2147483648","premium_since":null,"deaf":false,"mute":false},
		"data":{"id":"900000000000000009","name":"quote","type":1,"options":[{"name":"text","type":3,"value":"松山"},{"name":"page","type":4,"value":2}]}
	}`
	if err := json.Unmarshal([]byte(base), &fields); err != nil {
		t.Fatal(err)
	}
	for n := 0; n+1 < len(changes); n += 2 {
		if changes[n+1] == "" {
			delete(fields, changes[n])
		} else {
			fields[changes[n]] = json.RawMessage(changes[n+1])
		}
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestDecode(t *testing.T) {
	i, err := Decode(slash(t))
	if err != nil {
		t.Fatal(err)
	}
	d := i.ApplicationCommandData()
	if i.ID != "1100000000000000001" || i.AppID != "900000000000000001" || i.Token != "aW50" || i.GuildID != "200000000000000001" ||
		i.Locale != "zh-TW" || *i.GuildLocale != "zh-CN" || i.AppPermissions != 562949953601536 || i.AttachmentSizeLimit != 10485760 {
		t.Errorf("fields: %+v", i)
	}
	if i.Member == nil || i.Member.User.ID != "400000000000000001" || i.Member.Permissions != 2147483648 || i.Member.JoinedAt.Year() != 2024 {
		t.Errorf("member: %+v", i.Member)
	}
	if i.Channel == nil || i.Channel.ParentID != "300000000000000000" || i.Channel.Type != discordgo.ChannelTypeGuildPublicThread {
		t.Errorf("channel: %+v", i.Channel)
	}
	if i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall] != "200000000000000001" {
		t.Errorf("owners: %v", i.AuthorizingIntegrationOwners)
	}
	if d.Name != "quote" || len(d.Options) != 2 || d.Options[0].StringValue() != "松山" || d.Options[1].IntValue() != 2 {
		t.Errorf("data: %+v", d)
	}
}

func TestDecodeTolerates(t *testing.T) {
	const message = `{"id":"5","channel_id":"6","type":0,"content":"原文","timestamp":"2024-01-02T03:04:05Z","author":null,"embeds":[null],
		"components":[{"type":99,"custom_id":"x"},{"type":1,"components":[{"type":2,"style":2,"custom_id":"ok","label":"▶"},{"type":77},null]},
		{"type":9,"components":[{"type":10,"content":"a"}],"accessory":{"type":88}}]}`
	tests := []struct {
		name  string
		raw   []byte
		check func(i *Interaction) bool
	}{
		{"no data", slash(t, "data", ""), func(i *Interaction) bool { return i.ApplicationCommandData().Name == "" }},
		{"null data", slash(t, "data", "null"), func(i *Interaction) bool { return i.ApplicationCommandData().Options == nil }},
		{"data of another kind", slash(t, "data", `"quote"`), func(i *Interaction) bool { return i.ApplicationCommandData().Name == "" }},
		{"data is null in a click", slash(t, "type", "3", "data", "null"), func(i *Interaction) bool { return i.MessageComponentData().CustomID == "" }},
		{"no data in a modal", slash(t, "type", "5", "data", ""), func(i *Interaction) bool { return i.ModalSubmitData().CustomID == "" }},
		{"everything null", []byte(`{"type":2,"id":null,"data":{"name":null,"options":[null,{"name":null,"value":null}],"resolved":{"users":{"1":null},"messages":null}},"member":null,"user":null,"token":null,"channel":null,"guild_locale":null,"app_permissions":null,"entitlements":[null],"authorizing_integration_owners":null,"context":null,"message":null}`),
			func(i *Interaction) bool {
				d := i.ApplicationCommandData()
				return len(d.Options) == 0 && len(d.Resolved.Users) == 0 && i.Message == nil && i.Member == nil && len(i.Entitlements) == 0
			}},
		{"a bare ping", []byte(`{"type":1}`), func(i *Interaction) bool { return i.Type == discordgo.InteractionPing && i.Data == nil }},
		{"an unknown type", slash(t, "type", "42"), func(i *Interaction) bool { return i.Type == 42 && i.Data == nil && i.Token == "aW50" }},
		{"unknown fields", slash(t, "novelty", `{"a":[1]}`), func(i *Interaction) bool { return i.ApplicationCommandData().Name == "quote" }},
		{"no context in a direct message", slash(t, "context", "", "guild_id", ""), func(i *Interaction) bool { return i.Context == discordgo.InteractionContextBotDM }},
		{"no context in a server", slash(t, "context", ""), func(i *Interaction) bool { return i.Context == discordgo.InteractionContextGuild }},
		{"one bad time in a member", slash(t, "member", `{"user":{"id":"4","username":7},"joined_at":"yesterday","permissions":"8"}`),
			func(i *Interaction) bool { return i.Member.User.ID == "4" && i.Member.Permissions == 8 }},
		{"a bad kind beside good ones", slash(t, "guild_id", "7", "app_permissions", `"many"`, "locale", `["zh"]`),
			func(i *Interaction) bool { return i.GuildID == "" && i.ID != "" && i.Data != nil && i.Locale == "" }},
		{"options of the wrong kind", slash(t, "data", `{"name":"quote","options":[{"name":"text","type":3,"value":5},{"name":"n","type":4,"value":"x"},{"name":"b","type":5},{"name":"new","type":88,"value":"v"},{"name":"book","type":3,"value":"三"}]}`),
			func(i *Interaction) bool {
				d := i.ApplicationCommandData()
				return len(d.Options) == 2 && d.GetOption("book").StringValue() == "三" && d.GetOption("new") != nil
			}},
		{"half a number typed", slash(t, "type", "4", "data", `{"name":"read","options":[{"name":"chapter","type":4,"value":"第十","focused":true}]}`),
			func(i *Interaction) bool {
				return i.ApplicationCommandData().GetOption("chapter").Value == "第十"
			}},
		{"a subcommand", slash(t, "data", `{"name":"group","options":[{"name":"book","type":1,"options":[{"name":"title","type":3,"value":"x"},{"name":"bad","type":3,"value":null}]}]}`),
			func(i *Interaction) bool { return len(i.ApplicationCommandData().Options[0].Options) == 1 }},
		{"unknown components in the message clicked", slash(t, "type", "3", "data", `{"custom_id":"ok","component_type":2}`, "message", message),
			func(i *Interaction) bool {
				rows := i.Message.Components
				return i.Message.ID == "5" && i.Message.Content == "原文" && len(rows) == 2 &&
					len(rows[0].(*discordgo.ActionsRow).Components) == 1 && rows[1].(*discordgo.Section).Accessory == nil
			}},
		{"unknown components in a message menu", slash(t, "data", `{"name":"出處 Find the source","type":3,"target_id":"5","resolved":{"messages":{"5":`+message+`,"6":{"id":"6","timestamp":"never","content":"還在"}}}}`),
			func(i *Interaction) bool {
				m := i.ApplicationCommandData().Resolved.Messages
				return m["5"].Content == "原文" && m["6"].Content == "還在"
			}},
		{"unknown components in a modal", slash(t, "type", "5", "data", `{"custom_id":"m","components":[{"type":18,"component":{"type":4}},{"type":1,"components":[{"type":4,"custom_id":"c","value":"十二"}]}]}`),
			func(i *Interaction) bool {
				d := i.ModalSubmitData()
				return len(d.Components) == 1 && d.Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value == "十二"
			}},
		{"very deep", slash(t, "novelty", strings.Repeat(`[`, 5000)+strings.Repeat(`]`, 5000)), func(i *Interaction) bool { return i.ApplicationCommandData().Name == "quote" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i, err := Decode(tt.raw)
			if err != nil {
				t.Fatal(err)
			}
			if !tt.check(i) {
				got, _ := json.Marshal(i)
				t.Errorf("decoded as %s", got)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, raw := range map[string]string{
		"nothing":     ``,
		"null":        `null`,
		"a list":      `[]`,
		"cut short":   `{"type":2,"id":"1","da`,
		"two values":  `{"type":1}{"type":1}`,
		"no type":     `{"id":"1","token":"secret"}`,
		"a text type": `{"type":"2","token":"secret"}`,
		"not UTF-8":   "\xff\xfe",
	} {
		t.Run(name, func(t *testing.T) {
			i, err := DecodeInteraction([]byte(raw))
			if !errors.Is(err, ErrNotInteraction) || i != nil {
				t.Fatalf("got %v, %v", i, err)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells of the content: %v", err)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(slash(f))
	f.Add([]byte(`{"type":3,"message":{"components":[{"type":1,"components":[{"type":2}]},{"type":17,"components":[{"type":9,"accessory":{"type":11}}]}]},"data":{"custom_id":1}}`))
	f.Add([]byte(`{"type":5,"data":{"components":[{"type":1,"components":[{"type":4,"value":null}]}]}}`))
	f.Add([]byte(`{"type":4,"data":{"options":[{"name":"a","type":3,"focused":true,"value":[]}],"resolved":{"messages":{"1":{"timestamp":0,"message_snapshots":[{"message":null}]}}}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, err := Decode(raw)
		if err != nil {
			if !errors.Is(err, ErrNotInteraction) {
				t.Fatalf("error of an unknown kind: %v", err)
			}
			return
		}
		switch i.Type {
		case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
			for _, o := range i.ApplicationCommandData().Options {
				if o.Type == discordgo.ApplicationCommandOptionString {
					_ = o.StringValue()
				}
			}
		case discordgo.InteractionMessageComponent:
			_ = i.MessageComponentData()
		case discordgo.InteractionModalSubmit:
			_ = i.ModalSubmitData()
		}
		if _, err := json.Marshal(i); err != nil {
			t.Fatalf("what was decoded does not encode: %v", err)
		}
	})
}
