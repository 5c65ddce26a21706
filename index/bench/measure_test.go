package bench

import (
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// times are how long the queries of one side took.
type times []time.Duration

// rounds is how often each query is asked. The best time counts: what else
// runs on the machine is not what is measured.
const rounds = 3

// measure keeps how long f takes for the query i, at its best.
func (t *times) measure(i int, f func()) {
	took := clock(f)
	if i < len(*t) {
		(*t)[i] = min((*t)[i], took)
	} else {
		*t = append(*t, took)
	}
}

// clockVariable set to "thread" measures the processor time of the thread
// instead of the time that passes: on a machine that others use, too, the
// second says more about them.
const clockVariable = "SHUYOU_BENCH_CLOCK"

var clock = func() func(func()) time.Duration {
	if os.Getenv(clockVariable) == "thread" {
		return threadTime
	}
	return func(f func()) time.Duration {
		start := time.Now()
		f()
		return time.Since(start)
	}
}()

// add keeps how long f takes, beside all others.
func (t *times) add(f func()) { t.measure(len(*t), f) }

// percentile is in microseconds; NaN where nothing was measured.
func (t times) percentile(p float64) float64 {
	if len(t) == 0 {
		return math.NaN()
	}
	sorted := slices.Clone(t)
	slices.Sort(sorted)
	at := max(int(math.Ceil(p/100*float64(len(sorted))))-1, 0)
	return float64(sorted[at].Nanoseconds()) / 1000
}

// report gives the median and the 99th percentile of a side.
func (t times) report(b *testing.B, side string) {
	if len(t) > 0 {
		b.ReportMetric(t.percentile(50), side+"-p50-µs")
		b.ReportMetric(t.percentile(99), side+"-p99-µs")
	}
}

// reportRatio says how many times faster ours is than the better of the others.
func reportRatio(b *testing.B, ours times, others ...times) {
	for _, p := range []float64{50, 99} {
		best := math.Inf(1)
		for _, o := range others {
			if len(o) > 0 {
				best = min(best, o.percentile(p))
			}
		}
		b.ReportMetric(best/ours.percentile(p), "times-faster-p"+strconv.Itoa(int(p)))
	}
}

// noTime drops the time of the whole loop, which says nothing here.
func noTime(b *testing.B) { b.ReportMetric(0, "ns/op") }

// memory reads fields of /proc/self/status, in bytes; 0 where there is none.
func memory(field string) int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, field+":"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			if err != nil {
				return 0
			}
			return kilobytes * 1024
		}
	}
	return 0
}
