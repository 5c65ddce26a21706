package cast

import (
	"slices"

	"shuyou/index/cast/lexicon"
)

// A placedName is a name that does not stand in the text as it is called: its
// parts are joined by dots of whatever kind (愛新覺羅·碩塞, 阿列克謝‧米哈伊洛夫),
// or its title is shared (馬、高兩位將軍). Its text leaves the dots out.
type placedName struct {
	text  []rune
	class formClass
	parts [][]rune // of a name with dots
	first int32    // the chapter in which it is first seen
}

// readPlaced notes the names of a chapter that have to be read at their place.
// They, and the parts between dots, are names from here on.
func (f *finder) readPlaced(chapter int) {
	span := f.m.chapters[chapter]
	for i := span.first; i < span.end; i++ {
		p := f.m.paragraphs[i]
		rs := f.m.text[p.start:p.end]
		dottedIn(rs, f.w, func(start, end int, parts [][]rune) {
			f.place(placedName{slices.Concat(parts...), dottedForm, parts, f.chapter}, i, start, end)
			for _, part := range parts {
				if len(part) >= 2 && wordWeight(part) < commonWord {
					f.force(part)
				}
			}
		})
		surnamesIn(rs, f.w, func(at int, text []rune) {
			f.place(placedName{text, titledForm, nil, f.chapter}, i, at, at+1)
		})
	}
}

// place notes that the name stands at runes start to end of the paragraph.
func (f *finder) place(n placedName, paragraph int32, start, end int) {
	key := lexicon.KeyOf(n.text)
	at, ok := f.placedIndex[key]
	if !ok {
		at = int32(len(f.placed))
		f.placedIndex[key] = at
		f.placed = append(f.placed, n)
	}
	f.places = append(f.places, place{paragraph, int32(start), int32(end), at})
}

// longestPart is the length of the longest part of a dotted name.
const longestPart = 8

// dottedIn calls found for every name with dots in the paragraph: its places
// in rs, and its parts.
func dottedIn(rs []rune, w *words, found func(start, end int, parts [][]rune)) {
	inTitle := false // 《三國志·蜀書》
	for i := 1; i+1 < len(rs); i++ {
		switch rs[i] {
		case '《', '〈':
			inTitle = true
		case '》', '〉':
			inTitle = false
		}
		if inTitle || !isDot(rs[i]) || !isHan(rs[i-1]) || !isHan(rs[i+1]) {
			continue
		}
		left := leftPart(rs[:i], w)
		if left == 0 {
			continue
		}
		parts := [][]rune{rs[i-left : i]}
		end := i
		for end+1 < len(rs) && isDot(rs[end]) {
			n := rightPart(rs[end+1:], w)
			if n == 0 {
				break
			}
			parts = append(parts, rs[end+1:end+1+n])
			end += 1 + n
		}
		if len(parts) < 2 || !joins(rs[i], parts) {
			continue
		}
		found(i-left, end, parts)
		i = end - 1
	}
}

// joins reports whether the dot can join the parts: a full stop does so only
// between parts that both sound foreign.
func joins(dot rune, parts [][]rune) bool {
	if dot != '.' && dot != '．' && dot != '﹒' && dot != '●' {
		return true
	}
	return !slices.ContainsFunc(parts, func(p []rune) bool { return len(p) < 2 })
}

func soundsForeign(r rune, w *words) bool {
	return lexicon.ForeignSound(r) || !w.never.has(r) && !w.grammar.has(r) && lexicon.CharacterOf(r).Foreign >= 0.3
}

// leftPart is the length of the part of a name that ends rs.
func leftPart(rs []rune, w *words) int {
	if n := lexicon.ClanLength(rs); n > 0 {
		return n
	}
	n := 0
	for n < len(rs) && n < longestPart && isHan(rs[len(rs)-1-n]) && soundsForeign(rs[len(rs)-1-n], w) {
		n++
	}
	for n > 2 {
		first, before := rs[len(rs)-n], rune(0)
		if n < len(rs) {
			before = rs[len(rs)-n-1]
		}
		crossing := isHan(before) && wordWeight([]rune{before, first}) >= commonWord
		if !crossing && first != '和' {
			break
		}
		n--
	}
	return n
}

// rightPart is the length of the part of a name that starts rs.
func rightPart(rs []rune, w *words) int {
	n := 0
	for n < len(rs) && n < longestPart && isHan(rs[n]) && soundsForeign(rs[n], w) {
		n++
	}
	for n > 2 && n < len(rs) && isHan(rs[n]) && wordWeight(rs[n-1:n+1]) >= 2 {
		n--
	}
	if n == 0 && len(rs) > 0 && lexicon.Surname(rs[0]) == lexicon.Strong { // 艾琳·陳
		return 1
	}
	return n
}

// proposeDotted makes candidates of the parts, which may stand alone.
func (f *finder) proposeDotted(p paragraph) {
	dottedIn(f.m.text[p.start:p.end], f.w, func(_, _ int, parts [][]rune) {
		for _, part := range parts {
			if len(part) >= 2 {
				f.addRunes(lexicon.KeyOf(part), part, staticKind(part))
			}
		}
	})
}
