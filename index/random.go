package index

import (
	"unicode/utf8"

	"shuyou/index/book"
)

// leastRandom is how many letters a paragraph must have to be shown unasked,
// randomTries how often another is drawn where it has fewer.
const (
	leastRandom = 20
	randomTries = 50
)

// Random is a passage that nobody asked for, out of what the ceiling allows of
// the named books, all where none is named. pick returns a number from 0 to
// n-1. ok is false where nothing may be shown.
func (l *Library) Random(books []string, ceiling func(*BookInfo) book.Ceiling, pick func(n int) int) (p Passage, ok bool) {
	g, err := l.use()
	if err != nil {
		return Passage{}, false
	}
	defer g.release()
	shelves, err := g.among(books)
	if err != nil {
		return Passage{}, false
	}
	total := 0
	for _, s := range shelves {
		total += s.text.open(ceiling(s.info))
	}
	for try := 0; total > 0; try++ {
		n := pick(total)
		for _, s := range shelves {
			open := s.text.open(ceiling(s.info))
			if n >= open {
				n -= open
				continue
			}
			if try == randomTries || utf8.RuneCount(s.text.skeletonOf(n)) >= leastRandom {
				return s.passage(n, nil), true
			}
			break
		}
	}
	return Passage{}, false
}
