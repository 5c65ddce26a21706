package chapters

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shuyou/index/book"
)

// What cannot be mended is told: per chapter what damages it, and for the book
// what the reader of a report should know first.

// damageLimit is the share of the characters of a chapter, in a thousand, that
// may be lost before the chapter is unreliable.
const damageLimit = 10

// report adds the warnings to a book.
func report(b *book.Book, d *divided) {
	if d.parts && len(b.Chapters) > 1 {
		b.Warnings = append(b.Warnings, fmt.Sprintf("no headings found; cut into %d parts of about %d characters", len(b.Chapters), partSize))
	}
	var sizes []int
	for i := range b.Chapters {
		c := &b.Chapters[i]
		n := runes(c.Paragraphs)
		if c.Ordinal > 0 {
			sizes = append(sizes, n)
		}
		damage(c, n)
	}
	numbering(b, d)
	lengths(b, sizes)
}

// damage tells what is wrong with the text of a chapter of n characters.
func damage(c *book.Chapter, n int) {
	private, lost, turnedRound, shuffled, bad := 0, 0, 0, 0, 0
	for _, p := range c.Paragraphs {
		if p.Mended == book.RuleReversed {
			turnedRound++
		}
		for i := 0; i < len(p.Text); {
			// Both kinds of damage begin with one of these bytes, which the
			// usual letters do not.
			if p.Text[i] < 0xe9 || p.Text[i] > 0xe9 && p.Text[i] < 0xee {
				i++
				continue
			}
			r, size := utf8.DecodeRuneInString(p.Text[i:])
			switch {
			case unicode.Is(unicode.Co, r):
				private++
			case r == '\ufffd':
				lost++
			case r == '锟' && strings.HasPrefix(p.Text[i:], "锟斤拷"):
				lost++
			}
			i += max(size, 1)
		}
	}
	shuffled, bad = shuffledParagraphs(c.Paragraphs)
	warn := func(format string, args ...any) { c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...)) }
	if private > 0 {
		warn("%s of a private font, which only its site can show", count(private, "character is", "characters are"))
	}
	if lost > 0 {
		warn("%s lost", count(lost, "character is", "characters are"))
	}
	if turnedRound > 0 {
		warn("%s in reverse order and %s turned round; single characters may be missing there", count(turnedRound, "paragraph stood", "paragraphs stood"), were(turnedRound))
	}
	if shuffled > 0 {
		warn("the characters of %s shuffled", count(shuffled, "paragraph are", "paragraphs are"))
	}
	if bad += private + lost; bad >= 3 && bad*1000 > n*damageLimit {
		c.Unreliable = true
		warn("unreliable: too much of it is damaged")
	}
}

// shuffledParagraphs counts the paragraphs whose characters are shuffled, and
// their characters. A chapter is looked at as a whole only when samples of it
// read oddly.
func shuffledParagraphs(ps []book.Paragraph) (shuffled, size int) {
	const samples = 8
	forward, backward := 0, 0
	odd := false
	for i := 0; i < len(ps); i += len(ps)/samples + 1 {
		f, b := bothWays(ps[i].Text[:min(len(ps[i].Text), 400)])
		forward, backward = forward+f, backward+b
		odd = odd || isShuffled(f, b)
	}
	if !odd && backward*4 < forward {
		return 0, 0
	}
	forward, backward = 0, 0
	for _, p := range ps {
		f, b := bothWays(p.Text)
		forward, backward = forward+f, backward+b
		if isShuffled(f, b) {
			shuffled++
			size += utf8.RuneCountInString(p.Text)
		}
	}
	// One or two may be lists of names that happen to read so.
	if shuffled < 3 && !isShuffled(forward, backward) {
		return 0, 0
	}
	return shuffled, size
}

// numbering tells where chapter numbers are missing, stand twice or fall back.
func numbering(b *book.Book, d *divided) {
	last := map[string]int{}
	offset := len(b.Chapters) - len(d.drafts)
	for i := range d.drafts {
		h, c := d.drafts[i].head, &b.Chapters[offset+i]
		if h == nil || !h.numbered {
			continue
		}
		unit := h.unit
		before, known := last[unit]
		last[unit] = h.to
		warn := func(format string, args ...any) { c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...)) }
		switch {
		case !known && h.number == 2 && h.rank >= 3:
			warn("number 1 is missing before it")
		case !known || h.number == before+1:
		case h.number == before:
			if !isHalf(h) {
				warn("number %d stands twice", h.number)
			}
		case h.number <= 1: // a volume begins anew
		case h.number == before+2:
			warn("number %d is missing before it", before+1)
		case h.number > before:
			warn("numbers %d–%d are missing before it", before+1, h.number-1)
		default:
			warn("number %d comes after %d", h.number, before)
		}
	}
}

// isHalf reports a heading that says it is one part of a chapter.
func isHalf(h *candidate) bool {
	title := key(h.title)
	return strings.ContainsAny(title, "上中下") || strings.Contains(title, "(") || strings.Contains(title, "续")
}

// lengths tells which chapters are far shorter or longer than the others.
func lengths(b *book.Book, sizes []int) {
	if len(sizes) == 0 {
		return
	}
	sorted := slices.Clone(sizes)
	slices.Sort(sorted)
	median := sorted[len(sorted)/2]
	i := 0
	for j := range b.Chapters {
		c := &b.Chapters[j]
		if c.Ordinal == book.FrontMatter {
			continue
		}
		n := sizes[i]
		i++
		switch {
		case n == 0:
			c.Warnings = append(c.Warnings, "holds no text")
		case median >= 1000 && n*10 < median:
			c.Warnings = append(c.Warnings, fmt.Sprintf("very short: %d characters where others have about %d", n, median))
		case n > 30_000 && n > 8*median:
			c.Warnings = append(c.Warnings, fmt.Sprintf("very long: %d characters; headings may have been missed", n))
		}
	}
	if len(sizes) == 1 && sizes[0] > 100_000 {
		b.Chapters[len(b.Chapters)-1].Warnings = append(b.Chapters[len(b.Chapters)-1].Warnings,
			fmt.Sprintf("very long: %d characters; headings may have been missed", sizes[0]))
	}
}
