package index

import (
	"slices"
	"strings"
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
	case r == utf8.RuneError:
		return false
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// A Span is a half-open range of rune offsets into a paragraph.
type Span struct{ Start, End int }

// skeletonSpans finds every occurrence of each needle, a skeleton, in the
// paragraph and returns where they stand, in order and merged where they
// touch or overlap. Punctuation inside an occurrence belongs to it.
func skeletonSpans(paragraph string, needles []string) []Span {
	var skeleton strings.Builder
	var runeAt []int // rune offset in the paragraph of each skeleton byte
	at := 0
	for _, r := range paragraph {
		if f := hanzi.FoldRune(r); isLetter(f) {
			skeleton.WriteRune(f)
			for range utf8.RuneLen(f) {
				runeAt = append(runeAt, at)
			}
		}
		at++
	}
	inside := make([]bool, at)
	for _, needle := range needles {
		if needle == "" {
			continue
		}
		text, from := skeleton.String(), 0
		for {
			i := strings.Index(text[from:], needle)
			if i < 0 {
				break
			}
			start, last := runeAt[from+i], runeAt[from+i+len(needle)-1]
			for k := start; k <= last; k++ {
				inside[k] = true
			}
			_, size := utf8.DecodeRuneInString(text[from+i:])
			from += i + size
		}
	}
	return spansOf(inside)
}

// letterSpans are the spans of the letters with the given numbers, which count
// the runes of the paragraph's skeleton.
func letterSpans(paragraph string, letters []int) []Span {
	var inside []bool
	letter := 0
	for _, r := range paragraph {
		marked := false
		if isLetter(hanzi.FoldRune(r)) {
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
