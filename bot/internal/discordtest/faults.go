package discordtest

import (
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fault is a way in which a REST request goes wrong.
type Fault func(w http.ResponseWriter, r *http.Request)

type fault struct {
	method, path string
	left         int
	do           Fault
}

// Fail makes the next n requests with this method and path (without /api/v10,
// * for any one part) go wrong.
func (s *Server) Fail(method, path string, n int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &fault{method, path, n, f})
}

// Hold has the next request with this method and path, which has no body, wait
// until the channel is closed; it is answered then as if nothing had been.
func (s *Server) Hold(method, path string, until <-chan struct{}) {
	s.Fail(method, path, 1, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-until:
		case <-r.Context().Done():
			return
		}
		_, tail, _ := strings.Cut(r.URL.Path, "/api/v10")
		s.mu.Lock()
		defer s.mu.Unlock()
		s.route(w, r, tail, body{files: map[string]upload{}})
	})
}

// takeFault finds the fault that a request shall meet. The lock must be held.
func (s *Server) takeFault(method, path string) Fault {
	for _, f := range s.faults {
		if f.left > 0 && f.method == method && matches(f.path, path) {
			f.left--
			return f.do
		}
	}
	return nil
}

// Status answers with a status and a page that is no JSON, as what stands
// before Discord does.
func Status(code int) Fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		_, _ = w.Write([]byte("<html><title>" + strconv.Itoa(code) + "</title></html>"))
	}
}

// RateLimited answers that the request may be made again after a time.
func RateLimited(after time.Duration) Fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", strconv.Itoa(int(after.Seconds()+0.999)))
		w.Header().Set("X-RateLimit-Scope", "user")
		reply(w, 429, object{"message": "You are being rate limited.", "retry_after": after.Seconds(), "global": false})
	}
}

// Refused answers with an error of Discord's.
func Refused(status, code int, message string) Fault {
	return func(w http.ResponseWriter, _ *http.Request) { refuse(w, status, code, message) }
}

// Cut breaks the answer off in its middle.
func Cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	_, _ = w.Write([]byte(`{"url":"wss://`))
}

// Garbage answers with something that is not what it should be.
func Garbage(w http.ResponseWriter, _ *http.Request) { reply(w, 200, []any{nil, "null"}) }

// Reset breaks the connection without an answer.
func Reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// Hang answers nothing until the other side gives up.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
