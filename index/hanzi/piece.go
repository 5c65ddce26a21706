package hanzi

import (
	"strings"
	"unicode/utf8"
)

// A text is worked on piece by piece. A piece ends where no dictionary entry
// can reach across: behind a line break, or, in a long line, behind the end
// of a sentence, a space, or at worst between two letters.
const (
	pieceSoft = 4 << 10  // bytes from which the end of a sentence will do
	pieceHard = 32 << 10 // bytes that no piece exceeds by more than a rune
)

// pieceLen is the length in bytes of the first piece of s. It depends on
// nothing behind the first pieceHard+utf8.UTFMax bytes.
func pieceLen(s string) int {
	window := s
	if len(window) > pieceHard {
		window = window[:pieceHard]
	}
	if i := strings.IndexByte(window, '\n'); i >= 0 {
		if i < pieceSoft {
			return i + 1
		}
		window = window[:i+1]
	}
	if len(window) <= pieceSoft {
		return len(window)
	}
	spare := 0
	for i, r := range window[pieceSoft-utf8.UTFMax:] {
		end := i + pieceSoft - utf8.UTFMax + utf8.RuneLen(r)
		if r == utf8.RuneError {
			end = i + pieceSoft - utf8.UTFMax + 1
		}
		if end <= pieceSoft {
			continue
		}
		switch r {
		case '\n', '。', '！', '？', '!', '?', '；', '…':
			return end
		case ' ', '\t', '　', '，', '、', ',', '：', ':', '”', '」':
			spare = end
		}
	}
	switch {
	case len(window) == len(s):
		return len(s)
	case spare > 0:
		return spare
	}
	return runeStart(s, pieceHard)
}

// runeStart is the last place at or before i where a rune of s may start.
func runeStart(s string, i int) int {
	for k := i; k > i-utf8.UTFMax && k > 0; k-- {
		if utf8.RuneStart(s[k]) {
			return k
		}
	}
	return i
}
