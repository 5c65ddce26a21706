package chapters

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

var topics = []string{"山雨", "燈火", "歸人", "夜行", "渡口", "孤城", "舊夢", "長街", "斷橋", "故人", "風雪", "殘陽"}

// book writes chapters from to to, with the heading that a function gives.
func chaptersText(from, to int, heading func(n int) string) string {
	var text strings.Builder
	for n := from; n <= to; n++ {
		text.WriteString(heading(n) + "\n" + body(n) + body(n+1))
	}
	return text.String()
}

// like gives headings of a pattern: {n} is the number in figures, {N} in
// Chinese, {t} a topic.
func like(pattern string) func(n int) string {
	return func(n int) string {
		return strings.NewReplacer("{n}", fmt.Sprint(n), "{N}", chinese(n), "{t}", topics[n%len(topics)]).Replace(pattern)
	}
}

// expect gives the chapters from to to as the test lists them: volume, a bar,
// title.
func expect(volume string, from, to int, heading func(n int) string) (list []string) {
	for n := from; n <= to; n++ {
		list = append(list, volume+"|"+heading(n))
	}
	return list
}

// Made-up books in the styles of sites, publishers and old prints. Every style
// is one that readers have met; none of the texts is from a book.
func TestStyles(t *testing.T) {
	volumes := func(restart bool, volume, chapter string) (text string, want []string) {
		n := 0
		for v := 1; v <= 3; v++ {
			name := like(volume)(v)
			text += name + "\n"
			from, to := n+1, n+4
			if restart {
				from, to = 1, 4
			}
			text += chaptersText(from, to, like(chapter))
			want = append(want, expect(name, from, to, like(chapter))...)
			n += 4
		}
		return text, want
	}
	type style struct {
		name, text string
		want       []string
	}
	plain := func(name, pattern string) style {
		return style{name, chaptersText(1, 8, like(pattern)), expect("", 1, 8, like(pattern))}
	}
	titled := func(name, pattern, title string) style {
		return style{name, chaptersText(1, 8, like(pattern)), expect("", 1, 8, like(title))}
	}
	withVolumes := func(name string, restart bool, volume, chapter string) style {
		text, want := volumes(restart, volume, chapter)
		return style{name, text, want}
	}
	tests := []style{
		plain("the usual", "第{N}章 {t}"),
		plain("figures", "第{n}章 {t}"),
		plain("no title", "第{N}章"),
		plain("glued", "第{N}章{t}"),
		plain("glued, with marks of a sentence", "第{N}章{t}，{t}！"),
		plain("all with a full stop", "第{N}章 {t}。"),
		plain("couplets", "第{N}回　{t}人夜探敵營，小書生巧解連環"),
		plain("spaced out", "第 {N} 章   {t}"),
		plain("wide gap", "第{n}話　　「{t}」"),
		plain("nights", "第{N}夜 {t}"),
		plain("days alone", "第{N}天"),
		plain("cases", "第{N}案·{t}"),
		plain("bare figures", "{n}"),
		plain("bare numerals", "{N}"),
		plain("figures with a mark", "{n}. {t}"),
		plain("figures with leading zeros", "00{n} {t}"),
		plain("numerals with a mark", "{N}、{t}"),
		plain("in brackets", "（{N}）"),
		plain("numbers without 第", "{n}章 {t}"),
		plain("Latin", "Chapter.0{n} {t}"),
		plain("episodes", "EP{n}「{t}」"),
		plain("the number last", "{t}第{N}"),
		plain("the number of the volume first", "1-{n} {t}"),
		plain("behind the name of the book", "孤城記 第{N}章 {t}"),
		plain("behind the name of the book in brackets", "《孤城記》第{N}章 {t}"),
		plain("behind the word for body text", "正文 第{N}章 {t}"),
		plain("the unit left out", "第{N} {t}"),
		plain("a bar between", "第{N}章丨{t}"),
		plain("a bracket behind the number", "{n}）{t}"),
		plain("the number in brackets, then a mark", "（{N}）：{t}"),
		titled("circles", "○第{N}章 {t}", "第{N}章 {t}"),
		plain("counted twice", "{n}、第{N}章 {t}"),
		plain("how many characters", "第{N}章 {t}（3021字）"),
		plain("what the author asks for", "第{N}章 {t}（求月票）"),
		titled("stars", "☆、第{n}章 {t}", "第{n}章 {t}"),
		titled("stars without numbers", "☆、{t}", "{t}"),
		titled("equals signs", "===第{N}章 {t}===", "第{N}章 {t}"),
		titled("Markdown in a plain text", "## 第{N}章 {t}", "第{N}章 {t}"),
		titled("hash and number", "#{n} {t}", "{n} {t}"),
		titled("the title in the next line", "第{N}章\n\n{t}\n", "第{N}章 {t}"),
		titled("both in brackets", "【第{N}章】\n【{t}】", "【第{N}章】 【{t}】"),
		titled("printed twice", "第{n}章 {t}\n\n　　第{N}章 {t}\n", "第{n}章 {t}"),
		titled("printed twice with the site's remarks between", "第{n}章 {t}\n更新時間：2013-05-01 12:30:00 字數：3021\n\n第{N}章 {t}", "第{n}章 {t}"),
		titled("the page's title above", "孤城記_第{n}章 {t}_某某小說網\n第{n}章 {t}", "第{n}章 {t}"),
		titled("each on several pages", "第{N}章 {t}（1/2）\n　　天亮了。\n第{N}章 {t}（2/2）", "第{N}章 {t}"),
		titled("no number and no mark, but the text is indented", "{t}", "{t}"),
		withVolumes("volumes", false, "第{N}卷 {t}", "第{N}章 {t}"),
		withVolumes("volumes that begin anew", true, "第{N}卷 {t}", "第{N}章 {t}"),
		withVolumes("volumes without title", true, "卷{N}", "第{N}章 {t}"),
		withVolumes("volumes over bare numbers", true, "卷之{N} {t}", "{n}"),
		withVolumes("volumes over titles without numbers", false, "卷{N}", "{t}"),
		withVolumes("chapters over sections", true, "第{N}章 {t}", "第{N}節 {t}"),
		withVolumes("parts of a book", false, "第{N}部", "第{N}章 {t}"),
		withVolumes("Latin volumes", true, "Vol.{n}", "Chapter {n} {t}"),
		withVolumes("bare numerals over figures", true, "{N}、{t}", "{n}. {t}"),
		{"the volume in every heading", chaptersText(1, 4, like("第一卷 山 第{N}章 {t}")) + chaptersText(5, 8, like("第二卷 海 第{N}章 {t}")),
			append(expect("第一卷 山", 1, 4, like("第{N}章 {t}")), expect("第二卷 海", 5, 8, like("第{N}章 {t}"))...)},
		{"glued to its volume", chaptersText(1, 4, like("第1卷第{n}章{t}")) + chaptersText(1, 4, like("第2卷第{n}章{t}")),
			append(expect("第1卷", 1, 4, like("第{n}章{t}")), expect("第2卷", 1, 4, like("第{n}章{t}"))...)},
		{"halves of a novella", "上篇\n" + body(1) + "下篇\n" + body(2), []string{"上篇|上篇", "下篇|下篇"}},
		{"two chapters", chaptersText(1, 2, like("第{N}章 {t}")), expect("", 1, 2, like("第{N}章 {t}"))},
		{"prologue, side stories, epilogue", "楔子\n" + body(0) + chaptersText(1, 3, like("第{N}章 {t}")) + "尾聲\n" + body(1) + chaptersText(1, 2, like("番外{n}：{t}")) + "後記\n" + body(2),
			slices.Concat([]string{"|楔子"}, expect("", 1, 3, like("第{N}章 {t}")), []string{"|尾聲"}, expect("", 1, 2, like("番外{n}：{t}")), []string{"|後記"})},
		{"volumes with a picture and a preface", "第一卷 山\n\n插圖\n\n" + chaptersText(1, 2, like("第{N}話 {t}")) + "第二卷 海\n" + body(5) + chaptersText(1, 2, like("第{N}話 {t}")),
			slices.Concat(expect("第一卷 山", 1, 2, like("第{N}話 {t}")), []string{"第二卷 海|第二卷 海"}, expect("第二卷 海", 1, 2, like("第{N}話 {t}")))},
		{"side stories counted anew", chaptersText(1, 3, like("第{N}章 {t}")) + "番外\n" + chaptersText(1, 2, like("第{N}章 {t}")),
			append(expect("", 1, 3, like("第{N}章 {t}")), expect("番外", 1, 2, like("第{N}章 {t}"))...)},
		{"typing errors", chaptersText(1, 3, like("第{N}章 {t}")) + chaptersText(4, 4, like("第{N}张 {t}")) + chaptersText(5, 5, like("{N}章 {t}")) + chaptersText(6, 6, like("第{N} {t}")) + chaptersText(7, 9, like("第{N}章 {t}")),
			slices.Concat(expect("", 1, 3, like("第{N}章 {t}")), expect("", 4, 4, like("第{N}张 {t}")), expect("", 5, 5, like("{N}章 {t}")), expect("", 6, 6, like("第{N} {t}")), expect("", 7, 9, like("第{N}章 {t}")))},
		{"the last is called the end", chaptersText(1, 5, like("第{N}章 {t}")) + chaptersText(6, 6, like("第{N}章 終")), append(expect("", 1, 5, like("第{N}章 {t}")), "|第六章 終")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := readPlain(t, tt.text)
			var got []string
			for _, c := range b.Chapters {
				got = append(got, c.Volume+"|"+c.Title)
				if len(c.Paragraphs) == 0 {
					t.Errorf("%s is empty", c.Title)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// What looks like headings in the text of a novel and is none.
func TestNoHeadings(t *testing.T) {
	chapters := func(inner string) string {
		var text strings.Builder
		for n := 1; n <= 8; n++ {
			text.WriteString(like("第{N}章 {t}\n")(n) + body(n) + inner + body(n+1))
		}
		return text.String()
	}
	ordinary := expect("", 1, 8, like("第{N}章 {t}"))
	tests := []struct {
		name, text string
		want       []string // nil for a text without headings
	}{
		{"sections inside chapters", chapters("　　一\n" + body(1) + "　　二\n" + body(2)), ordinary},
		{"sections in brackets", chapters("（一）\n" + body(1) + "（二）\n" + body(2)), ordinary},
		{"a list", chapters("　　1. 糧食\n　　2. 火把\n　　3. 繩子\n"), ordinary},
		{"panels of a game", chapters("　　【姓名：林凡】\n　　【等級：3】\n　　【第一天】\n"), ordinary},
		{"indented names and volumes", chapters("　　第一部\n　　序\n"), ordinary},
		{"what somebody reads", chapters("　　第三章寫的是渡河的事。\n　　「第四章呢？」\n　　第五章，他沒有讀。\n"), ordinary},
		{"days", chapters("　　第二天\n　　第三天，雨停了。\n"), ordinary},
		{"talk with times", chapters("12:30 他：在嗎\n12:31 她：在\n2019-05-01\n"), ordinary},
		{"a list in a text without headings", body(1) + body(2) + body(3) + body(4) + "1、糧食\n2、火把\n3、繩子\n4、地圖\n" + body(5) + body(6) + body(7) + body(8) + body(9), nil},
		{"sections in one place", strings.Repeat(body(1)+body(2), 8) + "一\n" + body(3) + "二\n" + body(4) + "三\n" + body(5), nil},
		{"verse", "床前明月光，\n疑是地上霜。\n舉頭望明月，\n低頭思故鄉。\n", nil},
		{"names of people in short lines", body(1) + "山雨\n" + body(2) + "燈火\n" + body(3), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := readPlain(t, tt.text)
			if tt.want == nil {
				tt.want = []string{"|"}
			}
			var got []string
			for _, c := range b.Chapters {
				got = append(got, c.Volume+"|"+c.Title)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			wantNothingLost(t, b, tt.text)
		})
	}
}

// Lists of contents give no chapters and are not kept: they name what is to
// come.
func TestContents(t *testing.T) {
	text := chaptersText(1, 8, like("第{N}章 {t}"))
	want := expect("", 1, 8, like("第{N}章 {t}"))
	entries := func(pattern string) (list string) {
		for n := 1; n <= 8; n++ {
			list += like(pattern)(n) + "\n"
		}
		return list
	}
	withVolumes := "第一卷 山\n" + chaptersText(1, 4, like("第{N}章 {t}")) + "第二卷 海\n" + chaptersText(5, 8, like("第{N}章 {t}")) + "後記\n" + body(1)
	tests := []struct {
		name, text string
		front      []string
		want       []string
	}{
		{"with a title", "孤城記\n\n目 錄\n\n" + entries("第{N}章 {t}") + "\n" + text, []string{"孤城記"}, want},
		{"without a title", "孤城記\n" + entries("第{N}章 {t}") + text, []string{"孤城記"}, want},
		{"with page numbers", "目錄\n" + entries("第{N}章 {t} ........ {n}2") + text, nil, want},
		{"titles alone", "目錄\n" + entries("{t}") + text, nil, want},
		{"titles with numbers", "目录\n" + entries("{n}. {t}") + text, nil, want},
		{"several on a line", "目錄\n" + like("第一章 燈火　　第二章 歸人　　第三章 夜行")(0) + "\n" + text, nil, want},
		{"at the end", text + "目錄\n" + entries("第{N}章 {t}"), nil, want},
		{"with volumes", "Contents\n第一卷 山\n" + entries("第{N}章 {t}") + "第二卷 海\n後記\n\n" + withVolumes, nil,
			slices.Concat(expect("第一卷 山", 1, 4, like("第{N}章 {t}")), expect("第二卷 海", 5, 8, like("第{N}章 {t}")), []string{"第二卷 海|後記"})},
		{"chapters of which the text is missing are no list", chaptersText(1, 5, like("第{N}章 {t}")) + like("第{N}章 {t}")(6) + "\n" + like("第{N}章 {t}")(7) + "\n" + like("第{N}章 {t}")(8) + "\n", nil, want},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := readPlain(t, tt.text)
			var front, got []string
			for _, c := range b.Chapters {
				if c.Ordinal > 0 {
					got = append(got, c.Volume+"|"+c.Title)
					continue
				}
				for _, p := range c.Paragraphs {
					front = append(front, p.Text)
				}
			}
			if !slices.Equal(front, tt.front) || !slices.Equal(got, tt.want) {
				t.Errorf("front %q, chapters %q\nwant  %q, chapters %q", front, got, tt.front, tt.want)
			}
			for _, r := range b.Removed {
				if r.Rule != RuleContents {
					t.Errorf("removed %+v", r)
				}
			}
			wantNothingLost(t, b, tt.text)
		})
	}
}
