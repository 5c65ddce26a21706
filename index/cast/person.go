package cast

import (
	"cmp"
	"slices"

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
	// Paragraphs in which the person stands, in reading order.
	Paragraphs  []book.Ref
	First, Last book.Ref

	view       *View
	id         int32
	paragraphs []int32   // counted over the whole book from 0
	mentions   []mention // in reading order
}

// A Companion is somebody who stands in the same paragraphs.
type Companion struct {
	Person *Person
	Count  int // paragraphs
}

// With is the company of the person, the closest first.
func (p *Person) With() []Companion {
	together := map[int32]int{}
	v := p.view
	for _, q := range p.paragraphs {
		seen := map[int32]bool{p.id: true}
		for _, m := range v.inParagraph(q) {
			if !seen[m.person] {
				seen[m.person] = true
				together[m.person]++
			}
		}
	}
	out := make([]Companion, 0, len(together))
	for id, n := range together {
		out = append(out, Companion{v.people[id], n})
	}
	slices.SortFunc(out, func(a, b Companion) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Person.id, b.Person.id))
	})
	return out
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
			p.Paragraphs = append(p.Paragraphs, v.c.ref(m.paragraph))
		}
	}
	for _, p := range v.people {
		p.First, p.Last = p.Paragraphs[0], p.Paragraphs[len(p.Paragraphs)-1]
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
