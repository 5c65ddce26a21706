package chapters

import (
	"strings"
	"testing"
	"testing/fstest"

	"shuyou/index/book"
)

// FuzzRead reads any bytes as a text, a page and a Markdown file: whatever they
// are, what comes of it is a well-formed book.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		simplifiedSample, "第一章 雨\n&nbsp;甲。（本章未完，請翻頁）\n第二章\n。來回有沒都他為因，口門在坐是還人老",
		"目錄\n第一章\n第二章\n第三章\n第一章\n甲。\n第二章\n乙。\n第三章\n丙。", "<h1>第一章</h1><p>甲。</p>", "# 一\n甲。\n# 二\n乙。",
		strings.Repeat("天亮了。", 3000) + "第一章 雨", "\xb5\xda\xd2\xbb\xd5\xc2\n\xcc\xec", "1\n甲。\n2\n乙。\n3\n丙。\n（全書完）",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"a.txt", "a.html", "a.md"} {
			b, err := Preview(t.Context(), fstest.MapFS{name: {Data: data}}, name)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: the error has several lines: %v", name, err)
				}
				continue
			}
			checkForm(t, b)
		}
	})
}

// checkForm checks what every book promises.
func checkForm(t *testing.T, b *book.Book) {
	t.Helper()
	if len(b.Chapters) == 0 {
		t.Error("no chapters")
	}
	next := book.Ordinal(1)
	for i, c := range b.Chapters {
		if c.Ordinal == book.FrontMatter && i == 0 {
			continue
		}
		if c.Ordinal != next {
			t.Errorf("chapter %d has ordinal %d", next, c.Ordinal)
		}
		next++
	}
	for _, c := range b.Chapters {
		for _, p := range c.Paragraphs {
			if p.Text == "" || strings.TrimSpace(p.Text) != p.Text || strings.ContainsAny(p.Text, "\n\r\u2028") {
				t.Errorf("paragraph %q", p.Text)
			}
		}
		if strings.ContainsAny(c.Title+c.Volume, "\n\r") {
			t.Errorf("title %q, volume %q", c.Title, c.Volume)
		}
	}
	for _, r := range b.Removed {
		if r.Rule == "" || r.Text == "" || r.Line < 1 {
			t.Errorf("removed %+v", r)
		}
	}
}
