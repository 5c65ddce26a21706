package cast

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shuyou/index/cast/lexicon"
	"shuyou/index/hanzi"
)

// How says by what a question found a person.
type How string

// The ways a person is found, the surest first.
const (
	ByForm     How = "form"     // a form of the person, in either script
	ByTitle    How = "title"    // a title or a name that the text gives to several
	ByPart     How = "part"     // a surname, or the start of a form
	ByPinyin   How = "pinyin"   // the sounds, with or without tones and spaces
	ByInitials How = "initials" // the first letters of the sounds
	ByNear     How = "near"     // a wrong character or two
	ByLookup   How = "lookup"   // the words stand in the text; the finder took them for no name
)

// A Match is a person that a question may mean.
type Match struct {
	Person *Person
	Form   string // the form that matched, in the book's spelling
	How    How
	// Manner is how a title means the person, and Times how often it does.
	Manner Manner
	Times  int
	// Passage shows the person, where a choice is to be offered: for a title,
	// the place where the person is called so.
	Passage Passage
}

// Find gives the people that a question may mean, the likeliest first: by
// mentions so far within one way of finding. One match by form is an answer;
// anything else is a choice to offer. None means that nobody is called so up
// to the ceiling.
func (v *View) Find(query string) []Match {
	if found, settled := v.Known(query); settled {
		return found
	}
	return v.LookUp(query)
}

// Known is Find among those whom the finder knows. Where it is not settled by
// that, the words may still stand in the text: LookUp tells.
func (v *View) Known(query string) (found []Match, settled bool) {
	q := plainQuery(query)
	if len(q) == 0 {
		return nil, true
	}
	if !slices.ContainsFunc(q, isHan) {
		return v.findBySound(spelled(query)), true
	}
	if m, ok := v.findForm(q); ok {
		return m, true
	}
	if m := v.findTitle(q); m != nil {
		return m, true
	}
	if m := v.findPart(q); m != nil {
		return m, true
	}
	if !mayBeAsked(q) {
		return nil, true
	}
	m := v.findNear(q)
	return m, m != nil
}

// LookUp finds a name that Known does not settle: it reads all of the open
// text, which takes a thousand times as long.
func (v *View) LookUp(query string) []Match { return v.lookUp(plainQuery(query)) }

// Suggest gives people whose forms or sounds start with what was typed, by
// mentions so far; all of them where nothing was typed.
func (v *View) Suggest(typed string, limit int) []Match {
	q, sound := plainQuery(typed), ""
	if len(q) == 0 || !slices.ContainsFunc(q, isHan) {
		sound = spelled(typed)
	}
	var out []Match
	for _, p := range v.People() {
		if len(out) == limit {
			break
		}
		if form, ok := p.startsWith(q, sound); ok {
			out = append(out, Match{Person: p, Form: form, How: ByPart})
		}
	}
	return out
}

func (p *Person) startsWith(q []rune, sound string) (string, bool) {
	for i, f := range p.Forms {
		r := p.sounds(i)
		switch rs := withoutDots(foldRunes(f.Form)); {
		case sound != "" && (strings.HasPrefix(r.plain, sound) || strings.HasPrefix(r.initials, sound)),
			sound == "" && len(q) <= len(rs) && slices.Equal(q, rs[:len(q)]):
			return f.Form, true
		}
	}
	return "", false
}

// plainQuery is the folded question without spaces, dots and quotation marks.
func plainQuery(query string) []rune {
	var out []rune
	for _, r := range norm.NFC.String(query) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out = append(out, foldLetter(r))
		}
	}
	return out
}

func withoutDots(rs []rune) []rune {
	return slices.DeleteFunc(rs, func(r rune) bool { return isDot(r) || isSpace(r) })
}

// spelled is a question in Latin letters as pinyin is compared: small, without
// tones and anything but letters, ü as v.
func spelled(query string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ReplaceAll(strings.ToLower(query), "ü", "v")) {
		switch {
		case r >= 'a' && r <= 'z':
			b.WriteRune(r)
		case r == '\u0308': // the dots of ü, set apart from its tone
			s := strings.TrimSuffix(b.String(), "u")
			b.Reset()
			b.WriteString(s + "v")
		}
	}
	return b.String()
}

// findForm finds the form by itself: a person's, or one that several share. It
// reports whether there is such a form.
func (v *View) findForm(q []rune) ([]Match, bool) {
	for i := range v.c.forms {
		if v.ofForm[i] == 0 || !slices.Equal(v.c.forms[i].text, q) {
			continue
		}
		if id := v.persons[i]; id >= 0 {
			if v.people[id].hidden {
				return nil, true
			}
			return []Match{{Person: v.people[id], Form: v.spelled[i], How: ByForm}}, true
		}
		var out []Match
		for _, id := range v.shared[int32(i)] {
			p := v.people[id]
			if !p.hidden {
				out = append(out, Match{Person: p, Form: v.spelled[i], How: ByTitle, Passage: p.introduction()})
			}
		}
		return out, true
	}
	for _, h := range v.c.hand { // a name that only cast.yaml has
		if id := v.persons[h.name]; h.show != nil && id >= 0 && !v.people[id].hidden && slices.Equal(plainQuery(v.people[id].Name), q) {
			return []Match{{Person: v.people[id], Form: v.people[id].Name, How: ByForm}}, true
		}
	}
	return nil, false
}

// introduction is a passage to tell somebody by: the best of the card.
func (p *Person) introduction() Passage {
	if told := p.Telling(); len(told) > 0 {
		return told[0]
	}
	return Passage{}
}

// findPart offers everybody of a surname, and those whose form holds what was
// asked for.
func (v *View) findPart(q []rune) []Match {
	var out []Match
	for _, p := range v.People() {
		for _, f := range p.Forms {
			rs := withoutDots(foldRunes(f.Form))
			n := surnameLength(rs)
			surname := n > 0 && slices.Equal(rs[:n], q)
			if surname || len(q) >= 2 && len(q) < len(rs) && strings.Contains(string(rs), string(q)) {
				out = append(out, Match{Person: p, Form: f.Form, How: ByPart, Passage: p.introduction()})
				break
			}
		}
	}
	return out
}

// reading is how a form sounds.
type reading struct{ plain, initials string }

// sounds is the reading of the person's i-th form.
func (p *Person) sounds(i int) reading {
	p.read.Do(func() {
		for _, f := range p.Forms {
			r := hanzi.Pinyin(f.Form)
			p.readings = append(p.readings, reading{spelled(r.Plain), spelled(r.Initials)})
		}
	})
	return p.readings[i]
}

// findBySound finds pinyin: whole, else the start of it, else initials.
func (v *View) findBySound(q string) []Match {
	if len(q) < 2 {
		return nil
	}
	for _, try := range []struct {
		how  How
		fits func(reading) bool
	}{
		{ByPinyin, func(r reading) bool { return r.plain == q }},
		{ByInitials, func(r reading) bool { return r.initials == q }},
		{ByPinyin, func(r reading) bool { return strings.HasPrefix(r.plain, q) }},
	} {
		var out []Match
		for _, p := range v.People() {
			for i, f := range p.Forms {
				if try.fits(p.sounds(i)) {
					out = append(out, Match{Person: p, Form: f.Form, How: try.how})
					break
				}
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// mayBeAsked reports whether the string can be a name: no pronoun, no
// grammatical word, nothing everyday.
func mayBeAsked(q []rune) bool {
	w := loadWords()
	if len(q) < 2 || slices.ContainsFunc(q, w.never.has) || !w.mayName(q) || w.pronoun.has(q[0]) {
		return false
	}
	if v, ok := lexicon.LookupRunes(q); ok {
		return v.Class == lexicon.Person || v.Class == lexicon.Foreign || len(q) > 2 && v.Class == lexicon.Other
	}
	return true
}

// findNear finds forms with a wrong character or two: as many places differ as
// may, or the sounds are the same.
func (v *View) findNear(q []rune) []Match {
	type near struct {
		match    Match
		distance int
	}
	sound := spelled(hanzi.Pinyin(string(q)).Plain)
	var found []near
	for _, p := range v.People() {
		best := -1
		var form string
		for i, f := range p.Forms {
			rs := withoutDots(foldRunes(f.Form))
			d := distance(q, rs)
			same := sound != "" && p.sounds(i).plain == sound
			if same {
				d = min(d, 1)
			}
			if allowed := wrongAllowed(min(len(q), len(rs))); (d <= allowed || same) && (best < 0 || d < best) {
				best, form = d, f.Form
			}
		}
		if best >= 0 {
			found = append(found, near{Match{Person: p, Form: form, How: ByNear}, best})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var out []Match
	for _, n := range found {
		if n.distance == found[0].distance {
			n.match.Passage = n.match.Person.introduction()
			out = append(out, n.match)
		}
	}
	return out
}

// wrongAllowed is how many characters of a name of n may be wrong.
func wrongAllowed(n int) int {
	switch {
	case n < 3:
		return 0
	case n < 5:
		return 1
	}
	return 2
}

// distance counts the characters to change, add or leave out.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
