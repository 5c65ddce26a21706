package chapters

import (
	_ "embed"
	"regexp"
	"slices"
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
	triggers *trigger
	links    map[string]bool // words of navigation
	longest  int             // runes of the longest of them
	credits  []string
}

// A trigger finds the words of the rules that hold anywhere. It is indexed by
// their first rune in any script and width, so that most runes of a book cost
// one look-up.
type trigger struct {
	first [1 << 16]uint8 // index into lists, 0 for none
	lists [][]string     // folded words that begin with the same rune
}

var removalTable = sync.OnceValue(func() *removals {
	table := &removals{links: map[string]bool{}}
	pulling := []string{key("上一"), key("下一")}
	for text := range strings.Lines(removalRules) {
		fields := strings.Fields(text)
		if len(fields) != 5 || strings.HasPrefix(text, "#") {
			continue
		}
		r := removalRule{rule: fields[0], place: fields[1], marks: fields[2] == "marks", word: key(fields[3]),
			pattern: regexp.MustCompile(foldPattern(fields[4]))}
		if r.place == "line" || r.place == "piece" {
			table.anywhere = append(table.anywhere, r)
			pulling = append(pulling, squeeze([]rune(r.word)))
		} else {
			table.edge = append(table.edge, r)
		}
	}
	for _, w := range dataWords(navigationWords) {
		w = squeeze([]rune(w))
		table.links[w] = true
		table.longest = max(table.longest, utf8.RuneCountInString(w))
	}
	table.triggers = newTrigger(pulling)
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

// newTrigger makes the trigger of folded words.
func newTrigger(words []string) *trigger {
	t := &trigger{lists: [][]string{nil}}
	byFirst := map[rune]uint8{}
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		n, ok := byFirst[first]
		if !ok {
			n = uint8(len(t.lists))
			byFirst[first] = n
			t.lists = append(t.lists, nil)
		}
		if !slices.Contains(t.lists[n], w) {
			t.lists[n] = append(t.lists[n], w)
		}
	}
	for r := range t.first {
		t.first[r] = byFirst[fold(rune(r))]
	}
	return t
}

// pulled reports whether one of the words stands in a text, whatever marks and
// spaces are between its letters.
func (t *trigger) pulled(text string) bool {
	for i, r := range text {
		if r >= 1<<16 || t.first[r] == 0 {
			continue
		}
		for _, w := range t.lists[t.first[r]] {
			if beginsWith(text[i:], w) {
				return true
			}
		}
	}
	return false
}

// beginsWith reports whether the letters of a text begin with a folded word.
func beginsWith(text, word string) bool {
	for _, r := range text {
		if !isWord(r) {
			continue
		}
		want, size := utf8.DecodeRuneInString(word)
		if fold(r) != want {
			return false
		}
		if word = word[size:]; word == "" {
			return true
		}
	}
	return false
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
