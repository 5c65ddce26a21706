package bench

import (
	"bytes"
	"slices"
	"strings"
)

// An answer is what every side gives: how many paragraphs hold the query, and
// the first ten of them in reading order, counted over the library from 0.
type answer struct {
	total int
	first []int
}

const firstPage = 10

// scan is the folded text of a library in one piece, a line a paragraph.
type scan struct {
	text    []byte
	offsets []int
}

func newScan(paragraphs []paragraph) *scan {
	s := &scan{}
	for _, p := range paragraphs {
		s.offsets = append(s.offsets, len(s.text))
		s.text = append(append(s.text, p.key...), '\n')
	}
	return s
}

func (s *scan) exact(words []string) (answer, error) {
	var a answer
	word := []byte(slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) }))
	for from := 0; from < len(s.text); {
		i := bytes.Index(s.text[from:], word)
		if i < 0 {
			break
		}
		p, exact := slices.BinarySearch(s.offsets, from+i)
		if !exact {
			p--
		}
		end := len(s.text)
		if p+1 < len(s.offsets) {
			end = s.offsets[p+1]
		}
		line := s.text[s.offsets[p]:end]
		if !slices.ContainsFunc(words, func(w string) bool { return !bytes.Contains(line, []byte(w)) }) {
			if a.total++; len(a.first) < firstPage {
				a.first = append(a.first, p)
			}
		}
		from = end
	}
	return a, nil
}

// gramsOf are the runs of n characters of a key, in order.
func gramsOf(key string, n int) []string {
	runes := []rune(key)
	var grams []string
	for i := 0; i+n <= len(runes); i++ {
		grams = append(grams, string(runes[i:i+n]))
	}
	return grams
}

// cut is a key as the table of pairs holds it. The last character stands
// alone at the end, so that every character begins a term.
func cut(key string) string {
	runes := []rune(key)
	if len(runes) == 0 {
		return ""
	}
	return strings.Join(append(gramsOf(key, 2), string(runes[len(runes)-1])), " ")
}

// similarity aligns a line with the best stretch of a paragraph (Smith and
// Waterman), from 0 to 1.
func similarity(line, paragraph []rune) float64 {
	row := make([]int, len(paragraph)+1)
	best := 0
	for _, k := range line {
		diagonal := 0
		for j, r := range paragraph {
			score := diagonal - 1
			if k == r {
				score = diagonal + 2
			}
			diagonal = row[j+1]
			row[j+1] = max(score, row[j+1]-1, row[j]-1, 0)
			best = max(best, row[j+1])
		}
	}
	return float64(best) / float64(2*len(line))
}
