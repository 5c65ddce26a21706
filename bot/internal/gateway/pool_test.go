package gateway

import (
	"context"
	"strings"
	"testing"
	"time"

	"shuyou/bot/internal/discordtest"
)

func (r *running) logged(t *testing.T, text string) {
	t.Helper()
	r.until(t, "the log says "+text, func() bool { return strings.Contains(r.log.String(), text) })
}

func TestHandlerPanics(t *testing.T) {
	panics := map[string]struct {
		do     func(raw []byte)
		logged string
	}{
		"with a text": {func(raw []byte) { panic(string(raw)) }, "cause=string"},
		"by itself":   {func(raw []byte) { _ = raw[len(raw)] }, "index out of range"},
	}
	for name, p := range panics {
		t.Run(name, func(t *testing.T) {
			first := true
			r := start(t, nil, func(c *Config) {
				// One slot: a panic must give it back.
				c.AtOnce = 1
				hear := c.Interaction
				c.Interaction = func(ctx context.Context, raw []byte) {
					if first {
						first = false
						p.do(raw)
					}
					hear(ctx, raw)
				}
			})
			r.s.Dispatch(discordtest.Slash("quote", discordtest.Text("text", secretText)))
			r.logged(t, p.logged)
			r.logged(t, "pool_test.go")
			r.hears(t)
		})
	}
}

func TestTooManyAtOnce(t *testing.T) {
	entered, release := make(chan struct{}, 100), make(chan struct{})
	r := start(t, nil, func(c *Config) {
		c.AtOnce = 2
		hear := c.Interaction
		c.Interaction = func(ctx context.Context, raw []byte) {
			entered <- struct{}{}
			<-release
			hear(ctx, raw)
		}
	})
	for range 3 {
		r.s.Dispatch(discordtest.Slash("quote"))
	}
	r.logged(t, "interaction dropped: too many at once")
	if n := len(entered); n > 2 {
		t.Errorf("%d at once", n)
	}
	close(release)
	r.hears(t)
}

func TestDrain(t *testing.T) {
	t.Run("an interaction under way may end", func(t *testing.T) {
		entered, release, seen := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		r := start(t, nil, func(c *Config) {
			c.Drain = 10 * time.Second
			c.Interaction = func(ctx context.Context, _ []byte) { close(entered); <-release; seen <- ctx.Err() }
		})
		r.s.Dispatch(discordtest.Slash("quote"))
		<-entered
		r.cancel()
		r.s.AwaitConn(1).AwaitEnd()
		close(release)
		if err := r.ended(t); err != nil {
			t.Error(err)
		}
		if err := <-seen; err != nil {
			t.Errorf("its context ended: %v", err)
		}
	})
	t.Run("one that does not end is cut short", func(t *testing.T) {
		entered := make(chan struct{})
		r := start(t, nil, func(c *Config) {
			c.Drain = 10 * time.Millisecond
			c.Interaction = func(ctx context.Context, _ []byte) { close(entered); <-ctx.Done() }
		})
		r.s.Dispatch(discordtest.Slash("quote"))
		<-entered
		r.cancel()
		if err := r.ended(t); err != nil {
			t.Error(err)
		}
		r.logged(t, "interactions cut short")
	})
}
