package index

import (
	"regexp"
	"strconv"
	"strings"

	"shuyou/index/book"
	"shuyou/index/chapters"
	"shuyou/index/hanzi"
)

// A reference names a place as it is printed in every reply, and as people
// write it: 選段 000 1:25, 選段 000 · 第 25 段, 三國演義 第十二回 3, 12:25 where
// only one book is meant. The text is folded before it is read.
const (
	numeralPattern = `[0-9零一二三四五六七八九十百千万两廿卅壹贰叁肆伍陆柒捌玖拾佰仟]+`
	unitPattern    = `[章回节集折卷篇话]`
)

var (
	chapterAndParagraph = regexp.MustCompile(`^(` + numeralPattern + `)\s*[:：]\s*(` + numeralPattern + `)$`)
	headingAndParagraph = regexp.MustCompile(`^第\s*(` + numeralPattern + `)\s*` + unitPattern + `(?:\s[^0-9]*?)?(?:[\s·,，]*)(?:第|¶)?\s*(` + numeralPattern + `)?\s*段?$`)
	paragraphAlone      = regexp.MustCompile(`^(?:(?:第|¶)\s*(` + numeralPattern + `)\s*段?|(` + numeralPattern + `)\s*段?)$`)
)

// Reference reads a text as a reference to a paragraph that the ceiling shows.
// Where it names no book, it is one only if a single book can be meant: the one
// of books, or the library's only one. ok is false for any other text, and
// nothing tells a place past the ceiling from one that there is not.
func (l *Library) Reference(text string, books []string, ceiling func(*BookInfo) book.Ceiling) (ref book.Ref, ok bool) {
	g, err := l.use()
	if err != nil {
		return book.Ref{}, false
	}
	defer g.release()
	folded := strings.TrimSpace(hanzi.Fold(text))
	s, rest := g.named(folded)
	if s == nil {
		shelves, err := g.among(books)
		if err != nil || len(shelves) != 1 {
			return book.Ref{}, false
		}
		s, rest = shelves[0], folded
	}
	rest = strings.Trim(rest, " ·,，")
	if m := chapterAndParagraph.FindStringSubmatch(rest); m != nil {
		return s.reference(m[1], m[2], ceiling(s.info))
	}
	if m := headingAndParagraph.FindStringSubmatch(rest); m != nil {
		if m[2] == "" {
			m[2] = "1"
		}
		return s.reference(m[1], m[2], ceiling(s.info))
	}
	// A bare number means a paragraph only beside a book of one chapter: 25 is
	// otherwise a text to look for.
	if m := paragraphAlone.FindStringSubmatch(rest); m != nil && len(s.info.Chapters) == 1 && (m[1] != "" || rest != folded || len(books) > 0) {
		return s.reference(strconv.Itoa(int(s.info.Chapters[0].Ordinal)), m[1]+m[2], ceiling(s.info))
	}
	return book.Ref{}, false
}

// WantsBook reports whether a text is a reference that lacks its book.
func (l *Library) WantsBook(text string, books []string) bool {
	folded := strings.TrimSpace(hanzi.Fold(text))
	return len(books) != 1 && len(l.Books()) > 1 &&
		(chapterAndParagraph.MatchString(folded) || strings.HasPrefix(folded, "第") && paragraphAlone.MatchString(folded) && strings.HasSuffix(folded, "段"))
}

// named is the book whose title or id the folded text starts with, the longest
// where several do, and what follows.
func (g *generation) named(folded string) (*shelf, string) {
	var found *shelf
	var rest string
	longest := 0
	for _, s := range g.shelves {
		for _, name := range []string{s.info.Title, s.info.ID} {
			key := strings.TrimSpace(hanzi.Fold(name))
			after, ok := strings.CutPrefix(folded, key)
			if ok && len(key) > longest {
				found, rest, longest = s, after, len(key)
			}
		}
	}
	return found, rest
}

// reference makes a reference of two numerals. The chapter is the one with
// that printed number, where just one has it, else the one with that place in
// reading order.
func (s *shelf) reference(chapter, paragraph string, ceiling book.Ceiling) (book.Ref, bool) {
	c, ok1 := chapters.Number(chapter)
	p, ok2 := chapters.Number(paragraph)
	if !ok1 || !ok2 {
		return book.Ref{}, false
	}
	ordinal := book.Ordinal(c)
	printed := 0
	for _, info := range s.info.Chapters {
		if info.Number != nil && *info.Number == c && ceiling.Allows(info.Ordinal) {
			if printed++; printed == 1 {
				ordinal = info.Ordinal
			}
		}
	}
	if printed > 1 {
		ordinal = book.Ordinal(c)
	}
	if _, ok := s.text.at(ordinal, p); !ok || !ceiling.Allows(ordinal) {
		return book.Ref{}, false
	}
	return book.Ref{Book: s.info.ID, Chapter: ordinal, Paragraph: p}, true
}
