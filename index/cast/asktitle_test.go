package cast

import (
	"maps"
	"slices"
	"testing"

	"shuyou/index/book"
)

// Who is called by a title alone comes before those who have it beside their
// surname and those who hold it, and in each the most frequent.
func TestTitleOffersThePlainestFirst(t *testing.T) {
	v := find(t, chaptersOf("問", `第一章 一
馬將軍說道：「今日風大。」高將軍答道：「風大便不出城。」
馬將軍看了看高將軍，馬將軍笑道：「好，就依高將軍。」馬將軍先走了。
征西將軍孫守義站在城頭，孫守義說道：「來的是誰？」
吳三桂進了城。李小五迎上去，對吳三桂說道：「將軍，城裡沒有糧了。」
吳三桂說道：「知道了。」
`)).At(book.Everything())
	var names []string
	for _, m := range v.Find("將軍") {
		if m.How != ByTitle || m.Passage.Text == "" {
			t.Errorf("%s is offered by %s with %q", m.Person.Name, m.How, m.Passage.Text)
		}
		names = append(names, m.Person.Name)
	}
	if want := []string{"吳三桂", "馬將軍", "高將軍", "孫守義"}; !slices.Equal(names, want) {
		t.Errorf("將軍 offers %v, want %v", names, want)
	}
}

// In a long book one place alone may be a slip: who holds the title goes before.
func TestTitleOffersWhoIsCalledSoOnceLast(t *testing.T) {
	v := find(t, chaptersOf("長", `第一章 一
征西將軍孫守義站在城頭，孫守義說道：「來的是誰？」
第二章 二
吳三桂進了城。李小五迎上去，對吳三桂說道：「將軍，城裡沒有糧了。」
第三章 三
吳三桂說道：「知道了。」
第四章 四
孫守義笑道：「好。」
`)).At(book.Everything())
	var names []string
	for _, m := range v.Find("將軍") {
		names = append(names, m.Person.Name)
	}
	if want := []string{"孫守義", "吳三桂"}; !slices.Equal(names, want) {
		t.Errorf("將軍 offers %v, want %v", names, want)
	}
}

func TestUnnamed(t *testing.T) {
	v := find(t, chaptersOf("名", `第一章 一
李副將說道：「遵命。」曹變蛟對李副將點了點頭，李副將便走了。
曹變蛟說道：「慢走。」曹總兵望著他的背影，沒有再說。
`)).At(book.Everything())
	for name, unnamed := range map[string]bool{"李副將": true, "曹變蛟": false} {
		if p := personCalled(v, name); p == nil || p.Unnamed() != unnamed {
			t.Errorf("%s: unnamed is not %v", name, unnamed)
		}
	}
}

// Several who call somebody so are told apart, each once.
func TestHolders(t *testing.T) {
	tests := []struct {
		role string
		want []string
	}{
		{"副將和參將", []string{"副将", "参将"}},
		{"副將參將", []string{"副将", "参将"}},
		{"總兵、副將與參將", []string{"总兵", "副将", "参将"}},
		{"總裁助理", []string{"总裁助理"}},
		{"副將", []string{"副将"}},
		{"眾將", []string{"众将"}},
	}
	w := loadWords()
	for _, tt := range tests {
		if got := w.holdersOf(folded(tt.role)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.role, got, tt.want)
		}
	}
}

// Who stands only in what somebody says is spoken of; who is spoken to is there.
func TestSpokenOf(t *testing.T) {
	v := find(t, chaptersOf("說", `第一章 一
曹變蛟說道：「夏承德，你去守住城門，李自成的人馬就要到了。」
夏承德答道：「遵命。」李自成還在百里之外。
`)).At(book.Everything())
	got := map[string]bool{}
	for _, c := range personCalled(v, "曹變蛟").With() {
		got[c.Person.Name] = c.SpokenOf
	}
	if want := map[string]bool{"夏承德": false, "李自成": true}; !maps.Equal(got, want) {
		t.Errorf("曹變蛟 speaks of %v, want %v", got, want)
	}
}
