package bench

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"shuyou/index"
)

// asked is how many queries of a kind each side is asked, a few where it
// takes a second for one.
const (
	asked     = 400
	askedSlow = 12
)

// BenchmarkExact asks all sides for the total and the first ten, query by
// query in turn, and stops where two answers differ.
func BenchmarkExact(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		for _, k := range exactKinds {
			b.Run(k.name, func(b *testing.B) { exact(b, s, k) })
		}
	})
}

func exact(b *testing.B, s *setting, k kind) {
	queries := queriesOf(s.paragraphs, k, asked)
	slow := len(s.paragraphs) > 100_000
	for _, q := range queries { // so that every side has its pages in memory
		s.ours(b, q)
		mustAnswer(b, s.bigram.exact, q)
	}
	runtime.GC()
	var ours, ranked, trigrams, bigrams, scans times
	for b.Loop() {
		for i, q := range queries {
			var a answer
			ours.measure(func() { a = s.ours(b, q) })
			ranked.measure(func() { s.ranked(b, q) })
			others := map[string]answer{}
			bigrams.measure(func() { others["bigram"] = mustAnswer(b, s.bigram.exact, q) })
			if !slow || !k.short || i < askedSlow {
				trigrams.measure(func() { others["trigram"] = mustAnswer(b, s.trigram.exact, q) })
			}
			if !slow || i < askedSlow {
				scans.measure(func() { others["scan"] = mustAnswer(b, s.scan.exact, q) })
			}
			for side, other := range others {
				if other.total != a.total || !slices.Equal(other.first, a.first) {
					b.Fatalf("%q: ours is %v, %s has %v", q.text, a, side, other)
				}
			}
		}
	}
	noTime(b)
	ours.report(b, "shuyou")
	ranked.report(b, "shuyou-ranked")
	trigrams.report(b, "trigram")
	bigrams.report(b, "bigram")
	scans.report(b, "scan")
	reportRatio(b, ours, trigrams, bigrams)
}

func mustAnswer(t testing.TB, side func([]string) (answer, error), q query) answer {
	t.Helper()
	a, err := side(q.words)
	if err != nil {
		t.Fatalf("%q: %v", q.text, err)
	}
	return a
}

// BenchmarkFirstPage asks as the slash command does: a page of five, with the
// words that a common character is found in.
func BenchmarkFirstPage(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		for _, k := range exactKinds[:3] {
			b.Run(k.name, func(b *testing.B) {
				queries := queriesOf(s.paragraphs, k, asked)
				runtime.GC()
				var ours times
				for b.Loop() {
					for _, q := range queries {
						ours.measure(func() {
							if _, err := s.library.Search(b.Context(), index.Query{Text: q.text, Ceiling: everything, Limit: 5, Within: true, Near: 3, NearBelow: 3}); err != nil {
								b.Fatal(err)
							}
						})
					}
				}
				noTime(b)
				ours.report(b, "shuyou")
			})
		}
	})
}

// BenchmarkHalfRemembered asks for lines with some letters lost, replaced or
// added, and says how often the passage that has the line stands first.
func BenchmarkHalfRemembered(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		for _, k := range rememberedKinds {
			b.Run(k.name, func(b *testing.B) { halfRemembered(b, s, k) })
		}
	})
}

func halfRemembered(b *testing.B, s *setting, k rememberedKind) {
	lines := linesOf(s.paragraphs, k, asked)
	if len(s.paragraphs) > 100_000 { // SQLite takes long
		lines = lines[:asked/2]
	}
	for _, l := range lines[:20] {
		s.nearest(b, l.query)
	}
	runtime.GC()
	var ours, trigrams, bigrams times
	right := map[string]float64{}
	for b.Loop() {
		clear(right)
		for _, l := range lines {
			found := map[string]string{}
			ours.measure(func() { found["shuyou"] = s.nearest(b, l.query) })
			for _, side := range []struct {
				name    string
				times   *times
				nearest func(string) (int, error)
			}{{"trigram", &trigrams, s.trigram.nearest}, {"bigram", &bigrams, s.bigram.nearest}} {
				side.times.measure(func() {
					p, err := side.nearest(l.query)
					if err != nil {
						b.Fatal(err)
					}
					found[side.name] = s.keyOf(p)
				})
			}
			for side, key := range found {
				if strings.Contains(key, l.line) {
					right[side]++
				}
			}
		}
	}
	noTime(b)
	ours.report(b, "shuyou")
	trigrams.report(b, "trigram")
	bigrams.report(b, "bigram")
	reportRatio(b, ours, trigrams, bigrams)
	for side, n := range right {
		b.ReportMetric(n/float64(len(lines)), side+"-right-first")
	}
}

// BenchmarkConcurrent asks from several goroutines at once, one line in four a
// half-remembered one.
func BenchmarkConcurrent(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		exact := queriesOf(s.paragraphs, exactKinds[6], asked)
		near := linesOf(s.paragraphs, rememberedKinds[0], asked)
		for _, n := range []int{1, 2, 8} {
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				runtime.GC()
				all := make([]times, n)
				var next atomic.Int64
				var group sync.WaitGroup
				b.ResetTimer()
				for g := range n {
					group.Go(func() {
						for {
							i := int(next.Add(1)) - 1
							if i >= b.N {
								return
							}
							all[g].measure(func() {
								if i%4 == 0 {
									s.nearest(b, near[i%len(near)].query)
								} else {
									s.ours(b, exact[i%len(exact)])
								}
							})
						}
					})
				}
				group.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
				slices.Concat(all...).report(b, "shuyou")
			})
		}
	})
}
