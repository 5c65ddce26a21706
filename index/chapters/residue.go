package chapters

import (
	"html"
	"regexp"
	"strings"
	"unicode"
)

// RuleEntities is the mending of a paragraph in which marks were written as
// the entities of a page, such as &quot;.
const RuleEntities = "entities"

const tagNames = `(?:a|abbr|article|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|input|ins|li|link|meta|ol|p|pre|rp|rt|ruby|s|section|small|span|strike|strong|sub|sup|table|tbody|td|th|title|tr|tt|u|ul)`

var (
	tagBreaks = regexp.MustCompile(`(?i)</?(?:br|p|div|li|tr|h[1-6]|hr)(?:\s[^<>]*)?/?>`)
	tags      = regexp.MustCompile(`(?i)</?` + tagNames + `(?:\s[^<>]*)?/?>`)
	// A tag that was torn apart, of which one line has only the end or the start.
	tornStart = regexp.MustCompile(`(?i)^/?(?:br|p|div|span)\s*/?>`)
	tornEnd   = regexp.MustCompile(`(?i)</?(?:br|p|div|span)?\s*/?$`)
	entities  = regexp.MustCompile(`&(?:[a-zA-Z][a-zA-Z0-9]{1,8}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});`)
)

// stripResidue takes what the markup of a page left behind out of the lines of
// a text. A tag that breaks lines breaks them.
func stripResidue(lines []line, removed []removal) ([]line, []removal) {
	at := firstResidue(lines, 0)
	if at < 0 {
		return lines, removed
	}
	kept := append(make([]line, 0, len(lines)+8), lines[:at]...)
	for at < len(lines) {
		pieces, gone := residue(lines[at])
		kept = append(kept, pieces...)
		removed = append(removed, gone...)
		if len(pieces) == 0 && at+1 < len(lines) {
			lines[at+1].flags |= lines[at].flags & (opens | afterBlank)
		}
		next := firstResidue(lines, at+1)
		if next < 0 {
			next = len(lines)
		}
		kept = append(kept, lines[at+1:next]...)
		at = next
	}
	return kept, removed
}

// firstResidue finds the first line from i on that may hold any.
func firstResidue(lines []line, i int) int {
	for ; i < len(lines); i++ {
		text := lines[i].text
		if strings.IndexByte(text, '<') >= 0 || strings.IndexByte(text, '>') >= 0 ||
			strings.IndexByte(text, '&') >= 0 && strings.IndexByte(text, ';') >= 0 {
			return i
		}
	}
	return -1
}

// residue cleans one line.
func residue(l line) (pieces []line, removed []removal) {
	text := l.text
	gone := func(s string) string {
		removed = append(removed, l.removalOf(RuleResidue, s))
		return ""
	}
	for {
		torn := tornStart.FindString(text)
		if torn == "" {
			break
		}
		gone(torn)
		text = text[len(torn):]
	}
	text = tagBreaks.ReplaceAllStringFunc(text, func(s string) string { gone(s); return "\n" })
	text = tags.ReplaceAllStringFunc(text, gone)
	if torn := tornEnd.FindString(text); len(torn) > 1 {
		gone(torn)
		text = text[:len(text)-len(torn)]
	}
	if mended := unescape(text, gone); mended != text {
		text = mended
		l.flags |= unescaped
	}
	for i, piece := range strings.Split(text, "\n") {
		trimmed := strings.TrimFunc(piece, unicode.IsSpace)
		if trimmed == "" {
			continue
		}
		p := l
		p.text = trimmed
		if i > 0 {
			p.flags &^= opens | afterBlank
		}
		pieces = append(pieces, p)
	}
	return pieces, removed
}

// unescape replaces entities, also those that were escaped twice. White space
// that was written so is residue.
func unescape(text string, gone func(string) string) string {
	for range 2 {
		if !entities.MatchString(text) {
			break
		}
		text = entities.ReplaceAllStringFunc(text, func(s string) string {
			plain := html.UnescapeString(s)
			if plain != s && strings.TrimFunc(plain, unicode.IsSpace) == "" {
				gone(s)
				return " "
			}
			return plain
		})
	}
	return text
}
