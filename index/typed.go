package index

import (
	"regexp"
	"strings"

	"shuyou/index/chapters"
	"shuyou/index/hanzi"
)

// What a reader may write beside the words: a range of chapters (第3-9章), a
// speaker (said:曹變蛟), somebody who must be there (who:曹變蛟), an order
// (sort:first). Each is one word of the query.
var (
	chapterRange = regexp.MustCompile(`^第?(` + numeralPattern + `)[-~—至到](` + numeralPattern + `)` + unitPattern + `$`)
	oneChapter   = regexp.MustCompile(`^第(` + numeralPattern + `)` + unitPattern + `$`)
)

// A Scope limits a search beyond its words.
type Scope struct {
	// From and To are printed chapter numbers, both within; zero means no
	// limit. In a book that prints none they are ordinals.
	From, To int
	// Said names the person whose line the words must stand in, Who somebody
	// who must stand in the paragraph.
	Said, Who string
	// InOrder asks for the order of reading instead of the best first.
	InOrder bool
}

// Typed takes a line apart into the words to look for and their scope. Text
// wholly in quotation marks has no scope.
func Typed(line string) (text string, s Scope) {
	line = strings.TrimSpace(line)
	if _, quoted := quoted(hanzi.Fold(line)); quoted {
		return line, s
	}
	words := strings.Fields(line)
	var kept []string
	for _, word := range words {
		folded := hanzi.Fold(word)
		if m := chapterRange.FindStringSubmatch(folded); m != nil {
			from, ok1 := chapters.Number(m[1])
			to, ok2 := chapters.Number(m[2])
			if ok1 && ok2 && 0 < from && from <= to {
				s.From, s.To = from, to
				continue
			}
		}
		if m := oneChapter.FindStringSubmatch(folded); m != nil && len(words) > 1 {
			if n, ok := chapters.Number(m[1]); ok && n > 0 {
				s.From, s.To = n, n
				continue
			}
		}
		name, value, ok := strings.Cut(word, ":")
		switch {
		case ok && value != "" && strings.EqualFold(name, "said"):
			s.Said = value
		case ok && value != "" && strings.EqualFold(name, "who"):
			s.Who = value
		case ok && strings.EqualFold(name, "sort") && strings.EqualFold(value, "first"):
			s.InOrder = true
		default:
			kept = append(kept, word)
		}
	}
	if len(kept) == len(words) {
		return line, s
	}
	return strings.Join(kept, " "), s
}

// allows reports whether the scope lets a chapter be shown.
func (s Scope) allows(c *ChapterInfo) bool {
	if s.From == 0 {
		return true
	}
	n := int(c.Ordinal)
	if c.Number != nil {
		n = *c.Number
	}
	return s.From <= n && n <= s.To
}
