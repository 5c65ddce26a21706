package discordtest

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Script is how one connection to the gateway goes. Its zero value is a
// connection on which all is well.
type Script struct {
	// Connected, where set, takes the place of HELLO.
	Connected func(*Conn)
	// Identified, where set, takes the place of READY.
	Identified func(*Conn)
	// Deaf makes heartbeats go unacknowledged.
	Deaf bool
	// Compressed sends everything as zlib.
	Compressed bool
}

// Script sets how the next connections go, one each.
func (s *Server) Script(scripts ...Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts = append(s.scripts, scripts...)
}

// Conn is one connection to the gateway.
type Conn struct {
	// N counts the connections from 1.
	N int

	s       *Server
	ws      *websocket.Conn
	script  Script
	writing sync.Mutex
	seq     int
	done    chan struct{}

	// Under the server's lock.
	identified bool
	beats      int
	closed     bool
	closeCode  int // what the program closed with; 0 while it has not
}

// Frame gives the JSON of a gateway message.
func Frame(op int, event string, seq int, data any) ([]byte, error) {
	f := object{"op": op, "d": data, "s": nil, "t": nil}
	if op == 0 {
		f["s"], f["t"] = seq, event
	}
	return json.Marshal(f)
}

// Send sends an opcode with its data.
func (c *Conn) Send(op int, data any) error {
	raw, err := Frame(op, "", 0, data)
	if err != nil {
		return err
	}
	return c.SendRaw(raw)
}

// Dispatch sends an event.
func (c *Conn) Dispatch(event string, data any) error {
	c.writing.Lock()
	c.seq++
	seq := c.seq
	c.writing.Unlock()
	raw, err := Frame(0, event, seq, data)
	if err != nil {
		return err
	}
	return c.SendRaw(raw)
}

// SendRaw sends a message of any bytes.
func (c *Conn) SendRaw(raw []byte) error {
	if !c.script.Compressed {
		return c.SendMessage(websocket.TextMessage, raw)
	}
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(raw); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return c.SendMessage(websocket.BinaryMessage, b.Bytes())
}

// SendMessage sends a websocket message of either type.
func (c *Conn) SendMessage(kind int, raw []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.ws.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	return c.ws.WriteMessage(kind, raw)
}

// Hello sends HELLO.
func (c *Conn) Hello() {
	_ = c.Send(10, object{"heartbeat_interval": c.s.Heartbeat.Milliseconds(), "_trace": []any{}})
}

// Ready begins the session.
func (c *Conn) Ready() {
	c.s.mu.Lock()
	url := "ws" + c.s.http.URL[len("http"):] + "/gateway/"
	c.s.mu.Unlock()
	err := c.Dispatch("READY", object{
		"v": 10, "session_id": fmt.Sprintf("session-%d", c.N), "resume_gateway_url": url, "session_type": "normal",
		"user":        object{"id": AppID, "username": BotName, "global_name": nil, "discriminator": "0000", "avatar": nil, "bot": true, "flags": 0},
		"application": object{"id": AppID, "flags": 0},
		"guilds":      []any{object{"id": GuildID, "unavailable": true}}, "private_channels": []any{}, "relationships": []any{}, "presences": []any{},
		"user_settings": object{}, "guild_join_requests": []any{}, "geo_ordered_rtc_regions": []any{}, "_trace": []any{},
	})
	if err != nil {
		return // the program has gone again
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.sessions = append(c.s.sessions, c)
	c.s.change()
}

// Close closes with a code of the gateway.
func (c *Conn) Close(code int, text string) {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, text), time.Now().Add(time.Second))
}

// Drop breaks the connection.
func (c *Conn) Drop() {
	if tcp, ok := c.ws.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.ws.NetConn().Close()
}

// AwaitEnd waits until the connection has ended and returns the close code that
// the program sent; 1006 where it sent none.
func (c *Conn) AwaitEnd() int {
	c.s.t.Helper()
	c.s.await(fmt.Sprintf("the end of connection %d", c.N), func() bool { return c.closed })
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.closeCode
}

// AwaitBeats waits until the program has sent n heartbeats.
func (c *Conn) AwaitBeats(n int) {
	c.s.t.Helper()
	c.s.await(fmt.Sprintf("heartbeat %d", n), func() bool { return c.beats >= n })
}

// AwaitSession waits for a session that has begun and not ended.
func (s *Server) AwaitSession() *Conn {
	s.t.Helper()
	var c *Conn
	s.await("a session on the gateway", func() bool {
		if len(s.sessions) == 0 {
			return false
		}
		c = s.sessions[len(s.sessions)-1]
		return !c.closed
	})
	return c
}

// AwaitConn waits for the n-th connection, from 1, whether or not a session
// began on it.
func (s *Server) AwaitConn(n int) *Conn {
	s.t.Helper()
	s.await(fmt.Sprintf("connection %d to the gateway", n), func() bool { return len(s.conns) >= n })
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.conns) < n {
		return nil // await has failed the test
	}
	return s.conns[n-1]
}

// Conns counts the connections to the gateway so far.
func (s *Server) Conns() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	s.mu.Lock()
	if s.stopped {
		s.mu.Unlock()
		ws.Close()
		return
	}
	c := &Conn{N: len(s.conns) + 1, s: s, ws: ws, done: make(chan struct{})}
	if len(s.scripts) > 0 {
		c.script, s.scripts = s.scripts[0], s.scripts[1:]
	}
	s.conns = append(s.conns, c)
	if q := r.URL.Query(); q.Get("v") != "10" || q.Get("encoding") != "json" {
		s.violate("gateway: asked for %q, not v=10&encoding=json", r.URL.RawQuery)
	}
	s.change()
	s.mu.Unlock()
	defer close(c.done)
	defer ws.Close()
	code := c.serve()
	s.mu.Lock()
	c.closed, c.closeCode = true, code
	s.change()
	s.mu.Unlock()
}

// serve talks to the program until the connection ends, and returns its close
// code.
func (c *Conn) serve() int {
	if c.script.Connected != nil {
		c.script.Connected(c)
	} else {
		c.Hello()
	}
	for {
		var f struct {
			Op int             `json:"op"`
			D  json.RawMessage `json:"d"`
		}
		_, raw, err := c.ws.ReadMessage()
		if err != nil {
			if closed, ok := err.(*websocket.CloseError); ok {
				return closed.Code
			}
			return websocket.CloseAbnormalClosure
		}
		if json.Unmarshal(raw, &f) != nil {
			c.violate("not JSON")
			c.Close(4002, "Error while decoding payload.")
			continue
		}
		switch f.Op {
		case 1:
			c.beat()
		case 2:
			c.identify(f.D)
		default:
			c.violate("opcode %d", f.Op)
			c.Close(4001, "Unknown opcode.")
		}
	}
}

func (c *Conn) violate(format string, args ...any) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.violate("gateway: "+format, args...)
}

func (c *Conn) beat() {
	c.s.mu.Lock()
	c.beats++
	c.s.change()
	c.s.mu.Unlock()
	if !c.script.Deaf {
		_ = c.Send(11, nil)
	}
}

func (c *Conn) identify(raw []byte) {
	var d struct {
		Token      string            `json:"token"`
		Intents    *int              `json:"intents"`
		Properties map[string]string `json:"properties"`
	}
	if err := json.Unmarshal(raw, &d); err != nil || d.Intents == nil || d.Properties["os"] == "" || d.Properties["browser"] == "" || d.Properties["device"] == "" {
		c.violate("identify without intents or properties")
	} else if *d.Intents != 0 {
		c.violate("identify asks for intents %d", *d.Intents)
	}
	c.s.mu.Lock()
	again := c.identified
	c.identified = true
	c.s.mu.Unlock()
	switch {
	case again:
		c.violate("identified twice")
		c.Close(4005, "Already authenticated.")
	case d.Token != c.s.Token:
		c.Close(4004, "Authentication failed.")
	case c.script.Identified != nil:
		c.script.Identified(c)
	default:
		c.Ready()
	}
}
