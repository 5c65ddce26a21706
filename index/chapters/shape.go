package chapters

import (
	"strings"
	"unicode"
)

// finals are the folded marks at which a sentence or clause ends.
const finals = "。,;:、!?…"

// judge looks at what follows a number and its unit, from after to j: how it is
// set off, and whether it reads like a title or like a sentence.
func (h *headingReader) judge(c *candidate, after, j int, shape string) {
	c.trust = sure
	c.family = shape + c.unit
	if after >= j {
		return
	}
	at := after
	for at < j && strings.ContainsRune(" :、.,_-·|/~>)!", h.k[at]) {
		at++
	}
	title := h.k[at:j]
	mark := h.k[after]
	c.name, c.page = h.titleKey(title)
	c.glued = at == after && !isOpening(h.orig[after])
	if h.words.ends[c.name] {
		c.trust = doubtful
		return
	}
	var last rune
	if len(title) > 0 {
		last = title[len(title)-1]
	} else {
		last = h.k[j-1]
		if last != '、' && last != ',' {
			return // a mark that ends nothing, as in 第九章：
		}
	}
	inner := string(title)
	switch {
	case strings.ContainsRune("。;,、", last) || last == ':',
		strings.ContainsAny(inner, "。;"),
		strings.Contains(inner, ":\""),
		len(title) > 60,
		mark == ',' && strings.ContainsAny(inner, ","),
		mark == '、' && strings.ContainsRune("第", title[0]),
		mark == '?' || mark == '!' && c.glued:
		c.trust = doubtful
		c.family += "."
	}
	if !c.glued {
		return
	}
	c.family += "+"
	switch {
	case h.continues(c.unit, title):
		c.trust = doubtful
		c.family += "w"
	case strings.ContainsAny(inner, finals+"\""), len(title) > 30:
		c.trust = doubtful
		if strings.ContainsRune(finals, last) {
			c.family += "."
		}
	}
}

// continues reports whether a title that is glued to its unit makes a word or a
// sentence with it.
func (h *headingReader) continues(unit string, title []rune) bool {
	text := string(title)
	for _, w := range h.words.glued[unit] {
		if strings.HasPrefix(text, w) {
			return true
		}
	}
	return false
}

// titleKey gives a title by which headings are compared, and the mark that says
// which page of the chapter begins.
func (h *headingReader) titleKey(title []rune) (name, page string) {
	if open := lastIndex(title, '('); open >= 0 && title[len(title)-1] == ')' {
		inner := title[open+1 : len(title)-1]
		if strings.ContainsRune(string(inner), '/') && isPage(inner) || len(inner) > 2 && inner[0] == '第' && inner[len(inner)-1] == '页' {
			page, title = string(inner), title[:open]
		}
	}
	return squeeze(title), page
}

func isPage(text []rune) bool {
	for _, r := range text {
		if r != '/' && r != ' ' && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

func lastIndex(text []rune, r rune) int {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == r {
			return i
		}
	}
	return -1
}

// squeeze keeps the letters and digits of a folded text.
func squeeze(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// skip passes over spaces.
func (h *headingReader) skip(i, j int) int {
	for i < j && h.k[i] == ' ' {
		i++
	}
	return i
}

// numbers reads a number or a range of numbers that begins at i.
func (h *headingReader) numbers(i, j int) (n, to, after int, ok bool) {
	n, after, ok = h.number(i, j)
	if !ok {
		return 0, 0, 0, false
	}
	at := h.skip(after, j)
	if at < j && strings.ContainsRune("-~至到、&", h.k[at]) {
		p := h.skip(at+1, j)
		if p < j && h.k[p] == '第' {
			if i == 0 || h.k[i-1] != '第' && h.k[i-1] != ' ' {
				return n, n, after, true // two headings, as in 12、第十三章
			}
			p++
		}
		if to, end, ok := h.number(p, j); ok && to > n && to < n+10 {
			if u, _, isUnit := h.unitAt(h.skip(end, j), j); isUnit && !u.weak {
				return n, to, end, true
			}
		}
	}
	return n, n, after, true
}

// number reads figures or a Chinese number, of which the digits may be spaced.
func (h *headingReader) number(i, j int) (n, after int, ok bool) {
	if n, after, ok = h.figures(i, j); ok {
		return n, after, true
	}
	var digits []rune
	for p := i; p < j; p++ {
		switch {
		case isNumeral(h.k[p]):
			digits = append(digits, h.k[p])
			after = p + 1
			continue
		case h.k[p] == ' ' && len(digits) > 0 && p+1 < j && isNumeral(h.k[p+1]):
			continue
		}
		break
	}
	if n, ok = chineseNumber(digits); ok {
		return n, after, true
	}
	if i < j && 'ⅰ' <= h.k[i] && h.k[i] <= 'ⅻ' {
		return int(h.k[i]-'ⅰ') + 1, i + 1, true
	}
	return 0, 0, false
}

// figures reads a number in figures, with a half as in 12.5 left out.
func (h *headingReader) figures(i, j int) (n, after int, ok bool) {
	p := i
	for p < j && '0' <= h.k[p] && h.k[p] <= '9' && p-i < 6 {
		n = n*10 + int(h.k[p]-'0')
		p++
	}
	if p == i || p < j && '0' <= h.k[p] && h.k[p] <= '9' {
		return 0, 0, false
	}
	if p+2 <= j-1 && h.k[p] == '.' && h.k[p+1] == '5' {
		if _, _, isUnit := h.unitAt(p+2, j); isUnit {
			p += 2
		}
	}
	return n, p, true
}

// unitAt reads the longest unit that begins at i.
func (h *headingReader) unitAt(i, j int) (unit, int, bool) {
	for n := min(h.words.longest, j-i); n >= 1; n-- {
		if u, ok := h.words.units[string(h.k[i:i+n])]; ok {
			return u, i + n, true
		}
	}
	return unit{}, 0, false
}

// bracketed reads a heading of which the number, or all, stands in brackets.
func (h *headingReader) bracketed(i, j int) (candidate, bool) {
	open := strings.IndexRune(openers, h.orig[i])
	if open < 0 {
		return candidate{}, false
	}
	closing := mirror(h.orig[i])
	end := -1
	for p := i + 1; p < j; p++ {
		if h.orig[p] == closing {
			end = p
			break
		}
	}
	if end <= i+1 {
		return candidate{}, false
	}
	from, to := h.skip(i+1, end), end
	for to > from && h.k[to-1] == ' ' {
		to--
	}
	if from == to {
		return candidate{}, false
	}
	speech := strings.ContainsRune("「“‘\"", h.orig[i])
	rest := h.skip(end+1, j)
	for rest < j && strings.ContainsRune(" :、._-·|~", h.k[rest]) {
		rest++
	}
	c, ok := h.core(from, to)
	if !ok {
		// A tag before the heading: 《書名》第三章.
		if rest < j && !speech {
			if inner, ok := h.ordinal(rest, j); ok {
				return inner, true
			}
		}
		return candidate{}, false
	}
	if rest < j {
		if speech || strings.ContainsRune(finals, h.k[rest]) || strings.ContainsAny(string(h.k[rest:j]), "。;") || strings.ContainsRune(",:、", h.k[j-1]) {
			c.trust = never
			return c, true
		}
		c.name, c.page = h.titleKey(h.k[rest:j])
		c.glued = false
	}
	switch {
	case c.trust == doubtful:
		if speech || h.words.ends[c.name] || strings.ContainsAny(string(h.k[from:to]), "。;") {
			c.trust = never // （第一章完）
		}
	case c.unit == "" && c.numbered:
		if speech || h.orig[i] == '《' || h.orig[i] == '〈' || j-rest > 36 {
			c.trust = never
		}
		c.family = "(" + c.family
	case speech:
		c.trust = min(c.trust, weak)
		c.family = "「" + c.family
	case c.trust == weak:
		c.family = "(" + c.family
	}
	return c, true
}

// isOpening reports an opening bracket or quotation mark.
func isOpening(r rune) bool { return strings.ContainsRune(openers, r) }

// isOrnament reports the signs that are set around headings.
func isOrnament(r rune) bool {
	return strings.ContainsRune("☆★◆◇■□●○◎※▲△▼▽♥♡♦♣♠♪✿❀❤⊙§¤*#=~_·•-+|>^→←═─━┅…。,、.:", r) || r == ' '
}

// trimOrnaments passes over the ornaments at both ends. Marks that end a
// sentence are none at the end of a line.
func (h *headingReader) trimOrnaments(i, j int) (int, int) {
	if i < j && strings.ContainsRune("…。,、.:", h.k[i]) {
		return i, j // a line does not begin with these but for a fault
	}
	start := i
	for i < j && (isOrnament(h.k[i]) || h.orig[i] == '○') {
		i++
	}
	for j > i && isOrnament(h.k[j-1]) && !strings.ContainsRune(finals+".", h.k[j-1]) {
		if i == start && h.k[j-1] == '-' {
			break // a dash with nothing to match it at the start
		}
		j--
	}
	return i, j
}

// isRuler reports a line of nothing but ornaments.
func isRuler(text []rune) bool {
	for _, r := range text {
		if !isOrnament(r) {
			return false
		}
	}
	return true
}
