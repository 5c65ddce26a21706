package index

import (
	"strings"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// spelled reports whether the paragraph of the shelf spells the query as it
// was typed, or as it reads when it is converted to the script of the
// paragraph: 面 for 麵 is the query's own in a Simplified text and another
// word in a Traditional one.
func (w *wording) spelled(s *shelf, p int) bool {
	text := string(s.text.textOf(p))
	if w.own == nil {
		w.own = letterPieces(w.typed)
	}
	if holdsAll(text, w.own) {
		return true
	}
	script := s.info.Script
	if script != book.Traditional && script != book.Simplified {
		script = hanzi.Detect(text).Script
	}
	for _, pieces := range w.convertedTo(script) {
		if holdsAll(text, pieces) {
			return true
		}
	}
	return false
}

// configurations lead to each script, in the standards that books follow.
var configurations = map[book.Script][]string{
	book.Traditional: {"s2t", "s2tw", "s2hk"},
	book.Simplified:  {"t2s", "tw2s"},
}

// convertedTo is the query as it reads in a script.
func (w *wording) convertedTo(script book.Script) [][]string {
	if spellings, ok := w.converted[script]; ok {
		return spellings
	}
	spellings := [][]string{}
	for _, config := range configurations[script] {
		if c, err := hanzi.NewConverter(config); err == nil {
			spellings = append(spellings, letterPieces(c.Convert(w.typed)))
		}
	}
	if w.converted == nil {
		w.converted = map[book.Script][][]string{}
	}
	w.converted[script] = spellings
	return spellings
}

func holdsAll(text string, pieces []string) bool {
	letters := ""
	for _, piece := range pieces {
		if strings.Contains(text, piece) {
			continue
		}
		if letters == "" {
			letters = unfoldedLetters(text)
		}
		if !strings.Contains(letters, piece) {
			return false
		}
	}
	return len(pieces) > 0
}

// letterPieces are the words of a query with their letters unfolded.
func letterPieces(text string) []string {
	var pieces []string
	for _, word := range strings.Fields(text) {
		if letters := unfoldedLetters(word); letters != "" {
			pieces = append(pieces, letters)
		}
	}
	return pieces
}

// unfoldedLetters leaves out what the skeleton leaves out, and folds nothing.
func unfoldedLetters(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if isLetter(hanzi.FoldRune(r)) {
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}
