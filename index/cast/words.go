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

// words are the lists of data/, folded. They are read once and not changed.
type words struct {
	// data/characters.txt
	never, inner, grammar, after, personVerb, before, afterPlace, beforePlace, badLast, speech runeSet
	quantity, pronoun, adverb, coverb, aspect, location                                        runeSet
	force, org, particle, direction, state, roleEnd                                            runeSet

	known, called, same, introduces phrases // data/naming.txt

	prefixes, reply, vocative, follows, roles phrases // data/speech.txt
	groups                                    map[string]int
	object                                    runeSet

	decide, mind, describe, plan, owned  phrases // data/telling.txt
	officeAfter, officeRaise, officeLead phrases // data/offices.txt
	officeSkip, officeStop               runeSet
	ties                                 map[string]phrases // data/relations.txt

	notNames, acts map[lexicon.Key]bool // data/notnames.txt; acts are no part of a name either

	titles titles // data/titles.txt

	women, men       phrases // data/gender.txt
	herself, himself runeSet

	weights                                                 vector  // data/weights.txt
	acceptShort, acceptLong, once, twice, weakOnce, notSeen float64 // also there
}

// sections of a file are its lines by their first word.
type sections map[string][]string

// readSections reads an embedded file: lines of a key and its fields. Lines
// that start with # are comments. Lines with one key are one section.
func readSections(name string) sections {
	out := sections{}
	data, err := dataFiles.ReadFile("data/" + name)
	if err != nil {
		return out // the files are embedded; a test reads every one
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

func (s sections) runes(key string) runeSet   { return newRuneSet(s[key]) }
func (s sections) phrases(key string) phrases { return newPhrases(s[key]) }

// number is the value of the key, 0 where there is none.
func (s sections) number(key string) float64 {
	if len(s[key]) != 1 {
		return 0
	}
	v, err := strconv.ParseFloat(s[key][0], 64)
	if err != nil {
		return 0
	}
	return v
}

var loadWords = sync.OnceValue(func() *words {
	w := &words{}
	w.readCharacters(readSections("characters.txt"))
	w.readSpeech(readSections("speech.txt"))
	w.readWeights(readSections("weights.txt"))
	w.titles = readTitles(readSections("titles.txt"))
	naming := readSections("naming.txt")
	w.known, w.called, w.same = naming.phrases("known"), naming.phrases("called"), naming.phrases("same")
	w.introduces = naming.phrases("introduces")
	telling := readSections("telling.txt")
	w.decide, w.mind = telling.phrases("decide"), telling.phrases("mind")
	w.describe, w.plan, w.owned = telling.phrases("describe"), telling.phrases("plan"), telling.phrases("owned")
	offices := readSections("offices.txt")
	w.officeAfter, w.officeRaise = offices.phrases("after"), offices.phrases("raise")
	near := readSections("gender.txt")
	w.women, w.men, w.herself, w.himself = near.phrases("female"), near.phrases("male"), near.runes("herself"), near.runes("himself")
	w.officeLead, w.officeSkip, w.officeStop = offices.phrases("lead"), offices.runes("skip"), offices.runes("stop")
	w.ties = map[string]phrases{}
	for key, fields := range readSections("relations.txt") {
		w.ties[key] = newPhrases(fields)
	}
	w.notNames, w.acts = map[lexicon.Key]bool{}, map[lexicon.Key]bool{}
	for key, fields := range readSections("notnames.txt") {
		for _, f := range fields {
			k := lexicon.KeyOf(foldRunes(f))
			w.notNames[k] = true
			if key == "act" {
				w.acts[k] = true
			}
		}
	}
	return w
})

func (w *words) readCharacters(s sections) {
	for key, set := range map[string]*runeSet{
		"never": &w.never, "inner": &w.inner, "grammar": &w.grammar, "after": &w.after, "personverb": &w.personVerb,
		"before": &w.before, "afterplace": &w.afterPlace, "beforeplace": &w.beforePlace, "badlast": &w.badLast,
		"speech": &w.speech, "quantity": &w.quantity, "pronoun": &w.pronoun, "adverb": &w.adverb, "coverb": &w.coverb,
		"aspect": &w.aspect, "location": &w.location, "force": &w.force, "org": &w.org, "particle": &w.particle,
		"direction": &w.direction, "state": &w.state, "roleend": &w.roleEnd,
	} {
		*set = s.runes(key)
	}
}

func (w *words) readSpeech(s sections) {
	w.prefixes, w.reply, w.vocative, w.object = s.phrases("prefix"), s.phrases("reply"), s.phrases("vocative"), s.runes("object")
	w.follows = s.phrases("follows")
	roles := s["role"]
	w.groups = map[string]int{}
	for i := 0; i+1 < len(s["group"]); i += 2 {
		word := s["group"][i]
		if n, err := strconv.Atoi(s["group"][i+1]); err == nil {
			w.groups[string(foldRunes(word))] = n
			roles = append(roles, word)
		}
	}
	w.roles = newPhrases(roles)
}

func (w *words) readWeights(s sections) {
	for f, name := range featureNames {
		w.weights[f] = s.number(name)
	}
	w.acceptShort, w.acceptLong = s.number("accept.short"), s.number("accept.long")
	w.once, w.twice = s.number("accept.once"), s.number("accept.twice")
	w.weakOnce, w.notSeen = s.number("accept.weak"), s.number("accept.unseen")
}

// foldRunes is the folded string.
func foldRunes(s string) []rune {
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = foldLetter(r)
	}
	return rs
}

// mayName reports whether the folded string is not known to be none: it is not
// in data/notnames.txt, and no word for an act starts or ends it.
func (w *words) mayName(rs []rune) bool {
	n := len(rs)
	return !w.notNames[lexicon.KeyOf(rs)] && (n < 3 || !w.acts[lexicon.KeyOf(rs[:2])] && !w.acts[lexicon.KeyOf(rs[n-2:])])
}
