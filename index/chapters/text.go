package chapters

import (
	"strings"
	"unicode"
)

// A line is one line of a decoded text.
type line struct {
	number int    // from 1, in its file
	text   string // without the white space around it
}

// cutLines cuts a text at every kind of line end: LF, CR, CRLF, vertical tab,
// form feed, U+0085, U+2028 and U+2029.
func cutLines(text string) []line {
	var lines []line
	number := 1
	for text != "" {
		end := strings.IndexFunc(text, isLineEnd)
		rest := ""
		if end < 0 {
			end = len(text)
		} else {
			rest = text[end:]
			if strings.HasPrefix(rest, "\r\n") {
				rest = rest[2:]
			} else {
				_, rest, _ = cutRune(rest)
			}
		}
		if t := strings.TrimFunc(text[:end], isSpace); t != "" {
			lines = append(lines, line{number, t})
		}
		number++
		text = rest
	}
	return lines
}

func isLineEnd(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// isSpace reports white space of any kind, the ideographic and the invisible
// ones included.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b'
}

func cutRune(s string) (rune, string, bool) {
	for i, r := range s {
		return r, s[i+len(string(r)):], true
	}
	return 0, "", false
}
