package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
	"shuyou/commands"
)

// slow is a router that answers when the time for that is just over.
type slow struct {
	answerer
	over chan time.Time
}

func (s slow) HandleIn(ctx context.Context, i *discordgo.Interaction, parent string) commands.Answer {
	s.over <- time.Time{}
	return s.answerer.HandleIn(ctx, i, parent)
}

// newSlowDispatcher is a dispatcher for which every answer comes late.
func newSlowDispatcher(t *testing.T, discord *discordtest.Server, router answerer) *dispatcher {
	t.Helper()
	over := make(chan time.Time)
	d := newDispatcher(t, discord, slow{router, over})
	d.after = func(limit time.Duration) <-chan time.Time {
		if limit == deferAfter || limit == suggestAfter {
			return over
		}
		return time.After(limit)
	}
	return d
}

// Where an answer takes longer than Discord waits, it is put off first and
// there is one final message all the same, private where it must be.
func TestLateAnswers(t *testing.T) {
	router := newRouter(t)
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
		discord := discordtest.New(t)
		for way, send := range waysIn(t, discord, newSlowDispatcher(t, discord, router)) {
			t.Run(tt.name+" over "+way, func(t *testing.T) {
				asked := send(tt.ask)
				asked.Await()
				r := asked.AwaitReply("a final message", func(r *discordtest.Reply) bool { return !r.Deleted || len(r.Followups) > 0 })
				text := r.Text()
				for _, m := range r.Followups {
					text += m.Content + m.Embeds[0].Description
				}
				if !strings.Contains(text, tt.says) {
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
}

// A late press leaves the message as it is until its answer is there, which
// then takes its place, stands beside it or removes it.
func TestLatePresses(t *testing.T) {
	removal := commands.Answer{Response: &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}, Remove: true}
	page := discordtest.Press("quote|2")
	form := discordtest.Submit("reached", map[string]string{"chapter": "12"}).With("message", map[string]any{"id": "700000000000000003", "channel_id": discordtest.ChannelID})
	for _, tt := range []struct {
		name   string
		ask    discordtest.Interaction
		answer commands.Answer
		ok     func(*discordtest.Reply) bool
	}{
		{"another page", page, said(isUpdate, "二", 0), func(r *discordtest.Reply) bool { return r.Message.Content == "二" && len(r.Followups) == 0 }},
		{"a private copy", page, said(isNew, "二", isPrivate), func(r *discordtest.Reply) bool {
			return r.Message.Content == "" && len(r.Followups) == 1 && r.Followups[0].Content == "二" && r.Followups[0].Flags&isPrivate != 0
		}},
		{"a public message", page, said(isNew, "二", 0), func(r *discordtest.Reply) bool {
			return len(r.Followups) == 1 && r.Followups[0].Flags&isPrivate == 0
		}},
		{"a form that was opened by a button", form, said(isNew, "十二", isPrivate), func(r *discordtest.Reply) bool { return len(r.Followups) == 1 }},
		{"a removal", page, removal, func(r *discordtest.Reply) bool { return r.Deleted && len(r.Followups) == 0 }},
	} {
		discord := discordtest.New(t)
		for way, send := range waysIn(t, discord, newSlowDispatcher(t, discord, fixed{answer: tt.answer})) {
			t.Run(tt.name+" over "+way, func(t *testing.T) {
				asked := send(tt.ask)
				if r := asked.AwaitCallback(); r.Kind != discordgo.InteractionResponseDeferredMessageUpdate {
					t.Errorf("put off with type %d", r.Kind)
				}
				asked.AwaitReply(tt.name, tt.ok)
			})
		}
	}
}

// What only a first response can be is lost when it is late; nothing is left
// that says it would come.
func TestLateForm(t *testing.T) {
	discord := discordtest.New(t)
	form := commands.Answer{Response: &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{}}}
	d := newSlowDispatcher(t, discord, fixed{answer: form})
	var results []string
	d.observe = func(_, result string, _ time.Duration) { results = append(results, result) }
	command := discord.Prepare(discordtest.Slash("progress"))
	d.fromGateway(t.Context(), command.Raw)
	if r := command.Await(); !r.Deleted {
		t.Errorf("a command: %s", r.Text())
	}
	d.fromGateway(t.Context(), discord.Prepare(discordtest.Press("reached")).Raw)
	if !slices.Equal(results, []string{resultLost, resultLost}) {
		t.Errorf("results %v", results)
	}
}

// stuck answers when its context ends.
type stuck struct{ fixed }

func (s stuck) HandleIn(ctx context.Context, _ *discordgo.Interaction, _ string) commands.Answer {
	<-ctx.Done()
	return s.answer
}

// At the program's end the work under way is cancelled, and what comes of it is
// still said.
func TestLastWords(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, stuck{fixed{answer: said(isNew, "太久", isPrivate)}})
	over := make(chan time.Time)
	close(over)
	d.after = func(time.Duration) <-chan time.Time { return over }
	ctx, cancel := context.WithCancel(t.Context())
	asked := discord.Prepare(discordtest.Slash("quote"))
	done := make(chan struct{})
	go func() { defer close(done); d.fromGateway(ctx, asked.Raw) }()
	asked.AwaitCallback()
	cancel()
	if r := asked.Await(); r.Message.Content != "太久" {
		t.Errorf("the final message is %q", r.Text())
	}
	<-done
}

// Suggestions that take long are none, and the search for them ends.
func TestSuggestionsNeverWait(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, stuck{fixed{answer: said(isNew, "", 0)}})
	over := make(chan time.Time)
	close(over)
	d.after = func(time.Duration) <-chan time.Time { return over }
	for way, send := range waysIn(t, discord, d) {
		t.Run(way, func(t *testing.T) {
			r := send(discordtest.Suggest("quote", discordtest.Text("book", "选").Typing())).Await()
			if len(r.Choices) != 0 {
				t.Errorf("choices: %v", r.Choices)
			}
		})
	}
}
