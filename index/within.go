package index

import (
	"cmp"
	"context"
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
	// looked is how many paragraphs are looked through for words.
	looked = 800
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
	counts, spelled := map[string]int{}, map[string]string{}
	n := 0
	for _, b := range found {
		for _, p := range b.paragraphs {
			if n++; n > looked {
				break
			}
			b.part.collectWithin(p, character, counts, spelled)
		}
	}
	var words []Within
	for text, count := range counts {
		if utf8.RuneCountInString(text) != 2 || count < 2 {
			continue
		}
		ok, err := isWordHere(ctx, found, text, character, count)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		// 山海 of 山海关, 燕山 of 燕山师: the longer word is the one meant.
		longer := text
		for candidate, c := range counts {
			if utf8.RuneCountInString(candidate) == 3 && strings.Contains(candidate, text) && 5*c >= 4*count && (longer == text || candidate < longer) {
				longer = candidate
			}
		}
		words = append(words, Within{spelled[longer], counts[longer]})
	}
	slices.SortFunc(words, func(a, b Within) int {
		return cmp.Or(cmp.Compare(b.Paragraphs, a.Paragraphs), cmp.Compare(a.Text, b.Text))
	})
	words = slices.Compact(words) // both halves of a longer word lead to it
	shorter := slices.Clone(words)
	words = slices.DeleteFunc(words, func(w Within) bool { // 松山城 is 松山 once more
		return slices.ContainsFunc(shorter, func(s Within) bool { return s != w && strings.Contains(w.Text, s.Text) })
	})
	return words[:min(offered, len(words))], nil
}

// collectWithin counts, once a paragraph, every string of two or three letters
// around the character that has no particle in it.
func (s openPart) collectWithin(p int, character string, counts map[string]int, spelled map[string]string) {
	folded := []rune(hanzi.Fold(s.text.paragraph(p)))
	original := []rune(s.text.paragraph(p))
	key, _ := utf8.DecodeRuneInString(character)
	seen := map[string]bool{}
	for i, r := range folded {
		if r != key {
			continue
		}
		for length := 2; length <= 3; length++ {
			for start := max(0, i-length+1); start <= i && start+length <= len(folded); start++ {
				text := string(folded[start : start+length])
				if seen[text] || !allLetters(folded[start:start+length]) || strings.ContainsAny(strings.Replace(text, character, "", 1), particles) {
					continue
				}
				seen[text] = true
				counts[text]++
				if spelled[text] == "" {
					spelled[text] = string(original[start : start+length])
				}
			}
		}
	}
}

func allLetters(folded []rune) bool {
	for _, r := range folded {
		if !isLetter(r) || r < utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isWordHere reports whether the two letters are a word: the dictionary's, or
// one of these books, in which the other letter rarely stands elsewhere.
func isWordHere(ctx context.Context, found []bookHits, text, character string, count int) (bool, error) {
	if hanzi.IsWord(text) {
		return true, nil
	}
	if count < 3 {
		return false, nil
	}
	other := strings.Replace(text, character, "", 1)
	everywhere := 0
	for _, b := range found {
		n, err := b.part.frequency(fieldSingles, other)
		if err != nil {
			return false, err
		}
		everywhere += n
	}
	return 3*count >= everywhere, nil
}
