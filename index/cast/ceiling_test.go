package cast

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"shuyou/index/book"
)

// describe writes down everything a reader can learn from a view.
func describe(v *View, deep bool) []string {
	var out []string
	for _, p := range v.People() {
		var b strings.Builder
		fmt.Fprintf(&b, "%s %v %d %v %v %v", p.Name, p.Forms, p.Mentions, p.First, p.Last, p.Chapters())
		for _, c := range p.With() {
			fmt.Fprintf(&b, " %s/%d", c.Person.Name, c.Count)
		}
		if deep {
			fmt.Fprintf(&b, " %v %v %v %v", p.Paragraphs(), p.Offices(), p.Addressed(), p.Telling())
			for _, s := range p.Speeches() {
				fmt.Fprintf(&b, " %v %s %v", s.Ref, s.Text, s.Sure)
				for _, to := range s.To {
					b.WriteString(to.Name)
				}
			}
			for _, r := range p.Relations() {
				fmt.Fprintf(&b, " %s %s %v", r.Kind, r.Other, r.Sentence)
			}
		}
		out = append(out, b.String())
	}
	return out
}

func answers(v *View, queries []string) []string {
	var out []string
	for _, q := range queries {
		line := q + ":"
		for _, m := range slices.Concat(v.Find(q), v.Suggest(q, 5)) {
			line += fmt.Sprintf(" %s %s %s %v", m.Person.Name, m.Form, m.How, m.Passage)
		}
		out = append(out, line)
	}
	return out
}

// testCeiling compares the view at every chapter with that of the same book
// cut there.
func testCeiling(t *testing.T, b *book.Book) {
	t.Helper()
	whole := find(t, b)
	var queries []string
	for _, p := range whole.At(book.Everything()).People() {
		for _, f := range p.Forms {
			queries = append(queries, f.Form)
		}
	}
	queries = append(queries, "將軍", "大人", "皇上", "李", "li", "wsg")
	for i, ch := range b.Chapters {
		cut := *b
		cut.Chapters = b.Chapters[:i+1]
		alone := find(t, &cut).At(book.Everything())
		shown := whole.At(book.UpTo(ch.Ordinal))
		deep := len(b.Chapters) <= 10 || i%7 == 3
		equalLines(t, fmt.Sprintf("chapter %d", ch.Ordinal), describe(shown, deep), describe(alone, deep))
		if deep {
			equalLines(t, fmt.Sprintf("answers in chapter %d", ch.Ordinal), answers(shown, queries), answers(alone, queries))
		}
		if t.Failed() {
			return
		}
	}
}

func equalLines(t *testing.T, what string, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d people, the book cut there has %d", what, len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s:\n%s\nthe book cut there has\n%s", what, got[i], want[i])
			return
		}
	}
}

func TestCeilingNovel(t *testing.T) { testCeiling(t, readCorpus(t, "鐵冠圖")) }

func TestCeilingMadeUp(t *testing.T) {
	for _, name := range []string{"dots.txt", "shared-title.txt", "name-ends.txt", "genres/xianxia.txt", "genres/wuxia.txt", "genres/city.txt", "genres/west.txt", "genres/qing.txt", "genres/romance.txt", "genres/scifi.txt", "genres/heroes.txt", "genres/japan.txt"} {
		t.Run(name, func(t *testing.T) { testCeiling(t, readTestdata(t, name)) })
	}
}

func TestNothingRead(t *testing.T) {
	v := find(t, readTestdata(t, "name-ends.txt")).At(book.Ceiling{})
	if n := len(v.People()); n != 0 {
		t.Errorf("%d people before the first chapter", n)
	}
	if m := v.Find("曹變蛟"); len(m) != 0 {
		t.Errorf("%s is found before the first chapter", m[0].Person.Name)
	}
}

// Many may ask at once; -race watches.
func TestManyReaders(t *testing.T) {
	b := readTestdata(t, "genres/wuxia.txt")
	c := find(t, b)
	var readers sync.WaitGroup
	for i := range 12 {
		readers.Go(func() {
			v := c.At(book.UpTo(book.Ordinal(i % 3)))
			v.Find("白秋水")
			v.Find("雷幫主")
			v.Suggest("s", 3)
			describe(v, true)
		})
	}
	readers.Wait()
}
