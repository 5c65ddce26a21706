package chapters

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A text that lost its line ends is one line of any length. It is cut again
// where it shows its joints: before headings that are counted on, at wide gaps
// that were indents, and at last between sentences.

const (
	longLine  = 24000 // bytes, about 8,000 characters: no paragraph is that long
	paragraph = 1500  // bytes, about 500 characters, after which a sentence may end a paragraph
)

// cutLong cuts the long lines among lines, and counts them.
func cutLong(lines []line) ([]line, int) {
	long := 0
	for i := range lines {
		if len(lines[i].text) > longLine {
			long++
		}
	}
	if long == 0 {
		return lines, 0
	}
	cut := make([]line, 0, len(lines)+64*long)
	for i := range lines {
		if len(lines[i].text) <= longLine {
			cut = append(cut, lines[i])
			continue
		}
		flags := lines[i].flags
		for _, text := range joints(lines[i].text) {
			l := lines[i]
			l.text, l.flags = text, flags
			cut = append(cut, l)
			flags &^= opens
		}
	}
	return cut, long
}

// joints cuts one long line.
func joints(text string) (parts []string) {
	for _, chapter := range inlineHeadings(text) {
		for _, p := range wideGaps(chapter) {
			if len(p) > longLine {
				parts = append(parts, sentences(p)...)
			} else {
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// inlineHeadings cuts before and behind the headings inside a line. They must
// follow the end of a sentence, and their numbers must rise one by one.
func inlineHeadings(text string) []string {
	reader := headingReader{words: words()}
	type place struct{ from, to, number int }
	var places []place
	for at := 0; ; {
		n := strings.Index(text[at:], "第")
		if n < 0 {
			break
		}
		at += n
		if !endsSentence(strings.TrimRightFunc(text[:at], unicode.IsSpace)) && at > 0 {
			at += len("第")
			continue
		}
		to := at + headLength(text[at:])
		if c, ok := reader.read(text[at:to]); ok && c.trust == sure && c.numbered {
			places = append(places, place{at, to, c.number})
		}
		at += len("第")
	}
	rising := 0
	for i := 1; i < len(places); i++ {
		if places[i].number == places[i-1].number+1 {
			rising++
		}
	}
	if len(places) < 2 || rising*5 < (len(places)-1)*4 {
		return []string{text}
	}
	var parts []string
	from := 0
	add := func(to int) {
		if p := strings.TrimFunc(text[from:to], unicode.IsSpace); p != "" {
			parts = append(parts, p)
		}
		from = to
	}
	for _, p := range places {
		add(p.from)
		add(p.to)
	}
	add(len(text))
	return parts
}

// headLength is how many bytes of a text belong to the heading it begins with:
// the number and what stands before the second gap.
func headLength(text string) int {
	gaps, inGap := 0, false
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			if !inGap {
				gaps++
			}
			inGap = true
			if gaps == 2 {
				return i
			}
		case i > 90 || strings.ContainsRune("。！？", r):
			// No second gap: only the number is sure.
			if gap := strings.IndexFunc(text, unicode.IsSpace); gap > 0 && gap < i {
				return gap
			}
			return i
		default:
			inGap = false
		}
	}
	return len(text)
}

// wideGaps cuts where two or more spaces follow the end of a sentence: they
// were the indent of the next paragraph.
func wideGaps(text string) (parts []string) {
	from, spaces := 0, 0
	for i, r := range text {
		if unicode.IsSpace(r) {
			spaces++
			continue
		}
		if spaces >= 2 {
			if p := strings.TrimFunc(text[from:i], unicode.IsSpace); p != "" && endsSentence(p) {
				parts = append(parts, p)
				from = i
			}
		}
		spaces = 0
	}
	if p := strings.TrimFunc(text[from:], unicode.IsSpace); p != "" {
		parts = append(parts, p)
	}
	return parts
}

// sentences cuts between sentences into paragraphs of some length, never inside
// speech unless there is no other way.
func sentences(text string) (parts []string) {
	from, open := 0, 0
	for i, r := range text {
		switch {
		case strings.ContainsRune("「『“", r):
			open++
		case strings.ContainsRune("」』”", r):
			open = max(open-1, 0)
		}
		end := i + utf8.RuneLen(r)
		size := end - from
		if size < paragraph || end == len(text) || !strings.ContainsRune("。！？!?…”』」", r) {
			if size < longLine || !utf8.RuneStart(text[min(end, len(text)-1)]) {
				continue
			}
		} else if open > 0 && size < 4*paragraph {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[end:]); strings.ContainsRune("。！？!?…”』」）)】》", next) {
			continue
		}
		parts = append(parts, strings.TrimFunc(text[from:end], unicode.IsSpace))
		from, open = end, 0
	}
	if p := strings.TrimFunc(text[from:], unicode.IsSpace); p != "" {
		parts = append(parts, p)
	}
	return parts
}
