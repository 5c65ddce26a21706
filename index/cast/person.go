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
