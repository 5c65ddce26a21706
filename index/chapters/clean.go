package chapters

import (
	"regexp"
	"strings"
	"unicode"

	"shuyou/index/book"
)

// The rules by which something is left out.
const (
	RuleResidue   = "residue"   // what the markup of a page left behind
	RuleInvisible = "invisible" // runes that cannot be seen
)

var residueStart = regexp.MustCompile(`^(?:<?/?(?:br|p|div|span)\s*/?>)+`)

// stripResidue takes what a page's markup left behind off a line.
func stripResidue(l line) (string, []book.Removal) {
	found := residueStart.FindString(l.text)
	if found == "" {
		return l.text, nil
	}
	rest := strings.TrimFunc(l.text[len(found):], unicode.IsSpace)
	return rest, []book.Removal{{Line: int(l.number), Rule: RuleResidue, Text: found}}
}
