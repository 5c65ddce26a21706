package bench

import (
	"fmt"
	"iter"
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

// BenchmarkExact asks all sides for the total and the first ten, and stops
// where two answers differ.
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
		s.search(b, inOrder(q))
		mustAnswer(b, s.bigram.exact, q)
	}
	runtime.GC()
	var ours, best, trigrams, bigrams, scans times
	answers := make([]answer, len(queries))
	same := func(side string, i int, a answer) {
		if a.total != answers[i].total || !slices.Equal(a.first, answers[i].first) {
			b.Fatalf("%q: ours is %v, %s has %v", queries[i].text, answers[i], side, a)
		}
	}
	for b.Loop() {
		// Every side goes through the queries by itself, with the caches of the
		// machine to itself, and then it is the next one's turn.
		for range rounds {
			for i, q := range queries {
				var result *index.Result
				ours.measure(i, func() { result = s.search(b, inOrder(q)) })
				answers[i] = s.answerOf(result)
			}
			for i, q := range queries {
				best.measure(i, func() { s.search(b, ranked(q)) })
			}
			for _, side := range []struct {
				name  string
				times *times
				exact func([]string) (answer, error)
				slow  bool
			}{
				{"bigram", &bigrams, s.bigram.exact, false},
				{"trigram", &trigrams, s.trigram.exact, slow && k.short},
				{"scan", &scans, s.scan.exact, slow},
			} {
				for i, q := range queries {
					if side.slow && i >= askedSlow {
						break
					}
					var a answer
					side.times.measure(i, func() { a = mustAnswer(b, side.exact, q) })
					same(side.name, i, a)
				}
			}
		}
	}
	noTime(b)
	ours.report(b, "shuyou")
	best.report(b, "shuyou-ranked")
	trigrams.report(b, "trigram")
	bigrams.report(b, "bigram")
	scans.report(b, "scan")
	reportRatio(b, ours, trigrams, bigrams)
}

// repeated goes through a list, in rounds.
func repeated[T any](list []T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for range rounds {
			for i, v := range list {
				if !yield(i, v) {
					return
				}
			}
		}
	}
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
					for i, q := range repeated(queries) {
						ours.measure(i, func() {
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
		for range rounds {
			for _, side := range []struct {
				name    string
				times   *times
				nearest func(string) (string, error)
			}{
				{"shuyou", &ours, func(line string) (string, error) { return s.nearest(b, line), nil }},
				{"trigram", &trigrams, func(line string) (string, error) { p, err := s.trigram.nearest(line); return s.keyOf(p), err }},
				{"bigram", &bigrams, func(line string) (string, error) { p, err := s.bigram.nearest(line); return s.keyOf(p), err }},
			} {
				for i, l := range lines {
					side.times.measure(i, func() {
						found, err := side.nearest(l.query)
						if err != nil {
							b.Fatal(err)
						}
						if strings.Contains(found, l.line) {
							right[side.name]++
						}
					})
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
		b.ReportMetric(n/float64(rounds*len(lines)), side+"-right-first")
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
							all[g].add(func() {
								if i%4 == 0 {
									s.nearest(b, near[i%len(near)].query)
								} else {
									s.search(b, inOrder(exact[i%len(exact)]))
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
