package main

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
	"shuyou/seeds"
)

// newDispatcher is a dispatcher over the seeds whose clock the test turns.
func newDispatcher(t *testing.T, discord *discordtest.Server, after func(time.Duration) <-chan time.Time) *dispatcher {
	t.Helper()
	library, err := index.Open(t.Context(), index.Options{Files: seeds.FS, Source: "seeds", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	log := slog.New(slog.DiscardHandler)
	router, err := commands.New(library, commands.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	base, err := wire.ParseBaseURL(discord.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(wire.ClientConfig{BaseURL: base, Token: discord.Token})
	return &dispatcher{router: router, client: client, log: log, after: after}
}

// Where an answer takes longer than Discord waits, it is put off first and
// there is one final message all the same, private where it must be.
func TestLateAnswers(t *testing.T) {
	over := make(chan time.Time)
	close(over) // every time limit is over at once
	for _, tt := range []struct {
		name    string
		ask     discordtest.Interaction
		private bool
		says    string
	}{
		{"/quote with hits", discordtest.Slash("quote", discordtest.Text("text", "松山")), false, "松山"},
		{"/quote without", discordtest.Slash("quote", discordtest.Text("text", "武松")), true, "武松"},
		{"/who", discordtest.Slash("who", discordtest.Text("name", "曹變蛟")), true, "曹变蛟"},
		{"/convert", discordtest.Slash("convert", discordtest.Text("text", "松山突围")), true, "松山突圍"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			discord := discordtest.New(t)
			d := newDispatcher(t, discord, func(time.Duration) <-chan time.Time { return over })
			asked := discord.Prepare(tt.ask)
			d.fromGateway(t.Context(), asked.Raw)
			r := asked.Await()
			text := r.Text()
			final := !r.Deleted
			for _, m := range r.Followups {
				text, final = text+m.Content+m.Embeds[0].Description, true
			}
			if !final || !strings.Contains(text, tt.says) {
				t.Errorf("the final message is %q", text)
			}
			if len(r.Followups) == 0 && r.Private != tt.private {
				t.Errorf("private: %v", r.Private)
			}
			if len(r.Followups) > 0 && (!r.Deleted || !tt.private) {
				t.Errorf("%d further messages, deleted %v", len(r.Followups), r.Deleted)
			}
		})
	}
}

func TestSuggestionsNeverWait(t *testing.T) {
	over := make(chan time.Time)
	close(over)
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, func(time.Duration) <-chan time.Time { return over })
	asked := discord.Prepare(discordtest.Suggest("quote", discordtest.Text("text", "松"), discordtest.Text("book", "选").Typing()))
	d.fromGateway(t.Context(), asked.Raw)
	if r := asked.Await(); len(r.Choices) != 0 && len(r.Choices) != 5 {
		t.Errorf("choices: %v", r.Choices)
	}
}

// Whatever Discord sends, nothing breaks.
func TestOddInteractions(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, time.After)
	for _, raw := range []string{``, `null`, `{}`, `[]`, `{"type":2}`, `{"type":2,"data":null}`, `{"type":3,"data":{"custom_id":null}}`, `{"type":99,"data":{}}`} {
		d.fromGateway(t.Context(), []byte(raw))
	}
	discord.TakeViolations() // they are answered to nowhere
	asked := discord.Prepare(discordtest.Slash("nosuch"))
	d.fromGateway(t.Context(), asked.Raw)
	if r := asked.Await(); !r.Private {
		t.Errorf("an unknown command: %s", r.Text())
	}
}
