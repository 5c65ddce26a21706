package wire

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	botToken         = "MTIz.bot.secret"
	interactionToken = "aW50ZXJhY3Rpb24secret"
)

// step is one answer of the test server; the last one repeats.
type step func(w http.ResponseWriter)

func answers(status int, body string, headers ...string) step {
	return func(w http.ResponseWriter) {
		for n := 0; n+1 < len(headers); n += 2 {
			w.Header().Set(headers[n], headers[n+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// cut promises more than it sends.
func cut(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, `{"id":`)
}

// lost takes the request and breaks the connection.
func lost(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}
}

type seen struct {
	method, path, auth, agent, contentType, body string
}

// served runs a server that answers in steps, and a client of it. The client
// does not sleep; waits are recorded.
func served(t *testing.T, steps ...step) (*Client, func() []seen, *[]time.Duration) {
	t.Helper()
	var mu sync.Mutex
	var got []seen
	var waits []time.Duration
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		got = append(got, seen{r.Method, r.URL.RequestURI(), r.Header.Get("Authorization"), r.UserAgent(), r.Header.Get("Content-Type"), string(body)})
		answer := steps[min(len(got), len(steps))-1]
		mu.Unlock()
		answer(w)
	}))
	t.Cleanup(srv.Close)
	base, err := ParseBaseURL(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := NewClient(ClientConfig{
		BaseURL: base, Token: "Bot " + botToken, Version: "1.2.3", HTTP: srv.Client(),
		Wait:   func(ctx context.Context, d time.Duration) error { waits = append(waits, d); return ctx.Err() },
		Chance: func() float64 { return 1 },
	})
	requests := func() []seen { mu.Lock(); defer mu.Unlock(); return slices.Clone(got) }
	return c, requests, &waits
}

func TestParseBaseURL(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", "https://discord.com/api/v10"},
		{"https://discord.com", "https://discord.com/api/v10"},
		{"https://proxy.example/discord/api/", "https://proxy.example/discord/api/v10"},
		{"https://discord.com/api/v9", "https://discord.com/api/v9"},
		{"http://127.0.0.1:8080", "http://127.0.0.1:8080/api/v10"},
		{"http://[::1]:8080/", "http://[::1]:8080/api/v10"},
		{"http://localhost:8080/api/v10/", "http://localhost:8080/api/v10"},
		{"http://proxy.example", ""},
		{"http://127.0.0.1.example.org", ""},
		{"ftp://discord.com", ""},
		{"discord.com", ""},
		{"https://", ""},
		{"https://user:secret@discord.com", ""},
		{"https://discord.com/?secret=1", ""},
		{"https://discord.com/#secret", ""},
		{"https://dis\x7fcord.com/secret", ""},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			u, err := ParseBaseURL(tt.in)
			if tt.want == "" {
				if err == nil {
					t.Errorf("taken as %s", u)
				} else if strings.Contains(err.Error(), "secret") {
					t.Errorf("the error repeats the value: %v", err)
				}
				return
			}
			if err != nil || u.String() != tt.want {
				t.Errorf("got %v, %v", u, err)
			}
		})
	}
}

func TestClientRequests(t *testing.T) {
	ctx := context.Background()
	text := &data{Content: "松山"}
	tests := []struct {
		name string
		call func(c *Client) error
		answ string
		want seen
	}{
		{"callback", func(c *Client) error {
			return c.Callback(ctx, "11", interactionToken, &response{Type: message, Data: text})
		}, "", seen{"POST", "/api/v10/interactions/11/" + interactionToken + "/callback", "", "", "application/json", `{"type":4,"data":{"content":"松山","allowed_mentions":{"parse":[]}}}`}},
		{"edit original", func(c *Client) error { return c.EditOriginal(ctx, "9", interactionToken, text) }, `{}`,
			seen{"PATCH", "/api/v10/webhooks/9/" + interactionToken + "/messages/@original", "", "", "application/json", `{"content":"松山","embeds":[],"allowed_mentions":{"parse":[]},"components":[]}`}},
		{"followup", func(c *Client) error {
			id, err := c.Followup(ctx, "9", interactionToken, text)
			if id != "77" {
				t.Errorf("message id %q", id)
			}
			return err
		}, `{"id":"77"}`, seen{"POST", "/api/v10/webhooks/9/" + interactionToken, "", "", "application/json", `{"content":"松山","allowed_mentions":{"parse":[]}}`}},
		{"delete original", func(c *Client) error { return c.DeleteOriginal(ctx, "9", interactionToken) }, "",
			seen{"DELETE", "/api/v10/webhooks/9/" + interactionToken + "/messages/@original", "", "", "", ""}},
		{"send", func(c *Client) error { _, err := c.Send(ctx, "33", "day-1", text); return err }, `{"id":"78"}`,
			seen{"POST", "/api/v10/channels/33/messages", "Bot " + botToken, "", "application/json", `{"content":"松山","allowed_mentions":{"parse":[]},"nonce":"day-1","enforce_nonce":true}`}},
		{"application", func(c *Client) error {
			a, err := c.Application(ctx)
			if err == nil && (a.ID != "9" || a.Name != "書友") {
				t.Errorf("application %+v", a)
			}
			return err
		}, `{"id":"9","name":"書友","interactions_endpoint_url":null}`, seen{"GET", "/api/v10/applications/@me", "Bot " + botToken, "", "", ""}},
		{"user", func(c *Client) error { _, err := c.Me(ctx); return err }, `{"id":"9"}`, seen{"GET", "/api/v10/users/@me", "Bot " + botToken, "", "", ""}},
		{"commands", func(c *Client) error {
			list, err := c.Commands(ctx, "9")
			if !SameCommands(list, wanted()) {
				t.Errorf("%d commands, not those wanted", len(list))
			}
			return err
		}, discordHas, seen{"GET", "/api/v10/applications/9/commands?with_localizations=true", "Bot " + botToken, "", "", ""}},
		{"put commands", func(c *Client) error {
			list, err := c.PutCommands(ctx, "9", []*command{{Name: "a", Description: "d"}})
			if len(list) != 1 || list[0].ID != "5" {
				t.Errorf("commands %v", list)
			}
			return err
		}, `[{"id":"5","name":"a","description":"d","default_member_permissions":32}]`,
			seen{"PUT", "/api/v10/applications/9/commands", "Bot " + botToken, "", "application/json", `[{"type":1,"name":"a","description":"d"}]`}},
		{"gateway", func(c *Client) error {
			u, err := c.GatewayURL(ctx)
			if err == nil && u.String() != "wss://gateway.discord.gg" {
				t.Errorf("gateway %s", u)
			}
			return err
		}, `{"url":"wss://gateway.discord.gg"}`, seen{"GET", "/api/v10/gateway", "Bot " + botToken, "", "", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, got, _ := served(t, answers(200, tt.answ))
			if err := tt.call(c); err != nil {
				t.Fatal(err)
			}
			if len(got()) != 1 {
				t.Fatalf("%d requests", len(got()))
			}
			tt.want.agent = "DiscordBot (https://shuyou.invalid, 1.2.3)"
			if got()[0] != tt.want {
				t.Errorf("got  %+v\nwant %+v", got()[0], tt.want)
			}
		})
	}
}

func TestClientSendsFiles(t *testing.T) {
	c, got, _ := served(t, answers(503, ""), answers(200, "{}"))
	err := c.EditOriginal(context.Background(), "9", interactionToken, &data{Files: []*discordgo.File{{Name: "a.txt", Reader: strings.NewReader("松山")}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(got()) != 2 || got()[0].body != got()[1].body || !strings.Contains(got()[1].body, "松山") || !strings.HasPrefix(got()[1].contentType, "multipart/form-data; boundary=") {
		t.Errorf("%+v", got())
	}
}

func TestClientFaults(t *testing.T) {
	callback := func(c *Client) error {
		return c.Callback(context.Background(), "11", interactionToken, &response{Type: message, Data: &data{Content: "密"}})
	}
	followup := func(c *Client) error {
		_, err := c.Followup(context.Background(), "9", interactionToken, &data{Content: "密"})
		return err
	}
	gateway := func(c *Client) error { _, err := c.GatewayURL(context.Background()); return err }
	const url = `{"url":"wss://gateway.discord.gg"}`
	tests := []struct {
		name  string
		call  func(*Client) error
		steps []step
		tries int
		waits []time.Duration
		is    error  // the error is this
		text  string // and says this; both empty: no error
	}{
		{"answered by another copy", callback, []step{answers(400, `{"message":"Interaction has already been acknowledged.","code":40060}`)}, 1, nil,
			ErrAlreadyAcknowledged, "discord: callback: status 400, code 40060: Interaction has already been acknowledged."},
		{"too late", callback, []step{answers(404, `{"message":"Unknown interaction","code":10062}`)}, 1, nil, ErrUnknownInteraction, "code 10062"},
		{"not answered yet", followup, []step{answers(404, `{"message":"Unknown Webhook","code":10015}`)}, 1, nil, ErrUnknownWebhook, "code 10015"},
		{"bad token", gateway, []step{answers(401, `{"message":"401: Unauthorized","code":0}`)}, 1, nil, ErrUnauthorized, "discord: gateway: status 401: 401: Unauthorized"},
		{"what was wrong with the form", callback, []step{answers(400, `{"code":50035,"message":"Invalid Form Body","errors":{"data":{"embeds":{"0":{"description":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"密"}]}}}}}}`)}, 1, nil,
			nil, "discord: callback: status 400, code 50035: Invalid Form Body (data.embeds.0.description BASE_TYPE_MAX_LENGTH)"},
		{"rate limited, with a fraction", callback, []step{answers(429, `{"message":"You are being rate limited.","retry_after":0.25,"global":false}`), answers(204, "")}, 2, []time.Duration{250 * time.Millisecond}, nil, ""},
		{"rate limited by what stands before Discord", callback, []step{answers(429, `<html>`, "Retry-After", "3"), answers(204, "")}, 2, []time.Duration{3 * time.Second}, nil, ""},
		{"rate limited for good", callback, []step{answers(429, ``)}, 5, []time.Duration{time.Second, time.Second, time.Second, time.Second}, nil, "status 429: Too Many Requests"},
		{"a followup is repeated when Discord asks", followup, []step{answers(429, `{"retry_after":1}`), answers(200, `{"id":"1"}`)}, 2, []time.Duration{time.Second}, nil, ""},
		{"a followup is not repeated otherwise", followup, []step{answers(502, "<html>")}, 1, nil, nil, "discord: followup: status 502: Bad Gateway"},
		{"a followup that may have arrived is not repeated", followup, []step{lost}, 1, nil, nil, "discord: followup: "},
		{"a bad gateway passes", gateway, []step{answers(502, ""), answers(503, ""), answers(200, url)}, 3, []time.Duration{400 * time.Millisecond, 800 * time.Millisecond}, nil, ""},
		{"a bad gateway stays", gateway, []step{answers(504, "")}, 3, []time.Duration{400 * time.Millisecond, 800 * time.Millisecond}, nil, "status 504"},
		{"a cut answer", gateway, []step{cut, answers(200, url)}, 2, []time.Duration{400 * time.Millisecond}, nil, ""},
		{"an answer that is not JSON", gateway, []step{answers(200, "<html>")}, 3, []time.Duration{400 * time.Millisecond, 800 * time.Millisecond}, nil, "not the JSON"},
		{"a cut answer to a callback does no harm", callback, []step{cut}, 1, nil, nil, ""},
		{"the first try had arrived", callback, []step{lost, answers(400, `{"code":40060}`)}, 2, []time.Duration{400 * time.Millisecond}, nil, ""},
		{"a redirect is not followed", callback, []step{answers(302, "", "Location", "https://elsewhere.example/")}, 1, nil, nil, "status 302"},
		{"a gateway in clear text", gateway, []step{answers(200, `{"url":"ws://gateway.example"}`)}, 1, nil, nil, "neither wss nor ws on loopback"},
		{"no gateway", gateway, []step{answers(200, `{"url":null}`)}, 1, nil, nil, "neither wss nor ws on loopback"},
		{"a server that tells the token", callback, []step{answers(400, `{"code":1,"message":"x `+interactionToken+` y `+botToken+`\nz","errors":{"`+interactionToken+`":{"_errors":[{"code":"C"}]}}}`)}, 1, nil,
			nil, "discord: callback: status 400, code 1: x [token] y [token] z ([token] C)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, got, waits := served(t, tt.steps...)
			err := tt.call(c)
			if tt.text == "" && err != nil || tt.text != "" && (err == nil || !strings.Contains(err.Error(), tt.text)) {
				t.Errorf("error %v, want %q", err, tt.text)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
			if err != nil && (strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "密")) {
				t.Errorf("the error tells too much: %v", err)
			}
			if len(got()) != tt.tries {
				t.Errorf("%d tries, want %d", len(got()), tt.tries)
			}
			if len(*waits) != len(tt.waits) {
				t.Fatalf("waited %v, want %v", *waits, tt.waits)
			}
			for n := range tt.waits {
				if (*waits)[n] != tt.waits[n] {
					t.Errorf("waited %v, want %v", *waits, tt.waits)
				}
			}
		})
	}
}

func TestClientObeysContext(t *testing.T) {
	t.Run("a wait longer than the time left", func(t *testing.T) {
		c, got, waits := served(t, answers(429, `{"retry_after":3600}`))
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		var e *APIError
		if _, err := c.GatewayURL(ctx); !errors.As(err, &e) || e.RetryAfter != time.Hour || len(got()) != 1 || len(*waits) != 0 {
			t.Errorf("%v after %d tries, waits %v", err, len(got()), *waits)
		}
	})
	t.Run("a server that never answers", func(t *testing.T) {
		arrived, release := make(chan struct{}), make(chan struct{})
		srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(arrived); <-release }))
		defer srv.Close()
		defer close(release)
		base, _ := ParseBaseURL(srv.URL)
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-arrived; cancel() }()
		err := NewClient(ClientConfig{BaseURL: base}).Callback(ctx, "1", interactionToken, &response{Type: deferred})
		if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("nobody there", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		tries := 0
		c := NewClient(ClientConfig{BaseURL: &url.URL{Scheme: "http", Host: l.Addr().String()}, Wait: func(context.Context, time.Duration) error { tries++; return nil }})
		_, err = c.Followup(context.Background(), "9", interactionToken, &data{Content: "密"})
		if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "密") {
			t.Errorf("got %v", err)
		}
		if tries != 2 {
			t.Errorf("waited %d times: what was never sent may be sent again", tries)
		}
	})
}
