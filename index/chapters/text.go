package chapters

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line is one line of a text, or what corresponds to one in a page.
type line struct {
	text   string // without white space around it, never empty
	number int32  // of the line in its file, from 1
	file   int16  // index of its file among those of the book
	level  int8   // of a heading by markup, from 1; 0 where there is no markup
	flags  lineFlags
}

type lineFlags uint8

const (
	indented   lineFlags = 1 << iota // white space stands before the text
	afterBlank                       // an empty line, or the start of a file, comes before
	named                            // the line is a name taken from outside the text: a file's or a table's
	opens                            // the first line of a file
	unescaped                        // entities were replaced
	volumeName                       // a name taken from outside that is a volume's
	inContent                        // inside the element that holds a page's chapter
)

func (l *line) is(f lineFlags) bool { return l.flags&f != 0 }

// A removal is a book.Removal whose file has no name yet.
type removal struct {
	file int16
	line int32
	rule string
	text string
}

// removal records that a rule took the whole line.
func (l *line) removal(rule string) removal { return l.removalOf(rule, l.text) }

// removalOf records that a rule took a piece of the line.
func (l *line) removalOf(rule, text string) removal {
	return removal{file: l.file, line: l.number, rule: rule, text: text}
}

// cutLines cuts a text at every kind of line end — LF, CR, CRLF, vertical tab,
// form feed, U+0085, U+2028 and U+2029 —, and takes out the runes that cannot
// be seen.
func cutLines(text string) (lines []line, removed []removal) {
	lines = make([]line, 0, len(text)/120+8)
	number := int32(1)
	blank := true
	for text != "" {
		end, size := lineEnd(text)
		content := text[:end]
		if strings.IndexFunc(content, isInvisible) >= 0 {
			var gone string
			content, gone = visible(content)
			if gone != "" {
				removed = append(removed, removal{line: number, rule: RuleInvisible, text: gone})
			}
		}
		trimmed := strings.TrimFunc(content, unicode.IsSpace)
		if trimmed == "" {
			blank = true
		} else {
			l := line{text: trimmed, number: number}
			if blank {
				l.flags |= afterBlank
			}
			if !strings.HasPrefix(content, trimmed) {
				l.flags |= indented
			}
			lines = append(lines, l)
			blank = false
		}
		number++
		text = text[end+size:]
	}
	if len(lines) > 0 {
		lines[0].flags |= opens
	}
	return lines, removed
}

// lineEnd finds the first line end: its place, and its length in bytes. Both
// are known by their bytes, so most letters are passed over without decoding.
func lineEnd(s string) (at, size int) {
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b >= 0x20 && b != 0xc2 && b != 0xe2:
		case b == '\r' && i+1 < len(s) && s[i+1] == '\n':
			return i, 2
		case b == '\n', b == '\r', b == '\v', b == '\f':
			return i, 1
		case b == 0xc2 && i+1 < len(s) && s[i+1] == 0x85:
			return i, 2
		case b == 0xe2 && i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xa8 || s[i+2] == 0xa9):
			return i, 3
		}
	}
	return len(s), 0
}

// isInvisible reports runes that cannot be seen and only hide words from a
// search: zero-width spaces and joiners, marks of direction, soft hyphens, byte
// order marks inside a text, and control characters.
func isInvisible(r rune) bool {
	switch {
	case r < ' ':
		return r != '\t'
	case r < 0xad:
		return 0x7f <= r && r < 0xa0
	case r < 0x200b:
		return r == 0xad || r == 0x180e || r == 0x61c
	case r <= 0x206f:
		return r <= 0x200f || 0x202a <= r && r <= 0x202e || r >= 0x2060
	}
	return r == 0xfeff || 0xfff9 <= r && r <= 0xfffb || 0xe0000 <= r && r <= 0xe007f
}

// visible takes the invisible runes out of a text. A joiner between two signs
// that are no letters is kept: it makes one picture of them.
func visible(s string) (kept, gone string) {
	var k, g strings.Builder
	var last rune
	for i, r := range s {
		if !isInvisible(r) {
			k.WriteRune(r)
			last = r
			continue
		}
		if r == '\u200d' && unicode.Is(unicode.So, last) {
			if next, _ := utf8.DecodeRuneInString(s[i+len("\u200d"):]); unicode.Is(unicode.So, next) {
				k.WriteRune(r)
				continue
			}
		}
		g.WriteRune(r)
	}
	return k.String(), g.String()
}
