package lexicon

import (
	"fmt"
	"testing"
)

func TestLookup(t *testing.T) {
	tests := []struct {
		word  string
		class Class
	}{
		{"明白", Person}, // as the list has it: it takes many words for names
		{"山海关", Place}, {"北京", Place}, {"知道", Verb}, {"我们", Function}, {"将军", Other},
	}
	for _, tt := range tests {
		w, ok := LookupRunes([]rune(tt.word))
		if !ok || w.Class != tt.class || w.Weight <= 0 {
			t.Errorf("%s: %+v %v, want class %d", tt.word, w, ok, tt.class)
		}
	}
	for _, s := range []string{"曹变蛟道", "龘龘龘", "的的的的"} {
		if w, ok := LookupRunes([]rune(s)); ok {
			t.Errorf("%s is no word: %+v", s, w)
		}
	}
}

// Of strings the list does not hold hardly any is taken for a word.
func TestFalseWords(t *testing.T) {
	wrong := 0
	const n = 200_000
	for i := range n {
		if _, ok := LookupRunes([]rune(fmt.Sprintf("q%dz", i))); ok {
			wrong++
		}
	}
	if wrong > 2 {
		t.Errorf("%d of %d made-up strings are words", wrong, n)
	}
}

func TestTablesRoundTrip(t *testing.T) {
	words := map[string]Word{"甲乙": {Place, 2.4}, "丙丁戊": {Verb, 0.2}}
	chars := map[rune]Character{'甲': {Given1: 1.5, Given2: -2, Given3: 0.25, Foreign: 3, Rate: 0.01}}
	wordTable, characterTable := Tables(words, chars)
	if len(wordTable) != 1<<bucketBits+2*entrySize {
		t.Errorf("the table of two words has %d bytes", len(wordTable))
	}
	if want := 4 + 4 + recordSize; len(characterTable) != want {
		t.Errorf("the table of one character has %d bytes, want %d", len(characterTable), want)
	}
}

func TestSizes(t *testing.T) {
	if n := len(wordData) + len(characterData); n > 2<<20 {
		t.Errorf("the embedded tables have %d bytes, more than 2 MB", n)
	}
}

func TestCharacters(t *testing.T) {
	for _, tt := range []struct {
		r          rune
		given      bool // likelier in a given name than in words
		foreign    bool
		everywhere bool
	}{{'蛟', true, false, false}, {'尔', false, true, false}, {'的', false, false, true}} {
		c := CharacterOf(tt.r)
		if tt.given && c.Given3 <= 0 || tt.foreign && c.Foreign <= 0 || tt.everywhere && (c.Given3 >= 0 || c.Rate < 1e-3) {
			t.Errorf("%c: %+v", tt.r, *c)
		}
	}
	if c := CharacterOf(0x2f9ff); *c != (Character{}) {
		t.Errorf("a character the list does not know: %+v", *c)
	}
	if r := CharacterOf('的').Rate; r < 1e-3 || r > 0.1 {
		t.Errorf("的 is %.4f of all characters", r)
	}
}

func TestSurnames(t *testing.T) {
	for s, want := range map[string]Strength{"曹": Strong, "王": Weak, "的": NoSurname} {
		if got := Surname([]rune(s)[0]); got != want {
			t.Errorf("%s: %d, want %d", s, got, want)
		}
	}
	for s, want := range map[string]bool{"诸葛": true, "司马": true, "曹变": false} {
		if rs := []rune(s); CompoundSurname(rs[0], rs[1]) != want {
			t.Errorf("%s: want %v", s, want)
		}
	}
	if n := ClanLength([]rune("命令的爱新觉罗")); n != 4 {
		t.Errorf("爱新觉罗 has %d characters", n)
	}
}
