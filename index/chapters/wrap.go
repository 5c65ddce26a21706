package chapters

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hard-wrapped text ends every line at about the same width, in the middle of
// a sentence as often as not. That is a property of a whole file: the broken
// lines of other files are verse, faults, or meant so.

// A wrapping is how a file was hard-wrapped. Its width is in columns, of which
// a Chinese character takes two; 0 means that the file is not wrapped.
type wrapping struct {
	width   int
	indents bool // paragraphs begin with white space
	blanks  bool // paragraphs are set apart by empty lines
}

const (
	minWrap = 24 // columns; narrower lines are verse
	slack   = 5  // columns a full line may fall short: a mark may not stand first
)

// wrapOf finds out whether a file is hard-wrapped.
func wrapOf(lines []line) wrapping {
	var widths []int
	indents, blanks := 0, 0
	for i := range lines {
		if len(lines[i].text) > 400 {
			continue // no screen is that wide
		}
		if lines[i].is(indented) {
			indents++
		}
		if lines[i].is(afterBlank) {
			blanks++
		}
		widths = append(widths, columns(&lines[i]))
	}
	if len(widths) < 4 || len(widths)*10 < len(lines)*9 {
		return wrapping{}
	}
	sorted := slices.Clone(widths)
	slices.Sort(sorted)
	w := wrapping{width: sorted[len(sorted)*98/100]}
	if w.width < minWrap {
		return wrapping{}
	}
	every := blanks*10 >= len(lines)*9 // empty lines everywhere say nothing
	w.blanks = !every && blanks > 1
	w.indents = indents > 0 && indents*10 < len(lines)*9
	broken, full := 0, 0
	for i := 0; i+1 < len(lines); i++ {
		if endsSentence(lines[i].text) || w.begins(&lines[i+1]) {
			continue
		}
		broken++
		if columns(&lines[i]) >= w.width-slack {
			full++
		}
	}
	if broken*4 < len(lines) || full*5 < broken*4 {
		return wrapping{}
	}
	return w
}

// begins reports whether a line is marked as the first of a paragraph.
func (w wrapping) begins(l *line) bool {
	return w.indents && l.is(indented) || w.blanks && l.is(afterBlank) || l.level > 0 || l.is(opens)
}

// joins reports whether the line b goes on with the paragraph of the line a.
func (w wrapping) joins(a, b *line) bool {
	if w.width == 0 || w.begins(b) || a.level > 0 {
		return false
	}
	if !endsSentence(a.text) {
		return columns(a) >= w.width-slack
	}
	// A sentence that ends at the very edge says nothing; marked paragraphs do.
	return (w.indents || w.blanks) && columns(a) >= w.width-slack
}

// columns is the width of a line, the indent of two characters included.
func columns(l *line) int {
	n := 0
	if l.is(indented) {
		n = 4
	}
	for _, r := range l.text {
		if r < 0x1100 {
			n++
		} else {
			n += 2
		}
	}
	return n
}

// endsSentence reports whether a line ends where a paragraph may end.
func endsSentence(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune("。！？…!?.”’」』\"）)】》〉~～—", r)
}

// joinWrapped puts the lines of hard-wrapped paragraphs together.
func joinWrapped(lines []line, w wrapping) []line {
	if w.width == 0 {
		return lines
	}
	joined := lines[:0:0]
	for i := 0; i < len(lines); {
		j := i + 1
		for j < len(lines) && w.joins(&lines[j-1], &lines[j]) {
			j++
		}
		l := lines[i]
		if j > i+1 {
			var text strings.Builder
			for k := i; k < j; k++ {
				if k > i && latinSeam(lines[k-1].text, lines[k].text) {
					text.WriteByte(' ')
				}
				text.WriteString(lines[k].text)
			}
			l.text = text.String()
		}
		joined = append(joined, l)
		i = j
	}
	return joined
}

// latinSeam reports whether a line break stood for a space between words.
func latinSeam(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return last < 0x250 && first < 0x250 && !unicode.IsSpace(last) && (unicode.IsLetter(first) || unicode.IsDigit(first))
}
