package chapters

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"shuyou/index/book"
)

// The cases are bug reports of other readers, as inputs of our own: the letter
// and number are those of the list they were taken from. Every folder holds the
// input and what is expected of it.

func readCase(t *testing.T, elem ...string) *book.Book {
	t.Helper()
	dir := filepath.Join("testdata", "cases", elem[0])
	b, err := Preview(context.Background(), os.DirFS(dir), filepath.Join(elem[1:]...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// caseFile reads a file of a case; one of JSON into v.
func caseFile(t *testing.T, v any, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"testdata", "cases"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	if v != nil {
		if err := json.Unmarshal(data, v); err != nil {
			t.Fatal(err)
		}
	}
	return string(data)
}

func titles(b *book.Book) (list []string) {
	for _, c := range chaptersOf(b) {
		list = append(list, c.Title)
	}
	return list
}

// textOf is all that was kept of a book, a line for each heading and paragraph.
func textOf(b *book.Book) string {
	var lines []string
	volume := ""
	for _, c := range b.Chapters {
		if c.Volume != volume && c.Volume != c.Title {
			lines = append(lines, c.Volume)
		}
		volume = c.Volume
		if c.Title != "" {
			lines = append(lines, c.Title)
		}
		for _, p := range c.Paragraphs {
			lines = append(lines, p.Text)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// where names the chapters in which a text stands.
func where(b *book.Book, text string) (list []string) {
	for _, c := range b.Chapters {
		if slices.ContainsFunc(c.Paragraphs, func(p book.Paragraph) bool { return strings.Contains(p.Text, text) }) {
			list = append(list, c.Title)
		}
	}
	return list
}

func wantTitles(t *testing.T, b *book.Book, want ...string) {
	t.Helper()
	if got := titles(b); !slices.Equal(got, want) {
		t.Errorf("%s: chapters %q, want %q", b.File, got, want)
	}
}

func wantNone(t *testing.T, b *book.Book, unwanted ...string) {
	t.Helper()
	for _, w := range unwanted {
		if strings.Contains(textOf(b), w) {
			t.Errorf("%s: the text contains %q", b.File, w)
		}
	}
}

// B04: a word broken over two lines; a paragraph break is none.
func TestCaseHardWrapped(t *testing.T) {
	var queries struct{ Found, NotFound []string }
	caseFile(t, &struct {
		Found    *[]string
		NotFound *[]string `json:"not_found"`
	}{&queries.Found, &queries.NotFound}, "B04", "queries.json")
	b := readCase(t, "B04", "wrapped.txt")
	wantTitles(t, b, "第一章 望火")
	for _, q := range queries.Found {
		if len(where(b, q)) != 1 {
			t.Errorf("%s is not found", q)
		}
	}
	for _, q := range queries.NotFound {
		if len(where(b, q)) != 0 {
			t.Errorf("%s is found", q)
		}
	}
}

// B11, B12, B13: rare characters of GB18030, short Big5 with bytes that look
// like ASCII, UTF-16 with bytes that look like line ends.
func TestCaseEncodings(t *testing.T) {
	tests := []struct {
		dir, file, text, encoding string
		chapters                  []string
	}{
		{"B11", "book.gb18030.txt", "expected.utf8.txt", "gb18030", []string{"第一章 长夜", "第二章 名单", "第三章 天明"}},
		{"B12", "book.big5.txt", "expected.utf8.txt", "big5", []string{"第一回 許功蓋", "第二回 裏墻恒", "第三回 歸"}},
		{"B12", "short.big5.txt", "short.expected.utf8.txt", "big5", []string{"第一回 雪夜"}},
		{"B13", "book.utf16le.txt", "expected.utf8.txt", "utf-16le", []string{"第一章 上城", "第二章 不服", "第三章 一一"}},
		{"B13", "book.utf16be.txt", "expected.utf8.txt", "utf-16be", []string{"第一章 上城", "第二章 不服", "第三章 一一"}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			b := readCase(t, tt.dir, tt.file)
			wantTitles(t, b, tt.chapters...)
			if b.Encoding != tt.encoding {
				t.Errorf("encoding %s, want %s", b.Encoding, tt.encoding)
			}
			if got, want := withoutSpace(textOf(b)), withoutSpace(caseFile(t, nil, tt.dir, tt.text)); got != want {
				t.Errorf("got  %.200s\nwant %.200s", got, want)
			}
			wantNone(t, b, "\ufffd", "\x00", "\ufeff", "\\", "?", "锟斤拷")
		})
	}
}

func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// B15: lines of the body that look like headings, and a list of contents.
func TestCaseDecoys(t *testing.T) {
	var want struct {
		Chapters []string
		Kept     map[string][]string `json:"body_lines_kept"`
	}
	caseFile(t, &want, "B15", "expected.json")
	b := readCase(t, "B15", "book.txt")
	wantTitles(t, b, want.Chapters...)
	for chapter, lines := range want.Kept {
		for _, l := range lines {
			if got := where(b, l); !slices.Equal(got, []string{chapter}) {
				t.Errorf("%s stands in %q, want %q", l, got, chapter)
			}
		}
	}
	for _, c := range b.Chapters {
		if len(c.Paragraphs) == 0 {
			t.Errorf("%s is empty", c.Title)
		}
	}
	if len(b.Removed) != 4 || b.Removed[0].Rule != RuleContents {
		t.Errorf("removed %+v, want the list of contents", b.Removed)
	}
}

// B17: volumes whose chapters have the same names.
func TestCaseVolumes(t *testing.T) {
	var want struct {
		Order  []string
		Quotes map[string]struct{ Volume, Chapter string }
	}
	caseFile(t, &want, "B17", "expected.json")
	b := readCase(t, "B17", "book.txt")
	var order []string
	for _, c := range b.Chapters {
		_, name, _ := strings.Cut(c.Volume, " ")
		order = append(order, name+"/"+c.Title)
	}
	if !slices.Equal(order, want.Order) {
		t.Errorf("order %q, want %q", order, want.Order)
	}
	for quote, at := range want.Quotes {
		found := 0
		for _, c := range b.Chapters {
			for _, p := range c.Paragraphs {
				if strings.Contains(p.Text, quote) {
					found++
					if c.Volume != at.Volume || c.Title != at.Chapter {
						t.Errorf("%s stands in %s %s, want %s %s", quote, c.Volume, c.Title, at.Volume, at.Chapter)
					}
				}
			}
		}
		if found != 1 {
			t.Errorf("%s is found %d times", quote, found)
		}
	}
}

// B20: entities of every kind, some escaped twice, in a page that claims the
// wrong encoding.
func TestCasePage(t *testing.T) {
	var want struct {
		Title string   `json:"chapter_title"`
		Lines []string `json:"body_lines"`
		Not   []string `json:"must_not_contain"`
	}
	caseFile(t, &want, "B20", "expected.json")
	b := readCase(t, "B20", "page.gbk.html")
	wantTitles(t, b, want.Title)
	var lines []string
	for _, p := range b.Chapters[len(b.Chapters)-1].Paragraphs {
		lines = append(lines, p.Text)
	}
	if !slices.Equal(lines, want.Lines) {
		t.Errorf("got  %q\nwant %q", lines, want.Lines)
	}
	wantNone(t, b, want.Not...)
	wantNone(t, b, "首页")
}

// B21: an EPUB whose archive, manifest and spine are in different orders.
func TestCaseEPUB(t *testing.T) {
	var want struct {
		Chapters []string
		Quotes   map[string]string
		Not      []string `json:"must_not_contain"`
		Separate []string `json:"lines_separate"`
	}
	caseFile(t, &want, "B21", "expected.json")
	b := readCase(t, "B21", "book.epub")
	if got := titles(b); len(got) < 3 || !slices.Equal(got[:3], want.Chapters) {
		t.Errorf("chapters %q, want %q", got, want.Chapters)
	}
	for quote, chapter := range want.Quotes {
		if got := where(b, quote); !slices.Equal(got, []string{chapter}) {
			t.Errorf("%s stands in %q, want %q", quote, got, chapter)
		}
	}
	for _, l := range want.Separate {
		if !strings.Contains(textOf(b), "\n"+l+"\n") {
			t.Errorf("%s is no paragraph by itself", l)
		}
	}
	wantNone(t, b, want.Not...)
	if b.Title != "風雪城" {
		t.Errorf("title %q", b.Title)
	}
	if n := strings.Count(textOf(b), "第二章 夜雪"); n != 1 {
		t.Errorf("the second heading stands %d times: the list of contents is in the text", n)
	}
}

// B22: line ends of every kind, and a book on one line.
func TestCaseLineEnds(t *testing.T) {
	for _, file := range []string{"a_cr_only.txt", "b_mixed.txt"} {
		b := readCase(t, "B22", file)
		wantTitles(t, b, "第一章 河", "第二章 橋", "第三章 岸")
		wantNone(t, b, "\r", "\u2028", "\u0085")
	}
	const sentence = "一行到底的書，沒有換行，也沒有空格，讀者只好一直往右邊拉。"
	long := strings.Repeat(sentence, 3600) + "松山的鐘聲停了。"
	b := readPlain(t, long)
	if got := withoutSpace(strings.ReplaceAll(textOf(b), "\n", "")); got != long {
		t.Errorf("one line of %d bytes is read as %d bytes", len(long), len(got))
	}
	if got := len(where(b, "松山的鐘聲停了")); got != 1 {
		t.Errorf("the end is found %d times", got)
	}
	for _, c := range b.Chapters {
		for _, p := range c.Paragraphs {
			if len(p.Text) > 2*paragraph {
				t.Errorf("a paragraph of %d bytes", len(p.Text))
			}
		}
	}
	const crowded = "這一章也擠在同一行裡，讀來吃力。"
	var inline strings.Builder
	for i := range 3 {
		inline.WriteString("第" + chinese(i+1) + "章 其" + chinese(i+1) + " " + strings.Repeat(crowded, 400) + " ")
	}
	b = readPlain(t, inline.String())
	wantTitles(t, b, "第一章 其一", "第二章 其二", "第三章 其三")
	if n := strings.Count(textOf(b), crowded); n != 1200 {
		t.Errorf("%d of 1200 sentences are kept", n)
	}
}
