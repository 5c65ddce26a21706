package chapters

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A cleaner leaves out what is no part of a book. First, before the text is
// split, what no author writes; then, at the edges of the chapters, what could
// be part of a story elsewhere.
type cleaner struct {
	table   *removals
	runes   []rune // the folded letters and digits of the line at hand
	offsets []int  // their places in it, in bytes
}

func newCleaner() *cleaner { return &cleaner{table: removalTable()} }

// load takes the folded letters and digits of a text.
func (c *cleaner) load(text string) {
	c.runes, c.offsets = c.runes[:0], c.offsets[:0]
	for i, r := range text {
		if r < utf8.RuneSelf {
			if !isASCIIWord(r) {
				continue
			}
		} else if !(0x4e00 <= r && r <= 0x9fff) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		c.runes = append(c.runes, fold(r))
		c.offsets = append(c.offsets, i)
	}
}

func isASCIIWord(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// marksForm is a text folded and without white space.
func marksForm(text string) string {
	return strings.Map(func(r rune) rune {
		if r = keyRune(r); r == ' ' {
			return -1
		}
		return r
	}, text)
}

// speaks reports whether a line begins like speech.
func speaks(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("「『“‘\"", r)
}

// maxNag is the longest line, in letters, that can be one.
const maxNag = 160

// scrub leaves out of a text what no author writes, wherever it stands: nags,
// navigation, page numbers, rulers.
func (c *cleaner) scrub(lines []line, removed []removal) ([]line, []removal) {
	kept := lines[:0]
	var carried lineFlags
	for i := range lines {
		l := lines[i]
		l.flags |= carried
		rule := ""
		if isRulerLine(l.text) {
			rule = RuleRuler
		} else {
			c.load(l.text)
			if len(l.text) < 24 && strings.IndexByte(l.text, '/') >= 0 || c.table.triggers.pulled(c.runes) {
				var text string
				text, rule, removed = c.strip(&l, removed)
				l.text = text
			}
		}
		if rule != "" {
			removed = append(removed, l.removal(rule))
			carried |= l.flags & (opens | afterBlank)
			if rule == RuleRuler {
				carried |= afterBlank
			}
			continue
		}
		carried = 0
		kept = append(kept, l)
	}
	return kept, removed
}

// strip looks closely at one line: it is all taken by a rule, or pieces of it
// are, or nothing.
func (c *cleaner) strip(l *line, removed []removal) (text, rule string, _ []removal) {
	text = l.text
	if l.level > 0 {
		return text, "", removed
	}
	if n, ok := c.table.isNavigation(c.runes); ok && n > 1 {
		return text, RuleNavigation, removed
	}
	if len(c.runes) <= maxNag && !speaks(text) {
		if rule := c.anywhere(text, "line"); rule != "" {
			return text, rule, removed
		}
	}
	for _, p := range pieces(text) {
		piece := text[p.from:p.to]
		inner := strings.TrimFunc(piece, func(r rune) bool { return strings.ContainsRune(openers+closers, r) || unicode.IsSpace(r) })
		c.load(inner)
		places := []string{"line"}
		if p.bracketed {
			places = append(places, "piece")
		}
		for _, place := range places {
			if len(c.runes) == 0 || len(c.runes) > maxNag {
				continue
			}
			if rule := c.anywhere(inner, place); rule != "" {
				removed = append(removed, l.removalOf(rule, piece))
				rest := strings.TrimFunc(text[:p.from]+text[p.to:], unicode.IsSpace)
				if rest == "" {
					// Nothing but the piece: the line is taken as a whole.
					return text, rule, removed[:len(removed)-1]
				}
				l.text = rest
				return c.again(l, removed)
			}
		}
	}
	return text, "", removed
}

// again strips what is left of a line.
func (c *cleaner) again(l *line, removed []removal) (string, string, []removal) {
	c.load(l.text)
	if !c.table.triggers.pulled(c.runes) {
		return l.text, "", removed
	}
	return c.strip(l, removed)
}

// anywhere names the rule for the given place that takes a text, of which the
// letters are loaded.
func (c *cleaner) anywhere(text, place string) string {
	letters, marks := string(c.runes), marksForm(text)
	for i := range c.table.anywhere {
		if r := &c.table.anywhere[i]; r.place == place && r.matches(letters, marks) {
			return r.rule
		}
	}
	return ""
}

// A piece is part of a line, in bytes.
type piece struct {
	from, to  int
	bracketed bool
}

// pieces lists what may have been put into a line: its bracketed parts, its
// last sentence and its first.
func pieces(text string) (list []piece) {
	for i, r := range text {
		if !strings.ContainsRune("（(【[〔{《<", r) {
			continue
		}
		if end := strings.IndexRune(text[i:], mirror(r)); end > 0 && end < 400 {
			list = append(list, piece{i, i + end + utf8.RuneLen(mirror(r)), true})
		}
	}
	const ends = "。！？!?…”』」"
	body := strings.TrimRightFunc(text, func(r rune) bool { return strings.ContainsRune(ends, r) })
	if at := strings.LastIndexAny(body, ends); at >= 0 {
		_, size := utf8.DecodeRuneInString(body[at:])
		list = append(list, piece{from: at + size, to: len(text)})
	}
	if at := strings.IndexAny(text, ends); at >= 0 {
		_, size := utf8.DecodeRuneInString(text[at:])
		if at+size < len(text) {
			list = append(list, piece{from: 0, to: at + size})
		}
	}
	return list
}

// isRulerLine reports a line of signs that only divides. Dots and dashes may be
// silence in a dialogue, so they are none.
func isRulerLine(text string) bool {
	n, signs := 0, false
	for _, r := range text {
		if n++; n > 200 {
			return false
		}
		switch {
		case strings.ContainsRune("-=*#~_+＊＝－＿～☆★◆◇■□●○◎※▲△▼▽♥♡♦♣♠♪✿❀❤━═─┅┄┈﹏﹍﹎※×xX", r):
			signs = signs || r != 'x' && r != 'X'
		case unicode.IsSpace(r), r == '·', r == '•', r == '.':
		default:
			return false
		}
	}
	return signs
}

// An edge is the part of a chapter where the weak rules hold: this many lines
// at either end, and no further than the first that is no nuisance.
const edge = 12

// edges leaves out what stands at the edges of one chapter, the recurring lines
// among it. It returns the lines that remain.
func (c *cleaner) edges(lines []line, removed []removal, recurring map[string]bool) ([]line, []removal) {
	from, to := 0, len(lines)
	for from < to && from < edge {
		rule := c.edgeRule(lines[from].text, "head", recurring)
		if rule == "" {
			break
		}
		removed = append(removed, lines[from].removal(rule))
		from++
	}
	for to > from && len(lines)-to < edge {
		if rule := c.edgeRule(lines[to-1].text, "tail", recurring); rule != "" {
			to--
			removed = append(removed, lines[to].removal(rule))
			continue
		}
		n := c.remarks(lines[from:to])
		if n == 0 {
			break
		}
		for range n {
			to--
			removed = append(removed, lines[to].removal(RuleNote))
		}
	}
	return lines[from:to], removed
}

// edgeRule names the rule that takes a line at one end of a chapter.
func (c *cleaner) edgeRule(text, place string, recurring map[string]bool) string {
	if len(text) > 3*maxNag || speaks(text) {
		return ""
	}
	c.load(text)
	if len(c.runes) == 0 || len(c.runes) > maxNag {
		return ""
	}
	if _, ok := c.table.isNavigation(c.runes); ok {
		return RuleNavigation
	}
	letters, marks := string(c.runes), marksForm(text)
	if recurring[letters] {
		return RuleRecurring
	}
	for i := range c.table.edge {
		r := &c.table.edge[i]
		if (r.place == "edge" || r.place == place) && r.matches(letters, marks) {
			return r.rule
		}
	}
	return ""
}

// remarks counts the lines at the end of a chapter that stand below a line such
// as 作者有話要說, when they are few and the chapter is more than they are.
func (c *cleaner) remarks(lines []line) int {
	size := 0
	for n := 1; n <= 6 && n < len(lines); n++ {
		l := &lines[len(lines)-n]
		size += len(l.text)
		if size > 1200 {
			return 0
		}
		if n > 1 && len(l.text) < 90 && c.edgeRule(l.text, "tail", nil) == RuleNote && strings.HasPrefix(squeeze([]rune(key(l.text))), key("作者有話")) {
			if len(lines)-n > n {
				return n
			}
			return 0
		}
	}
	return 0
}
