package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// commonRank is how many of the most used Simplified letters count as common:
// a common letter is never folded away on the word of a variant list alone.
const commonRank = 4500

// folding grows the table: to[r] is the letter whose key r shares, step by
// step until a letter that has none.
type folding struct {
	to     map[rune]rune
	rank   map[rune]int
	common map[rune]bool // common Simplified letters and their Traditional forms
}

func (f *folding) key(r rune) rune {
	for range 16 {
		t, ok := f.to[r]
		if !ok || t == r {
			return r
		}
		r = t
	}
	return r
}

// attach gives a the key of b, unless a has one already or is common and
// force is not given.
func (f *folding) attach(a, b rune, force bool) {
	if _, ok := f.to[a]; ok || a == b || (f.common[a] && !force) {
		return
	}
	if k := f.key(b); k != a {
		f.to[a] = k
	}
}

func (f *folding) isCommon(r rune) bool {
	n, ok := f.rank[r]
	return ok && n < commonRank
}

// rank orders the letters of the word list by use.
func (x lexicon) rank() map[rune]int {
	uses := map[rune]int{}
	for _, w := range x.words {
		for _, r := range w.text {
			uses[r] += w.count
		}
	}
	rs := slices.SortedFunc(maps.Keys(uses), func(a, b rune) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b))
	})
	rank := map[rune]int{}
	for i, r := range rs {
		rank[r] = i
	}
	return rank
}

// singles are the entries whose key is one letter, with their one-letter values.
func (o *opencc) singles(name string) ([]letterEntry, error) {
	t, err := o.text(name)
	if err != nil {
		return nil, err
	}
	var out []letterEntry
	for _, e := range unique(t.entries) {
		k, n := utf8.DecodeRuneInString(e.key)
		if n != len(e.key) {
			continue
		}
		l := letterEntry{key: k}
		for _, v := range e.vals {
			if r, n := utf8.DecodeRuneInString(v); n == len(v) {
				l.vals = append(l.vals, r)
			}
		}
		if len(l.vals) > 0 {
			out = append(out, l)
		}
	}
	return out, nil
}

type letterEntry struct {
	key  rune
	vals []rune
}

// foldTable makes the map of every rune that does not fold to itself.
func foldTable(occ *opencc, lex lexicon, uni unicodeData, groups string) (map[rune]rune, error) {
	var dicts [5][]letterEntry
	for i, name := range []string{"STCharacters", "TSCharacters", "TWVariants", "HKVariants", "JPShinjitaiCharacters"} {
		var err error
		if dicts[i], err = occ.singles(name); err != nil {
			return nil, err
		}
	}
	st, ts, tw, hk, jp := dicts[0], dicts[1], dicts[2], dicts[3], dicts[4]
	allographs, err := occ.allographs()
	if err != nil {
		return nil, err
	}
	f := &folding{to: map[rune]rune{}, rank: lex.rank(), common: map[rune]bool{}}
	traditional := map[rune]bool{} // Traditional forms of common letters
	simplified := map[rune]rune{}  // the reference's first choice
	for _, e := range st {
		if !f.isCommon(e.key) {
			continue
		}
		f.common[e.key] = true
		for _, t := range e.vals {
			traditional[t], f.common[t] = true, true
		}
	}
	for r := range f.rank {
		if f.isCommon(r) {
			f.common[r] = true
		}
	}
	for _, e := range ts {
		v := e.vals[0]
		if v == e.key && len(e.vals) > 1 { // a rare form the reference leaves off
			v = e.vals[1]
		}
		simplified[e.key] = v
	}

	for _, r := range slices.Sorted(maps.Keys(uni.compatible)) {
		if t := uni.compatible[r]; isHan(r) || isHan(t) {
			f.attach(r, t, true)
		}
	}
	for _, e := range ts {
		f.attach(e.key, simplified[e.key], true)
	}
	for _, region := range [][]letterEntry{tw, hk} {
		for _, e := range region {
			for _, v := range e.vals {
				_, isTraditional := simplified[v]
				if !(f.isCommon(v) && !isTraditional && !traditional[v]) && f.key(e.key) != v {
					f.attach(v, e.key, true)
				}
				f.attach(e.key, v, !f.isCommon(e.key))
			}
		}
	}
	for _, e := range st {
		for _, t := range e.vals {
			f.attach(t, e.key, !f.isCommon(t))
		}
	}
	f.variants(allographs)
	f.variants(uni.variants["kZVariant"])
	f.variants(slices.Concat(uni.variants["kSimplifiedVariant"], uni.variants["kTraditionalVariant"]))
	f.variants(pairs(jp))
	f.variants(uni.variants["kSemanticVariant"])
	if err := f.curate(groups); err != nil {
		return nil, err
	}
	f.widthAndCase(uni)
	return f.table(), nil
}

// variants attaches rare letters to common ones, where a list names only one
// key for them.
func (f *folding) variants(ps [][2]rune) {
	keys := map[rune]map[rune]bool{}
	for _, p := range ps {
		for _, d := range [][2]rune{p, {p[1], p[0]}} {
			_, folded := f.to[d[0]]
			_, target := f.to[d[1]]
			if folded || f.common[d[0]] || !(target || f.common[d[1]]) {
				continue
			}
			if keys[d[0]] == nil {
				keys[d[0]] = map[rune]bool{}
			}
			keys[d[0]][f.key(d[1])] = true
		}
	}
	for _, r := range slices.Sorted(maps.Keys(keys)) {
		if len(keys[r]) == 1 {
			for k := range keys[r] {
				f.attach(r, k, false)
			}
		}
	}
}

// pairs are the keys with their first values.
func pairs(es []letterEntry) [][2]rune {
	var out [][2]rune
	for _, e := range es {
		out = append(out, [2]rune{e.key, e.vals[0]})
	}
	return out
}

func (f *folding) curate(groups string) error {
	for n, l := range strings.Split(groups, "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		set, reason, ok := strings.Cut(l, "\t")
		rs := []rune(set)
		if !ok || reason == "" || len(rs) < 2 {
			return fmt.Errorf("fold groups, line %d: want letters, tab, reason", n+1)
		}
		head := f.key(rs[0])
		for _, r := range rs[1:] {
			if k := f.key(r); k != head {
				f.to[k] = head
			}
		}
	}
	return nil
}

// marks are the punctuation marks that share a key, first the key.
var marks = []string{
	"\"“”„‟「」『』﹁﹂﹃﹄〝〞＂", "'‘’‚‛＇", "-‐‑‒–—―─－", "·•‧∙⋅・･᛫⸱",
}

func (f *folding) widthAndCase(uni unicodeData) {
	for _, m := range marks {
		rs := []rune(m)
		for _, r := range rs[1:] {
			f.to[r] = rs[0]
		}
	}
	for r := rune(0xFF01); r <= 0xFF5E; r++ {
		if _, ok := f.to[r]; !ok {
			f.to[r] = r - 0xFEE0
		}
	}
	f.to[0x3000] = ' '
	for r, l := range uni.lower {
		if _, ok := f.to[r]; !ok {
			f.to[r] = l
		} else if l := uni.lower[f.to[r]]; l != 0 {
			f.to[r] = l
		}
	}
}

func (f *folding) table() map[rune]rune {
	out := map[rune]rune{}
	for r := range f.to {
		if k := f.key(r); k != r {
			out[r] = k
		}
	}
	return out
}

func isHan(r rune) bool {
	return r >= 0x2E80 && r <= 0x2FDF || r >= 0x3400 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x323AF
}

// pageSize is the number of runes a page of fold.bin covers.
const pageSize = 128

// writeFold writes the table as pages of differences. The file begins with
// the number of each page (16 bits), one for every 128 runes up to U+323FF;
// then come the pages, 128 differences of 32 bits each. Equal pages are
// stored once; all is little endian.
func writeFold(dir string, table map[rune]rune) error {
	const count = 0x32400 / pageSize
	var index, pages []byte
	seen := map[string]uint16{}
	for p := range rune(count) {
		var page []byte
		for i := range rune(pageSize) {
			d := rune(0)
			if k, ok := table[p*pageSize+i]; ok {
				d = k - (p*pageSize + i)
			}
			page = binary.LittleEndian.AppendUint32(page, uint32(d))
		}
		n, ok := seen[string(page)]
		if !ok {
			n = uint16(len(seen))
			seen[string(page)] = n
			pages = append(pages, page...)
		}
		index = binary.LittleEndian.AppendUint16(index, n)
	}
	return os.WriteFile(filepath.Join(dir, "fold.bin"), append(index, pages...), 0o644)
}
