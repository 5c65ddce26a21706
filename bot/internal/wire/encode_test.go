package wire

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

type (
	response = discordgo.InteractionResponse
	data     = discordgo.InteractionResponseData
	embed    = discordgo.MessageEmbed
	parts    = []discordgo.MessageComponent
)

const (
	message  = discordgo.InteractionResponseChannelMessageWithSource
	update   = discordgo.InteractionResponseUpdateMessage
	deferred = discordgo.InteractionResponseDeferredChannelMessageWithSource
)

func row(c ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: c}
}

func button(label, id string) discordgo.Button {
	return discordgo.Button{Label: label, CustomID: id, Style: discordgo.SecondaryButton}
}

func TestEncodeResponse(t *testing.T) {
	zero, least := 0, 0
	tests := []struct {
		name string
		in   *response
		want string
	}{
		{"pong", &response{Type: discordgo.InteractionResponsePong}, `{"type":1}`},
		{"a text, with what HTML would escape", &response{Type: message, Data: &data{Content: "松山 <b> & \"x\""}},
			`{"type":4,"data":{"content":"松山 <b> & \"x\"","allowed_mentions":{"parse":[]}}}`},
		{"private", &response{Type: message, Data: &data{Content: "找不到。", Flags: discordgo.MessageFlagsEphemeral}},
			`{"type":4,"data":{"content":"找不到。","allowed_mentions":{"parse":[]},"flags":64}}`},
		{"mentions asked for are not sent", &response{Type: message, Data: &data{Content: "@everyone", AllowedMentions: &discordgo.MessageAllowedMentions{
			Parse: []discordgo.AllowedMentionType{"everyone"}, RepliedUser: true}}},
			`{"type":4,"data":{"content":"@everyone","allowed_mentions":{"parse":[]}}}`},
		{"an embed without what Discord fills in", &response{Type: message, Data: &data{Embeds: []*embed{{
			Type: discordgo.EmbedTypeRich, Title: "曹變蛟", Description: "字", Color: 0x123456,
			Footer:   &discordgo.MessageEmbedFooter{Text: "選段 001", ProxyIconURL: "https://x/y"},
			Image:    &discordgo.MessageEmbedImage{},
			Provider: &discordgo.MessageEmbedProvider{Name: "x"},
			Fields:   []*discordgo.MessageEmbedField{{Name: "a", Value: "b"}, nil},
		}, nil}}},
			`{"type":4,"data":{"embeds":[{"title":"曹變蛟","description":"字","color":1193046,"footer":{"text":"選段 001"},"fields":[{"name":"a","value":"b"}]}],"allowed_mentions":{"parse":[]}}}`},
		{"buttons, built and decoded", &response{Type: message, Data: &data{Content: "x", Components: parts{
			row(button("▶", "q|2"), &discordgo.Button{Label: "x", URL: "https://example.org", Style: discordgo.LinkButton, Disabled: true}),
			&discordgo.ActionsRow{Components: parts{discordgo.Button{Emoji: &discordgo.ComponentEmoji{Name: "🗑", Animated: true}, CustomID: "d"}}},
		}}},
			`{"type":4,"data":{"content":"x","allowed_mentions":{"parse":[]},"components":[{"type":1,"components":[{"type":2,"style":2,"label":"▶","custom_id":"q|2"},{"type":2,"style":5,"label":"x","url":"https://example.org","disabled":true}]},{"type":1,"components":[{"type":2,"style":1,"emoji":{"name":"🗑"},"custom_id":"d"}]}]}}`},
		{"a menu", &response{Type: message, Data: &data{Content: "x", Components: parts{row(discordgo.SelectMenu{
			CustomID: "open", Placeholder: "看全段", MinValues: &least,
			Options: []discordgo.SelectMenuOption{{Label: "一", Value: "1"}, {Label: "二", Value: "2", Description: "第二", Default: true}}})}}},
			`{"type":4,"data":{"content":"x","allowed_mentions":{"parse":[]},"components":[{"type":1,"components":[{"type":3,"custom_id":"open","options":[{"label":"一","value":"1"},{"label":"二","value":"2","description":"第二","default":true}],"placeholder":"看全段","min_values":0}]}]}}`},
		{"an update leaves nothing of the former page", &response{Type: update, Data: &data{Content: "頁二", Flags: discordgo.MessageFlagsEphemeral}},
			`{"type":7,"data":{"content":"頁二","embeds":[],"allowed_mentions":{"parse":[]},"components":[]}}`},
		{"an update by embeds empties the text", &response{Type: update, Data: &data{Embeds: []*embed{{Title: "a"}}}},
			`{"type":7,"data":{"content":"","embeds":[{"title":"a"}],"allowed_mentions":{"parse":[]},"components":[]}}`},
		{"deferred", &response{Type: deferred}, `{"type":5}`},
		{"deferred in private", &response{Type: deferred, Data: &data{Flags: 64}}, `{"type":5,"data":{"flags":64}}`},
		{"deferred update", &response{Type: discordgo.InteractionResponseDeferredMessageUpdate}, `{"type":6}`},
		{"no suggestions", &response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: &data{}}, `{"type":8,"data":{"choices":[]}}`},
		{"suggestions", &response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: &data{Choices: []*discordgo.ApplicationCommandOptionChoice{
			{Name: "曹變蛟", Value: "曹變蛟"}, {Name: "第十二章", Value: 12}, nil}}},
			`{"type":8,"data":{"choices":[{"name":"曹變蛟","value":"曹變蛟"},{"name":"第十二章","value":12}]}}`},
		{"a modal", &response{Type: discordgo.InteractionResponseModal, Data: &data{CustomID: "m", Title: "讀到哪裡", Components: parts{row(
			discordgo.TextInput{CustomID: "c", Label: "章", Style: discordgo.TextInputShort})}}},
			`{"type":9,"data":{"custom_id":"m","title":"讀到哪裡","components":[{"type":1,"components":[{"type":4,"custom_id":"c","style":1,"label":"章","required":false}]}]}}`},
		{"files and what stays", &response{Type: message, Data: &data{Content: "x", Files: []*discordgo.File{{Name: "第一章.txt"}},
			Attachments: &[]*discordgo.MessageAttachment{{ID: "123456789012345678", Filename: "old.txt", URL: "https://x"}}}},
			`{"type":4,"data":{"content":"x","allowed_mentions":{"parse":[]},"attachments":[{"id":"123456789012345678","filename":"old.txt"},{"id":"0","filename":"第一章.txt"}]}}`},
		{"components version 2", &response{Type: update, Data: &data{Flags: discordgo.MessageFlagsIsComponentsV2, Components: parts{
			discordgo.Container{AccentColor: &zero, Components: parts{discordgo.TextDisplay{Content: "字"},
				discordgo.Section{Components: parts{discordgo.TextDisplay{Content: "a"}}, Accessory: button("b", "c")}}}}}},
			`{"type":7,"data":{"allowed_mentions":{"parse":[]},"components":[{"type":17,"accent_color":0,"components":[{"type":10,"content":"字"},{"type":9,"components":[{"type":10,"content":"a"}],"accessory":{"type":2,"style":2,"label":"b","custom_id":"c"}}]}],"flags":32768}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := EncodeResponse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			again, err := DecodeCallback(got)
			if err != nil {
				t.Fatalf("what was encoded does not decode: %v", err)
			}
			if again.Type != tt.in.Type {
				t.Errorf("decoded as type %d", again.Type)
			}
		})
	}
}

func TestEncodeResponseRefuses(t *testing.T) {
	var none *discordgo.Button
	for name, in := range map[string]*response{
		"nothing":         nil,
		"an unknown type": {Type: 99},
		"a poll":          {Type: message, Data: &data{Poll: &discordgo.Poll{}}},
		"a nil component": {Type: message, Data: &data{Components: parts{nil}}},
		"a nil button":    {Type: message, Data: &data{Components: parts{row(none)}}},
		"a bare section":  {Type: message, Data: &data{Components: parts{discordgo.Section{}}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := EncodeResponse(in); err == nil {
				t.Errorf("encoded as %s", got)
			}
		})
	}
}

func TestEncodeMessageAndEdit(t *testing.T) {
	in := &data{Embeds: []*embed{{Title: "a"}}, Flags: discordgo.MessageFlagsEphemeral | discordgo.MessageFlagsSuppressEmbeds, TTS: true}
	got, err := EncodeMessage(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"embeds":[{"title":"a"}],"allowed_mentions":{"parse":[]},"tts":true,"flags":68}`; string(got) != want {
		t.Errorf("message: got  %s\nwant %s", got, want)
	}
	got, err = EncodeEdit(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"content":"","embeds":[{"title":"a"}],"allowed_mentions":{"parse":[]},"components":[],"flags":4}`; string(got) != want {
		t.Errorf("edit: got  %s\nwant %s", got, want)
	}
	for name, encode := range map[string]func(*data) ([]byte, error){"message": EncodeMessage, "edit": EncodeEdit} {
		if _, err := encode(nil); err == nil {
			t.Errorf("%s: nothing was encoded", name)
		}
	}
}

func TestBodyWithFiles(t *testing.T) {
	in := &response{Type: message, Data: &data{Content: "轉好了", Files: []*discordgo.File{
		{Name: "第\"一\"章.txt", ContentType: "text/plain; charset=utf-8", Reader: strings.NewReader("松山")},
		{Name: "b.bin", Reader: strings.NewReader("\x00\x01")},
	}}}
	body, contentType, err := Body(in)
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" {
		t.Fatalf("content type %q: %v", contentType, err)
	}
	form, err := multipart.NewReader(strings.NewReader(string(body)), params["boundary"]).ReadForm(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	payload := form.Value["payload_json"]
	if len(payload) != 1 || !json.Valid([]byte(payload[0])) || !strings.Contains(payload[0], `"attachments":[{"id":"0","filename":"第\"一\"章.txt"},{"id":"1","filename":"b.bin"}]`) {
		t.Errorf("payload_json: %q", payload)
	}
	for name, want := range map[string]string{"files[0]": "松山", "files[1]": "\x00\x01"} {
		if len(form.File[name]) != 1 {
			t.Fatalf("%s: %d parts", name, len(form.File[name]))
		}
		f, err := form.File[name][0].Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(f)
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got := form.File["files[0]"][0].Header.Get("Content-Type"); got != "text/plain; charset=utf-8" {
		t.Errorf("content type of the file: %q", got)
	}
}

func TestBodyRefusesFiles(t *testing.T) {
	for name, f := range map[string]*discordgo.File{
		"nil":            nil,
		"without reader": {Name: "a"},
		"too long":       {Name: "a", Reader: io.LimitReader(zeros{}, MaxFileSize+1)},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := Body(&response{Type: message, Data: &data{Files: []*discordgo.File{f}}}); err == nil {
				t.Error("taken")
			}
		})
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
