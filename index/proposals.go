package index

import (
	"cmp"
	"context"
	"math"
	"slices"
)

const (
	// rarePairs is how many pairs propose, proposals how many paragraphs are
	// looked at, and leastWeight the share of the heaviest weight that a
	// paragraph must have for it.
	rarePairs   = 8
	proposals   = 60
	leastWeight = 0.25
)

// rarePair is two neighbouring characters of a query, with the open paragraphs
// that hold them.
type rarePair struct {
	term
	count int        // about how many paragraphs, and once they are read just how many
	read  bool       // whether documents are known
	in    []postings // a part each
}

// propose lists the open paragraphs that hold the most of the rarest pairs of
// the key, the rarer ones weighing more; the heaviest first.
func propose(ctx context.Context, parts []openPart, key []rune) ([]hit, error) {
	lookups := make([]*lookup, len(parts))
	total := 0
	for n, s := range parts {
		l, err := s.terms.lookup()
		if err != nil {
			return nil, err
		}
		defer l.release()
		lookups[n] = l
		total += s.open
	}
	pairs, err := rarest(ctx, parts, lookups, key)
	if err != nil {
		return nil, err
	}
	type weighed struct {
		hit
		book   int
		weight float64
	}
	var all []weighed
	heaviest := 0.0
	for n, s := range parts {
		scale := s.scale()
		for _, p := range pairs {
			weight := math.Log(1 + (float64(total-p.count)+0.5)/(float64(p.count)+0.5))
			p.in[n].each(func(document int) bool {
				if at, ok := s.text.documentParagraph(document); ok && s.shows(at) {
					heaviest = max(heaviest, scale.add(at, weight))
				}
				return true
			})
		}
		for _, at := range scale.touched {
			if weight := scale.weights[at]; weight >= leastWeight*heaviest {
				all = append(all, weighed{hit{s.shelf, at}, n, weight})
			}
		}
		s.putBack(scale)
	}
	all = slices.DeleteFunc(all, func(w weighed) bool { return w.weight < leastWeight*heaviest })
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.book, b.book), cmp.Compare(a.paragraph, b.paragraph))
	})
	hits := make([]hit, 0, proposals)
	for _, w := range all[:min(proposals, len(all))] {
		hits = append(hits, w.hit)
	}
	return hits, nil
}

// rarest are the pairs of the key that stand in fewest open paragraphs, as far
// as the tables of pairs tell, with their documents.
func rarest(ctx context.Context, parts []openPart, lookups []*lookup, key []rune) ([]rarePair, error) {
	all := make([]rarePair, 0, len(key))
	for i := 0; i+2 <= len(key); i++ {
		p := rarePair{term: term{field: fieldPairs, pair: keyOfPair(key[i], key[i+1])}}
		if slices.ContainsFunc(all, func(q rarePair) bool { return q.pair == p.pair }) {
			continue
		}
		for n, s := range parts {
			there := s.pairs.count(p.pair)
			if there > 0 && !s.whole() { // the table counts what is not open, too
				if p.text == "" {
					p.text = string(key[i : i+2])
				}
				documents, err := lookups[n].of(fieldPairs, p.text)
				if err != nil {
					return nil, err
				}
				there = s.shown(documents)
			}
			p.count += there
		}
		if p.count > 0 {
			p.text = string(key[i : i+2])
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b rarePair) int { return cmp.Compare(a.count, b.count) })
	pairs := make([]rarePair, 0, rarePairs)
	for _, p := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.count, p.in = 0, make([]postings, len(parts))
		for n, s := range parts {
			if s.pairs.count(p.pair) == 0 {
				continue
			}
			documents, err := lookups[n].of(fieldPairs, p.text)
			if err != nil {
				return nil, err
			}
			p.in[n] = documents
			p.count += s.shown(documents)
		}
		if p.count == 0 {
			continue
		}
		if pairs = append(pairs, p); len(pairs) == rarePairs {
			break
		}
	}
	return pairs, nil
}

// shown is how many of the documents are open.
func (s openPart) shown(documents postings) int {
	if s.whole() {
		return documents.count
	}
	n := 0
	documents.each(func(document int) bool {
		if p, ok := s.text.documentParagraph(document); ok && s.shows(p) {
			n++
		}
		return true
	})
	return n
}

// frequency is how many open paragraphs hold the term.
func (s openPart) frequency(t term) (int, error) {
	if t.field == fieldPairs && s.pairs.count(t.pair) == 0 {
		return 0, nil
	}
	l, err := s.terms.lookup()
	if err != nil {
		return 0, err
	}
	defer l.release()
	documents, err := l.of(t.field, t.text)
	return s.shown(documents), err
}

// A scale weighs the paragraphs of a book. Between two queries all weights are
// zero.
type scale struct {
	weights []float64
	touched []int
}

func (s *shelf) scale() *scale {
	if kept, ok := s.scales.Get().(*scale); ok {
		return kept
	}
	return &scale{weights: make([]float64, s.text.paragraphs)}
}

// putBack takes a scale back.
func (s *shelf) putBack(used *scale) {
	for _, p := range used.touched {
		used.weights[p] = 0
	}
	used.touched = used.touched[:0]
	s.scales.Put(used)
}

func (s *scale) add(paragraph int, weight float64) float64 {
	if s.weights[paragraph] == 0 {
		s.touched = append(s.touched, paragraph)
	}
	s.weights[paragraph] += weight
	return s.weights[paragraph]
}
