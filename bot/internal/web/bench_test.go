package web

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkRequests tells what a request costs this package, the connection
// left aside: what is refused must be cheap.
func BenchmarkRequests(b *testing.B) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		b.Fatal(err)
	}
	at := time.Unix(1_700_000_000, 0)
	sign := func(when time.Time, body []byte) http.Header {
		timestamp := strconv.FormatInt(when.Unix(), 10)
		signature := ed25519.Sign(private, append([]byte(timestamp), body...))
		return http.Header{signatureHeader: {hex.EncodeToString(signature)}, timestampHeader: {timestamp}}
	}
	ping := []byte(`{"type":1,"id":"1","application_id":"900000000000000001","token":"t","version":1}`)
	half := append(bytes.Repeat([]byte(`{"type":2,"data":{"name":"quote"},`), 60), '{')
	mebibyte := bytes.Repeat([]byte(" "), maxBody)
	for _, bench := range []struct {
		name    string
		headers http.Header
		body    []byte
		status  int
	}{
		{"ping", sign(at, ping), ping, 200},
		{"no-signature", http.Header{timestampHeader: {strconv.FormatInt(at.Unix(), 10)}}, ping, 401},
		{"wrong-signature", sign(at, half), ping, 401},
		{"old-timestamp", sign(at.Add(-time.Hour), ping), ping, 401},
		{"garbage", sign(at, half), half, 400},
		{"2MB", sign(at, ping), bytes.Repeat([]byte(" "), 2<<20), 413},
		{"1MB-wrong-signature", sign(at, ping), mebibyte, 401}, // the dearest that anybody may send
	} {
		b.Run(bench.name, func(b *testing.B) {
			s := New(Config{PublicKey: public, Now: func() time.Time { return at }, Handle: func(context.Context, []byte, Respond) {}})
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, Path, bytes.NewReader(bench.body))
				r.Header = bench.headers
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				if w.Code != bench.status {
					b.Fatalf("status %d: %s", w.Code, strings.TrimSpace(w.Body.String()))
				}
			}
		})
	}
}
