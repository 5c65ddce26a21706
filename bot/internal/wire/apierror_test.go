package wire

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func FuzzAPIError(f *testing.F) {
	f.Add([]byte(`{"code":50035,"message":"Invalid Form Body","errors":{"data":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"x"}]}}}}`))
	f.Add([]byte(`{"message":"` + interactionToken + `\n","retry_after":1e400}`))
	f.Add([]byte(`<html>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		e := newAPIError("callback", 400, body, []string{interactionToken})
		said := e.Error()
		if strings.Contains(said, interactionToken) {
			t.Errorf("the token is told: %q", said)
		}
		if strings.ContainsAny(said, "\n\r\x1b") || utf8.RuneCountInString(said) > 900 {
			t.Errorf("not one line of a decent length: %q", said)
		}
		if d := retryAfter(http.Header{"Retry-After": {string(body)}}, body); d <= 0 || d > 24*time.Hour {
			t.Errorf("wait %v", d)
		}
	})
}
