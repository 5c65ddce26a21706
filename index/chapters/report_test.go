package chapters

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"shuyou/index/book"
)

// prose is a few made-up paragraphs of ordinary length.
var prose = []string{
	"天還沒有亮，城裡的人已經知道了昨天夜裡發生的事情。他們站在街口，沒有人說話，只是看著那些從北門進來的馬車，一輛接著一輛，慢慢地走過去。",
	"老人把門打開，看見外面站著一個年輕人，衣服都已經濕透了。他什麼也沒有問，只說了一句：先進來吧，外面的雨還要下很久，今天晚上你是走不了了。",
	"他們在山上等了三天，可是對面的人一直沒有出現。第四天早上，有人從樹林裡跑出來，說前面的路已經斷了，大家只好回頭，沿著原來的方向往南走。",
	"這個問題他想了很久，到現在還是不明白。為什麼當時所有的人都知道，只有他自己一個人不知道呢？他覺得這件事情不會這麼簡單就結束的。",
}

func shuffle(text string) string {
	runes := []rune(text)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(runes)-1, func(i, j int) { runes[i], runes[j] = runes[j], runes[i] })
	return string(runes)
}

func TestReport(t *testing.T) {
	tests := []struct {
		name       string
		text       string
		chapter    int    // of which the warnings are wanted, from 0
		want       string // the start of a warning, empty for none
		unreliable bool
	}{
		{"nothing", "第一章\n" + strings.Join(prose, "\n"), 0, "", false},
		{"private glyphs", "第一章\n" + prose[0] + "\ue001\n" + strings.Join(prose[1:], "\n"), 0, "1 character is of a private font", false},
		{"many private glyphs", "第一章\n" + strings.ReplaceAll(prose[0], "的", "\ue001"), 0, "3 characters are of a private font", true},
		{"lost characters", "第一章\n" + strings.Repeat(prose[0], 3) + "\ufffd\n" + prose[1], 0, "1 character is lost", false},
		{"lost on the way through another encoding", "第一章\n锟斤拷锟斤拷锟斤拷" + prose[1], 0, "3 characters are lost", true},
		{"turned round", "第一章\n" + prose[0] + "\n" + backward(prose[1]), 0, "1 paragraph stood in reverse order and was turned round", false},
		{"shuffled", "第一章\n" + shuffle(prose[0]) + "\n" + shuffle(prose[1]) + "\n" + shuffle(prose[2]) + "\n" + shuffle(prose[3]), 0, "the characters of ", true},
		{"a number is missing", "第一章\n" + prose[0] + "\n第三章\n" + prose[1], 1, "number 2 is missing", false},
		{"the first is missing", prose[0] + "\n第二章\n" + prose[1] + "\n第三章\n" + prose[2], 0, "number 1 is missing", false},
		{"numbers are missing", "第一章\n" + prose[0] + "\n第五章\n" + prose[1], 1, "numbers 2–4 are missing", false},
		{"a number stands twice", "第一章 雨\n" + prose[0] + "\n第一章 雪\n" + prose[1], 1, "number 1 stands twice", false},
		{"two halves", "第一章 雨（上）\n" + prose[0] + "\n第一章 雨（下）\n" + prose[1], 1, "", false},
		{"numbers fall back", "第七章\n" + prose[0] + "\n第五章\n" + prose[1], 1, "number 5 comes after 7", false},
		{"a volume begins anew", "第一卷 山\n第一章 雨\n" + prose[0] + "\n第二章 雪\n" + prose[1] + "\n第二卷 海\n第一章 風\n" + prose[2], 2, "", false},
		{"empty", "第一章 雨\n" + prose[0] + "\n第二章 雪\n第三章 風\n" + prose[1], 1, "holds no text", false},
		{"very short", "第一章 雨\n" + strings.Repeat(prose[0], 20) + "\n第二章 雪\n略。\n第三章 風\n" + strings.Repeat(prose[1], 20), 1, "very short: 2 characters", false},
		{"very long", "第一章 雨\n" + prose[0] + "\n第二章 雪\n" + strings.Repeat(prose[2]+"\n", 600) + "第三章 風\n" + prose[1], 1, "very long:", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := chaptersOf(readPlain(t, tt.text))[tt.chapter]
			if tt.want == "" && len(c.Warnings) > 0 {
				t.Errorf("warnings %q, want none", c.Warnings)
			}
			if tt.want != "" && !slices.ContainsFunc(c.Warnings, func(w string) bool { return strings.HasPrefix(w, tt.want) }) {
				t.Errorf("warnings %q, want %q", c.Warnings, tt.want)
			}
			if c.Unreliable != tt.unreliable {
				t.Errorf("unreliable: %v", c.Unreliable)
			}
		})
	}
}

func TestParts(t *testing.T) {
	var text strings.Builder
	for i := range 400 {
		text.WriteString(prose[i%len(prose)] + "\n")
	}
	b := readPlain(t, text.String())
	if len(b.Warnings) != 1 || !strings.HasPrefix(b.Warnings[0], "no headings found; cut into ") {
		t.Errorf("warnings %q", b.Warnings)
	}
	for i, c := range b.Chapters {
		if n := runes(c.Paragraphs); n < 4500 || n > 5500 {
			t.Errorf("part %d has %d characters", i+1, n)
		}
		if c.Ordinal != book.Ordinal(i+1) || c.Title != "" || c.Number != nil {
			t.Errorf("part %d: ordinal %d, title %q", i+1, c.Ordinal, c.Title)
		}
	}
	wantNothingLost(t, b, text.String())
}
