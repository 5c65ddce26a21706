package index

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Half-remembered lines. The rarest pairs of the query propose paragraphs, an
// alignment of characters decides. Frequencies, proposals and order see nothing
// past the ceiling, so that an answer never depends on what comes later.

const (
	// rarePairs is how many pairs propose, candidates how many proposals are
	// aligned.
	rarePairs  = 8
	candidates = 60
	// SimilarEnough is the similarity from which a passage counts as the line
	// that was meant, Closest that from which it is worth showing as the
	// closest there is. Measured on lines with one to three edits, and on
	// lines of other books.
	SimilarEnough = 0.60
	Closest       = 0.45
	// minAligned is the shortest skeleton, in runes, that is aligned;
	// maxScattered the longest whose characters are looked for one by one.
	minAligned   = 4
	minScattered = 3
	maxScattered = 5
)

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
	sort.SliceStable(found, func(i, j int) bool { return found[i].similarity > found[j].similarity })
	return found[:min(limit, len(found))], nil
}

// aligned are the proposals of the rarest pairs that are similar to the key.
func aligned(ctx context.Context, parts []openPart, w *wording, key []rune) ([]nearHit, error) {
	pairs, err := rarest(ctx, parts, key)
	if err != nil {
		return nil, err
	}
	proposed, err := propose(ctx, parts, pairs)
	if err != nil {
		return nil, err
	}
	// No more of a key can be found in a paragraph than stands in it. The most
	// promising come first, and those that cannot come near the best are not
	// aligned at all.
	type promise struct {
		hit
		most float64
	}
	var promised []promise
	for _, h := range proposed {
		if most := present(key, h.shelf.text.skeletonOf(h.paragraph)); most >= Closest {
			promised = append(promised, promise{h, most})
		}
	}
	slices.SortStableFunc(promised, func(a, b promise) int { return cmp.Compare(b.most, a.most) })
	var found []nearHit
	var a aligner
	best := 0.0
	for _, h := range promised {
		if h.most < best-muchWorse {
			break
		}
		if h.shelf.holds(h.paragraph, w) {
			continue
		}
		similarity, matched := a.align(key, h.shelf.text.skeletonOf(h.paragraph))
		if similarity >= max(Closest, best-muchWorse) {
			best = max(best, similarity)
			found = append(found, nearHit{h.hit, similarity, matched})
		}
	}
	return found, nil
}

// muchWorse is how much less similar than the best a passage may be to be
// offered beside it.
const muchWorse = 0.20

// present is the share of the key's characters that stand anywhere in the
// skeleton.
func present(key []rune, skeleton []byte) float64 {
	n := 0
	var letter [utf8.UTFMax]byte
	for _, r := range key {
		if bytes.Contains(skeleton, letter[:utf8.EncodeRune(letter[:], r)]) {
			n++
		}
	}
	return float64(n) / float64(len(key))
}

// scattered are the paragraphs that hold every character of a short key close
// together, in any order: 錦州也被圍 for 錦州圍.
func scattered(ctx context.Context, parts []openPart, w *wording, key []rune) ([]nearHit, error) {
	var characters []string
	for _, r := range key {
		if !slices.Contains(characters, string(r)) {
			characters = append(characters, string(r))
		}
	}
	if len(characters) < minScattered {
		return nil, nil
	}
	widest := 2*len(key) + 4
	var found []nearHit
	for _, s := range parts {
		var paragraphs []int
		err := s.terms.each(ctx, characters, func(document int) {
			if p, ok := s.text.documentParagraph(document); ok && s.shows(p) && !s.holds(p, w) {
				paragraphs = append(paragraphs, p)
			}
		})
		if err != nil {
			return nil, err
		}
		slices.Sort(paragraphs)
		for _, p := range paragraphs {
			if matched := tightest([]rune(string(s.text.skeletonOf(p))), characters); matched != nil {
				if width := matched[len(matched)-1] - matched[0] + 1; width <= widest {
					similarity := SimilarEnough + (1-SimilarEnough)*float64(widest-width)/float64(widest)
					found = append(found, nearHit{hit{s.shelf, p}, similarity, matched})
				}
			}
		}
	}
	return found, nil
}

// tightest is the narrowest place in which all the characters stand, one
// position for each, in order; nil where one is missing.
func tightest(skeleton []rune, characters []string) []int {
	last := map[string]int{}
	var best []int
	for i, r := range skeleton {
		if !slices.Contains(characters, string(r)) {
			continue
		}
		last[string(r)] = i
		if len(last) < len(characters) {
			continue
		}
		var at []int
		for _, p := range last {
			at = append(at, p)
		}
		slices.Sort(at)
		if best == nil || at[len(at)-1]-at[0] < best[len(best)-1]-best[0] {
			best = at
		}
	}
	return best
}

// openPart is the part of a shelf that is searched: the paragraphs that the
// ceiling allows, which are the first ones, within the scope.
type openPart struct {
	*shelf
	open  int
	scope Scope
	// only, where not nil, are the paragraphs that a person's presence or
	// lines leave.
	only map[int]bool
}

// shows reports whether the paragraph belongs to the part.
func (s openPart) shows(p int) bool {
	if p >= s.open || s.only != nil && !s.only[p] {
		return false
	}
	if s.scope.From == 0 {
		return true
	}
	chapter, _ := s.text.place(p)
	return s.scope.allows(&s.info.Chapters[chapter])
}

// nearHit is a paragraph with its similarity to the query, 0 to 1, and which
// runes of its skeleton are the query's.
type nearHit struct {
	hit
	similarity float64
	matched    []int
}

// pair is two neighbouring characters of the query, with how many open
// paragraphs hold them.
type pair struct {
	text  string
	count int
}

// rarest are the pairs of the key that stand in fewest open paragraphs.
func rarest(ctx context.Context, parts []openPart, key []rune) ([]pair, error) {
	var pairs []pair
	seen := map[string]bool{}
	for i := 0; i+2 <= len(key); i++ {
		text := string(key[i : i+2])
		if seen[text] {
			continue
		}
		seen[text] = true
		p := pair{text: text}
		for _, s := range parts {
			n, err := s.frequency(ctx, fieldPairs, text)
			if err != nil {
				return nil, err
			}
			p.count += n
		}
		if p.count > 0 {
			pairs = append(pairs, p)
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.count, b.count) })
	return pairs[:min(rarePairs, len(pairs))], nil
}

// frequency is how many open paragraphs hold the term.
func (s openPart) frequency(ctx context.Context, field, text string) (int, error) {
	if s.open == s.text.paragraphs && s.scope.From == 0 && s.only == nil {
		return s.terms.count(ctx, field, text)
	}
	n := 0
	err := s.terms.postings(ctx, field, text, func(document int) bool {
		if p, ok := s.text.documentParagraph(document); ok && s.shows(p) {
			n++
		}
		return true
	})
	return n, err
}

// propose lists the open paragraphs that hold the most of the pairs, the rarer
// ones weighing more.
func propose(ctx context.Context, parts []openPart, pairs []pair) ([]hit, error) {
	total := 0
	for _, s := range parts {
		total += s.open
	}
	type weighed struct {
		hit
		book   int
		weight float64
	}
	var all []weighed
	for n, s := range parts {
		weights := map[int]float64{}
		for _, p := range pairs {
			weight := math.Log(1 + (float64(total-p.count)+0.5)/(float64(p.count)+0.5))
			err := s.terms.postings(ctx, fieldPairs, p.text, func(document int) bool {
				if at, ok := s.text.documentParagraph(document); ok && s.shows(at) {
					weights[at] += weight
				}
				return true
			})
			if err != nil {
				return nil, err
			}
		}
		for at, weight := range weights {
			all = append(all, weighed{hit{s.shelf, at}, n, weight})
		}
	}
	slices.SortFunc(all, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.book, b.book), cmp.Compare(a.paragraph, b.paragraph))
	})
	var hits []hit
	for _, w := range all[:min(candidates, len(all))] {
		hits = append(hits, w.hit)
	}
	return hits, nil
}

// An aligner compares a query with paragraphs, character by character: a
// shared character counts two, a missing, added or replaced one costs one, and
// the best stretch of the paragraph is taken (local alignment after Smith and
// Waterman). What is left of the query may stand in a second stretch, so that
// exchanged halves are found too.
type aligner struct {
	score     []int16
	paragraph []rune
}

const (
	shared   = 2
	costs    = 1
	onMoving = 2 // what a second stretch costs
)

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
	var a aligner
	skeleton := appendSkeleton(nil, text)
	similarity, matched := a.align(key, skeleton)
	if similarity < SimilarEnough {
		return nil
	}
	return letterSpans(text, matched)
}

// longestAligned is how many runes of a paragraph are aligned at a time; a
// longer one is taken in pieces that overlap, so that memory stays bounded.
const longestAligned = 2000

// align returns the similarity, from 0 to 1, and the runes of the skeleton
// that are the query's, in order.
func (a *aligner) align(key []rune, skeleton []byte) (similarity float64, matched []int) {
	all := []rune(string(skeleton))
	best := -1
	for at := 0; at == 0 || at < len(all); at += longestAligned - 3*len(key) {
		a.paragraph = all[at:min(at+longestAligned, len(all))]
		score, met := a.twoStretches(key)
		if score > best {
			best, matched = score, met
			for i := range matched {
				matched[i] += at
			}
		}
	}
	return float64(best) / float64(shared*len(key)), matched
}

// twoStretches aligns the key, and what is left of it, with the paragraph.
func (a *aligner) twoStretches(key []rune) (best int, matched []int) {
	best, from, to, matched := a.stretch(key)
	for _, rest := range [][]rune{key[:from], key[to:]} {
		if len(rest) < 3 {
			continue
		}
		if more, _, _, at := a.stretch(rest); more > onMoving+shared {
			best += more - onMoving
			matched = append(matched, at...)
		}
	}
	slices.Sort(matched)
	return best, slices.Compact(matched)
}

// stretch aligns the key with the best stretch of the paragraph: the score,
// which runes of the key took part, and which of the paragraph they met.
func (a *aligner) stretch(key []rune) (best, from, to int, matched []int) {
	width := len(a.paragraph) + 1
	size := (len(key) + 1) * width
	if cap(a.score) < size {
		a.score = make([]int16, size)
	}
	a.score = a.score[:size]
	clear(a.score[:width])
	end := 0
	for i, k := range key {
		above, row := a.score[i*width:(i+1)*width], a.score[(i+1)*width:(i+2)*width]
		row[0] = 0
		for j, r := range a.paragraph {
			s := above[j] - costs
			if k == r {
				s = above[j] + shared
			}
			s = max(s, above[j+1]-costs, row[j]-costs, 0)
			row[j+1] = s
			if int(s) > best {
				best, end = int(s), (i+1)*width+j+1
			}
		}
	}
	to = end / width
	i, j := to, end%width
	for a.score[i*width+j] > 0 {
		s := a.score[i*width+j]
		switch diagonal := a.score[(i-1)*width+j-1]; {
		case key[i-1] == a.paragraph[j-1] && s == diagonal+shared:
			i, j = i-1, j-1
			matched = append(matched, j)
		case key[i-1] != a.paragraph[j-1] && s == diagonal-costs:
			i, j = i-1, j-1
		case s == a.score[(i-1)*width+j]-costs:
			i--
		default:
			j--
		}
	}
	return best, i, to, matched
}
