package cast

import (
	"embed"
	"strconv"
	"strings"
	"sync"

	"shuyou/index/cast/lexicon"
)

//go:embed data
var dataFiles embed.FS

// A runeSet is a set of folded characters.
type runeSet map[rune]bool

func (s runeSet) has(r rune) bool { return s[r] }

// words are the lists of data/, folded.
type words struct {
	never, grammar, after, personVerb, before, afterPlace, beforePlace, badLast, speech runeSet
	quantity, pronoun, adverb, coverb, aspect, location                                 runeSet
	force, particle, direction, state, roleEnd, org, inner                              runeSet

	known, called, same, self [][]rune // data/naming.txt

	prefixes, reply, vocative [][]rune // data/speech.txt
	roles                     map[rune][][]rune
	groups                    map[string]int
	object                    runeSet

	decide, mind, describe, plan [][]rune            // data/telling.txt
	officeAfter, officeRaise     [][]rune            // data/offices.txt
	ties                         map[string][][]rune // data/relations.txt

	notNames map[lexicon.Key]bool // data/notnames.txt
	acts     map[lexicon.Key]bool // of them, those that are no part of a name either

	titles     map[lexicon.Key]titleClass
	titleRunes int // of the longest
	bare       map[lexicon.Key]bool
	female     map[lexicon.Key]bool
	maiden     map[lexicon.Key]bool
	posts      map[lexicon.Key]bool
	sole       [][]rune
	short      runeSet // titles of one character
	weights    map[string]float64
}

// titleClass is the section of data/titles.txt a title stands in.
type titleClass uint8

const (
	noTitle titleClass = iota
	rankTitle
	courtTitle
	styleTitle
	kinTitle
)

var titleSections = map[string]titleClass{"rank": rankTitle, "court": courtTitle, "style": styleTitle, "kin": kinTitle}

var loadWords = sync.OnceValue(func() *words {
	characters := sections("data/characters.txt")
	set := func(key string) runeSet {
		s := runeSet{}
		for _, f := range characters[key] {
			for _, r := range foldRunes(f) {
				s[r] = true
			}
		}
		return s
	}
	w := &words{
		never: set("never"), grammar: set("grammar"), after: set("after"), personVerb: set("personverb"),
		before: set("before"), afterPlace: set("afterplace"), beforePlace: set("beforeplace"),
		badLast: set("badlast"), speech: set("speech"),
		quantity: set("quantity"), pronoun: set("pronoun"), adverb: set("adverb"), coverb: set("coverb"),
		aspect: set("aspect"), location: set("location"),
		force: set("force"), particle: set("particle"), direction: set("direction"), state: set("state"), roleEnd: set("roleend"), org: set("org"), inner: set("inner"),
		titles: map[lexicon.Key]titleClass{}, notNames: map[lexicon.Key]bool{}, acts: map[lexicon.Key]bool{}, bare: map[lexicon.Key]bool{}, female: map[lexicon.Key]bool{}, maiden: map[lexicon.Key]bool{}, posts: map[lexicon.Key]bool{}, short: runeSet{}, weights: map[string]float64{},
	}
	readLists("data/naming.txt", map[string]*[][]rune{"known": &w.known, "called": &w.called, "same": &w.same, "self": &w.self})
	readLists("data/telling.txt", map[string]*[][]rune{"decide": &w.decide, "mind": &w.mind, "describe": &w.describe, "plan": &w.plan})
	readLists("data/offices.txt", map[string]*[][]rune{"after": &w.officeAfter, "raise": &w.officeRaise})
	w.ties = map[string][][]rune{}
	for key, fields := range sections("data/relations.txt") {
		for _, f := range fields {
			w.ties[key] = append(w.ties[key], foldRunes(f))
		}
	}
	w.readSpeech(sections("data/speech.txt"))
	for key, fields := range sections("data/notnames.txt") {
		for _, f := range fields {
			k := lexicon.KeyOf(foldRunes(f))
			w.notNames[k] = true
			if key == "act" {
				w.acts[k] = true
			}
		}
	}
	for key, fields := range sections("data/titles.txt") {
		for _, f := range fields {
			rs := foldRunes(f)
			switch key {
			case "bare":
				w.bare[lexicon.KeyOf(rs)] = true
				continue
			case "female":
				w.female[lexicon.KeyOf(rs)] = true
				continue
			case "maiden":
				w.maiden[lexicon.KeyOf(rs)] = true
				continue
			case "post":
				w.posts[lexicon.KeyOf(rs)] = true
				continue
			case "sole":
				w.sole = append(w.sole, rs)
				continue
			case "short":
				w.short[rs[0]] = true
				continue
			}
			if k := lexicon.KeyOf(rs); w.titles[k] == noTitle || w.titles[k] > titleSections[key] {
				w.titles[k] = titleSections[key]
			}
			w.titleRunes = max(w.titleRunes, len(rs))
		}
	}
	for key, fields := range sections("data/weights.txt") {
		if v, err := strconv.ParseFloat(fields[0], 64); err == nil {
			w.weights[key] = v
		}
	}
	return w
})

// readLists appends the fields of the lines of the file to the lists.
func readLists(name string, lists map[string]*[][]rune) {
	for key, fields := range sections(name) {
		if list := lists[key]; list != nil {
			for _, f := range fields {
				*list = append(*list, foldRunes(f))
			}
		}
	}
}

func (w *words) readSpeech(speech map[string][]string) {
	w.roles, w.groups, w.object = map[rune][][]rune{}, map[string]int{}, runeSet{}
	readLists("data/speech.txt", map[string]*[][]rune{"prefix": &w.prefixes, "reply": &w.reply, "vocative": &w.vocative})
	for _, f := range speech["role"] {
		w.addRole(foldRunes(f))
	}
	for i := 0; i+1 < len(speech["group"]); i += 2 {
		rs := foldRunes(speech["group"][i])
		if n, err := strconv.Atoi(speech["group"][i+1]); err == nil {
			w.groups[string(rs)] = n
			w.addRole(rs)
		}
	}
	for _, f := range speech["object"] {
		for _, r := range foldRunes(f) {
			w.object[r] = true
		}
	}
}

func (w *words) addRole(rs []rune) { w.roles[rs[0]] = append(w.roles[rs[0]], rs) }

// sections reads the lines of an embedded file: a key and its fields. Lines
// that start with # are comments.
func sections(name string) map[string][]string {
	out := map[string][]string{}
	data, err := dataFiles.ReadFile(name)
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if f := strings.Fields(line); len(f) > 1 {
			out[f[0]] = append(out[f[0]], f[1:]...)
		}
	}
	return out
}

// foldRunes is the folded string.
func foldRunes(s string) []rune {
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = foldLetter(r)
	}
	return rs
}

// title is the class of the folded string as a title.
func (w *words) title(rs []rune) titleClass {
	if len(rs) > w.titleRunes {
		return noTitle
	}
	return w.titles[lexicon.KeyOf(rs)]
}

// mayName reports whether the folded string is not known to be none: it is not
// in data/notnames.txt, and no word for an act starts or ends it.
func (w *words) mayName(rs []rune) bool {
	n := len(rs)
	return !w.notNames[lexicon.KeyOf(rs)] && (n < 3 || !w.acts[lexicon.KeyOf(rs[:2])] && !w.acts[lexicon.KeyOf(rs[n-2:])])
}
