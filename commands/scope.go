package commands

import (
	"shuyou/index"
	"shuyou/index/book"
)

// A scope says how much of each book an answer may show, and how.
type scope struct {
	// public says that the answer is for the room, at the lower of what the
	// asker and the group have read.
	public bool
	// books are the ids of the books that can be asked about, nil for all.
	books []string
	of    func(*index.BookInfo) access
}

// An access is how much of one book may be shown.
type access struct {
	ceiling book.Ceiling
	// veiled: nobody has said how far this reader has read, so that passages
	// stand behind a spoiler mark.
	veiled bool
	// closed: nobody has said how far the group has read, so that nothing of
	// the book may be shown to the room.
	closed bool
}

func (s scope) ceiling(b *index.BookInfo) book.Ceiling { return s.of(b).ceiling }
func (s scope) veiled(b *index.BookInfo) bool          { return s.of(b).veiled }
func (s scope) closed(b *index.BookInfo) bool          { return s.of(b).closed }

// among are the books to search where one is named, or none.
func (s scope) among(id string) []string {
	if id != "" {
		return []string{id}
	}
	return s.books
}

// scope is how much may be shown to the room, or to the person who asks alone.
// A book of one chapter has nothing to hide.
func (q *request) scope(public bool) scope {
	known := map[string]access{} // by book id; an answer asks often
	return scope{
		public: public,
		books:  q.limited(),
		of: func(b *index.BookInfo) access {
			a, ok := known[b.ID]
			if !ok {
				a = q.access(b, public)
				known[b.ID] = a
			}
			return a
		},
	}
}

func (q *request) access(b *index.BookInfo, public bool) access {
	if b.Last() <= 1 {
		return access{ceiling: book.Everything()}
	}
	own, read := q.ownCeiling(b)
	group, set := q.groupCeiling(b)
	if !set && q.spoilersOpen() {
		group, set = book.Everything(), true
	}
	switch {
	case public && set && read:
		return access{ceiling: own.Lower(group)}
	case set && !read:
		return access{ceiling: group}
	case read:
		return access{ceiling: own, closed: true}
	}
	return access{ceiling: book.Everything(), veiled: true, closed: true}
}

// private is the scope of a list that cannot be veiled, as suggestions are:
// where nobody has said how far the reader has read, only what is always open.
func (q *request) unveiled() scope {
	s := q.scope(false)
	of := s.of
	s.of = func(b *index.BookInfo) access {
		a := of(b)
		if a.veiled || len(q.books()) == 0 {
			a = access{closed: true}
		}
		return a
	}
	return s
}
