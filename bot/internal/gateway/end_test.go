package gateway

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"shuyou/bot/internal/discordtest"
)

func TestFatal(t *testing.T) {
	closes := func(code int) func(*discordtest.Server) {
		return func(s *discordtest.Server) {
			s.Script(discordtest.Script{Identified: func(c *discordtest.Conn) { c.Close(code, secretText) }})
		}
	}
	tests := []struct {
		name    string
		prepare func(*discordtest.Server)
		change  func(*Config)
		code    int
		text    string
		hint    string
	}{
		{"a bad token, as the gateway sees it", nil, func(c *Config) { c.Token = "bad" }, 4004, "discord ended the session for good: authentication failed (4004)", "DISCORD_TOKEN"},
		{"a bad token, as the API sees it", func(s *discordtest.Server) {
			s.Fail("GET", "/gateway", 1, discordtest.Refused(401, 0, "401: Unauthorized"))
		}, nil,
			401, "discord ended the session for good: unauthorized (401)", "DISCORD_TOKEN"},
		{"invalid shard", closes(4010), nil, 4010, "invalid shard (4010)", "does not shard"},
		{"sharding required", closes(4011), nil, 4011, "sharding required (4011)", "too many servers"},
		{"invalid version", closes(4012), nil, 4012, "invalid api version (4012)", "newer version"},
		{"invalid intents", closes(4013), nil, 4013, "invalid intents (4013)", "no intents"},
		{"disallowed intents", closes(4014), nil, 4014, "disallowed intents (4014)", "no intents"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := start(t, tt.prepare, tt.change)
			err := r.ended(t)
			var fatal *FatalError
			if !errors.As(err, &fatal) || fatal.Code != tt.code || !strings.Contains(err.Error(), tt.text) || !strings.Contains(fatal.Hint(), tt.hint) {
				t.Errorf("got %v", err)
			}
			if n := r.s.CallsTo("GET", "/gateway"); n != 1 || r.cause() != nil {
				t.Errorf("%d attempts, %v", n, r.cause())
			}
		})
	}
}

// The context may end at any moment, and Run ends with it.
func TestStops(t *testing.T) {
	nothing := func(*discordtest.Conn) {}
	tests := []struct {
		name    string
		prepare func(*discordtest.Server)
		change  func(*Config)
		moment  func(*running)
	}{
		{"while GET /gateway hangs", func(s *discordtest.Server) { s.Fail("GET", "/gateway", 1, discordtest.Hang) }, nil,
			func(r *running) { r.s.AwaitCall("GET", "/gateway", 1) }},
		{"before HELLO", func(s *discordtest.Server) { s.Script(discordtest.Script{Connected: nothing}) }, nil,
			func(r *running) { r.s.AwaitConn(1) }},
		{"before READY", func(s *discordtest.Server) { s.Script(discordtest.Script{Identified: nothing}) }, nil,
			func(r *running) { r.s.AwaitConn(1).AwaitBeats(1) }},
		{"between attempts", func(s *discordtest.Server) { s.Fail("GET", "/gateway", 1, discordtest.Status(404)) },
			func(c *Config) { c.Wait, c.MinWait = nil, time.Hour }, func(r *running) { r.s.AwaitCall("GET", "/gateway", 1) }},
		{"in a session", nil, nil, func(r *running) { r.s.AwaitSession() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := start(t, tt.prepare, tt.change)
			tt.moment(r)
			r.cancel()
			if err := r.ended(t); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWaits(t *testing.T) {
	const hour = time.Hour
	second := time.Second
	tests := []struct {
		name  string
		fault discordtest.Fault
		life  time.Duration // of each attempt, by the clock given
		want  []time.Duration
	}{
		{"doubling up to the most", discordtest.Status(404), 0, []time.Duration{second, 2 * second, 4 * second, 8 * second, 10 * second, 10 * second}},
		{"starting again after a steady session", discordtest.Status(404), 5 * time.Minute, []time.Duration{second, second, second}},
		{"as long as Discord asks", discordtest.RateLimited(hour), 0, []time.Duration{hour, hour}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			r := start(t, func(s *discordtest.Server) { s.Fail("GET", "/gateway", len(tt.want), tt.fault) }, func(c *Config) {
				c.MaxWait = 10 * second
				c.Now = func() time.Time { now = now.Add(tt.life); return now }
			})
			r.s.AwaitSession()
			r.mu.Lock()
			defer r.mu.Unlock()
			if fmt.Sprint(r.waits) != fmt.Sprint(tt.want) {
				t.Errorf("waited %v, want %v", r.waits, tt.want)
			}
		})
	}
	t.Run("spread by chance", func(t *testing.T) {
		for _, tt := range []struct {
			chance float64
			want   time.Duration
		}{{0, second / 2}, {0.5, second * 3 / 4}, {1, second}} {
			if got := spread(second, tt.chance); got != tt.want {
				t.Errorf("chance %v: %v, want %v", tt.chance, got, tt.want)
			}
		}
	})
	t.Run("one to five seconds after an invalid session", func(t *testing.T) {
		for chance, want := range map[float64]time.Duration{0: second, 1: 5 * second} {
			if got := atLeast(errInvalidSession, 0, func() float64 { return chance }); got != want {
				t.Errorf("chance %v: %v, want %v", chance, got, want)
			}
		}
	})
}
