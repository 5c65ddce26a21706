package commands

import (
	"slices"
	"strings"
	"time"

	"shuyou/index"
	"shuyou/index/book"
)

// rememberedBefore is how many chapters before a place are remembered with it.
const rememberedBefore = 4

// placeOf is a chapter as it is remembered. Ordinal 0 is nothing read.
func placeOf(b *index.BookInfo, o book.Ordinal, now time.Time) Place {
	p := Place{Book: b.ID, Ordinal: o, Set: now.UTC()}
	c := b.Chapter(o)
	if o == book.FrontMatter || c == nil {
		return p
	}
	p.Number, p.Volume, p.Heading, p.Hash = c.Number, c.Volume, c.Title, c.Hash
	for back := o - 1; back >= 1 && len(p.Before) < rememberedBefore; back-- {
		if c := b.Chapter(back); c != nil {
			p.Before = append(p.Before, c.Hash)
		}
	}
	return p
}

// locate finds a remembered chapter in the book as it is now. moved says that
// it does not stand where it stood, or cannot be told for sure: then the place
// is the lower one, and whoever set it is told.
//
// The text of the chapter tells it best, then its heading where it stood; else
// the chapters before it say how far the reader had come at least. A chapter
// that now stands among those before it, and is none of them, may not have been
// read: the place is then before that.
func locate(p Place, b *index.BookInfo) (at book.Ordinal, moved bool) {
	at, moved = p.found(b)
	if known := p.knownUpTo(at, b); known < at {
		return known, true
	}
	return at, moved
}

// found is where the chapter is, or as far as one can tell had come at least.
func (p Place) found(b *index.BookInfo) (at book.Ordinal, moved bool) {
	if p.Ordinal <= book.FrontMatter {
		return book.FrontMatter, false
	}
	stood := b.Chapter(p.Ordinal)
	if stood != nil && stood.Hash == p.Hash {
		return p.Ordinal, false
	}
	if at, ok := lowest(b, func(c *index.ChapterInfo) bool { return c.Hash == p.Hash }); ok {
		return at, true
	}
	if stood != nil && p.headed(stood) && p.sameBook(b) { // its text was corrected
		return p.Ordinal, false
	}
	if at, ok := lowest(b, func(c *index.ChapterInfo) bool { return p.headed(c) && p.sameBook(b) }); ok {
		return min(at, p.Ordinal), true
	}
	for _, hash := range p.Before {
		if at, ok := lowest(b, func(c *index.ChapterInfo) bool { return c.Hash == hash }); ok {
			return min(at, p.Ordinal), true
		}
	}
	return book.FrontMatter, true
}

// knownUpTo is at, or the last chapter before the first one of the remembered
// stretch that was put there from elsewhere.
func (p Place) knownUpTo(at book.Ordinal, b *index.BookInfo) book.Ordinal {
	stretch := len(p.Before)
	if stretch < rememberedBefore { // all that there were
		stretch = int(at) - 1
	}
	shuffled := at > p.Ordinal || slices.ContainsFunc(p.Before, func(hash string) bool {
		to, ok := lowest(b, func(c *index.ChapterInfo) bool { return c.Hash == hash })
		return ok && to > at
	})
	known := at
	for o := at - 1; shuffled && o >= 1 && o >= at-book.Ordinal(stretch); o-- {
		if c := b.Chapter(o); c != nil && !slices.Contains(p.Before, c.Hash) {
			known = o - 1
		}
	}
	return known
}

// sameBook reports whether there is more to go by than a number, which any book
// has: words in the heading, or a chapter before it that is still there.
func (p Place) sameBook(b *index.BookInfo) bool {
	if len(strings.Fields(p.Heading)) > 1 || p.Number == nil {
		return true
	}
	_, ok := lowest(b, func(c *index.ChapterInfo) bool { return slices.Contains(p.Before, c.Hash) })
	return ok
}

// headed reports whether the chapter has the heading that was meant. Without
// any heading there is nothing to go by.
func (p Place) headed(c *index.ChapterInfo) bool {
	return p.Heading != "" && c.Title == p.Heading && c.Volume == p.Volume
}

func lowest(b *index.BookInfo, wanted func(*index.ChapterInfo) bool) (book.Ordinal, bool) {
	for i := range b.Chapters {
		if c := &b.Chapters[i]; c.Ordinal > book.FrontMatter && wanted(c) {
			return c.Ordinal, true
		}
	}
	return 0, false
}
