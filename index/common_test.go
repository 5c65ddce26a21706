package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"shuyou/index/book"
)

// A very common query is answered from the start of its postings: the same
// total and the same pages as when all are read.
func TestCommonQueries(t *testing.T) {
	var b strings.Builder
	for i := range 7500 {
		fmt.Fprintf(&b, "第%d天翻過了第%d座山。\n", i, i*7%1000)
	}
	b.WriteString("終於沒有路了。\n")
	l := openLibrary(t, fstest.MapFS{"山.txt": {Data: []byte(b.String())}}, t.TempDir(), false)
	for _, query := range []string{"山", "座山", "過了"} {
		all, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 1 << 20})
		if err != nil || all.Total != 7500 || len(all.Passages) != 7500 {
			t.Fatalf("%s: total %d, %d passages, %v", query, all.Total, len(all.Passages), err)
		}
		for _, offset := range []int{0, 5, 995, 4200} {
			page, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Offset: offset, Limit: 10, Within: true})
			if err != nil || page.Total != 7500 {
				t.Fatalf("%s from %d: total %d, %v", query, offset, page.Total, err)
			}
			var got, want []book.Ref
			for i, p := range page.Passages {
				got, want = append(got, p.Ref), append(want, all.Passages[offset+i].Ref)
			}
			if len(got) != 10 || !slices.Equal(got, want) {
				t.Errorf("%s from %d: %v, want %v", query, offset, got, want)
			}
		}
		// Under a ceiling, or outside the chapters, all are read.
		half, err := l.Search(t.Context(), Query{Text: query, Ceiling: func(*BookInfo) book.Ceiling { return book.UpTo(1) }, Limit: 5})
		if err != nil || half.Total == 7500 || half.Total == 0 {
			t.Errorf("%s up to the first part: total %d, %v", query, half.Total, err)
		}
	}
}

// In reading order no more than the page is read: the same total and the same
// pages as when all are, whatever chapters are counted beside them.
func TestPagesInReadingOrder(t *testing.T) {
	files := fstest.MapFS{}
	for n, name := range []string{"一.txt", "二.txt"} {
		var b strings.Builder
		for i := range 1500 {
			fmt.Fprintf(&b, "第%d天翻過了第%d座山。\n", i, n)
			if i%(3+n) == 0 {
				fmt.Fprintf(&b, "第%d天下雨。\n", i)
			}
		}
		files[name] = &fstest.MapFile{Data: []byte(b.String())}
	}
	l := openLibrary(t, files, t.TempDir(), false)
	for _, text := range []string{"山", "下雨", "座山", "第"} {
		query := Query{Text: text, Ceiling: everything, Limit: 1 << 20, Scope: Scope{InOrder: true}, Chapters: true}
		all, err := l.Search(t.Context(), query)
		if err != nil || all.Total < 500 || len(all.Passages) != all.Total {
			t.Fatalf("%s: total %d, %d passages, %v", text, all.Total, len(all.Passages), err)
		}
		for _, b := range all.Books {
			sum := 0
			for _, n := range b.Chapters {
				sum += n
			}
			if sum != b.Count {
				t.Errorf("%s: chapters count %d of %d in %s", text, sum, b.Count, b.Book.Title)
			}
		}
		query.Chapters, query.Limit = false, 10
		for _, query.Offset = range []int{0, 3, 290, all.Total - 4, all.Total} {
			page, err := l.Search(t.Context(), query)
			if err != nil || page.Total != all.Total || len(page.Books) != len(all.Books) {
				t.Fatalf("%s from %d: total %d, %v", text, query.Offset, page.Total, err)
			}
			var got, want []book.Ref
			for _, p := range page.Passages {
				got = append(got, p.Ref)
			}
			for _, p := range all.Passages[query.Offset:min(query.Offset+10, all.Total)] {
				want = append(want, p.Ref)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s from %d: %v, want %v", text, query.Offset, got, want)
			}
			if page.Books[0].Chapters != nil {
				t.Errorf("%s: chapters are counted where nobody asks", text)
			}
		}
	}
}
