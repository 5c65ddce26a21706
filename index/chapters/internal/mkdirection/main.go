// Command mkdirection makes data/direction.txt, the table that tells which way
// a line of Chinese reads, out of a word-frequency list in jieba's format
// (word, count, tag on each line):
//
//	go run ./index/chapters/internal/mkdirection jieba.dict.utf8 > index/chapters/data/direction.txt
//
// A pair of characters is kept when it stands in frequent words one way round
// and hardly ever the other. Its weight is the natural logarithm of how much
// more often, rounded.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	smoothing = 50  // occurrences granted to every pair, so that rare ones weigh little
	minWeight = 1.5 // as a logarithm: about 4.5 times as often
	minCount  = 400 // occurrences of a pair both ways together
	perLine   = 24  // pairs on a line of the table
)

type pair [2]rune

func main() {
	log.SetFlags(0)
	log.SetPrefix("mkdirection: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: mkdirection jieba.dict.utf8")
	}
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	counts, err := count(f)
	if err != nil {
		log.Fatal(err)
	}
	if err := write(os.Stdout, counts); err != nil {
		log.Fatal(err)
	}
}

// count adds up how often each pair of neighbouring characters stands in words.
func count(r io.Reader) (map[pair]float64, error) {
	counts := make(map[pair]float64)
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2 {
			continue
		}
		n, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			continue // a word with a space in it
		}
		word := []rune(fields[0])
		for i := 1; i < len(word); i++ {
			a, b := word[i-1], word[i]
			if a != b && unicode.Is(unicode.Han, a) && unicode.Is(unicode.Han, b) {
				counts[pair{a, b}] += n
			}
		}
	}
	return counts, lines.Err()
}

func write(w io.Writer, counts map[pair]float64) error {
	type weighted struct {
		pair   pair
		weight int
		count  float64
	}
	var table []weighted
	for p, n := range counts {
		back := counts[pair{p[1], p[0]}]
		weight := math.Log((n + smoothing) / (back + smoothing))
		if weight >= minWeight && n+back >= minCount {
			table = append(table, weighted{p, int(math.Round(weight)), n})
		}
	}
	slices.SortFunc(table, func(a, b weighted) int {
		return cmp.Or(-cmp.Compare(a.weight, b.weight), -cmp.Compare(a.count, b.count),
			cmp.Compare(a.pair[0], b.pair[0]), cmp.Compare(a.pair[1], b.pair[1]))
	})
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "# Which way a line reads: pairs of characters that stand this way round far more\n"+
		"# often than the other, with the logarithm of how much more. Made by\n"+
		"# internal/mkdirection from jieba's word list (jieba.dict.utf8, MIT).\n")
	for i, on := 0, 0; i < len(table); i++ {
		if on == 0 {
			fmt.Fprintf(out, "%d", table[i].weight)
		}
		fmt.Fprintf(out, " %c%c", table[i].pair[0], table[i].pair[1])
		on++
		if on == perLine || i+1 == len(table) || table[i+1].weight != table[i].weight {
			fmt.Fprintln(out)
			on = 0
		}
	}
	return out.Flush()
}
