package discordtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/wire"
)

// quiet is a T whose test is expected to break rules.
type quiet struct {
	*testing.T
	errors []string
	ends   []func()
}

func (q *quiet) Errorf(format string, args ...any) {
	q.errors = append(q.errors, fmt.Sprintf(format, args...))
}

func (q *quiet) Cleanup(f func()) { q.ends = append(q.ends, f) }

func (q *quiet) end() {
	for _, f := range q.ends {
		f()
	}
}

func client(t *testing.T, s *Server) *wire.Client {
	t.Helper()
	base, err := wire.ParseBaseURL(s.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	return wire.NewClient(wire.ClientConfig{BaseURL: base, Token: s.Token})
}

type data = discordgo.InteractionResponseData

func says(text string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &data{Content: text}}
}

var coming = &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: &data{Flags: discordgo.MessageFlagsEphemeral}}

func TestPayloadsDecode(t *testing.T) {
	s := New(t)
	tests := []struct {
		name  string
		in    Interaction
		check func(*wire.Interaction) bool
	}{
		{"slash", Slash("quote", Text("text", "松山"), Integer("page", 2), Boolean("all", true)).As("41", "wang").Locale("zh-CN").Can(discordgo.PermissionManageGuild), func(i *wire.Interaction) bool {
			d := i.ApplicationCommandData()
			return d.Name == "quote" && d.Options[0].StringValue() == "松山" && d.Options[1].IntValue() == 2 && d.Options[2].BoolValue() &&
				i.Member.User.ID == "41" && i.Locale == "zh-CN" && i.Member.Permissions&discordgo.PermissionManageGuild != 0 && i.GuildID == GuildID && i.User == nil
		}},
		{"subcommand with a file", Slash("group", Sub("add", Attachment("file", "第一章.txt", []byte("松山")))), func(i *wire.Interaction) bool {
			d := i.ApplicationCommandData()
			a := d.Resolved.Attachments[d.Options[0].Options[0].Value.(string)]
			return d.Options[0].Type == discordgo.ApplicationCommandOptionSubCommand && a.Filename == "第一章.txt" && a.Size == 6
		}},
		{"group of subcommands", Slash("a", Sub("b", Sub("c"))), func(i *wire.Interaction) bool {
			return i.ApplicationCommandData().Options[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup
		}},
		{"suggest", Suggest("who", Text("name", "曹").Typing()), func(i *wire.Interaction) bool {
			return i.Type == discordgo.InteractionApplicationCommandAutocomplete && i.ApplicationCommandData().Options[0].Focused
		}},
		{"message menu", MessageMenu("出處 Find the source", "明軍"), func(i *wire.Interaction) bool {
			d := i.ApplicationCommandData()
			return d.CommandType == discordgo.MessageApplicationCommand && d.Resolved.Messages[d.TargetID].Content == "明軍"
		}},
		{"press", Press("q|2"), func(i *wire.Interaction) bool {
			return i.MessageComponentData().CustomID == "q|2" && i.Message.Author.Bot
		}},
		{"choose", Choose("open", "3", "4"), func(i *wire.Interaction) bool { return len(i.MessageComponentData().Values) == 2 }},
		{"submit", Submit("m", map[string]string{"chapter": "十二"}), func(i *wire.Interaction) bool {
			row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
			return row.Components[0].(*discordgo.TextInput).Value == "十二"
		}},
		{"thread", Slash("quote").InThread(GuildID, "31", "32"), func(i *wire.Interaction) bool {
			return i.ChannelID == "32" && i.Channel.ParentID == "31" && i.Channel.Type == discordgo.ChannelTypeGuildPublicThread
		}},
		{"direct message", Slash("quote").InDM(), func(i *wire.Interaction) bool {
			return i.GuildID == "" && i.Member == nil && i.User.ID == UserID && i.Context == discordgo.InteractionContextBotDM
		}},
		{"group of friends", Slash("quote").InGroupDM(), func(i *wire.Interaction) bool {
			return i.Context == discordgo.InteractionContextPrivateChannel && i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall] == UserID
		}},
		{"ping", Ping(), func(i *wire.Interaction) bool { return i.Type == discordgo.InteractionPing }},
		{"with anything", Slash("quote").With("data", nil), func(i *wire.Interaction) bool { return i.ApplicationCommandData().Name == "" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := s.Prepare(tt.in)
			i, err := wire.Decode(p.Raw)
			if err != nil {
				t.Fatal(err)
			}
			if i.ID != p.ID || i.Token != p.Token || !tt.check(i) {
				t.Errorf("%s", p.Raw)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	ctx := context.Background()
	s := New(t)
	c := client(t, s)

	t.Run("at once", func(t *testing.T) {
		p := s.Prepare(Slash("quote"))
		if err := c.Callback(ctx, p.ID, p.Token, says("松山")); err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); r.Message.Content != "松山" || r.Private || r.Kind != 4 || r.Text() != "松山" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("deferred, with a file", func(t *testing.T) {
		p := s.Prepare(Slash("convert"))
		if err := c.Callback(ctx, p.ID, p.Token, coming); err != nil {
			t.Fatal(err)
		}
		if r := p.AwaitCallback(); !r.Private || r.Message.Content != "" {
			t.Errorf("%+v", r)
		}
		err := c.EditOriginal(ctx, AppID, p.Token, &data{Content: "轉好了", Files: []*discordgo.File{{Name: "第一章.txt", Reader: strings.NewReader("松山")}}})
		if err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); !r.Private || r.Message.Content != "轉好了" || string(r.Files["第一章.txt"]) != "松山" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("pages", func(t *testing.T) {
		p := s.Prepare(Slash("quote").As("42", "li").InThread(GuildID, "31", "32"))
		first := says("頁一")
		first.Data.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "▶", CustomID: "q|2"}}}}
		if err := c.Callback(ctx, p.ID, p.Token, first); err != nil {
			t.Fatal(err)
		}
		r := p.Await()
		press := s.Prepare(r.Press(r.Button("▶").CustomID))
		i, err := wire.Decode(press.Raw)
		if err != nil || i.Message.Content != "頁一" || i.Member.User.ID != "42" || i.Channel.ParentID != "31" {
			t.Fatalf("%s: %v", press.Raw, err)
		}
		if err := c.Callback(ctx, press.ID, press.Token, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage, Data: &data{Content: "頁二"}}); err != nil {
			t.Fatal(err)
		}
		if got := press.Await(); got.Message.Content != "頁二" || got.Button("▶") != nil || got.Message.ID != r.Message.ID {
			t.Errorf("%+v", got.Message)
		}
		if r.Message.Content != "頁一" || r.raw["content"] != "頁一" {
			t.Error("the update reached the former reply")
		}
	})
	t.Run("followups and removal", func(t *testing.T) {
		p := s.Prepare(Slash("quote"))
		if err := c.Callback(ctx, p.ID, p.Token, says("一")); err != nil {
			t.Fatal(err)
		}
		if id, err := c.Followup(ctx, AppID, p.Token, &data{Content: "二"}); err != nil || id == "" {
			t.Fatalf("%q, %v", id, err)
		}
		if err := c.DeleteOriginal(ctx, AppID, p.Token); err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); !r.Deleted || len(r.Followups) != 1 || r.Followups[0].Content != "二" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("a followup fills a placeholder", func(t *testing.T) {
		p := s.Prepare(Slash("quote"))
		if err := c.Callback(ctx, p.ID, p.Token, coming); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Followup(ctx, AppID, p.Token, &data{Content: "二"}); err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); len(r.Followups) != 0 || r.Message.Content != "二" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("suggestions and modals", func(t *testing.T) {
		p := s.Prepare(Suggest("who", Text("name", "曹").Typing()))
		choices := []*discordgo.ApplicationCommandOptionChoice{{Name: "曹變蛟", Value: "曹變蛟"}}
		if err := c.Callback(ctx, p.ID, p.Token, &discordgo.InteractionResponse{Type: 8, Data: &data{Choices: choices}}); err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); len(r.Choices) != 1 || r.Choices[0].Name != "曹變蛟" || r.Message != nil {
			t.Errorf("%+v", r)
		}
		p = s.Prepare(Press("more"))
		input := discordgo.TextInput{CustomID: "c", Label: "章", Style: discordgo.TextInputShort}
		if err := c.Callback(ctx, p.ID, p.Token, &discordgo.InteractionResponse{Type: 9, Data: &data{CustomID: "m", Title: "讀到", Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{input}}}}}); err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); r.Modal == nil || r.Modal.Title != "讀到" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("over HTTP", func(t *testing.T) {
		p := s.Prepare(Slash("quote"))
		if err := p.Answered("application/json", []byte(`{"type":4,"data":{"content":"a","allowed_mentions":{"parse":[]}}}`)); err != nil {
			t.Fatal(err)
		}
		if r := p.Await(); r.Message.Content != "a" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("to a channel, once", func(t *testing.T) {
		for range 2 {
			if _, err := c.Send(ctx, ChannelID, "day-1", &data{Content: "今日"}); err != nil {
				t.Fatal(err)
			}
		}
		if sent := s.Sent(); len(sent) != 1 || sent[0].Message.Content != "今日" {
			t.Errorf("%d messages", len(sent))
		}
	})
	t.Run("a file from the CDN", func(t *testing.T) {
		p := s.Prepare(Slash("convert", Attachment("file", "a.txt", []byte("松山"))))
		i, err := wire.Decode(p.Raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range i.ApplicationCommandData().Resolved.Attachments {
			resp, err := (&http.Client{Transport: s.Transport()}).Get(a.URL)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(got) != "松山" {
				t.Errorf("%q, %v", got, err)
			}
		}
	})
	if n := s.CallsTo("POST", "/interactions/*/*/callback"); n != 8 {
		t.Errorf("%d callbacks were counted", n)
	}
}

func TestCommandsAsDiscordHasThem(t *testing.T) {
	ctx := context.Background()
	s := New(t)
	c := client(t, s)
	manage := int64(discordgo.PermissionManageGuild)
	want := []*discordgo.ApplicationCommand{
		{Name: "quote", Description: "Find", DescriptionLocalizations: &map[discordgo.Locale]string{"zh-TW": "找"}, Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "text", Description: "Words", MaxLength: 200}}},
		{Name: "group", Description: "Settings", DefaultMemberPermissions: &manage, Contexts: &[]discordgo.InteractionContextType{0}},
		{Type: discordgo.MessageApplicationCommand, Name: "轉換簡繁 Convert"},
	}
	have, err := c.Commands(ctx, AppID)
	if err != nil || wire.SameCommands(have, want) {
		t.Fatalf("before: %v, %v", have, err)
	}
	if _, err := c.PutCommands(ctx, AppID, want); err != nil {
		t.Fatal(err)
	}
	if have, err = c.Commands(ctx, AppID); err != nil || !wire.SameCommands(have, want) {
		t.Errorf("after: %v, %v", have, err)
	}
	id := s.Commands()["quote"]
	if again, err := c.PutCommands(ctx, AppID, want[:1]); err != nil || len(again) != 1 || again[0].ID != id {
		t.Errorf("a name did not keep its id: %v, %v", again, err)
	}
}

// What Discord refuses is refused; what breaks a rule of Discord's or of this
// program is a violation besides.
func TestRefusals(t *testing.T) {
	ctx := context.Background()
	post := func(t *testing.T, s *Server, path, contentType, body string) *wire.APIError {
		t.Helper()
		req, err := http.NewRequestWithContext(ctx, "POST", s.APIURL+path, bytes.NewReader([]byte(body)))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("User-Agent", "DiscordBot (x, 1)")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		e := &wire.APIError{Status: resp.StatusCode}
		fmt.Sscanf(string(raw[max(0, bytes.Index(raw, []byte(`"code":`))):]), `"code":%d`, &e.Code)
		return e
	}
	callback := func(body string) func(*testing.T, *Server, *wire.Client) error {
		return func(t *testing.T, s *Server, _ *wire.Client) error {
			p := s.Prepare(Slash("quote"))
			return post(t, s, "/interactions/"+p.ID+"/"+p.Token+"/callback", "application/json", body)
		}
	}
	const empty = `"allowed_mentions":{"parse":[]}`
	tests := []struct {
		name      string
		do        func(t *testing.T, s *Server, c *wire.Client) error
		status    int
		code      int
		violation string // part of it; empty: none
		schema    bool   // needs the OpenAPI description
	}{
		{"an unknown interaction", func(_ *testing.T, _ *Server, c *wire.Client) error { return c.Callback(ctx, "1", "x", says("a")) }, 404, 10062, "", false},
		{"another token", func(_ *testing.T, s *Server, c *wire.Client) error {
			return c.Callback(ctx, s.Prepare(Slash("a")).ID, "x", says("a"))
		}, 404, 10062, "", false},
		{"too late", func(_ *testing.T, s *Server, c *wire.Client) error {
			p := s.Prepare(Slash("a"))
			p.Expire()
			return c.Callback(ctx, p.ID, p.Token, says("a"))
		}, 404, 10062, "", false},
		{"answered twice", func(t *testing.T, s *Server, c *wire.Client) error {
			p := s.Prepare(Slash("a"))
			if err := c.Callback(ctx, p.ID, p.Token, says("a")); err != nil {
				t.Fatal(err)
			}
			return c.Callback(ctx, p.ID, p.Token, says("a"))
		}, 400, 40060, "", false},
		{"answered by another copy", func(_ *testing.T, s *Server, c *wire.Client) error {
			p := s.Prepare(Slash("a"))
			p.Acknowledge()
			return c.Callback(ctx, p.ID, p.Token, says("a"))
		}, 400, 40060, "", false},
		{"an edit before the answer", func(_ *testing.T, s *Server, c *wire.Client) error {
			return c.EditOriginal(ctx, AppID, s.Prepare(Slash("a")).Token, &data{Content: "a"})
		}, 404, 10015, "", false},
		{"a followup before the answer", func(_ *testing.T, s *Server, c *wire.Client) error {
			_, err := c.Followup(ctx, AppID, s.Prepare(Slash("a")).Token, &data{Content: "a"})
			return err
		}, 404, 10015, "", false},
		{"an edit of what was removed", func(t *testing.T, s *Server, c *wire.Client) error {
			p := s.Prepare(Slash("a"))
			if err := errors.Join(c.Callback(ctx, p.ID, p.Token, says("a")), c.DeleteOriginal(ctx, AppID, p.Token)); err != nil {
				t.Fatal(err)
			}
			return c.EditOriginal(ctx, AppID, p.Token, &data{Content: "a"})
		}, 404, 10008, "", false},
		{"a bad bot token", func(_ *testing.T, s *Server, _ *wire.Client) error {
			base, _ := wire.ParseBaseURL(s.APIURL)
			_, err := wire.NewClient(wire.ClientConfig{BaseURL: base, Token: "x"}).Application(ctx)
			return err
		}, 401, 0, "", false},
		{"another application", func(_ *testing.T, _ *Server, c *wire.Client) error { _, err := c.Commands(ctx, "1"); return err }, 403, 20012, "not ours", false},
		{"not JSON", callback(`{"type":4`), 400, 50109, "not JSON", false},
		{"a form", func(t *testing.T, s *Server, _ *wire.Client) error {
			return post(t, s, "/interactions/1/x/callback", "application/x-www-form-urlencoded", "type=4")
		}, 400, 50109, "is not taken", false},
		{"an unknown field", callback(`{"type":4,"data":{"content":"a",` + empty + `,"contents":"b"}}`), 400, 50035, "contents", true},
		{"an unknown field in a button", callback(`{"type":4,"data":{"content":"a",` + empty + `,"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"1","hover":true}]}]}}`), 400, 50035, "hover", true},
		{"a number for a text", callback(`{"type":4,"data":{"content":5,` + empty + `}}`), 400, 50035, "content", true},
		{"a null", callback(`{"type":4,"data":{"content":"a",` + empty + `,"components":null}}`), 400, 50035, "/components is null", false},
		{"mentions that ping", callback(`{"type":4,"data":{"content":"a","allowed_mentions":{"parse":["everyone"]}}}`), 400, 50035, "pinged", false},
		{"no mentions", callback(`{"type":4,"data":{"content":"a"}}`), 400, 50035, "allowed_mentions is null", false},
		{"replied_user", callback(`{"type":4,"data":{"content":"a","allowed_mentions":{"parse":[],"replied_user":false}}}`), 400, 50035, "allowed_mentions", false},
		{"nothing to show", callback(`{"type":4,"data":{` + empty + `}}`), 400, 50035, "empty message", false},
		{"a custom_id twice", callback(`{"type":4,"data":{"content":"a",` + empty + `,"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"1"},{"type":2,"style":1,"label":"y","custom_id":"1"}]}]}}`), 400, 50035, "twice", false},
		{"an update of a slash command", callback(`{"type":7,"data":{"content":"a",` + empty + `}}`), 400, 50035, "does not answer", false},
		{"suggestions for a slash command", callback(`{"type":8,"data":{"choices":[]}}`), 400, 50035, "does not answer", false},
		{"attachments without files", callback(`{"type":4,"data":{"content":"a",` + empty + `,"attachments":[{"id":"0","filename":"a"}]}}`), 400, 50035, "was not sent", false},
		{"a long edit", func(t *testing.T, s *Server, c *wire.Client) error {
			p := s.Prepare(Slash("a"))
			if err := c.Callback(ctx, p.ID, p.Token, coming); err != nil {
				t.Fatal(err)
			}
			return c.EditOriginal(ctx, AppID, p.Token, &data{Content: strings.Repeat("字", 2001)})
		}, 400, 50035, "2", false},
		{"a command without description", func(_ *testing.T, _ *Server, c *wire.Client) error {
			_, err := c.PutCommands(ctx, AppID, []*discordgo.ApplicationCommand{{Name: "a"}})
			return err
		}, 400, 50035, "description", false},
		{"no such endpoint", func(_ *testing.T, s *Server, c *wire.Client) error {
			base, _ := wire.ParseBaseURL(s.APIURL + "/elsewhere")
			_, err := wire.NewClient(wire.ClientConfig{BaseURL: base, Token: s.Token}).Me(ctx)
			return err
		}, 404, 0, "no such endpoint", false},
		{"another version", func(_ *testing.T, s *Server, c *wire.Client) error {
			base, _ := wire.ParseBaseURL(strings.Replace(s.APIURL, "v10", "v9", 1))
			_, err := wire.NewClient(wire.ClientConfig{BaseURL: base, Token: s.Token}).Me(ctx)
			return err
		}, 404, 0, "not under /api/v10", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := &quiet{T: t}
			s := New(q)
			defer q.end()
			if tt.schema && s.schema == nil {
				t.Skip("Discord's OpenAPI description is not there")
			}
			var e *wire.APIError
			if err := tt.do(t, s, client(t, s)); !errors.As(err, &e) || e.Status != tt.status || e.Code != tt.code {
				t.Errorf("got %v", err)
			}
			broken := s.Violations()
			if tt.violation == "" && len(broken) > 0 || tt.violation != "" && (len(broken) != 1 || !strings.Contains(broken[0], tt.violation)) {
				t.Errorf("broken rules %q, want %q", broken, tt.violation)
			}
		})
	}
}

func TestViolationsFailTheTest(t *testing.T) {
	q := &quiet{T: t}
	s := New(q)
	resp, err := http.Get(s.APIURL + "/gateway")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	q.end()
	if len(q.errors) != 1 || !strings.Contains(q.errors[0], "User-Agent") {
		t.Errorf("errors: %q", q.errors)
	}
}

func TestFaultsOfREST(t *testing.T) {
	s := New(t)
	base, err := wire.ParseBaseURL(s.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	c := wire.NewClient(wire.ClientConfig{BaseURL: base, Token: s.Token, Wait: func(context.Context, time.Duration) error { return nil }})
	for _, f := range []Fault{Cut, Garbage, Reset, Status(502), RateLimited(0)} {
		s.Fail("GET", "/gateway", 1, f)
		if _, err := c.GatewayURL(context.Background()); err != nil {
			t.Errorf("the client did not try again: %v", err)
		}
	}
	if n := s.CallsTo("GET", "/gateway"); n != 10 {
		t.Errorf("%d requests", n)
	}
}
