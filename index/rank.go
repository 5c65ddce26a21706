package index

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"
)

// The order of passages, each rule deciding what the one before leaves open:
// the query's own spelling before others; whole words before accidents across
// word borders; several words near together before far apart; and then the
// best passage of each book, in the library's order, before the rest in
// reading order. The best of a book is one whose sentence is about the query.

const (
	// rankedHits is how many paragraphs are ranked; an answer with more of
	// them stands in reading order, since nobody reads that far.
	rankedHits = 5000
	// lookedAt is how many hits of a book are looked at for the best.
	lookedAt = 6
	// examined is how many hits, in their order so far, are examined for
	// accidents, and fewAccidents from how many hits on an accident no longer
	// matters among them.
	examined     = 10
	fewAccidents = 300
)

type bookHits struct {
	part       openPart
	paragraphs []int // in reading order; the first ones, where count is more
	count      int
	sample     []int // from all over the book, where the paragraphs are not all
}

type hit struct {
	shelf     *shelf
	paragraph int
}

// rankedHit is a hit with what decides its place.
type rankedHit struct {
	hit
	part     openPart
	book     int // its place in the library
	folded   bool
	distance int
	lead     bool // the best of its book among its like
}

// order ranks the hits and returns the page that the query asks for. Two
// orders of the same hits are always the same.
func order(ctx context.Context, found []bookHits, w *wording, q Query) ([]hit, error) {
	offset, limit, total := q.Offset, q.Limit, 0
	for _, b := range found {
		total += b.count
	}
	if limit <= 0 || offset < 0 || offset >= total {
		return nil, nil
	}
	if q.Scope.InOrder {
		return inReadingOrder(found, offset, limit, false), nil
	}
	if total > rankedHits {
		return inReadingOrder(found, offset, limit, true), nil
	}
	if len(w.pieces) == 1 && !accidentsMatter(total, w) {
		return bestFirst(found, w, offset, limit), nil
	}
	all, err := rankAll(ctx, found, w)
	if err != nil {
		return nil, err
	}
	var hits []hit
	for _, h := range all[offset:min(offset+limit, total)] {
		hits = append(hits, h.hit)
	}
	return hits, nil
}

// rankAll puts all hits in their order.
func rankAll(ctx context.Context, found []bookHits, w *wording) ([]rankedHit, error) {
	var all []rankedHit
	for n, b := range found {
		spelled := b.part.spelling(w)
		for _, p := range b.paragraphs {
			h := rankedHit{hit: hit{b.part.shelf, p}, part: b.part, book: n, folded: !spelled(p)}
			if len(w.pieces) > 1 {
				h.distance = nearness(b.part.text.skeletonOf(p), w.sought)
			}
			all = append(all, h)
		}
	}
	markLeads(all, w)
	slices.SortStableFunc(all, func(a, b rankedHit) int {
		return cmp.Or(
			falseFirst(a.folded, b.folded), cmp.Compare(a.distance, b.distance), falseFirst(!a.lead, !b.lead),
			cmp.Compare(a.book, b.book), cmp.Compare(a.paragraph, b.paragraph))
	})
	return all, accidentsLast(ctx, all, w)
}

// accidentsMatter reports whether the query may be a part of two words, and
// whether it is found so rarely that it is worth looking.
func accidentsMatter(total int, w *wording) bool {
	n := utf8.RuneCountInString(w.pieces[0])
	return len(w.pieces) == 1 && 2 <= n && n <= longestWord && total <= fewAccidents
}

// accidentsLast moves those of the first hits that are accidents to the end.
func accidentsLast(ctx context.Context, all []rankedHit, w *wording) error {
	if !accidentsMatter(len(all), w) {
		return nil
	}
	var accidents []rankedHit
	kept := all[:0:0]
	for i, h := range all {
		if i < examined {
			accident, err := h.part.byAccident(ctx, h.paragraph, w)
			if err != nil {
				return err
			}
			if accident {
				accidents = append(accidents, h)
				continue
			}
		}
		kept = append(kept, h)
	}
	copy(all, append(kept, accidents...))
	return nil
}

// markLeads marks the best hit of every book among its like: of the first few,
// the one whose sentence is about the query.
func markLeads(all []rankedHit, w *wording) {
	type group struct {
		folded         bool
		distance, book int
	}
	type best struct{ at, telling, seen int }
	groups := map[group]*best{}
	for i, h := range all {
		g := group{h.folded, h.distance, h.book}
		b := groups[g]
		if b == nil {
			b = &best{at: i, telling: -1}
			groups[g] = b
		}
		if b.seen++; b.seen > lookedAt || b.telling == sentence {
			continue
		}
		if t := h.shelf.opensSentence(h.paragraph, w); t > b.telling {
			b.at, b.telling = i, t
		}
	}
	for _, b := range groups {
		all[b.at].lead = true
	}
}

func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// inReadingOrder gives the hits book by book; leads says to put the first of
// each book before the rest.
func inReadingOrder(found []bookHits, offset, limit int, leads bool) []hit {
	var hits []hit
	skip := 0
	if leads {
		skip = 1
		for _, b := range found {
			hits = append(hits, hit{b.part.shelf, b.paragraphs[0]})
		}
	}
	for _, b := range found {
		for _, p := range b.paragraphs[skip:] {
			if len(hits) >= offset+limit {
				break
			}
			hits = append(hits, hit{b.part.shelf, p})
		}
	}
	if offset >= len(hits) {
		return nil
	}
	return hits[offset:min(offset+limit, len(hits))]
}

// nearness says how far apart the pieces stand at their closest, in steps that
// a reader would notice.
func nearness(skeleton []byte, pieces [][]byte) int {
	closest := len(skeleton)
	for from := 0; ; {
		i := indexOf(skeleton[from:], pieces[0])
		if i < 0 {
			break
		}
		at := from + i
		start, end := at, at+len(pieces[0])
		for _, piece := range pieces[1:] {
			s, e := nearestTo(skeleton, piece, start, end)
			start, end = min(start, s), max(end, e)
		}
		closest = min(closest, end-start)
		from = at + len(pieces[0])
	}
	switch runes := closest / 3; {
	case runes <= 10:
		return 0
	case runes <= 30:
		return 1
	case runes <= 100:
		return 2
	}
	return 3
}

// nearestTo is the place of the piece nearest to text[start:end].
func nearestTo(text, piece []byte, start, end int) (int, int) {
	before := bytes.LastIndex(text[:end], piece)
	after := indexOf(text[start:], piece)
	if before < 0 || after >= 0 && after < start-before {
		return start + after, start + after + len(piece)
	}
	return before, before + len(piece)
}

// How a letter begins.
const (
	inside   = iota // another letter stands before it
	clause          // a mark stands before it
	sentence        // the mark ends a sentence, or the paragraph begins
)

// opensSentence says where the first of the pieces stands at best: at the
// start of a sentence, of a clause, or inside.
func (s *shelf) opensSentence(p int, w *wording) int {
	piece := w.sought[0]
	at := walk{text: s.text.textOf(p), skeleton: s.text.skeletonOf(p)}
	_, size := utf8.DecodeRune(piece)
	best := inside
	for from := 0; best < sentence; from += size {
		i := indexOf(at.skeleton[from:], piece)
		if i < 0 {
			break
		}
		from += i
		at.to(from)
		before := inside
		if from == 0 {
			before = sentence
		}
		at.passing(func(mark rune) {
			switch {
			case strings.ContainsRune("。！？!?…", mark):
				before = sentence
			case before == inside && !strings.ContainsRune("“「『\"‘'·", mark):
				before = clause
			}
		})
		best = max(best, before)
	}
	return best
}
