package chapters

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A dropped line is no part of any chapter, by the rule that is its value.
type dropped map[int]string

// same reports whether two headings are the same one printed twice.
func same(a, b *candidate) bool {
	if a.numbered != b.numbered || a.numbered && (a.number != b.number || a.to != b.to || (a.rank <= 3) != (b.rank <= 3)) {
		return false
	}
	if a.name == b.name {
		return a.numbered || a.unit == b.unit || a.unit == "" || b.unit == ""
	}
	if !a.numbered {
		return false
	}
	return strings.Contains(a.name, b.name) || strings.Contains(b.name, a.name)
}

// bodiless reports whether nothing stands between a heading and the next.
func bodiless(heads []candidate, i int, end int) bool {
	if i+1 < len(heads) {
		return heads[i+1].at == heads[i].at+1
	}
	return heads[i].at+1 == end
}

// dropContents leaves out the lists of contents: headings in a row without text,
// most of which stand elsewhere with it. They would give away what is to come.
func dropContents(lines []line, heads []candidate, drop dropped) []candidate {
	listed := make([]bool, len(heads))
	byIdentity := map[identity][]int{}
	for i := range heads {
		id := heads[i].identity()
		byIdentity[id] = append(byIdentity[id], i)
	}
	for i := 0; i < len(heads); {
		j := i
		for j < len(heads) && bodiless(heads, j, len(lines)) {
			j++
		}
		end := j
		for end > i && heads[end-1].rank <= 3 {
			end-- // the volume that begins below the list
		}
		above := i < len(heads) && heads[i].at > 0 && isContentsTitle(lines[heads[i].at-1].text)
		if end-i >= 3 || end > i && above {
			found := 0
			for k := i; k < end; k++ {
				if standsElsewhere(heads, byIdentity, k, i, end) {
					found++
				}
			}
			if found*5 >= (end-i)*3 {
				for k := i; k < end; k++ {
					listed[k] = true
				}
			}
		}
		i = max(j, i+1)
	}
	kept := heads[:0:0]
	for i := range heads {
		if listed[i] {
			drop[heads[i].at] = RuleContents
		} else {
			kept = append(kept, heads[i])
		}
	}
	dropContentsLines(lines, kept, drop)
	return kept
}

// An identity is what headings that are the same have in common.
type identity struct {
	number, to int
	numbered   bool
	volume     bool
	name       string // of headings without a number
}

func (c *candidate) identity() identity {
	if c.numbered {
		return identity{number: c.number, to: c.to, numbered: true, volume: c.rank <= 3}
	}
	return identity{name: c.name}
}

// standsElsewhere reports whether the heading k stands outside the row from i
// to end as well. byIdentity holds the indexes of headings, in order.
func standsElsewhere(heads []candidate, byIdentity map[identity][]int, k, i, end int) bool {
	list := byIdentity[heads[k].identity()]
	before, _ := slices.BinarySearch(list, i)
	after, _ := slices.BinarySearch(list, end)
	for _, others := range [][]int{list[after:], list[:before]} {
		for _, o := range others[:min(len(others), 100)] {
			if same(&heads[k], &heads[o]) {
				return true
			}
		}
	}
	return false
}

func isContentsTitle(text string) bool {
	return len(text) < 60 && words().contents[squeeze([]rune(key(text)))]
}

// dropContentsLines leaves out the title of a list of contents, and the entries
// below it that have not the form of headings: the titles alone, or several on
// a line.
func dropContentsLines(lines []line, heads []candidate, drop dropped) {
	names := map[string]bool{}
	isHead := make(map[int]bool, len(heads))
	for i := range heads {
		isHead[heads[i].at] = true
		if n := heads[i].name; utf8.RuneCountInString(n) >= 2 {
			names[n] = true
		}
	}
	for i := 0; i < len(lines); i++ {
		if drop[i] != "" || isHead[i] || !isContentsTitle(lines[i].text) {
			continue
		}
		end, entries, found := i+1, 0, 0
		for end < len(lines) && !isHead[end] {
			if drop[end] == "" {
				if endsSentence(lines[end].text) && !strings.HasSuffix(lines[end].text, "）") || len(lines[end].text) > 1200 {
					break
				}
				entries++
				if holdsName(lines[end].text, names) {
					found++
				}
			}
			end++
		}
		if entries == 0 && end > i+1 || end < len(lines) && isHead[end] && found*2 >= entries {
			for k := i; k < end; k++ {
				drop[k] = RuleContents
			}
		}
		i = end - 1
	}
}

// holdsName reports whether a line has the title of a chapter in it: all of it,
// or behind a number or mark, or before a page number.
func holdsName(text string, names map[string]bool) bool {
	runes := []rune(key(text))
	if names[squeeze(runes)] {
		return true
	}
	for _, field := range strings.FieldsFunc(string(runes), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if names[field] {
			return true
		}
	}
	return false
}

// mergeDoubled leaves out the headings that repeat the one before: printed
// twice, once more on each page of the chapter, or a volume before each chapter.
func mergeDoubled(lines []line, heads []candidate, drop dropped) []candidate {
	c := newCleaner()
	kept := heads[:0:0]
	var volume *candidate
	for i := range heads {
		h := &heads[i]
		if len(kept) > 0 {
			before := &kept[len(kept)-1]
			switch {
			case same(before, h) && before.rank == h.rank && c.onlyNuisance(lines, before.at+1, h.at, drop):
				if utf8.RuneCountInString(h.title) > utf8.RuneCountInString(before.title) {
					drop[before.at] = RuleDoubled
					h.volume = max(h.volume, before.volume)
					kept[len(kept)-1] = *h
				} else {
					drop[h.at] = RuleDoubled
				}
				continue
			case h.page != "" && same(before, h) && !strings.HasPrefix(h.page, "1/"):
				drop[h.at] = RulePagination
				continue
			case h.rank <= 2 && h.volume == "" && volume != nil && same(volume, h) && volume.name == h.name && bodiless(heads, i, len(lines)):
				drop[h.at] = RuleDoubled
				continue
			}
		}
		kept = append(kept, *h)
		if h.rank <= 2 {
			volume = h
		}
	}
	return kept
}

// onlyNuisance reports whether nothing stands between two headings that are the
// same but what is left out at the edge of a chapter, and drops that.
func (c *cleaner) onlyNuisance(lines []line, from, to int, drop dropped) bool {
	if to-from > edge {
		return false
	}
	rules := make([]string, to-from)
	for i := range rules {
		if rules[i] = drop[from+i]; rules[i] == "" {
			rules[i] = c.edgeRule(lines[from+i].text, "head", nil)
		}
		if rules[i] == "" {
			return false
		}
	}
	for i, rule := range rules {
		drop[from+i] = rule
	}
	return true
}

func onlyDropped(from, to int, drop dropped) bool {
	for i := from; i < to; i++ {
		if drop[i] == "" {
			return false
		}
	}
	return true
}

// dropEchoes leaves out the lines that name the chapter which begins right below
// them, with the name of the book or site around it.
func dropEchoes(lines []line, heads, cands []candidate, drop dropped) {
	c := newCleaner()
	next := 0
	for i := range cands {
		e := &cands[i]
		for next < len(heads) && heads[next].at <= e.at {
			next++
		}
		if next == len(heads) {
			return
		}
		h := &heads[next]
		if e.family == "prefix" && drop[e.at] == "" && (next == 0 || heads[next-1].at != e.at) &&
			e.number == h.number && e.unit == h.unit && c.onlyNuisance(lines, e.at+1, h.at, drop) {
			drop[e.at] = RuleDoubled
		}
	}
}

// takeTitles gives headings that are a number alone the short line below for a
// title, where most of them have one.
func takeTitles(lines []line, heads []candidate, drop dropped) {
	var takers []int
	alone := 0
	isHead := map[int]bool{}
	for i := range heads {
		isHead[heads[i].at] = true
	}
	for i := range heads {
		h := &heads[i]
		if !h.numbered || h.name != "" || h.rank <= 2 {
			continue
		}
		alone++
		next := h.at + 1
		if next >= len(lines) || isHead[next] || drop[next] != "" {
			continue
		}
		// Something must follow: the only line of a chapter is its text.
		after := next + 1
		if after >= len(lines) || isHead[after] {
			continue
		}
		text := strings.TrimFunc(lines[next].text, func(r rune) bool {
			return isOrnament(keyRune(r)) && !strings.ContainsRune(finals, keyRune(r)) || strings.ContainsRune("【】『』〖〗《》[]", r)
		})
		if text != "" && utf8.RuneCountInString(text) <= 22 && !endsSentence(text) && !speaks(text) && !strings.ContainsAny(text, "。，；：,;:") {
			takers = append(takers, i)
		}
	}
	if len(takers) < 3 || len(takers)*10 < alone*7 {
		return
	}
	for _, i := range takers {
		h := &heads[i]
		next := h.at + 1
		h.title += " " + lines[next].text
		h.name = squeeze([]rune(key(lines[next].text)))
		drop[next] = ruleTitle
	}
}

// ruleTitle marks a line that went into a heading. It is no removal.
const ruleTitle = "title"

// groups tells which headings have others below them: they are volumes, not
// chapters. Books and volumes always are; of the other units, those of which
// most stand right above a heading of another unit.
func groups(heads []candidate, drop dropped) []bool {
	type count struct{ all, empty int }
	units := map[string]*count{}
	follows := func(i int) bool {
		return i+1 < len(heads) && onlyDropped(heads[i].at+1, heads[i+1].at, drop) && heads[i+1].unit != heads[i].unit
	}
	deeper := false
	for i := range heads {
		c := units[heads[i].unit]
		if c == nil {
			c = &count{}
			units[heads[i].unit] = c
		}
		c.all++
		if follows(i) {
			c.empty++
		}
		deeper = deeper || heads[i].rank >= 3
	}
	grouping := make([]bool, len(heads))
	for i := range heads {
		h := &heads[i]
		c := units[h.unit]
		switch {
		case h.rank <= 2:
			grouping[i] = deeper || !h.numbered || c.all > 1
		case h.numbered && h.unit != "" && c.empty*2 >= c.all && follows(i) && heads[i+1].numbered && c.all < len(heads)/2+1:
			grouping[i] = true
		case !h.numbered && follows(i) && heads[i+1].numbered && heads[i+1].rank >= 3 && heads[i+1].number <= 1 && holdsChapters(h.unit):
			grouping[i] = true
		}
	}
	// Sections below a chapter make it a group wherever it has some.
	for i := range heads {
		if c := units[heads[i].unit]; heads[i].numbered && heads[i].rank >= 3 && heads[i].unit != "" && c.empty*2 >= c.all && c.empty >= 2 {
			grouping[i] = true
		}
	}
	return grouping
}

// holdsChapters reports names below which chapters may be counted anew.
func holdsChapters(name string) bool {
	return slices.ContainsFunc(words().holding, func(w string) bool { return strings.HasPrefix(name, w) })
}
