package hanzi

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"shuyou/index/hanzi/internal/trie"
)

//go:embed data/titles.txt
var titleLines string

// Reading is how a name or a phrase is read aloud, in Hanyu Pinyin.
type Reading struct {
	// Marked has tone marks, a name written as names are: Cáo Biànjiāo,
	// Yùchí Jìngdé, Duō'ěrgǔn.
	Marked string
	// Plain is the same in small ASCII letters, ü as v: cao bianjiao.
	Plain string
	// Zhuyin is the same in 注音, a space between syllables: ㄘㄠˊ ㄅㄧㄢˋ ㄐㄧㄠ.
	Zhuyin string
	// Initials has the first letter of every syllable: cbj.
	Initials string
}

// Pinyin reads a name or a phrase, Traditional or Simplified. Phrases are
// read before single letters; what begins with a surname and goes on for a
// letter or two is taken for a name. A title is one word, and behind a name it
// is written small: Lǐ fùjiàng. Letters that have no reading, and
// everything that is no letter, stay as they are; a middle dot stands between
// the parts of a foreign name.
func Pinyin(s string) Reading {
	d, err := openTables()
	if err != nil {
		return Reading{}
	}
	var marked, plain, initials, bopomofo strings.Builder
	for i, part := range strings.FieldsFunc(s, func(r rune) bool { return FoldRune(r) == '·' }) {
		if i > 0 {
			marked.WriteString("·")
			plain.WriteString(" ")
			bopomofo.WriteString("·")
		}
		for k, w := range d.pronounce(part) {
			if k > 0 {
				marked.WriteString(" ")
				plain.WriteString(" ")
				bopomofo.WriteString(" ")
			}
			for n, syl := range w.syllables {
				if n == 0 && w.title {
					marked.WriteString(syl)
				} else if n == 0 {
					marked.WriteString(capital(syl))
				} else {
					if begins, _ := utf8.DecodeRuneInString(plainSyllable(syl)); strings.ContainsRune("aeo", begins) {
						marked.WriteString("'")
					}
					marked.WriteString(syl)
				}
				if n > 0 {
					bopomofo.WriteString(" ")
				}
				bopomofo.WriteString(zhuyin(syl))
				p := plainSyllable(syl)
				plain.WriteString(p)
				first, _ := utf8.DecodeRuneInString(p)
				initials.WriteRune(first)
			}
		}
	}
	return Reading{Marked: marked.String(), Plain: plain.String(), Zhuyin: bopomofo.String(), Initials: initials.String()}
}

// Match says whether what somebody types means this reading: with or without
// tone marks, spaces and apostrophes, ü as ü, v or u, or the initials.
func (r Reading) Match(typed string) bool {
	key := pinyinKey(typed)
	if key == "" {
		return false
	}
	full := pinyinKey(r.Plain)
	return key == r.Initials || key == full || strings.ReplaceAll(key, "v", "u") == strings.ReplaceAll(full, "v", "u")
}

func pinyinKey(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, plainSyllable(strings.ToLower(s)))
}

// spoken is a word of a reading.
type spoken struct {
	syllables []string
	title     bool // behind a name
}

// pronounce splits s into words: surname and given name, or one word, and the
// title behind it.
func (d *dictionaries) pronounce(s string) []spoken {
	var syms, simple []symbol
	for _, r := range s {
		sym := d.alphabet.symbol(r)
		syms, simple = append(syms, sym), append(simple, d.simplified(sym))
	}
	at := d.titleStart(simple)
	if at == 0 || len(syms) == 1 {
		return []spoken{{syllables: d.syllablesOf(syms, simple)}}
	}
	words := d.name(syms[:at], simple[:at])
	if at == len(syms) {
		return words
	}
	// in 大太監 no name stands before the title
	if n, _ := d.longestReading(d.surnameReadings, simple[:at]); n == 0 && at == 1 {
		return []spoken{{syllables: d.syllablesOf(syms, simple)}}
	}
	return append(words, spoken{d.syllablesOf(syms[at:], simple[at:]), true})
}

// titleStart is where the longest title begins that ends with the letters, or
// the number of letters where there is none.
func (d *dictionaries) titleStart(simple []symbol) int {
	titles := d.titles()
	for i := range simple {
		if titles[string(write(nil, &d.alphabet, simple[i:]))] {
			return i
		}
	}
	return len(simple)
}

// readTitles reads data/titles.txt.
func readTitles(text string) map[string]bool {
	titles := map[string]bool{}
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "#") {
			continue
		}
		for _, w := range strings.Fields(l) {
			titles[w] = true
		}
	}
	return titles
}

// name reads a name, or one word where it is none.
func (d *dictionaries) name(syms, simple []symbol) []spoken {
	if d.titles()[string(write(nil, &d.alphabet, simple))] {
		return []spoken{{syllables: d.syllablesOf(syms, simple)}}
	}
	n, family := d.longestReading(d.surnameReadings, simple)
	// 甯 and 乾 are surnames of their own, 宁 and 干 others
	if m, own := d.longestReading(d.surnameReadings, syms); m >= n {
		n, family = m, own
	}
	// 單于 is one word, read otherwise than the surname 單
	if whole, p := d.longestReading(d.phraseReadings, simple); n == 1 && whole == len(simple) && whole > 1 && p[0] != family[0] {
		return []spoken{{syllables: p}}
	}
	given := len(syms) - n
	switch {
	case n > 0 && given >= 1 && given <= 2:
		return []spoken{{syllables: family}, {syllables: d.syllablesOf(syms[n:], simple[n:])}}
	case n > 0 && given == 0:
		return []spoken{{syllables: family}}
	}
	return []spoken{{syllables: d.syllablesOf(syms, simple)}}
}

func (d *dictionaries) syllablesOf(syms, simple []symbol) []string {
	var out []string
	for i := 0; i < len(syms); {
		n, p := d.longestReading(d.phraseReadings, syms[i:])
		if m, q := d.longestReading(d.phraseReadings, simple[i:]); m > n {
			n, p = m, q
		}
		if n > 0 {
			out = append(out, p...)
			i += n
			continue
		}
		syl := d.letterReading(syms[i])
		if syl == "" {
			syl = d.letterReading(simple[i])
		}
		if syl == "" {
			syl = string(d.alphabet.rune(syms[i]))
		}
		out = append(out, syl)
		i++
	}
	return out
}

func (d *dictionaries) letterReading(s symbol) string {
	if s >= literal || int(s)*2+1 >= len(d.readings) {
		return ""
	}
	return d.syllable(d.readings[2*s:])
}

// syllable is the one whose number s begins with, "" for 0.
func (d *dictionaries) syllable(s string) string {
	all := d.syllables()
	if n := int(s[0]) | int(s[1])<<8; n > 0 && n <= len(all) {
		return all[n-1]
	}
	return ""
}

func (d *dictionaries) longestReading(t trie.Trie, syms []symbol) (int, []string) {
	node, best, at := t.Root(), 0, uint32(0)
	for i, s := range syms {
		if s >= literal {
			break
		}
		var ok bool
		if node, ok = t.Child(node, uint16(s)); !ok {
			break
		}
		if v, ok := t.Value(node); ok {
			best, at = i+1, v
		}
	}
	var out []string
	for k := range best {
		out = append(out, d.syllable(d.readingRows[2*(int(at)+k):]))
	}
	return best, out
}

// simplified is the Simplified form of one letter.
func (d *dictionaries) simplified(s symbol) symbol { return d.letter(simplifying, s) }

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// toneless are the letters with tone marks and what they are without.
var toneless = strings.NewReplacer(
	"ā", "a", "á", "a", "ǎ", "a", "à", "a", "ē", "e", "é", "e", "ě", "e", "è", "e", "ê", "e",
	"ī", "i", "í", "i", "ǐ", "i", "ì", "i", "ō", "o", "ó", "o", "ǒ", "o", "ò", "o",
	"ū", "u", "ú", "u", "ǔ", "u", "ù", "u", "ǖ", "v", "ǘ", "v", "ǚ", "v", "ǜ", "v", "ü", "v",
	"ń", "n", "ň", "n", "ǹ", "n", "ḿ", "m",
)

func plainSyllable(s string) string { return toneless.Replace(s) }
