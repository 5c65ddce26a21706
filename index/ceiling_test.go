package index

import (
	"slices"
	"testing"

	"shuyou/index/book"
)

func TestCeilingHidesLaterChapters(t *testing.T) {
	l := openLibrary(t, volumes(), t.TempDir(), false)
	b := l.Books()[0]
	if b.Last() != 3 {
		t.Fatalf("%d chapters: %+v", b.Last(), b.Chapters)
	}
	for upto, want := range map[book.Ordinal]int{0: 1, 1: 2, 2: 3, 3: 4} {
		c := book.UpTo(upto)
		result, err := l.Search(t.Context(), Query{Text: "船", Ceiling: func(*BookInfo) book.Ceiling { return c }, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		first, _ := l.Search(t.Context(), Query{Text: "渡", Ceiling: func(*BookInfo) book.Ceiling { return c }, Limit: 10})
		last := book.Ordinal(0)
		for _, p := range slices.Concat(result.Passages, first.Passages) {
			last = max(last, p.Ref.Chapter)
		}
		if last > upto {
			t.Errorf("up to %d: chapter %d is shown", upto, last)
		}
		if len(result.Passages)+len(first.Passages) != want {
			t.Errorf("up to %d: %d and %d passages, want %d", upto, len(result.Passages), len(first.Passages), want)
		}
	}
	if _, ok := l.Paragraph(book.Ref{Book: b.ID, Chapter: 3, Paragraph: 1}, 0, book.UpTo(2)); ok {
		t.Error("a paragraph past the ceiling is shown")
	}
	last := book.Ref{Book: b.ID, Chapter: 2, Paragraph: 2}
	if _, ok := l.Paragraph(last, 1, book.UpTo(2)); ok {
		t.Error("the next paragraph past the ceiling is shown")
	}
	if p, ok := l.Paragraph(last, 1, book.Everything()); !ok || p.Ref.Chapter != 3 || p.Ref.Paragraph != 1 {
		t.Errorf("after %v comes %v, %v", last, p.Ref, ok)
	}
	if result, err := l.Search(t.Context(), Query{Text: "渡", Limit: 10}); err != nil || result.Total > 1 {
		t.Errorf("without a ceiling more than the front matter is shown: %+v, %v", result, err)
	}
}
