package cast

import (
	"math"
	"slices"

	"shuyou/index/cast/lexicon"
)

// A kind says by which sign a string was taken for a possible name. The first
// three depend on its characters alone.
type kind uint8

const (
	surnameKind  kind = 1 << iota // surname and given name
	compoundKind                  // surname of two characters and given name
	foreignKind                   // sounds of a foreign name
	titledKind                    // surname and title
	openerKind                    // opens clauses, or says something
	repeatedKind                  // a string repeated in the text
	postKind                      // a place and a post: 杏山守衛
)

// longestCandidate is the length, in runes, of the longest string that is
// scored as a candidate, longestForeign that of one which sounds foreign.
// Longer names are found by their dots.
const (
	longestCandidate = 5
	longestForeign   = 8
)

// A candidate is a string that may be a name, with what was counted of it in
// the chapters read so far.
type candidate struct {
	key  lexicon.Key
	rs   []rune
	kind kind
	static

	count                                      int32
	leftMark, rightMark                        int32 // beside a mark
	leftBefore, rightAfter                     int32 // beside a character of words.before, words.after
	start, opens, cues                         int32 // at the start of a run; before more; bringing a speech
	afterTitle, beforeTitle, afterRole, inList int32
	owns                                       int32 // before 的 and something people have
	called, inCue                              int32 // alone at the start of a speech; in a run that brings one
	// inside counts the places within a longer everyday word, overLeft and
	// overRight those whose edge such a word crosses.
	inside, overLeft, overRight int32
	placeBefore, placeAfter     int32
	left, right                 []neighbour

	touched int32 // the chapter, from 1, in which it was last counted
	score   float64
	name    bool // a name by its score, or claimed to be one
	claimed bool
	flips   []int32 // chapters, indexes, in which name changed
}

// static holds what depends on the string alone.
type static struct {
	strength lexicon.Strength
	given    float64 // how usual the rest is as a given name
	foreign  float64 // how usual the characters are in foreign names
	steppe   float64 // share of characters for the sounds of foreign names
	grammar  float64 // grammatical characters, half each
	rare     float64 // rare characters, half each
	// weights of it, of its last and its first two characters as everyday words
	word, lastWord, firstWord float64

	listed   bool // in the word list as a name
	place    bool // in the word list as a place
	inner    bool // a word of two characters is inside
	clean    bool // no character that is never inside a name
	badLast  bool // its last character ends no name
	endTitle bool
	endPlace bool
	endForce bool // like a body of soldiers
	endOrg   bool // like a body of people or a house
	title    bool // it is a title
	role     bool // a word for anybody of a kind: 服務員, 中年人
	body     bool // a force of a state, a place or a kind: 明軍, 燕山師
	noName   bool // known not to be a name
	familiar bool // 老趙
	// particle: the surname may be a preposition before a direction, a place,
	// a title or another word.
	particle bool
	// common: without a surname, a number of people (二人, 眾官) or an everyday
	// verb, adverb or number.
	common bool
	// loose: the surname may be a word that goes with any title (那將軍, 諸大人),
	// or the title is of one character and the surname an everyday word.
	loose bool
}

// A neighbour is a character beside a candidate, 0 for a mark.
type neighbour struct {
	r     rune
	n     int32
	flags neighbourFlags
}

type neighbourFlags uint16

const (
	expected   neighbourFlags = 1 << iota // in words.after or words.before
	personVerb                            // in words.personVerb
	crossing                              // forms a word across the edge
	splitTitle                            // forms a title across the edge
	quantity                              // of the left: counts things
	pronoun                               // of the left
	adverb                                // of the left: belongs before a verb
	coverb                                // of the left: with, to, by somebody
	aspect                                // of the right: belongs after a verb
	location                              // of the right: on, in, beside
	soldiers                              // of the right: somebody's army
)

// staticKind is the kind the characters alone give the string.
func staticKind(rs []rune) kind {
	switch {
	case len(rs) >= 3 && len(rs) <= 4 && lexicon.CompoundSurname(rs[0], rs[1]):
		return compoundKind
	case len(rs) <= 3 && lexicon.Surname(rs[0]) != lexicon.NoSurname:
		return surnameKind
	}
	return 0
}

func (c *candidate) prepare(w *words) {
	rs := c.rs
	n := len(rs)
	s := &c.static
	s.strength = lexicon.Surname(rs[0])
	s.clean = !slices.ContainsFunc(rs, w.never.has)
	if c.kind&compoundKind != 0 {
		s.strength = lexicon.Compound
	}
	switch {
	case s.strength == lexicon.Compound:
		for _, r := range rs[2:] {
			s.given += lexicon.CharacterOf(r).Given1
		}
		s.given /= float64(n - 2)
	case s.strength != lexicon.NoSurname && n == 2:
		s.given = lexicon.CharacterOf(rs[1]).Given1
	case s.strength != lexicon.NoSurname:
		s.given = (lexicon.CharacterOf(rs[1]).Given2 + lexicon.CharacterOf(rs[2]).Given3) / 2
	}
	s.given = clamp(s.given, -3, 4)
	for i, r := range rs {
		c := lexicon.CharacterOf(r)
		sound := lexicon.ForeignSound(r)
		s.foreign += clamp(c.Foreign, -2, 3)
		if sound {
			s.steppe++
		}
		if w.grammar.has(r) {
			if s.strength != lexicon.NoSurname {
				if i > 0 && c.Given2 < 0 {
					s.grammar += 0.5
				}
			} else if !sound {
				s.grammar += 0.5
			}
		}
		if c.Rate < 2e-5 {
			s.rare += 0.5
		}
	}
	s.foreign /= float64(n)
	s.steppe /= float64(n)
	s.badLast = w.badLast.has(rs[n-1]) && rs[n-1] != '道' // see endsInDao
	s.endPlace = w.afterPlace.has(rs[n-1])
	s.role = s.word > 0 && w.roleEnd.has(rs[n-1])
	if v, ok := lexicon.LookupRunes(rs); ok && v.Weight >= commonWord {
		s.common = v.Class == lexicon.Verb || v.Class == lexicon.Function || v.Class == lexicon.Measure || n == 2 && v.Everyday() && v.Weight >= veryCommon
	}
	s.familiar = n == 2 && w.titles.familiar.has(rs[0])
	s.loose = w.particle.has(rs[0]) || w.pronoun.has(rs[0]) || w.quantity.has(rs[0]) || w.adverb.has(rs[0]) ||
		n == 2 && s.strength == lexicon.Weak && !w.titles.short.has(rs[1])
	s.noName = !w.mayName(rs)
	s.common = s.common || w.quantity.has(rs[0]) && (w.roleEnd.has(rs[n-1]) || w.title(rs[1:]) != noTitle)
	s.title = w.title(rs) != noTitle || w.titles.bare.has(rs)
	s.endOrg = n >= 3 && w.org.has(rs[n-1])
	s.endForce = w.force.has(rs[n-1])
	s.endTitle = n >= 3 && w.title(rs[n-2:]) != noTitle
	if v, ok := lexicon.LookupRunes(rs); ok {
		switch {
		case v.Class == lexicon.Person || v.Class == lexicon.Foreign:
			s.listed = true
		default:
			s.word = v.Weight
		}
		s.place = v.Class == lexicon.Place
	}
	if n >= 3 {
		s.lastWord = wordWeight(rs[n-2:])
		s.firstWord = wordWeight(rs[:2])
	}
	if s.endForce {
		v, ok := lexicon.LookupRunes(rs[:n-1])
		s.body = n == 2 && w.state.has(rs[0]) || ok && (v.Everyday() || v.Class == lexicon.Place)
	}
	if w.particle.has(rs[0]) {
		v, ok := lexicon.LookupRunes(rs[1:])
		s.particle = w.direction.has(rs[1]) || n > 2 && (ok && (v.Class == lexicon.Place || v.Weight >= commonWord) || w.title(rs[1:]) != noTitle)
	}
	for i := 0; i+2 <= n; i++ {
		s.inner = s.inner || wordWeight(rs[i:i+2]) > 0
	}
}

// wordWeight is the weight of the string as a word that is no name.
func wordWeight(rs []rune) float64 {
	if v, ok := lexicon.LookupRunes(rs); ok && v.Class != lexicon.Person && v.Class != lexicon.Foreign {
		return v.Weight
	}
	return 0
}

// commonWord is the weight from which a word across the edge of a candidate
// counts against it: some twenty places in the list's corpus.
const commonWord = 1.3

// veryCommon is the weight from which a word of two characters that is no
// surname and given name is not taken for a name.
const veryCommon = 2.6

// see counts the neighbour r on one side; edge is the candidate's character on
// that side.
func see(side []neighbour, r, edge rune, right bool, w *words) []neighbour {
	for i := range side {
		if side[i].r == r {
			side[i].n++
			return side
		}
	}
	nb := neighbour{r: r, n: 1}
	if r != 0 {
		pair := []rune{r, edge}
		ok := w.before
		if right {
			pair = []rune{edge, r}
			ok = w.after
			if w.personVerb.has(r) {
				nb.flags |= personVerb
			}
			if w.title(pair) != noTitle {
				nb.flags |= splitTitle
			}
			if w.aspect.has(r) {
				nb.flags |= aspect
			}
			if w.force.has(r) && r != '部' {
				nb.flags |= soldiers
			}
			if w.location.has(r) {
				nb.flags |= location
			}
		} else {
			for _, f := range []struct {
				set  runeSet
				flag neighbourFlags
			}{{w.quantity, quantity}, {w.pronoun, pronoun}, {w.adverb, adverb}, {w.coverb, coverb}} {
				if f.set.has(r) {
					nb.flags |= f.flag
				}
			}
		}
		if ok.has(r) {
			nb.flags |= expected
		}
		if wordWeight(pair) >= commonWord || w.acts[lexicon.KeyOf(pair)] || !right && w.particle.has(r) && w.direction.has(edge) {
			nb.flags |= crossing
		}
	}
	return append(side, nb)
}

func clamp(x, low, high float64) float64 { return math.Max(low, math.Min(high, x)) }
