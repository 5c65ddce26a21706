package hanzi

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// shared finds the folder of reference data beside the checkout; the test is
// skipped where there is none.
func shared(t testing.TB, path string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(dir) == dir {
			t.Skip("no go.mod above the package")
		}
		dir = filepath.Dir(dir)
	}
	full := filepath.Join(dir, "..", "shared", path)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("reference data not there: %s", path)
	}
	return full
}

func sharedText(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(shared(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFoldVersionNamesTheTable(t *testing.T) {
	const want = "f1 35d5d02886f4721b"
	sum := sha256.Sum256([]byte(foldTable))
	if got := FoldVersion + " " + hex.EncodeToString(sum[:8]); got != want {
		t.Errorf("fold table is %q, the version was given to %q: raise FoldVersion and put the new value here", got, want)
	}
}

func TestFoldIsIdempotent(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		k := FoldRune(r)
		if FoldRune(k) != k {
			t.Errorf("FoldRune(%q) = %q, whose own key is %q", r, k, FoldRune(k))
		}
		if !utf8.ValidRune(k) && utf8.ValidRune(r) {
			t.Errorf("FoldRune(%q) = %#x, which is no rune", r, k)
		}
	}
}

func TestFoldGroups(t *testing.T) {
	for _, g := range []string{
		"變 变 変", "爲 為 为", "隻 只 祇", "二〇二三 二零二三 二○二三", "ＡＢ－１２ ab-12 AB-12", "１２３ 123",
		"阿列克謝·米哈伊洛夫 阿列克谢•米哈伊洛夫 阿列克謝‧米哈伊洛夫 阿列克謝・米哈伊洛夫",
		"「曹變蛟」 “曹变蛟” \"曹变蛟\"", "藉此 借此", "爾後 尔后", "﨑 崎", "Ж ж", "餘馀余 余余余",
	} {
		words := strings.Fields(g)
		for _, w := range words[1:] {
			if Fold(w) != Fold(words[0]) {
				t.Errorf("Fold(%q) = %q, Fold(%q) = %q; want one key", w, Fold(w), words[0], Fold(words[0]))
			}
		}
	}
	for _, pair := range []string{"候 后", "征 证", "制 治", "它 他", "岳 月", "己 已"} {
		a, b, _ := strings.Cut(pair, " ")
		if Fold(a) == Fold(b) {
			t.Errorf("%s and %s share the key %s", a, b, Fold(a))
		}
	}
}

func TestFoldKeepsBytesThatAreNotText(t *testing.T) {
	if got, want := Fold("a\xff變\xe8\xae"), "a\xff变\xe8\xae"; got != want {
		t.Errorf("Fold = %q, want %q", got, want)
	}
}

// The reference lists allow two pairs of each kind to be judged otherwise.
func TestFoldSharedLists(t *testing.T) {
	wrong := 0
	for l := range strings.Lines(sharedText(t, "script/fold-same.txt")) {
		ws := strings.Split(strings.TrimSpace(l), "=")
		for _, w := range ws[1:] {
			if Fold(w) != Fold(ws[0]) {
				t.Logf("apart, should be one: %s %s", ws[0], w)
				wrong++
			}
		}
	}
	if wrong > 2 {
		t.Errorf("%d pairs that should share a key do not; at most 2 may", wrong)
	}
	wrong = 0
	for l := range strings.Lines(sharedText(t, "script/fold-apart.txt")) {
		f := strings.Fields(l)
		if len(f) == 2 && Fold(f[0]) == Fold(f[1]) {
			t.Logf("one, should be apart: %s %s", f[0], f[1])
			wrong++
		}
	}
	if wrong > 2 {
		t.Errorf("%d pairs that should not share a key do; at most 2 may", wrong)
	}
}

func BenchmarkFold(b *testing.B) {
	text := sharedText(b, "corpus/三國演義.txt")
	dst := make([]byte, 0, len(text)*2)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		dst = AppendFold(dst[:0], text)
	}
}

func FuzzFold(f *testing.F) {
	f.Add("曹變蛟 隻\xff ＡＢ")
	f.Fuzz(func(t *testing.T, s string) {
		k := Fold(s)
		if utf8.RuneCountInString(k) != utf8.RuneCountInString(s) {
			t.Errorf("Fold(%q) = %q: other number of runes", s, k)
		}
		if Fold(k) != k {
			t.Errorf("Fold(Fold(%q)) = %q, want %q", s, Fold(k), k)
		}
		if utf8.ValidString(s) && !utf8.ValidString(k) {
			t.Errorf("Fold(%q) = %q is not UTF-8", s, k)
		}
	})
}
