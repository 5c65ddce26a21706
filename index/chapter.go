package index

import (
	"regexp"
	"slices"
	"strings"

	"shuyou/index/book"
	"shuyou/index/chapters"
	"shuyou/index/hanzi"
)

// How people name a chapter: 12, 十二, 第十二章, 卷二 第三章, 2-3, vol. 2 ch. 3.
// The text is folded before it is read.
var (
	chapterNamed  = regexp.MustCompile(`^(?:第|ch\.?|chapter)?\s*(` + numeralPattern + `)\s*` + unitPattern + `?$`)
	volumeChapter = regexp.MustCompile(`^(?:第|卷|vol\.?|volume)?\s*(` + numeralPattern + `)\s*[卷部册集篇]?\s*(?:第|[-–·,，.:：]|\s|ch\.?|chapter)+\s*(` + numeralPattern + `)\s*` + unitPattern + `?$`)
)

// FindChapters returns the chapters that a reader may mean, in reading order:
// by the printed number, in the words of a heading, by volume and number, or,
// where the book prints no numbers, by place. More than one is left where
// volumes begin to count anew. Front matter is never meant.
//
// Past the ceiling no part of a heading is found, only all of its words: who
// tries words out would else learn what is to come.
func (b *BookInfo) FindChapters(text string, ceiling book.Ceiling) []book.Ordinal {
	folded := strings.TrimSpace(strings.ToLower(hanzi.Fold(text)))
	if folded == "" {
		return nil
	}
	if found := b.chaptersWith(func(c *ChapterInfo) bool {
		return c.Title != "" && (hanzi.Fold(c.Title) == folded || c.Volume != "" && hanzi.Fold(c.Volume+" "+c.Title) == folded)
	}); len(found) > 0 {
		return found
	}
	if m := chapterNamed.FindStringSubmatch(folded); m != nil {
		return b.numbered(m[1])
	}
	if m := volumeChapter.FindStringSubmatch(folded); m != nil {
		return b.inVolume(m[1], m[2])
	}
	if key := Key(folded); len([]rune(key)) > 1 { // a part of a heading
		return b.chaptersWith(func(c *ChapterInfo) bool {
			words := strings.Fields(c.Title)
			return ceiling.Allows(c.Ordinal) && strings.Contains(Key(c.Title), key) ||
				len(words) > 1 && Key(strings.Join(words[1:], " ")) == key
		})
	}
	return nil
}

func (b *BookInfo) chaptersWith(wanted func(*ChapterInfo) bool) []book.Ordinal {
	var found []book.Ordinal
	for i := range b.Chapters {
		if c := &b.Chapters[i]; c.Ordinal != book.FrontMatter && wanted(c) {
			found = append(found, c.Ordinal)
		}
	}
	return found
}

// numbered are the chapters with a printed number. A number that no chapter
// has is a place, but only in a book that prints none: elsewhere a missing 12
// is not the twelfth.
func (b *BookInfo) numbered(numeral string) []book.Ordinal {
	n, ok := chapters.Number(numeral)
	if !ok {
		return nil
	}
	printed := false
	found := b.chaptersWith(func(c *ChapterInfo) bool {
		printed = printed || c.Number != nil
		return c.Number != nil && *c.Number == n
	})
	if !printed && n > 0 && b.Chapter(book.Ordinal(n)) != nil {
		found = []book.Ordinal{book.Ordinal(n)}
	}
	return found
}

// inVolume are the chapters with a number in the volume of that place, counted
// by changes of the volume's name.
func (b *BookInfo) inVolume(volume, numeral string) []book.Ordinal {
	v, ok1 := chapters.Number(volume)
	n, ok2 := chapters.Number(numeral)
	if !ok1 || !ok2 {
		return nil
	}
	return b.chaptersWith(func(c *ChapterInfo) bool {
		return c.Number != nil && *c.Number == n && b.VolumeOf(c.Ordinal) == v
	})
}

// VolumeOf is the place of the volume that a chapter stands in, from 1; 0
// where the book has no volumes.
func (b *BookInfo) VolumeOf(o book.Ordinal) int {
	volume, name := 0, ""
	for i := range b.Chapters {
		c := &b.Chapters[i]
		if c.Volume != "" && c.Volume != name {
			volume, name = volume+1, c.Volume
		}
		if c.Ordinal == o {
			return volume
		}
	}
	return 0
}

// RestartsCounting reports whether volumes of the book begin to count anew, so
// that a number alone does not name a chapter.
func (b *BookInfo) RestartsCounting() bool {
	seen := map[int]bool{}
	return slices.ContainsFunc(b.Chapters, func(c ChapterInfo) bool {
		again := c.Number != nil && seen[*c.Number]
		if c.Number != nil {
			seen[*c.Number] = true
		}
		return again
	})
}
