package main

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/web"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
	"shuyou/seeds"
)

// newRouter is a router over the seeds.
func newRouter(t *testing.T) *commands.Router {
	t.Helper()
	library, err := index.Open(t.Context(), index.Options{Files: seeds.FS, Source: "seeds", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	router, err := commands.New(library, commands.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// newDispatcher is a dispatcher that has a router answer.
func newDispatcher(t *testing.T, discord *discordtest.Server, router answerer) *dispatcher {
	t.Helper()
	base, err := wire.ParseBaseURL(discord.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	client := wire.NewClient(wire.ClientConfig{BaseURL: base, Token: discord.Token})
	return &dispatcher{router: router, client: client, log: slog.New(slog.DiscardHandler), after: time.After}
}

// A wayIn is how interactions come to a dispatcher.
type wayIn func(discordtest.Interaction) *discordtest.Pending

// waysIn are all of them. Over HTTP the program has no token to call with.
func waysIn(t *testing.T, discord *discordtest.Server, d *dispatcher) map[string]wayIn {
	t.Helper()
	base, err := wire.ParseBaseURL(discord.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	overHTTP := *d
	overHTTP.client = wire.NewClient(wire.ClientConfig{BaseURL: base})
	return map[string]wayIn{
		"gateway": func(i discordtest.Interaction) *discordtest.Pending {
			p := discord.Prepare(i)
			d.fromGateway(t.Context(), p.Raw)
			return p
		},
		"HTTP": endpoint(t, discord, &overHTTP).Send,
	}
}

// endpoint serves the dispatcher over HTTP until the test ends.
func endpoint(t *testing.T, discord *discordtest.Server, d *dispatcher) *discordtest.Endpoint {
	t.Helper()
	key, err := web.ParsePublicKey(discord.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- web.New(web.Config{PublicKey: key, Handle: d.fromHTTP, Log: d.log}).Serve(ctx, listener)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return discord.Endpoint("http://" + listener.Addr().String() + web.Path)
}

// fixed answers everything with one answer.
type fixed struct {
	answer commands.Answer
	public bool
}

func (f fixed) HandleIn(context.Context, *discordgo.Interaction, string) commands.Answer {
	return f.answer
}

func (f fixed) Private(*discordgo.Interaction) bool { return !f.public }

func said(kind discordgo.InteractionResponseType, text string, flags discordgo.MessageFlags) commands.Answer {
	return commands.Answer{Response: &discordgo.InteractionResponse{
		Type: kind, Data: &discordgo.InteractionResponseData{Content: text, Flags: flags}}}
}

const (
	isNew     = discordgo.InteractionResponseChannelMessageWithSource
	isUpdate  = discordgo.InteractionResponseUpdateMessage
	isPrivate = discordgo.MessageFlagsEphemeral
)

// A private word follows an answer, in time or late.
func TestFollowups(t *testing.T) {
	answer := said(isNew, "松山", 0)
	answer.Followup = &discordgo.InteractionResponseData{Content: "讀到哪裡", Flags: isPrivate}
	followed := func(r *discordtest.Reply) bool {
		return r.Message.Content == "松山" && len(r.Followups) == 1 && r.Followups[0].Content == "讀到哪裡" && r.Followups[0].Flags&isPrivate != 0
	}
	for name, make := range map[string]func(*testing.T, *discordtest.Server, answerer) *dispatcher{"in time": newDispatcher, "late": newSlowDispatcher} {
		discord := discordtest.New(t)
		for way, send := range waysIn(t, discord, make(t, discord, fixed{answer: answer, public: true})) {
			t.Run(name+" over "+way, func(t *testing.T) {
				send(discordtest.Slash("quote")).AwaitReply("an answer and a word after it", followed)
			})
		}
	}
}

// placed answers with the channel that a thread belongs to.
type placed struct{ fixed }

func (placed) HandleIn(_ context.Context, _ *discordgo.Interaction, parent string) commands.Answer {
	return said(isNew, "in "+parent, 0)
}

func TestThreadsBelongToAChannel(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, placed{})
	quote := discordtest.Slash("quote")
	for want, i := range map[string]discordtest.Interaction{"in 5": quote.InThread("1", "5", "6"), "in ": quote.In("1", "5")} {
		asked := discord.Prepare(i)
		d.fromGateway(t.Context(), asked.Raw)
		if r := asked.Await(); r.Message.Content != want {
			t.Errorf("answered %q, want %q", r.Message.Content, want)
		}
	}
}

// Whatever Discord sends, nothing breaks.
func TestOddInteractions(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, newRouter(t))
	for _, raw := range []string{
		``, `null`, `{}`, `[]`, `{"type":2}`, `{"type":2,"data":null}`, `{"type":3,"data":{"custom_id":null}}`, `{"type":99,"data":{}}`,
		`{"type":2,"id":null,"token":null,"application_id":null,"data":{"name":null,"options":[null,{"name":null,"value":null}]},"member":null,"user":null,"channel":null,"message":null}`,
	} {
		d.fromGateway(t.Context(), []byte(raw))
	}
	discord.TakeViolations() // they are answered to nowhere
	for way, send := range waysIn(t, discord, d) {
		t.Run(way, func(t *testing.T) {
			odd := map[string]discordtest.Interaction{
				"an unknown command":   discordtest.Slash("nosuch"),
				"an unknown option":    discordtest.Slash("quote", discordtest.Text("text", "松山"), discordtest.Integer("novelty", 3), discordtest.Boolean("book", true)),
				"options of its own":   discordtest.Slash("who", discordtest.Sub("novelty", discordtest.Text("name", "曹變蛟"))),
				"an unknown button":    discordtest.Press("novelty|1"),
				"a button of nothing":  discordtest.Press(""),
				"an unknown component": discordtest.Press("quote|2||||松山").With("message", map[string]any{"id": "700000000000000003", "channel_id": discordtest.ChannelID, "components": []any{map[string]any{"type": 99, "novelty": nil}}}),
				"nobody":               discordtest.Slash("quote", discordtest.Text("text", "松山")).With("member", nil),
				"no place":             discordtest.Slash("quote", discordtest.Text("text", "松山")).With("channel", nil).With("guild_id", nil).With("context", nil),
				"an unknown form":      discordtest.Submit("novelty", nil),
				"data of a wrong kind": discordtest.Slash("quote").With("data", []any{1, "a", nil}),
			}
			for name, i := range odd {
				t.Run(name, func(t *testing.T) {
					if r := send(i).Await(); r.Text() == "" {
						t.Error("nothing is said")
					}
				})
			}
		})
	}
}

// Where another copy of the program answers first, the log says that there is
// one, and the interaction has its one answer.
func TestAnotherCopy(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, fixed{answer: said(isNew, "松山", 0)})
	var log bytes.Buffer
	d.log = slog.New(slog.NewTextHandler(&log, nil))
	asked := discord.Prepare(discordtest.Slash("quote"))
	asked.Acknowledge()
	d.fromGateway(t.Context(), asked.Raw)
	if !strings.Contains(log.String(), "another copy of the bot runs with this token") {
		t.Errorf("the log says\n%s", &log)
	}
	if strings.Contains(log.String(), asked.Token) {
		t.Error("the log holds the interaction's token")
	}
	if n := discord.CallsTo("POST", "/webhooks/*/*"); n != 0 {
		t.Errorf("%d further messages", n)
	}
}

// What Discord does to a call costs at most that answer.
func TestCallsThatFail(t *testing.T) {
	const callback = "/interactions/*/*/callback"
	for name, tt := range map[string]struct {
		fault  discordtest.Fault
		times  int
		result string
	}{
		"429":           {discordtest.RateLimited(time.Millisecond), 2, resultAnswered},
		"500":           {discordtest.Status(500), 1, resultAnswered},
		"502":           {discordtest.Status(502), 1, resultAnswered},
		"503":           {discordtest.Status(503), 1, resultAnswered},
		"504":           {discordtest.Status(504), 1, resultAnswered},
		"reset":         {discordtest.Reset, 1, resultAnswered},
		"500 for ever":  {discordtest.Status(500), 9, resultLost},
		"404":           {discordtest.Status(404), 1, resultLost},
		"given up":      {discordtest.Refused(404, 10062, "Unknown interaction"), 1, resultLost},
		"a cut refusal": {discordtest.Cut, 1, resultAnswered},
	} {
		t.Run(name, func(t *testing.T) {
			discord := discordtest.New(t)
			discord.Fail("POST", callback, tt.times, tt.fault)
			d := newDispatcher(t, discord, fixed{answer: said(isNew, "松山", 0)})
			var result string
			d.observe = func(_, r string, _ time.Duration) { result = r }
			d.fromGateway(t.Context(), discord.Prepare(discordtest.Slash("quote")).Raw)
			if result != tt.result {
				t.Errorf("the answer was %s, want %s", result, tt.result)
			}
		})
	}
}

// Interactions are counted under what is known beforehand, never under what
// somebody typed.
func TestObserved(t *testing.T) {
	discord := discordtest.New(t)
	d := newDispatcher(t, discord, newRouter(t))
	var got []string
	d.observe = func(command, result string, took time.Duration) { got = append(got, command+" "+result) }
	for _, i := range []discordtest.Interaction{
		discordtest.Slash("quote", discordtest.Text("text", "松山")), discordtest.Suggest("who", discordtest.Text("name", "曹").Typing()),
		discordtest.Press("quote|2||||松山"), discordtest.Submit("reached", nil),
	} {
		d.fromGateway(t.Context(), discord.Prepare(i).Raw)
	}
	if want := []string{"quote answered", "suggestions answered", "button answered", "form answered"}; !slices.Equal(got, want) {
		t.Errorf("observed %q, want %q", got, want)
	}
}

// Nothing goes on when the answers are given.
func TestNothingIsLeft(t *testing.T) {
	leaked := goleak.IgnoreCurrent()
	t.Run("answers", func(t *testing.T) {
		discord := discordtest.New(t)
		for _, send := range waysIn(t, discord, newSlowDispatcher(t, discord, fixed{answer: said(isNew, "松山", 0)})) {
			send(discordtest.Slash("quote")).Await()
		}
	})
	// The client's idle connections are the transport's, which all share.
	goleak.VerifyNone(t, leaked, goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"))
}
