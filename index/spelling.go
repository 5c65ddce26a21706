package index

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// spelled reports whether the paragraph of the shelf spells the query as it
// was typed, or as it reads when it is converted to the script of the
// paragraph: 面 for 麵 is the query's own in a Simplified text and another
// word in a Traditional one.
func (w *wording) spelled(s *shelf, p int) bool {
	text := s.text.textOf(p)
	if w.own == nil {
		w.own = letterPieces(w.typed)
	}
	if holdsAll(text, w.own, false) {
		return true
	}
	script := s.info.Script
	if script != book.Traditional && script != book.Simplified {
		script = hanzi.Detect(string(text)).Script
	}
	// Marks between the letters are the exception, and most books follow the
	// first standard.
	for _, acrossMarks := range []bool{false, true} {
		if acrossMarks && holdsAll(text, w.own, true) {
			return true
		}
		for n := range converters[script] {
			if holdsAll(text, w.convertedTo(script, n), acrossMarks) {
				return true
			}
		}
	}
	return false
}

// spelling returns the function that says of a hit whether it spells the
// query its own way. Where the book writes every letter of the query in one way
// only, one look settles it for all.
func (s *shelf) spelling(w *wording) func(p int) bool {
	if s.info.Script == book.Traditional || s.info.Script == book.Simplified {
		settled := true
		for _, r := range strings.Join(w.pieces, "") {
			settled = settled && !strings.ContainsRune(s.info.Ambiguous, r)
		}
		if settled {
			known, own := false, false
			return func(p int) bool {
				if !known {
					known, own = true, w.spelled(s, p)
				}
				return own
			}
		}
	}
	return func(p int) bool { return w.spelled(s, p) }
}

// ambiguous lists the folded letters that the book writes in several ways.
func ambiguous(b *book.Book) string {
	written := map[rune]rune{}
	several := map[rune]bool{}
	for _, c := range b.Chapters {
		for _, p := range c.Paragraphs {
			for _, r := range p.Text {
				key := hanzi.FoldRune(r)
				if before, ok := written[key]; ok && before != r {
					several[key] = true
				}
				written[key] = r
			}
		}
	}
	return string(slices.Sorted(maps.Keys(several)))
}

// converters lead to each script, in the standards that books follow. They
// are made when first needed: that takes longer than most queries do.
var converters = map[book.Script][]func() *hanzi.Converter{
	book.Traditional: {converter("s2t"), converter("s2tw"), converter("s2hk")},
	book.Simplified:  {converter("t2s"), converter("tw2s")},
}

func converter(config string) func() *hanzi.Converter {
	return sync.OnceValue(func() *hanzi.Converter {
		c, err := hanzi.NewConverter(config)
		if err != nil {
			return nil // it is built in and tested
		}
		return c
	})
}

// convertedTo is the query as it reads in a script, in the n-th of its
// standards; nothing where it reads as typed or as in one before.
func (w *wording) convertedTo(script book.Script, n int) [][]byte {
	spellings := w.converted[script]
	if n < len(spellings) {
		return spellings[n]
	}
	var pieces [][]byte // none where they are those of another standard
	if c := converters[script][n](); c != nil {
		pieces = letterPieces(c.Convert(w.typed))
		same := func(others [][]byte) bool { return slices.EqualFunc(pieces, others, bytes.Equal) }
		if same(w.own) || slices.ContainsFunc(spellings, same) {
			pieces = nil
		}
	}
	if w.converted == nil {
		w.converted = map[book.Script][][][]byte{}
	}
	w.converted[script] = append(spellings, pieces)
	return pieces
}

// holdsAll reports whether the text has every piece, letter for letter, with
// whatever marks between the letters where that is asked for.
func holdsAll(text []byte, pieces [][]byte, acrossMarks bool) bool {
	for _, piece := range pieces {
		if indexOf(text, piece) < 0 && !(acrossMarks && holdsAcrossMarks(text, piece)) {
			return false
		}
	}
	return len(pieces) > 0
}

func holdsAcrossMarks(text, piece []byte) bool {
	_, size := utf8.DecodeRune(piece)
	for from := 0; ; {
		i := indexOf(text[from:], piece[:size])
		if i < 0 {
			return false
		}
		from += i + size
		rest := piece[size:]
		for at := from; len(rest) > 0 && at < len(text); {
			_, next := utf8.DecodeRune(rest)
			if bytes.HasPrefix(text[at:], rest[:next]) {
				at, rest = at+next, rest[next:]
				continue
			}
			if isCharacter(text[at:]) {
				break
			}
			r, written := utf8.DecodeRune(text[at:])
			if foldsToLetter(r) {
				break
			}
			at += written
		}
		if len(rest) == 0 {
			return true
		}
	}
}

// letterPieces are the words of a query with their letters unfolded.
func letterPieces(text string) [][]byte {
	var pieces [][]byte
	for _, word := range strings.Fields(text) {
		if letters := unfoldedLetters(word); len(letters) > 0 {
			pieces = append(pieces, letters)
		}
	}
	return pieces
}

// unfoldedLetters leaves out what the skeleton leaves out, and folds nothing.
func unfoldedLetters(s string) []byte {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if foldsToLetter(r) {
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}
