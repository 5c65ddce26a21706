package chapters

import (
	"slices"
	"strings"
	"testing"
)

// keptLines are the lines of a page, its headings included.
func keptLines(page string) (lines []string) {
	for _, l := range readPage(page, nil).lines {
		lines = append(lines, l.text)
	}
	return lines
}

func TestPages(t *testing.T) {
	tests := []struct {
		name, page string
		want       []string
	}{
		{"paragraphs", "<p>甲。</p><p>乙。</p>", []string{"甲。", "乙。"}},
		{"line breaks", "<div>甲。<br>乙。<br/>丙。</div>", []string{"甲。", "乙。", "丙。"}},
		{"tags inside a word", "<p>燈<span>火</span><i>通</i><b>明</b>。</p>", []string{"燈火通明。"}},
		{"white space of the page", "<p>\n  甲，\n  乙。\n</p>", []string{"甲， 乙。"}},
		{"white space as it stands", "<pre>甲。\n　　乙。</pre>", []string{"甲。", "乙。"}},
		{"entities", "<p>&ldquo;甲&rdquo;&mdash;&#20057;&#x4e19;&hellip;</p>", []string{"“甲”—乙丙…"}},
		{"readings beside characters", "<p><ruby>松<rp>（</rp><rt>sōng</rt><rp>）</rp></ruby>山。</p>", []string{"松山。"}},
		{"readings without end tags", "<p><ruby>松<rt>sōng</ruby>山。</p>", []string{"松山。"}},
		{"what is no text", "<head><title>x</title><style>p{}</style></head><script>甲</script><p>乙。</p><!-- 丙 --><noscript>丁</noscript>", []string{"乙。"}},
		{"navigation", "<nav>目錄</nav><p><a href=x>上一章</a> <a href=y>下一章</a></p><p>甲。</p>", []string{"甲。"}},
		{"a link inside a sentence", "<p>他去了<a href=x>松山</a>。</p>", []string{"他去了松山。"}},
		{"what is not shown", "<p>甲<span style=\"display:none\">乙</span><span hidden>丙</span>丁。</p>", []string{"甲丁。"}},
		{"tags that are never closed", "<p>甲。<p>乙。<div>丙。<nav>丁。<p>戊。", []string{"甲。", "乙。", "丙。", "丁。", "戊。"}},
		{"hidden, never closed", "<div style='display: none'>甲。<p>乙。", []string{"甲。", "乙。"}},
		{"tables", "<table><tr><td>甲</td><td>乙</td></tr></table>", []string{"甲", "乙"}},
		{"invisible runes", "<p>松\u200b山。</p>", []string{"松山。"}},
		{"the chapter of a site's page", "<div>首頁 &gt; 歷史 &gt; 孤城記</div><h1>第一章 雨</h1><div class='box content'><div>他們在山上等了三天，可是對面的人一直沒有出現。</div></div><div>猜你喜歡：長街</div>", []string{"第一章 雨", "他們在山上等了三天，可是對面的人一直沒有出現。"}},
		{"an element of that name with little in it", "<div>他們在山上等了三天，可是對面的人一直沒有出現。</div><div id=content>甲。</div>", []string{"他們在山上等了三天，可是對面的人一直沒有出現。", "甲。"}},
		{"less than", "<p>1 &lt; 2 && 3 > 2</p>", []string{"1 < 2 && 3 > 2"}},
		{"nothing", "", nil},
		{"no page at all", "甲。\n乙。", []string{"甲。 乙。"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := keptLines(tt.page); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPagesOfABook(t *testing.T) {
	tests := []struct {
		name, page string
		want       []string
	}{
		{"headings by markup", "<h1>孤城記</h1><h2>雨</h2><p>甲。</p><h2>雪</h2><p>乙。</p><h3>小注</h3><p>丙。</p>", []string{"雨", "雪"}},
		{"headings by their words", "<p>第一章 雨</p><p>甲。</p><p>第二章 雪</p><p>乙。</p>", []string{"第一章 雨", "第二章 雪"}},
		{"a chapter with the title of its page", "<title>第一章 雨_孤城記_某站</title><h1>第一章 雨</h1><p>甲。</p>", []string{"第一章 雨"}},
		{"volumes by markup", "<h1>第一卷 山</h1><h2>雨</h2><p>甲。</p><h2>雪</h2><p>乙。</p><h1>第二卷 海</h1><h2>風</h2><p>丙。</p>", []string{"雨", "雪", "風"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wantTitles(t, readBytes(t, "book.html", []byte(tt.page)), tt.want...)
		})
	}
	b := readBytes(t, "book.html", []byte(tests[3].page))
	if c := b.Chapters[2]; c.Volume != "第二卷 海" {
		t.Errorf("%s stands in %q", c.Title, c.Volume)
	}
}

func TestMarkdown(t *testing.T) {
	b := readBytes(t, "book.md", []byte(`---
title: "孤城記"
author: 某某
---
# 孤城記

說在**前面**的話。

## 第一章 雨

他說：*走吧*。\*不是星號。
> 引文。
![圖](a.png)他去了[松山](https://example.com)。
5 * 3 = 15 * 1

## 雪 ##

乙。

* * *

丙。

### 小注

丁。
`))
	wantTitles(t, b, "第一章 雨", "雪")
	want := "孤城記\n說在前面的話。\n第一章 雨\n他說：走吧。*不是星號。\n引文。\n他去了松山。\n5 * 3 = 15 * 1\n雪\n乙。\n丙。\n小注\n丁。\n"
	if got := textOf(b); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if b.Title != "孤城記" || b.Author != "某某" || b.Format != "md" {
		t.Errorf("%q by %q, %s", b.Title, b.Author, b.Format)
	}
}

func FuzzPages(f *testing.F) {
	for _, page := range []string{"<p>甲。</p>", "<ruby>松<rt>s</ruby>", "<nav><p>甲", "<div style=display:none>甲</div>", "<pre>甲\n乙</pre>", "<title>甲", "<a href=x>甲</a>", "&#0;&#xffffff;&nbsp"} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		p := readPage(strings.ToValidUTF8(page, "\ufffd"), map[string]string{"x": "第一章"})
		for _, l := range p.lines {
			if l.text == "" || strings.TrimSpace(l.text) != l.text || strings.ContainsAny(l.text, "\n\r") {
				t.Errorf("line %q", l.text)
			}
		}
	})
}
