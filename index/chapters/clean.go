package chapters

import (
	"regexp"
	"strings"

	"shuyou/index/book"
)

// The rules by which something is left out.
const RuleResidue = "residue"

var residueStart = regexp.MustCompile(`^(?:<?/?(?:br|p|div|span)\s*/?>)+`)

// stripResidue takes what a page's markup left behind off a line.
func stripResidue(l line) (string, []book.Removal) {
	found := residueStart.FindString(l.text)
	if found == "" {
		return l.text, nil
	}
	rest := strings.TrimFunc(l.text[len(found):], isSpace)
	return rest, []book.Removal{{Line: l.number, Rule: RuleResidue, Text: found}}
}
