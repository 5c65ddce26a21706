package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"shuyou/index/hanzi/internal/trie"
)

// readings is what the sources say about pronunciation: syllables with tone
// marks, one for each letter.
type readings struct {
	letters  map[rune]string
	phrases  map[string][]string
	surnames map[string][]string
	curated  map[string][]string // phrases that outrank the sources
}

var (
	syllableLine = regexp.MustCompile(`^    (?:'([^']+)'|([^\s':]+)): \[(.*)$`)
	surnameLine  = regexp.MustCompile(`^    ([^\s':]+): '([^']+)',?$`)
	phraseLine   = regexp.MustCompile(`^    "([^"]+)": (\[.*\]),?$`)
	quoted       = regexp.MustCompile(`'([^']+)'`)
)

// readReadings reads letters and surnames of the npm package pinyin-pro, the
// phrases of the npm package pinyin, and the curated surnames and words.
func readReadings(pinyinPro, pinyin, surnames, words string) (readings, error) {
	r := readings{letters: map[rune]string{}, phrases: map[string][]string{}, surnames: map[string][]string{}}
	first := "" // the reading whose list of letters goes on over lines
	err := eachLine(filepath.Join(pinyinPro, "dist/esm/data/dict1.mjs"), func(l string) error {
		if m := syllableLine.FindStringSubmatch(l); m != nil {
			first, _, _ = strings.Cut(m[1]+m[2], " ")
			l = m[3]
		}
		for _, m := range quoted.FindAllStringSubmatch(l, -1) {
			if c, n := utf8.DecodeRuneInString(m[1]); n == len(m[1]) && first != "" {
				r.letters[c] = first
			}
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	err = eachLine(filepath.Join(pinyinPro, "dist/esm/data/surname.mjs"), func(l string) error {
		if m := surnameLine.FindStringSubmatch(l); m != nil {
			r.surnames[m[1]] = strings.Fields(m[2])
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	err = eachLine(filepath.Join(pinyin, "lib/data/phrases-dict.js"), func(l string) error {
		m := phraseLine.FindStringSubmatch(l)
		if m == nil {
			return nil
		}
		var each [][]string
		if err := json.Unmarshal([]byte(m[2]), &each); err != nil {
			return fmt.Errorf("%s: %w", m[1], err)
		}
		var p []string
		for _, s := range each {
			p = append(p, s[0])
		}
		if len(p) == utf8.RuneCountInString(m[1]) {
			r.phrases[m[1]] = p
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	if err := readCurated("surnames.txt", surnames, r.surnames); err != nil {
		return r, err
	}
	r.curated = map[string][]string{}
	return r, readCurated("readings.txt", words, r.curated)
}

// readCurated reads lines of a word and one syllable for each letter.
func readCurated(file, text string, into map[string][]string) error {
	for n, l := range strings.Split(text, "\n") {
		f := strings.Fields(l)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		if len(f) != 1+utf8.RuneCountInString(f[0]) {
			return fmt.Errorf("%s:%d: want one syllable for each letter in %q", file, n+1, l)
		}
		into[f[0]] = f[1:]
	}
	return nil
}

// uses counts the letters that need a code; the curated phrases have none of
// their own.
func (r readings) uses(into map[rune]int) {
	for c := range r.letters {
		into[c]++
	}
	for _, m := range []map[string][]string{r.phrases, r.surnames} {
		for p := range m {
			for _, c := range p {
				into[c]++
			}
		}
	}
}

// telling are the phrases that are read otherwise than letter by letter, and
// all curated ones: they also keep shorter phrases from matching inside them.
func (r readings) telling() map[string][]string {
	out := map[string][]string{}
	for p, syllables := range r.phrases {
		i := 0
		for _, c := range p {
			if r.letters[c] != "" && r.letters[c] != syllables[i] {
				out[p] = syllables
			}
			i++
		}
	}
	maps.Copy(out, r.curated)
	return out
}

// addReadings writes the syllables, by code the number of a letter's
// syllable (0 for none), and the tries of phrases and surnames, whose values
// are a place among the phrase syllables.
func (t *tables) addReadings(r readings, abc alphabet) error {
	phrases := r.telling()
	number := map[string]uint16{}
	for _, s := range r.letters {
		number[s] = 0
	}
	for _, m := range []map[string][]string{phrases, r.surnames} {
		for _, p := range m {
			for _, s := range p {
				number[s] = 0
			}
		}
	}
	for p := range r.curated {
		for _, c := range p {
			if abc[c] == 0 {
				return fmt.Errorf("readings.txt: no dictionary has the letter %c of %s", c, p)
			}
		}
	}
	all := sortedKeys(number)
	for i, s := range all {
		number[s] = uint16(i + 1)
	}
	t.add("syllables", strings.Join(all, " "))
	letters := make([]byte, 2*(len(abc)+1))
	for c, s := range r.letters {
		letters[2*abc[c]], letters[2*abc[c]+1] = byte(number[s]), byte(number[s]>>8)
	}
	t.add("readings", string(letters))
	var rows []byte
	for _, x := range []struct {
		name string
		m    map[string][]string
	}{{"phrase readings", phrases}, {"surname readings", r.surnames}} {
		var es []trie.Entry
		for _, p := range sortedKeys(x.m) {
			es = append(es, trie.Entry{Key: abc.codes(p), Value: uint32(len(rows) / 2)})
			for _, s := range x.m[p] {
				rows = append(rows, byte(number[s]), byte(number[s]>>8))
			}
		}
		cells, err := trie.Build(es)
		if err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		t.add(x.name, cells)
	}
	t.add("reading rows", string(rows))
	return nil
}

// packageVersion is the version of an unpacked npm package.
func packageVersion(dir string) (string, error) {
	b, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	err = json.Unmarshal(b, &p)
	return p.Version, err
}
