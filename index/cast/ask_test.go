package cast

import (
	"testing"

	"shuyou/index/book"
)

func TestAsk(t *testing.T) {
	text := `第一章 一
曹變蛟看著地圖冷笑道：「一群笨蛋。」洪承疇問道：「曹總兵有何高見？」
曹變蛟道：「往西走。」洪承疇沉默不語。呂布在旁，呂布笑道：「好。」
李副將說道：「遵命。」曹變蛟對李副將點了點頭。
太子朱慈烺走進帳來，朱慈烺笑道：「都起來。」
第二章 二
吳三桂來了。吳三桂說道：「我來遲了。」
`
	c := find(t, chaptersOf("問", text))
	whole, first := c.At(book.Everything()), c.At(book.UpTo(1))
	tests := []struct {
		query, name string
		how         How
	}{
		{"曹變蛟", "曹變蛟", ByForm},
		{"曹变蛟", "曹變蛟", ByForm},
		{" 曹變蛟 ", "曹變蛟", ByForm},
		{"曹總兵", "曹變蛟", ByForm},
		{"caobianjiao", "曹變蛟", ByPinyin},
		{"cao bian jiao", "曹變蛟", ByPinyin},
		{"Cáo Biànjiāo", "曹變蛟", ByPinyin},
		{"CBJ", "曹變蛟", ByInitials},
		{"lü bu", "呂布", ByPinyin},
		{"lvbu", "呂布", ByPinyin},
		{"曹變姣", "曹變蛟", ByNear},
		{"曹便交", "曹變蛟", ByNear}, // the same sounds
		{"洪成疇", "洪承疇", ByNear},
		{"曹", "曹變蛟", ByPart},
		{"變蛟", "曹變蛟", ByPart},
		{"副將", "李副將", ByTitle},
		{"太子", "朱慈烺", ByTitle}, // his office, which nobody calls him by
	}
	for _, tt := range tests {
		m := whole.Find(tt.query)
		if len(m) == 0 || m[0].Person.Name != tt.name || m[0].How != tt.how {
			t.Errorf("%s: %v, want %s by %s", tt.query, m, tt.name, tt.how)
		}
	}
	// Only what the finder does not know leaves a look-up to be made.
	for q, settled := range map[string]bool{"曹變蛟": true, "曹變姣": true, "cbj": true, "xyz": true, "": true, "他": true, "地圖": true, "武松": false} {
		if _, got := whole.Known(q); got != settled {
			t.Errorf("%q is settled: %v", q, got)
		}
	}
	for _, q := range []string{"吳三桂", "wusangui", "wsg", "吴三桂", "吳三貴"} {
		if m := first.Find(q); len(m) != 0 {
			t.Errorf("%s is found before he comes: %v", q, m[0])
		}
	}
	for _, q := range []string{"", "他", "我們", "？", "武松", "x", "那位", "大家"} {
		if m := whole.Find(q); len(m) != 0 {
			t.Errorf("%q leads to %s", q, m[0].Person.Name)
		}
	}
}

func TestSuggest(t *testing.T) {
	v := find(t, readTestdata(t, "genres/city.txt")).At(book.Everything())
	tests := []struct {
		typed string
		first string
	}{
		{"", "周以安"}, {"顾", "顾盛海"}, {"顧", "顾盛海"}, {"gu", "顾盛海"}, {"zya", "周以安"}, {"方", "方哲"}, {"武", ""},
	}
	for _, tt := range tests {
		m := v.Suggest(tt.typed, 5)
		got := ""
		if len(m) > 0 {
			got = m[0].Person.Name
		}
		if got != tt.first {
			t.Errorf("%q suggests %q first, want %q", tt.typed, got, tt.first)
		}
	}
	if n := len(v.Suggest("", 3)); n != 3 {
		t.Errorf("%d suggestions where three were asked for", n)
	}
}

// A name the finder takes for none still answers, with its passages.
func TestLookUp(t *testing.T) {
	text := "第一章 一\n他提起了皇太極，又說皇太極沒那麼多兵力。\n"
	v := find(t, chaptersOf("問", text)).At(book.Everything())
	m := v.Find("皇太极")
	if len(m) != 1 {
		t.Fatalf("皇太极: %v", m)
	}
	if p := m[0].Person; p.Name != "皇太極" || p.Mentions != 2 || len(p.Telling()) == 0 {
		t.Errorf("%s %d %v", p.Name, p.Mentions, p.Telling())
	}
}
