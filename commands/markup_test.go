package commands

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"shuyou/index"
)

// What must not take effect, from a public report of bots that pinged a whole
// server with a book's text.
func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"@everyone 與 @here":               `\@everyone 與 \@here`,
		"<@&123> <#1> </quote:1> <t:0:R>": `\<\@&123> \<#1> \</quote\:1> \<t\:0\:R>`,
		"**松山** ||黑|| `暗號`":               "\\*\\*松山\\*\\* \\|\\|黑\\|\\| \\`暗號\\`",
		"# 標題":                            `\# 標題`,
		"> 引文":                            `\> 引文`,
		"-# 小字":                           `\-# 小字`,
		"1. 清單":                           `1\. 清單`,
		"價 1.5 兩 - 好":                     "價 1.5 兩 - 好",
		"[松](https://a.invalid)":          `\[松\](https\://a.invalid)`,
		"_松_ ~~山~~":                       `\_松\_ \~\~山\~\~`,
		"<:smile:1> :smile:":              `\<\:smile\:1> \:smile\:`,
		`C:\n`:                            `C\:\\n`,
		"兩行\n一起":                          "兩行 一起",
	} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
		if got := unescape(escape(in)); got != strings.ReplaceAll(in, "\n", " ") {
			t.Errorf("%q comes back as %q", in, got)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text  string
		limit int
		want  string
	}{
		{"洪承疇", 3, "洪承疇"},
		{"洪承疇道", 3, "洪承…"},
		{"𠮷𠮷𠮷", 5, "𠮷𠮷…"},
		{"家👨‍👩‍👧‍👦家", 12, "家…"},
		{`好\*星\*`, 3, "好…"},
	} {
		if got := cut(tt.text, tt.limit); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.text, tt.limit, got, tt.want)
		}
	}
}

func FuzzCutAndEscape(f *testing.F) {
	f.Add("洪承疇道：“養兵千日，用兵一時。”", 7)
	f.Add("👨‍👩‍👧\\*\\_\n> # 1. x", 3)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(1, limit%5000)
		if got := cut(text, limit); units(got) > limit {
			t.Errorf("%d units of %d: %q", units(got), limit, got)
		}
		if !utf8.ValidString(text) {
			return
		}
		flat := strings.NewReplacer("\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ", "\u0085", " ", "\ufffd", "",
			"\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "").Replace(text)
		if got := unescape(escape(text)); got != flat {
			t.Errorf("%q comes back as %q", flat, got)
		}
	})
}

func TestAround(t *testing.T) {
	long := strings.Repeat("他走了很遠的路，", 12) + "到了松山。" + "天黑了，他睡下了，一夜無話。" + strings.Repeat("第二天又走，", 12) + "回家了。"
	tests := []struct {
		name, text, query string
		most              int
		want              string
	}{
		{"short is whole", "他到了松山。天黑了。", "松山", 100, "他到了**松山**。天黑了。"},
		{"a sentence of many", "從前有一座山，山裡有一座廟，廟裡有一個老和尚。老和尚走下山來到松山城裡買了三斤豆腐，又買了一些青菜。他回到廟裡，做了一頓飯，叫小和尚來吃。", "松山",
			100, "老和尚走下山來到**松山**城裡買了三斤豆腐，又買了一些青菜。…"},
		{"a closing mark stays with its sentence", "“你從哪裡來的，到這深山老林裡做什麼？”老人問他道，手裡的拐杖敲著門檻。“我從松山來，走了三天三夜才到這裡！”他一邊喘氣一邊說道。", "松山", 100,
			"“我從**松山**來，走了三天三夜才到這裡！”他一邊喘氣一邊說道。"},
		{"no query, whole", "一個人走了很久很久。", "", 100, "一個人走了很久很久。"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := around(tt.text, index.Spans(tt.text, tt.query), tt.most); got != tt.want {
				t.Errorf("shown\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
	got := around(long, index.Spans(long, "松山"), 60)
	if !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") || !strings.Contains(got, "**松山**") || units(got) > 70 {
		t.Errorf("a long sentence is shown as %q", got)
	}
}

func FuzzAround(f *testing.F) {
	f.Add("洪承疇道：“養兵千日，用兵一時。”松山", "松山", 5)
	f.Add("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧山👨‍👩‍👧👨‍👩‍👧", "山", 4)
	f.Fuzz(func(t *testing.T, text, query string, most int) {
		if !utf8.ValidString(text) {
			return
		}
		most = max(1, most%200)
		spans := index.Spans(text, query)
		got := around(text, spans, most)
		shown := strings.ReplaceAll(unescape(strings.ReplaceAll(got, "**", "")), "**", "")
		if len(spans) == 0 {
			return
		}
		first := []rune(text)[spans[0].Start]
		if !strings.ContainsRune(shown, first) && first != '\n' && first != '*' && first != utf8.RuneError {
			t.Errorf("what was asked for is not in %q (of %q)", shown, text)
		}
		if uniseg.GraphemeClusterCount(got) == 0 {
			t.Error("nothing is shown")
		}
	})
}
