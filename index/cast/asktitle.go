package cast

import (
	"cmp"
	"slices"
)

// A Manner is how the text gives somebody a title that is asked for.
type Manner uint8

// The manners, the plainest first.
const (
	CalledSo   Manner = iota // by the title alone
	NamedSo                  // with the surname before it
	HoldsTitle               // as an office
	OnceSo                   // in one place of a long book, which may be a slip
)

// findTitle offers those whom a bare title means somewhere, each with the
// place, those whose surname stands before it, and those who hold it as an
// office: the plainest manner first, and in each the most frequent.
func (v *View) findTitle(q []rune) []Match {
	w := loadWords()
	if !w.titles.bare.has(q) && w.title(q) == noTitle {
		return nil
	}
	v.readScenes()
	var out []Match
	for _, p := range v.People() {
		if m, ok := p.titled(q, w); ok {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Manner, b.Manner), cmp.Compare(b.Times, a.Times))
	})
	return out
}

// titled tells how the title means the person.
func (p *Person) titled(q []rune, w *words) (Match, bool) {
	v := p.view
	m := Match{Person: p, How: ByTitle, Manner: CalledSo}
	found := func(form string, paragraph int32, start int) {
		if m.Form == "" {
			m.Form, m.Passage = form, v.around(paragraph, start)
		}
	}
	for _, a := range p.called {
		if slices.Equal([]rune(a.title.text), q) {
			m.Times++
			found(string([]rune(v.c.text(int(a.paragraph)))[a.start:a.end]), a.paragraph, int(a.start))
		}
	}
	if m.Times == 0 {
		m.Manner = NamedSo
	}
	for _, x := range p.mentions {
		text := v.c.forms[x.form].text
		if n := surnameLength(text); v.formKind[x.form] == SurnameTitle && n > 0 && slices.Equal(text[n:], q) {
			m.Times++
			found(v.spelled[x.form], x.paragraph, int(x.start))
		}
	}
	if m.Times > 1 || m.Times == 1 && v.chapters <= shortBook {
		return m, true
	}
	if m.Times == 1 {
		m.Manner = OnceSo
	}
	for _, o := range p.Offices() {
		rs := foldRunes(o.Office)
		if n := w.titleEnding(rs); n > 0 && slices.Equal(rs[len(rs)-n:], q) {
			m.Manner = HoldsTitle
			found(o.Office, o.paragraph, o.start)
			break
		}
	}
	return m, m.Form != ""
}

// around is the sentence of the paragraph that holds the rune.
func (v *View) around(p int32, at int) Passage {
	for _, s := range sentences([]rune(v.c.text(int(p)))) {
		if at < s.end {
			return v.c.passage(p, s)
		}
	}
	return Passage{}
}
