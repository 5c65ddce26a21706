package index

import "iter"

// Where a page is small and the hits are many, only as many are judged as it
// takes to fill the page: the order is the one that ranking all would give.

// judgedHits are the hits of a book, judged as far as was asked for.
type judgedHits struct {
	bookHits
	spelled func(p int) bool
	own     []bool // whether the first ones spell the query its own way
}

// like are the paragraphs that spell the query its own way, or those that do
// not, in reading order.
func (j *judgedHits) like(folded bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, p := range j.paragraphs {
			if i == len(j.own) {
				j.own = append(j.own, j.spelled(p))
			}
			if j.own[i] != folded && !yield(p) {
				return
			}
		}
	}
}

// lead is the best of those: of the first few, the one whose sentence is about
// the query. It is -1 where there is none.
func (j *judgedHits) lead(folded bool, w *wording) int {
	best, telling, seen := -1, -1, 0
	for p := range j.like(folded) {
		if t := j.part.opensSentence(p, w); t > telling {
			best, telling = p, t
		}
		if seen++; seen == lookedAt || telling == sentence {
			break
		}
	}
	return best
}

// bestFirst is the page of hits of one piece: those of its own spelling, the
// best of each book and then the rest, and then the others in the same way.
func bestFirst(found []bookHits, w *wording, offset, limit int) []hit {
	books := make([]judgedHits, len(found))
	for n, b := range found {
		books[n] = judgedHits{bookHits: b, spelled: b.part.spelling(w)}
	}
	var hits []hit
	skip := offset
	full := func(s *shelf, p int) bool {
		if skip > 0 {
			skip--
			return false
		}
		hits = append(hits, hit{s, p})
		return len(hits) == limit
	}
	for _, folded := range []bool{false, true} {
		leads := make([]int, len(books))
		for n := range books {
			b := &books[n]
			if leads[n] = b.lead(folded, w); leads[n] >= 0 && full(b.part.shelf, leads[n]) {
				return hits
			}
		}
		for n := range books {
			b := &books[n]
			for p := range b.like(folded) {
				if p != leads[n] && full(b.part.shelf, p) {
					return hits
				}
			}
		}
	}
	return hits
}
