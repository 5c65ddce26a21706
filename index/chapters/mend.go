package chapters

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"shuyou/index/book"
)

// A paragraph that stands in reverse order is turned round when it starts like
// the end of one, does not end like one, and reads better the other way. The
// third decides: verse and hard-wrapped lines begin with a mark as well.

var (
	//go:embed data/direction.txt
	directionPairs string
	//go:embed data/clauses.txt
	clausePairs string
)

// A directionTable tells of pairs of neighbouring runes which of the two comes
// first. It is a hash table of its own, because every pair of a book is looked
// up. Runes are folded, and 。 stands for every mark between clauses.
type directionTable struct {
	keys    [1 << 15]uint32 // the lower rune and the higher one, 0 where free
	weights [1 << 15]int8   // above 0 where the lower rune comes first
}

func (t *directionTable) slot(a, b rune) (at uint32, key uint32) {
	key = uint32(a)<<16 | uint32(b)&0xffff
	at = key * 2654435761 >> 17
	for t.keys[at] != 0 && t.keys[at] != key {
		at = (at + 1) % uint32(len(t.keys))
	}
	return at, key
}

func (t *directionTable) set(a, b rune, weight int8) {
	if a > b {
		a, b, weight = b, a, -weight
	}
	at, key := t.slot(a, b)
	t.keys[at], t.weights[at] = key, weight
}

// weight says how strongly the pair a, b speaks for a text that runs forward,
// below 0 for one that runs backward.
func (t *directionTable) weight(a, b rune) int {
	if a > b {
		at, _ := t.slot(b, a)
		return -int(t.weights[at])
	}
	at, _ := t.slot(a, b)
	return int(t.weights[at])
}

var directions = sync.OnceValue(func() *directionTable {
	table := &directionTable{}
	for line := range strings.Lines(directionPairs + clausePairs) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "#") || len(fields) == 0 {
			continue
		}
		weight, _ := strconv.Atoi(fields[0]) // TestDirectionTables sees to it
		for _, pair := range fields[1:] {
			a, size := utf8.DecodeRuneInString(pair)
			b, _ := utf8.DecodeRuneInString(pair[size:])
			if a != b && a < 1<<16 && b < 1<<16 {
				table.set(fold(a), fold(b), int8(weight))
			}
		}
	}
	return table
})

const (
	turned   = -3 // a lean that alone is enough to turn a candidate round
	straight = 1  // a lean from which on the text is as it should be
)

// lean sums up what the pairs of neighbours say: above 0 the text runs
// forward, below it backward.
func lean(text string) int {
	table := directions()
	sum := 0
	var last rune
	for _, r := range text {
		switch {
		case strings.ContainsRune("。，！？；：、!?,;", r):
			r = '。'
		case unicode.Is(unicode.Han, r):
			r = fold(r)
		default:
			last = 0
			continue
		}
		if last != 0 && r != last && r < 1<<16 && last < 1<<16 {
			sum += table.weight(last, r)
		}
		last = r
	}
	return sum
}

// bothWays adds up, for the pairs of letters of a text, what speaks for forward
// and what for backward.
func bothWays(text string) (forward, backward int) {
	table := directions()
	var last rune
	for _, r := range text {
		if r < 0x4e00 || r > 0x9fff {
			last = 0
			continue
		}
		r = fold(r)
		if last != 0 && r != last {
			if w := table.weight(last, r); w > 0 {
				forward += w
			} else {
				backward -= w
			}
		}
		last = r
	}
	return forward, backward
}

// isShuffled reports whether the characters of a text stand in no order at all:
// known pairs run backward about as often as forward.
func isShuffled(forward, backward int) bool {
	return forward+backward >= 15 && backward*3 > forward*2
}

// startsLikeEnd reports whether a text begins with what only stands at the end
// of a sentence or of a quotation.
func startsLikeEnd(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if r == '"' || r == '\'' { // either end of a quotation; the next rune tells
		r, _ = utf8.DecodeRuneInString(text[size:])
	}
	return strings.ContainsRune("。，！？；：、…—～~·!?,;”’」』）〉》】", r)
}

// endsLikeEnd reports whether a text ends as a paragraph does. Straight quotes
// and dots end one way round what they begin the other: they say nothing.
func endsLikeEnd(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune("。，！？；：、!?,;:”’」』）)〉》】~～", r)
}

// turnRound puts right the paragraphs that stand in reverse order and returns
// how many there were. A short one that says nothing by itself follows its
// neighbour.
func turnRound(paragraphs []book.Paragraph) int {
	const (
		no = iota
		perhaps
		sure
	)
	verdicts := make([]uint8, len(paragraphs))
	found := 0
	for i, p := range paragraphs {
		if !startsLikeEnd(p.Text) || endsLikeEnd(p.Text) {
			continue
		}
		switch l := lean(p.Text); {
		case l <= turned:
			verdicts[i] = sure
			found++
		case l < straight:
			verdicts[i] = perhaps
		}
	}
	if found == 0 {
		return 0
	}
	for i := 1; i < len(verdicts); i++ {
		if verdicts[i] == perhaps && verdicts[i-1] == sure {
			verdicts[i] = sure
		}
	}
	for i := len(verdicts) - 2; i >= 0; i-- {
		if verdicts[i] == perhaps && verdicts[i+1] == sure {
			verdicts[i] = sure
		}
	}
	found = 0
	for i, v := range verdicts {
		if v == sure {
			paragraphs[i].Text = reversed(paragraphs[i].Text)
			paragraphs[i].Mended = book.RuleReversed
			found++
		}
	}
	return found
}

const (
	openers = "“‘「『（〈《【〔［｛([{<"
	closers = "”’」』）〉》】〕］｝)]}>"
)

// reversed turns a text round rune by rune. Where the marks were mirrored
// besides, as text that was laid out from right to left has them, they are
// mirrored back.
func reversed(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	mirrored := slices.Clone(runes)
	for i, r := range mirrored {
		mirrored[i] = mirror(r)
	}
	if unpaired(runes) > 1 && unpaired(mirrored) == 0 {
		return string(mirrored)
	}
	return string(runes)
}

// mirror gives the partner of a bracket or quotation mark, every other rune as
// it is.
func mirror(r rune) rune {
	open, close := []rune(openers), []rune(closers)
	if i := slices.Index(open, r); i >= 0 {
		return close[i]
	}
	if i := slices.Index(close, r); i >= 0 {
		return open[i]
	}
	return r
}

// unpaired counts the brackets and quotation marks that have no partner.
func unpaired(text []rune) int {
	var open []rune
	lonely := 0
	for _, r := range text {
		switch {
		case strings.ContainsRune(openers, r):
			open = append(open, r)
		case strings.ContainsRune(closers, r):
			if n := len(open); n > 0 && mirror(open[n-1]) == r {
				open = open[:n-1]
			} else {
				lonely++
			}
		}
	}
	return lonely + len(open)
}
