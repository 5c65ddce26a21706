package hanzi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// corpus are the novels of the reference data.
func corpus(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(shared(t, "corpus"), "*.txt"))
	if err != nil || len(files) == 0 {
		t.Skip("reference data not there: corpus")
	}
	texts := map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(f)] = string(b)
	}
	return texts
}

// seedTexts are the texts that come with the program.
func seedTexts(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../seeds/0*.txt")
	if err != nil || len(files) != 5 {
		t.Fatalf("want five seeds, have %v, %v", files, err)
	}
	texts := map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(f)[:3]] = string(b)
	}
	return texts
}

// A text and its conversions share their search keys, or a query in one
// script would not find a book in the other.
func TestFoldOfAConversionIsTheFoldOfTheText(t *testing.T) {
	const perRune = 10_000 // one rune of so many may differ
	for _, config := range []string{"s2t", "s2tw", "s2hk", "t2s", "tw2s", "hk2s"} {
		c := mustConverter(t, config)
		all, differ := 0, 0
		where := map[string]int{}
		for _, text := range corpus(t) {
			a, b := []rune(Fold(text)), []rune(Fold(c.Convert(text)))
			if len(a) != len(b) {
				t.Fatalf("%s changes the number of runes: %d to %d", config, len(a), len(b))
			}
			all += len(a)
			for i := range a {
				if a[i] != b[i] {
					differ++
					where[string([]rune{a[i], b[i]})]++
				}
			}
		}
		t.Logf("%s: %d of %d runes differ %v", config, differ, all, where)
		if differ*perRune > all {
			t.Errorf("%s: %d of %d runes fold otherwise than before", config, differ, all)
		}
	}
}

// trad and simp leave their own result as it is, line by line and whole.
func TestConvertingTwiceIsConvertingOnce(t *testing.T) {
	texts := seedTexts(t)
	if _, err := os.Stat(filepath.Join("..", "..", "..", "shared", "corpus")); err == nil {
		for name, text := range corpus(t) {
			texts[name] = text
		}
	}
	for _, config := range []string{ToTraditional, ToSimplified} {
		c := mustConverter(t, config)
		for name, text := range texts {
			once := c.Convert(text)
			if twice := c.Convert(once); twice != once {
				t.Errorf("%s of %s changes once more when it is converted again: %s", config, name, firstDifference(once, twice))
			}
			wrong := 0
			for l := range strings.Lines(text) {
				once := c.Convert(l)
				if twice := c.Convert(once); twice != once {
					wrong++
					t.Logf("%s: %s", config, firstDifference(once, twice))
				}
			}
			if wrong > 0 {
				t.Errorf("%s: %d lines of %s change once more", config, wrong, name)
			}
		}
	}
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	x, y := []rune(a), []rune(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return string(x[max(0, i-8):min(len(x), i+8)]) + " / " + string(y[max(0, i-8):min(len(y), i+8)])
		}
	}
	return "one is longer"
}

func FuzzConvert(f *testing.F) {
	for _, s := range []string{"", "身邊隻有兩千餘騎", "发\xff展\xe5", "⿰木木 ⿱", "```变", "<:变:1> https://变", "一只只要两只", "\u0000里里里"} {
		f.Add(s)
	}
	cs := map[string]*Converter{}
	for _, config := range Configs() {
		cs[config] = mustConverter(f, config)
	}
	plain := mustConverter(f, "s2twp", WithBoundaries(false))
	overlay, err := ParseOverlay("fuzz", []byte("头发 頭發\n变 變"))
	if err != nil {
		f.Fatal(err)
	}
	named := mustConverter(f, ToTraditional, WithOverlay(overlay), WithNames([]string{"徐乾學", "王朴"}))
	f.Fuzz(func(t *testing.T, s string) {
		check := func(name string, c *Converter) {
			got := c.Convert(s)
			if utf8.ValidString(s) && !utf8.ValidString(got) {
				t.Errorf("%s of %q is not UTF-8: %q", name, s, got)
			}
			if told, _ := c.Explain(s); told != got {
				t.Errorf("%s: Explain(%q) = %q, Convert = %q", name, s, told, got)
			}
		}
		for config, c := range cs {
			check(config, c)
		}
		check("without boundaries", plain)
		check("with names", named)
		for _, config := range []string{ToTraditional, ToSimplified} {
			once := cs[config].Convert(s)
			if twice := cs[config].Convert(once); twice != once {
				t.Errorf("%s: %q becomes %q, then %q", config, s, once, twice)
			}
		}
		Detect(s)
		Pinyin(s)
		Words(s)
	})
}
