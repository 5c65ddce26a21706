package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"shuyou/bot/internal/pool"
)

const (
	writeWithin = 10 * time.Second
	// An odd HELLO must turn heartbeats neither into a flood nor into silence.
	minInterval = 10 * time.Millisecond
	maxInterval = time.Minute
)

// session is one connection to the gateway.
type session struct {
	conn     *websocket.Conn
	writing  sync.Mutex
	sequence atomic.Int64 // of the last event, 0 before the first
	acked    atomic.Bool  // whether the last heartbeat was acknowledged
	given    atomic.Pointer[error]
}

// attempt opens a session and serves it until it ends. The error is never nil.
func attempt(ctx context.Context, c Config, work *pool.Pool) error {
	opening, cancel := context.WithTimeout(ctx, c.OpenWithin)
	defer cancel()
	deadline, _ := opening.Deadline()

	address, err := c.Client.GatewayURL(opening)
	if err != nil {
		return err
	}
	query := address.Query()
	query.Set("v", "10")
	query.Set("encoding", "json")
	address.RawQuery = query.Encode()
	if address.Path == "" {
		address.Path = "/"
	}
	conn, _, err := c.Dialer.DialContext(opening, address.String(), nil)
	if err != nil {
		return fmt.Errorf("connect to the gateway: %w", err)
	}
	conn.SetReadLimit(maxFrame)
	s := &session{conn: conn}
	s.acked.Store(true)

	// Whoever ends first, this or the context, closes the connection, which
	// ends the other two goroutines.
	var both sync.WaitGroup
	ended := make(chan struct{})
	both.Go(func() {
		select {
		case <-ctx.Done():
		case <-ended:
		}
		s.close()
	})
	err = s.serve(c, work, deadline, ended, &both)
	close(ended)
	both.Wait()
	if given := s.given.Load(); given != nil {
		return *given
	}
	return err
}

// serve reads frames until the connection ends.
func (s *session) serve(c Config, work *pool.Pool, openUntil time.Time, ended <-chan struct{}, heart *sync.WaitGroup) error {
	greeted, begun := false, false
	for {
		until := openUntil
		if begun {
			until = time.Now().Add(c.Silence)
		}
		if err := s.conn.SetReadDeadline(until); err != nil {
			return readError(err)
		}
		kind, raw, err := s.conn.ReadMessage()
		if err != nil {
			return readError(err)
		}
		f, err := readFrame(kind, raw)
		if err != nil {
			c.Log.Warn("gateway frame not understood", "cause", err, "bytes", len(raw))
			continue
		}
		if f.Sequence != nil {
			s.sequence.Store(*f.Sequence)
		}
		switch f.Op {
		case opHello:
			if greeted {
				continue
			}
			greeted = true
			interval, err := readInterval(f.Data)
			if err != nil {
				return err
			}
			heart.Go(func() { s.beat(interval, c.Chance(), ended) })
			if err := s.send(opIdentify, identify(c.Token)); err != nil {
				return fmt.Errorf("identify: %w", err)
			}
		case opHeartbeat:
			if err := s.heartbeat(); err != nil {
				return fmt.Errorf("heartbeat: %w", err)
			}
		case opHeartbeatAck:
			s.acked.Store(true)
		case opReconnect:
			return errReconnect
		case opInvalidSession:
			return errInvalidSession
		case opDispatch:
			switch {
			case !greeted:
			case f.Event == "READY":
				begun = true
				ready := readReady(f.Data)
				c.Log.Info("gateway session began", "application", ready.ApplicationID, "guilds", ready.Guilds)
				work.Go(func(ctx context.Context) { c.Ready(ctx, ready) })
			case f.Event == "INTERACTION_CREATE":
				give(c, work, f.Data)
			}
		}
	}
}

// give has an interaction handled, or drops it when too many are: the gateway
// must be read on, and by the time one of them ends the three seconds are over.
func give(c Config, work *pool.Pool, raw []byte) {
	if !work.Handle(func(ctx context.Context) { c.Interaction(ctx, raw) }) {
		c.Log.Warn("interaction dropped: too many at once", "at_once", work.AtOnce())
	}
}

// readInterval reads the heartbeat interval that HELLO announces.
func readInterval(raw json.RawMessage) (time.Duration, error) {
	var hello struct {
		Milliseconds float64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(raw, &hello) != nil || !(hello.Milliseconds > 0) {
		return 0, errNoHello
	}
	interval := time.Duration(min(hello.Milliseconds, float64(maxInterval.Milliseconds())) * float64(time.Millisecond))
	return max(interval, minInterval), nil
}

// identify asks for no intents: interactions come without any.
func identify(token string) any {
	type properties struct {
		OS      string `json:"os"`
		Browser string `json:"browser"`
		Device  string `json:"device"`
	}
	return struct {
		Token      string     `json:"token"`
		Intents    int        `json:"intents"`
		Properties properties `json:"properties"`
	}{token, 0, properties{runtime.GOOS, "shuyou", "shuyou"}}
}

// beat sends heartbeats until the session ends, and ends it when one was not
// acknowledged before the next is due. The first comes after a part of the
// interval, as Discord asks.
func (s *session) beat(interval time.Duration, chance float64, ended <-chan struct{}) {
	next := time.NewTimer(time.Duration(chance * float64(interval)))
	defer next.Stop()
	for {
		select {
		case <-ended:
			return
		case <-next.C:
		}
		err := errNoAck
		if s.acked.CompareAndSwap(true, false) {
			err = s.heartbeat()
		}
		if err != nil {
			s.given.CompareAndSwap(nil, &err)
			s.close()
			return
		}
		next.Reset(interval)
	}
}

func (s *session) heartbeat() error {
	if n := s.sequence.Load(); n != 0 {
		return s.send(opHeartbeat, n)
	}
	return s.send(opHeartbeat, nil)
}

func (s *session) send(op int, data any) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return s.conn.WriteJSON(struct {
		Op   int `json:"op"`
		Data any `json:"d"`
	}{op, data})
}

// close tells Discord that the session is over, so that the bot does not stay
// online for nobody, and closes the connection.
func (s *session) close() {
	// The connection may be gone already; there is nobody to tell then.
	_ = s.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
	_ = s.conn.Close()
}
