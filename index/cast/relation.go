package cast

import (
	"slices"
	"strings"
)

// A RelationKind is what a text says somebody does to, or is to, another.
type RelationKind string

// The kinds of relations, from the person's side. The second of a pair is the
// other side of the first.
const (
	Fights      RelationKind = "fights"
	Commands    RelationKind = "commands"
	Serves      RelationKind = "serves"
	DefectedTo  RelationKind = "defected to"
	TookIn      RelationKind = "took in"
	Advised     RelationKind = "advised"
	AdvisedBy   RelationKind = "advised by"
	KinOf       RelationKind = "kin" // by the word of the text
	RelatedToBy RelationKind = "kin of"
)

var otherSide = map[RelationKind]RelationKind{
	Fights: Fights, Commands: Serves, Serves: Commands, DefectedTo: TookIn, TookIn: DefectedTo,
	Advised: AdvisedBy, AdvisedBy: Advised, KinOf: RelatedToBy, RelatedToBy: KinOf,
}

// A Relation is a tie between two people that a sentence states.
type Relation struct {
	Kind  RelationKind
	Other string  // the name of the other, or of the body of people
	With  *Person // nil where the other is no person of the cast
	Word  string  // the word of the text that says so, folded
	// Sentence is where it stands.
	Sentence Passage
}

// tie is a relation as it is found: the kind from a's side.
type tie struct {
	kind RelationKind
	a, b actor
	word string
	span span
}

// The lists of data/relations.txt, in the order in which they are tried.
var (
	tieVerbs = []struct {
		kind RelationKind
		list string
	}{{Fights, "fights"}, {DefectedTo, "defected"}, {Serves, "serves"}, {Commands, "commands"}, {Advised, "advised"}}
	tieNouns = []struct {
		kind RelationKind
		list string
	}{{Serves, "under"}, {Commands, "above"}, {KinOf, "kin"}}
)

// placedTie is a tie with its paragraph.
type placedTie struct {
	tie
	paragraph int32
}

// longestBetween is how many runes may stand between two people for a verb to
// tie them.
const longestBetween = 10

// Relations are the ties that the open text states between the person and
// others, each kind and other once, where it is first stated.
func (p *Person) Relations() []Relation {
	v := p.view
	v.readScenes()
	var out []Relation
	for _, i := range p.ties {
		t := v.ties[i]
		kind, other := t.kind, t.b
		if p.id == t.b.person {
			kind, other = otherSide[t.kind], t.a
		}
		r := Relation{Kind: kind, Word: t.word}
		if other.person >= 0 {
			r.With = v.people[other.person]
			r.Other = r.With.Name
		} else {
			r.Other = string([]rune(v.c.text(int(t.paragraph)))[other.start:other.end])
		}
		if r.With == p || r.With != nil && r.With.hidden || slices.ContainsFunc(out, func(x Relation) bool { return x.Kind == r.Kind && x.Other == r.Other }) {
			continue
		}
		r.Sentence = v.c.passage(t.paragraph, t.span)
		out = append(out, r)
	}
	return out
}

// tiesIn finds the ties that the sentences of the paragraph state.
func (w *words) tiesIn(s *scene) []tie {
	if len(s.actors) == 0 {
		return nil
	}
	var out []tie
	for _, c := range sentences(s.rs) {
		as := s.within(c)
		for i := 0; i+1 < len(as); i++ {
			a, b := as[i], as[i+1]
			if a.person < 0 && b.person < 0 || s.quoted(a.start) != s.quoted(b.start) {
				continue
			}
			if t, ok := w.tieBetween(s.rs, a, b); ok {
				t.span = c
				out = append(out, t)
			}
		}
		for _, b := range as {
			if t, ok := w.heardBy(s, b); ok {
				t.span = c
				out = append(out, t)
			}
		}
	}
	return out
}

// tieBetween reads what stands between two neighbours, and right after them.
func (w *words) tieBetween(rs []rune, a, b actor) (tie, bool) {
	between := rs[a.end:b.start]
	if len(between) > longestBetween || slices.ContainsFunc(between, func(r rune) bool { return !isHan(r) }) {
		return tie{}, false
	}
	t := tie{a: a, b: b}
	// A和B交戰
	if len(between) == 1 && strings.ContainsRune("和与同跟", between[0]) {
		if n := w.ties["mutual"].longest(w.skipFillers(rs[b.end:])); n > 0 {
			t.kind, t.word = Fights, "mutual"
			return t, true
		}
	}
	// A是B的部下, A的部下B
	if t, ok := w.tieByNoun(rs, a, b); ok {
		return t, true
	}
	passive := false
	rest := w.skipFillers(between)
	if len(rest) == 1 && (rest[0] == '被' || rest[0] == '为') { // B被A殺
		passive = true
		rest = w.skipFillers(rs[b.end:])
	}
	for _, v := range tieVerbs {
		n := w.ties[v.list].longest(rest)
		if n == 0 {
			continue
		}
		left := rest[n:]
		if len(left) > 0 && strings.ContainsRune("了着过向往", left[0]) {
			left = left[1:]
		}
		if !passive && len(left) > 0 {
			continue
		}
		t.kind, t.word = v.kind, string(rest[:n])
		if passive {
			t.a, t.b = b, a
		}
		return t, true
	}
	return tie{}, false
}

// heardBy reads 應該聽B的建議, where who hears was named before.
func (w *words) heardBy(s *scene, b actor) (tie, bool) {
	if b.person < 0 || b.start == 0 || s.rs[b.start-1] != '听' || s.quoted(b.start) {
		return tie{}, false
	}
	after := s.rs[b.end:]
	if len(after) < 3 || after[0] != '的' || !hasRunes(after[1:], "建议") && !hasRunes(after[1:], "劝") && !hasRunes(after[1:], "话") {
		return tie{}, false
	}
	who := s.back(0, b.start, w)
	if len(who) != 1 || who[0].person < 0 || who[0].person == b.person {
		return tie{}, false
	}
	return tie{kind: AdvisedBy, a: who[0], b: b, word: string(after[1:3])}, true
}

// tieByNoun reads ties by what somebody is to another.
func (w *words) tieByNoun(rs []rune, a, b actor) (tie, bool) {
	between := rs[a.end:b.start]
	after := rs[b.end:]
	if len(after) > 0 && after[0] == '的' {
		if len(between) >= 1 && len(between) <= 2 && (between[0] == '是' || between[0] == '乃') {
			return w.tieOf(a, b, after[1:])
		}
	}
	rest := between
	if len(rest) > 1 && rest[0] == '的' {
		rest = rest[1:]
	}
	if len(rest) > 0 && len(rest) < len(between) || len(between) > 0 && between[0] == '之' { // A的部下B
		if t, ok := w.tieOf(b, a, rest); ok && len(rest) == len([]rune(t.word)) {
			return t, true
		}
	}
	return tie{}, false
}

// tieOf is the tie where a is b's noun.
func (w *words) tieOf(a, b actor, noun []rune) (tie, bool) {
	for _, v := range tieNouns {
		if n := w.ties[v.list].longest(noun); n > 0 {
			return tie{kind: v.kind, a: a, b: b, word: string(noun[:n])}, true
		}
	}
	return tie{}, false
}

// skipFillers leaves out adverbs at the start.
func (w *words) skipFillers(rs []rune) []rune {
	for {
		n := w.ties["filler"].longest(rs)
		if n == 0 || n == len(rs) {
			return rs
		}
		rs = rs[n:]
	}
}
