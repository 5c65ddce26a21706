package cast

import (
	"fmt"
	"slices"
	"strings"

	"shuyou/index/book"
)

// A handEntry is an overlay's entry with its names as forms of the cast.
type handEntry struct {
	name    int32
	show    *dated
	joins   []handForm // forms and merged people
	without []handForm
	hide    bool
	notes   []dated
}

type handForm struct {
	form int32
	from book.Ordinal
}

// With is the cast with the overlay laid over it. A name that does not stand
// in the book is an error, which names the file and the line.
func (c *Cast) With(o *Overlay) (*Cast, error) {
	out := &Cast{id: c.id, text: c.text, ordinals: c.ordinals, first: c.first, claims: c.claims,
		forms: slices.Clone(c.forms), places: c.places}
	m := formMaker{c: out, index: map[string]int32{}, added: map[int32]bool{}}
	for i := range out.forms {
		m.index[string(out.forms[i].text)] = int32(i)
	}
	for _, e := range o.entries {
		h := handEntry{name: m.form(e.name.text), show: e.show, hide: e.hide, notes: e.notes}
		for _, d := range slices.Concat(e.forms, e.merge) {
			h.joins = append(h.joins, handForm{m.form(d.text), d.from})
		}
		for _, d := range e.without {
			h.without = append(h.without, handForm{m.form(d.text), d.from})
		}
		out.hand = append(out.hand, h)
	}
	m.place()
	for _, e := range o.entries {
		for _, d := range slices.Concat([]dated{e.name}, e.forms, e.merge, e.without) {
			if i := m.index[string(plainQuery(d.text))]; m.added[i] && !m.stands[i] {
				return nil, o.errorAt(d.line, "%s does not stand in the book", d.text)
			}
		}
	}
	return out, nil
}

// formMaker adds the forms of an overlay to a cast.
type formMaker struct {
	c      *Cast
	index  map[string]int32
	added  map[int32]bool
	stands map[int32]bool
}

func (m *formMaker) form(text string) int32 {
	rs := plainQuery(text)
	if i, ok := m.index[string(rs)]; ok {
		return i
	}
	i := int32(len(m.c.forms))
	m.index[string(rs)] = i
	m.added[i] = true
	class := plainForm
	if len(rs) >= 2 && staticKind(rs) != 0 {
		class = fullForm
	}
	m.c.forms = append(m.c.forms, form{text: rs, class: class, flips: []int32{0}})
	return i
}

// place looks up where the added forms stand.
func (m *formMaker) place() {
	m.stands = map[int32]bool{}
	var more []place
	for p := range m.c.first[len(m.c.first)-1] {
		rs := foldRunes(m.c.text(int(p)))
		for i := range m.added {
			text := m.c.forms[i].text
			for at := 0; len(text) > 0 && at+len(text) <= len(rs); at++ {
				if slices.Equal(rs[at:at+len(text)], text) {
					m.stands[i] = true
					more = append(more, place{p, int32(at), int32(at + len(text)), i})
					at += len(text) - 1
				}
			}
		}
	}
	slices.SortFunc(more, comparePlaces)
	m.c.places = mergePlaces(m.c.places, more)
}

// activate makes names of the forms that the overlay gives to somebody here.
func (v *View) activate(active []bool) {
	for _, h := range v.c.hand {
		for _, f := range h.joins {
			active[f.form] = active[f.form] || f.from > 0 && v.holds(f.from)
		}
	}
}

// holds reports whether a line of the overlay holds at this ceiling.
func (v *View) holds(from book.Ordinal) bool {
	return from == 0 || v.chapters > 0 && v.c.ordinals[v.chapters-1] >= from
}

// linkByHand joins and parts what the overlay says, before anything else; what
// it settled stays.
func (l *linker) linkByHand() {
	for _, h := range l.v.c.hand {
		for _, f := range h.without {
			if l.v.holds(f.from) {
				l.alone[f.form] = true
			}
		}
	}
	for _, h := range l.v.c.hand {
		if !l.stands(h.name) {
			continue
		}
		l.named[h.name] = true
		for _, f := range h.joins {
			if l.v.holds(f.from) && l.stands(f.form) && f.form != h.name {
				a, b := l.root(h.name), l.root(f.form)
				if a != b {
					l.parent[b] = a
				}
				l.fixed[f.form] = true
				if l.kind[f.form] == FullName && l.forms[f.form].class == plainForm {
					l.kind[f.form] = AddedName
				}
			}
		}
	}
}

// A Note is a remark from cast.yaml.
type Note struct {
	Text string
	From book.Ordinal
}

// applyHand shows, hides and notes what the overlay says.
func (v *View) applyHand() {
	for _, h := range v.c.hand {
		id := v.persons[h.name]
		if id < 0 {
			continue
		}
		p := v.people[id]
		if h.show != nil && v.holds(h.show.from) {
			p.Name = h.show.text
		}
		p.hidden = p.hidden || h.hide
		for _, n := range h.notes {
			if v.holds(n.from) {
				p.Notes = append(p.Notes, Note{n.text, n.from})
			}
		}
	}
}

// mostCeilings is how many ceilings are looked at to learn from where a link
// holds.
const mostCeilings = 60

// YAML writes the people of the whole book as a cast.yaml that says what the
// finder found. Every form has the chapter from which the finder knows it to
// be the person's, so that the file gives nothing away.
func (c *Cast) YAML() []byte {
	whole := c.At(book.Everything())
	from := c.linkedFrom(whole)
	var b strings.Builder
	b.WriteString("# The people of the book as they were found. What stands here wins over the finder.\n")
	b.WriteString("# Keys of an entry: name, show, forms, without, merge, hide, notes.\npeople:\n")
	for _, p := range whole.people {
		head := p.headForm()
		fmt.Fprintf(&b, "- name: %s\n", yamlString(whole.spelled[head]))
		first := true
		for _, i := range p.forms {
			if i == head {
				continue
			}
			if first {
				b.WriteString("  forms:\n")
				first = false
			}
			fmt.Fprintf(&b, "  - {form: %s, from: %d}\n", yamlString(whole.spelled[i]), from[i])
		}
	}
	return []byte(b.String())
}

// headForm is the form that is the person's name, else the most frequent.
func (p *Person) headForm() int32 {
	for _, i := range p.forms {
		if p.view.spelled[i] == p.Name {
			return i
		}
	}
	return p.forms[0]
}

// linkedFrom is, for each form, the chapter from which it and the head of its
// person in the whole book are one person's and stay so.
func (c *Cast) linkedFrom(whole *View) map[int32]book.Ordinal {
	from := map[int32]book.Ordinal{}
	step := max(1, len(c.ordinals)/mostCeilings)
	for n := step; ; n += step {
		n = min(n, len(c.ordinals))
		v := newView(c, n)
		for _, p := range whole.people {
			head := p.headForm()
			for _, i := range p.forms {
				linked := v.persons[i] >= 0 && v.persons[i] == v.persons[head]
				if _, ok := from[i]; ok != linked {
					if linked {
						from[i] = c.ordinals[n-1]
					} else {
						delete(from, i)
					}
				}
			}
		}
		if n >= len(c.ordinals) {
			return from
		}
	}
}

// yamlString is the string as a YAML scalar.
func yamlString(s string) string {
	for _, r := range s {
		if !isHan(r) {
			return fmt.Sprintf("%q", s)
		}
	}
	return s
}
