package index

import (
	"bytes"
	"context"
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// A query may stand in a paragraph by accident, across the border of a word:
// 將軍 in 將軍用地圖, which is 將 and 軍用地圖. Such a place is found, but last.
//
// Word frequencies alone often cut such a place wrongly, the query being a
// word itself. So a place counts as an accident only where a dictionary word
// crosses its border and the book itself has that word with what follows (or
// goes before) it elsewhere, without the rest of the query.

const (
	longestWord = 4 // runes of a dictionary word that is looked for at a border
	beyondWord  = 2 // further runes that must stand elsewhere, too
)

// byAccident reports whether the query, one piece, stands in the paragraph
// only across word borders.
func (s openPart) byAccident(ctx context.Context, p int, w *wording) (bool, error) {
	skeleton := s.text.skeletonOf(p)
	key := []byte(w.pieces[0])
	for from := 0; ; {
		i := bytes.Index(skeleton[from:], key)
		if i < 0 {
			return true, nil
		}
		start := from + i
		crossed, err := s.crossed(ctx, w, skeleton, start, start+len(key))
		if err != nil || !crossed {
			return false, err
		}
		_, size := utf8.DecodeRune(skeleton[start:])
		from = start + size
	}
}

// crossed reports whether a word crosses the start or the end of
// skeleton[start:end].
func (s openPart) crossed(ctx context.Context, w *wording, skeleton []byte, start, end int) (bool, error) {
	query := []rune(string(skeleton[start:end]))
	after := runesAfter(skeleton, end, longestWord+beyondWord)
	for head := 1; head < len(query); head++ { // query[:head] stays outside the word
		inside := query[head:]
		for n := 1; n <= len(after) && len(inside)+n <= longestWord; n++ {
			word := string(inside) + string(after[:n])
			if len(after) < n+beyondWord || !hanzi.IsWord(word) {
				continue
			}
			apart, err := s.standsApart(ctx, w, word+string(after[n:n+beyondWord]), string(query[:head]), true)
			if err != nil || apart {
				return apart, err
			}
		}
	}
	before := runesBefore(skeleton, start, longestWord+beyondWord)
	for tail := 1; tail < len(query); tail++ { // query[tail:] stays outside the word
		inside := query[:tail]
		for n := 1; n <= len(before) && len(inside)+n <= longestWord; n++ {
			word := string(before[len(before)-n:]) + string(inside)
			if len(before) < n+beyondWord || !hanzi.IsWord(word) {
				continue
			}
			apart, err := s.standsApart(ctx, w, string(before[len(before)-n-beyondWord:])+string(inside), string(query[tail:]), false)
			if err != nil || apart {
				return apart, err
			}
		}
	}
	return false, nil
}

// standsApart reports whether the text stands anywhere in what is open without
// the rest of the query beside it: before it where leading, else after it.
func (s openPart) standsApart(ctx context.Context, w *wording, text, rest string, leading bool) (bool, error) {
	key := apartKey{s.shelf, text, leading}
	if apart, ok := w.apart[key]; ok {
		return apart, nil
	}
	paragraphs, err := s.find(ctx, newWording(text))
	if err != nil {
		return false, err
	}
	apart := s.anyApart(paragraphs, text, rest, leading)
	if w.apart == nil {
		w.apart = map[apartKey]bool{}
	}
	w.apart[key] = apart
	return apart, nil
}

// apartKey names a question to standsApart, whose answers a query keeps.
type apartKey struct {
	shelf   *shelf
	text    string
	leading bool
}

func (s openPart) anyApart(paragraphs []int, text, rest string, leading bool) bool {
	for _, p := range paragraphs {
		skeleton := s.text.skeletonOf(p)
		for from := 0; ; {
			i := bytes.Index(skeleton[from:], []byte(text))
			if i < 0 {
				break
			}
			at := from + i
			beside := bytes.HasSuffix(skeleton[:at], []byte(rest))
			if !leading {
				beside = bytes.HasPrefix(skeleton[at+len(text):], []byte(rest))
			}
			if !beside {
				return true
			}
			from = at + len(text)
		}
	}
	return false
}

func runesAfter(b []byte, at, most int) []rune {
	var rs []rune
	for b = b[at:]; len(b) > 0 && len(rs) < most; {
		r, size := utf8.DecodeRune(b)
		rs, b = append(rs, r), b[size:]
	}
	return rs
}

func runesBefore(b []byte, at, most int) []rune {
	start := at
	for n := 0; n < most && start > 0; n++ {
		_, size := utf8.DecodeLastRune(b[:start])
		start -= size
	}
	return []rune(string(b[start:at]))
}
