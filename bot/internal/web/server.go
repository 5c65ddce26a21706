package web

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/net/netutil"

	"shuyou/bot/internal/pool"
)

// Respond gives the first answer to an interaction, and returns when it was
// written to the connection. It fails when the answer cannot be encoded, when
// Discord has given up waiting, and when called a second time.
type Respond func(context.Context, *discordgo.InteractionResponse) error

// Config is what a Server needs. PublicKey and Handle must be set; every other
// field has a default, given with it.
type Config struct {
	// PublicKey is the application's, from ParsePublicKey.
	PublicKey ed25519.PublicKey
	// Handle is given each interaction as Discord sent it, but for pings, in a
	// goroutine of its own. A panic in it is logged and costs that interaction
	// only. Its context ends when Discord has given up before the first answer,
	// and outlives the one of Serve by Grace.
	Handle func(ctx context.Context, raw []byte, respond Respond)
	// Log gets a line for what an operator should know. Default: none.
	Log *slog.Logger

	// AtOnce is how many interactions are worked on at one time; more are
	// refused with status 503. Default: 256.
	AtOnce int
	// Connections is how many connections are open at one time; more wait.
	// Default: 512.
	Connections int
	// ReadWithin is the time for a request to arrive, AnswerWithin for its
	// answer to be taken, from when its headers are there; Idle is how long a
	// connection may wait for its next request. Defaults: 5 seconds, 15 seconds,
	// 1 minute.
	ReadWithin, AnswerWithin, Idle time.Duration
	// Grace is how long what is being answered may go on when the context of
	// Serve has ended. Default: 5 seconds.
	Grace time.Duration
	// Now is the clock that signatures are held against. Default: time.Now.
	Now func() time.Time
}

func (c Config) withDefaults() Config {
	c.AtOnce = cmp.Or(c.AtOnce, 256)
	c.Connections = cmp.Or(c.Connections, 512)
	c.ReadWithin = cmp.Or(c.ReadWithin, 5*time.Second)
	c.AnswerWithin = cmp.Or(c.AnswerWithin, 15*time.Second)
	c.Idle = cmp.Or(c.Idle, time.Minute)
	c.Grace = cmp.Or(c.Grace, 5*time.Second)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// A Server answers Discord's requests. It serves once.
type Server struct {
	config   Config
	handlers *pool.Pool
	seen     seen
	large    chan struct{}
}

const (
	maxHeaders  = 16 << 10 // bytes
	largeAtOnce = 32       // bodies beyond usualBody
)

// New makes a server.
func New(c Config) *Server {
	c = c.withDefaults()
	return &Server{
		config:   c,
		handlers: pool.New(context.Background(), c.AtOnce, c.Log),
		large:    make(chan struct{}, largeAtOnce),
	}
}

// Serve answers on the listener until the context ends, finishes within the
// grace period what is being answered then, and returns nil. It closes the
// listener.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: s.config.ReadWithin,
		ReadTimeout:       s.config.ReadWithin,
		WriteTimeout:      s.config.AnswerWithin,
		IdleTimeout:       s.config.Idle,
		MaxHeaderBytes:    maxHeaders,
		ErrorLog:          slog.NewLogLogger(s.config.Log.Handler(), slog.LevelDebug),
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.stop(server)
	})
	err := server.Serve(netutil.LimitListener(listener, s.config.Connections))
	if stop() { // it ended by itself
		s.stop(server)
	} else {
		<-stopped
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving interactions over HTTP: %w", err)
	}
	return nil
}

// stop takes no more requests, lets those that are there be answered, and then
// the handlers that go on after their first answer end.
func (s *Server) stop(server *http.Server) {
	until := time.Now().Add(s.config.Grace)
	grace, cancel := context.WithDeadline(context.Background(), until)
	defer cancel()
	// An error means that the time was over: Drain then has the handlers end,
	// and what they answer is still written before the connections close.
	_ = server.Shutdown(grace)
	s.handlers.Drain(time.Until(until))
	_ = server.Close()
}
