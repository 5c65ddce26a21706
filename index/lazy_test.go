package index

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A page of hits that were judged as far as it takes is the page of the order
// that judging all of them gives.
func TestBestFirstIsTheWholeOrder(t *testing.T) {
	var one, other strings.Builder
	for i := range 400 {
		word := []string{"麵館", "面館", "麵店", "店裡"}[i%4]
		fmt.Fprintf(&one, "第%d天，他去了%s。%s還開著。\n", i, word, []string{"麵", "面", "門"}[i%3])
		fmt.Fprintf(&other, "面前有%d碗麵，%s。\n", i, word)
	}
	l := openLibrary(t, fstest.MapFS{"一.txt": {Data: []byte(one.String())}, "二.txt": {Data: []byte(other.String())}}, t.TempDir(), false)
	g, err := l.use()
	if err != nil {
		t.Fatal(err)
	}
	defer g.release()
	for _, text := range []string{"麵", "面", "面館", "麵館", "碗麵", "他去了"} {
		w, err := parseQuery(text)
		if err != nil {
			t.Fatal(err)
		}
		var found []bookHits
		for _, s := range g.shelves {
			hits, err := (openPart{shelf: s, open: s.text.paragraphs}).search(t.Context(), w, Query{Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			if hits.count > 0 {
				found = append(found, hits)
			}
		}
		ranked, err := rankAll(t.Context(), found, w)
		if err != nil || len(ranked) < 200 {
			t.Fatalf("%s: %d hits, %v", text, len(ranked), err)
		}
		var all []hit
		for _, h := range ranked {
			all = append(all, h.hit)
		}
		for _, limit := range []int{1, 10, 150, 2000} {
			for _, offset := range []int{0, 1, 7, 190} {
				want := all[offset:min(offset+limit, len(all))]
				if got := bestFirst(found, w, offset, limit); !slices.Equal(got, want) {
					t.Errorf("%s: %d hits from %d on are in another order", text, limit, offset)
				}
			}
		}
	}
}
