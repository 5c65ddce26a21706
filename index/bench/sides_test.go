package bench

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"shuyou/index"
	"shuyou/index/book"
)

// All sides give the same answers on the samples, or the figures would compare
// different things.
func TestSidesAgree(t *testing.T) {
	l, err := index.Open(t.Context(), index.Options{Files: samples(t), Source: "samples", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := newSetting(t, l, t.TempDir(), "samples")
	t.Cleanup(func() { s.trigram.db.Close() })
	for _, k := range exactKinds {
		t.Run(k.name, func(t *testing.T) {
			for _, q := range queriesOf(s.paragraphs, k, 100) {
				want := mustAnswer(t, s.scan.exact, q)
				if want.total == 0 {
					t.Fatalf("%q: a scan does not find what was taken from the text", q.text)
				}
				for side, find := range map[string]func([]string) (answer, error){"trigram": s.trigram.exact, "bigram": s.bigram.exact} {
					if got := mustAnswer(t, find, q); got.total != want.total || !slices.Equal(got.first, want.first) {
						t.Errorf("%q: %s gives %v, a scan %v", q.text, side, got, want)
					}
				}
				if got := s.answerOf(s.search(t, inOrder(q))); got.total != want.total || !slices.Equal(got.first, want.first) {
					t.Errorf("%q: the library gives %v, a scan %v", q.text, got, want)
				}
				best := s.answerOf(s.search(t, ranked(q)))
				if best.total != want.total || len(best.first) != len(want.first) {
					t.Errorf("%q: the library ranks %v, a scan gives %v", q.text, best, want)
				}
				for _, p := range best.first {
					if !holds(s.keyOf(p), q.words) {
						t.Errorf("%q: %s does not hold it", q.text, s.keyOf(p))
					}
				}
			}
		})
	}
	t.Run("half-remembered", func(t *testing.T) {
		for _, k := range rememberedKinds {
			right := map[string]int{}
			lines := linesOf(s.paragraphs, k, 50)
			for _, l := range lines {
				for side, nearest := range map[string]func(string) (int, error){"trigram": s.trigram.nearest, "bigram": s.bigram.nearest} {
					p, err := nearest(l.query)
					if err != nil {
						t.Fatal(err)
					}
					if holds(s.keyOf(p), []string{l.line}) {
						right[side]++
					}
				}
				if holds(s.nearest(t, l.query), []string{l.line}) {
					right["shuyou"]++
				}
			}
			for _, side := range []string{"trigram", "bigram", "shuyou"} {
				if right[side] < len(lines)*8/10 {
					t.Errorf("%s: %s has %d of %d lines right", k.name, side, right[side], len(lines))
				}
			}
		}
	})
}

// The large corpus is the same every time, and of the size that is asked for.
func TestBooksAreMadeTheSame(t *testing.T) {
	var paragraphs []paragraph
	for _, text := range []string{"松山城外，大軍已至。", "他回頭看了看錦州的方向。", "「養兵千日，用兵一時。」"} {
		paragraphs = append(paragraphs, paragraph{text: text, key: index.Key(text)})
	}
	m := materialOf(paragraphs, func(book.Ref) bool { return true })
	first := m.write(rand.New(rand.NewPCG(5, 0)), 50_000)
	if !bytes.Equal(first, m.write(rand.New(rand.NewPCG(5, 0)), 50_000)) {
		t.Error("the same chance gives two books")
	}
	if bytes.Equal(first, m.write(rand.New(rand.NewPCG(5, 1)), 50_000)) {
		t.Error("another chance gives the same book")
	}
	if len(first) < 50_000 || len(first) > 50_200 {
		t.Errorf("a book of %d bytes where 50,000 were asked for", len(first))
	}
	if n := bytes.Count(first, []byte("回\n")); n != 50_000/chapterSize+1 {
		t.Errorf("%d chapters", n)
	}
}

func TestPercentiles(t *testing.T) {
	var all times
	for i := 100; i > 0; i-- {
		all = append(all, time.Duration(i)*time.Microsecond)
	}
	for p, want := range map[float64]float64{50: 50, 99: 99, 100: 100, 0: 1} {
		if got := all.percentile(p); got != want {
			t.Errorf("percentile %v is %v, not %v", p, got, want)
		}
	}
}
