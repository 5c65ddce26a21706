package index

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"shuyou/index/book"
)

const ferry = "老艄公姓馬，叫馬三河。馬三河說道：“今夜不渡。”\n" +
	"客人撐著傘，對馬三河說道：“我給你三兩銀子。”\n" +
	"三河搖搖頭，把船繫在柳樹下。馬三河又說道：“風太大了。”\n"

func TestCastYAMLBesideABook(t *testing.T) {
	files := fstest.MapFS{
		"渡口.txt":       {Data: []byte(ferry)},
		"渡口.cast.yaml": {Data: []byte("people:\n- name: 馬三河\n  forms: [老艄公]\n")},
		"山寺.txt":       {Data: []byte("山上的寺裡住著一個和尚，和尚每天挑水。\n")},
	}
	l := openLibrary(t, files, t.TempDir(), false)
	if n := len(l.Books()); n != 2 {
		t.Fatalf("%d books: what stands beside a book is none", n)
	}
	who, err := l.Who(t.Context(), "老艄公", "", nil, everything)
	if err != nil || who.Person == nil || who.Person.Name != "馬三河" {
		t.Errorf("老艄公 is %+v, %v; warnings %v", who.Person, err, l.Warnings())
	}
}

func TestAWrongCastYAMLNamesFileAndLine(t *testing.T) {
	files := fstest.MapFS{
		"渡口.txt":    {Data: []byte(ferry)},
		"cast.yaml": {Data: []byte("people:\n- name: 曹操\n")},
	}
	l := openLibrary(t, files, t.TempDir(), false)
	if w := l.Warnings(); len(w) != 1 || !strings.Contains(w[0], "cast.yaml:2") && !strings.Contains(w[0], "cast.yaml: line 2") {
		t.Errorf("warnings: %v", w)
	}
	if who, err := l.Who(t.Context(), "馬三河", "", nil, everything); err != nil || who.Person == nil {
		t.Errorf("the people are gone: %+v, %v", who, err)
	}
}

// A new cast.yaml and a new overlay.txt are taken up without a new reading-in.
func TestTheHandIsReloaded(t *testing.T) {
	dir := t.TempDir()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	write(t, dir, "渡口.txt", ferry, noon)
	l := openLibrary(t, openFolder(t, dir), t.TempDir(), true)
	write(t, dir, "cast.yaml", "people:\n- name: 馬三河\n  forms: [老艄公]\n", noon)
	write(t, dir, "overlay.txt", "渡口\t渡口頭\n", noon)
	if changed, err := l.Reload(t.Context()); !changed || err != nil {
		t.Errorf("changed %v, %v", changed, err)
	}
	if who, err := l.Who(t.Context(), "老艄公", "", nil, everything); err != nil || who.Person == nil {
		t.Errorf("the new form is not known: %+v, %v", who, err)
	}
	c, _, err := l.Converter("trad", "渡口", nil, func(*BookInfo) book.Ceiling { return book.Everything() })
	if err != nil || c.Convert("渡口") != "渡口頭" {
		t.Errorf("the overlay is not used: %v, %v", c.Convert("渡口"), err)
	}
	if n := len(l.Books()); n != 1 {
		t.Errorf("%d books", n)
	}
}
