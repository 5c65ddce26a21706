package index

// openPart is the part of a shelf that is searched: the paragraphs that the
// ceiling allows, which are the first ones, within the scope.
type openPart struct {
	*shelf
	open  int
	scope Scope
	// only, where not nil, are the paragraphs that a person's presence or
	// lines leave.
	only map[int]bool
}

// shows reports whether the paragraph belongs to the part.
func (s openPart) shows(p int) bool {
	if p >= s.open || s.only != nil && !s.only[p] {
		return false
	}
	if s.scope.From == 0 {
		return true
	}
	chapter, _ := s.text.place(p)
	return s.scope.allows(&s.info.Chapters[chapter])
}
