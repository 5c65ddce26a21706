package chapters

import (
	"slices"
	"strings"
	"unicode"
)

// A heading is found in two steps. Here a line is looked at by itself: whether
// it has the shape of a heading, and how much that shape is worth. What the
// shapes of the whole file say together is decided in split.go.

// A trust says how much the shape of a line is worth.
type trust uint8

const (
	never    trust = iota
	weak           // counts where its family is the rule of the whole file
	apart          // counts where the file sets headings apart and other headings are found
	doubtful       // as good as a sentence; counts where it fills a gap in the numbers
	sure
)

// A candidate is a line that may be a heading.
type candidate struct {
	at       int // index of the line
	trust    trust
	rank     int8   // as of its unit; 4 for a name
	unit     string // what is counted, folded; a name for a heading without a number
	family   string // what weak and doubtful candidates have in common
	numbered bool
	number   int
	to       int    // the last number of a range such as 第十五、十六章, else number
	glued    bool   // the title follows the unit without a space or mark
	volume   string // the volume a line names before the chapter, as printed
	title    string // as printed, without ornaments and volume
	front    string // ornaments before the title, as printed
	back     string // ornaments behind it
	name     string // the title behind the number, folded, letters and digits only
	page     string // a mark that a page of the chapter begins, as in (2/3), folded
	start    int    // where the chapter begins behind its volume, in runes of the line
}

// A reader of headings keeps the folded runes of the line at hand.
type headingReader struct {
	words *vocabulary
	text  string
	orig  []rune
	k     []rune // folded
	off   []int  // byte offset of each rune, and of the end
}

// maxHeading is the longest heading, in runes.
const maxHeading = 80

// read looks at a line. The candidate's at is not set.
func (h *headingReader) read(text string) (candidate, bool) {
	if len(text) > 4*maxHeading || !h.mayBegin(text) {
		return candidate{}, false
	}
	h.load(text)
	if len(h.k) > maxHeading {
		return candidate{}, false
	}
	i, j := h.trimOrnaments(0, len(h.k))
	if i == j {
		return candidate{}, false
	}
	c, ok := h.line(i, j)
	if !ok && i > 0 && !isRuler(h.k) {
		c, ok = h.starred(i, j)
	}
	if !ok || c.trust == never {
		return candidate{}, false
	}
	start := i
	if c.start > 0 {
		start = c.start
		c.volume = strings.TrimRight(h.printed(i, start), " \t\u3000\u00a0·:：、-—_|/")
	}
	c.front = strings.TrimSpace(h.printed(0, i))
	c.back = strings.TrimSpace(h.printed(j, len(h.k)))
	c.title = h.printed(start, j)
	if !c.numbered {
		c.name = squeeze(h.k[start:j])
	}
	return c, true
}

// mayBegin passes over the lines of the body quickly.
func (h *headingReader) mayBegin(text string) bool {
	for i, r := range text {
		k := keyRune(r)
		if h.words.begins[k] || isNumeral(k) || '0' <= k && k <= '9' || isOrnament(k) || isOpening(r) {
			return true
		}
		// Behind a prefix of some other kind.
		return i == 0 && strings.Contains(text[:min(len(text), 64)], "第")
	}
	return false
}

func (h *headingReader) load(text string) {
	h.text = text
	h.orig, h.k, h.off = h.orig[:0], h.k[:0], h.off[:0]
	for i, r := range text {
		h.orig = append(h.orig, r)
		h.k = append(h.k, keyRune(r))
		h.off = append(h.off, i)
	}
	h.off = append(h.off, len(text))
}

// printed gives the runes i to j as they stand in the line.
func (h *headingReader) printed(i, j int) string { return h.text[h.off[i]:h.off[j]] }

// line tries the shapes in turn, from the strictest to the loosest.
func (h *headingReader) line(i, j int) (candidate, bool) {
	if c, ok := h.bracketed(i, j); ok {
		return c, c.trust > never
	}
	if c, ok := h.core(i, j); ok {
		return c, c.trust > never
	}
	return h.prefixed(i, j)
}

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
	if at == j || h.k[at] != ' ' || c.trust != sure {
		return candidate{}, false
	}
	c.trust, c.family = doubtful, "缺"
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
	for at < j && strings.ContainsRune(" 、.:-_·)", h.k[at]) {
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

// starred reads a title without number behind a star, as 晉江 sets them.
func (h *headingReader) starred(i, j int) (candidate, bool) {
	if !strings.ContainsRune("☆★◆◇■□●◎※#", h.k[0]) || j-i > 30 || strings.ContainsRune(finals, h.k[j-1]) ||
		strings.ContainsAny(string(h.k[i:j]), "。,;\"") || h.words.ends[squeeze(h.k[i:j])] {
		return candidate{}, false
	}
	return candidate{rank: 4, unit: "", trust: weak, family: "star " + string(h.k[0])}, true
}

// prefixed reads a heading behind a site's or a book's name.
func (h *headingReader) prefixed(i, j int) (candidate, bool) {
	for _, p := range h.words.prefixes {
		runes := []rune(p)
		if after := i + len(runes); after < j && slices.Equal(h.k[i:after], runes) {
			at := after
			for at < j && strings.ContainsRune(" :、-_·.", h.k[at]) {
				at++
			}
			if at == j {
				break
			}
			for _, shape := range []func(i, j int) (candidate, bool){h.ordinal, h.scroll, h.latin, h.named, h.counted} {
				if c, ok := shape(at, j); ok {
					return c, true
				}
			}
		} else if after == j && slices.Equal(h.k[i:j], runes) {
			return candidate{rank: 2, unit: p, trust: apart}, true
		}
	}
	for q := i + 1; q < min(j, i+18); q++ {
		if strings.ContainsRune("。,!?;\"", h.k[q-1]) {
			break
		}
		if h.k[q] != '第' || !strings.ContainsRune(" _-·|)]】》", h.k[q-1]) {
			continue
		}
		if c, ok := h.ordinal(q, j); ok && c.trust == sure && c.rank >= 3 {
			c.trust, c.family = weak, "prefix"
			return c, true
		}
	}
	return candidate{}, false
}
