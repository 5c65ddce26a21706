package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
)

// What a caller may need to tell apart; compare with errors.Is. The codes are
// those of https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
var (
	// ErrAlreadyAcknowledged: the interaction was answered before, which means
	// that another copy runs with the same token (40060).
	ErrAlreadyAcknowledged = errors.New("interaction already acknowledged")
	// ErrUnknownInteraction: it has expired, or was never ours (10062).
	ErrUnknownInteraction = errors.New("unknown interaction")
	// ErrUnknownWebhook: there is no answer yet to edit or follow, or the 15
	// minutes for it are over (10015).
	ErrUnknownWebhook = errors.New("unknown webhook")
	// ErrUnauthorized: the bot token was refused (status 401).
	ErrUnauthorized = errors.New("unauthorized")
)

// APIError is a refusal by Discord.
type APIError struct {
	// Op names the call: callback, edit original, commands …
	Op string
	// Status is the HTTP status, Code Discord's own code (0 when it gave none).
	Status, Code int
	// Message is Discord's sentence, one line, cut to 120 runes and without
	// the tokens of the call.
	Message string
	// Fields are the places Discord complained of, as path and code
	// ("data.embeds.0.description BASE_TYPE_MAX_LENGTH"); never their content.
	Fields []string
	// RetryAfter is how long Discord asks to wait (status 429), else 0.
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	s := fmt.Sprintf("discord: %s: status %d", e.Op, e.Status)
	if e.Code != 0 {
		s += fmt.Sprintf(", code %d", e.Code)
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	if len(e.Fields) > 0 {
		s += " (" + strings.Join(e.Fields, ", ") + ")"
	}
	return s
}

// Is makes the errors above match.
func (e *APIError) Is(target error) bool {
	switch target {
	case ErrAlreadyAcknowledged:
		return e.Code == 40060
	case ErrUnknownInteraction:
		return e.Code == 10062
	case ErrUnknownWebhook:
		return e.Code == 10015
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	}
	return false
}

// maxFields bounds the places an APIError names.
const maxFields = 5

// newAPIError reads Discord's error body, or whatever stands in front of
// Discord sent instead.
func newAPIError(op string, status int, body []byte, secrets []string) *APIError {
	e := &APIError{Op: op, Status: status}
	var told struct {
		Code    int            `json:"code"`
		Message string         `json:"message"`
		Errors  map[string]any `json:"errors"`
	}
	if json.Unmarshal(body, &told) == nil {
		e.Code = told.Code
		e.Message = oneLine(redact(told.Message, secrets), 120)
		for _, f := range errorFields(told.Errors, "") {
			e.Fields = append(e.Fields, oneLine(redact(f, secrets), 120))
		}
	}
	if e.Message == "" {
		e.Message = http.StatusText(status)
	}
	return e
}

func errorFields(v map[string]any, path string) []string {
	var out []string
	keys := make([]string, 0, len(v))
	for k := range v {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if len(out) >= maxFields {
			break
		}
		switch child := v[k].(type) {
		case map[string]any:
			out = append(out, errorFields(child, strings.TrimPrefix(path+"."+k, "."))...)
		case []any:
			for _, item := range child {
				if m, ok := item.(map[string]any); ok && k == "_errors" {
					out = append(out, strings.TrimSpace(fmt.Sprintf("%s %v", path, m["code"])))
				}
			}
		}
	}
	return out[:min(len(out), maxFields)]
}

// callError is a call that got no answer. It keeps the URL, and with it the
// token, out of the text.
type callError struct {
	op      string
	err     error
	secrets []string
}

func (e *callError) Error() string {
	return "discord: " + e.op + ": " + oneLine(redact(e.err.Error(), e.secrets), 200)
}

func (e *callError) Unwrap() error { return e.err }

func redact(s string, secrets []string) string {
	for _, secret := range secrets {
		if secret != "" {
			s = strings.ReplaceAll(s, secret, "[token]")
		}
	}
	return s
}

// oneLine replaces control characters and cuts s to max runes.
func oneLine(s string, max int) string {
	n := 0
	return strings.Map(func(r rune) rune {
		if n++; n > max {
			return -1
		}
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
