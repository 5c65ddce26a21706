package lexicon

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"shuyou/index/hanzi"
)

//go:embed surnames.txt
var surnameData string

//go:embed transliteration.txt
var transliterationData string

// Strength says how surely a character or a pair of them is a surname.
type Strength uint8

// The strengths of surnames.
const (
	NoSurname Strength = iota
	Weak               // an everyday word as well
	Strong
	Compound // two characters
)

type nameTables struct {
	single   [1 << 16]Strength // of the basic plane
	compound map[[2]rune]bool
	starts   [1 << 16]bool // a compound surname
	foreign  [1 << 16]bool
	clans    [][]rune
}

var names = sync.OnceValue(func() *nameTables {
	t := &nameTables{compound: map[[2]rune]bool{}}
	for key, fields := range sections(surnameData) {
		for _, f := range fields {
			rs := foldAll(f)
			switch key {
			case "weak":
				for _, r := range rs {
					if basic(r) {
						t.single[r] = Weak
					}
				}
			case "strong":
				for _, r := range rs {
					if basic(r) && t.single[r] == NoSurname {
						t.single[r] = Strong
					}
				}
			case "clan":
				t.clans = append(t.clans, rs)
			case "compound":
				if len(rs) == 2 {
					t.compound[[2]rune{rs[0], rs[1]}] = true
					t.starts[rs[0]&0xffff] = true
				}
			}
		}
	}
	for _, fields := range sections(transliterationData) {
		for _, f := range fields {
			for _, r := range foldAll(f) {
				t.foreign[r&0xffff] = t.foreign[r&0xffff] || basic(r)
			}
		}
	}
	return t
})

// sections reads lines of a key and fields; # starts a comment.
func sections(data string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(data) {
		line, _, _ = strings.Cut(line, "#")
		if f := strings.Fields(line); len(f) > 0 {
			out[f[0]] = append(out[f[0]], f[1:]...)
		}
	}
	return out
}

func foldAll(s string) []rune {
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = hanzi.FoldRune(r)
	}
	return rs
}

// basic reports whether the rune is of the basic plane.
func basic(r rune) bool { return uint32(r) < 1<<16 }

// Surname is the strength of the folded character as a surname.
func Surname(r rune) Strength {
	if !basic(r) {
		return NoSurname
	}
	return names().single[r]
}

// CompoundSurname reports whether the two folded characters are a surname.
func CompoundSurname(a, b rune) bool {
	t := names()
	return basic(a) && t.starts[a] && t.compound[[2]rune{a, b}]
}

// ForeignSound reports whether writers use the folded character for the sounds
// of foreign names.
func ForeignSound(r rune) bool { return basic(r) && names().foreign[r] }

// ClanLength is the length of the longest clan name that ends the folded
// string, 0 for none.
func ClanLength(rs []rune) int {
	best := 0
	for _, c := range names().clans {
		if len(c) > best && len(c) <= len(rs) && slices.Equal(c, rs[len(rs)-len(c):]) {
			best = len(c)
		}
	}
	return best
}
