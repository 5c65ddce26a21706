package index

import (
	"testing"
	"testing/fstest"

	"shuyou/index/book"
	"shuyou/seeds"
)

func TestReference(t *testing.T) {
	samples := openLibrary(t, seeds.FS, t.TempDir(), false)
	alone := openLibrary(t, fstest.MapFS{"渡口.txt": volumes()["渡口.txt"]}, t.TempDir(), false)
	id := alone.Books()[0].ID
	for _, tt := range []struct {
		library *Library
		text    string
		books   []string
		want    book.Ref // zero where it is none
	}{
		{samples, "選段 000 1:25", nil, book.Ref{Book: "seed-000", Chapter: 1, Paragraph: 25}},
		{samples, "选段 000 1：25", nil, book.Ref{Book: "seed-000", Chapter: 1, Paragraph: 25}},
		{samples, "選段 000 · 第 25 段", nil, book.Ref{Book: "seed-000", Chapter: 1, Paragraph: 25}},
		{samples, "選段 000 ¶25", nil, book.Ref{Book: "seed-000", Chapter: 1, Paragraph: 25}},
		{samples, "選段 000 25", nil, book.Ref{Book: "seed-000", Chapter: 1, Paragraph: 25}},
		{samples, "選段 000 二十五", nil, book.Ref{Book: "seed-000", Chapter: 1, Paragraph: 25}},
		{samples, "1:25", []string{"選段 001"}, book.Ref{Book: "seed-001", Chapter: 1, Paragraph: 25}},
		{samples, "25", []string{"選段 001"}, book.Ref{Book: "seed-001", Chapter: 1, Paragraph: 25}},
		{samples, "1:25", nil, book.Ref{}},
		{samples, "選段 000 1:99", nil, book.Ref{}},
		{samples, "選段 000", nil, book.Ref{}},
		{samples, "松山 25", nil, book.Ref{}},
		{samples, "4000", nil, book.Ref{}},
		{alone, "第二章 2", nil, book.Ref{Book: id, Chapter: 2, Paragraph: 2}},
		{alone, "第二章 來客 · 第 2 段", nil, book.Ref{Book: id, Chapter: 2, Paragraph: 2}},
		{alone, "第2章", nil, book.Ref{Book: id, Chapter: 2, Paragraph: 1}},
		{alone, "2:2", nil, book.Ref{Book: id, Chapter: 2, Paragraph: 2}},
		{alone, "渡口 3:1", nil, book.Ref{Book: id, Chapter: 3, Paragraph: 1}},
		{alone, "2", nil, book.Ref{}},
		{alone, "第二章說得對", nil, book.Ref{}},
	} {
		got, ok := tt.library.Reference(tt.text, tt.books, everything)
		if ok != (tt.want != book.Ref{}) || got != tt.want {
			t.Errorf("%q in %v is %v, %v, want %v", tt.text, tt.books, got, ok, tt.want)
		}
	}
}
