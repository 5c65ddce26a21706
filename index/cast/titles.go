package cast

import (
	"strings"

	"shuyou/index/cast/lexicon"
)

// titleClass is the section of data/titles.txt a title stands in.
type titleClass uint8

const (
	noTitle titleClass = iota
	rankTitle
	courtTitle
	styleTitle
	kinTitle
)

// titles are the lists of data/titles.txt, by the keys of their strings.
type titles struct {
	class                map[lexicon.Key]titleClass
	longest              int     // runes
	short                runeSet // titles of one character
	familiar             runeSet // before a surname
	bare                 phrases // used alone
	female, maiden, male keySet  // that a husband's surname may stand before; of women; of men
	posts                keySet  // that name their holder by a place
	sole                 phrases // of which a scene has one holder
	ranks                phrases // of the class rankTitle
}

type keySet map[lexicon.Key]bool

func newKeySet(texts []string) keySet {
	s := keySet{}
	for _, t := range texts {
		s[lexicon.KeyOf(foldRunes(t))] = true
	}
	return s
}

func (s keySet) has(rs []rune) bool { return s[lexicon.KeyOf(rs)] }

func readTitles(s sections) titles {
	t := titles{class: map[lexicon.Key]titleClass{}, short: s.runes("short"), familiar: s.runes("familiar"), bare: s.phrases("bare"),
		female: newKeySet(s["female"]), maiden: newKeySet(s["maiden"]), male: newKeySet(s["male"]), posts: newKeySet(s["post"]), sole: s.phrases("sole"),
		ranks: s.phrases("rank")}
	for i, key := range []string{"rank", "court", "style", "kin"} {
		for _, f := range s[key] {
			rs := foldRunes(f)
			if k := lexicon.KeyOf(rs); t.class[k] == noTitle {
				t.class[k] = titleClass(i + 1)
			}
			t.longest = max(t.longest, len(rs))
		}
	}
	return t
}

// title is the class of the folded string as a title.
func (w *words) title(rs []rune) titleClass {
	if len(rs) > w.titles.longest {
		return noTitle
	}
	return w.titles.class[lexicon.KeyOf(rs)]
}

// office reports whether the folded string is a title that is an office.
func (w *words) office(rs []rune) bool {
	c := w.title(rs)
	return c == rankTitle || c == courtTitle
}

// holders is the length of a run of ranks at the start of rs that are several
// people's, 副將和參將; 0 for none. Without a word between them they end alike:
// 副將參將, but 總裁助理 is one person.
func (w *words) holders(rs []rune) int {
	n, several := w.titles.ranks.longest(rs), 0
	for n > 0 && n < len(rs) {
		next := n
		if joinsHolders(rs[n]) {
			next++
		}
		more := w.titles.ranks.longest(rs[next:])
		if more == 0 || next == n && rs[n-1] != rs[n+more-1] {
			break
		}
		n = next + more
		several = n
	}
	return several
}

func joinsHolders(r rune) bool { return strings.ContainsRune("和与及、", r) }

// holdersOf are the single titles of a role: 副將 and 參將 of 副將和參將.
func (w *words) holdersOf(role string) []string {
	rs := []rune(role)
	if len(rs) == 0 || w.holders(rs) != len(rs) {
		return []string{role}
	}
	var out []string
	for len(rs) > 0 {
		if joinsHolders(rs[0]) {
			rs = rs[1:]
		}
		n := w.titles.ranks.longest(rs)
		out = append(out, string(rs[:n]))
		rs = rs[n:]
	}
	return out
}
