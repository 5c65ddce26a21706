package discordtest

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"time"
)

// T is what a Server needs of a *testing.T.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Cleanup(func())
}

// What stands in the payloads where a test does not say otherwise.
const (
	AppID     = "900000000000000001"
	BotName   = "書友"
	GuildID   = "200000000000000001"
	ChannelID = "300000000000000001"
	UserID    = "400000000000000001"
)

// patience is how long a test waits for something before it fails. It is there
// for what hangs; nothing that works takes a noticeable part of it.
const patience = 10 * time.Second

// Server is the fake. Its methods may be called from any goroutine, but those
// that wait (Await…, Dispatch) end the test when they wait in vain and so
// belong in the test's own.
type Server struct {
	// APIURL is the value for DISCORD_API_URL.
	APIURL string
	// Token is the bot token that is taken.
	Token string
	// PublicKey is the value for DISCORD_PUBLIC_KEY: what an Endpoint signs with.
	PublicKey string
	// Heartbeat is the interval that HELLO announces.
	Heartbeat time.Duration

	t      T
	http   *httptest.Server
	key    ed25519.PrivateKey
	schema *schema // nil where the file is absent

	mu           sync.Mutex
	changed      chan struct{} // closed and replaced at every change
	stopped      bool
	lastID       int64
	violations   []string
	calls        []Call
	faults       []*fault
	commands     []map[string]any
	interactions map[string]*interaction // by id
	messages     []map[string]any        // sent to channels
	members      map[string]bool         // by server and user
	files        map[string][]byte       // on the CDN, by URL without query
	scripts      []Script
	conns        []*Conn
	sessions     []*Conn // those that were told READY
}

// Call is a REST request that was made.
type Call struct {
	Method, Path string // the path without /api/v10
	Query        string
	Auth         string
	Body         []byte // payload_json where it was multipart
	At           time.Time
}

// New starts a Server and ends it with the test. Violations fail the test then.
func New(t T) *Server {
	t.Helper()
	s := &Server{
		Token:        "OTAwMDAwMDAwMDAwMDAwMDAx.Gtest0.discordtest-token",
		Heartbeat:    41250 * time.Millisecond,
		t:            t,
		changed:      make(chan struct{}),
		lastID:       1_100_000_000_000_000_000,
		interactions: map[string]*interaction{},
		files:        map[string][]byte{},
	}
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatalf("discordtest: a key to sign with: %v", err)
	}
	s.PublicKey, s.key = hex.EncodeToString(public), private
	if s.schema, err = loadSchema(); err != nil {
		t.Logf("discordtest: bodies are not held against Discord's OpenAPI description: %v", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/gateway/", s.serveGateway)
	mux.HandleFunc("/", s.serveREST)
	// Known before the first request, which may come from another process.
	s.http = httptest.NewUnstartedServer(mux)
	s.http.Start()
	s.APIURL = s.http.URL + "/api/v10"
	t.Cleanup(s.stop)
	return s
}

func (s *Server) stop() {
	s.mu.Lock()
	s.stopped = true
	conns := slices.Clone(s.conns)
	s.change()
	s.mu.Unlock()
	for _, c := range conns {
		c.ws.Close()
	}
	s.http.CloseClientConnections()
	s.http.Close()
	for _, c := range conns {
		<-c.done
	}
	for _, v := range s.Violations() {
		s.t.Errorf("discordtest: %s", v)
	}
}

// Violations are the broken rules so far.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// TakeViolations returns the broken rules and forgets them, for a test that
// breaks them on purpose.
func (s *Server) TakeViolations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.violations
	s.violations = nil
	return v
}

// violate records a broken rule. The lock must be held.
func (s *Server) violate(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// Calls are the REST requests so far, in the order in which they came.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// CallsTo counts the REST requests so far with this method and path (the path
// without /api/v10, * for any one part).
func (s *Server) CallsTo(method, path string) int {
	n := 0
	for _, c := range s.Calls() {
		if c.Method == method && matches(path, c.Path) {
			n++
		}
	}
	return n
}

// AwaitCall waits until that many requests have come to a path, as CallsTo
// counts them.
func (s *Server) AwaitCall(method, path string, n int) {
	s.t.Helper()
	s.await(fmt.Sprintf("call %d of %s %s", n, method, path), func() bool {
		got := 0
		for _, c := range s.calls {
			if c.Method == method && matches(path, c.Path) {
				got++
			}
		}
		return got >= n
	})
}

// change wakes whoever waits. The lock must be held.
func (s *Server) change() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// await waits until ok, which is called with the lock held.
func (s *Server) await(what string, ok func() bool) {
	s.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		fine, changed := ok(), s.changed
		s.mu.Unlock()
		if fine {
			return
		}
		select {
		case <-changed:
		case <-late.C:
			s.t.Fatalf("discordtest: waited in vain for %s; broken rules: %q", what, s.Violations())
			return
		}
	}
}

// newID makes an id. The lock must be held.
func (s *Server) newID() string {
	s.lastID++
	return strconv.FormatInt(s.lastID, 10)
}
