package picture

import (
	"slices"
	"strings"
	"testing"
)

func compositorFor(text string, marks ...[2]int) compositor {
	z := atomizerFor("tw")
	z.marks = marks
	return compositor{text: z.paragraphs(text, 0), colophon: z.paragraph("選段 000 · 第 3 段", 0)}
}

const sentence = "夏承德愣了一下，說不出話。" // thirteen letters

// The larger the passage the smaller the type, and a page is never larger
// than it may be.
func TestFitTakesTheLargestType(t *testing.T) {
	last := typeSizes[0] + 1
	for _, n := range []int{1, 10, 40, 60, 90} {
		s, ok := compositorFor(strings.Repeat(sentence, n)).fit()
		if !ok {
			t.Fatalf("%d letters do not fit", 13*n)
		}
		if s.width > maxWidth || s.height > maxHeight {
			t.Errorf("%d letters make a page of %d×%d", 13*n, s.width, s.height)
		}
		if s.size > last {
			t.Errorf("%d letters are set in %d pixels, fewer in %d", 13*n, s.size, last)
		}
		last = s.size
	}
	if s, _ := compositorFor(sentence).fit(); s.size != typeSizes[0] {
		t.Errorf("a short passage is set in %d pixels, want %d", s.size, typeSizes[0])
	}
	if _, ok := compositorFor(strings.Repeat(sentence, 1200/13)).fit(); !ok {
		t.Error("1200 letters do not fit")
	}
}

func TestCut(t *testing.T) {
	text := strings.Repeat(sentence, 200)
	length := 13 * 200
	for _, tt := range []struct {
		name  string
		marks [][2]int
		// what must be on the page
		from, to int
	}{
		{"from the beginning", nil, 0, 1100},
		{"what is marked is on the page", [][2]int{{600, 602}}, 0, 1100},
		{"a mark far behind", [][2]int{{2000, 2002}}, 2000, length},
		{"a mark at the very end", [][2]int{{length - 3, length - 1}}, length - 3, length},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := compositorFor(text, tt.marks...)
			if _, ok := c.fit(); ok {
				t.Fatal("the passage fits and need not be cut")
			}
			cut := c.cut()
			s, ok := cut.fit()
			if !ok || s.width > maxWidth || s.height > maxHeight {
				t.Fatalf("what is left does not fit: %d×%d", s.width, s.height)
			}
			shown := cut.shown()
			if shown[0] > tt.from || shown[1] < tt.to && shown[1] < length {
				t.Errorf("shows %v, want %d to %d", shown, tt.from, tt.to)
			}
			if shown[0]%13 != 0 || shown[1]%13 != 0 {
				t.Errorf("shows %v, which are not whole sentences", shown)
			}
			atoms := slices.Concat(cut.text...)
			if begins := atoms[0].text == "……"; begins != (shown[0] > 0) {
				t.Errorf("begins with %q at %d", atoms[0].text, shown[0])
			}
			if ends := atoms[len(atoms)-1].text == "……"; ends != (shown[1] < length) {
				t.Errorf("ends with %q at %d", atoms[len(atoms)-1].text, shown[1])
			}
		})
	}
}

// A passage without a sentence in reach is cut where it may be broken.
func TestCutWithoutSentences(t *testing.T) {
	c := compositorFor(strings.Repeat("甲", 5000)).cut()
	if _, ok := c.fit(); !ok {
		t.Fatal("what is left does not fit")
	}
	if shown := c.shown(); shown[1] < 1200 {
		t.Errorf("shows %v of 5000 letters", shown)
	}
}

func TestAsideIsCut(t *testing.T) {
	z := atomizerFor("tw")
	columns := aside(z.paragraph(strings.Repeat("很長的書名", 40), 0), 0, 10*em)
	if len(columns) != maxAside {
		t.Fatalf("%d columns, want %d", len(columns), maxAside)
	}
	last := columns[maxAside-1]
	if a := last.atoms[len(last.atoms)-1]; a.text != "…" {
		t.Errorf("ends with %q", a.text)
	}
}

func TestBin(t *testing.T) {
	ones := func(n int) []int { return slices.Repeat([]int{1}, n) }
	for _, tt := range []struct {
		chapters, bars, per int
	}{{0, 0, 1}, {1, 1, 1}, {120, 120, 1}, {121, 61, 2}, {240, 120, 2}, {241, 49, 5}, {1200, 120, 10}, {1201, 61, 20}, {4321, 87, 50}, {100000, 100, 1000}} {
		bars, per := bin(ones(tt.chapters))
		sum := 0
		for _, n := range bars {
			sum += n
		}
		if len(bars) != tt.bars || per != tt.per || sum != tt.chapters {
			t.Errorf("%d chapters: %d bars of %d with %d, want %d of %d with all", tt.chapters, len(bars), per, sum, tt.bars, tt.per)
		}
	}
	if bars, _ := bin([]int{-3, 2}); !slices.Equal(bars, []int{0, 2}) {
		t.Errorf("a count below nothing gives %v", bars)
	}
}

func TestColoursAreLegible(t *testing.T) {
	for _, rgb := range []int{0, 1, 0xFFFFFF, 0xFFFF00, 0x57F287, 0x3355AA} {
		if c := legible(rgb); (luminance(paper)+.05)/(luminance(c)+.05) < 4.5 {
			t.Errorf("%06x becomes %v, which is too light", rgb, c)
		}
	}
}

// No letter of a short line is left over for a second column, nor one of its
// reference for another.
func TestFitLeavesNoOrphans(t *testing.T) {
	for _, n := range []int{8, 9, 10} {
		c := compositorFor(strings.Repeat("甲", n) + "。")
		c.colophon = atomizerFor("tw").paragraph(strings.Repeat("段", n+3), 0)
		if s, ok := c.fit(); !ok || len(s.text) != 1 || len(s.colophon) != 1 {
			t.Errorf("%d letters stand in %d columns, the reference in %d", n, len(s.text), len(s.colophon))
		}
	}
}
