package chapters

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// The rules by which something is left out of a book. They stand in every
// book.Removal.
const (
	RuleNag        = "nag"        // a site speaks to its visitors
	RuleNavigation = "navigation" // links of a page
	RulePagination = "pagination" // numbers of pages
	RuleEnd        = "end"        // a mark that something ends
	RuleBegging    = "begging"    // the author asks for tickets and gives thanks for them
	RuleNote       = "note"       // the author's remarks, group numbers
	RuleInfo       = "info"       // when it was uploaded, how many characters
	RuleResidue    = "residue"    // what the markup of a page left behind
	RuleRuler      = "ruler"      // a line of signs
	RuleInvisible  = "invisible"  // runes that cannot be seen
	RuleOrnament   = "ornament"   // signs around a heading
	RuleRecurring  = "recurring"  // a credit that stands in many chapters
	RuleContents   = "contents"   // a list of contents
	RuleDoubled    = "doubled"    // a heading that is printed twice
	RuleHidden     = "hidden"     // what a page does not show
	RuleReading    = "reading"    // the readings set beside characters
)

//go:embed data/removals.txt
var removalRules string

//go:embed data/navigation.txt
var navigationWords string

//go:embed data/credits.txt
var creditWords string

// A removalRule is a line of data/removals.txt.
type removalRule struct {
	rule    string
	place   string
	marks   bool // matched against the text with its marks
	word    string
	pattern *regexp.Regexp
}

// removals are the rules, in the order of the file.
type removals struct {
	anywhere []removalRule // place line or piece
	edge     []removalRule // place edge, head or tail
	triggers trigger
	links    map[string]bool // words of navigation
	longest  int             // runes of the longest of them
	credits  []string
}

// A trigger finds the words of the rules that hold anywhere. It is indexed by
// their first rune, so that most runes of a book cost one look-up.
type trigger struct {
	first [1 << 16]uint8 // index into lists, 0 for none
	lists [][]string
}

var removalTable = sync.OnceValue(func() *removals {
	table := &removals{links: map[string]bool{}}
	table.triggers.lists = [][]string{nil}
	for text := range strings.Lines(removalRules) {
		fields := strings.Fields(text)
		if len(fields) != 5 || strings.HasPrefix(text, "#") {
			continue
		}
		r := removalRule{rule: fields[0], place: fields[1], marks: fields[2] == "marks", word: key(fields[3]),
			pattern: regexp.MustCompile(foldPattern(fields[4]))}
		if r.place == "line" || r.place == "piece" {
			table.anywhere = append(table.anywhere, r)
			table.triggers.add(strings.TrimLeft(r.word, "."))
		} else {
			table.edge = append(table.edge, r)
		}
	}
	for _, w := range dataWords(navigationWords) {
		w = squeeze([]rune(w))
		table.links[w] = true
		table.longest = max(table.longest, utf8.RuneCountInString(w))
	}
	table.triggers.add(key("上一"))
	table.triggers.add(key("下一"))
	table.credits = dataWords(creditWords)
	return table
})

// dataWords lists the folded words of a data file.
func dataWords(data string) (words []string) {
	for text := range strings.Lines(data) {
		if !strings.HasPrefix(text, "#") {
			words = append(words, strings.Fields(key(text))...)
		}
	}
	return words
}

// foldPattern folds the letters of a pattern, so that it may be written in
// either script.
func foldPattern(pattern string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return r
		}
		return keyRune(r)
	}, pattern)
}

func (t *trigger) add(word string) {
	first, _ := utf8.DecodeRuneInString(word)
	if first >= 1<<16 || len(t.lists) > 250 {
		return
	}
	if t.first[first] == 0 {
		t.first[first] = uint8(len(t.lists))
		t.lists = append(t.lists, nil)
	}
	list := &t.lists[t.first[first]]
	for _, w := range *list {
		if strings.HasPrefix(word, w) {
			return
		}
	}
	*list = append(*list, word)
}

// pulled reports whether one of the words stands in a folded text.
func (t *trigger) pulled(text []rune) bool {
	for i, r := range text {
		if r >= 1<<16 {
			continue
		}
		n := t.first[r]
		if n == 0 {
			continue
		}
		for _, w := range t.lists[n] {
			if hasRunes(text[i:], w) {
				return true
			}
		}
	}
	return false
}

func hasRunes(text []rune, word string) bool {
	i := 0
	for _, r := range word {
		if i >= len(text) || text[i] != r {
			return false
		}
		i++
	}
	return true
}

// matches reports whether a text is what the rule removes. letters and marks
// are its two forms.
func (r *removalRule) matches(letters, marks string) bool {
	text := letters
	if r.marks {
		text = marks
	}
	return strings.Contains(text, r.word) && r.pattern.MatchString(text)
}

// isNavigation reports whether a text is put together from the words of links,
// and from how many.
func (t *removals) isNavigation(letters []rune) (count int, ok bool) {
	for i := 0; i < len(letters); {
		n := min(t.longest, len(letters)-i)
		for n > 0 && !t.links[string(letters[i:i+n])] {
			n--
		}
		if n == 0 {
			return 0, false
		}
		if n > 1 {
			count++
		}
		i += n
	}
	return count, count > 0
}

// isCredit reports whether a folded text has a word of those who copy and
// publish.
func (t *removals) isCredit(text string) bool {
	for _, w := range t.credits {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
