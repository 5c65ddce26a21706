package cast

import (
	"context"
	"testing"

	"shuyou/index/book"
)

func BenchmarkFind(b *testing.B) {
	novel := readCorpus(b, "三國演義")
	for b.Loop() {
		if _, err := Find(context.Background(), novel); err != nil {
			b.Fatal(err)
		}
	}
}

func novelCast(b *testing.B) *Cast {
	return findOnce(b, "三國演義", func() *book.Book { return readCorpus(b, "三國演義") })
}

// BenchmarkCard makes the cards of the hundred leading people in turn, of a
// reader whose ceiling is remembered; each card is new.
func BenchmarkCard(b *testing.B) {
	c := novelCast(b)
	view := newView(c, len(c.ordinals))
	view.readScenes()
	i := 0
	for b.Loop() {
		p := view.people[i%100]
		fresh := Person{Name: p.Name, Forms: p.Forms, view: view, id: p.id, forms: p.forms,
			paragraphs: p.paragraphs, mentions: p.mentions, called: p.called, lines: p.lines, ties: p.ties}
		fresh.Offices()
		fresh.With()
		fresh.Relations()
		fresh.Telling()
		fresh.Speeches()
		fresh.Addressed()
		fresh.Chapters()
		i++
	}
}

// BenchmarkView is the first question of a reader with a new ceiling.
func BenchmarkView(b *testing.B) {
	c := novelCast(b)
	for b.Loop() {
		newView(c, len(c.ordinals)).readScenes()
	}
}

func BenchmarkAsk(b *testing.B) {
	v := novelCast(b).At(book.Everything())
	for _, q := range []string{"諸葛亮", "zhugeliang", "孔", "諸葛量", "武松"} {
		b.Run(q, func(b *testing.B) {
			for b.Loop() {
				v.Find(q)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	c := novelCast(b)
	data, err := c.AppendBinary(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(data)), "bytes")
	for b.Loop() {
		if _, err := Decode(data, int(c.first[len(c.first)-1]), c.text); err != nil {
			b.Fatal(err)
		}
	}
}
