package chapters

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed data/headings.txt
var headingWords string

// A vocabulary holds the words by which a heading is known, folded.
type vocabulary struct {
	units     map[string]unit     // behind 第 and a number
	glued     map[string][]string // by unit: what makes no heading right behind it
	divisions map[string]bool
	ordinals  map[string]bool
	names     map[string]bool // true: only alone on the line
	latin     map[string]unit
	prefixes  []string
	holding   []string // names below which chapters may be counted anew
	ends      map[string]bool
	contents  map[string]bool
	begins    map[rune]bool // the first runes of all that may begin a heading
	longest   int           // runes of the longest unit or name
}

// A unit is what a heading counts.
type unit struct {
	name string
	rank int8 // 1 books, 2 volumes, 3 acts, 4 chapters, 5 sections
	weak bool // counts only where it is the rule in the file
	typo bool // counts only where just this number is missing
}

var words = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{
		units: map[string]unit{}, glued: map[string][]string{}, divisions: map[string]bool{}, ordinals: map[string]bool{},
		names: map[string]bool{}, latin: map[string]unit{}, ends: map[string]bool{}, contents: map[string]bool{},
		begins: map[rune]bool{'第': true, '弟': true, '卷': true},
	}
	for text := range strings.Lines(headingWords) {
		fields := strings.Fields(key(text))
		if len(fields) < 2 || strings.HasPrefix(text, "#") {
			continue
		}
		v.add(fields[0], fields[1:])
	}
	return v
})

func (v *vocabulary) add(kind string, list []string) {
	rank := int8(0)
	switch kind {
	case "unit", "weak", "latin", "latinweak":
		n, _ := strconv.Atoi(list[0]) // TestHeadingWords sees to it
		rank, list = int8(n), list[1:]
	case "glued":
		v.glued[list[0]] = list[1:]
		return
	case "typo":
		for _, w := range list[1:] {
			if _, used := v.units[w]; !used {
				v.units[w] = unit{name: list[0], rank: v.units[list[0]].rank, typo: true}
			}
		}
		return
	}
	for _, w := range list {
		if kind != "unit" && kind != "weak" && kind != "division" && kind != "end" && kind != "holding" {
			first, _ := utf8.DecodeRuneInString(w)
			v.begins[first] = true
		}
		switch kind {
		case "unit", "weak":
			v.units[w] = unit{name: w, rank: rank, weak: kind == "weak"}
			v.longest = max(v.longest, utf8.RuneCountInString(w))
		case "latin", "latinweak":
			v.latin[w] = unit{name: w, rank: rank, weak: kind == "latinweak"}
		case "division":
			v.divisions[w] = true
		case "ordinal":
			v.ordinals[w] = true
		case "name", "alone":
			v.names[w] = kind == "alone"
			v.longest = max(v.longest, utf8.RuneCountInString(w))
		case "prefix":
			v.prefixes = append(v.prefixes, w)
		case "holding":
			v.holding = append(v.holding, w)
		case "end":
			v.ends[w] = true
		case "contents":
			v.contents[w] = true
		}
	}
}

// key folds a text to what headings and removals are compared by: script,
// width and case do not count.
func key(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		b.WriteRune(keyRune(r))
	}
	return b.String()
}

// keyRune folds a rune; white space of every kind becomes a space.
func keyRune(r rune) rune {
	switch r {
	case '\t', '\u00a0', '\u2002', '\u2003', '\u2009', '\u202f', '\u3000', '\n':
		return ' '
	case '丨', '︱', '┃', '│': // a letter and lines that are set for a bar
		return '|'
	}
	return fold(r)
}
