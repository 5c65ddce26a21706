package bench

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"shuyou/index"
	"shuyou/index/hanzi"
)

// A query as a reader types it, and its words as the peers are given them:
// folding is ours alone to pay for.
type query struct {
	text  string
	words []string
}

// kind is a kind of exact query.
type kind struct {
	name  string
	short bool // of one or two characters, which the trigram table and a scan are slow at
	next  func(*rand.Rand, []paragraph) (query, bool)
}

var exactKinds = []kind{
	{"1", true, substring(1, 1)},
	{"2", true, substring(2, 2)},
	{"3", false, substring(3, 3)},
	{"4", false, substring(4, 4)},
	{"8", false, substring(8, 8)},
	{"12", false, substring(12, 12)},
	{"1-12", true, substring(1, 12)}, // what issue 5 asks the whole for
	{"words", true, words},
}

// substring takes a stretch of a random paragraph that has least to most
// letters: as the book spells it, or, every second time, folded, which is
// Simplified.
func substring(least, most int) func(*rand.Rand, []paragraph) (query, bool) {
	return func(chance *rand.Rand, all []paragraph) (query, bool) {
		n := least + chance.IntN(most-least+1)
		text, key, ok := stretch(chance, all[chance.IntN(len(all))], n)
		if !ok {
			return query{}, false
		}
		if chance.IntN(2) == 0 {
			text = key
		}
		return query{text, []string{key}}, true
	}
}

// words takes two stretches of two or three letters from one paragraph.
func words(chance *rand.Rand, all []paragraph) (query, bool) {
	p := all[chance.IntN(len(all))]
	first, firstKey, ok := stretch(chance, p, 2+chance.IntN(2))
	second, secondKey, too := stretch(chance, p, 2+chance.IntN(2))
	return query{first + " " + second, []string{firstKey, secondKey}}, ok && too
}

// stretch takes n letters of the paragraph with the punctuation among them.
func stretch(chance *rand.Rand, p paragraph, n int) (text, key string, ok bool) {
	runes := []rune(p.text)
	if len(runes) < n {
		return "", "", false
	}
	start := chance.IntN(len(runes) - n + 1)
	if index.Key(string(runes[start])) == "" {
		return "", "", false
	}
	letters := 0
	for end := start; end < len(runes); end++ {
		if unicode.IsSpace(hanzi.FoldRune(runes[end])) {
			return "", "", false // a space would make two words of it
		}
		if index.Key(string(runes[end])) == "" {
			continue
		}
		if letters++; letters == n {
			text = string(runes[start : end+1])
			return text, index.Key(text), true
		}
	}
	return "", "", false
}

// queriesOf makes n queries of a kind, always the same.
func queriesOf(all []paragraph, k kind, n int) []query {
	chance := rand.New(rand.NewPCG(5, uint64(len(k.name))<<32|uint64(k.name[0])))
	var qs []query
	for len(qs) < n {
		if q, ok := k.next(chance, all); ok {
			qs = append(qs, q)
		}
	}
	return qs
}

// frequent characters stand in for what a reader puts in place of what was
// forgotten.
var frequent = []rune("的一是了不在有人我他这来大上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还")

// remembered is a line as it is half remembered.
type remembered struct {
	line  string // as the book has it
	query string
}

type rememberedKind struct {
	name         string
	least, most  int // letters
	fewest, edit int // edits: a letter is lost, replaced or added
}

var rememberedKinds = []rememberedKind{
	{"12-30,1-3edits", 12, 30, 1, 3},
	{"8-14,2-3edits", 8, 14, 2, 3},
}

func linesOf(all []paragraph, k rememberedKind, n int) []remembered {
	chance := rand.New(rand.NewPCG(7, uint64(k.least)))
	var lines []remembered
	for len(lines) < n {
		key := []rune(all[chance.IntN(len(all))].key)
		length := k.least + chance.IntN(k.most-k.least+1)
		if len(key) < length {
			continue
		}
		at := chance.IntN(len(key) - length + 1)
		line := key[at : at+length]
		query := slices.Clone(line)
		for range k.fewest + chance.IntN(k.edit-k.fewest+1) {
			at, other := chance.IntN(len(query)), frequent[chance.IntN(len(frequent))]
			switch chance.IntN(3) {
			case 0:
				query = slices.Delete(query, at, at+1)
			case 1:
				query[at] = other
			default:
				query = slices.Insert(query, at, other)
			}
		}
		lines = append(lines, remembered{string(line), string(query)})
	}
	return lines
}

// inOrder is what the library is asked where the peers are, and ranked what
// readers ask: the first ten by spelling, word borders and what they tell.
func inOrder(q query) index.Query {
	asked := ranked(q)
	asked.Scope.InOrder = true
	return asked
}

func ranked(q query) index.Query {
	return index.Query{Text: q.text, Ceiling: everything, Limit: firstPage}
}

func (s *setting) search(t testing.TB, q index.Query) *index.Result {
	t.Helper()
	result, err := s.library.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", q.Text, err)
	}
	return result
}

// answerOf has the passages as the peers number them.
func (s *setting) answerOf(result *index.Result) answer {
	a := answer{total: result.Total}
	for _, p := range result.Passages {
		a.first = append(a.first, s.place[p.Ref])
	}
	return a
}

// nearest is the passage that the library gives first for a half-remembered
// line: the letters of it.
func (s *setting) nearest(t testing.TB, line string) string {
	t.Helper()
	result, err := s.library.Search(t.Context(), index.Query{Text: line, Ceiling: everything, Limit: 5, Near: 5, NearBelow: 3})
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	for _, p := range slices.Concat(result.Passages, result.Near) {
		return index.Key(p.Text)
	}
	return ""
}

func (s *setting) keyOf(p int) string {
	if p < 0 {
		return ""
	}
	return s.paragraphs[p].key
}

func holds(key string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(key, w) })
}
