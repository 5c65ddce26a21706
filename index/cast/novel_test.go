package cast

import (
	"slices"
	"testing"

	"shuyou/index/book"
)

type goldCast struct {
	Characters []struct {
		Name      string
		Mentions  int
		Surfaces  []struct{ Form string }
		Ambiguous []string `json:"ambiguous_not_counted"`
	}
}

func TestNovelPeople(t *testing.T) {
	var gold goldCast
	readShared(t, &gold, "gold", "cast-三國演義.json")
	v := findOnce(t, "三國演義", func() *book.Book { return readCorpus(t, "三國演義") }).At(book.Everything())
	forms := map[string]string{}
	for _, c := range gold.Characters {
		for _, s := range c.Surfaces {
			forms[folded(s.Form)] = c.Name
		}
		for _, s := range c.Ambiguous {
			forms[folded(s)] = c.Name
		}
	}
	first := v.People()[:100]
	had := map[string]bool{}
	right := 0
	for _, p := range first {
		if name, ok := forms[folded(p.Name)]; ok {
			right++
			had[name] = true
		} else {
			t.Logf("%s is no person (%d mentions)", p.Name, p.Mentions)
		}
		for _, f := range p.Forms {
			had[forms[folded(f.Form)]] = true
		}
	}
	most := slices.SortedFunc(slices.Values(gold.Characters), func(a, b struct {
		Name      string
		Mentions  int
		Surfaces  []struct{ Form string }
		Ambiguous []string `json:"ambiguous_not_counted"`
	}) int {
		return b.Mentions - a.Mentions
	})[:50]
	among := 0
	for _, c := range most {
		if had[c.Name] {
			among++
		} else {
			t.Logf("%s is not among the first 100 (%d mentions)", c.Name, c.Mentions)
		}
	}
	for form, name := range map[string]string{"玄德": "劉備", "孔明": "諸葛亮", "雲長": "關羽", "翼德": "張飛"} {
		if p := personCalled(v, form); p == nil || personCalled(v, name) != p {
			t.Errorf("%s does not lead to %s", form, name)
		}
	}
	measure(t, "the 50 most mentioned among the first 100", among, len(most), 0.94)
	measure(t, "precision of the first 100", right, len(first), 0.88)
}
