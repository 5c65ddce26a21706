package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"
)

// Half-remembered lines. The rarest pairs of the query propose paragraphs, an
// alignment of characters decides. Frequencies, proposals and order see nothing
// past the ceiling, so that an answer never depends on what comes later.

const (
	// SimilarEnough is the similarity from which a passage counts as the line
	// that was meant, Closest that from which it is worth showing as the
	// closest there is. Measured on lines with one to three edits, and on
	// lines of other books.
	SimilarEnough = 0.60
	Closest       = 0.45
	// muchWorse is how much less similar than the best a passage may be to be
	// offered beside it.
	muchWorse = 0.20
	// minAligned is the shortest skeleton, in runes, that is aligned;
	// maxScattered the longest whose characters are looked for one by one.
	minAligned   = 4
	minScattered = 3
	maxScattered = 5
	// mostScattered is how many paragraphs of a book may hold all characters
	// for them to be looked through: in more, they say nothing.
	mostScattered = 300
)

// nearHit is a paragraph with its similarity to the query, 0 to 1, and which
// runes of its skeleton are the query's.
type nearHit struct {
	hit
	similarity float64
	matched    []int
}

// near finds the paragraphs that come nearest to the wording, best first,
// leaving out those that hold it exactly.
func near(ctx context.Context, parts []openPart, w *wording, limit int) ([]nearHit, error) {
	key := []rune(strings.Join(w.pieces, ""))
	if limit <= 0 {
		return nil, nil
	}
	var found []nearHit
	if len(key) >= minAligned {
		aligned, err := aligned(ctx, parts, w, key)
		if err != nil {
			return nil, err
		}
		found = aligned
	}
	if minScattered <= len(key) && len(key) <= maxScattered {
		scattered, err := scattered(ctx, parts, w, key)
		if err != nil {
			return nil, err
		}
		for _, h := range scattered {
			if !slices.ContainsFunc(found, func(f nearHit) bool { return f.hit == h.hit }) {
				found = append(found, h)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b nearHit) int { return cmp.Compare(b.similarity, a.similarity) })
	return found[:min(limit, len(found))], nil
}

// aligned are the proposals of the rarest pairs that are similar to the key.
func aligned(ctx context.Context, parts []openPart, w *wording, key []rune) ([]nearHit, error) {
	proposed, err := propose(ctx, parts, key)
	if err != nil {
		return nil, err
	}
	// No more of a key can be found in a place than stands there. The most
	// promising come first, and those that cannot come near the best are not
	// aligned at all.
	type promise struct {
		hit
		places []Span
		most   float64
	}
	a := newAligner(key)
	promised := make([]promise, 0, len(proposed))
	for _, h := range proposed {
		places, most := a.places(h.shelf.text.skeletonOf(h.paragraph))
		if most >= Closest {
			promised = append(promised, promise{h, places, most})
		}
	}
	slices.SortStableFunc(promised, func(a, b promise) int { return cmp.Compare(b.most, a.most) })
	var found []nearHit
	best := 0.0
	for _, h := range promised {
		if h.most < best-muchWorse {
			break
		}
		if h.shelf.holds(h.paragraph, w) {
			continue
		}
		similarity, matched := a.align(h.shelf.text.skeletonOf(h.paragraph), h.places)
		if similarity >= max(Closest, best-muchWorse) {
			best = max(best, similarity)
			found = append(found, nearHit{h.hit, similarity, matched})
		}
	}
	return found, nil
}

// scattered are the paragraphs that hold every character of a short key close
// together, in any order: 錦州也被圍 for 錦州圍.
func scattered(ctx context.Context, parts []openPart, w *wording, key []rune) ([]nearHit, error) {
	var characters []rune
	for _, r := range key {
		if !slices.Contains(characters, r) {
			characters = append(characters, r)
		}
	}
	if len(characters) < minScattered {
		return nil, nil
	}
	widest := 2*len(key) + 4
	var found []nearHit
	for _, s := range parts {
		paragraphs, err := s.holdingAll(ctx, characters)
		if err != nil {
			return nil, err
		}
		for _, p := range paragraphs {
			matched := tightest([]rune(string(s.text.skeletonOf(p))), characters)
			if matched == nil {
				continue
			}
			width := matched[len(matched)-1] - matched[0] + 1
			if width > widest || s.holds(p, w) {
				continue
			}
			similarity := SimilarEnough + (1-SimilarEnough)*float64(widest-width)/float64(widest)
			found = append(found, nearHit{hit{s.shelf, p}, similarity, matched})
		}
	}
	return found, nil
}

// holdingAll are the open paragraphs that hold all the characters, in reading
// order; none where there are too many.
func (s openPart) holdingAll(ctx context.Context, characters []rune) ([]int, error) {
	if err := ctx.Err(); err != nil || s.open == 0 {
		return nil, err
	}
	l, err := s.terms.lookup()
	if err != nil {
		return nil, err
	}
	defer l.release()
	var all []postings
	for _, r := range characters {
		p, err := l.of(fieldSingles, string(r))
		if err != nil || p.count == 0 {
			return nil, err
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b postings) int { return cmp.Compare(a.count, b.count) })
	documents := all[0]
	for _, p := range all[1:] {
		documents = documents.and(p)
	}
	var paragraphs []int
	documents.each(func(document int) bool {
		if p, ok := s.text.documentParagraph(document); ok && s.shows(p) {
			paragraphs = append(paragraphs, p)
		}
		return len(paragraphs) <= mostScattered
	})
	if len(paragraphs) > mostScattered {
		return nil, nil
	}
	slices.Sort(paragraphs)
	return paragraphs, nil
}

// tightest is the narrowest place in which all the characters stand, one
// position for each, in order; nil where one is missing.
func tightest(skeleton, characters []rune) []int {
	last := make([]int, len(characters)) // where each stood last, from 1
	var best []int
	for i, r := range skeleton {
		n := slices.Index(characters, r)
		if n < 0 {
			continue
		}
		last[n] = i + 1
		first := slices.Min(last)
		if first == 0 || best != nil && i+1-first >= best[len(best)-1]-best[0] {
			continue
		}
		best = best[:0]
		for _, at := range last {
			best = append(best, at-1)
		}
		slices.Sort(best)
	}
	return best
}

// NearSpans finds in a text what comes near the query, in rune offsets; nil
// where too little does.
func NearSpans(text, query string) []Span {
	w, err := parseQuery(query)
	if err != nil {
		return nil
	}
	key := []rune(strings.Join(w.pieces, ""))
	if len(key) < minScattered {
		return nil
	}
	a := newAligner(key)
	skeleton := appendSkeleton(nil, text)
	similarity, matched := a.align(skeleton, []Span{{0, utf8.RuneCount(skeleton)}})
	if similarity < SimilarEnough {
		return nil
	}
	return letterSpans(text, matched)
}
