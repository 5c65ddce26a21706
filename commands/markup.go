package commands

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// escape makes text stand in a Discord message as it is written: nothing in it
// pings, links or formats. Discord's markdown lets a backslash stand before
// any ASCII punctuation mark, so the text reads the same and copies the same.
// Line breaks become spaces; what is escaped stands on one line.
func escape(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 8)
	lineStart := true // only spaces and digits so far
	for i, r := range text {
		switch r {
		case '\\', '*', '_', '~', '`', '|', '<', '@', '[', ']':
			b.WriteByte('\\')
		case ':': // :emoji:, https://, <t:0:R>; a Chinese text has its own colon
			b.WriteByte('\\')
		case '#', '>', '-', '+': // heading, quotation, small text, list
			if lineStart {
				b.WriteByte('\\')
			}
		case '.', ')': // numbered list
			if lineStart && i > 0 {
				b.WriteByte('\\')
			}
		case '\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069':
			continue // would turn round what follows, our own words too
		case '\n', '\r', '\u2028', '\u2029', '\u0085':
			r = ' '
		case utf8.RuneError:
			continue
		}
		if r != ' ' && r != '\t' && r != '\u3000' && (r < '0' || r > '9') {
			lineStart = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// escapeLines escapes a text and keeps its line breaks.
func escapeLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = escape(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// units is the length of text as Discord's client counts it, in UTF-16 units.
func units(text string) int {
	n := 0
	for _, r := range text {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// cut shortens text to at most limit UTF-16 units, an ellipsis included. It
// cuts between grapheme clusters, so that no emoji and no mark is torn.
func cut(text string, limit int) string {
	if units(text) <= limit {
		return text
	}
	const ellipsis = "…"
	kept, room := 0, limit-units(ellipsis)
	rest, state := text, -1
	for len(rest) > 0 {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if room -= units(cluster); room < 0 {
			break
		}
		kept += len(cluster)
	}
	kept -= trailingBackslashes(text[:kept]) % 2 // an escape stays with what it escapes
	return text[:kept] + ellipsis
}

func trailingBackslashes(s string) int {
	return len(s) - len(strings.TrimRight(s, `\`))
}

// unescape undoes escape: Discord's messages come back as they were sent.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && text[i+1] < utf8.RuneSelf && !isAlphanumeric(text[i+1]) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == ' ' || c == '\n'
}
