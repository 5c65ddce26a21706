package metrics

import (
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// running is served metrics, as a supervisor reaches them.
type running struct {
	*Metrics
	address string
	client  http.Client
	stop    context.CancelFunc
}

func start(t *testing.T, ready func() (bool, string)) *running {
	t.Helper()
	leaked := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, leaked) })
	m := New(Config{
		Commands: []string{"quote", "who", "button"}, Results: []string{"answered", "late"}, Ready: ready,
		Index: func() IndexSize { return IndexSize{Books: 5, Chapters: 12, Bytes: 3 << 20} },
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- m.Serve(ctx, listener) }()
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &running{m, "http://" + listener.Addr().String(), http.Client{Transport: transport, Timeout: 10 * time.Second}, cancel}
}

func (r *running) get(t *testing.T, path string) (status int, body string) {
	t.Helper()
	response, err := r.client.Get(r.address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(raw)
}

func TestMetrics(t *testing.T) {
	r := start(t, nil)
	r.Observe("quote", "answered", 3*time.Millisecond)
	r.Observe("quote", "answered", 30*time.Millisecond)
	r.Observe("who", "late", 2*time.Second)
	r.Observe("松山密語", "松山密語", time.Second)
	r.Reconnected()
	status, body := r.get(t, "/metrics")
	if status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	for _, line := range []string{
		`shuyou_interactions_total{command="quote",result="answered"} 2`,
		`shuyou_interactions_total{command="who",result="late"} 1`,
		`shuyou_interactions_total{command="button",result="answered"} 0`,
		`shuyou_interactions_total{command="other",result="other"} 1`,
		`shuyou_interaction_seconds_bucket{command="quote",le="0.005"} 1`,
		`shuyou_interaction_seconds_bucket{command="quote",le="0.05"} 2`,
		`shuyou_interaction_seconds_count{command="who"} 1`,
		`shuyou_gateway_reconnects_total 1`,
		`shuyou_index_books 5`, `shuyou_index_chapters 12`, `shuyou_index_bytes 3.145728e+06`,
	} {
		if !strings.Contains(body, "\n"+line+"\n") {
			t.Errorf("there is no %s", line)
		}
	}
	for _, name := range []string{"go_goroutines", "process_resident_memory_bytes"} {
		if !regexp.MustCompile(`(?m)^` + name + ` \d`).MatchString(body) {
			t.Errorf("there is no %s", name)
		}
	}
	if strings.Contains(body, "松山密語") {
		t.Error("a label is what somebody typed")
	}
}

// Two programs in one process count for themselves.
func TestMetricsShareNothing(t *testing.T) {
	first, second := start(t, nil), start(t, nil)
	first.Reconnected()
	if _, body := second.get(t, "/metrics"); !strings.Contains(body, "\nshuyou_gateway_reconnects_total 0\n") {
		t.Error("one counts for the other")
	}
}

func TestHealthAndReadiness(t *testing.T) {
	ok, detail := false, "not connected to Discord"
	r := start(t, func() (bool, string) { return ok, detail })
	for _, tt := range []struct {
		path   string
		ready  bool
		status int
		says   string
	}{
		{"/healthz", false, 200, "ok\n"},
		{"/readyz", false, 503, "not ready: not connected to Discord\n"},
		{"/readyz", true, 200, "ready\n"},
		{"/", true, 404, ""},
		{"/debug/pprof/", true, 404, ""},
	} {
		ok = tt.ready
		if status, body := r.get(t, tt.path); status != tt.status || tt.says != "" && body != tt.says {
			t.Errorf("%s where ready is %v: status %d, %s", tt.path, tt.ready, status, body)
		}
	}
	response, err := r.client.Post(r.address+"/metrics", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", response.StatusCode)
	}
}
