package cast

import (
	"strings"
	"testing"

	"shuyou/index/book"
)

const overlayText = `第一章 開頭
曹變蛟與曹文衡同行。曹變蛟說道：「走罷。」曹文衡道：「好。」
第二章 中間
小曹將軍來了。曹變蛟笑道：「小曹將軍又遲到了。」馬夫子在旁，馬夫子不語。
第三章 結尾
曹文衡走了，曹變蛟沒有走。馬夫子說道：「可惜。」
`

func withOverlay(t *testing.T, yaml string) *Cast {
	t.Helper()
	o, err := ParseOverlay("cast.yaml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	c, err := find(t, chaptersOf("手", overlayText)).With(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func formsOf(p *Person) string {
	var out []string
	for _, f := range p.Forms {
		out = append(out, f.Form)
	}
	return strings.Join(out, " ")
}

func TestOverlayJoinsFromItsChapter(t *testing.T) {
	c := withOverlay(t, `
people:
- name: 曹文衡
  forms:
  - {form: 小曹將軍, from: 3}
`)
	if p := answer(c.At(book.UpTo(2)), "小曹將軍"); p != nil && p.Name == "曹文衡" {
		t.Error("小曹將軍 is 曹文衡 before chapter 3")
	}
	p := answer(c.At(book.UpTo(3)), "小曹將軍")
	if p == nil || p.Name != "曹文衡" {
		t.Fatalf("小曹將軍 is %v in chapter 3", p)
	}
	if got := formsOf(p); !strings.Contains(got, "小曹將軍") {
		t.Errorf("forms %s", got)
	}
}

func TestOverlayRenamesMergesHidesNotes(t *testing.T) {
	c := withOverlay(t, `
people:
- name: 曹變蛟
  show: 曹總兵
  merge: [曹文衡]
  notes:
  - text: 後來走了
    from: 3
  - 開頭就在
- name: 馬夫子
  hide: true
`)
	v := c.At(book.UpTo(2))
	p := answer(v, "曹文衡")
	if p == nil || p.Name != "曹總兵" || p != answer(v, "曹變蛟") {
		t.Fatalf("曹文衡 leads to %v", p)
	}
	if answer(v, "曹總兵") != p {
		t.Error("the name of cast.yaml does not lead to the person")
	}
	if len(p.Notes) != 1 || p.Notes[0].Text != "開頭就在" {
		t.Errorf("notes before chapter 3: %v", p.Notes)
	}
	if p := answer(c.At(book.Everything()), "曹變蛟"); len(p.Notes) != 2 {
		t.Errorf("notes at the end: %v", p.Notes)
	}
	if m := c.At(book.Everything()).Find("馬夫子"); len(m) != 0 {
		t.Errorf("馬夫子 is hidden and leads to %s", m[0].Person.Name)
	}
}

func TestOverlaySplits(t *testing.T) {
	text := "第一章 一\n洪承疇嘆道：「走罷。」夏承德問道：「洪大帥何往？」洪承疇道：「往東。」\n"
	found := find(t, chaptersOf("手", text))
	if p := answer(found.At(book.Everything()), "洪大帥"); p == nil || p.Name != "洪承疇" {
		t.Fatalf("洪大帥 leads to %v", p)
	}
	o, err := ParseOverlay("cast.yaml", []byte("people:\n- name: 洪承疇\n  without: [洪大帥]\n"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := found.With(o)
	if err != nil {
		t.Fatal(err)
	}
	if p := answer(c.At(book.Everything()), "洪大帥"); p == nil || p.Name != "洪大帥" {
		t.Errorf("taken from 洪承疇, 洪大帥 leads to %v", p)
	}
}

func TestOverlayErrorsNameFileAndLine(t *testing.T) {
	tests := []struct{ name, yaml, want string }{
		{"no yaml", "people: [", "cast.yaml:"},
		{"unknown key", "people:\n- name: 曹變蛟\n  alias: 小曹\n", "cast.yaml:3: unknown key"},
		{"no name", "people:\n- forms: [小曹]\n", "cast.yaml:2: an entry needs a name"},
		{"a list is wanted", "people: 曹變蛟\n", "cast.yaml:1: people must be a list"},
		{"a chapter that is none", "people:\n- name: 曹變蛟\n  notes:\n  - {text: 走了, from: 三}\n", "cast.yaml:4: from must be"},
		{"hide is not true or false", "people:\n- name: 曹變蛟\n  hide: maybe\n", "cast.yaml:3: hide must be"},
		{"an empty form", "people:\n- name: 曹變蛟\n  forms: [\"\"]\n", "cast.yaml:3: the form is empty"},
		{"a person who is not in the book", "people:\n- name: 曹變蛟\n- name: 武松\n", "cast.yaml:3: 武松 does not stand in the book"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, err := ParseOverlay("cast.yaml", []byte(tt.yaml))
			if err == nil {
				_, err = find(t, chaptersOf("手", overlayText)).With(o)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// What is written for the whole book and read again changes nothing, at any
// chapter.
func TestOverlayWritten(t *testing.T) {
	for _, name := range []string{"genres/xianxia.txt", "genres/wuxia.txt", "genres/west.txt", "shared-title.txt"} {
		b := readTestdata(t, name)
		c := find(t, b)
		yaml := c.YAML()
		o, err := ParseOverlay("cast.yaml", yaml)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, yaml)
		}
		again, err := c.With(o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, ch := range b.Chapters {
			at := book.UpTo(ch.Ordinal)
			got, want := namesOf(again.At(at)), namesOf(c.At(at))
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("%s, chapter %d: %v, without the file %v", name, ch.Ordinal, got, want)
			}
		}
	}
}
