package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// passages are pieces of the seeds, in both scripts, and what is rare in them.
func passages(t testing.TB) map[string]PageText {
	t.Helper()
	seed := func(pattern string) string {
		names, err := filepath.Glob("../../../seeds/" + pattern)
		if err != nil || len(names) != 1 {
			t.Fatalf("seeds/%s: %v, %v", pattern, names, err)
		}
		text, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	traditional, simplified := seed("000_*.txt"), seed("001_*.txt")
	lines := func(text string, n int) string { return strings.Join(strings.Split(text, "\n")[:n], "\n") }
	all := map[string]PageText{
		"one line":                      {Text: "養兵千日，用兵一時。", Marks: [][2]int{{0, 4}}, Colophon: "選段 000 · 第 23 段"},
		"traditional":                   {Text: lines(traditional, 4), Marks: [][2]int{{20, 26}}, Title: "選段 000", Colophon: "第 1–4 段"},
		"simplified":                    {Text: lines(simplified, 6), Marks: [][2]int{{3, 6}}, Colophon: "选段 001 · 第 1–6 段", Color: 0x3355AA},
		"whole":                         {Text: traditional, Colophon: "選段 000"},
		"one paragraph of 1200 letters": {Text: string([]rune(strings.ReplaceAll(traditional, "\n", ""))[:1200]), Colophon: "選段 000"},
		"words and numbers": {
			Text:  "他在1644年3月15日說：“OK，no problem——我們有12門炮、350人和50000兩銀子……”\n‘真的嗎？’他問（笑）：《明史》【卷二】〈列傳〉「𠮷」，A計劃，iPhone 15 Pro Max，50%。",
			Title: "第十二回　松山之圍", Colophon: "選段 000 · 第 12 段",
		},
	}
	if testing.Short() {
		delete(all, "whole")
		delete(all, "one paragraph of 1200 letters")
	}
	return all
}

// decode reads a picture back, and sees to its size.
func decode(t testing.TB, pic *Picture) *image.Paletted {
	t.Helper()
	got, err := png.Decode(bytes.NewReader(pic.PNG))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := got.(*image.Paletted)
	if !ok || p.Rect.Dx() != pic.Width || p.Rect.Dy() != pic.Height {
		t.Fatalf("a %T of %v, said to be %d×%d", got, got.Bounds(), pic.Width, pic.Height)
	}
	if pic.Width > maxWidth || pic.Height > maxHeight || len(pic.PNG) > 1<<20 {
		t.Fatalf("%d×%d in %d bytes", pic.Width, pic.Height, len(pic.PNG))
	}
	return p
}

// Every letter is drawn with a glyph of a font, the page is within bounds, and
// nothing touches the frame.
func TestPage(t *testing.T) {
	fonts := systemFonts(t)
	for name, p := range passages(t) {
		t.Run(name, func(t *testing.T) {
			pic, err := fonts.Page(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if len(pic.Missing) > 0 {
				t.Errorf("no font has %q", pic.Missing)
			}
			if n := utf8.RuneCountInString(p.Text); !pic.Cut && (pic.Shown[0] != 0 || pic.Shown[1] < n-1) {
				t.Errorf("shows %v of %d runes and is not said to be cut", pic.Shown, n)
			}
			got := decode(t, pic)
			checkMargins(t, got)
			red := slices.ContainsFunc(got.Pix, func(i uint8) bool { return i > shades+shades/2 })
			if red != (len(p.Marks) > 0) {
				t.Errorf("coloured: %v, with %d marks", red, len(p.Marks))
			}
		})
	}
}

// checkMargins sees that there is only paper outside the frame, and only the
// rules between columns right inside it.
func checkMargins(t *testing.T, p *image.Paletted) {
	t.Helper()
	frame := p.Rect.Inset(margin)
	inside := frame.Inset(frameWidth)
	for y := range p.Rect.Max.Y {
		for x := range p.Rect.Max.X {
			at, shade := image.Pt(x, y), p.ColorIndexAt(x, y)
			if !at.In(frame) && shade != 0 {
				t.Fatalf("ink outside the frame at %v", at)
			}
			edge := at.In(inside) && !at.In(inside.Inset(2))
			if edge && shade > shades/2 {
				t.Fatalf("ink at the frame at %v", at)
			}
		}
	}
}

// inkBox is where the first glyph of a letter stands in its square, in em from
// the middle of its head.
func inkBox(t *testing.T, fonts *Fonts, area, letter string) (x0, y0, x1, y1 float64) {
	t.Helper()
	s := newSetter()
	s.begin(fonts.chain(area), area, letter)
	atoms := atomizerFor(area).paragraph("中"+letter, 0)
	glyphs := s.shape(atoms[len(atoms)-1])
	if len(glyphs) == 0 || glyphs[0].face == nil {
		t.Fatalf("%s has no glyph", letter)
	}
	g := glyphs[0]
	return g.box(s.outline(g))
}

// Punctuation stands where it stands in columns: in the middle of its square
// in Taiwan, in the upper right corner on the mainland; brackets lie, and
// colons do not.
func TestPunctuationStandsAsInColumns(t *testing.T) {
	fonts := systemFonts(t)
	if !strings.Contains(fonts.File(), "Noto") && !strings.Contains(fonts.File(), "SourceHan") {
		t.Skipf("%s may place punctuation in its own way", fonts.File())
	}
	for _, letter := range strings.Split("，。、", "") {
		x0, y0, x1, y1 := inkBox(t, fonts, "tw", letter)
		if x, y := (x0+x1)/2, (y0+y1)/2; math.Abs(x) > .15 || math.Abs(y-.5) > .15 {
			t.Errorf("tw: %s is at %.2f, %.2f", letter, x, y)
		}
		x0, y0, x1, y1 = inkBox(t, fonts, "cn", letter)
		if x, y := (x0+x1)/2, (y0+y1)/2; x < .15 || y > .35 {
			t.Errorf("cn: %s is at %.2f, %.2f", letter, x, y)
		}
	}
	for _, area := range []string{"tw", "hk", "cn"} {
		for _, letter := range strings.Split("「」『』（）《》〈〉【】", "") {
			x0, y0, x1, y1 := inkBox(t, fonts, area, letter)
			if x1-x0 < y1-y0 {
				t.Errorf("%s: %s is %.2f wide and %.2f high", area, letter, x1-x0, y1-y0)
			}
			if low := (y0+y1)/2 > .5; low != strings.Contains(opening, letter) {
				t.Errorf("%s: %s reaches from %.2f to %.2f", area, letter, y0, y1)
			}
		}
		for _, letter := range strings.Split("“”‘’", "") {
			if x0, y0, x1, y1 := inkBox(t, fonts, area, letter); x1-x0 < .2 || y1-y0 < .2 {
				t.Errorf("%s: %s is no bracket: %.2f by %.2f", area, letter, x1-x0, y1-y0)
			}
		}
		for _, letter := range strings.Split("：；！？…", "") {
			if x0, y0, x1, y1 := inkBox(t, fonts, area, letter); x1-x0 > y1-y0 {
				t.Errorf("%s: %s lies: %.2f by %.2f", area, letter, x1-x0, y1-y0)
			}
		}
	}
}

// A letter is in its square, whichever way it is set.
func TestLettersAreInTheirSquares(t *testing.T) {
	fonts := systemFonts(t)
	for _, letter := range []string{"中", "囉", "龘", "一", "丨", "7", "A", "𠮷", "１", "ア", "한", "①"} {
		x0, y0, x1, y1 := inkBox(t, fonts, "tw", letter)
		if x0 < -.6 || x1 > .6 || y0 < -.1 || y1 > 1.1 {
			t.Errorf("%s reaches from %.2f, %.2f to %.2f, %.2f", letter, x0, y0, x1, y1)
		}
		if x := (x0 + x1) / 2; math.Abs(x) > .12 {
			t.Errorf("%s is beside the middle by %.2f", letter, x)
		}
	}
}

// A letter no font has is drawn as printers do, and named.
func TestMissingLetters(t *testing.T) {
	fonts := systemFonts(t)
	const private = "\U0010FFF0"
	pic, err := fonts.Page(t.Context(), PageText{Text: "甲" + private + "乙" + private + "丙，ab" + private + "c"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(pic.Missing, []string{private}) {
		t.Errorf("missing %q", pic.Missing)
	}
	s := newSetter()
	s.begin(fonts.chain("tw"), "tw", private)
	glyphs := s.shape(atom{text: private, advance: em})
	if len(glyphs) != 1 || glyphs[0].face != nil {
		t.Errorf("set as %+v", glyphs)
	}
	c := newCanvas(100, 100, 0)
	c.glyph(s, c.black, glyphs[0], 50, 0, 100)
	if c.black.AlphaAt(50, 36).A == 0 || c.black.AlphaAt(50, 50).A != 0 || c.black.AlphaAt(50, 64).A == 0 {
		t.Error("the mark is not two bars")
	}
}

func TestPageIsCut(t *testing.T) {
	fonts := systemFonts(t)
	text := strings.Repeat(sentence, 3000) // 39,000 letters
	marks := []int{20000, 0, 500, 38990}
	if testing.Short() {
		marks = marks[:1]
	}
	for _, mark := range marks {
		pic, err := fonts.Page(t.Context(), PageText{Text: text, Marks: [][2]int{{mark, mark + 3}}})
		if err != nil {
			t.Fatal(err)
		}
		decode(t, pic)
		if !pic.Cut || pic.Shown[0] > mark || pic.Shown[1] < mark+3 {
			t.Errorf("a mark at %d: cut %v, shows %v", mark, pic.Cut, pic.Shown)
		}
	}
}

func TestPageRefuses(t *testing.T) {
	fonts := systemFonts(t)
	for _, text := range []string{"", " \n　\n", "\u200b\u202e"} {
		if pic, err := fonts.Page(t.Context(), PageText{Text: text, Colophon: "選段"}); err == nil {
			t.Errorf("%q gives a page of %d×%d", text, pic.Width, pic.Height)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fonts.Page(done, PageText{Text: "甲"}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if _, err := fonts.Appearances(done, Bars{Counts: []int{1}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestAppearances(t *testing.T) {
	fonts := systemFonts(t)
	for _, n := range []int{0, 1, 8, 120, 4321} {
		counts := make([]int, n)
		for i := range counts {
			counts[i] = i % 7
		}
		per, highest := 0, 0
		pic, err := fonts.Appearances(t.Context(), Bars{
			Name: "曹變蛟", Title: strings.Repeat("很長的書名", n%9*20), Counts: counts, First: "第一回", Last: fmt.Sprintf("第 %d 回", n),
			Caption: func(p, h int) string { per, highest = p, h; return fmt.Sprintf("每柱 %d 章・最多 %d 次", p, h) },
		})
		if err != nil {
			t.Fatal(err)
		}
		got := decode(t, pic)
		checkMargins(t, got)
		if bars, wantPer := bin(counts); per != wantPer || n > 0 && highest != slices.Max(bars) {
			t.Errorf("%d chapters: %d a bar, %d at most", n, per, highest)
		}
		if drawn := slices.ContainsFunc(got.Pix, func(i uint8) bool { return i > shades }); drawn != (n > 1) {
			t.Errorf("%d chapters: bars are drawn: %v", n, drawn)
		}
		if len(pic.Missing) > 0 {
			t.Errorf("no font has %q", pic.Missing)
		}
	}
}

// Pictures drawn at the same time are the same as those drawn one by one.
func TestPicturesAtTheSameTime(t *testing.T) {
	fonts := systemFonts(t)
	want := map[string][]byte{}
	for name, p := range passages(t) {
		pic, err := fonts.Page(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		want[name] = pic.PNG
	}
	fresh := systemFonts(t) // its files are opened at the same time too
	var all sync.WaitGroup
	for name, p := range passages(t) {
		for range 2 {
			all.Go(func() {
				pic, err := fresh.Page(context.Background(), p)
				if err != nil || !bytes.Equal(pic.PNG, want[name]) {
					t.Errorf("%s: another picture, or %v", name, err)
				}
			})
		}
		all.Go(func() {
			if _, err := fresh.Appearances(context.Background(), Bars{Name: "夏承德", Counts: []int{1, 0, 3}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// Any text gives a page within bounds or an error.
func FuzzPage(f *testing.F) {
	fonts := systemFonts(f)
	for _, p := range passages(f) {
		f.Add(p.Text, p.Title, p.Colophon, 1, 3, p.Color, p.Region)
	}
	f.Add("甲e\u0301\u0302\u0303\u0304\u0305乙ﷺمرحبا नमस्ते\t\x00\xff𠮷👨‍👩‍👧🇹🇼1️⃣⸺", "", "", -5, 1<<40, -1, "cn")
	f.Fuzz(func(t *testing.T, text, title, colophon string, from, to, color int, area string) {
		pic, err := fonts.Page(t.Context(), PageText{Text: text, Title: title, Colophon: colophon, Marks: [][2]int{{from, to}}, Color: color, Region: area})
		if err != nil {
			if strings.Contains(err.Error(), "panic") || utf8.ValidString(text) && strings.ContainsAny(text, "的人。") {
				t.Fatal(err)
			}
			return
		}
		got := decode(t, pic)
		for y := range got.Rect.Max.Y {
			for x := range got.Rect.Max.X {
				if !image.Pt(x, y).In(got.Rect.Inset(margin)) && got.ColorIndexAt(x, y) != 0 {
					t.Fatalf("ink outside the frame at %d, %d", x, y)
				}
			}
		}
		if n := utf8.RuneCountInString(text); pic.Shown[0] < 0 || pic.Shown[0] > pic.Shown[1] || pic.Shown[1] > n {
			t.Fatalf("shows %v of %d runes", pic.Shown, n)
		}
	})
}

// 600 letters make a full page.
func BenchmarkPage(b *testing.B) {
	fonts := systemFonts(b)
	p := passages(b)["one paragraph of 1200 letters"]
	p.Text = string([]rune(p.Text)[:600])
	size := 0
	for b.Loop() {
		pic, err := fonts.Page(b.Context(), p)
		if err != nil {
			b.Fatal(err)
		}
		size = len(pic.PNG)
	}
	b.ReportMetric(float64(size), "bytes")
}

func BenchmarkAppearances(b *testing.B) {
	fonts := systemFonts(b)
	counts := slices.Repeat([]int{1, 0, 4, 7, 0, 0, 2}, 600)
	size := 0
	for b.Loop() {
		pic, err := fonts.Appearances(b.Context(), Bars{Name: "曹變蛟", Title: "選段 001", Counts: counts, First: "第一回", Last: "第四二〇〇回"})
		if err != nil {
			b.Fatal(err)
		}
		size = len(pic.PNG)
	}
	b.ReportMetric(float64(size), "bytes")
}

// BenchmarkOpenFonts is what the first picture costs besides.
func BenchmarkOpenFonts(b *testing.B) {
	for b.Loop() {
		systemFonts(b)
	}
}
