package chapters

import "slices"

// Headings that a page marks as such are taken at their word, but for the
// levels below the one that holds the chapters.

// markupHeads are headings by the index of their line.
type markupHeads map[int]candidate

// markup finds the headings among the lines that markup sets as such. What a
// line looks like by itself is taken from cands.
func markup(lines []line, cands []candidate) markupHeads {
	type level struct{ all, bare, numbered, bodiless int }
	var levels [tableLevel]level
	byLine := map[int]candidate{}
	for _, c := range cands {
		if lines[c.at].level > 0 {
			byLine[c.at] = c
		}
	}
	total, table := 0, 0
	for i := range lines {
		l := lines[i].level
		switch l {
		case tableLevel:
			table++
			continue
		case 0:
			continue
		}
		total++
		levels[l].all++
		if c, ok := byLine[i]; ok && (c.trust == sure || c.trust == weak || c.trust == doubtful) && c.rank >= 3 {
			levels[l].numbered++
		}
		if i+1 < len(lines) && lines[i+1].level > 0 {
			levels[l].bodiless++
		}
	}
	if total+table == 0 {
		return nil
	}
	// The chapters stand at the level with the most headings that look like
	// chapters, else at the first level that has several with text below.
	chapter := 0
	for l := 1; l < len(levels); l++ {
		if n := levels[l].numbered; n > 0 && (chapter == 0 || n > levels[chapter].numbered) {
			chapter = l
		}
	}
	for l := 1; l < len(levels) && chapter == 0; l++ {
		if levels[l].all >= 2 && levels[l].bodiless*2 < levels[l].all || levels[l].all == total {
			chapter = l
		}
	}
	for l := 1; l < len(levels) && chapter == 0; l++ {
		if levels[l].all > 0 {
			chapter = l
		}
	}
	heads := markupHeads{}
	for i := range lines {
		l := int(lines[i].level)
		if l == 0 || l > chapter && l != tableLevel || isContentsTitle(lines[i].text) {
			continue
		}
		c, ok := byLine[i]
		if !ok || c.trust == doubtful {
			c = candidate{at: i, rank: 4, title: lines[i].text, name: squeeze([]rune(key(lines[i].text)))}
		}
		c.trust = sure
		if lines[i].is(volumeName) {
			c.rank = min(c.rank, 2)
		}
		if l < chapter {
			if levels[l].all == 1 && !c.numbered {
				continue // the title of the book
			}
			c.rank = min(c.rank, 2)
		}
		heads[i] = c
	}
	return heads
}

// list gives the headings in order.
func (m markupHeads) list() []candidate {
	heads := make([]candidate, 0, len(m))
	for _, c := range m {
		heads = append(heads, c)
	}
	slices.SortFunc(heads, func(a, b candidate) int { return a.at - b.at })
	return heads
}
