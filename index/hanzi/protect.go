package hanzi

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// part is a stretch of a piece: text to convert, or, where fixed, text that
// becomes value whatever the dictionaries say.
type part struct {
	text  string
	value string
	fixed bool
}

// parts splits a piece at what must be left alone (trad and simp only) and at
// fixed phrases and names.
func (c *Converter) parts(into []part, s string, st *state) []part {
	if !c.protect {
		return c.fixedParts(into, s)
	}
	for len(s) > 0 {
		at, n := leaveAlone(s, st)
		if at > 0 {
			into = c.fixedParts(into, s[:at])
		}
		if n > 0 {
			into = append(into, part{text: s[at : at+n], value: s[at : at+n], fixed: true})
		}
		s = s[at+n:]
	}
	return into
}

// fixedParts splits s at the phrases of the overlays and the names.
func (c *Converter) fixedParts(into []part, s string) []part {
	if c.fixed.empty() {
		return append(into, part{text: s})
	}
	from := 0
	for i := 0; i < len(s); {
		n, value := c.fixed.matchFolded(s[i:])
		if n == 0 {
			_, w := utf8.DecodeRuneInString(s[i:])
			i += w
			continue
		}
		if from < i {
			into = append(into, part{text: s[from:i]})
		}
		into = append(into, part{text: s[i : i+n], value: value, fixed: true})
		i += n
		from = i
	}
	if from < len(s) {
		into = append(into, part{text: s[from:]})
	}
	return into
}

// fenceMost is how many bytes a code block may have: more than a message of
// Discord, so that a stray fence in a book does not swallow the rest.
const fenceMost = 16 << 10

// leaveAlone finds the first stretch of s that no conversion may touch: where
// it begins and how long it is. Both sum up to len(s), with length 0, where
// there is none.
func leaveAlone(s string, st *state) (at, n int) {
	if st.fence > 0 {
		if end := strings.Index(s, "```"); end >= 0 {
			st.fence = 0
			return 0, end + 3
		}
		st.fence -= len(s)
		return 0, len(s)
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '`':
			run := 1
			for run < 3 && strings.HasPrefix(s[i+run:], "`") {
				run++
			}
			if run == 3 {
				if end := strings.Index(s[i+3:], "```"); end >= 0 {
					return i, 3 + end + 3
				}
				st.fence = fenceMost - (len(s) - i)
				return i, len(s) - i
			}
			if end := strings.Index(s[i+run:], s[i:i+run]); end > 0 {
				return i, run + end + run
			}
			i += run - 1
		case '<':
			if n := markupLen(s[i:]); n > 0 {
				return i, n
			}
		case ':':
			if strings.HasPrefix(s[i:], "://") {
				if from := schemeStart(s, i); from < i {
					return from, i - from + addressLen(s[i:])
				}
			}
		}
	}
	return len(s), 0
}

// markupLen is the length of a mention, a custom emoji, a time stamp or a
// link to a command, 0 where s begins with none of them.
func markupLen(s string) int {
	const most = 120 // bytes
	end := strings.IndexByte(s[:min(len(s), most)], '>')
	if end < 0 {
		return 0
	}
	in := s[1:end]
	switch {
	case strings.HasPrefix(in, "@"), strings.HasPrefix(in, "#"):
		in = strings.TrimLeft(in[1:], "!&")
	case strings.HasPrefix(in, ":"), strings.HasPrefix(in, "a:"), strings.HasPrefix(in, "/"):
		in = in[strings.LastIndexByte(in, ':')+1:]
	case strings.HasPrefix(in, "t:"):
		in = strings.TrimRight(strings.TrimLeft(in[2:], "-"), ":tTdDfFRsS")
	case strings.HasPrefix(in, "id:"):
		in = strings.Trim(in[3:], "abcdefghijklmnopqrstuvwxyz-:")
		if in == "" {
			return end + 1
		}
	}
	if in == "" || strings.Trim(in, "0123456789") != "" {
		return 0
	}
	return end + 1
}

// schemeStart is where the scheme of an address begins that ends at i.
func schemeStart(s string, i int) int {
	for i > 0 && (s[i-1]|0x20 >= 'a' && s[i-1]|0x20 <= 'z' || s[i-1] >= '0' && s[i-1] <= '9' || s[i-1] == '+' || s[i-1] == '-' || s[i-1] == '.') {
		i--
	}
	return i
}

// addressLen is how far an address goes: to white space, to a bracket that
// cannot stand in one, or to full-width punctuation.
func addressLen(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r == '<' || r == '>' || r == '`' || r == '"' || r > 0x2000 && unicode.IsPunct(r)
	})
	if end < 0 {
		return len(s)
	}
	return end
}
