package index

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"shuyou/index/hanzi"
)

// A single common character is answered with the words it is found in: nobody
// wants thirty passages with 山, but perhaps the nine with 松山.

const (
	// commonFrom is from how many paragraphs on a character is common.
	commonFrom = 12
	// looked is how many paragraphs are looked through for words, spread over
	// all that have the character.
	looked = 200
	// offered is how many words are offered.
	offered = 12
)

// Within is a word that a single character is found in.
type Within struct {
	Text string // in the spelling of the first passage that has it
	// Paragraphs counts those that hold it.
	Paragraphs int
}

// particles make no word with what stands beside them.
const particles = "的了着过是在不有没这那一个们我你他她它和与及而但也都又就还很之其以于为被把将从向对到得地所着上下里中前后等说"

// within lists the words, most frequent first.
func within(ctx context.Context, found []bookHits, character string) ([]Within, error) {
	if strings.Contains(particles, character) {
		return nil, nil
	}
	total := 0
	for _, b := range found {
		total += b.count
	}
	words := newWithinWords(character, total > looked)
	for _, b := range found {
		for _, p := range b.spread(total) {
			words.collect(b.part, p)
		}
	}
	return words.list(ctx, found)
}

// spread are paragraphs from all over the book, as many as its share of those
// that are looked through.
func (b bookHits) spread(total int) []int {
	from := b.paragraphs
	if len(from) < b.count {
		from = b.sample
	}
	share := min((b.count*looked+total-1)/total, len(from))
	if total <= looked {
		share = len(from)
	}
	picked := make([]int, 0, share)
	for i := range share {
		picked = append(picked, from[i*len(from)/share])
	}
	return picked
}

// withinWords are the strings of two or three letters around a character.
type withinWords struct {
	character string
	key       []byte // the same
	sampled   bool   // not all paragraphs are looked through
	counts    map[string]int
	whole     map[string]int    // of those, in all paragraphs, where it was asked for
	spelled   map[string]string // in the spelling of the first paragraph that has it
}

func newWithinWords(character string, sampled bool) *withinWords {
	return &withinWords{character, []byte(character), sampled, map[string]int{}, map[string]int{}, map[string]string{}}
}

// list are the words among them, most frequent first.
func (w *withinWords) list(ctx context.Context, found []bookHits) ([]Within, error) {
	var pairs []string
	for text, count := range w.counts {
		if utf8.RuneCountInString(text) == 2 && count >= 2 {
			pairs = append(pairs, text)
		}
	}
	slices.SortFunc(pairs, func(a, b string) int { return cmp.Or(cmp.Compare(w.counts[b], w.counts[a]), cmp.Compare(a, b)) })
	chosen := map[string]int{}
	for _, text := range pairs {
		if len(chosen) == 2*offered { // enough, though some may be parts of others
			break
		}
		count := w.counts[text]
		ok, err := w.isWordHere(ctx, found, text, count)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		// 山海 of 山海关, 燕山 of 燕山师: the longer word is the one meant.
		longer := text
		for candidate, c := range w.counts {
			if utf8.RuneCountInString(candidate) == 3 && 5*c >= 4*count && strings.Contains(candidate, text) && (longer == text || candidate < longer) {
				longer = candidate
			}
		}
		chosen[longer] = w.counts[longer] // both halves of a longer word lead to it
	}
	texts := slices.SortedFunc(maps.Keys(chosen), func(a, b string) int {
		return cmp.Or(cmp.Compare(chosen[b], chosen[a]), cmp.Compare(w.spelled[a], w.spelled[b]))
	})
	var words []Within
	for _, text := range texts {
		// 松山城 is 松山 once more.
		if slices.ContainsFunc(texts, func(t string) bool { return t != text && strings.Contains(text, t) }) {
			continue
		}
		count := chosen[text]
		if w.sampled {
			var err error
			if count, err = w.countAll(ctx, found, text); err != nil {
				return nil, err
			}
		}
		if words = append(words, Within{w.spelled[text], count}); len(words) == offered {
			break
		}
	}
	slices.SortStableFunc(words, func(a, b Within) int { return cmp.Compare(b.Paragraphs, a.Paragraphs) })
	return words, nil
}

// countAll counts the open paragraphs that hold the text.
func (w *withinWords) countAll(ctx context.Context, found []bookHits, text string) (int, error) {
	if count, ok := w.whole[text]; ok {
		return count, nil
	}
	count := 0
	sought := newWording(text)
	for _, b := range found {
		if sought.certain() {
			n, err := b.part.frequency(sought.terms[0])
			if err != nil {
				return 0, err
			}
			count += n
			continue
		}
		hits, err := b.part.find(ctx, sought)
		if err != nil {
			return 0, err
		}
		count += len(hits)
	}
	w.whole[text] = count
	return count, nil
}

// collect counts, once a paragraph, every string of two or three letters
// around the character that has no particle in it.
func (w *withinWords) collect(s openPart, p int) {
	at := walk{text: s.text.textOf(p), skeleton: s.text.skeletonOf(p)}
	var seen []string
	for from := 0; ; from += len(w.key) {
		i := indexOf(at.skeleton[from:], w.key)
		if i < 0 {
			return
		}
		from += i
		at.to(from)
		at.passMarks()
		seen = w.around(at.text, at.i, seen)
	}
}

// around counts the strings around the character at text[at:] that are not
// among those that were seen in the paragraph.
func (w *withinWords) around(text []byte, at int, seen []string) []string {
	var runes [5]rune // folded, the character in the middle
	var place [6]int  // of the runes in the text, and of what follows
	first, end := at, at
	for n := 2; n >= 0; n-- {
		place[n] = first
		r, _ := utf8.DecodeRune(text[first:])
		runes[n] = hanzi.FoldRune(r)
		if n > 0 {
			if first == 0 {
				break
			}
			_, size := utf8.DecodeLastRune(text[:first])
			first -= size
		}
	}
	for n := 2; n < 5 && end < len(text); n++ {
		r, size := utf8.DecodeRune(text[end:])
		runes[n] = hanzi.FoldRune(r)
		end += size
		place[n+1] = end
	}
	for length := 2; length <= 3; length++ {
		for start := 3 - length; start <= 2; start++ {
			var b [3 * utf8.UTFMax]byte
			folded, fits := b[:0], true
			for _, r := range runes[start : start+length] {
				fits = fits && r >= utf8.RuneSelf && isLetter(r) && !strings.ContainsRune(particles, r)
				folded = utf8.AppendRune(folded, r)
			}
			if !fits || slices.ContainsFunc(seen, func(s string) bool { return s == string(folded) }) {
				continue
			}
			term := string(folded)
			seen = append(seen, term)
			if w.counts[term]++; w.spelled[term] == "" {
				w.spelled[term] = string(text[place[start]:place[start+length]])
			}
		}
	}
	return seen
}

// isWordHere reports whether the two letters are a word: the dictionary's, or
// one of these books, in which the other letter rarely stands elsewhere.
func (w *withinWords) isWordHere(ctx context.Context, found []bookHits, text string, count int) (bool, error) {
	if hanzi.IsWord(text) {
		return true, nil
	}
	if count < 3 {
		return false, nil
	}
	here := count
	if w.sampled {
		var err error
		if here, err = w.countAll(ctx, found, text); err != nil {
			return false, err
		}
	}
	other := term{field: fieldSingles, text: strings.Replace(text, w.character, "", 1)}
	everywhere := 0
	for _, b := range slices.Backward(found) {
		n, err := b.part.frequency(other)
		if err != nil {
			return false, err
		}
		if everywhere += n; everywhere > 3*here {
			return false, nil
		}
	}
	return true, nil
}
