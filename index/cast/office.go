package cast

import (
	"slices"
	"strings"

	"shuyou/index/book"
	"shuyou/index/cast/lexicon"
)

// An Office is a title that the text ties to a person, as the text states it,
// where it first does so.
type Office struct {
	Office string // in the book's spelling
	Ref    book.Ref

	paragraph int32 // counted over the whole book from 0
	start     int   // the first rune of its words
}

// longestOffice bounds the phrase of an office, in runes.
const longestOffice = 10

// Offices are the person's offices in the order in which they are first
// stated, the longest phrase for each.
func (p *Person) Offices() []Office {
	p.offices.Do(func() { p.held = p.findOffices() })
	return slices.Clone(p.held)
}

func (p *Person) findOffices() []Office {
	p.view.readScenes()
	w := loadWords()
	var found []foundOffice
	last, rs := int32(-1), []rune(nil)
	for _, m := range p.mentions {
		if m.paragraph != last {
			last, rs = m.paragraph, foldRunes(p.view.c.text(int(m.paragraph)))
		}
		if int(m.end) > len(rs) {
			continue
		}
		for _, s := range w.officesAt(rs, span{int(m.start), int(m.end)}, p.view.c.forms[m.form]) {
			found = append(found, foundOffice{m.paragraph, []span{s}, string(rs[s.start:s.end])})
		}
		if verb, led, ok := w.leads(rs, span{int(m.start), int(m.end)}); ok {
			found = append(found, foundOffice{m.paragraph, []span{verb, led}, string(rs[verb.start:verb.end]) + string(rs[led.start:led.end])})
		}
	}
	for _, a := range p.called {
		if !a.alone || p.view.chapters > shortBook && p.calledSo(a.title.text) < 2 {
			continue
		}
		rs := foldRunes(p.view.c.text(int(a.paragraph)))
		if title := rs[a.start:a.end]; w.title(title) == rankTitle || w.title(title) == courtTitle {
			found = append(found, foundOffice{a.paragraph, []span{{int(a.start), int(a.end)}}, string(title)})
		}
	}
	slices.SortStableFunc(found, func(a, b foundOffice) int { return int(a.paragraph - b.paragraph) })
	var out []Office
	var texts []string
	for _, f := range found {
		if longer := slices.ContainsFunc(found, func(g foundOffice) bool { return g.text != f.text && strings.HasSuffix(g.text, f.text) }); longer || slices.Contains(texts, f.text) {
			continue
		}
		texts = append(texts, f.text)
		own := []rune(p.view.c.text(int(f.paragraph)))
		office := ""
		for _, s := range f.spans {
			office += string(own[s.start:s.end])
		}
		out = append(out, Office{office, p.view.c.ref(f.paragraph), f.paragraph, f.spans[0].start})
	}
	return out
}

// shortBook is the number of chapters up to which one who is called by a title
// once holds it; in longer books more slips are made.
const shortBook = 3

// calledSo is how often the person is called by the title.
func (p *Person) calledSo(title string) int {
	n := 0
	for _, a := range p.called {
		if a.title.text == title {
			n++
		}
	}
	return n
}

type foundOffice struct {
	paragraph int32
	spans     []span // of its words, in the order in which they are shown
	text      string // folded
}

// leads reads 前隊三千人由N統帥: the verb, and what N leads.
func (w *words) leads(rs []rune, m span) (verb, led span, ok bool) {
	n := w.officeLead.longest(rs[m.end:])
	if n == 0 || m.start < 3 || rs[m.start-1] != '由' || m.end+n < len(rs) && isHan(rs[m.end+n]) {
		return span{}, span{}, false
	}
	end := m.start - 1
	start := end
	for start > 0 && isHan(rs[start-1]) && end-start <= longestOffice {
		start--
	}
	if end-start < 2 || end-start > longestOffice {
		return span{}, span{}, false
	}
	return span{m.end, m.end + n}, span{start, end}, true
}

// officesAt finds the offices that the words around a mention give.
func (w *words) officesAt(rs []rune, m span, f form) []span {
	var out []span
	if s, ok := w.officeBefore(rs, m.start); ok {
		out = append(out, s)
	}
	if n := surnameLength(f.text); f.class == titledForm && m.end-m.start == len(f.text) {
		if t := w.title(f.text[n:]); t == rankTitle || t == courtTitle {
			out = append(out, span{m.start + n, m.end})
		}
	} else if f.class != dottedForm {
		for n := 2; n+2 <= len(f.text) && m.end-m.start == len(f.text); n++ {
			if t := w.title(f.text[n:]); t == rankTitle || t == courtTitle {
				out = append(out, span{m.start + n, m.end})
				break
			}
		}
	}
	if n := w.officeAfter.longest(rs[m.end:]); n > 0 {
		if s, ok := w.officePhrase(rs, m.end+n); ok {
			out = append(out, s)
		}
	}
	if m.end < len(rs) && rs[m.end] == '为' && w.raisedBefore(rs[:m.start]) {
		if s, ok := w.officePhrase(rs, m.end+1); ok {
			out = append(out, s)
		}
	}
	return out
}

func (w *words) raisedBefore(rs []rune) bool {
	for n := 1; n <= 4 && n <= len(rs); n++ {
		if w.officeRaise.has(rs[len(rs)-n:]) {
			return true
		}
	}
	return false
}

// officeBefore is the phrase of titles and places that ends at end: 密雲總兵,
// 前屯衛總兵.
func (w *words) officeBefore(rs []rune, end int) (span, bool) {
	start := end
	for start > 0 && end-start < longestOffice {
		n := w.titleEnding(rs[:start])
		if n == 0 && start == end {
			return span{}, false
		}
		if n == 0 {
			n = w.placeEnding(rs[:start])
		}
		if n == 0 && rs[start-1] == '兼' {
			n = 1
		}
		if n == 0 {
			break
		}
		start -= n
	}
	return span{start, end}, start < end
}

// titleEnding is the length of the longest office that ends rs.
func (w *words) titleEnding(rs []rune) int {
	for n := min(len(rs), w.titles.longest); n >= 2; n-- {
		if t := w.title(rs[len(rs)-n:]); t == rankTitle || t == courtTitle {
			return n
		}
	}
	return 0
}

// placeEnding is the length of the place that ends rs: one the word list
// knows, or a word that ends like one.
func (w *words) placeEnding(rs []rune) int {
	for n := min(len(rs), 4); n >= 2; n-- {
		if v, ok := lexicon.LookupRunes(rs[len(rs)-n:]); ok && v.Class == lexicon.Place {
			return n
		}
	}
	for n := 3; n >= 2; n-- {
		if n > len(rs) || !w.afterPlace.has(rs[len(rs)-1]) {
			continue
		}
		part := rs[len(rs)-n:]
		if w.officeSkip.has(part[0]) { // 乃|典軍
			continue
		}
		edge := n == len(rs) || !isHan(rs[len(rs)-n-1]) || w.before.has(rs[len(rs)-n-1])
		if edge && !slices.ContainsFunc(part, func(r rune) bool { return !isHan(r) || w.never.has(r) }) {
			return n
		}
	}
	return 0
}

// officePhrase is the phrase at i that ends in a title before the next mark.
// What stands before the title is a place or a word of its own, no verb.
func (w *words) officePhrase(rs []rune, i int) (span, bool) {
	end := i
	for end < len(rs) && end-i < longestOffice && isHan(rs[end]) {
		end++
	}
	for i < end && w.officeSkip.has(rs[i]) {
		i++
	}
	for e := end; e >= i+2; e-- {
		n := w.titleEnding(rs[i:e])
		if n == 0 || e < len(rs) && isHan(rs[e]) && !(e < end && w.after.has(rs[e])) {
			continue
		}
		if slices.ContainsFunc(rs[i:e-n], func(r rune) bool { return w.never.has(r) || w.officeStop.has(r) }) {
			return span{}, false
		}
		return span{i, e}, true
	}
	return span{}, false
}
