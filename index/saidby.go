package index

import (
	"slices"
	"strings"

	"shuyou/index/book"
	"shuyou/index/cast"
)

// limitToPerson leaves only the paragraphs in which the scope's persons stand
// and in which one of their lines holds the wording.
func (s *openPart) limitToPerson(scope Scope, w *wording, c book.Ceiling) {
	if scope.Who != "" {
		s.keep(s.called(scope.Who, c), (*cast.Person).Paragraphs)
	}
	if scope.Said != "" {
		s.keep(s.called(scope.Said, c), func(p *cast.Person) []book.Ref { return sayings(p, w.pieces) })
	}
}

// keep leaves only the paragraphs of a person, nil for nobody.
func (s *openPart) keep(p *cast.Person, of func(*cast.Person) []book.Ref) {
	kept := map[int]bool{}
	if p != nil {
		for _, r := range of(p) {
			if at, ok := s.text.at(r.Chapter, r.Paragraph); ok && (s.only == nil || s.only[at]) {
				kept[at] = true
			}
		}
	}
	s.only = kept
}

// sayings are the paragraphs in which a line of the person holds the pieces.
func sayings(p *cast.Person, pieces []string) []book.Ref {
	var at []book.Ref
	for _, line := range p.Speeches() {
		key := Key(line.Text)
		if !slices.ContainsFunc(pieces, func(piece string) bool { return !strings.Contains(key, piece) }) {
			at = append(at, line.Ref)
		}
	}
	return at
}
