package index

import (
	"context"
	"sort"
	"strings"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// A Person is somebody of one book. The same name in two books is two people.
type Person struct {
	Book *BookInfo
	// Name is how the book spells the name, most often.
	Name string
	// Forms are the ways the text names the person, most frequent first.
	Forms []Form
	// Mentions counts the places, Paragraphs the paragraphs they stand in.
	Mentions, Paragraphs int
	First, Last          book.Ref
	// With are those who stand in the same paragraphs, most often first.
	With []Company
	// Telling are a few passages that say who this is, in reading order.
	Telling []Passage
}

// A Form is one way the text names a person, in the book's spelling.
type Form struct {
	Text  string
	Count int
}

// Company is somebody who stands in the same paragraphs.
type Company struct {
	Name       string
	Paragraphs int
}

// tellingPassages is how many passages a person is introduced by.
const tellingPassages = 3

// Persons looks a name up in every book, in any script, and returns the
// persons who bear it, the most mentioned first. ceiling says how far each
// book may be shown.
//
// It returns the errors of Search for a name that cannot be looked up.
func (l *Library) Persons(ctx context.Context, name string, ceiling func(*BookInfo) book.Ceiling) ([]Person, error) {
	w, err := parseQuery(strings.Join(strings.Fields(name), ""))
	if err != nil {
		return nil, err
	}
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	var persons []Person
	for _, s := range g.shelves {
		paragraphs, err := openPart{shelf: s, open: s.text.open(ceiling(s.info))}.find(ctx, w)
		if err != nil {
			return nil, err
		}
		if len(paragraphs) > 0 {
			persons = append(persons, s.lookUp(w, paragraphs))
		}
	}
	sort.SliceStable(persons, func(i, j int) bool { return persons[i].Mentions > persons[j].Mentions })
	return persons, nil
}

// lookUp makes a person of a string alone: where it stands and how it is
// spelled there.
func (s *shelf) lookUp(w *wording, paragraphs []int) Person {
	p := Person{Book: s.info, Paragraphs: len(paragraphs)}
	spelled := map[string]int{}
	for _, at := range paragraphs {
		text := s.text.paragraph(at)
		runes := []rune(text)
		for _, span := range skeletonSpans(text, w.pieces) {
			form := string(runes[span.Start:span.End])
			spelled[form]++
			p.Mentions++
		}
	}
	for form, n := range spelled {
		p.Forms = append(p.Forms, Form{form, n})
	}
	sort.Slice(p.Forms, func(i, j int) bool {
		if p.Forms[i].Count != p.Forms[j].Count {
			return p.Forms[i].Count > p.Forms[j].Count
		}
		return p.Forms[i].Text < p.Forms[j].Text
	})
	p.Name = p.Forms[0].Text
	p.First = s.passage(paragraphs[0], nil).Ref
	p.Last = s.passage(paragraphs[len(paragraphs)-1], nil).Ref
	for _, at := range s.telling(w, paragraphs) {
		p.Telling = append(p.Telling, s.passage(at, w))
	}
	return p
}

// telling chooses the paragraphs in which the name most often opens a sentence
// or a clause, which is where a person acts; the first appearance wins ties.
func (s *shelf) telling(w *wording, paragraphs []int) []int {
	type scored struct{ at, score int }
	var all []scored
	for _, at := range paragraphs {
		text := s.text.paragraph(at)
		runes := []rune(hanzi.Fold(text))
		score := 0
		for _, span := range skeletonSpans(text, w.pieces) {
			if span.Start == 0 || !isLetter(runes[span.Start-1]) {
				score++
			}
		}
		all = append(all, scored{at, min(score, 2)})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].score > all[j].score })
	var chosen []int
	for _, c := range all[:min(tellingPassages, len(all))] {
		chosen = append(chosen, c.at)
	}
	sort.Ints(chosen)
	return chosen
}
