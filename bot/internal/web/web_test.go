package web

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/wire"
)

// secretText stands in what is sent to the program; no log may show it.
const secretText = "松山密語"

// waitLong is there for what hangs.
const waitLong = 10 * time.Second

// running is a Server that Discord reaches.
type running struct {
	*discordtest.Endpoint
	discord *discordtest.Server
	server  *Server
	address string
	stop    context.CancelFunc
	done    chan error

	mu  sync.Mutex
	log bytes.Buffer
	got []string // the raw interactions that reached the handler
}

func (r *running) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.Write(p)
}

func (r *running) handled() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got
}

// says is the handler that answers everything with a word.
func says(word string) func(context.Context, []byte, Respond) {
	return func(ctx context.Context, _ []byte, respond Respond) { _ = respond(ctx, message(word)) }
}

func message(text string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: text},
	}
}

// start serves on a loopback address and ends with the test, which fails when a
// goroutine is left or the log tells too much.
func start(t *testing.T, change func(*Config)) *running {
	t.Helper()
	leaked := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, leaked) })
	discord := discordtest.New(t)
	key, err := ParsePublicKey(discord.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	r := &running{discord: discord, done: make(chan error, 1)}
	c := Config{PublicKey: key, Handle: says("好"), Log: slog.New(slog.NewTextHandler(r, &slog.HandlerOptions{Level: slog.LevelDebug})), Grace: waitLong}
	if change != nil {
		change(&c)
	}
	handle := c.Handle
	c.Handle = func(ctx context.Context, raw []byte, respond Respond) {
		r.mu.Lock()
		r.got = append(r.got, string(raw))
		r.mu.Unlock()
		handle(ctx, raw, respond)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.address = listener.Addr().String()
	r.Endpoint = discord.Endpoint("http://" + r.address + Path)
	ctx, cancel := context.WithCancel(context.Background())
	r.stop = cancel
	r.server = New(c)
	go func() { r.done <- r.server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := r.ended(t); err != nil {
			t.Errorf("Serve: %v", err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if strings.Contains(r.log.String(), secretText) || strings.Contains(r.log.String(), "discordtest") {
			t.Errorf("the log tells too much:\n%s", &r.log)
		}
	})
	return r
}

// ended waits for Serve and gives its error.
func (r *running) ended(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.done:
		r.done <- nil
		return err
	case <-time.After(waitLong):
		t.Fatal("Serve does not end")
		return nil
	}
}

func TestPing(t *testing.T) {
	r := start(t, nil)
	for range 2 { // Discord tries an endpoint more than once
		if got := r.Send(discordtest.Ping()).AwaitCallback(); got.Kind != discordgo.InteractionResponsePong {
			t.Errorf("a ping is answered with %v", got.Kind)
		}
	}
	if n := len(r.handled()); n != 0 {
		t.Errorf("%d pings reached the handler", n)
	}
}

// What the handler answers comes back with the bytes that the gateway's
// callback would have, and nothing of the interaction is lost on the way.
func TestAnswers(t *testing.T) {
	button := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "▶", Style: discordgo.SecondaryButton, CustomID: "quote|2"}}}
	text := message("松山")
	text.Data.Components = []discordgo.MessageComponent{button}
	choices := []*discordgo.ApplicationCommandOptionChoice{{Name: "選段", Value: "xuanduan"}}
	tests := []struct {
		name    string
		ask     discordtest.Interaction
		respond *discordgo.InteractionResponse
	}{
		{"a message", discordtest.Slash("quote", discordtest.Text("text", secretText)), text},
		{"an answer that is to come", discordtest.Slash("quote"), &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}},
		{"suggestions", discordtest.Suggest("who", discordtest.Text("name", "曹").Typing()), &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: &discordgo.InteractionResponseData{Choices: choices}}},
		{"another page", discordtest.Press("quote|2"), &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage, Data: text.Data}},
		{"nothing yet", discordtest.Press("delete|"), &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}},
		{"a menu's choice", discordtest.Choose("context|1", "a.1.2"), text},
		{"a form", discordtest.Submit("reached", map[string]string{"chapter": "十二"}), text},
		{"a message's menu", discordtest.MessageMenu("出處", secretText), text},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := start(t, func(c *Config) {
				c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
					if err := respond(ctx, tt.respond); err != nil {
						t.Error(err)
					}
				}
			})
			p := r.discord.Prepare(tt.ask)
			got, err := r.Post(r.Sign(p.Raw), p.Raw)
			if err != nil {
				t.Fatal(err)
			}
			want, contentType, err := wire.Body(tt.respond)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != http.StatusOK || got.ContentType != contentType || string(got.Body) != string(want) {
				t.Errorf("status %d, %s: %s", got.Status, got.ContentType, got.Body)
			}
			if err := p.Answered(got.ContentType, got.Body); err != nil {
				t.Error(err)
			}
			if raw := r.handled(); len(raw) != 1 || raw[0] != string(p.Raw) {
				t.Errorf("the handler got %q", raw)
			}
		})
	}
	t.Run("a file", func(t *testing.T) {
		r := start(t, func(c *Config) {
			c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
				a := message("龍")
				a.Data.Files = []*discordgo.File{{Name: "converted.txt", ContentType: "text/plain", Reader: strings.NewReader("龍龍龍")}}
				_ = respond(ctx, a)
			}
		})
		if got := r.Send(discordtest.Slash("convert")).Await(); string(got.Files["converted.txt"]) != "龍龍龍" {
			t.Errorf("files: %v", got.Files)
		}
	})
}

// An interaction is answered once, whoever sends it again.
func TestRepetition(t *testing.T) {
	r := start(t, nil)
	p := r.discord.Prepare(discordtest.Slash("quote"))
	headers := r.Sign(p.Raw)
	for _, want := range []int{http.StatusOK, http.StatusConflict, http.StatusConflict} {
		got, err := r.Post(headers, p.Raw)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != want {
			t.Errorf("status %d, want %d", got.Status, want)
		}
	}
	if n := len(r.handled()); n != 1 {
		t.Errorf("handled %d times", n)
	}
}

func TestSeen(t *testing.T) {
	var s seen
	at := time.Unix(1_700_000_000, 0)
	for _, step := range []struct {
		id    uint64
		after time.Duration
		first bool
	}{
		{1, 0, true}, {1, 0, false}, {2, keepSeen - 1, true}, {1, 0, false}, {3, 1, true}, {2, keepSeen - 1, false},
		{2, 1, true}, // its signature has long been too old
		{3, 0, false}, {4, 2 * keepSeen, true}, {3, 0, true},
	} {
		at = at.Add(step.after)
		if got := s.first(step.id, at); got != step.first {
			t.Errorf("%d at %v: first %v", step.id, at, got)
		}
	}
}

func TestParsePublicKey(t *testing.T) {
	right := strings.Repeat("0a", 32)
	for _, tt := range []struct{ name, text, says string }{
		{"right", right, ""},
		{"in capitals, with blanks", " " + strings.ToUpper(right) + "\n", ""},
		{"empty", "", "empty"},
		{"a token", "OTAw.Gabc.xyz", "bot token"},
		{"an application's id", "900000000000000001", "18 characters long, not 64 hexadecimal digits"},
		{"cut", right[:63], "63 characters long"},
		{"with another letter", "g" + right[1:], "no hexadecimal digit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			key, err := ParsePublicKey(tt.text)
			switch {
			case tt.says == "" && (err != nil || len(key) != 32):
				t.Errorf("%v", err)
			case tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)):
				t.Errorf("got %v, want %s", err, tt.says)
			}
		})
	}
}
