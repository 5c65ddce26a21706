package chapters

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A cleaner leaves out what is no part of a book. First, before the text is
// split, what no author writes; then, at the edges of the chapters, what could
// be part of a story elsewhere.
type cleaner struct {
	table *removals
	runes []rune // the folded letters and digits of the line at hand
	depth int    // how often the line was stripped
}

func newCleaner() *cleaner { return &cleaner{table: removalTable()} }

// load takes the folded letters and digits of a text.
func (c *cleaner) load(text string) {
	c.runes = c.runes[:0]
	for _, r := range text {
		if isWord(r) {
			c.runes = append(c.runes, fold(r))
		}
	}
}

// isWord reports letters and digits. Those of most texts are told without
// looking them up.
func isWord(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	case 0x4e00 <= r && r <= 0x9fff:
		return true
	case 0x2000 <= r && r <= 0x206f, 0x3000 <= r && r <= 0x3004, 0x3008 <= r && r <= 0x3020:
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
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
			if len(l.text) < 40 && strings.ContainsAny(l.text, "/／") || c.table.triggers.pulled(l.text) {
				c.load(l.text)
				l.text, rule, removed = c.strip(&l, removed)
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
	if l.level > 0 {
		return l.text, "", removed
	}
	if n, ok := c.table.isNavigation(c.runes); ok && n > 1 {
		return l.text, RuleNavigation, removed
	}
	whole := ""
	if len(c.runes) <= maxNag && !speaks(l.text) {
		whole = c.anywhere(l.text, "line")
	}
	if whole != "" && !strings.ContainsAny(strings.TrimRight(l.text, ends), ends) {
		return l.text, whole, removed
	}
	// Of several sentences some may be the author's.
	rest := l.text
	var gone []removal
	for range maxPieces {
		p, rule := c.nuisance(rest)
		if rule == "" {
			break
		}
		gone = append(gone, l.removalOf(rule, rest[p.from:p.to]))
		rest = strings.TrimFunc(rest[:p.from]+rest[p.to:], unicode.IsSpace)
		if rest == "" {
			return l.text, rule, removed
		}
	}
	c.load(rest)
	if whole != "" && (len(gone) == 0 || c.table.isCredit(string(c.runes)) || slices.ContainsFunc(c.runes, func(r rune) bool { return r < utf8.RuneSelf })) {
		return l.text, whole, removed
	}
	return rest, "", append(removed, gone...)
}

// nuisance finds a piece of a text that a rule takes.
func (c *cleaner) nuisance(text string) (piece, string) {
	for _, p := range pieces(text) {
		inner := strings.TrimFunc(text[p.from:p.to], func(r rune) bool { return strings.ContainsRune(openers+closers, r) || unicode.IsSpace(r) })
		c.load(inner)
		if len(c.runes) == 0 || len(c.runes) > maxNag {
			continue
		}
		if rule := c.anywhere(inner, "line"); rule != "" {
			return p, rule
		}
		if p.bracketed {
			if rule := c.anywhere(inner, "piece"); rule != "" {
				return p, rule
			}
		}
	}
	return piece{}, ""
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

// maxPieces is how many bracketed parts of one line are looked at. Nobody puts
// more nags into a paragraph.
const maxPieces = 40

// ends are the marks behind which another sentence may begin.
const ends = "。！？!?…”』」"

// pieces lists what may have been put into a line: its bracketed parts, its
// last sentence and its first.
func pieces(text string) (list []piece) {
	for i, r := range text {
		if !strings.ContainsRune("（(【[〔{《<", r) {
			continue
		}
		if len(list) == maxPieces {
			break
		}
		// A link as Markdown writes it belongs to who wrote the line.
		if strings.HasSuffix(text[:i], "]") || strings.HasPrefix(text[i:], "<http") {
			continue
		}
		if end := strings.IndexRune(text[i:min(len(text), i+400)], mirror(r)); end > 0 {
			list = append(list, piece{i, i + end + utf8.RuneLen(mirror(r)), true})
		}
	}
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
	text = withoutSpeech(text)
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
	if strings.ContainsAny(letters, "他她") {
		return ""
	}
	for i := range c.table.edge {
		r := &c.table.edge[i]
		if (r.place == "edge" || r.place == place) && r.matches(letters, marks) {
			return r.rule
		}
	}
	return ""
}

// withoutSpeech leaves out what is said in a line, so that a person of the
// story may speak of anything.
func withoutSpeech(text string) string {
	if !strings.ContainsAny(text, "「『“") {
		return text
	}
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("「『“", r):
			depth++
		case strings.ContainsRune("」』”", r):
			depth = max(depth-1, 0)
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
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
