package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// The order of passages, each rule deciding what the one before leaves open:
// the query's own spelling before others; whole words before accidents across
// word borders; several words near together before far apart; and then the
// best passage of each book, in the library's order, before the rest in
// reading order. The best of a book is one whose sentence is about the query.

const (
	// rankedHits is how many paragraphs are ranked by spelling; an answer with
	// more of them stands in reading order, since nobody reads that far.
	rankedHits = 5000
	// weighedHits is how many are weighed by what stands around the query.
	weighedHits = 300
)

type bookHits struct {
	part       openPart
	paragraphs []int // in reading order
}

type hit struct {
	shelf     *shelf
	paragraph int
}

// rankedHit is a hit with what decides its place.
type rankedHit struct {
	hit
	book     int // its place in the library
	tier     int
	distance int
	telling  int
	lead     bool // the best of its book within its tier
}

// order ranks the hits and returns the page that the query asks for. Two
// orders of the same hits are always the same.
func order(ctx context.Context, found []bookHits, w *wording, q Query) ([]hit, error) {
	offset, limit, total := q.Offset, q.Limit, 0
	for _, b := range found {
		total += len(b.paragraphs)
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
	var all []rankedHit
	for n, b := range found {
		for _, p := range b.paragraphs {
			h := rankedHit{hit: hit{b.part.shelf, p}, book: n}
			if !w.spelled(b.part.shelf, p) {
				h.tier = 2
			}
			if total <= weighedHits {
				if err := h.weigh(ctx, b.part, w); err != nil {
					return nil, err
				}
			}
			all = append(all, h)
		}
	}
	markLeads(all)
	slices.SortStableFunc(all, func(a, b rankedHit) int {
		return cmp.Or(
			cmp.Compare(a.tier, b.tier), cmp.Compare(a.distance, b.distance), trueFirst(a.lead, b.lead),
			cmp.Compare(a.book, b.book), cmp.Compare(a.paragraph, b.paragraph))
	})
	var hits []hit
	for _, h := range all[offset:min(offset+limit, total)] {
		hits = append(hits, h.hit)
	}
	return hits, nil
}

// weigh looks at what stands around the query in the paragraph.
func (h *rankedHit) weigh(ctx context.Context, s openPart, w *wording) error {
	skeleton := string(s.text.skeletonOf(h.paragraph))
	if len(w.pieces) > 1 {
		h.distance = nearness(skeleton, w.pieces)
		return nil
	}
	piece := w.pieces[0]
	if n := utf8.RuneCountInString(piece); n >= 2 && n <= longestWord {
		accident, err := s.byAccident(ctx, h.paragraph, piece)
		if err != nil {
			return err
		}
		if accident {
			h.tier++
		}
	}
	h.telling = opensSentence(s.text.paragraph(h.paragraph), w.pieces)
	return nil
}

// markLeads marks the best hit of every book in every tier.
func markLeads(all []rankedHit) {
	type group struct{ tier, distance, book int }
	best := map[group]int{}
	for i, h := range all {
		g := group{h.tier, h.distance, h.book}
		if j, ok := best[g]; !ok || h.telling > all[j].telling {
			best[g] = i
		}
	}
	for _, i := range best {
		all[i].lead = true
	}
}

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
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
func nearness(skeleton string, pieces []string) int {
	closest := len(skeleton)
	for from := 0; ; {
		i := strings.Index(skeleton[from:], pieces[0])
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
func nearestTo(text, piece string, start, end int) (int, int) {
	before := strings.LastIndex(text[:end], piece)
	after := strings.Index(text[start:], piece)
	if before < 0 || after >= 0 && after < start-before {
		return start + after, start + after + len(piece)
	}
	return before, before + len(piece)
}

// opensSentence says how much of the sentence the first of the pieces is: 2
// where it opens one, 1 where it opens a clause.
func opensSentence(paragraph string, pieces []string) int {
	runes := []rune(paragraph)
	best := 0
	for _, span := range skeletonSpans(paragraph, pieces[:1]) {
		at := span.Start - 1
		for at >= 0 && strings.ContainsRune("“「『\"‘'", runes[at]) {
			at--
		}
		switch {
		case at < 0, strings.ContainsRune("。！？!?…", runes[at]):
			return 2
		case !isLetter(hanzi.FoldRune(runes[at])):
			best = 1
		}
	}
	return best
}
