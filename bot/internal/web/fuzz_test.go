package web

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"shuyou/bot/internal/wire"
)

// Whatever is sent, signed or not, is answered with a status that says so, and
// nothing but an interaction that Discord signed reaches the handler.
func FuzzReceive(f *testing.F) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		f.Fatal(err)
	}
	at := time.Unix(1_700_000_000, 0)
	now := strconv.FormatInt(at.Unix(), 10)
	f.Add(true, now, "", []byte(`{"type":1,"id":"1","application_id":"2","token":"t","version":1}`))
	f.Add(true, now, "", []byte(`{"type":2,"id":"18446744073709551615","data":{"name":"quote","options":[{"type":3,"name":"text","value":"松山"}]}}`))
	f.Add(true, now, "", []byte(`{"type":3,"id":"3","data":{"custom_id":"quote|2"},"message":{"components":[{"type":99}]}}`))
	f.Add(true, now, "", []byte(`{"type":4,"id":"-4","data":null}`))
	f.Add(true, "-9223372036854775808", "", []byte(`{"type":5}`))
	f.Add(false, now, strings.Repeat("ab", 64), []byte(`{"type":1}`))
	f.Add(false, "", "松山", []byte(nil))
	f.Fuzz(func(t *testing.T, sign bool, timestamp, signature string, body []byte) {
		var log bytes.Buffer
		reached := false
		s := New(Config{
			PublicKey: public, Now: func() time.Time { return at }, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Handle: func(ctx context.Context, raw []byte, respond Respond) {
				reached = true
				if i, err := wire.DecodeInteraction(raw); err != nil || i.Type < 2 {
					t.Errorf("the handler got %q", raw)
				}
				if !bytes.Equal(raw, body) {
					t.Error("the handler got another body")
				}
				if err := respond(ctx, message("好")); err != nil {
					t.Error(err)
				}
			},
		})
		if sign {
			signature = hex.EncodeToString(ed25519.Sign(private, append([]byte(timestamp), body...)))
		}
		for range 2 {
			reached = false
			r := httptest.NewRequest(http.MethodPost, Path, bytes.NewReader(body))
			r.Header.Set(signatureHeader, signature)
			r.Header.Set(timestampHeader, timestamp)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			s.handlers.Drain(time.Minute) // so that what the handler found is told
			switch w.Code {
			case http.StatusOK:
				if !sign {
					t.Error("an answer to what Discord did not sign")
				}
			case http.StatusUnauthorized, http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable:
				if reached {
					t.Errorf("status %d for what was handled", w.Code)
				}
			default:
				t.Errorf("status %d", w.Code)
			}
		}
		if strings.Contains(log.String(), "panicked") {
			t.Error(log.String())
		}
	})
}
