// Package bench measures package hanzi beside longbridgeapp/opencc in the same
// run. It is a module of its own, so that the program does not carry the other
// library: run go test -bench . in this folder. The texts are the novels in
// the folder shared/corpus beside the checkout.
package bench

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/longbridgeapp/opencc"

	"shuyou/index/hanzi"
)

var runs = []struct {
	name, config, text string
	boundaries         bool
}{
	{"t2s", "t2s", "三國演義.txt", false},
	{"s2t", "s2t", "隋唐演义.txt", false},
	{"s2t-boundaries", "s2t", "隋唐演义.txt", true},
	{"s2tw-boundaries", "s2tw", "隋唐演义.txt", true},
}

func corpus(tb testing.TB, name string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "corpus", name))
	if err != nil {
		tb.Skipf("reference data not there: %v", err)
	}
	return string(text)
}

// BenchmarkBeside lets both libraries convert the text in turns and reports
// the throughput of each in its best turn, and how many times faster hanzi is.
func BenchmarkBeside(b *testing.B) {
	for _, r := range runs {
		b.Run(r.name, func(b *testing.B) {
			text := corpus(b, r.text)
			ours, err := hanzi.NewConverter(r.config, hanzi.WithBoundaries(r.boundaries))
			if err != nil {
				b.Fatal(err)
			}
			theirs, err := opencc.New(r.config)
			if err != nil {
				b.Fatal(err)
			}
			best := [2]float64{math.Inf(1), math.Inf(1)} // seconds
			for b.Loop() {
				start := time.Now()
				ours.Convert(text)
				best[0] = min(best[0], time.Since(start).Seconds())
				start = time.Now()
				if _, err := theirs.Convert(text); err != nil {
					b.Fatal(err)
				}
				best[1] = min(best[1], time.Since(start).Seconds())
			}
			size := float64(len(text)) / 1e6
			b.ReportMetric(size/best[0], "hanzi-MB/s")
			b.ReportMetric(size/best[1], "longbridge-MB/s")
			b.ReportMetric(best[1]/best[0], "times")
		})
	}
}

// Both libraries must do the same work for the figures to mean anything: most
// letters of a novel come out alike.
func TestBothConvertTheText(t *testing.T) {
	for _, r := range runs {
		text := corpus(t, r.text)
		ours, err := hanzi.NewConverter(r.config, hanzi.WithBoundaries(r.boundaries))
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := opencc.New(r.config)
		if err != nil {
			t.Fatal(err)
		}
		out, err := theirs.Convert(text)
		if err != nil {
			t.Fatal(err)
		}
		a, b := []rune(ours.Convert(text)), []rune(out)
		if len(a) != len(b) {
			t.Fatalf("%s: %d runes and %d", r.name, len(a), len(b))
		}
		differ := 0
		for i := range a {
			if a[i] != b[i] {
				differ++
			}
		}
		t.Logf("%s: %d of %d runes differ", r.name, differ, len(a))
		if differ*50 > len(a) {
			t.Errorf("%s: the results differ in %d of %d runes", r.name, differ, len(a))
		}
	}
}
