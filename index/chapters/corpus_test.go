package chapters

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"shuyou/index/book"
)

var novels = []struct {
	file     string
	title    string
	chapters int
	script   book.Script
}{
	{"三國演義.txt", "三國演義", 120, book.Traditional},
	{"鐵冠圖.txt", "鐵冠圖", 50, book.Traditional},
	{"隋唐演义.txt", "隋唐演义", 100, book.Simplified},
}

// letterCounts counts the runes of a text that are no white space.
func letterCounts(s string) map[rune]int {
	counts := map[rune]int{}
	for _, r := range withoutSpace(s) {
		counts[r]++
	}
	return counts
}

// wantNothingLost compares the runes of all that was kept and removed with
// those of the text.
func wantNothingLost(t *testing.T, b *book.Book, text string) {
	t.Helper()
	var removed strings.Builder
	for _, r := range b.Removed {
		removed.WriteString(r.Text)
	}
	got, want := letterCounts(textOf(b)+removed.String()), letterCounts(text)
	for r, n := range want {
		if got[r] != n {
			t.Errorf("%q stands %d times, want %d", r, got[r], n)
		}
		delete(got, r)
	}
	for r, n := range got {
		t.Errorf("%q stands %d times, want 0", r, n)
	}
}

func TestNovels(t *testing.T) {
	for _, n := range novels {
		t.Run(n.title, func(t *testing.T) {
			data, err := os.ReadFile(shared(t, "corpus", n.file))
			if err != nil {
				t.Fatal(err)
			}
			b := readBytes(t, n.file, data)
			chapters := chaptersOf(b)
			if len(chapters) != n.chapters {
				t.Errorf("%d chapters, want %d", len(chapters), n.chapters)
			}
			for i, c := range chapters {
				if c.Number == nil || *c.Number != i+1 || c.Ordinal != book.Ordinal(i+1) || !strings.HasPrefix(c.Title, "第") {
					t.Errorf("chapter %d: ordinal %d, number %v, %s", i+1, c.Ordinal, c.Number, c.Title)
				}
			}
			if b.Script != n.script || b.Title != n.title || b.Encoding != "utf-8" {
				t.Errorf("%s in %s, %s", b.Title, b.Script, b.Encoding)
			}
			wantNothingLost(t, b, string(data))
			for _, r := range b.Removed {
				t.Logf("removed: %+v", r)
			}
			for _, c := range b.Chapters {
				for _, w := range c.Warnings {
					t.Logf("%s: %s", c.Title, w)
				}
			}
			lines := 0
			for l := range strings.Lines(string(data)) {
				if strings.TrimSpace(l) != "" {
					lines++
				}
			}
			if kept := strings.Count(textOf(b), "\n"); kept+len(b.Removed) != lines {
				t.Errorf("%d lines kept and %d removed of %d", kept, len(b.Removed), lines)
			}
		})
	}
}

func TestNovelsInOtherEncodings(t *testing.T) {
	for _, n := range novels {
		data, err := os.ReadFile(shared(t, "corpus", n.file))
		if err != nil {
			t.Fatal(err)
		}
		want := readBytes(t, n.file, data)
		for _, enc := range []struct {
			name string
			enc  encoding.Encoding
		}{
			{"GB18030", simplifiedchinese.GB18030}, {"Big5", traditionalchinese.Big5},
			{"UTF-16 LE", utf16le}, {"UTF-16 BE", utf16be}, {"UTF-16 LE with BOM", utf16leBOM}, {"UTF-16 BE with BOM", utf16beBOM},
		} {
			t.Run(fmt.Sprint(n.title, " in ", enc.name), func(t *testing.T) {
				converted, err := enc.enc.NewEncoder().Bytes(data)
				if err != nil {
					t.Skip("this book has letters that the encoding lacks")
				}
				got := readBytes(t, n.file, converted)
				if textOf(got) != textOf(want) || !slices.Equal(titles(got), titles(want)) {
					t.Errorf("read as %s: %d chapters, other text than from UTF-8", got.Encoding, len(got.Chapters))
				}
				if len(got.Warnings) != len(want.Warnings) {
					t.Errorf("warnings: %q", got.Warnings)
				}
			})
		}
	}
}

// All that is allocated while a book is read is at most four times its size.
func TestMemory(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	data, err := os.ReadFile(shared(t, "corpus", "三國演義.txt"))
	if err != nil {
		t.Fatal(err)
	}
	readBytes(t, "a.txt", data) // load the tables
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b := readBytes(t, "a.txt", data)
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 4*uint64(len(data)) {
		t.Errorf("reading %d bytes takes %d, %.1f times as many", len(data), taken, float64(taken)/float64(len(data)))
	} else {
		t.Logf("%.1f times the size of the book", float64(taken)/float64(len(data)))
	}
	runtime.KeepAlive(b)
}

func BenchmarkRead(b *testing.B) {
	for _, n := range novels {
		data, err := os.ReadFile(shared(b, "corpus", n.file))
		if err != nil {
			b.Fatal(err)
		}
		gbk, err := simplifiedchinese.GB18030.NewEncoder().Bytes(data)
		if err != nil {
			b.Fatal(err)
		}
		for _, in := range []struct {
			name string
			data []byte
		}{{"UTF-8", data}, {"GB18030", gbk}} {
			b.Run(n.title+"/"+in.name, func(b *testing.B) {
				readBytes(b, n.file, in.data)
				b.SetBytes(int64(len(in.data)))
				b.ReportAllocs()
				for b.Loop() {
					readBytes(b, n.file, in.data)
				}
			})
		}
	}
}

// Without its headings a novel holds no line that is taken for one.
func TestNovelsWithoutHeadings(t *testing.T) {
	for _, n := range novels {
		var text strings.Builder
		for _, l := range sharedLines(t, "corpus", n.file) {
			if !strings.HasPrefix(l, "第") || !strings.Contains(l[:min(len(l), 30)], "回") {
				text.WriteString(l + "\n")
			}
		}
		b := readPlain(t, text.String())
		for _, c := range b.Chapters {
			if c.Title != "" {
				t.Errorf("%s: split at %q", n.title, c.Title)
			}
		}
		wantNothingLost(t, b, text.String())
	}
}

// wrap breaks every paragraph into lines of so many characters.
func wrap(lines []string, width int, indent string, blank bool) string {
	var text strings.Builder
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "第") && len(l) < 100 {
			text.WriteString("\n" + l + "\n\n")
			continue
		}
		runes := []rune(indent + l)
		for len(runes) > width {
			n := width
			if strings.ContainsRune("。，！？；：、」』）", runes[n]) {
				n++ // a mark may not begin a line
			}
			text.WriteString(string(runes[:n]) + "\n")
			runes = runes[n:]
		}
		text.WriteString(string(runes) + "\n")
		if blank {
			text.WriteString("\n")
		}
	}
	return text.String()
}

// A novel that was hard-wrapped has the same chapters, and its words are whole
// again.
func TestNovelsHardWrapped(t *testing.T) {
	for _, n := range novels {
		lines := sharedLines(t, "corpus", n.file)
		want := readPlain(t, strings.Join(lines, "\n"))
		for _, w := range []struct {
			name   string
			width  int
			indent string
			blank  bool
		}{{"indents", 34, "　　", false}, {"blanks", 40, "", true}, {"indents and blanks", 30, "　　", true}, {"nothing to mark paragraphs", 36, "", false}} {
			t.Run(n.title+" with "+w.name, func(t *testing.T) {
				text := wrap(lines, w.width, w.indent, w.blank)
				got := readPlain(t, text)
				if !slices.Equal(titles(got), titles(want)) {
					t.Errorf("%d chapters, want %d", len(got.Chapters), len(want.Chapters))
				}
				wantNothingLost(t, got, text)
				// Every line of some length must be found in one piece.
				whole, all := 0, 0
				kept := map[string]bool{}
				for l := range strings.Lines(textOf(got)) {
					kept[strings.TrimSpace(l)] = true
				}
				for _, l := range lines {
					if l = strings.TrimSpace(l); len(l) > 300 {
						all++
						if kept[l] {
							whole++
						}
					}
				}
				least := all * 99 / 100
				if !w.blank && w.indent == "" {
					least = 0 // where a sentence ends at the edge, nobody knows
				}
				if whole < least {
					t.Errorf("%d of %d paragraphs are whole", whole, all)
				}
				t.Logf("%d of %d paragraphs are whole", whole, all)
			})
		}
	}
}
