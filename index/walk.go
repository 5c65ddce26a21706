package index

import (
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// A walk goes through a text and its skeleton side by side, to find where a
// letter of the skeleton stands in the text.
type walk struct {
	text, skeleton []byte
	i, at          int // bytes of the text and of the skeleton that were passed
	position       int // runes of the text that were passed
}

// to goes on until so many bytes of the skeleton were passed, and stands behind
// the last of their letters.
func (w *walk) to(at int) {
	text, skeleton := w.text, w.skeleton
	i, passed, position := w.i, w.at, w.position
	for ; passed < at && i < len(text); position++ {
		size := 3
		if rest := text[i:]; isCharacter(rest) {
			i += 3
		} else if isMark(rest) {
			i += 3
			continue
		} else {
			r, written := utf8.DecodeRune(text[i:])
			if i += written; !foldsToLetter(r) {
				continue
			}
		}
		if b := skeleton[passed]; b < 0xE0 || b >= 0xF0 {
			_, size = utf8.DecodeRune(skeleton[passed:])
		}
		passed += size
	}
	w.i, w.at, w.position = i, passed, position
}

// isCharacter reports whether the text begins with a character from U+4E00 to
// U+9FFF. Nearly every rune is one, and all are letters whatever they fold to.
func isCharacter(text []byte) bool {
	return len(text) >= 3 && (text[0] > 0xE4 && text[0] <= 0xE9 || text[0] == 0xE4 && text[1] >= 0xB8)
}

// isMark reports whether the text begins with one of the marks that are met
// most, such as 、。「」！，：；？, which fold to no letter.
func isMark(text []byte) bool {
	if len(text) < 3 {
		return false
	}
	switch last := text[2]; {
	case text[0] == 0xE3 && text[1] == 0x80: // from U+3000
		return last >= 0x81 && last <= 0x84 || last >= 0x88 && last <= 0xA0
	case text[0] == 0xEF && text[1] == 0xBC: // from U+FF00
		return last >= 0x81 && last <= 0x8F || last >= 0x9A && last <= 0x9F
	}
	return false
}

// passing goes on to the next letter and calls f for every mark before it.
func (w *walk) passing(f func(mark rune)) {
	for w.i < len(w.text) {
		r, written := utf8.DecodeRune(w.text[w.i:])
		if foldsToLetter(r) {
			return
		}
		f(r)
		w.i += written
		w.position++
	}
}

// passMarks goes on to the next letter.
func (w *walk) passMarks() { w.passing(func(rune) {}) }

// foldsToLetter reports whether the rune as it is written belongs to the
// skeleton.
func foldsToLetter(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || isLetter(hanzi.FoldRune(r))
}
