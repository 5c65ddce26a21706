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
