package picture

import (
	"sort"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/width"
)

// em is the width of a Chinese letter. All lengths of a layout are in
// thousandths of it.
const em = 1000

// setting is how an atom stands in its column.
type setting uint8

const (
	upright  setting = iota // a letter as it is, in a square
	together                // a few figures side by side in a square
	sideways                // a word turned a quarter to the right
	dash                    // a line down the column
	blank                   // space
)

// An atom is the smallest piece a column is set from; it is never broken.
type atom struct {
	text     string // as it is set
	from, to int    // the runes of the passage it stands for
	setting  setting
	advance  int // along the column

	noStart, noEnd bool // may not stand at the head, at the foot of a column
	hangs          bool // may stand below the foot
	before, after  int  // how much of the advance may be taken away on either side
	marked         bool
}

// measure tells how long a sideways word is.
type measure func(word string) int

// atomizer cuts paragraphs into atoms.
type atomizer struct {
	measure measure
	centred bool // stops stand in the middle of the square, as in Taiwan
	longest int  // the longest sideways word that is left whole
	marks   [][2]int
}

// paragraphs cuts a text, whose first rune is number from, into paragraphs.
// Lines with nothing to set give none.
func (z atomizer) paragraphs(text string, from int) [][]atom {
	var out [][]atom
	for line := range strings.Lines(text) {
		if p := z.paragraph(line, from); len(p) > 0 {
			out = append(out, p)
		}
		from += len([]rune(line))
	}
	return out
}

// cluster is what a reader takes for one letter.
type cluster struct {
	text     string
	from, to int
}

func (z atomizer) paragraph(line string, from int) []atom {
	var clusters []cluster
	rest, state := line, -1
	for rest != "" {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		n := len([]rune(c))
		if c = visible(c); c != "" {
			clusters = append(clusters, cluster{c, from, from + n})
		}
		from += n
	}
	var out []atom
	straight := false // a straight quotation mark is open
	for i := 0; i < len(clusters); {
		c := clusters[i]
		next := neighbour(clusters, i)
		switch n := repeats(clusters[i:]); {
		case isBlank(c.text):
			if len(out) > 0 && out[len(out)-1].setting != blank {
				out = append(out, atom{text: " ", from: c.from, to: c.to, setting: blank, advance: blankAdvance(c.text)})
			}
			i++
		case isDash(c.text), c.text == "-" && n > 1:
			length := n
			if c.text == "-" {
				length = 2
			}
			out = append(out, atom{text: strings.Repeat("—", length), from: c.from, to: clusters[i+n-1].to, setting: dash, advance: min(length*em, z.longest)})
			i += n
		case c.text == "…" || c.text == "⋯", c.text == "." && n > 2:
			length := n
			if c.text == "." {
				length = 2
			}
			out = append(out, z.ellipsis(length, c.from, clusters[i+n-1].to)...)
			i += n
		case c.text == `"` || c.text == "＂":
			straight = !straight
			c.text = "」"
			if straight {
				c.text = "「"
			}
			out = append(out, z.upright(c))
			i++
		case isWordy(c.text) && !(isWidened(c.text) && (endsWide(out) || c.text == "(" && isWide(next))):
			var atoms []atom
			atoms, i = z.word(clusters, i)
			out = append(out, atoms...)
		default:
			out = append(out, z.upright(c))
			i++
		}
	}
	return z.finish(out)
}

// finish takes away the spaces that punctuation makes needless, and marks what
// is to be marked.
func (z atomizer) finish(atoms []atom) []atom {
	var out []atom
	for i, a := range atoms {
		if a.setting == blank && (i+1 == len(atoms) || atoms[i-1].isPunctuation() || atoms[i+1].isPunctuation()) {
			continue
		}
		if i > 0 && atoms[i-1].setting == blank {
			a.noStart = a.noStart && a.setting == upright
		}
		a.marked = z.isMarked(a)
		out = append(out, a)
	}
	return out
}

// isPunctuation says that an atom is Chinese punctuation, which has its own
// space.
func (a atom) isPunctuation() bool { return a.setting == upright && (a.noStart || a.noEnd) }

// word takes the letters and figures from clusters[i] to the next that is none.
func (z atomizer) word(clusters []cluster, i int) ([]atom, int) {
	start := i
	for i < len(clusters) && (isWordy(clusters[i].text) && !isDashes(clusters[i:]) || i > start && isApostrophe(clusters, i)) {
		if i > start && isWidened(clusters[i].text) && isWide(neighbour(clusters, i)) {
			break // a comma between a word and a Chinese letter belongs to the Chinese text
		}
		i++
	}
	i = max(i, start+1)
	word := clusters[start:i]
	if text := joined(word); len(word) == 1 && isAlphanumeric(text) || len(word) <= 3 && isNumber(text) {
		return []atom{{text: text, from: word[0].from, to: word[len(word)-1].to, setting: together, advance: em}}, i
	}
	var out []atom
	for len(word) > 0 {
		n := sort.Search(len(word), func(n int) bool { return z.measure(joined(word[:n+1])) > z.longest })
		n = max(n, 1)
		text := joined(word[:n])
		a := atom{text: text, from: word[0].from, to: word[n-1].to, setting: sideways, advance: min(z.measure(text), z.longest)}
		a.noStart = len(word) == i-start && isOnly(text, ",.!?:;)]}%’'") // not what a long word goes on with
		a.noEnd = len(word) == n && isOnly(text, "([{$")
		out = append(out, a)
		word = word[n:]
	}
	return out, i
}

func (z atomizer) upright(c cluster) atom {
	a := atom{text: c.text, from: c.from, to: c.to, advance: em}
	if t, ok := verticalText[c.text]; ok {
		a.text = t
	}
	first := []rune(a.text)[0]
	a.noStart = strings.ContainsRune(closing+stops+middle, first)
	a.noEnd = strings.ContainsRune(opening, first)
	a.hangs = strings.ContainsRune(hanging, first)
	switch {
	case strings.ContainsRune(opening, first):
		a.before = em / 2
	case strings.ContainsRune(closing, first):
		a.after = em / 2
	case strings.ContainsRune("，。、．", first) && !z.centred:
		a.after = em / 2
	case strings.ContainsRune("，。、．·・‧", first):
		a.before, a.after = em/4, em/4
	}
	return a
}

// ellipsis is n squares of dots; two of them stay together.
func (z atomizer) ellipsis(n, from, to int) []atom {
	var out []atom
	for n > 0 {
		k := min(n, 2)
		out = append(out, atom{text: strings.Repeat("…", k), from: from, to: to, advance: k * em})
		n -= k
	}
	return out
}

func (z atomizer) isMarked(a atom) bool {
	for _, m := range z.marks {
		if a.from < m[1] && m[0] < a.to {
			return true
		}
	}
	return false
}

// visible is a cluster without what steers and is not seen.
func visible(c string) string {
	runes := []rune(c)
	if len(runes) == 1 && (runes[0] == '\t' || unicode.Is(unicode.Zs, runes[0])) {
		return c
	}
	kept := false
	c = strings.Map(func(r rune) rune {
		switch {
		case r == '\u200d' || unicode.Is(unicode.Variation_Selector, r): // these join and choose within a cluster
			return r
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Cs, r):
			if r >= 0xE0020 && r <= 0xE007F { // tags belong to flags
				return r
			}
			return -1
		}
		kept = true
		return r
	}, c)
	if !kept {
		return ""
	}
	return c
}

func isBlank(c string) bool {
	r := []rune(c)[0]
	return r == '\t' || unicode.Is(unicode.Zs, r)
}

func blankAdvance(c string) int {
	if c == "\u3000" {
		return em
	}
	return em / 4
}

func isDash(c string) bool { return c == "—" || c == "―" || c == "─" || c == "⸺" }

// isDashes says that two hyphens or more begin here: a dash as it is typed.
func isDashes(c []cluster) bool { return c[0].text == "-" && repeats(c) > 1 }

// repeats counts how many clusters are like the first.
func repeats(c []cluster) int {
	n := 1
	for n < len(c) && c[n].text == c[0].text {
		n++
	}
	return n
}

// neighbour is the text of the next cluster that is no space.
func neighbour(c []cluster, i int) string {
	for i++; i < len(c); i++ {
		if !isBlank(c[i].text) {
			return c[i].text
		}
	}
	return ""
}

// endsWide says that what is set ends with a Chinese letter or sign.
func endsWide(atoms []atom) bool {
	for i := len(atoms) - 1; i >= 0; i-- {
		if atoms[i].setting != blank {
			return atoms[i].setting == upright || atoms[i].setting == dash
		}
	}
	return false
}

// isWordy says that a cluster is set sideways with its like.
func isWordy(c string) bool {
	if c == "" {
		return false
	}
	r := []rune(c)[0]
	if strings.ContainsRune(c, '\ufe0f') || strings.ContainsRune(c, '\u20e3') { // an emoji made of a figure or a sign
		return false
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianHalfwidth:
		return false
	case width.EastAsianAmbiguous:
		return unicode.IsLetter(r)
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r < 0x80 && r > ' '
}

// isApostrophe says that a quotation mark stands within a word.
func isApostrophe(c []cluster, i int) bool {
	return c[i].text == "’" && i+1 < len(c) && isWordy(c[i+1].text)
}

func isWide(c string) bool { return c != "" && !isWordy(c) }

// isWidened says that ASCII punctuation takes its Chinese form in Chinese text.
func isWidened(c string) bool {
	_, ok := verticalText[c]
	return ok && c[0] < 0x80
}

func isAlphanumeric(s string) bool {
	r := []rune(s)[0]
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isOnly(s, set string) bool { return strings.Trim(s, set) == "" }

func joined(c []cluster) string {
	var b strings.Builder
	for _, x := range c {
		b.WriteString(x.text)
	}
	return b.String()
}

// visibleLine is a text as one line, without what steers.
func visibleLine(text string) string {
	var b strings.Builder
	rest, state := strings.Join(strings.Fields(text), " "), -1
	for rest != "" {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		b.WriteString(visible(c))
	}
	return b.String()
}
