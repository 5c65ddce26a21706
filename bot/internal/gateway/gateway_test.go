package gateway

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/wire"
)

// secretText stands in what is sent to the program; no log may show it.
const secretText = "松山密語"

// running is a Run against a fake Discord.
type running struct {
	s      *discordtest.Server
	got    chan string // the raw interactions
	done   chan error
	cancel context.CancelFunc

	changed chan struct{} // has something when one of the following changed

	mu    sync.Mutex
	lost  []error
	waits []time.Duration
	ready []Ready
	log   bytes.Buffer
}

func (r *running) Write(p []byte) (int, error) {
	defer r.change()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.log.Write(p)
}

func (r *running) change() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// until waits for ok, which is called with the lock held.
func (r *running) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	late := time.After(10 * time.Second)
	for {
		r.mu.Lock()
		fine := ok()
		r.mu.Unlock()
		if fine {
			return
		}
		select {
		case <-r.changed:
		case <-late:
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// start runs the package against a fake that prepare may set up. Waits between
// attempts take no time. The test ends with a stop, and fails when a goroutine
// is left or the log tells too much.
func start(t *testing.T, prepare func(*discordtest.Server), change func(*Config)) *running {
	t.Helper()
	leaked := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, leaked) })
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	r := &running{s: discordtest.New(t), got: make(chan string, 100), done: make(chan error, 1), changed: make(chan struct{}, 1)}
	r.s.Heartbeat = 50 * time.Millisecond
	if prepare != nil {
		prepare(r.s)
	}
	base, err := wire.ParseBaseURL(r.s.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		Client: wire.NewClient(wire.ClientConfig{BaseURL: base, Token: r.s.Token, HTTP: &http.Client{Transport: transport},
			Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}),
		Token:       r.s.Token,
		Interaction: func(_ context.Context, raw []byte) { r.got <- string(raw) },
		Ready: func(_ context.Context, ready Ready) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.ready = append(r.ready, ready)
		},
		Lost:       func(err error, _ time.Duration) { r.mu.Lock(); defer r.mu.Unlock(); r.lost = append(r.lost, err) },
		Log:        slog.New(slog.NewTextHandler(r, nil)),
		OpenWithin: 5 * time.Second,
		Silence:    5 * time.Second,
		Wait: func(ctx context.Context, d time.Duration) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.waits = append(r.waits, d)
			return ctx.Err()
		},
		Chance: func() float64 { return 1 },
	}
	if change != nil {
		change(&c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	go func() { r.done <- Run(ctx, c) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-r.done:
			if err != nil {
				t.Errorf("Run: %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Error("Run did not stop")
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, secret := range []string{r.s.Token, secretText, "discordtest:"} {
			if strings.Contains(r.log.String(), secret) {
				t.Errorf("the log tells too much:\n%s", &r.log)
			}
		}
	})
	return r
}

// ended waits for Run and gives its error; the stop at the end of the test then
// finds nothing amiss.
func (r *running) ended(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.done:
		r.done <- nil
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("Run did not end")
		return nil
	}
}

// hears checks that an interaction that is sent now arrives as it was sent. One
// that went into a connection just before its end is sent again.
func (r *running) hears(t *testing.T) {
	t.Helper()
	for late := time.Now().Add(10 * time.Second); time.Now().Before(late); {
		p := r.s.Dispatch(discordtest.Slash("quote", discordtest.Text("text", secretText)))
		again := time.After(100 * time.Millisecond)
		for waiting := true; waiting; {
			select {
			case raw := <-r.got:
				if raw == string(p.Raw) {
					return
				}
			case <-again:
				waiting = false
			}
		}
	}
	t.Fatal("no interaction arrived")
}

// cause is the error that ended the first session or attempt.
func (r *running) cause() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.lost) == 0 {
		return nil
	}
	return r.lost[0]
}

func TestSession(t *testing.T) {
	r := start(t, nil, nil)
	r.hears(t)
	c := r.s.AwaitSession()
	c.AwaitBeats(3)
	r.hears(t)
	r.cancel()
	if code := c.AwaitEnd(); code != websocket.CloseNormalClosure {
		t.Errorf("closed with %d", code)
	}
	if err := r.ended(t); err != nil {
		t.Error(err)
	}
	want := Ready{discordtest.AppID, discordtest.AppID, discordtest.BotName, 1}
	if len(r.ready) != 1 || r.ready[0] != want {
		t.Errorf("ready %+v, want %+v", r.ready, want)
	}
	if r.s.Conns() != 1 || r.cause() != nil {
		t.Errorf("%d connections, %v", r.s.Conns(), r.cause())
	}
}

// Each fault ends a session or an attempt; the next one works.
func TestFaults(t *testing.T) {
	script := func(s discordtest.Script) func(*discordtest.Server) {
		return func(srv *discordtest.Server) { srv.Script(s) }
	}
	connected := func(do func(*discordtest.Conn)) func(*discordtest.Server) {
		return script(discordtest.Script{Connected: do})
	}
	identified := func(do func(*discordtest.Conn)) func(*discordtest.Server) {
		return script(discordtest.Script{Identified: do})
	}
	hello := func(data string) func(*discordtest.Server) {
		return connected(func(c *discordtest.Conn) { c.SendRaw([]byte(`{"op":10,"d":` + data + `}`)) })
	}
	rest := func(n int, f discordtest.Fault) func(*discordtest.Server) {
		return func(s *discordtest.Server) { s.Fail("GET", "/gateway", n, f) }
	}
	impatient := func(c *Config) { c.OpenWithin = 300 * time.Millisecond }
	closed := func(code int) func(*discordtest.Conn) {
		return func(c *discordtest.Conn) { c.Close(code, secretText) }
	}
	tests := []struct {
		name    string
		prepare func(*discordtest.Server)
		change  func(*Config)
		act     func(*discordtest.Conn) // on the first session, where there is one
		cause   string                  // part of the error that ended it
	}{
		{"op 7", nil, nil, func(c *discordtest.Conn) { c.Send(7, nil) }, "asked to reconnect"},
		{"op 9", nil, nil, func(c *discordtest.Conn) { c.Send(9, false) }, "session invalid"},
		{"op 9 that could be resumed", nil, nil, func(c *discordtest.Conn) { c.Send(9, true) }, "session invalid"},
		{"dropped", nil, nil, (*discordtest.Conn).Drop, "connection lost"},
		{"closed 4009", nil, nil, closed(4009), "session timed out (4009)"},
		{"closed 4000", nil, nil, closed(4000), "unknown error (4000)"},
		{"closed 4008", nil, nil, closed(4008), "rate limited (4008)"},
		{"closed 1001", nil, nil, closed(1001), "closed by discord (1001)"},
		{"a frame beyond all bounds", nil, nil, func(c *discordtest.Conn) { c.SendRaw(make([]byte, maxFrame+1)) }, "too long"},
		{"heartbeats not acknowledged", script(discordtest.Script{Deaf: true}), nil, nil, "not acknowledged"},
		{"silence", func(s *discordtest.Server) { s.Heartbeat = time.Minute },
			func(c *Config) { c.Silence = 200 * time.Millisecond }, func(*discordtest.Conn) {}, "fell silent"},

		{"no HELLO", connected(func(*discordtest.Conn) {}), impatient, nil, "fell silent"},
		{"HELLO that is null", hello("null"), nil, nil, "no hello"},
		{"HELLO without interval", hello("{}"), nil, nil, "no hello"},
		{"HELLO with no interval", hello(`{"heartbeat_interval":0}`), nil, nil, "no hello"},
		{"HELLO with an interval below nothing", hello(`{"heartbeat_interval":-41250}`), nil, nil, "no hello"},
		{"HELLO with an interval in words", hello(`{"heartbeat_interval":"41250"}`), nil, nil, "no hello"},
		{"dropped instead of HELLO", connected((*discordtest.Conn).Drop), nil, nil, "connection lost"},
		{"closed instead of HELLO", connected(closed(4000)), nil, nil, "unknown error (4000)"},
		{"READY before HELLO", connected((*discordtest.Conn).Ready), impatient, nil, "fell silent"},
		{"op 7 instead of HELLO", connected(func(c *discordtest.Conn) { c.Send(7, nil) }), nil, nil, "asked to reconnect"},

		{"no READY", identified(func(*discordtest.Conn) {}), impatient, nil, "fell silent"},
		{"op 7 instead of READY", identified(func(c *discordtest.Conn) { c.Send(7, nil) }), nil, nil, "asked to reconnect"},
		{"op 9 instead of READY", identified(func(c *discordtest.Conn) { c.Send(9, false) }), nil, nil, "session invalid"},
		{"dropped instead of READY", identified((*discordtest.Conn).Drop), nil, nil, "connection lost"},

		{"GET /gateway: 500", rest(3, discordtest.Status(500)), nil, nil, "status 500"},
		{"GET /gateway: 501", rest(3, discordtest.Status(501)), nil, nil, "status 501"},
		{"GET /gateway: 502", rest(3, discordtest.Status(502)), nil, nil, "status 502"},
		{"GET /gateway: 503", rest(9, discordtest.Status(503)), nil, nil, "status 503"},
		{"GET /gateway: 504", rest(3, discordtest.Status(504)), nil, nil, "status 504"},
		{"GET /gateway: 403", rest(1, discordtest.Refused(403, 0, "Forbidden")), nil, nil, "status 403"},
		{"GET /gateway: 404", rest(1, discordtest.Status(404)), nil, nil, "status 404"},
		{"GET /gateway: 429", rest(1, discordtest.RateLimited(time.Hour)), nil, nil, "status 429"},
		{"GET /gateway: cut", rest(3, discordtest.Cut), nil, nil, "cut short"},
		{"GET /gateway: garbage", rest(3, discordtest.Garbage), nil, nil, "not the JSON"},
		{"GET /gateway: reset", rest(3, discordtest.Reset), nil, nil, "gateway: "},
		{"GET /gateway: no answer", rest(1, discordtest.Hang), impatient, nil, "context deadline exceeded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := start(t, tt.prepare, tt.change)
			if tt.act != nil {
				c := r.s.AwaitSession()
				tt.act(c)
				c.AwaitEnd()
			}
			r.until(t, "a session or an attempt has ended", func() bool { return len(r.lost) > 0 })
			if tt.name == "silence" {
				r.cancel() // the next session would fall silent as well
			} else {
				r.hears(t)
			}
			if err := r.cause(); !strings.Contains(err.Error(), tt.cause) {
				t.Errorf("ended by %q, want %q", err, tt.cause)
			}
		})
	}
}

// What is odd but harmless costs nothing: the session stays.
func TestOddFrames(t *testing.T) {
	frames := map[string]string{
		"null":                         `null`,
		"an empty object":              `{}`,
		"a list":                       `[]`,
		"cut short":                    `{"op":0,"t":"INTER`,
		"not UTF-8":                    "\xff\xfe",
		"every field null":             `{"op":null,"d":null,"s":null,"t":null}`,
		"op in words":                  `{"op":"7"}`,
		"an unknown op":                `{"op":99,"d":{}}`,
		"an event without name":        `{"op":0,"d":{},"s":5}`,
		"an unknown event":             `{"op":0,"t":"NOVELTY","d":{"a":[null]},"s":6}`,
		"GUILD_CREATE that is null":    `{"op":0,"t":"GUILD_CREATE","d":null,"s":7}`,
		"an interaction that is null":  `{"op":0,"t":"INTERACTION_CREATE","d":null,"s":8}`,
		"an interaction of nulls":      `{"op":0,"t":"INTERACTION_CREATE","d":{"id":null,"type":null,"token":null,"data":null},"s":8}`,
		"an interaction without data":  `{"op":0,"t":"INTERACTION_CREATE","s":8}`,
		"READY that is null":           `{"op":0,"t":"READY","d":null,"s":9}`,
		"READY of nulls":               `{"op":0,"t":"READY","d":{"user":null,"application":null,"guilds":[null]},"s":10}`,
		"READY of other kinds":         `{"op":0,"t":"READY","d":{"user":"a","application":[],"guilds":3},"s":10}`,
		"RESUMED":                      `{"op":0,"t":"RESUMED","d":null,"s":11}`,
		"a second HELLO":               `{"op":10,"d":{"heartbeat_interval":0}}`,
		"a heartbeat is asked for":     `{"op":1,"d":null}`,
		"an ACK that nobody asked for": `{"op":11}`,
		"deep":                         strings.Repeat(`[`, 20000) + strings.Repeat(`]`, 20000),
	}
	for name, frame := range frames {
		t.Run(name, func(t *testing.T) {
			r := start(t, nil, nil)
			c := r.s.AwaitSession()
			if err := c.SendRaw([]byte(frame)); err != nil {
				t.Fatal(err)
			}
			if err := c.SendMessage(websocket.BinaryMessage, []byte(frame)); err != nil { // which is no zlib
				t.Fatal(err)
			}
			r.hears(t)
			if r.s.Conns() != 1 || r.cause() != nil {
				t.Errorf("%d connections; ended by %v", r.s.Conns(), r.cause())
			}
		})
	}
	t.Run("all of them before HELLO", func(t *testing.T) {
		r := start(t, func(s *discordtest.Server) {
			s.Script(discordtest.Script{Connected: func(c *discordtest.Conn) {
				for name, frame := range frames {
					if name != "a second HELLO" {
						c.SendRaw([]byte(frame))
					}
				}
				c.Hello()
			}})
		}, nil)
		r.hears(t)
		if r.s.Conns() != 1 {
			t.Errorf("%d connections", r.s.Conns())
		}
	})
	t.Run("compressed", func(t *testing.T) {
		r := start(t, func(s *discordtest.Server) { s.Script(discordtest.Script{Compressed: true}) }, nil)
		r.hears(t)
	})
}
