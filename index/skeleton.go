package index

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// The skeleton of a text is its folded letters and digits (Unicode categories
// L and N) with everything else left out, so that 兵千日用兵 is found in
// 兵千日，用兵. It is what is indexed, and what a match is verified against.

// appendSkeleton appends the skeleton of s to dst.
func appendSkeleton(dst []byte, s string) []byte {
	for _, r := range s {
		if f := hanzi.FoldRune(r); isLetter(f) {
			dst = utf8.AppendRune(dst, f)
		}
	}
	return dst
}

// Key is what two texts share when a search takes them for the same: their
// folded letters and digits.
func Key(text string) string { return string(appendSkeleton(nil, text)) }

// isLetter reports whether the folded rune r belongs to the skeleton.
func isLetter(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	case r >= 0x4E00 && r <= 0x9FFF: // the Chinese characters that nearly every rune is
		return true
	case r >= 0x3001 && r <= 0x3004 || r >= 0x3008 && r <= 0x3020 || r >= 0x2010 && r <= 0x2027 || r == utf8.RuneError:
		return false // the marks that nearly all others are
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// A Span is a half-open range of rune offsets into a paragraph.
type Span struct{ Start, End int }

// skeletonSpans finds every occurrence of each needle, a skeleton, in the
// paragraph and returns where they stand, in order and merged where they
// touch or overlap. Punctuation inside an occurrence belongs to it.
func skeletonSpans(paragraph string, needles [][]byte) []Span {
	return spansIn([]byte(paragraph), appendSkeleton(nil, paragraph), needles)
}

// spansIn is the same where the skeleton of the paragraph is known.
func spansIn(paragraph, skeleton []byte, needles [][]byte) []Span {
	var found []Span // in bytes of the skeleton
	for _, needle := range needles {
		if len(needle) == 0 {
			continue
		}
		_, size := utf8.DecodeRune(needle)
		for from := 0; ; {
			i := indexOf(skeleton[from:], needle)
			if i < 0 {
				break
			}
			found = append(found, Span{from + i, from + i + len(needle)})
			from += i + size
		}
	}
	if len(found) == 0 {
		return nil
	}
	return runeSpans(paragraph, skeleton, merged(found))
}

// merged puts spans in order and joins those that overlap.
func merged(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	joined := spans[:1]
	for _, s := range spans[1:] {
		if last := &joined[len(joined)-1]; s.Start < last.End {
			last.End = max(last.End, s.End)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// runeSpans turns spans in bytes of the skeleton, in order and apart, into
// spans in runes of the paragraph. What stands between two letters of a span
// belongs to it, and two spans with nothing between them are one.
func runeSpans(paragraph, skeleton []byte, spans []Span) []Span {
	found := spans[:0]
	w := walk{text: paragraph, skeleton: skeleton}
	for _, span := range spans {
		w.to(span.Start)
		w.passMarks()
		start := w.position
		w.to(span.End)
		if n := len(found); n > 0 && found[n-1].End == start {
			found[n-1].End = w.position
		} else {
			found = append(found, Span{start, w.position})
		}
	}
	return found
}

// letterSpans are the spans of the letters with the given numbers, which count
// the runes of the paragraph's skeleton.
func letterSpans(paragraph string, letters []int) []Span {
	var inside []bool
	letter := 0
	for _, r := range paragraph {
		marked := false
		if foldsToLetter(r) {
			_, marked = slices.BinarySearch(letters, letter)
			letter++
		}
		inside = append(inside, marked)
	}
	return spansOf(inside)
}

// spansOf turns marks, one a rune, into spans.
func spansOf(inside []bool) []Span {
	var spans []Span
	for i := 0; i < len(inside); i++ {
		if !inside[i] {
			continue
		}
		start := i
		for i < len(inside) && inside[i] {
			i++
		}
		spans = append(spans, Span{start, i})
	}
	return spans
}
