package index

import (
	"bytes"
	"context"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// term is one that a paragraph holding the query must hold.
type term struct {
	field, text string
	pair        pairKey // of a term of fieldPairs
}

func pairTerm(text string) term {
	a, size := utf8.DecodeRuneInString(text)
	b, _ := utf8.DecodeRuneInString(text[size:])
	return term{fieldPairs, text, keyOfPair(a, b)}
}

// pieceTerms are the terms of a piece: its pairs, or the one letter that it is.
func pieceTerms(piece string) []term {
	_, size := utf8.DecodeRuneInString(piece)
	if size == len(piece) {
		return []term{{field: fieldSingles, text: piece}}
	}
	ts := make([]term, 0, len(piece)/3)
	for start := 0; ; {
		_, second := utf8.DecodeRuneInString(piece[start+size:])
		ts = append(ts, pairTerm(piece[start:start+size+second]))
		start += size
		size = second
		if start+size == len(piece) {
			return ts
		}
	}
}

// few is how many documents are looked through rather than narrowed down by a
// further term.
const few = 8

// candidates are the documents that hold all terms, or a few that hold the
// rarest of them.
func (s *shelf) candidates(l *lookup, all []term) (postings, error) {
	l.counts = l.counts[:0]
	for _, t := range all {
		n := math.MaxInt // a single letter is in more paragraphs than any pair it is in
		if t.field == fieldPairs {
			if n = s.pairs.count(t.pair); n == 0 {
				return postings{}, nil
			}
		}
		l.counts = append(l.counts, n)
	}
	var found postings
	for n := range all {
		rarest := 0
		for i, count := range l.counts {
			if count < l.counts[rarest] || l.counts[rarest] < 0 {
				rarest = i
			}
		}
		p, err := l.of(all[rarest].field, all[rarest].text)
		if err != nil {
			return postings{}, err
		}
		if n == 0 {
			found = p
		} else {
			found = found.and(p)
		}
		if found.count <= few {
			break
		}
		l.counts[rarest] = -1
		for i := range l.counts { // the same term once more
			if all[i] == all[rarest] {
				l.counts[i] = -1
			}
		}
		if !slices.ContainsFunc(l.counts, func(n int) bool { return n >= 0 }) {
			break
		}
	}
	return found, nil
}

// find lists the open paragraphs that hold the wording, in reading order,
// counted over the book from 0. One or two characters are a term of the index
// and need no verifying.
func (s openPart) find(ctx context.Context, w *wording) ([]int, error) {
	if s.open == 0 {
		return nil, ctx.Err()
	}
	l, err := s.terms.lookup()
	if err != nil {
		return nil, err
	}
	defer l.release()
	documents, err := s.candidates(l, w.terms)
	if err != nil {
		return nil, err
	}
	return s.holding(ctx, documents, w)
}

// holding lists those of the documents that are open and hold the wording.
func (s openPart) holding(ctx context.Context, documents postings, w *wording) ([]int, error) {
	if err := ctx.Err(); err != nil || documents.count == 0 {
		return nil, err
	}
	whole := s.whole()
	if documents.count <= 64 {
		paragraphs := make([]int, 0, documents.count)
		documents.each(func(document int) bool {
			if p, ok := s.text.documentParagraph(document); ok && (whole || s.shows(p)) {
				paragraphs = append(paragraphs, p)
			}
			return true
		})
		slices.Sort(paragraphs)
		return s.verified(ctx, paragraphs, w)
	}
	// Marks, one a paragraph, put many in order without sorting.
	marks := make([]uint64, (s.open+63)/64)
	documents.each(func(document int) bool {
		if p, ok := s.text.documentParagraph(document); ok && (whole || s.shows(p)) {
			marks[p/64] |= 1 << (p % 64)
		}
		return true
	})
	count := 0
	for _, m := range marks {
		count += bits.OnesCount64(m)
	}
	paragraphs := make([]int, 0, count)
	for i, m := range marks {
		for ; m != 0; m &= m - 1 {
			paragraphs = append(paragraphs, 64*i+bits.TrailingZeros64(m))
		}
	}
	return s.verified(ctx, paragraphs, w)
}

// verified keeps those of the paragraphs that hold the wording. They are looked
// through in reading order, as they lie in the file.
func (s openPart) verified(ctx context.Context, paragraphs []int, w *wording) ([]int, error) {
	if w.certain() {
		return paragraphs, ctx.Err()
	}
	needles := s.needles(w)
	kept := paragraphs[:0]
	for n, p := range paragraphs {
		if n%1024 == 1023 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.hasAll(needles, p, w) {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// whole reports whether the part is the whole book.
func (s openPart) whole() bool {
	return s.open == s.text.paragraphs && s.scope.From == 0 && s.only == nil
}

// certain reports whether the index alone proves a match.
func (w *wording) certain() bool {
	return w.literal == "" && len(w.pieces) == 1 && len(w.terms) == 1
}

// indexOf is where the piece first stands in a text. Nearly all letters are
// three bytes of which the first says little and the third most, so the third
// is what is looked for.
func indexOf(text, piece []byte) int {
	if len(piece) < 3 || piece[0] < 0xE0 {
		return bytes.Index(text, piece)
	}
	for from := 0; from+len(piece) <= len(text); from++ {
		var i int
		if len(piece) == 3 {
			i = bytes.IndexByte(text[from+2:], piece[2])
		} else {
			i = bytes.Index(text[from+2:], piece[2:])
		}
		if i < 0 {
			return -1
		}
		if from += i; text[from] == piece[0] && text[from+1] == piece[1] {
			return from
		}
	}
	return -1
}
