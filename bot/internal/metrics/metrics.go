// Package metrics counts what the program does, for Prometheus, and tells a
// supervisor how it is: GET /metrics, /healthz (the process answers) and
// /readyz (it serves readers) on an address of its own, which is not meant for
// the open internet.
//
// Labels come from fixed sets. Nothing that a reader typed becomes one.
package metrics

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Config is what Metrics need.
type Config struct {
	// Commands and Results are the names that interactions are counted under;
	// any other is counted as "other".
	Commands, Results []string
	// Index is asked for the size of the index whenever the metrics are read.
	Index func() IndexSize
	// Ready tells whether readers are served, and where they are not, what is
	// amiss.
	Ready func() (ok bool, detail string)
}

// IndexSize is how much is served.
type IndexSize struct {
	Books, Chapters int
	Bytes           int64 // of the files of the index
}

// Metrics count. They are safe for use by several goroutines.
type Metrics struct {
	config       Config
	registry     *prometheus.Registry
	interactions *prometheus.CounterVec
	latency      *prometheus.HistogramVec
	reconnects   prometheus.Counter
}

// other stands for a name that is not in its set.
const other = "other"

// latencyBuckets are in seconds. Discord gives up after three.
var latencyBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2, 3}

// New makes metrics in a registry of their own.
func New(c Config) *Metrics {
	m := &Metrics{
		config:   c,
		registry: prometheus.NewRegistry(),
		interactions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "shuyou_interactions_total", Help: "Interactions by command and by what became of them.",
		}, []string{"command", "result"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "shuyou_interaction_seconds", Help: "Time until the first answer to an interaction.", Buckets: latencyBuckets,
		}, []string{"command"}),
		reconnects: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "shuyou_gateway_reconnects_total", Help: "Sessions on the gateway, and attempts at one, that ended and were followed by another.",
		}),
	}
	m.registry.MustRegister(m.interactions, m.latency, m.reconnects, indexCollector{c.Index},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	// A counter that is there before its first event has a rate from it on.
	for _, command := range c.Commands {
		for _, result := range c.Results {
			m.interactions.WithLabelValues(command, result)
		}
	}
	return m
}

// Observe counts an interaction: what it was, what became of it and how long
// its first answer took.
func (m *Metrics) Observe(command, result string, took time.Duration) {
	command, result = within(m.config.Commands, command), within(m.config.Results, result)
	m.interactions.WithLabelValues(command, result).Inc()
	m.latency.WithLabelValues(command).Observe(took.Seconds())
}

func within(set []string, name string) string {
	if slices.Contains(set, name) {
		return name
	}
	return other
}

// Reconnected counts a session on the gateway that ended and is followed by
// another.
func (m *Metrics) Reconnected() { m.reconnects.Inc() }

// indexCollector asks for the size of the index once for each reading.
type indexCollector struct{ size func() IndexSize }

var (
	indexBooks    = prometheus.NewDesc("shuyou_index_books", "Books that are served.", nil, nil)
	indexChapters = prometheus.NewDesc("shuyou_index_chapters", "Chapters that are served.", nil, nil)
	indexBytes    = prometheus.NewDesc("shuyou_index_bytes", "Size of the files of the index.", nil, nil)
)

func (c indexCollector) Describe(descs chan<- *prometheus.Desc) {
	descs <- indexBooks
	descs <- indexChapters
	descs <- indexBytes
}

func (c indexCollector) Collect(metrics chan<- prometheus.Metric) {
	size := c.size()
	for desc, value := range map[*prometheus.Desc]float64{
		indexBooks: float64(size.Books), indexChapters: float64(size.Chapters), indexBytes: float64(size.Bytes),
	} {
		metrics <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
}
