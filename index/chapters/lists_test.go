package chapters

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// readPlain reads a text as the only file of a library.
func readPlain(t testing.TB, text string) *book.Book {
	t.Helper()
	return readBytes(t, "book.txt", []byte(text))
}

func readBytes(t testing.TB, name string, data []byte) *book.Book {
	t.Helper()
	b, err := Preview(context.Background(), fstest.MapFS{name: {Data: data}}, name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// chaptersOf are the chapters without the front matter.
func chaptersOf(b *book.Book) []book.Chapter {
	if len(b.Chapters) > 0 && b.Chapters[0].Ordinal == book.FrontMatter {
		return b.Chapters[1:]
	}
	return b.Chapters
}

func sharedLines(t testing.TB, elem ...string) []string {
	t.Helper()
	data, err := os.ReadFile(shared(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(data), "\n"), "\n")
}

// bodies are sentences for the text of made-up chapters, with what is said in
// them in both scripts.
var bodies = []string{
	"風從河面上吹過來，岸邊的蘆葦一齊低了頭。他站了很久，才想起自己是來做什麼的。",
	"「船還沒有到。」守渡口的老人說，「今天怕是等不到了。」",
	"天色暗下來的時候，村子裡的燈一盞一盞亮了，像有人在遠處數著日子。",
	"她把信折好，放回匣子裡，再也沒有提起那個名字。",
	"走到橋頭，他回過身去，城門已經關上了。",
}

func body(i int) string {
	return "　　" + bodies[i%len(bodies)] + "\n　　" + bodies[(i+2)%len(bodies)] + "\n"
}

// counted rewrites a heading for the chapter n: its first number becomes n, in
// the same kind of numerals.
func counted(heading string, n int) (string, bool) {
	for _, k := range []struct {
		pattern string
		write   func(old string) string
	}{
		{`[０-９]+`, func(old string) string { return wide(fmt.Sprintf("%0*d", utf8.RuneCountInString(old), n)) }},
		{`[0-9]+`, func(old string) string { return fmt.Sprintf("%0*d", len(old), n) }},
		{`[壹貳贰叁肆伍陸陆柒捌玖拾佰]+`, func(string) string { return financial(n) }},
		{`[零〇一二两兩三四五六七八九十百千廿卅]+`, func(string) string { return chinese(n) }},
		{`(?i)\bthirty(?:-one)?\b`, func(string) string {
			if n < 20 || n%10 == 0 {
				return append(englishNumbers, "twenty", "thirty", "forty")[min(n, 20+(n-20)/10)]
			}
			return englishTens[n/10] + "-" + englishNumbers[n%10]
		}},
		{`\b[XVI]+\b`, func(string) string { return strings.ToUpper(roman(n)) }},
	} {
		if m := regexp.MustCompile(k.pattern).FindStringIndex(heading); m != nil {
			return heading[:m[0]] + k.write(heading[m[0]:m[1]]) + heading[m[1]:], true
		}
	}
	return heading, false
}

func wide(s string) string {
	return strings.Map(func(r rune) rune {
		if '!' <= r && r <= '~' {
			return r + 0xfee0
		}
		if r == ' ' {
			return '　'
		}
		return r
	}, s)
}

func chinese(n int) string {
	digits := []rune("零一二三四五六七八九")
	switch {
	case n < 10:
		return string(digits[n])
	case n < 20:
		return "十" + strings.TrimPrefix(chinese(n-10), "零")
	case n < 100:
		return chinese(n/10) + "十" + strings.TrimPrefix(chinese(n%10), "零")
	}
	rest := ""
	if n%100 > 0 {
		rest = chinese(n % 100)
		if n%100 < 10 {
			rest = "零" + rest
		} else if n%100 < 20 {
			rest = "一" + rest
		}
	}
	return chinese(n/100) + "百" + rest
}

func financial(n int) string {
	return strings.Map(func(r rune) rune {
		from, to := []rune("零一二三四五六七八九十百"), []rune("零壹貳叁肆伍陸柒捌玖拾佰")
		if i := slices.Index(from, r); i >= 0 {
			return to[i]
		}
		return r
	}, chinese(n))
}

// variants are the forms in which every heading and every line that is none is
// tried: as it stands, in the other script, full-width, and both.
func variants(t testing.TB) map[string]func(string) string {
	t.Helper()
	convert := func(config string) func(string) string {
		c, err := hanzi.NewConverter(config)
		if err != nil {
			t.Fatal(err)
		}
		return c.Convert
	}
	simplified, traditional := convert("t2s"), convert("s2t")
	return map[string]func(string) string{
		"as it stands":           func(s string) string { return s },
		"Simplified":             simplified,
		"Traditional":            traditional,
		"full-width":             wide,
		"Simplified, full-width": func(s string) string { return wide(simplified(s)) },
		"with spaces":            func(s string) string { return "　 " + s + " 　" },
	}
}

// splits reads a file of twenty headings of one style and reports how many
// chapters it has, and how many of the headings are among the titles.
func splits(t testing.TB, headings []string) (chapters, titled int, b *book.Book) {
	var text strings.Builder
	for i, h := range headings {
		text.WriteString(h + "\n" + body(i))
	}
	b = readPlain(t, text.String())
	for _, h := range headings {
		for _, c := range chaptersOf(b) {
			if plainHeading(c.Title) != "" && strings.Contains(plainHeading(h), plainHeading(c.Title)) {
				titled++
				break
			}
		}
	}
	return len(chaptersOf(b)), titled, b
}

func plainHeading(s string) string { return squeeze([]rune(key(s))) }

func TestMustSplit(t *testing.T) {
	headings := sharedLines(t, "headings", "must-split.txt")
	for name, vary := range variants(t) {
		t.Run(name, func(t *testing.T) {
			split := 0
			for _, h := range headings {
				file := make([]string, 20)
				for i := range file {
					numbered, _ := counted(h, 21+i)
					file[i] = vary(numbered)
				}
				chapters, titled, b := splits(t, file)
				if chapters == 20 && titled == 20 {
					split++
					continue
				}
				t.Errorf("%s: %d chapters, %d of the headings: %q", h, chapters, titled, b.Chapters[0].Title)
			}
			t.Logf("%d of %d", split, len(headings))
		})
	}
}

// A heading of any style is found among ordinary ones as well, when its style
// is not one that counts only where it is the rule.
func TestMustSplitAmongOthers(t *testing.T) {
	headings := sharedLines(t, "headings", "must-split.txt")
	found := 0
	for _, h := range headings {
		var file []string
		for i := range 20 {
			file = append(file, "第"+chinese(i+1)+"章 行路")
		}
		file[10], _ = counted(h, 11)
		if n, _, _ := splits(t, file); n == 20 {
			found++
		} else {
			t.Logf("%s: %d", h, n)
		}
	}
	if found < 76 {
		t.Errorf("%d of %d", found, len(headings))
	}
}

func TestMustNotSplit(t *testing.T) {
	lines := sharedLines(t, "headings", "must-not-split.txt")
	for name, vary := range variants(t) {
		t.Run(name, func(t *testing.T) {
			for _, l := range lines {
				// Among ordinary chapters.
				var text strings.Builder
				for i := range 20 {
					text.WriteString("第" + strconv.Itoa(i+1) + "章 行路\n" + body(i))
					if i == 9 {
						text.WriteString(vary(l) + "\n" + body(i+1))
					}
				}
				if got := len(chaptersOf(readPlain(t, text.String()))); got != 20 {
					t.Errorf("%s: %d chapters, want 20", l, got)
				}
				// In a file without headings.
				text.Reset()
				for i := range 12 {
					text.WriteString(body(i))
					if i == 5 {
						text.WriteString(vary(l) + "\n")
					}
				}
				if b := readPlain(t, text.String()); len(b.Chapters) != 1 || b.Chapters[0].Title != "" {
					t.Errorf("%s: splits a file without headings at %q", l, b.Chapters[len(b.Chapters)-1].Title)
				}
			}
			// All of them in one file.
			var text strings.Builder
			for i, l := range lines {
				text.WriteString(vary(l) + "\n" + body(i))
			}
			for _, c := range readPlain(t, text.String()).Chapters {
				if c.Title != "" {
					t.Errorf("all in one file: split at %q", c.Title)
				}
			}
		})
	}
}
