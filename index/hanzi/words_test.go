package hanzi

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"他們對視了一眼":    "他們|對視|了|一眼",
		"看着军用地图冷然一笑": "看着|军用|地图|冷然|一|笑",
		"發明以後，x":     "發明|以後|，|x",
		"":           "",
	} {
		var b strings.Builder
		begins := Words(text)
		for i, r := range []rune(text) {
			if begins[i] && i > 0 {
				b.WriteByte('|')
			}
			b.WriteRune(r)
		}
		if b.String() != want {
			t.Errorf("%s is cut %s, want %s", text, b.String(), want)
		}
	}
	for word, want := range map[string]bool{"軍用": true, "军用": true, "山城": true, "城将": false, "山": false, "": false} {
		if IsWord(word) != want {
			t.Errorf("IsWord(%s) = %v", word, !want)
		}
	}
}
