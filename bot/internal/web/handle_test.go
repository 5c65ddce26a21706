package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
)

// post sends an interaction in a goroutine of its own.
func (r *running) post(t *testing.T) <-chan *Response {
	t.Helper()
	p := r.discord.Prepare(discordtest.Slash("quote", discordtest.Text("text", secretText)))
	got := make(chan *Response, 1)
	go func() {
		response, err := r.Post(r.Sign(p.Raw), p.Raw)
		if err != nil {
			response = &Response{}
		}
		got <- response
	}()
	return got
}

type Response = discordtest.Response

func within[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(waitLong):
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable")
	}
}

func TestHandlersThatFail(t *testing.T) {
	fails := map[string]func(context.Context, []byte, Respond){
		"no answer":         func(context.Context, []byte, Respond) {},
		"a panic":           func(_ context.Context, raw []byte, _ Respond) { panic(string(raw)) },
		"a panic by itself": func(_ context.Context, raw []byte, _ Respond) { _ = raw[len(raw)] },
		"an answer that does not encode": func(ctx context.Context, _ []byte, respond Respond) {
			if respond(ctx, &discordgo.InteractionResponse{Type: 99}) == nil {
				panic("it was taken")
			}
		},
	}
	for name, fail := range fails {
		t.Run(name, func(t *testing.T) {
			first := true
			r := start(t, func(c *Config) {
				c.AtOnce = 1 // which must be given back
				c.Handle = func(ctx context.Context, raw []byte, respond Respond) {
					if first {
						first = false
						fail(ctx, raw, respond)
						return
					}
					_ = respond(ctx, message("好"))
				}
			})
			if got := within(t, "a response", r.post(t)); got.Status != http.StatusInternalServerError {
				t.Errorf("status %d", got.Status)
			}
			// The slot is free a moment after the response.
			for got := 0; got != http.StatusOK; {
				if got = within(t, "a response", r.post(t)).Status; got != http.StatusOK && got != http.StatusServiceUnavailable {
					t.Fatalf("the next one: status %d", got)
				}
			}
		})
	}
}

func TestOneAnswer(t *testing.T) {
	second := make(chan error, 1)
	r := start(t, func(c *Config) {
		c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
			_ = respond(ctx, message("一"))
			second <- respond(ctx, message("二"))
		}
	})
	if got := r.Send(discordtest.Slash("quote")).Await(); got.Message.Content != "一" {
		t.Errorf("answered %q", got.Message.Content)
	}
	if err := within(t, "the second answer's error", second); !errors.Is(err, errAnswered) {
		t.Errorf("the second answer: %v", err)
	}
}

func TestTooManyAtOnce(t *testing.T) {
	entered, release := make(chan struct{}, 3), make(chan struct{})
	r := start(t, func(c *Config) {
		c.AtOnce = 2
		c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
			entered <- struct{}{}
			<-release
			_ = respond(ctx, message("好"))
		}
	})
	first, second := r.post(t), r.post(t)
	within(t, "the first", entered)
	within(t, "the second", entered)
	if got := within(t, "the third", r.post(t)); got.Status != http.StatusServiceUnavailable {
		t.Errorf("the third: status %d", got.Status)
	}
	close(release)
	for _, c := range []<-chan *Response{first, second} {
		if got := within(t, "an answer", c); got.Status != http.StatusOK {
			t.Errorf("status %d", got.Status)
		}
	}
}

// Where Discord no longer waits, the work is cancelled and its answer refused.
func TestDiscordGivesUp(t *testing.T) {
	entered, refused := make(chan struct{}), make(chan error, 1)
	r := start(t, func(c *Config) {
		c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
			close(entered)
			<-ctx.Done()
			refused <- respond(context.WithoutCancel(ctx), message("晚"))
		}
	})
	p := r.discord.Prepare(discordtest.Slash("quote"))
	c := dial(t, r)
	c.head(r, p.Raw, "Content-Length: "+strconv.Itoa(len(p.Raw)))
	c.Write(p.Raw)
	within(t, "the handler", entered)
	c.Close()
	if err := within(t, "the end of the work", refused); !errors.Is(err, errAnswered) {
		t.Errorf("the answer: %v", err)
	}
}

// The work after the first answer goes on when the request is over.
func TestWorkAfterTheAnswer(t *testing.T) {
	release, seen := make(chan struct{}), make(chan error, 1)
	r := start(t, func(c *Config) {
		c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
			_ = respond(ctx, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
			<-release
			seen <- ctx.Err()
		}
	})
	p := r.discord.Prepare(discordtest.Slash("quote"))
	c := dial(t, r)
	c.head(r, p.Raw, "Connection: close\r\nContent-Length: "+strconv.Itoa(len(p.Raw)))
	c.Write(p.Raw)
	if got := c.status(t); got != http.StatusOK {
		t.Fatalf("status %d", got)
	}
	c.Close()
	close(release)
	if err := within(t, "the work", seen); err != nil {
		t.Errorf("its context ended: %v", err)
	}
}

func TestShutdown(t *testing.T) {
	t.Run("what is being answered is answered", func(t *testing.T) {
		entered, release := make(chan context.Context, 1), make(chan struct{})
		r := start(t, func(c *Config) {
			c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
				entered <- ctx
				<-release
				_ = respond(ctx, message("好"))
			}
		})
		got := r.post(t)
		ctx := within(t, "the handler", entered)
		r.stop()
		for { // no more is taken
			if response := within(t, "a response", r.post(t)); response.Status == 0 {
				break
			}
		}
		if ctx.Err() != nil {
			t.Errorf("its context ended: %v", ctx.Err())
		}
		close(release)
		if response := within(t, "the answer", got); response.Status != http.StatusOK || !strings.Contains(string(response.Body), "好") {
			t.Errorf("status %d: %s", response.Status, response.Body)
		}
		if err := r.ended(t); err != nil {
			t.Error(err)
		}
	})
	t.Run("the work after an answer ends", func(t *testing.T) {
		release, ended := make(chan struct{}), false
		r := start(t, func(c *Config) {
			c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
				_ = respond(ctx, message("好"))
				<-release
				ended = true
			}
		})
		within(t, "the answer", r.post(t))
		r.stop()
		close(release)
		if err := r.ended(t); err != nil || !ended {
			t.Errorf("ended %v, %v", ended, err)
		}
	})
	t.Run("what does not end is cut short, and says so", func(t *testing.T) {
		entered := make(chan struct{})
		r := start(t, func(c *Config) {
			c.Grace = 10 * time.Millisecond
			c.Handle = func(ctx context.Context, _ []byte, respond Respond) {
				close(entered)
				<-ctx.Done()
				_ = respond(context.WithoutCancel(ctx), message("太久"))
			}
		})
		got := r.post(t)
		within(t, "the handler", entered)
		r.stop()
		if response := within(t, "the answer", got); !strings.Contains(string(response.Body), "太久") {
			t.Errorf("status %d: %s", response.Status, response.Body)
		}
		if err := r.ended(t); err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if !strings.Contains(r.log.String(), "interactions cut short") {
			t.Errorf("the log says\n%s", &r.log)
		}
	})
}
