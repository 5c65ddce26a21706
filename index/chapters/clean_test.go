package chapters

import (
	"fmt"
	"strings"
	"testing"
)

// Lines and pieces of lines that no author writes, in the middle of a chapter.
func TestScrub(t *testing.T) {
	tests := []struct {
		line, kept, rule string
	}{
		{"請記住本書首發域名：www.example.com。手機版閱讀網址：m.example.com", "", RuleNag},
		{"天才一秒記住本站地址：www.example.com", "", RuleNag},
		{"手机用户请浏览m.example.com阅读，更优质的阅读体验。", "", RuleNag},
		{"喜欢長街夜請大家收藏：（www.example.com）長街夜更新速度最快。", "", RuleNag},
		{"（本章未完，請點擊下一頁繼續閱讀）", "", RuleNag},
		{"小主，這個章節後面還有哦，請點擊下一頁繼續閱讀，後面更精彩！", "", RuleNag},
		{"轉載請註明出處，謝謝。", "", RuleNag},
		{"正在手打中，請稍等片刻，內容更新後，請重新刷新頁面，即可獲取最新更新！", "", RuleNag},
		{"本書由某某論壇整理製作，僅供試閱", "", RuleNag},
		{"ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ", "", RuleNag},
		{"上一章 目錄 下一章", "", RuleNavigation},
		{"←上一頁 | 返回書頁 | 下一頁→", "", RuleNavigation},
		{"上一章 返回目录 下一章 加入书签", "", RuleNavigation},
		{"第(1/3)頁", "", RulePagination},
		{"第 3/3 頁", "", RulePagination},
		{"--------------", "", RuleRuler},
		{"＊　＊　＊", "", RuleRuler},
		{"☆☆☆☆☆", "", RuleRuler},
		// Put into a paragraph.
		{"他走到門口。（本章未完，請翻頁）", "他走到門口。", RuleNag},
		{"他走到門口。本章未完，請點擊下一頁繼續閱讀", "他走到門口。", RuleNag},
		{"他走到【某某小說網 www.example.com】門口，停住了。", "他走到門口，停住了。", RuleNag},
		{"請記住本站域名。他走到門口，停住了。", "他走到門口，停住了。", RuleNag},
		// What belongs to a story.
		{"https://example.invalid/invite 松山", "https://example.invalid/invite 松山", ""},
		{"[松山](https://example.invalid/) 不是連結，<https://example.invalid/> 也不是。", "[松山](https://example.invalid/) 不是連結，<https://example.invalid/> 也不是。", ""},
		{"他說：“去 https://example.org/a 看松山。”", "他說：“去 https://example.org/a 看松山。”", ""},
		{"松山在 https://example.org 上寫著。", "松山在 https://example.org 上寫著。", ""},
		{"「請記住我們今天說的話。」他說。", "「請記住我們今天說的話。」他說。", ""},
		{"他掃了二維碼，付了錢，走出門去。", "他掃了二維碼，付了錢，走出門去。", ""},
		{"請上樓看書吧，樓下太吵了。", "請上樓看書吧，樓下太吵了。", ""},
		{"林凡百度一下，什麼也沒有查到。", "林凡百度一下，什麼也沒有查到。", ""},
		{"這些典籍僅供學習之用，不得外傳。", "這些典籍僅供學習之用，不得外傳。", ""},
		{"網上的小說都能免費下載，誰還買書。", "網上的小說都能免費下載，誰還買書。", ""},
		{"這本小說首發那天，書店門口排起了長龍。", "這本小說首發那天，書店門口排起了長龍。", ""},
		{"這一章他讀了三遍，下一章還是沒有翻開。", "這一章他讀了三遍，下一章還是沒有翻開。", ""},
		{"「求月票的人，都沒有好下場。」他冷笑了一聲。", "「求月票的人，都沒有好下場。」他冷笑了一聲。", ""},
		{"……", "……", ""},
		{"——", "——", ""},
		{"“……”", "“……”", ""},
		{"詩曰：", "詩曰：", ""},
		{"（他想了想，還是沒有說出口。）", "（他想了想，還是沒有說出口。）", ""},
		{"1 < 2 && 3 > 2", "1 < 2 && 3 > 2", ""},
		{"信封上寫着<急>。", "信封上寫着<急>。", ""},
		// Residue.
		{"br />", "", RuleResidue},
		{"&nbsp;&nbsp;他走了。", "他走了。", RuleResidue},
		{"<p>他走了。</p>", "他走了。", RuleResidue},
		{"他走<font color=\"red\">了</font>。", "他走了。", RuleResidue},
		{"他說：&quot;走吧。&quot;", "他說：\"走吧。\"", ""},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			b := readPlain(t, "第一章 夜\n開頭的一句話。\n"+tt.line+"\n當中的一句話。\n結尾的一句話。")
			var kept []string
			for _, p := range chaptersOf(b)[0].Paragraphs {
				kept = append(kept, p.Text)
			}
			got := strings.TrimSuffix(strings.TrimPrefix(strings.Join(kept, "\n"), "開頭的一句話。\n"), "當中的一句話。\n結尾的一句話。")
			if got = strings.TrimSpace(got); got != tt.kept {
				t.Errorf("kept %q, want %q", got, tt.kept)
			}
			rule := ""
			for _, r := range b.Removed {
				rule = r.Rule
				if r.Line != 3 || r.File != "" {
					t.Errorf("removed %+v, want line 3", r)
				}
			}
			if rule != tt.rule {
				t.Errorf("rule %q, want %q", rule, tt.rule)
			}
		})
	}
}

// What is left out at the edge of a chapter, and stays in the middle of one.
func TestEdges(t *testing.T) {
	tests := []struct {
		line  string
		rule  string // empty where the line stays at the edge too
		start bool   // the line stands at the start of the chapter, not at its end
	}{
		{"（本章完）", RuleEnd, false},
		{"第一章 完", RuleEnd, false},
		{"未完待續", RuleEnd, false},
		{"（未完待续。）", RuleEnd, false},
		{"全書完", RuleEnd, false},
		{"THE END", RuleEnd, false},
		{"第一更送到，求月票！", RuleBegging, false},
		{"（三更）", RuleBegging, false},
		{"今天第二更，還有一章。", RuleBegging, false},
		{"求推薦票，求收藏！", RuleBegging, false},
		{"感謝書友某某的打賞！", RuleBegging, false},
		{"PS：第五十一章明天發。", RuleNote, false},
		{"（ps：感谢大家）", RuleNote, true},
		{"書友群：123456789，歡迎加入", RuleNote, false},
		{"作者有話要說：今天更新晚了", RuleNote, false},
		{"更新於2019-05-01 12:30:00", RuleInfo, true},
		{"字數：3021", RuleInfo, true},
		{"作者：某某", RuleInfo, true},
		{"下一章", RuleNavigation, false},
		{"1/3", RulePagination, false},
		{"插圖", RuleResidue, true},
		// What stays.
		{"完了。", "", false},
		{"終於結束了。", "", false},
		{"欲知後事如何，且聽下回分解。", "", false},
		{"正文結束後，請聽下回分解。", "", false},
		{"三更時分，外面下起了雨。", "", false},
		{"「給我投月票！」老人喊道。", "", false},
		{"老人喊道：「給我投月票，求求各位！」", "", false},
		{"她求了一夜的月票，天亮才睡下。", "", false},
		{"他感謝了所有打賞的人。", "", false},
		{"詩曰：", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			text := "開頭的一句話。\n中間的一句話。\n" + tt.line + "\n"
			if tt.start {
				text = tt.line + "\n開頭的一句話。\n中間的一句話。\n"
			}
			b := readPlain(t, "第一章 夜\n"+text+"第二章 雨\n開頭的一句話。\n"+tt.line+"\n當中的一句話。\n"+strings.Repeat("結尾的一句話。\n", edge))
			rule := ""
			if len(b.Removed) > 1 {
				t.Errorf("removed %+v, want one line", b.Removed)
			}
			for _, r := range b.Removed {
				rule = r.Rule
			}
			if rule != tt.rule {
				t.Errorf("rule %q, want %q", rule, tt.rule)
			}
			if where := where(b, tt.line); len(where) == 0 || where[len(where)-1] != "第二章 雨" {
				t.Errorf("the line is gone from the middle of a chapter: %q", where)
			}
		})
	}
}

// A credit that recurs is left out; what recurs in an old novel stays.
func TestRecurringLines(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "第%s回 夜\n", chinese(i+1))
		if i%2 == 0 {
			text.WriteString("詩曰：\n")
		}
		text.WriteString(bodies[i%len(bodies)] + "\n")
		if i%3 == 0 {
			text.WriteString("有詩為證：\n")
		}
		text.WriteString(bodies[(i+1)%len(bodies)] + "\n且聽下回分解。\n")
		if i%5 == 0 {
			text.WriteString("某某論壇 老王掃校\n")
		}
	}
	b := readPlain(t, text.String())
	for _, r := range b.Removed {
		if r.Rule != RuleRecurring || r.Text != "某某論壇 老王掃校" {
			t.Errorf("removed %+v", r)
		}
	}
	if len(b.Removed) != 8 {
		t.Errorf("%d lines are removed, want 8", len(b.Removed))
	}
	if len(where(b, "詩曰：")) != 20 || len(where(b, "有詩為證：")) != 14 || len(where(b, "且聽下回分解。")) != 40 {
		t.Error("lines of the story are gone")
	}
	wantNothingLost(t, b, text.String())
}

func TestInvisibleRunes(t *testing.T) {
	b := readPlain(t, "第一章 夜\n松\u200b山\ufeff的鐘\u00ad聲\u202e停了。\x01\n👩\u200d🚀 走了。")
	if got := textOf(b); got != "第一章 夜\n松山的鐘聲停了。\n👩\u200d🚀 走了。\n" {
		t.Errorf("got %q", got)
	}
	if len(b.Removed) != 1 || b.Removed[0].Rule != RuleInvisible || b.Removed[0].Text != "\u200b\ufeff\u00ad\u202e\x01" {
		t.Errorf("removed %+v", b.Removed)
	}
}

func TestRemovalData(t *testing.T) {
	rules := map[string]bool{RuleNag: true, RulePagination: true, RuleEnd: true, RuleBegging: true, RuleNote: true, RuleInfo: true, RuleResidue: true}
	places := map[string]bool{"line": true, "piece": true, "edge": true, "head": true, "tail": true}
	for number, text := range strings.Split(removalRules, "\n") {
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		f := strings.Fields(text)
		if len(f) != 5 || !rules[f[0]] || !places[f[1]] || f[2] != "letters" && f[2] != "marks" {
			t.Errorf("line %d is no rule: %s", number+1, text)
			continue
		}
		if !strings.HasPrefix(f[4], "^") || !strings.HasSuffix(f[4], "$") || f[4] != strings.ToLower(f[4]) {
			t.Errorf("line %d: the pattern must match all of the line, in lower case: %s", number+1, f[4])
		}
	}
}
