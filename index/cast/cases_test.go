package cast

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"shuyou/index/book"
)

// The inputs are of our own making; the bugs are public.

func readTestdata(t testing.TB, name string) *book.Book {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return chaptersOf(name, string(data))
}

func namesOf(v *View) []string {
	var out []string
	for _, p := range v.People() {
		out = append(out, p.Name)
	}
	slices.Sort(out)
	return out
}

// answer is the one person found by a form, nil where there is none.
func answer(v *View, query string) *Person {
	if m := v.Find(query); len(m) == 1 && m[0].How == ByForm {
		return m[0].Person
	}
	return nil
}

// B26, github.com/hankcs/HanLP/issues/707: the end of a name is set one
// character off because the next word can end a name as well.
func TestEndsOfNames(t *testing.T) {
	v := find(t, readTestdata(t, "name-ends.txt")).At(book.Everything())
	want := []string{"曹變蛟", "沈青衡", "陸定遠", "高平安"}
	slices.Sort(want)
	if got := namesOf(v); !slices.Equal(got, want) {
		t.Errorf("people %v, want %v", got, want)
	}
	for name, n := range map[string]int{"曹變蛟": 6, "曹变蛟": 6, "高平安": 3, "陸定遠": 3} {
		p := answer(v, name)
		if p == nil {
			t.Errorf("no %s", name)
			continue
		}
		if p.Mentions != n {
			t.Errorf("%s stands %d times, want %d", name, p.Mentions, n)
		}
		if p.First.Chapter != 1 {
			t.Errorf("%s first stands in chapter %d, want 1", name, p.First.Chapter)
		}
	}
}

// B28, github.com/fxsjy/jieba/issues/960: a transliterated name is broken at
// its dot, and each kind of dot makes another person.
func TestDots(t *testing.T) {
	v := find(t, readTestdata(t, "dots.txt")).At(book.Everything())
	const name = "阿列克謝·米哈伊洛夫"
	for _, q := range []string{name, "阿列克謝•米哈伊洛夫", "阿列克謝・米哈伊洛夫", "阿列克谢·米哈伊洛夫", "阿列克謝米哈伊洛夫", "米哈伊洛夫"} {
		if p := answer(v, q); p == nil || p.Name != name {
			t.Errorf("%s does not lead to %s: %v", q, name, p)
		}
	}
	if p := answer(v, name); p != nil {
		if p.Mentions != 7 {
			t.Errorf("%d mentions, want 7", p.Mentions)
		}
		if p.Last.Chapter != 5 {
			t.Errorf("last stands in chapter %d, want 5", p.Last.Chapter)
		}
	}
	if got := namesOf(v); len(got) != 1 {
		t.Errorf("people %v, want one", got)
	}
}

// B29, github.com/666ghj/MiroFish/issues/145: one person under several names
// becomes several people, a pronoun becomes a person, a shared title is given
// to the wrong one.
func TestSharedTitle(t *testing.T) {
	found := find(t, readTestdata(t, "shared-title.txt"))
	o, err := ParseOverlay("aliases.json", []byte(`{"曹變蛟": ["變蛟", "曹總兵"], "方遠之": ["道長"]}`))
	if err != nil {
		t.Fatal(err)
	}
	withNames, err := found.With(o)
	if err != nil {
		t.Fatal(err)
	}
	v := withNames.At(book.Everything())
	for q, name := range map[string]string{"曹變蛟": "曹變蛟", "曹变蛟": "曹變蛟", "變蛟": "曹變蛟", "曹總兵": "曹變蛟", "道長": "方遠之", "方远之": "方遠之"} {
		if p := answer(v, q); p == nil || p.Name != name {
			t.Errorf("%s does not lead to %s: %v", q, name, v.Find(q))
		}
	}
	for _, q := range []string{"曹將軍", "曹"} {
		var got []string
		for _, m := range v.Find(q) {
			got = append(got, m.Person.Name)
			if m.How == ByForm {
				t.Errorf("%s is taken for %s alone", q, m.Person.Name)
			}
		}
		slices.Sort(got)
		if want := []string{"曹文衡", "曹變蛟"}; !slices.Equal(got, want) {
			t.Errorf("%s offers %v, want %v", q, got, want)
		}
	}
	for _, q := range []string{"他", "那位", "李將軍"} {
		if m := v.Find(q); len(m) != 0 {
			t.Errorf("%s leads to %s", q, m[0].Person.Name)
		}
	}
	if p := answer(found.At(book.Everything()), "曹總兵"); p == nil || p.Name != "曹變蛟" {
		t.Errorf("曹總兵——也就是曹變蛟 does not join the two")
	}
}
