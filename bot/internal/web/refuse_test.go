package web

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"shuyou/bot/internal/discordtest"
)

// What Discord did not sign just now, or is no interaction, never reaches the
// handler.
func TestRefusals(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	r := start(t, func(c *Config) { c.Now = func() time.Time { return at } })
	_, stranger, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	good := r.discord.Prepare(discordtest.Slash("quote", discordtest.Text("text", secretText))).Raw
	signedAt := func(when time.Time) func([]byte) http.Header {
		return func(body []byte) http.Header {
			e := *r.Endpoint
			e.Now = func() time.Time { return when }
			return e.Sign(body)
		}
	}
	with := func(name, value string) func([]byte) http.Header {
		return func(body []byte) http.Header {
			h := signedAt(at)(body)
			h.Set(name, value)
			if value == "" {
				h.Del(name)
			}
			return h
		}
	}
	now := strconv.FormatInt(at.Unix(), 10)
	bySomebody := hex.EncodeToString(ed25519.Sign(stranger, append([]byte(now), good...)))
	huge := bytes.Repeat([]byte(" "), 2<<20)
	tests := []struct {
		name    string
		headers func([]byte) http.Header
		body    []byte
		status  int
	}{
		{"no signature", with(signatureHeader, ""), good, 401},
		{"a signature that is no hexadecimal number", with(signatureHeader, strings.Repeat("松", 43)), good, 401},
		{"half a signature", with(signatureHeader, strings.Repeat("ab", 32)), good, 401},
		{"a signature of nothing", with(signatureHeader, strings.Repeat("00", 64)), good, 401},
		{"somebody else's signature", with(signatureHeader, bySomebody), good, 401},
		{"another body than was signed", func([]byte) http.Header { return signedAt(at)([]byte(`{}`)) }, good, 401},
		{"another time than was signed", with(timestampHeader, strconv.FormatInt(at.Unix()+1, 10)), good, 401},
		{"no time", with(timestampHeader, ""), good, 401},
		{"a time in words", with(timestampHeader, "now"), good, 401},
		{"a time beyond numbers", with(timestampHeader, strings.Repeat("9", 30)), good, 401},
		{"a time on the other side of them", with(timestampHeader, "-9223372036854775808"), good, 401},
		{"too old", signedAt(at.Add(-timeWindow - time.Second)), good, 401},
		{"from the future", signedAt(at.Add(timeWindow + time.Second)), good, 401},
		{"two megabytes", signedAt(at), huge, 413},
		{"nothing", signedAt(at), nil, 400},
		{"null", signedAt(at), []byte(`null`), 400},
		{"garbage", signedAt(at), []byte("\xff\xfe<html>"), 400},
		{"half an interaction", signedAt(at), good[:len(good)/2], 400},
		{"two interactions", signedAt(at), append(append([]byte{}, good...), good...), 400},
		{"an object of nothing", signedAt(at), []byte(`{}`), 400},
		{"a type in words", signedAt(at), []byte(`{"type":"a","id":"1"}`), 400},
		{"no id", signedAt(at), []byte(`{"type":2}`), 400},
		{"an id in words", signedAt(at), []byte(`{"type":2,"id":"松山"}`), 400},
		{"every field null", signedAt(at), []byte(`{"type":null,"id":null,"data":null,"token":null}`), 400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := r.Post(tt.headers(tt.body), tt.body)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.status {
				t.Errorf("status %d, want %d: %s", got.Status, tt.status, got.Body)
			}
		})
	}
	if got := r.handled(); len(got) != 0 {
		t.Errorf("%d of them reached the handler", len(got))
	}
	for _, off := range []time.Duration{-timeWindow, timeWindow} {
		p := r.discord.Prepare(discordtest.Slash("quote"))
		if got, err := r.Post(signedAt(at.Add(off))(p.Raw), p.Raw); err != nil || got.Status != http.StatusOK {
			t.Errorf("a clock that is off by %v: %+v, %v", off, got, err)
		}
	}
}

func TestOtherPlaces(t *testing.T) {
	r := start(t, nil)
	for _, tt := range []struct {
		method, path string
		status       int
	}{
		{"GET", Path, 405}, {"PUT", Path, 405}, {"OPTIONS", Path, 405}, {"BREW", Path, 405},
		{"GET", "/", 404}, {"POST", "/", 404}, {"POST", Path + "/", 404}, {"POST", "/x/.." + Path, 404}, {"POST", "//interactions", 404},
	} {
		c := dial(t, r)
		io.WriteString(c, tt.method+" "+tt.path+" HTTP/1.1\r\nHost: bot\r\nContent-Length: 0\r\n\r\n")
		if got := c.status(t); got != tt.status {
			t.Errorf("%s %s: status %d, want %d", tt.method, tt.path, got, tt.status)
		}
	}
}

// conn is a connection that a test writes to by hand.
type conn struct {
	net.Conn
}

func dial(t *testing.T, r *running) conn {
	t.Helper()
	c, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(waitLong)); err != nil {
		t.Fatal(err)
	}
	return conn{c}
}

// head writes the head of a request with the right signature for body.
func (c conn) head(r *running, body []byte, length string) {
	var b strings.Builder
	b.WriteString("POST " + Path + " HTTP/1.1\r\nHost: bot\r\n" + length + "\r\n")
	for name, values := range r.Sign(body) {
		b.WriteString(name + ": " + values[0] + "\r\n")
	}
	io.WriteString(c, b.String()+"\r\n")
}

// status reads a response; 0 where the connection ended without one.
func (c conn) status(t *testing.T) int {
	t.Helper()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			t.Fatal("neither an answer nor an end")
		}
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// A body that is too large is refused before it has come.
func TestLargeBodiesAreNotRead(t *testing.T) {
	r := start(t, nil)
	announced := dial(t, r)
	announced.head(r, nil, "Content-Length: 2097152")
	if got := announced.status(t); got != http.StatusRequestEntityTooLarge {
		t.Errorf("announced: status %d", got)
	}
	// One that does not say how long it is, is read up to the limit.
	chunked := dial(t, r)
	chunked.head(r, nil, "Transfer-Encoding: chunked")
	chunk := "10000\r\n" + strings.Repeat(" ", 0x10000) + "\r\n"
	go func() {
		for range 2<<20/0x10000 - 1 { // the end never comes
			if _, err := io.WriteString(chunked, chunk); err != nil {
				return
			}
		}
	}()
	if got := chunked.status(t); got != http.StatusRequestEntityTooLarge {
		t.Errorf("in chunks: status %d", got)
	}
}

func TestCutBodies(t *testing.T) {
	r := start(t, nil)
	p := r.discord.Prepare(discordtest.Slash("quote"))
	c := dial(t, r)
	c.head(r, p.Raw, "Content-Length: "+strconv.Itoa(len(p.Raw)))
	c.Write(p.Raw[:len(p.Raw)/2])
	if err := c.Conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if got := c.status(t); got != http.StatusBadRequest {
		t.Errorf("status %d", got)
	}
	if n := len(r.handled()); n != 0 {
		t.Error("it reached the handler")
	}
}

// A client that takes its time loses its connection, and costs others nothing.
func TestSlowClients(t *testing.T) {
	r := start(t, func(c *Config) { c.ReadWithin, c.Idle = 200*time.Millisecond, 200*time.Millisecond })
	p := r.discord.Prepare(discordtest.Slash("quote"))
	length := "Content-Length: " + strconv.Itoa(len(p.Raw))
	slow := map[string]func(conn){
		"nothing":          func(conn) {},
		"half a head":      func(c conn) { io.WriteString(c, "POST /interactions HTTP/1.1\r\nHost: b") },
		"no body":          func(c conn) { c.head(r, p.Raw, length) },
		"half a body":      func(c conn) { c.head(r, p.Raw, length); c.Write(p.Raw[:len(p.Raw)/2]) },
		"a chunk, no more": func(c conn) { c.head(r, p.Raw, "Transfer-Encoding: chunked"); io.WriteString(c, "1\r\n{\r\n") },
	}
	conns := map[string]conn{}
	for name, do := range slow {
		conns[name] = dial(t, r)
		do(conns[name])
	}
	r.Send(discordtest.Slash("quote")).Await()
	for name, c := range conns {
		if got := c.status(t); got == http.StatusOK {
			t.Errorf("%s: status %d", name, got)
		}
	}
	if n := len(r.handled()); n != 1 {
		t.Errorf("%d reached the handler", n)
	}
}

// Only so many bodies are read at once that might be large; small ones are
// read all the same.
func TestManyLargeBodies(t *testing.T) {
	r := start(t, func(c *Config) { c.ReadWithin = waitLong })
	var waiting []conn
	for range largeAtOnce {
		c := dial(t, r)
		c.head(r, nil, "Transfer-Encoding: chunked")
		io.WriteString(c, "1\r\n{\r\n")
		waiting = append(waiting, c)
	}
	for late := time.Now().Add(waitLong); len(r.server.large) < largeAtOnce; runtime.Gosched() {
		if time.Now().After(late) {
			t.Fatalf("only %d are being read", len(r.server.large))
		}
	}
	more := dial(t, r)
	more.head(r, nil, "Transfer-Encoding: chunked")
	io.WriteString(more, "0\r\n\r\n")
	if got := more.status(t); got != http.StatusServiceUnavailable {
		t.Errorf("one more: status %d", got)
	}
	r.Send(discordtest.Slash("quote")).Await()
	for _, c := range waiting {
		io.WriteString(c, "0\r\n\r\n")
		if got := c.status(t); got != http.StatusUnauthorized {
			t.Errorf("one that was read: status %d", got)
		}
	}
}

// Beyond the limit, connections wait for others to end.
func TestManyConnections(t *testing.T) {
	r := start(t, func(c *Config) { c.Connections = 2 })
	first, second := dial(t, r), dial(t, r)
	io.WriteString(first, "GET / HTTP/1.1\r\nHost: bot\r\n\r\n")
	io.WriteString(second, "GET / HTTP/1.1\r\nHost: bot\r\n\r\n")
	if a, b := first.status(t), second.status(t); a != 404 || b != 404 {
		t.Fatalf("status %d and %d", a, b)
	}
	third := dial(t, r)
	io.WriteString(third, "GET / HTTP/1.1\r\nHost: bot\r\n\r\n")
	first.Close()
	if got := third.status(t); got != http.StatusNotFound {
		t.Errorf("status %d", got)
	}
}
