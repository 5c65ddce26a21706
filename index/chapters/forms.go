package chapters

import (
	"strings"
	"unicode"
)

// The forms of a heading, each read from the rune i up to j. A form that does
// not fit says so; one that fits says how much it is worth.

// core reads a heading that begins at i.
func (h *headingReader) core(i, j int) (candidate, bool) {
	for _, shape := range []func(i, j int) (candidate, bool){
		h.ordinal, h.scroll, h.division, h.latin, h.named, h.counted, h.bare, h.trailing,
	} {
		if c, ok := shape(i, j); ok {
			return c, true
		}
	}
	return candidate{}, false
}

// ordinal reads 第 with a number and a unit.
func (h *headingReader) ordinal(i, j int) (candidate, bool) {
	if h.k[i] != '第' && h.k[i] != '弟' {
		return candidate{}, false
	}
	n, to, at, ok := h.numbers(h.skip(i+1, j), j)
	if !ok {
		return candidate{}, false
	}
	u, after, ok := h.unitAt(h.skip(at, j), j)
	if ok && h.skip(at, j) > at && h.skip(i+1, j) == i+1 && after < j && unicode.IsLetter(h.k[after]) {
		ok = false // 第三 夜行: a title that begins like a unit
	}
	if !ok {
		return h.unitless(n, to, at, j)
	}
	c := candidate{rank: u.rank, unit: u.name, numbered: true, number: n, to: to}
	h.judge(&c, after, j, "第")
	if u.typo {
		if c.glued || c.trust != sure {
			return candidate{}, false
		}
		c.trust, c.family = doubtful, "誤"
	}
	if u.weak || h.k[i] == '弟' {
		if c.trust != sure || c.glued && strings.ContainsRune(finals, h.k[j-1]) {
			return candidate{}, false
		}
		c.trust = weak
	}
	return h.within(c, after, j), true
}

// anyUnit is the unit of a heading from which it was left out: that of the
// headings around it.
const anyUnit = "?"

// unitless reads 第八 燈火, where the unit was forgotten.
func (h *headingReader) unitless(n, to, at, j int) (candidate, bool) {
	c := candidate{rank: 4, unit: anyUnit, numbered: true, number: n, to: to}
	h.judge(&c, at, j, "第")
	if c.trust != sure || c.glued {
		return candidate{}, false
	}
	if at < j && h.k[at] == ' ' {
		c.trust = doubtful
	} else {
		c.trust = weak
	}
	c.family = "缺"
	return c, true
}

// within looks for a chapter behind a volume in the same line.
func (h *headingReader) within(c candidate, after, j int) candidate {
	if c.rank > 3 {
		return c
	}
	for q := after; q < j; q++ {
		if q > after && !strings.ContainsRune(" :、-_·|/)]】》", h.k[q-1]) {
			continue
		}
		inner, ok := h.ordinal(q, j)
		if !ok {
			inner, ok = h.latin(q, j)
		}
		if ok && inner.rank > c.rank && inner.trust == sure {
			inner.start = max(inner.start, q)
			return inner
		}
	}
	return c
}

// scroll reads 卷三, 卷之四, 卷上.
func (h *headingReader) scroll(i, j int) (candidate, bool) {
	if h.k[i] != '卷' || i+1 >= j {
		return candidate{}, false
	}
	at := h.skip(i+1, j)
	if at < j && (h.k[at] == '之' || h.k[at] == '第') {
		at++
	}
	c := candidate{rank: 2, unit: "卷", numbered: true}
	n, to, after, ok := h.numbers(at, j)
	switch {
	case ok:
		c.number, c.to = n, to
	case at < j && h.words.ordinals[string(h.k[at])]:
		c.numbered, after, c.unit = false, at+1, "卷"+string(h.k[at])
	default:
		return candidate{}, false
	}
	h.judge(&c, after, j, "卷")
	if c.glued {
		c.trust = min(c.trust, weak)
		if strings.ContainsAny(string(h.k[after:j]), finals) {
			c.trust = never
		}
	}
	return h.within(c, after, j), true
}

// division reads 上卷, 下部, 終篇.
func (h *headingReader) division(i, j int) (candidate, bool) {
	if i+1 >= j || !h.words.ordinals[string(h.k[i])] {
		return candidate{}, false
	}
	for n := 2; n >= 1; n-- {
		after := i + 1 + n
		if after > j || !h.words.divisions[string(h.k[i+1:after])] {
			continue
		}
		c := candidate{rank: 2, unit: string(h.k[i:after])}
		h.judge(&c, after, j, "上")
		if c.glued || c.trust == doubtful {
			return candidate{}, false
		}
		return h.within(c, after, j), true
	}
	return candidate{}, false
}

// named reads a heading known by its name: 楔子, 番外之二, 後記.
func (h *headingReader) named(i, j int) (candidate, bool) {
	for n := min(h.words.longest, j-i); n >= 1; n-- {
		alone, ok := h.words.names[string(h.k[i:i+n])]
		if !ok {
			continue
		}
		c := candidate{rank: 4, unit: string(h.k[i : i+n])}
		after := i + n
		if alone {
			if after != j {
				return candidate{}, false
			}
			c.trust = apart
			return c, true
		}
		if after < j && h.k[after] == '卷' {
			c.rank = 2
			after++
		}
		after = h.tally(after, j)
		h.judge(&c, after, j, "")
		if c.glued || c.trust == doubtful || n == 1 && after < j && !strings.ContainsRune(" :-·([【《\"", h.k[after]) {
			return candidate{}, false
		}
		if h.k[i] < 0x80 && after < j && h.lowerTitle(after, j) {
			return candidate{}, false
		}
		return h.within(c, after, j), true
	}
	return candidate{}, false
}

// tally passes over the number of a side story: 一, 之二, 其三, (4), 第五章.
func (h *headingReader) tally(at, j int) int {
	p := h.skip(at, j)
	closing := rune(0)
	if p < j && (h.k[p] == '之' || h.k[p] == '其' || h.k[p] == '第') {
		p++
	} else if p < j && h.k[p] == '(' {
		p, closing = p+1, ')'
	}
	_, _, after, ok := h.numbers(p, j)
	if !ok {
		return at
	}
	if closing != 0 {
		if after < j && h.k[after] == closing {
			return after + 1
		}
		return at
	}
	if _, end, ok := h.unitAt(after, j); ok {
		after = end
	}
	return after
}

// latin reads Chapter 30, Ep.33, Part II, chapter thirty-one.
func (h *headingReader) latin(i, j int) (candidate, bool) {
	if h.k[i] < 'a' || h.k[i] > 'z' || i > 0 && unicode.IsLetter(h.k[i-1]) && h.k[i-1] < 0x250 {
		return candidate{}, false
	}
	text := string(h.k[i:j])
	word := letters(text)
	u, ok := h.words.latin[word]
	if !ok {
		return candidate{}, false
	}
	at := i + len(word)
	dotted := at < j && (h.k[at] == '.' || h.k[at] == '#')
	if dotted {
		at++
	}
	if word == "no" && !dotted {
		return candidate{}, false
	}
	at = h.skip(at, j)
	n, after, spelled, ok := h.latinNumber(at, j)
	if !ok {
		return candidate{}, false
	}
	if after < j && unicode.IsLetter(h.k[after]) && h.k[after] < 0x250 {
		return candidate{}, false
	}
	c := candidate{rank: u.rank, unit: u.name, numbered: true, number: n, to: n}
	h.judge(&c, after, j, u.name)
	if strings.ContainsRune(".。,;", h.k[j-1]) && after < j-1 {
		return candidate{}, false
	}
	if h.lowerTitle(after, j) && (spelled || u.rank != 4) {
		return candidate{}, false
	}
	if u.weak {
		c.trust = min(c.trust, weak)
	}
	return h.within(c, after, j), true
}

// latinNumber reads figures, a Roman numeral or number words.
func (h *headingReader) latinNumber(at, j int) (n, after int, spelled, ok bool) {
	if n, after, ok = h.figures(at, j); ok {
		return n, after, false, true
	}
	if at >= j {
		return 0, 0, false, false
	}
	if text := string(h.k[at:j]); text[0] < 0x80 {
		if n, size, ok := englishNumber(text); ok {
			return n, at + size, true, true
		}
		word := letters(text)
		if n, ok := romanNumber(word); ok {
			return n, at + len(word), true, true
		}
	}
	if r := h.k[at]; 'ⅰ' <= r && r <= 'ⅻ' {
		return int(r-'ⅰ') + 1, at + 1, false, true
	}
	if n, _, after, ok := h.numbers(at, j); ok {
		return n, after, false, true
	}
	return 0, 0, false, false
}

// lowerTitle reports whether the title behind a number begins with a small
// Latin letter, as the rest of a sentence does.
func (h *headingReader) lowerTitle(after, j int) bool {
	for p := after; p < j; p++ {
		if unicode.IsLetter(h.orig[p]) {
			return unicode.IsLower(h.orig[p])
		}
	}
	return false
}

// counted reads 三十章 and 44章: a number and a unit without 第.
func (h *headingReader) counted(i, j int) (candidate, bool) {
	n, to, at, ok := h.numbers(i, j)
	if !ok {
		return candidate{}, false
	}
	u, after, ok := h.unitAt(h.skip(at, j), j)
	if !ok || u.weak {
		return candidate{}, false
	}
	c := candidate{rank: u.rank, unit: u.name, numbered: true, number: n, to: to}
	h.judge(&c, after, j, "數"+u.name)
	switch {
	case c.trust == sure:
		c.trust = weak
	default:
		c.trust = never
	}
	return c, true
}

// bare reads a number by itself or before a title: 35、山雨, 四十 燈謎, 7.
func (h *headingReader) bare(i, j int) (candidate, bool) {
	n, to, after, ok := h.numbers(i, j)
	if !ok || n >= 10000 {
		return candidate{}, false
	}
	c := candidate{rank: 4, unit: "", numbered: true, number: n, to: to, trust: weak, family: "bare han"}
	if h.k[i] < 0x80 {
		c.family = "bare figure"
	}
	if after == j {
		return c, true
	}
	at := after
	for at < j && strings.ContainsRune(" 、.:-_·)|~", h.k[at]) {
		at++
	}
	if at == after || at == j {
		return candidate{}, false
	}
	if at-after == 1 && strings.ContainsRune(".:-", h.k[after]) && '0' <= h.k[at] && h.k[at] <= '9' {
		return h.pair(at, j, h.k[after]) // else a date, a time, a score
	}
	// 12、第十二章 is counted twice over; the second number is the heading.
	if inner, ok := h.ordinal(at, j); ok {
		return inner, true
	}
	h.judge(&c, after, j, c.family)
	if c.trust != sure || !unicode.IsLetter(h.k[at]) && !isOpening(h.orig[at]) || isMeasure(h.k[at]) && h.k[after] == ' ' || j-at > 36 {
		return candidate{}, false
	}
	if title := string(h.k[at:j]); strings.ContainsAny(title, ",、") && strings.ContainsRune("!?", h.k[j-1]) {
		return candidate{}, false
	}
	c.trust = weak
	return c, true
}

// pair reads the second number of 3-12 渡口, the chapter of a volume.
func (h *headingReader) pair(at, j int, mark rune) (candidate, bool) {
	n, after, ok := h.figures(at, j)
	if !ok || mark == ':' || n > 999 || after < j && h.k[after] != ' ' {
		return candidate{}, false
	}
	c := candidate{rank: 4, numbered: true, number: n, to: n}
	h.judge(&c, after, j, "pair")
	if c.trust != sure || h.skip(after, j) < j && !unicode.IsLetter(h.k[h.skip(after, j)]) {
		return candidate{}, false
	}
	c.trust, c.family = weak, "pair"
	return c, true
}

// trailing reads 學而第一, 五帝本紀第一, where the number comes last.
func (h *headingReader) trailing(i, j int) (candidate, bool) {
	if j-i < 3 || j-i > 16 {
		return candidate{}, false
	}
	for q := i + 1; q < j; q++ {
		if h.k[q] != '第' {
			if !unicode.IsLetter(h.k[q]) && h.k[q] != ' ' && h.k[q] != '·' {
				break
			}
			continue
		}
		n, to, after, ok := h.numbers(q+1, j)
		if !ok || after != j || !unicode.IsLetter(h.k[i]) {
			break
		}
		return candidate{rank: 4, numbered: true, number: n, to: to, trust: weak, family: "末第", name: squeeze(h.k[i:q])}, true
	}
	return candidate{}, false
}

// isMeasure reports letters that go with a number before them.
func isMeasure(r rune) bool {
	return strings.ContainsRune("年月日点时分秒岁个人名里米元块号度%", r)
}
