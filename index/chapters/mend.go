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

// directions gives each known pair of neighbouring runes (folded, and with 。
// for every mark between clauses) how strongly it says that the text runs
// forward.
var directions = sync.OnceValue(func() map[[2]rune]int {
	table := make(map[[2]rune]int, 16000)
	for line := range strings.Lines(directionPairs + clausePairs) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		weight, err := strconv.Atoi(fields[0])
		if err != nil {
			continue // TestDirectionTables says that there is no such line
		}
		for _, pair := range fields[1:] {
			a, size := utf8.DecodeRuneInString(pair)
			b, _ := utf8.DecodeRuneInString(pair[size:])
			table[[2]rune{fold(a), fold(b)}] = weight
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
		if last != 0 && r != last {
			sum += table[[2]rune{last, r}] - table[[2]rune{r, last}]
		}
		last = r
	}
	return sum
}

// startsLikeEnd reports whether a text begins with what only stands at the end
// of a sentence or of a quotation.
func startsLikeEnd(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if r == '"' || r == '\'' { // either end of a quotation; the next rune tells
		r, _ = utf8.DecodeRuneInString(text[size:])
	}
	return strings.ContainsRune("。，！？；：、…!?,;”’」』）〉》】", r)
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
	openers = "“‘「『（〈《【〔［｛"
	closers = "”’」』）〉》】〕］｝"
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
	if unpaired(mirrored) < unpaired(runes) {
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
