// Command gen compiles the tables of package lexicon from jieba.dict.utf8, as
// the Go module github.com/yanyiwu/gojieba carries it. Run it with go generate
// in the package's folder; it needs the module in the cache or the network.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"shuyou/index/cast/lexicon"
	"shuyou/index/hanzi"
)

const module = "github.com/yanyiwu/gojieba@v1.4.6"

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	path, err := dictionary()
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	words, chars, err := compile(bufio.NewScanner(f))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	wordTable, characterTable := lexicon.Tables(words, chars)
	fmt.Printf("words %d in %d bytes, characters %d in %d bytes\n", len(words), len(wordTable), len(chars), len(characterTable))
	if err := os.WriteFile("words.bin", wordTable, 0o644); err != nil {
		return err
	}
	return os.WriteFile("characters.bin", characterTable, 0o644)
}

// dictionary asks the go command where the module lies. It does so from an
// empty folder, so that our own go.mod does not gain the module.
func dictionary() (string, error) {
	dir, err := os.MkdirTemp("", "lexicon")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		return "", err
	}
	return filepath.Join(m.Dir, "deps", "cppjieba", "dict", "jieba.dict.utf8"), nil
}

// counts holds how often characters stand somewhere.
type counts struct {
	of    map[rune]float64
	total float64
}

func (c *counts) add(r rune, n float64) {
	if c.of == nil {
		c.of = map[rune]float64{}
	}
	c.of[r] += n
	c.total += n
}

func (c *counts) share(r rune) float64 {
	if c.total == 0 {
		return 0
	}
	return c.of[r] / c.total
}

func compile(lines *bufio.Scanner) (map[string]lexicon.Word, map[rune]lexicon.Character, error) {
	words := map[string]lexicon.Word{}
	var given1, given2, given3, foreign, everyday counts
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 3 {
			continue
		}
		frequency, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, nil, err
		}
		rs := fold(fields[0])
		if rs == nil {
			continue
		}
		class := classOf(fields[2])
		switch {
		case class == lexicon.Person && len(rs) == 3 && lexicon.Surname(rs[0]) != lexicon.NoSurname:
			given2.add(rs[1], 1)
			given3.add(rs[2], 1)
		case class == lexicon.Person && len(rs) == 2 && lexicon.Surname(rs[0]) != lexicon.NoSurname:
			given1.add(rs[1], 1)
		case class == lexicon.Foreign && len(rs) >= 2 && len(rs) <= 5:
			for _, r := range rs {
				foreign.add(r, 1)
			}
		case class != lexicon.Person && class != lexicon.Foreign:
			for _, r := range rs {
				everyday.add(r, float64(frequency))
			}
		}
		if keep(rs, class, frequency) {
			w := string(rs)
			v := lexicon.Word{Class: class, Weight: math.Log10(float64(frequency) + 1)}
			if old, ok := words[w]; !ok || old.Weight < v.Weight {
				words[w] = v
			}
		}
	}
	chars := map[rune]lexicon.Character{}
	for _, c := range []*counts{&given1, &given2, &given3, &foreign, &everyday} {
		for r := range c.of {
			chars[r] = lexicon.Character{
				Given1:  odds(&given1, &everyday, r),
				Given2:  odds(&given2, &everyday, r),
				Given3:  odds(&given3, &everyday, r),
				Foreign: odds(&foreign, &everyday, r),
				Rate:    everyday.share(r),
			}
		}
	}
	return words, chars, lines.Err()
}

// odds compares two shares; the constant is about one character in fifty
// thousand, so that a character the list hardly knows proves nothing.
func odds(a, b *counts, r rune) float64 {
	const floor = 2e-5
	return math.Log((a.share(r) + floor) / (b.share(r) + floor))
}

// keep leaves out what the cast never asks for: single characters, phrases,
// and the rarest everyday words, many of which are slips of the list.
func keep(rs []rune, class lexicon.Class, frequency int) bool {
	if len(rs) < 2 || len(rs) > 4 {
		return false
	}
	return class == lexicon.Person || class == lexicon.Foreign || class == lexicon.Place || frequency >= 3
}

func classOf(tag string) lexicon.Class {
	switch {
	case tag == "nr" || tag == "nrfg":
		return lexicon.Person
	case tag == "nrt":
		return lexicon.Foreign
	case strings.HasPrefix(tag, "ns"):
		return lexicon.Place
	case tag == "nt":
		return lexicon.Body
	case strings.HasPrefix(tag, "v"):
		return lexicon.Verb
	case strings.HasPrefix(tag, "m"), strings.HasPrefix(tag, "q"), strings.HasPrefix(tag, "t"):
		return lexicon.Measure
	case len(tag) > 0 && strings.ContainsRune("rdcpuyfe", rune(tag[0])):
		return lexicon.Function
	}
	return lexicon.Other
}

// fold is the folded word, nil where it holds anything but Chinese characters.
func fold(word string) []rune {
	rs := []rune(word)
	for i, r := range rs {
		if r < 0x3400 || r > 0x9fff && r < 0x20000 {
			return nil
		}
		rs[i] = hanzi.FoldRune(r)
	}
	return rs
}
