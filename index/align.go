package index

import (
	"slices"
	"unicode/utf8"
)

// An aligner compares a query with paragraphs, character by character: a
// shared character counts two, a missing, added or replaced one costs one, and
// the best stretch of the paragraph is taken (local alignment after Smith and
// Waterman). What is left of the query may stand in a second stretch, so that
// exchanged halves are found too.
type aligner struct {
	key    []rune
	kinds  [256]bool // of the last bytes of the key's runes
	score  []int16
	runes  []rune // of the skeleton that is looked at
	shares []int  // where it shares a pair with the key
}

const (
	shared   = 2
	costs    = 1
	onMoving = 2 // what a second stretch costs
)

func newAligner(key []rune) *aligner {
	a := &aligner{key: key}
	for _, r := range key {
		a.kinds[byte(r)] = true
	}
	return a
}

func (a *aligner) read(skeleton []byte) {
	a.runes = a.runes[:0]
	for len(skeleton) > 0 {
		r, size := utf8.DecodeRune(skeleton)
		a.runes, skeleton = append(a.runes, r), skeleton[size:]
	}
}

// places are the parts of the skeleton, in runes, that share most pairs with
// the key and what is around them, and the share of the key that can be found
// there at most.
func (a *aligner) places(skeleton []byte) (places []Span, most float64) {
	a.read(skeleton)
	a.shares = a.shares[:0]
	for i := 0; i+1 < len(a.runes); i++ {
		if a.kinds[byte(a.runes[i])] && a.kinds[byte(a.runes[i+1])] && a.hasPair(a.runes[i], a.runes[i+1]) {
			a.shares = append(a.shares, i)
		}
	}
	width, beside := len(a.key)+len(a.key)/2, len(a.key)/2+2
	best, from := 0, 0
	for to, at := range a.shares {
		for at-a.shares[from] > width {
			from++
		}
		n := to - from + 1
		if n < best {
			continue
		}
		if n > best {
			best, places = n, places[:0]
		}
		place := Span{max(a.shares[from]-beside, 0), min(at+2+beside, len(a.runes))}
		if last := len(places) - 1; last >= 0 && place.Start <= places[last].End {
			places[last].End = place.End
		} else {
			places = append(places, place)
		}
	}
	for _, place := range places {
		most = max(most, a.present(a.runes[place.Start:place.End]))
	}
	return places, most
}

func (a *aligner) hasPair(first, second rune) bool {
	for i := 0; i+1 < len(a.key); i++ {
		if a.key[i] == first && a.key[i+1] == second {
			return true
		}
	}
	return false
}

// present is the share of the key's characters that stand among the runes.
func (a *aligner) present(runes []rune) float64 {
	n := 0
	for _, r := range a.key {
		if slices.Contains(runes, r) {
			n++
		}
	}
	return float64(n) / float64(len(a.key))
}

// longestAligned is how many runes of a paragraph are aligned at a time; a
// longer one is taken in pieces that overlap, so that memory stays bounded.
const longestAligned = 2000

// align returns the similarity, from 0 to 1, and the runes of the skeleton
// that are the key's, in order. Only the places are looked at.
func (a *aligner) align(skeleton []byte, places []Span) (similarity float64, matched []int) {
	a.read(skeleton)
	best := -1
	for _, place := range places {
		for at := place.Start; at == place.Start || at < place.End; at += longestAligned - 3*len(a.key) {
			score, met := a.twoStretches(a.runes[at:min(at+longestAligned, place.End)])
			if score > best {
				best, matched = score, met
				for i := range matched {
					matched[i] += at
				}
			}
		}
	}
	return float64(max(best, 0)) / float64(shared*len(a.key)), matched
}

// twoStretches aligns the key, and what is left of it, with the text.
func (a *aligner) twoStretches(text []rune) (best int, matched []int) {
	best, from, to, matched := a.stretch(a.key, text)
	for _, rest := range [][]rune{a.key[:from], a.key[to:]} {
		if len(rest) < 3 {
			continue
		}
		if more, _, _, at := a.stretch(rest, text); more > onMoving+shared {
			best += more - onMoving
			matched = append(matched, at...)
		}
	}
	slices.Sort(matched)
	return best, slices.Compact(matched)
}

// stretch aligns the key with the best stretch of the text: the score, which
// runes of the key took part, and which of the text they met.
func (a *aligner) stretch(key, text []rune) (best, from, to int, matched []int) {
	width := len(text) + 1
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
		left, corner := 0, int(above[0])
		for j, r := range text {
			up := int(above[j+1])
			s := corner - costs
			if k == r {
				s = corner + shared
			}
			s = max(s, up-costs, left-costs, 0)
			row[j+1] = int16(s)
			left, corner = s, up
			if s > best {
				best, end = s, (i+1)*width+j+1
			}
		}
	}
	to = end / width
	i, j := to, end%width
	matched = make([]int, 0, len(key))
	for a.score[i*width+j] > 0 {
		s := a.score[i*width+j]
		switch diagonal := a.score[(i-1)*width+j-1]; {
		case key[i-1] == text[j-1] && s == diagonal+shared:
			i, j = i-1, j-1
			matched = append(matched, j)
		case key[i-1] != text[j-1] && s == diagonal-costs:
			i, j = i-1, j-1
		case s == a.score[(i-1)*width+j]-costs:
			i--
		default:
			j--
		}
	}
	return best, i, to, matched
}
