package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"shuyou/index"
	"shuyou/index/book"
)

// The value of a suggestion that names one chapter of one book, so that
// choosing it needs no second question: marks that nobody types, with the
// ordinal and the book.
func chosenValue(b *index.BookInfo, o book.Ordinal) string {
	return personMark + strconv.Itoa(int(o)) + personMark + shortBook(b.ID)
}

func chosenOrdinal(typed string, b *index.BookInfo) (book.Ordinal, bool) {
	f := strings.Split(typed, personMark)
	if len(f) != 3 || f[2] != shortBook(b.ID) {
		return 0, false
	}
	n, err := strconv.Atoi(f[1])
	if err != nil || n < 0 || n > int(b.Last()) {
		return 0, false
	}
	return book.Ordinal(n), true
}

// chosenBook is the short name of the book that a suggestion named.
func chosenBook(typed string) string {
	if f := strings.Split(typed, personMark); len(f) == 3 {
		return f[2]
	}
	return ""
}

// suggestChapter completes a book or a chapter.
func suggestChapter(_ context.Context, q *request, option, typed string) []choice {
	if option == "book" {
		return suggestBook(q, typed)
	}
	return q.suggestIn(typed, q.suggestChapters)
}

// suggestIn completes a chapter of the book that is named or read here; where
// there are several, of each, with its title.
func (q *request) suggestIn(typed string, suggest func(b *index.BookInfo, typed string, s scope) []choice) []choice {
	s := q.unveiled()
	if b, miss := q.namedBook(); b != nil || miss != nil {
		if b == nil {
			return nil
		}
		return suggest(b, typed, s)
	}
	long := q.longBooks()
	var choices []choice
	for _, b := range long {
		found := suggest(b, typed, s)
		for _, c := range found[:min(len(found), max(1, maxChoices/len(long)))] {
			choices = append(choices, choice{b.Title + " · " + c.name, c.value})
		}
	}
	return choices
}

// suggestChapters completes a chapter of the book: those that what was typed
// may name, or with nothing typed those around the place reached. Their
// headings are shown as far as the reader has read.
func (q *request) suggestChapters(b *index.BookInfo, typed string, s scope) []choice {
	var found []book.Ordinal
	if strings.TrimSpace(typed) == "" {
		last := s.ceiling(b).Last(b.Last())
		for o := max(1, last-3); o <= b.Last() && len(found) < maxChoices; o++ {
			found = append(found, o)
		}
	} else {
		for _, o := range b.FindChapters(typed, s.ceiling(b)) {
			if s.ceiling(b).Allows(o) || isNumeric(typed) { // words of a heading would tell what comes
				found = append(found, o)
			}
		}
		found = append(found, q.startingWith(b, typed, found)...)
	}
	var choices []choice
	for _, o := range found[:min(len(found), maxChoices)] {
		choices = append(choices, choice{q.chapterLabel(b, o, s), chosenValue(b, o)})
	}
	return choices
}

// startingWith are the chapters whose printed number begins with the digits
// that were typed.
func (q *request) startingWith(b *index.BookInfo, typed string, but []book.Ordinal) []book.Ordinal {
	typed = strings.TrimSpace(typed)
	if !isNumeric(typed) {
		return nil
	}
	var found []book.Ordinal
	for i := range b.Chapters {
		c := &b.Chapters[i]
		n := int(c.Ordinal)
		if c.Number != nil {
			n = *c.Number
		}
		if c.Ordinal > book.FrontMatter && strings.HasPrefix(strconv.Itoa(n), typed) && !slices.Contains(but, c.Ordinal) {
			found = append(found, c.Ordinal)
		}
	}
	return found
}

func isNumeric(text string) bool {
	_, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil
}
