package cast

import (
	"cmp"
	"slices"
	"sync"

	"shuyou/index/book"
)

// A FormKind says how a form names a person.
type FormKind string

// The kinds of forms.
const (
	FullName     FormKind = "name"
	GivenName    FormKind = "given"    // without the surname
	CourtesyName FormKind = "courtesy" // 字, 號, 人稱
	SurnameTitle FormKind = "title"    // surname and title, or name and title
	SelfName     FormKind = "self"     // used of oneself: 洪某
	AddressName  FormKind = "address"  // a title that the scene ties to the person
	AddedName    FormKind = "added"    // from cast.yaml
)

// A Form is one way in which the text names a person, in the book's spelling.
type Form struct {
	Form  string
	Kind  FormKind
	Count int
}

// A Person is one person of one book at one ceiling.
type Person struct {
	Name     string // in the book's spelling
	Forms    []Form // most frequent first
	Mentions int
	// First and Last are the paragraphs in which a form of the person first
	// and last stands.
	First, Last book.Ref
	Notes       []Note // from cast.yaml

	view       *View
	id         int32
	hidden     bool
	forms      []int32   // of the cast, in the order of Forms
	paragraphs []int32   // with a form, counted over the whole book from 0
	mentions   []mention // in reading order
	called     []address // by a bare title
	lines      []int32   // of view.lines
	ties       []int32   // of view.ties

	offices sync.Once
	held    []Office
	telling sync.Once
	told    []Passage

	read     sync.Once
	readings []reading // of the forms
}

// Paragraphs are those in which the person stands, in reading order, with
// those where only a form of address that the scene settles stands for the
// person.
func (p *Person) Paragraphs() []book.Ref {
	all := p.allParagraphs()
	out := make([]book.Ref, len(all))
	for i, q := range all {
		out[i] = p.view.c.ref(q)
	}
	return out
}

func (p *Person) allParagraphs() []int32 {
	p.view.readScenes()
	all := slices.Clone(p.paragraphs)
	for _, a := range p.called {
		all = append(all, a.paragraph)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// An Address is a bare title by which the person is spoken to or of, where the
// scene settles who is meant. It belongs to the scene, not to the person.
type Address struct {
	Form  string // in the book's spelling
	Count int
	Refs  []book.Ref
	// By are those who use it: people by name, others by role.
	By []string
}

// Addressed are the bare titles the person is called by, the most frequent
// first.
func (p *Person) Addressed() []Address {
	p.view.readScenes()
	w := loadWords()
	var out []Address
	for _, a := range p.called {
		rs := []rune(p.view.c.text(int(a.paragraph)))
		form := string(rs[a.start:a.end])
		i := slices.IndexFunc(out, func(x Address) bool { return x.Form == form })
		if i < 0 {
			i = len(out)
			out = append(out, Address{Form: form})
		}
		out[i].Count++
		out[i].Refs = append(out[i].Refs, p.view.c.ref(a.paragraph))
		for _, x := range a.by {
			names := w.holdersOf(x.role)
			if x.person >= 0 {
				names = []string{p.view.people[x.person].Name}
			}
			for _, name := range names {
				if name != "" && !slices.Contains(out[i].By, name) {
					out[i].By = append(out[i].By, name)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Address) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// Unnamed reports whether the text has no name for the person, only a surname
// with a title.
func (p *Person) Unnamed() bool {
	if len(p.forms) == 0 || p.Name != p.view.spelled[p.forms[0]] { // cast.yaml names the person
		return false
	}
	w := loadWords()
	for _, i := range p.forms {
		text := p.view.c.forms[i].text
		n := surnameLength(text)
		if p.view.c.forms[i].class != titledForm || n == 0 || w.title(text[n:]) == noTitle {
			return false
		}
	}
	return true
}

// Speeches are the lines of the person, in reading order.
func (p *Person) Speeches() []Speech {
	v := p.view
	v.readScenes()
	out := make([]Speech, 0, len(p.lines))
	for _, i := range p.lines {
		line := &v.lines[i]
		rs := []rune(v.c.text(int(line.paragraph)))
		s := Speech{Ref: v.c.ref(line.paragraph), Text: string(rs[line.quote.open:line.quote.close]), Sure: line.sure}
		for _, id := range line.to {
			if v.people[id].hidden {
				continue
			}
			s.To = append(s.To, v.people[id])
		}
		for _, x := range line.speakers {
			if x.person >= 0 && x.person != p.id && !v.people[x.person].hidden {
				s.With = append(s.With, v.people[x.person])
			}
		}
		out = append(out, s)
	}
	return out
}

// A Companion is somebody who stands in the same paragraphs.
type Companion struct {
	Person   *Person
	Count    int // paragraphs
	Chapters int
	// SpokenOf: the companion stands only in what the person says, and is not
	// there.
	SpokenOf bool
}

// With is the company of the person: who stands in most of the same
// paragraphs first, then in most of the same chapters.
func (p *Person) With() []Companion {
	v := p.view
	v.readScenes()
	found := map[int32]*Companion{}
	chapter := map[int32]int{} // the last in which a companion was counted
	for _, q := range p.allParagraphs() {
		seen := map[int32]bool{p.id: true}
		for _, m := range v.inParagraph(q) {
			if m.person < 0 || m.person == p.id || v.people[m.person].hidden {
				continue
			}
			c := found[m.person]
			if c == nil {
				c = &Companion{Person: v.people[m.person], SpokenOf: true}
				found[m.person] = c
				chapter[m.person] = -1
			}
			c.SpokenOf = c.SpokenOf && p.speaksOf(m)
			if seen[m.person] {
				continue
			}
			seen[m.person] = true
			c.Count++
			if ch := v.c.chapterOf(q); ch != chapter[m.person] {
				chapter[m.person] = ch
				c.Chapters++
			}
		}
	}
	out := make([]Companion, 0, len(found))
	for _, c := range found {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Companion) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.Chapters, a.Chapters), cmp.Compare(a.Person.id, b.Person.id))
	})
	return out
}

// speaksOf reports whether the mention stands in a line of the person that is
// not spoken to whom it names.
func (p *Person) speaksOf(m mention) bool {
	i, _ := slices.BinarySearchFunc(p.lines, m.paragraph, func(line, q int32) int {
		return cmp.Compare(p.view.lines[line].paragraph, q)
	})
	for ; i < len(p.lines) && p.view.lines[p.lines[i]].paragraph == m.paragraph; i++ {
		line := &p.view.lines[p.lines[i]]
		if q := line.quote; int(m.start) >= q.open && int(m.start) < q.close {
			return !slices.Contains(line.to, m.person)
		}
	}
	return false
}

// Chapters counts the mentions in each open chapter, in reading order.
func (p *Person) Chapters() []int {
	counts := make([]int, p.view.chapters)
	for _, m := range p.mentions {
		counts[p.view.c.chapterOf(m.paragraph)]++
	}
	return counts
}

// makePeople makes a person of every group of forms that the linker joined.
func (v *View) makePeople(l *linker) {
	v.people, v.shared = nil, map[int32][]int32{}
	groups := map[int32][]int32{}
	var roots []int32
	for i := range v.c.forms {
		if l.stands(int32(i)) && l.shared[int32(i)] == nil {
			r := l.root(int32(i))
			if groups[r] == nil {
				roots = append(roots, r)
			}
			groups[r] = append(groups[r], int32(i))
		}
	}
	totals := map[int32]int{}
	for r, g := range groups {
		slices.SortFunc(g, func(a, b int32) int {
			return cmp.Or(cmp.Compare(v.ofForm[b], v.ofForm[a]), slices.Compare(v.c.forms[a].text, v.c.forms[b].text))
		})
		for _, i := range g {
			totals[r] += int(v.ofForm[i])
		}
	}
	slices.SortFunc(roots, func(a, b int32) int {
		return cmp.Or(cmp.Compare(totals[b], totals[a]), slices.Compare(v.c.forms[groups[a][0]].text, v.c.forms[groups[b][0]].text))
	})
	v.formKind = l.kind
	v.persons = make([]int32, len(v.c.forms))
	for i := range v.persons {
		v.persons[i] = -1
	}
	for id, r := range roots {
		p := &Person{view: v, id: int32(id), Mentions: totals[r], Name: v.spelled[l.nameOf(groups[r])]}
		for _, i := range groups[r] {
			v.persons[i] = int32(id)
			p.forms = append(p.forms, i)
			p.Forms = append(p.Forms, Form{Form: v.spelled[i], Kind: l.kind[i], Count: int(v.ofForm[i])})
		}
		v.people = append(v.people, p)
	}
	for form, of := range l.shared {
		for _, i := range of {
			if id := v.persons[l.root(i)]; id >= 0 && !slices.Contains(v.shared[form], id) {
				v.shared[form] = append(v.shared[form], id)
			}
		}
		slices.Sort(v.shared[form])
	}
	v.placePeople()
	v.applyHand()
}

// placePeople gives the mentions to the people.
func (v *View) placePeople() {
	for i := range v.mentions {
		m := &v.mentions[i]
		if m.person = v.persons[m.form]; m.person < 0 {
			continue
		}
		p := v.people[m.person]
		p.mentions = append(p.mentions, *m)
		if n := len(p.paragraphs); n == 0 || p.paragraphs[n-1] != m.paragraph {
			p.paragraphs = append(p.paragraphs, m.paragraph)
		}
	}
	for _, p := range v.people {
		p.First, p.Last = v.c.ref(p.paragraphs[0]), v.c.ref(p.paragraphs[len(p.paragraphs)-1])
	}
}

// nameOf is the form that stands at the head of a card: what the text calls
// the name, else the full name, else the most frequent form.
func (l *linker) nameOf(group []int32) int32 {
	rank := func(i int32) int {
		f := &l.forms[i]
		switch {
		case l.named[i] && f.class == fullForm:
			return 4
		case f.class == dottedForm:
			return 3
		case f.class == fullForm && l.kind[i] == FullName:
			return 2
		case f.class != titledForm:
			return 1
		}
		return 0
	}
	best := group[0]
	for _, i := range group {
		if rank(i) > rank(best) {
			best = i
		}
	}
	return best
}
