package chapters

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// What single lines only suggest is decided here for the whole file: a shape
// that is as common in sentences counts where it is the rule, that is where its
// numbers rise, it spans the file and has text between; a doubtful line counts
// where its number is the one that is missing.

// findHeadings gives the headings of a text in order, out of its candidates.
func findHeadings(lines []line, cands []candidate) []candidate {
	cands = inPlace(lines, cands)
	marked := markup(lines, cands)
	var heads []candidate
	numbered := 0
	for _, c := range cands {
		if c.trust == sure && lines[c.at].level == 0 {
			heads = append(heads, c)
			if c.numbered && c.rank >= 3 {
				numbered++
			}
		}
	}
	for _, c := range marked.list() {
		heads = append(heads, c)
		numbered++
	}
	var chosen string
	if numbered < 2 {
		chosen = ruling(lines, cands, numbered)
		above := volumesOf(lines, cands, chosen)
		for _, c := range cands {
			if c.trust != weak && c.trust != doubtful {
				continue
			}
			if c.family == above && above != "" {
				c.rank = 2
			}
			if c.family == chosen || c.family == above && above != "" {
				heads = append(heads, c)
			}
		}
		if chosen == "" && numbered == 0 {
			heads = append(heads, outdented(lines, heads)...)
		}
	}
	sortHeads(heads)
	heads = append(heads, gapFillers(lines, heads, cands)...)
	sortHeads(heads)
	heads = append(heads, setApart(lines, heads, cands)...)
	sortHeads(heads)
	return heads
}

func sortHeads(heads []candidate) {
	slices.SortStableFunc(heads, func(a, b candidate) int { return a.at - b.at })
}

func readCandidates(lines []line) []candidate {
	reader := headingReader{words: words()}
	var cands []candidate
	for i := range lines {
		if c, ok := reader.read(lines[i].text); ok {
			c.at = i
			cands = append(cands, c)
		}
	}
	return cands
}

// inPlace leaves out the candidates that stand like the text where the chapter
// headings of the file stand apart from it: indented where those are not, or
// without the empty line that comes before each of those.
func inPlace(lines []line, cands []candidate) []candidate {
	var main []candidate
	for _, c := range cands {
		if c.trust == sure && c.numbered {
			main = append(main, c)
		}
	}
	usual := commonUnit(main)
	heads, flush, apart := 0, 0, 0
	for _, c := range main {
		if c.unit != usual {
			continue
		}
		heads++
		if !lines[c.at].is(indented) {
			flush++
		}
		if lines[c.at].is(afterBlank) {
			apart++
		}
	}
	indents, blanks := 0, 0
	for i := range lines {
		if lines[i].is(indented) {
			indents++
		}
		if lines[i].is(afterBlank) {
			blanks++
		}
	}
	byIndent := heads >= 4 && flush*10 >= heads*9 && indents*10 >= len(lines)*6
	byBlank := heads >= 4 && apart*10 >= heads*9 && (blanks-apart)*10 <= (len(lines)-heads)*3
	if !byIndent && !byBlank {
		return cands
	}
	kept := cands[:0:0]
	for _, c := range cands {
		l := &lines[c.at]
		astray := byIndent && l.is(indented) || byBlank && !l.is(afterBlank)
		if c.trust == sure && c.unit != usual && l.level == 0 && astray {
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// headingPatterns returns the candidates of a text whose headings were given by
// a setting.
func headingPatterns(lines []line, matches func(string) bool) []candidate {
	reader := headingReader{words: words()}
	var heads []candidate
	for i := range lines {
		if !matches(lines[i].text) {
			continue
		}
		c, ok := reader.read(lines[i].text)
		if !ok {
			c = candidate{rank: 4, title: lines[i].text, name: squeeze([]rune(key(lines[i].text)))}
		}
		c.at, c.trust = i, sure
		heads = append(heads, c)
	}
	return heads
}

// loose lists the families of weak and doubtful candidates, the largest first.
func loose(cands []candidate) (names []string, families map[string][]candidate) {
	families = map[string][]candidate{}
	for _, c := range cands {
		if (c.trust == weak || c.trust == doubtful) && c.family != "誤" {
			families[c.family] = append(families[c.family], c)
		}
	}
	names = slices.Sorted(maps.Keys(families))
	slices.SortStableFunc(names, func(a, b string) int { return len(families[b]) - len(families[a]) })
	return names, families
}

// ruling names the family of weak or doubtful candidates that is the rule in
// the file, the largest if there are several. strong is how many headings there
// are whatever the family.
func ruling(lines []line, cands []candidate, strong int) string {
	names, families := loose(cands)
	for _, name := range names {
		if len(families[name]) >= 3+2*strong && isRule(lines, families[name]) {
			return name
		}
	}
	return ""
}

// volumesOf names the family whose members stand right above members of the
// chosen one: its volumes.
func volumesOf(lines []line, cands []candidate, chosen string) string {
	names, families := loose(cands)
	below := map[int]bool{}
	for _, c := range families[chosen] {
		below[c.at] = true
	}
	for _, name := range names {
		above := 0
		for _, c := range families[name] {
			if below[c.at+1] {
				above++
			}
		}
		if n := len(families[name]); name != chosen && n >= 2 && above*10 >= n*8 && n < len(families[chosen]) {
			return name
		}
	}
	return ""
}

// isRule reports whether a family of candidates divides the whole file: its
// numbers rise one by one (and may begin anew), it spans the file, and there is
// text between.
func isRule(lines []line, family []candidate) bool {
	rising, bodies := 0, 0
	for i, c := range family {
		if i > 0 {
			before := family[i-1]
			if c.number == before.to+1 || c.number <= 1 && before.number > 1 || c.number == before.number && c.name != before.name {
				rising++
			}
		}
		if c.at+1 < len(lines) && (i+1 == len(family) || family[i+1].at > c.at+1) {
			bodies++
		}
	}
	if family[0].numbered && rising*5 < (len(family)-1)*4 {
		return false
	}
	if bodies*20 < len(family)*9 { // a list of contents may double the family
		return false
	}
	if !family[0].numbered && len(family) < 4 {
		return false
	}
	total, before, span := 0, 0, 0
	first, last := family[0].at, family[len(family)-1].at
	for i := range lines {
		n := len(lines[i].text)
		total += n
		switch {
		case i < first:
			before += n
		case i < last:
			span += n
		}
	}
	return before*10 <= total*4 && span*10 >= total*4
}

// outdented finds titles without numbers in a file that indents its paragraphs
// but not them.
func outdented(lines []line, heads []candidate) []candidate {
	isHead := headLines(heads)
	flush := 0
	var found []candidate
	for i := range lines {
		l := &lines[i]
		if l.is(indented) || isHead[i] {
			continue
		}
		flush++
		n := utf8.RuneCountInString(l.text)
		if n > 25 || endsSentence(l.text) || strings.ContainsAny(l.text, "，。；：,;:“「") {
			continue
		}
		found = append(found, candidate{at: i, trust: sure, rank: 4, title: l.text, name: squeeze([]rune(key(l.text)))})
	}
	if len(found) < 4 || flush*5 > len(lines) || len(found)*10 < flush*8 || !isRule(lines, found) {
		return nil
	}
	return found
}

// gapFillers accepts candidates whose number is the one that is missing between
// two headings of the same unit, or comes next in the last of them.
func gapFillers(lines []line, heads, cands []candidate) []candidate {
	var found []candidate
	byUnit := map[string][]candidate{}
	for _, h := range heads {
		if h.numbered {
			byUnit[h.unit] = append(byUnit[h.unit], h)
		}
	}
	last := map[string]int{} // by unit, the number that was reached
	usual := commonUnit(heads)
	next := 0
	for _, c := range cands {
		for next < len(heads) && heads[next].at <= c.at {
			if heads[next].numbered {
				last[heads[next].unit] = heads[next].to
			}
			next++
		}
		if next > 0 && heads[next-1].at == c.at || !c.numbered || !fillsGaps(&c) {
			continue
		}
		if c.unit == anyUnit {
			c.unit = usual
		}
		reached, known := last[c.unit]
		if c.unit == "" || !known && c.number != 1 || c.number != reached+1 {
			continue
		}
		others := byUnit[c.unit]
		following, _ := slices.BinarySearchFunc(others, c.at, func(o candidate, at int) int { return o.at - at })
		switch {
		case following < len(others):
			if n := others[following].number; n <= c.to || n > c.to+20 {
				continue
			}
		case !words().ends[c.name] || c.at+4 > len(lines): // 第九百章 終 at the end of a book
			continue
		}
		found = append(found, c)
		last[c.unit] = c.to
	}
	return found
}

// fillsGaps reports candidates that may be headings where a number is missing:
// those with a unit, unless they read like a sentence from beginning to end.
func fillsGaps(c *candidate) bool {
	switch c.trust {
	case doubtful:
		return !strings.HasSuffix(c.family, "w.") && !strings.HasSuffix(c.family, ".w")
	case weak:
		return strings.HasPrefix(c.family, "數")
	}
	return false
}

// commonUnit is the unit of most numbered headings.
func commonUnit(heads []candidate) string {
	counts := map[string]int{}
	best := ""
	for i := range heads {
		if u := heads[i].unit; heads[i].numbered && u != "" {
			if counts[u]++; counts[u] > counts[best] {
				best = u
			}
		}
	}
	return best
}

// headLines tells by their index which lines are headings.
func headLines(heads []candidate) map[int]bool {
	lines := make(map[int]bool, len(heads))
	for i := range heads {
		lines[heads[i].at] = true
	}
	return lines
}

// setApart accepts names that are headings only where the file sets its
// headings apart from the text and this line is set apart like them.
func setApart(lines []line, heads, cands []candidate) []candidate {
	if len(heads) == 0 {
		return nil
	}
	isHead := headLines(heads)
	indents := 0
	for i := range lines {
		if lines[i].is(indented) {
			indents++
		}
	}
	var found []candidate
	for _, c := range cands {
		if c.trust != apart {
			continue
		}
		next := c.at + 1
		before := lines[c.at].is(afterBlank)
		after := next < len(lines) && lines[next].is(afterBlank)
		flush := indents*10 > len(lines)*7 && !lines[c.at].is(indented)
		leads := isHead[next]
		if before && after || flush || leads && (before || c.rank <= 2) {
			found = append(found, c)
		}
	}
	return found
}
