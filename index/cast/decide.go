package cast

import (
	"math"

	"shuyou/index/cast/lexicon"
)

// The threshold rises with the length of the text: a chapter gives few places
// of a name, a novel many wrong strings.
const (
	shortText, longText = 8_000, 200_000 // characters
)

func (f *finder) threshold() float64 {
	low, high := f.w.acceptShort, f.w.acceptLong
	at := (math.Log(float64(f.total)+1) - math.Log(shortText)) / (math.Log(longText) - math.Log(shortText))
	return low + (high-low)*clamp(at, 0, 1)
}

// decide scores the candidates of the chapter and says which are names.
func (f *finder) decide() {
	threshold := f.threshold()
	for _, at := range f.touched {
		c := &f.candidates[at]
		c.score = math.Inf(-1)
		if k := f.kindNow(c); k == postKind {
			c.score = f.score(c, k)
		} else if k != 0 && !f.bareTitle(c, k) && !f.noPerson(c, k) {
			c.score = f.score(c, k)
		}
	}
	names := f.names
	f.names = f.names[:0:0]
	for _, at := range names {
		if f.candidates[at].touched != f.chapter+1 {
			f.settle(at, threshold)
		}
	}
	for _, at := range f.touched {
		f.settle(at, threshold)
	}
}

// settle says whether the candidate is a name from this chapter on.
func (f *finder) settle(at int32, threshold float64) {
	c := &f.candidates[at]
	wanted := threshold
	if !c.listed && c.strength != lexicon.Compound && c.count <= 3 && f.unseen(c) {
		wanted += f.w.notSeen
	}
	switch c.count {
	case 1:
		wanted += f.w.once
		if c.strength == lexicon.Weak && len(c.rs) == 2 {
			wanted += f.w.weakOnce
		}
		if len(c.rs) == 3 && c.lastWord >= veryCommon && !c.endTitle {
			wanted += f.w.weakOnce
		}
	case 2:
		wanted += f.w.twice
	}
	name := c.claimed || c.score >= wanted && !f.explained(c, threshold)
	if name {
		f.names = append(f.names, at)
	}
	if name != c.name {
		c.name = name
		c.flips = append(c.flips, f.chapter)
	}
}

// unseen reports whether the string never stands where a person does.
func (f *finder) unseen(c *candidate) bool {
	n := float64(c.count)
	if c.strength >= lexicon.Strong && c.afterRole > 0 {
		return false
	}
	return c.start+c.afterTitle+c.beforeTitle+c.inList+c.inCue+c.owns == 0 && sumSide(c.right, n).personVerb == 0 && sumSide(c.left, n).coverb == 0
}

// bareTitle reports whether the string ends in a title and has no surname
// before it: 位總兵, 幾副將.
func (f *finder) bareTitle(c *candidate, k kind) bool {
	n := len(c.rs)
	if n < 3 || k == titledKind || c.strength != lexicon.NoSurname {
		return false
	}
	return f.w.title(c.rs[n-2:]) == rankTitle
}

// fragment is the share of places with one and the same neighbour, not one
// that may stand beside any name, from which a string is a piece of a longer
// one.
const fragment = 0.9

// crossed is the share of places with a word across one edge from which a
// string is cut wrongly.
const crossed = 0.7

// noPerson reports what no score can make a person: a body of soldiers, a
// piece of a longer string, and strings without a strong surname that never
// stand where a person does.
func (f *finder) noPerson(c *candidate, k kind) bool {
	if k != titledKind && (c.body || c.noName) || k != titledKind && c.role || (k == openerKind || k == repeatedKind) && c.common {
		return true
	}
	if c.title || f.w.notNames[c.key] {
		return true
	}
	if k == titledKind {
		return false
	}
	if c.endOrg && c.cues == 0 && c.called == 0 && sumSide(c.right, float64(c.count)).personVerb < 0.2 {
		return true
	}
	if f.cutByDao(c) {
		return true
	}
	n := float64(c.count)
	l, r := sumSide(c.left, n), sumSide(c.right, n)
	if c.count >= 3 && (l.dominant >= fragment || r.dominant >= fragment) {
		return true
	}
	if c.count >= 3 && (r.crossing >= crossed || l.crossing >= crossed) {
		return true
	}
	if c.cues == 0 && c.called == 0 && c.afterTitle == 0 && c.inList == 0 {
		if c.word >= veryCommon || c.word > 0 && len(c.rs) > 2 {
			return true
		}
		if n := float64(c.count); c.count >= 3 && float64(c.placeBefore+c.placeAfter) >= 0.4*n {
			return true
		}
	}
	evidence := c.start + c.afterTitle + c.beforeTitle + c.inList + c.inCue + c.owns
	switch {
	case c.inCue == 0 && c.called == 0 && r.soldiers >= 0.6:
		return true
	case c.place && c.inCue == 0 && c.afterTitle == 0 && r.personVerb == 0:
		return true
	case k == repeatedKind:
		return evidence == 0 && r.personVerb < 0.3
	case c.strength == lexicon.Weak || k == openerKind:
		return evidence == 0 && r.personVerb == 0 && l.coverb == 0
	}
	return false
}

// A name that ends in 道 is told from a name before the verb by what follows:
// 鄔思道站起來, but 曹操道：. daoMarks is the share of places before a mark up to
// which 道 belongs to the name.
const (
	daoMarks  = 0.34
	daoPlaces = 3
)

func endsInDao(c *candidate) bool {
	return len(c.rs) == 3 && c.rs[2] == '道' && c.count >= daoPlaces && float64(c.rightMark) <= daoMarks*float64(c.count)
}

// cutByDao reports whether the string ends in 道 as a verb, or is a name
// without its 道.
func (f *finder) cutByDao(c *candidate) bool {
	switch {
	case c.rs[len(c.rs)-1] == '道':
		return !endsInDao(c)
	case len(c.rs) == 2:
		at, ok := f.index[c.key.Extend('道')]
		return ok && endsInDao(&f.candidates[at]) && 5*f.candidates[at].count >= 4*c.count
	}
	return false
}

// explained reports whether another name explains the string better: it only
// lengthens a more frequent and better one, or it is a piece of longer ones.
func (f *finder) explained(c *candidate, threshold float64) bool {
	n := len(c.rs)
	if c.strength == lexicon.Strong && n > 2 { // 聞|孫權: the rest is a frequent name by itself
		if p := f.known(c.rs[1:]); p != nil && p.score >= threshold && p.strength >= lexicon.Strong && p.count >= 3*c.count {
			return true
		}
	}
	if n == 3 && c.strength == lexicon.Weak { // 師|老趙
		if p := f.known(c.rs[1:]); p != nil && p.familiar && p.kind&titledKind != 0 {
			return true
		}
	}
	for size := 2; size < n; size++ {
		if p := f.known(c.rs[:size]); p != nil && p.score >= threshold &&
			float64(c.count) < 0.5*float64(p.count) && p.score > c.score-1.5 {
			return true
		}
		for i := 1; i+size <= n && c.strength != lexicon.Strong; i++ {
			if p := f.known(c.rs[i : i+size]); p != nil && p.score >= threshold &&
				float64(c.count) < 0.3*float64(p.count) && p.score > c.score {
				return true
			}
		}
	}
	return false
}
