package chapters

import (
	"slices"
	"strings"
)

// A heading is found in two steps. Here a line is looked at by itself: whether
// it has the shape of a heading, and how much that shape is worth. What the
// shapes of the whole file say together is decided in split.go.

// A trust says how much the shape of a line is worth.
type trust uint8

const (
	never    trust = iota
	weak           // counts where its family is the rule of the whole file
	apart          // counts where the file sets headings apart and other headings are found
	doubtful       // as good as a sentence; counts where it fills a gap in the numbers
	sure
)

// A candidate is a line that may be a heading.
type candidate struct {
	at       int // index of the line
	trust    trust
	rank     int8   // as of its unit; 4 for a name
	unit     string // what is counted, folded; a name for a heading without a number
	family   string // what weak and doubtful candidates have in common
	numbered bool
	number   int
	to       int    // the last number of a range such as 第十五、十六章, else number
	glued    bool   // the title follows the unit without a space or mark
	volume   string // the volume a line names before the chapter, as printed
	title    string // as printed, without ornaments and volume
	front    string // ornaments before the title, as printed
	back     string // ornaments behind it
	name     string // the title behind the number, folded, letters and digits only
	page     string // a mark that a page of the chapter begins, as in (2/3), folded
	start    int    // where the chapter begins behind its volume, in runes of the line
}

// A reader of headings keeps the folded runes of the line at hand.
type headingReader struct {
	words *vocabulary
	text  string
	orig  []rune
	k     []rune // folded
	off   []int  // byte offset of each rune, and of the end
}

// maxHeading is the longest heading, in runes.
const maxHeading = 80

// read looks at a line. The candidate's at is not set.
func (h *headingReader) read(text string) (candidate, bool) {
	if len(text) > 4*maxHeading || !h.mayBegin(text) {
		return candidate{}, false
	}
	h.load(text)
	if len(h.k) > maxHeading {
		return candidate{}, false
	}
	i, j := h.trimOrnaments(0, len(h.k))
	if i == j {
		return candidate{}, false
	}
	c, ok := h.line(i, j)
	if !ok && i > 0 && !isRuler(h.k) {
		c, ok = h.starred(i, j)
	}
	if !ok || c.trust == never {
		return candidate{}, false
	}
	start := i
	if c.start > 0 {
		start = c.start
		c.volume = strings.TrimRight(h.printed(i, start), " \t\u3000\u00a0·:：、-—_|/")
	}
	c.front = strings.TrimSpace(h.printed(0, i))
	c.back = strings.TrimSpace(h.printed(j, len(h.k)))
	c.title = h.printed(start, j)
	if !c.numbered {
		c.name = squeeze(h.k[start:j])
	}
	return c, true
}

// mayBegin passes over the lines of the body quickly.
func (h *headingReader) mayBegin(text string) bool {
	for i, r := range text {
		k := keyRune(r)
		if h.words.begins[k] || isNumeral(k) || '0' <= k && k <= '9' || isOrnament(k) || isOpening(r) {
			return true
		}
		// Behind a prefix of some other kind.
		return i == 0 && strings.Contains(text[:min(len(text), 64)], "第")
	}
	return false
}

func (h *headingReader) load(text string) {
	h.text = text
	h.orig, h.k, h.off = h.orig[:0], h.k[:0], h.off[:0]
	for i, r := range text {
		h.orig = append(h.orig, r)
		h.k = append(h.k, keyRune(r))
		h.off = append(h.off, i)
	}
	h.off = append(h.off, len(text))
}

// printed gives the runes i to j as they stand in the line.
func (h *headingReader) printed(i, j int) string { return h.text[h.off[i]:h.off[j]] }

// line tries the shapes in turn, from the strictest to the loosest.
func (h *headingReader) line(i, j int) (candidate, bool) {
	if c, ok := h.bracketed(i, j); ok {
		return c, c.trust > never
	}
	if c, ok := h.core(i, j); ok {
		return c, c.trust > never
	}
	return h.prefixed(i, j)
}

// starred reads a title without number behind a star, as 晉江 sets them.
func (h *headingReader) starred(i, j int) (candidate, bool) {
	if !strings.ContainsRune("☆★◆◇■□●◎※#", h.k[0]) || j-i > 30 || strings.ContainsRune(finals, h.k[j-1]) ||
		strings.ContainsAny(string(h.k[i:j]), "。,;\"") || h.words.ends[squeeze(h.k[i:j])] {
		return candidate{}, false
	}
	return candidate{rank: 4, unit: "", trust: weak, family: "star " + string(h.k[0])}, true
}

// prefixed reads a heading behind a site's or a book's name.
func (h *headingReader) prefixed(i, j int) (candidate, bool) {
	for _, p := range h.words.prefixes {
		runes := []rune(p)
		if after := i + len(runes); after < j && slices.Equal(h.k[i:after], runes) {
			at := after
			for at < j && strings.ContainsRune(" :、-_·.", h.k[at]) {
				at++
			}
			if at == j {
				break
			}
			for _, shape := range []func(i, j int) (candidate, bool){h.ordinal, h.scroll, h.latin, h.named, h.counted} {
				if c, ok := shape(at, j); ok {
					return c, true
				}
			}
		} else if after == j && slices.Equal(h.k[i:j], runes) {
			return candidate{rank: 2, unit: p, trust: apart}, true
		}
	}
	for q := i + 1; q < min(j, i+18); q++ {
		if strings.ContainsRune("。,!?;\"", h.k[q-1]) {
			break
		}
		if h.k[q] != '第' || !strings.ContainsRune(" _-·|)]】》", h.k[q-1]) {
			continue
		}
		if c, ok := h.ordinal(q, j); ok && c.trust == sure && c.rank >= 3 {
			c.trust, c.family = weak, "prefix"
			return c, true
		}
	}
	return candidate{}, false
}
