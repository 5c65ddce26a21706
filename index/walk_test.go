package index

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// The short cuts for the runes that are met most say what Unicode says.
func TestLettersAreThoseOfUnicode(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if got, want := isLetter(r), unicode.IsLetter(r) || unicode.IsNumber(r); got != want {
			t.Errorf("%U: a letter: %v, not %v", r, got, want)
		}
		text := utf8.AppendRune(nil, r)
		if isMark(text) && foldsToLetter(r) || isCharacter(text) != (r >= 0x4E00 && r <= 0x9FFF) {
			t.Errorf("%U is taken for a mark, or for a character", r)
		}
		if got, want := foldsToLetter(r), isLetter(hanzi.FoldRune(r)); got != want {
			t.Errorf("%U: folds to a letter: %v, not %v", r, got, want)
		}
	}
}

// Every letter of a skeleton is found where it stands in the text, whatever
// stands between and however many bytes either takes.
func TestAWalkFindsEveryLetter(t *testing.T) {
	for _, text := range []string{
		"", "松", "「養兵千日，用兵一時。」", "ＡＢＣ　abc…—１２", "𠮷野家·𩸽，䲁", "䷀一䶿丿鿿\ufeff", "Straße, ﬁn, é, e\u0301", "a\xffb\xe4\xb8", "，。！", "（松）：山？〇々〆０Ａ！",
	} {
		skeleton := appendSkeleton(nil, text)
		w := walk{text: []byte(text), skeleton: skeleton}
		for at := 0; at < len(skeleton); {
			letter, size := utf8.DecodeRune(skeleton[at:])
			w.to(at)
			w.passMarks()
			r, _ := utf8.DecodeRuneInString(text[w.i:])
			if hanzi.FoldRune(r) != letter || w.position != utf8.RuneCountInString(text[:w.i]) || w.at != at {
				t.Errorf("%q: %q is looked for at %d, rune %d, where %q stands", text, letter, w.i, w.position, r)
			}
			at += size
		}
		w.to(len(skeleton))
		w.passMarks()
		if w.i != len(text) {
			t.Errorf("%q: %q is left", text, text[w.i:])
		}
	}
}
