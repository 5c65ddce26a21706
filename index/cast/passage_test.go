package cast

import (
	"slices"
	"testing"

	"shuyou/index/book"
)

func TestSentences(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"他走了。天亮了！", []string{"他走了。", "天亮了！"}},
		{"她問：“誰？”無人答。", []string{"她問：“誰？”", "無人答。"}},
		{"“救命……”，有人喊道。他跑了。", []string{"“救命……”，有人喊道。", "他跑了。"}},
		{"沒有句號", []string{"沒有句號"}},
	}
	for _, tt := range tests {
		rs := []rune(tt.text)
		var got []string
		for _, s := range sentences(rs) {
			got = append(got, string(rs[s.start:s.end]))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// 他 goes on with the person, though a crowd acts in the clause before.
func TestGoesOnAfterACrowd(t *testing.T) {
	v := find(t, chaptersOf("悔", "第一章 一\n洪承疇看著眼前，好似清軍主力就在這裡等著他。他隱隱有點後悔，應該聽曹變蛟的建議。\n洪承疇說道：「走。」曹變蛟答道：「好。」\n")).At(book.Everything())
	p := personCalled(v, "洪承疇")
	if p == nil {
		t.Fatal("洪承疇 is not found")
	}
	tell := newTeller(p)
	all := tell.weigh(0, v.sceneOf(0, v.inParagraph(0), tell.w))
	if len(all) != 2 || !all[1].about {
		t.Errorf("%+v: the second sentence is not of 洪承疇", all)
	}
}
