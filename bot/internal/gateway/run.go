package gateway

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"shuyou/bot/internal/pool"
	"shuyou/bot/internal/wire"
)

// Config is what Run needs. Client and Interaction must be set; every other
// field has a default, given with it.
type Config struct {
	// Client is asked where the gateway is, before every attempt.
	Client *wire.Client
	// Token is the bot token, without "Bot ".
	Token string
	// Interaction is given each interaction as Discord sent it, in a goroutine
	// of its own. A panic in it is logged and costs that interaction only. Its
	// context outlives the one of Run by Drain.
	Interaction func(ctx context.Context, raw []byte)
	// Ready, where set, is called when a session has begun, like Interaction in
	// a goroutine of its own; it may take its time.
	Ready func(context.Context, Ready)
	// Lost, where set, is called when a session or an attempt at one has ended
	// and another follows after retry. It must return soon.
	Lost func(err error, retry time.Duration)
	// Log gets a line for what an operator should know. Default: none.
	Log *slog.Logger

	// AtOnce is how many interactions are worked on at one time; more are
	// dropped with a line in the log. Default: 256.
	AtOnce int
	// Drain is how long interactions under way may go on when the context of
	// Run has ended. Default: 3 seconds.
	Drain time.Duration
	// OpenWithin is the time from asking for the gateway until the session
	// has begun. Default: 30 seconds.
	OpenWithin time.Duration
	// Silence is how long the gateway may say nothing; it must be longer than
	// the heartbeat interval (41.25 seconds at Discord). Default: 90 seconds.
	Silence time.Duration
	// MinWait and MaxWait bound the wait before another attempt. It doubles
	// from one to the other and starts again after a session that lasted
	// Steady. Defaults: 1 second, 5 minutes, 5 minutes; at that, a day of
	// failures costs fewer than half of the 1,000 sessions Discord allows.
	MinWait, MaxWait, Steady time.Duration

	// Dialer connects to the gateway. Default: one that heeds the proxy
	// settings of the environment.
	Dialer *websocket.Dialer
	// Now, Wait and Chance (in [0, 1)) are the clock's and math/rand's by
	// default. Heartbeats and deadlines go by the clock always.
	Now    func() time.Time
	Wait   func(context.Context, time.Duration) error
	Chance func() float64
}

func (c Config) withDefaults() Config {
	c.AtOnce = cmp.Or(c.AtOnce, 256)
	c.Drain = cmp.Or(c.Drain, 3*time.Second)
	c.OpenWithin = cmp.Or(c.OpenWithin, 30*time.Second)
	c.Silence = cmp.Or(c.Silence, 90*time.Second)
	c.MinWait = cmp.Or(c.MinWait, time.Second)
	c.MaxWait = cmp.Or(c.MaxWait, 5*time.Minute)
	c.Steady = cmp.Or(c.Steady, 5*time.Minute)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Ready == nil {
		c.Ready = func(context.Context, Ready) {}
	}
	if c.Lost == nil {
		c.Lost = func(error, time.Duration) {}
	}
	if c.Dialer == nil {
		c.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Wait == nil {
		c.Wait = wait
	}
	if c.Chance == nil {
		c.Chance = rand.Float64
	}
	return c
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run receives interactions until ctx ends, and then returns nil; or until
// Discord refuses for good, and then returns a *FatalError.
func Run(ctx context.Context, c Config) error {
	c = c.withDefaults()
	work := pool.New(ctx, c.AtOnce, c.Log)
	defer work.Drain(c.Drain)

	pause := c.MinWait
	for {
		began := c.Now()
		err := final(attempt(ctx, c, work))
		if ctx.Err() != nil {
			return nil
		}
		var fatal *FatalError
		if errors.As(err, &fatal) {
			return fatal
		}
		if c.Now().Sub(began) >= c.Steady {
			pause = c.MinWait
		}
		retry := atLeast(err, spread(pause, c.Chance()), c.Chance)
		pause = min(2*pause, c.MaxWait)
		c.Log.Warn("gateway session ended", "cause", err, "retry", retry.Round(time.Millisecond))
		c.Lost(err, retry)
		if c.Wait(ctx, retry) != nil {
			return nil
		}
	}
}

// spread gives a time between half of d and d, so that bots that were cut off
// together do not come back together.
func spread(d time.Duration, chance float64) time.Duration {
	return d/2 + time.Duration(chance*float64(d/2))
}

// atLeast lengthens a wait to what err asks for: the time Discord named, or one
// to five seconds after an invalid session.
// https://docs.discord.com/developers/events/gateway#resuming
func atLeast(err error, retry time.Duration, chance func() float64) time.Duration {
	var refused *wire.APIError
	switch {
	case errors.As(err, &refused):
		return max(retry, refused.RetryAfter)
	case errors.Is(err, errInvalidSession):
		return max(retry, time.Second+time.Duration(chance()*float64(4*time.Second)))
	}
	return retry
}
