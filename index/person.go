package index

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"shuyou/index/book"
	"shuyou/index/cast"
	"shuyou/index/hanzi"
)

// A Person is somebody of one book, as far as it may be shown. The same name
// in two books is two people.
type Person struct {
	PersonSummary
	// Unnamed: the text has no name for the person, only a surname with a title.
	Unnamed bool
	// Forms are the ways the text names the person, most frequent first.
	Forms []cast.Form
	// Addressed are bare titles that the scene ties to the person.
	Addressed []cast.Address
	Offices   []cast.Office
	Relations []Relation
	// First and Last are where the person first and last appears.
	First, Last book.Ref
	// With are those who stand in the same paragraphs, the closest first.
	With []Company
	// Chapters counts the mentions in each open chapter.
	Chapters []int
	Speeches []Speech
	// Telling are a few passages that say who this is, in reading order.
	Telling []Passage
	Notes   []cast.Note
}

// A PersonSummary is what a list says of a person.
type PersonSummary struct {
	Book *BookInfo
	// Name is how the book spells the name.
	Name string
	// Mentions counts the places, Paragraphs the paragraphs the person is in.
	Mentions, Paragraphs int
}

// Company is somebody who stands in the same paragraphs.
type Company struct {
	Name       string
	Paragraphs int
	// SpokenOf: they stand only in what the person says, and are not there.
	SpokenOf bool
}

// A Relation is a tie that a sentence of the book states.
type Relation struct {
	Kind     cast.RelationKind
	Other    string
	Sentence Passage
}

// A Speech is one quoted line of the person. Sure says that the narration says
// so; otherwise it is probable.
type Speech struct {
	Ref  book.Ref
	Text string
	Sure bool
}

// A Candidate is somebody whom a question may mean.
type Candidate struct {
	PersonSummary
	How cast.How
	// Passage is where the person is called what was asked for.
	Passage Passage
}

// Who is the answer to a question for a person.
type Who struct {
	// Person is the one who is meant, nil where that is not clear.
	Person *Person
	// Others bear the name in other books.
	Others []PersonSummary
	// Candidates are those whom the question may mean, where Person is nil.
	Candidates []Candidate
}

// mostCandidates is how many people are offered.
const mostCandidates = 10

// Who finds the person with the name: by any form, in either script, by
// sound, or with a slip. Only the named books are asked, all where none is
// named. inBook, where not empty, is the id of the book that is meant;
// otherwise it is the one in which the person is mentioned most.
//
// It returns the errors of Search for a name that cannot be looked up.
func (l *Library) Who(ctx context.Context, name, inBook string, books []string, ceiling func(*BookInfo) book.Ceiling) (*Who, error) {
	if _, err := parseQuery(name); err != nil {
		return nil, err
	}
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	shelves, err := g.among(books)
	if err != nil {
		return nil, err
	}
	all, err := everybody(ctx, shelves, name, ceiling)
	if err != nil {
		return nil, err
	}
	all = surest(all)
	who := &Who{}
	byBook := onePerBook(all)
	if byBook == nil {
		plainest(all)
		for _, f := range all[:min(mostCandidates, len(all))] {
			passage := f.shelf.window(f.match.Passage)
			if f.match.How == cast.ByTitle { // where the title stands is what a cut must show
				passage.Spans = formSpans(passage.Text, []cast.Form{{Form: f.match.Form}})
			}
			who.Candidates = append(who.Candidates, Candidate{f.summary(), f.match.How, passage})
		}
		return who, nil
	}
	slices.SortStableFunc(byBook, func(a, b found) int {
		return cmp.Or(falseFirst(a.shelf.info.ID != inBook, b.shelf.info.ID != inBook), cmp.Compare(b.match.Person.Mentions, a.match.Person.Mentions))
	})
	for i, f := range byBook {
		if i == 0 {
			who.Person = f.shelf.person(f.match)
			continue
		}
		who.Others = append(who.Others, f.summary())
	}
	return who, nil
}

// everybody finds whom the name may mean in any of the books. A look-up, which
// reads a whole book, is the least sure way, so none is made where there is
// another.
func everybody(ctx context.Context, shelves []*shelf, name string, ceiling func(*BookInfo) book.Ceiling) (all []found, err error) {
	var open []*shelf
	for _, s := range shelves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		matches, settled := s.people.At(ceiling(s.info)).Known(name)
		if !settled {
			open = append(open, s)
		}
		for _, m := range matches {
			all = append(all, found{s, m})
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	for _, s := range open {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, m := range s.people.At(ceiling(s.info)).LookUp(name) {
			all = append(all, found{s, m})
		}
	}
	return all, nil
}

// found is a match with its shelf.
type found struct {
	shelf *shelf
	match cast.Match
}

func (f found) summary() PersonSummary {
	p := f.match.Person
	return PersonSummary{Book: f.shelf.info, Name: p.Name, Mentions: p.Mentions, Paragraphs: len(p.Paragraphs())}
}

// ways are the ways of finding somebody, the surest first.
var ways = []cast.How{cast.ByForm, cast.ByTitle, cast.ByPart, cast.ByPinyin, cast.ByInitials, cast.ByNear, cast.ByLookup}

// surest keeps the matches by the surest way that found anybody in any book.
func surest(all []found) []found {
	for _, how := range ways {
		var kept []found
		for _, f := range all {
			if f.match.How == how {
				kept = append(kept, f)
			}
		}
		if len(kept) > 0 {
			return kept
		}
	}
	return nil
}

// plainest orders those whom a title means: who is called so in the plainest
// way, and most often, in any book comes first.
func plainest(all []found) {
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.match.Manner, b.match.Manner), cmp.Compare(b.match.Times, a.match.Times))
	})
}

// onePerBook returns the matches where the question is answered: by a form or
// a look-up, or by a sound that only one name has, at most one in a book. nil
// means that there is a choice to offer.
func onePerBook(all []found) []found {
	books := map[*shelf]bool{}
	for _, f := range all {
		if books[f.shelf] {
			return nil
		}
		books[f.shelf] = true
		switch f.match.How {
		case cast.ByForm, cast.ByLookup:
		case cast.ByPinyin, cast.ByInitials:
			if Key(f.match.Person.Name) != Key(all[0].match.Person.Name) {
				return nil
			}
		default:
			return nil
		}
	}
	return all
}

// person tells everything of a person.
func (s *shelf) person(m cast.Match) *Person {
	p := m.Person
	person := &Person{
		PersonSummary: found{s, m}.summary(), Unnamed: p.Unnamed(),
		Forms: p.Forms, Addressed: s.inOwnScript(p.Addressed()), Offices: p.Offices(),
		First: p.First, Last: p.Last, Chapters: p.Chapters(), Notes: p.Notes,
	}
	for _, c := range p.With() {
		person.With = append(person.With, Company{c.Person.Name, c.Count, c.SpokenOf})
	}
	for _, r := range p.Relations() {
		person.Relations = append(person.Relations, Relation{r.Kind, r.Other, s.window(r.Sentence)})
	}
	for _, line := range p.Speeches() {
		person.Speeches = append(person.Speeches, Speech{line.Ref, line.Text, line.Sure})
	}
	for _, t := range p.Telling() {
		person.Telling = append(person.Telling, s.window(t))
	}
	for i := range person.Telling {
		if said := p.Telling()[i].Said; !slices.Contains(said, p.Name) {
			person.Telling[i].Said = said
		}
		person.Telling[i].Spans = formSpans(person.Telling[i].Text, p.Forms)
	}
	return person
}

// inOwnScript writes the roles of those who use an address, which the cast
// knows in Simplified letters, as a Traditional book does.
func (s *shelf) inOwnScript(addressed []cast.Address) []cast.Address {
	if s.info.Script != book.Traditional {
		return addressed
	}
	c, err := hanzi.NewConverter("s2tw")
	if err != nil {
		return addressed
	}
	for i := range addressed {
		for k, by := range addressed[i].By {
			if hanzi.Detect(by).Script == book.Simplified {
				addressed[i].By[k] = c.Convert(by)
			}
		}
	}
	return addressed
}

// window is a passage that shows a piece of a paragraph.
func (s *shelf) window(p cast.Passage) Passage {
	at, ok := s.text.at(p.Ref.Chapter, p.Ref.Paragraph)
	if !ok {
		return Passage{Book: s.info, Chapter: &ChapterInfo{}, Ref: p.Ref}
	}
	passage := s.passage(at, nil)
	passage.Window = Span{p.Start, p.End}
	return passage
}

// formSpans finds the forms of a person in a text, the longer before the
// shorter ones they hold.
func formSpans(text string, forms []cast.Form) []Span {
	var keys [][]byte
	for _, f := range forms {
		if f.Kind != cast.AddressName {
			keys = append(keys, appendSkeleton(nil, f.Form))
		}
	}
	return skeletonSpans(text, keys)
}

// PersonPassages returns the paragraphs that a person of a book stands in, from
// offset on, limit at the most, and how many there are.
func (l *Library) PersonPassages(name, inBook string, c book.Ceiling, offset, limit int) (passages []Passage, total int, err error) {
	g, err := l.use()
	if err != nil {
		return nil, 0, err
	}
	defer g.release()
	s, err := g.shelf(inBook)
	if err != nil {
		return nil, 0, err
	}
	p := s.called(name, c)
	if p == nil {
		return nil, 0, nil
	}
	refs := p.Paragraphs()
	for _, r := range refs[min(max(offset, 0), len(refs)):min(offset+limit, len(refs))] {
		if at, ok := s.text.at(r.Chapter, r.Paragraph); ok {
			passage := s.passage(at, nil)
			passage.Spans = formSpans(passage.Text, p.Forms)
			passages = append(passages, passage)
		}
	}
	return passages, len(refs), nil
}

// called is the person of the book with just that name or form, nil where
// there is none or it is not clear who.
func (s *shelf) called(name string, c book.Ceiling) *cast.Person {
	matches := s.people.At(c).Find(name)
	if len(matches) == 0 {
		return nil
	}
	for _, m := range matches {
		if m.Person.Name == name {
			return m.Person
		}
	}
	if len(matches) > 1 {
		return nil
	}
	return matches[0].Person
}

// SuggestPeople completes a name: people of the named books, all where none is
// named, whose names or sounds begin with what was typed, the most mentioned
// first.
func (l *Library) SuggestPeople(typed string, books []string, ceiling func(*BookInfo) book.Ceiling, limit int) []PersonSummary {
	g, err := l.use()
	if err != nil {
		return nil
	}
	defer g.release()
	shelves, err := g.among(books)
	if err != nil {
		return nil
	}
	var all []found
	for _, s := range shelves {
		for _, m := range s.people.At(ceiling(s.info)).Suggest(strings.TrimSpace(typed), limit) {
			all = append(all, found{s, m})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.match.Person.Mentions, a.match.Person.Mentions) })
	var people []PersonSummary
	for _, f := range all[:min(limit, len(all))] {
		people = append(people, f.summary())
	}
	return people
}

// People lists the cast of a book, by mentions, with everything of each.
func (l *Library) People(inBook string, c book.Ceiling) ([]*Person, error) {
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	s, err := g.shelf(inBook)
	if err != nil {
		return nil, err
	}
	var people []*Person
	for _, p := range s.people.At(c).People() {
		people = append(people, s.person(cast.Match{Person: p}))
	}
	return people, nil
}
