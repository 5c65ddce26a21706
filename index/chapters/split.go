package chapters

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// What single lines only suggest is decided here for the whole file: a shape
// that is as common in sentences counts where it is the rule, that is where its
// numbers rise, it spans the file and has text between; a doubtful line counts
// where its number is the one that is missing.

// findHeadings gives the headings of a text in order.
func findHeadings(lines []line) []candidate {
	cands := readCandidates(lines)
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
		for _, c := range cands {
			if (c.trust == weak || c.trust == doubtful) && c.family == chosen {
				heads = append(heads, c)
			}
		}
		if chosen == "" && numbered == 0 {
			heads = append(heads, outdented(lines, heads)...)
		}
	}
	sortHeads(heads)
	heads = append(heads, gapFillers(heads, cands)...)
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

// ruling names the family of weak or doubtful candidates that is the rule in
// the file, the largest if there are several.
func ruling(lines []line, cands []candidate, strong int) string {
	families := map[string][]candidate{}
	for _, c := range cands {
		if c.trust == weak || c.trust == doubtful {
			families[c.family] = append(families[c.family], c)
		}
	}
	best, size := "", 2+2*strong
	for name, family := range families {
		if len(family) > size && isRule(lines, family) || len(family) == size && size > 2 && name < best && isRule(lines, family) {
			best, size = name, len(family)
		}
	}
	return best
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
	flush := 0
	var found []candidate
	for i := range lines {
		l := &lines[i]
		if l.is(indented) {
			continue
		}
		flush++
		n := utf8.RuneCountInString(l.text)
		if n > 25 || endsSentence(l.text) || strings.ContainsAny(l.text, "，。；：,;:“「") {
			continue
		}
		if slices.ContainsFunc(heads, func(c candidate) bool { return c.at == i }) {
			continue
		}
		found = append(found, candidate{at: i, trust: sure, rank: 4, title: l.text, name: squeeze([]rune(key(l.text)))})
	}
	if len(found) < 4 || flush*10 > len(lines) || len(found)*10 < flush*8 || !isRule(lines, found) {
		return nil
	}
	return found
}

// gapFillers accepts candidates whose number is the one that is missing between
// two headings of the same unit.
func gapFillers(heads, cands []candidate) []candidate {
	var found []candidate
	last := map[string]int{} // by unit, the number that was reached
	next := 0
	for _, c := range cands {
		for next < len(heads) && heads[next].at <= c.at {
			if heads[next].numbered {
				last[heads[next].unit] = heads[next].to
			}
			next++
		}
		if next > 0 && heads[next-1].at == c.at || !c.numbered || c.unit == "" {
			continue
		}
		if c.trust != doubtful && !(c.trust == weak && strings.HasPrefix(c.family, "數")) {
			continue
		}
		if strings.HasSuffix(c.family, "w.") || strings.HasSuffix(c.family, ".w") {
			continue
		}
		reached, known := last[c.unit]
		if !known && c.number != 1 || c.number != reached+1 {
			continue
		}
		following := slices.IndexFunc(heads[next:], func(o candidate) bool { return o.numbered && o.unit == c.unit })
		if following < 0 || heads[next+following].number <= c.to || heads[next+following].number > c.to+20 {
			continue
		}
		found = append(found, c)
		last[c.unit] = c.to
	}
	return found
}

// setApart accepts names that are headings only where the file sets its
// headings apart from the text and this line is set apart like them.
func setApart(lines []line, heads, cands []candidate) []candidate {
	if len(heads) == 0 {
		return nil
	}
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
		leads := next < len(lines) && slices.ContainsFunc(heads, func(h candidate) bool { return h.at == next })
		if before && after || flush || leads && (before || c.rank <= 2) {
			found = append(found, c)
		}
	}
	return found
}
