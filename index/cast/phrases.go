package cast

import (
	"cmp"
	"slices"
)

// A runeSet is a set of folded characters of the basic plane, one bit each.
type runeSet []uint64

func newRuneSet(texts []string) runeSet {
	s := make(runeSet, 1<<16/64)
	for _, t := range texts {
		for _, r := range foldRunes(t) {
			if r < 1<<16 {
				s[r>>6] |= 1 << (r & 63)
			}
		}
	}
	return s
}

func (s runeSet) has(r rune) bool { return uint32(r) < 1<<16 && s[r>>6]>>(r&63)&1 != 0 }

// phrases is a set of folded strings, by their first character, the longest
// first.
type phrases map[rune][][]rune

func newPhrases(texts []string) phrases {
	p := phrases{}
	for _, t := range texts {
		rs := foldRunes(t)
		p[rs[0]] = append(p[rs[0]], rs)
	}
	for _, list := range p {
		slices.SortFunc(list, func(a, b []rune) int { return cmp.Compare(len(b), len(a)) })
	}
	return p
}

// longest is the length of the longest phrase that rs starts with, 0 for none.
func (p phrases) longest(rs []rune) int {
	if len(rs) == 0 {
		return 0
	}
	for _, w := range p[rs[0]] {
		if len(w) <= len(rs) && slices.Equal(w, rs[:len(w)]) {
			return len(w)
		}
	}
	return 0
}

// has reports whether rs is a phrase.
func (p phrases) has(rs []rune) bool {
	return len(rs) > 0 && slices.ContainsFunc(p[rs[0]], func(w []rune) bool { return slices.Equal(w, rs) })
}

// in is how many different phrases stand in rs, up to most.
func (p phrases) in(rs []rune, most int) int {
	var found [][]rune
	for i := range rs {
		if n := p.longest(rs[i:]); n > 0 {
			w := rs[i : i+n]
			if !slices.ContainsFunc(found, func(f []rune) bool { return slices.Equal(f, w) }) {
				if found = append(found, w); len(found) >= most {
					break
				}
			}
		}
	}
	return len(found)
}

// hasRunes reports whether rs starts with the string.
func hasRunes(rs []rune, s string) bool {
	i := 0
	for _, r := range s {
		if i >= len(rs) || rs[i] != r {
			return false
		}
		i++
	}
	return true
}
