package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

// word is one line of the word-frequency list.
type word struct {
	text  string
	count int
}

type lexicon struct {
	words []word
	total int
}

// readLexicon reads the jieba format: word, count, part of speech.
func readLexicon(file string) (lexicon, error) {
	f, err := os.Open(file)
	if err != nil {
		return lexicon{}, err
	}
	defer f.Close()
	var x lexicon
	seen := map[string]bool{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		p := strings.Fields(lines.Text())
		if len(p) < 2 {
			continue
		}
		c, err := strconv.Atoi(p[1])
		if err != nil {
			return lexicon{}, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		x.total += c
		if !seen[p[0]] {
			seen[p[0]] = true
			x.words = append(x.words, word{p[0], c})
		}
	}
	return x, lines.Err()
}

// minCount drops the rarest words: more than half the list, which decide next
// to nothing and would double the table.
const minCount = 4

// costScale is the unit of a cost: 1/64 of a natural logarithm.
const costScale = 64

// cost is how much a word adds to a path; the cheapest path wins.
func (x lexicon) cost(count int) uint32 {
	return uint32(math.Round(costScale * (math.Log(float64(x.total)) - math.Log(float64(max(count, 1))))))
}

// kept are the words of the table: all single letters, and longer words of
// some frequency, in Han letters only.
func (x lexicon) kept() []word {
	var out []word
	for _, w := range x.words {
		n := utf8.RuneCountInString(w.text)
		if (n == 1 || w.count >= minCount) && han(w.text) {
			out = append(out, w)
		}
	}
	return out
}

func han(s string) bool {
	for _, r := range s {
		if !(r >= 0x3400 && r <= 0x9FFF || r >= 0x20000 && r <= 0x323AF || r == '〇') {
			return false
		}
	}
	return s != ""
}
