package index

import (
	"strings"
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// rankedHits is how many paragraphs are ranked by spelling; an answer with
// more of them stands in reading order, since nobody reads that far.
const rankedHits = 5000

type bookHits struct {
	shelf      *shelf
	paragraphs []int // in reading order
}

type hit struct {
	shelf     *shelf
	paragraph int
}

// order ranks the hits and returns those from offset on, limit at the most.
// Two orders of the same hits are always the same.
func order(found []bookHits, w *wording, offset, limit int) []hit {
	total := 0
	for _, b := range found {
		total += len(b.paragraphs)
	}
	if limit <= 0 || offset < 0 || offset >= total {
		return nil
	}
	tiers := make([][]bookHits, 1)
	tiers[0] = found
	if total <= rankedHits {
		tiers = bySpelling(found, w)
	}
	var ranked []hit
	for _, tier := range tiers {
		for _, b := range tier {
			ranked = append(ranked, hit{b.shelf, b.paragraphs[0]})
		}
		for _, b := range tier {
			for _, p := range b.paragraphs[1:] {
				ranked = append(ranked, hit{b.shelf, p})
				if len(ranked) >= offset+limit && total > rankedHits {
					return ranked[offset : offset+limit]
				}
			}
		}
	}
	return ranked[offset:min(offset+limit, total)]
}

// bySpelling puts the paragraphs that spell the query its own way before those
// that only fold to it.
func bySpelling(found []bookHits, w *wording) [][]bookHits {
	tiers := make([][]bookHits, 2)
	for _, b := range found {
		split := [2]bookHits{{shelf: b.shelf}, {shelf: b.shelf}}
		for _, p := range b.paragraphs {
			tier := 1
			if w.spelled(b.shelf.text.textOf(p)) {
				tier = 0
			}
			split[tier].paragraphs = append(split[tier].paragraphs, p)
		}
		for tier := range split {
			if len(split[tier].paragraphs) > 0 {
				tiers[tier] = append(tiers[tier], split[tier])
			}
		}
	}
	return tiers
}

// spelled reports whether the paragraph spells the query as it was typed, or
// as it reads when it is converted to the other script.
func (w *wording) spelled(paragraph []byte) bool {
	text := string(paragraph)
	if w.spellings == nil {
		w.spellings = [][]string{letterPieces(w.typed)}
	}
	if holdsAll(text, w.spellings[0]) {
		return true
	}
	if len(w.spellings) == 1 {
		for _, config := range []string{"s2tw", "s2t", "t2s"} {
			if c, err := hanzi.NewConverter(config); err == nil {
				w.spellings = append(w.spellings, letterPieces(c.Convert(w.typed)))
			}
		}
	}
	for _, pieces := range w.spellings[1:] {
		if holdsAll(text, pieces) {
			return true
		}
	}
	return false
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
