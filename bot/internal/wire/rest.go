package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// call is one REST call.
type call struct {
	op, method, path string
	secret           string // the interaction token in path
	bot              bool   // authorize with the bot token
	body             []byte
	contentType      string
	harmless         bool // twice is the same as once
	into             any  // where the answer's JSON goes; nil when it is not needed
}

const (
	maxTries    = 5       // of one call, waits for 429 included
	maxFailures = 3       // of those, 5xx or no answer
	maxAnswer   = 8 << 20 // bytes of an answer that are read
)

// do makes the call, again where that is right.
func (c *Client) do(ctx context.Context, k call) error {
	failures := 0
	for try := 1; ; try++ {
		err := c.once(ctx, k)
		if err == nil {
			return nil
		}
		if failures > 0 && errors.Is(err, ErrAlreadyAcknowledged) {
			return nil // by the try whose answer was lost
		}
		var refused *APIError
		var pause time.Duration
		switch {
		case errors.As(err, &refused) && refused.Status == http.StatusTooManyRequests:
			pause = refused.RetryAfter
		case errors.As(err, &refused) && refused.Status < 500:
			return err
		case !k.harmless && !neverSent(err):
			return err
		default:
			failures++
			pause = time.Duration(float64(200*time.Millisecond<<failures) * (0.5 + c.chance()/2))
		}
		if ctx.Err() != nil || try == maxTries || failures == maxFailures {
			return err
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) <= pause {
			return err
		}
		if c.wait(ctx, pause) != nil {
			return err
		}
	}
}

// neverSent tells whether the connection was refused before anything went out.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

func (c *Client) once(ctx context.Context, k call) error {
	secrets := []string{c.token, k.secret, url.PathEscape(k.secret)}
	fail := func(err error) error {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // the URL holds the interaction's token
		}
		return &callError{k.op, err, secrets}
	}
	var body io.Reader
	if k.body != nil {
		body = bytes.NewReader(k.body)
	}
	req, err := http.NewRequestWithContext(ctx, k.method, c.base+k.path, body)
	if err != nil {
		return fail(err)
	}
	req.Header.Set("User-Agent", c.userAgent)
	if k.bot {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	if k.body != nil {
		req.Header.Set("Content-Type", k.contentType)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return fail(err)
	}
	defer resp.Body.Close()
	answer, readErr := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		e := newAPIError(k.op, resp.StatusCode, answer, secrets)
		if e.Status == http.StatusTooManyRequests {
			e.RetryAfter = retryAfter(resp.Header, answer)
		}
		return e
	}
	if k.into == nil {
		return nil
	}
	if readErr != nil {
		return fail(fmt.Errorf("answer cut short: %w", readErr))
	}
	if err := json.Unmarshal(answer, k.into); err != nil {
		return fail(errors.New("the answer is not the JSON it should be"))
	}
	return nil
}

// retryAfter reads how long to wait: the body's retry_after (seconds, with a
// fraction) or the header's whole seconds; a second when neither says.
// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
func retryAfter(h http.Header, body []byte) time.Duration {
	var told struct {
		RetryAfter float64 `json:"retry_after"`
	}
	seconds := 0.0
	if json.Unmarshal(body, &told) == nil {
		seconds = told.RetryAfter
	}
	if seconds <= 0 {
		seconds, _ = strconv.ParseFloat(h.Get("Retry-After"), 64)
	}
	if !(seconds > 0) {
		seconds = 1
	}
	return time.Duration(min(seconds, 86400) * float64(time.Second))
}
