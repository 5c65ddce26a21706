package cast

import (
	"math"

	"shuyou/index/cast/lexicon"
)

var trace func(string, float64)

// A scorer turns what was counted of a candidate into one number: the sum of
// weighted features, each between about -3 and 4.
type scorer struct {
	w *words
}

func newScorer(w *words) *scorer { return &scorer{w} }

// kindNow is the kind that the sums up to now give the candidate, 0 where
// nothing yet says that it could be a name.
func (f *finder) kindNow(c *candidate) kind {
	k := c.kind
	for _, best := range []kind{postKind, titledKind, compoundKind, surnameKind, foreignKind} {
		if k&best != 0 {
			return best
		}
	}
	switch {
	case !c.clean || len(c.rs) > longestOpener:
		return 0
	case c.cues >= 1 || c.opens >= openings:
		return openerKind
	case c.count >= f.wantedRepeats() && (c.word == 0 || len(c.rs) > 2):
		return repeatedKind
	}
	return 0
}

// known is the candidate with the key, nil where it is none at this chapter.
func (f *finder) known(rs []rune) *candidate {
	at, ok := f.index[lexicon.KeyOf(rs)]
	if !ok || f.candidates[at].count == 0 || f.kindNow(&f.candidates[at]) == 0 {
		return nil
	}
	return &f.candidates[at]
}

// part is how often the string stands in the text, for cohesion.
func (f *finder) part(rs []rune) float64 {
	switch len(rs) {
	case 1:
		return float64(f.single[rs[0]]) + 1
	case 2:
		return float64(f.pairs[lexicon.KeyOf(rs)]) + 1
	}
	if c := f.known(rs); c != nil {
		return float64(c.count) + 1
	}
	return 2
}

// cohesion is the weakest joint of the string: how much oftener its two parts
// stand together than chance would have it, on a scale of 0 to about 1.
func (f *finder) cohesion(c *candidate) float64 {
	n, total := float64(c.count), float64(f.total)
	weakest := math.Inf(1)
	for k := 1; k < len(c.rs); k++ {
		v := math.Log(n*total/(f.part(c.rs[:k])*f.part(c.rs[k:]))) / math.Log(total/n+2)
		weakest = min(weakest, v)
	}
	return weakest
}

// titledScore is the least score of a surname with a title: enough for one
// place in a novel.
const titledScore = 1

// postAlone is the share of a post's places that no name follows.
const postAlone = 0.6

func (f *finder) score(c *candidate, k kind) float64 {
	if k == postKind {
		if alone := c.rightMark + c.rightAfter; c.count < 2 || float64(alone) < postAlone*float64(c.count) {
			return math.Inf(-1)
		}
		return titledScore
	}
	w := f.w.weights
	n := float64(c.count)
	rs := c.rs
	sum := w["bias"]
	add := func(name string, v float64) {
		sum += w[name] * v
		if trace != nil {
			trace(name, v)
		}
	}
	switch c.strength {
	case lexicon.Strong:
		add("sn", 1)
	case lexicon.Weak:
		add("snweak", 1)
	case lexicon.Compound:
		add("comp", 1)
	}
	if c.strength != lexicon.NoSurname {
		add("given", c.given)
	}
	if k == foreignKind {
		add("tr", c.static.foreign)
		add("foreign", 1)
	}
	add("opener", truth(k == openerKind))
	add("repeated", truth(k == repeatedKind))
	add("titled", truth(k == titledKind))
	left := float64(c.leftMark+c.leftBefore) / n
	right := float64(c.rightMark+c.rightAfter) / n
	add("leftedge", left)
	add("rightedge", right)
	add("start", float64(c.start)/n)
	add("logcue", math.Log2(1+float64(c.cues)))
	add("cueshare", float64(c.cues)/n)
	l, r := sumSide(c.left, n), sumSide(c.right, n)
	add("leftentropy", l.entropy)
	add("rightentropy", r.entropy)
	add("leftdominance", l.dominant)
	add("rightdominance", r.dominant)
	if len(rs) == 2 {
		add("word", c.word)
	} else {
		add("longword", c.word/float64(1+c.cues)) // a word that speaks is a name
	}
	add("listed", truth(c.listed))
	add("grammar", c.static.grammar)
	add("badlast", truth(c.badLast))
	add("prefixshare", f.prefixShare(c))
	add("lastword", c.lastWord)
	add("firstword", c.firstWord)
	add("endstitle", truth(c.endTitle))
	add("besidetitle", min(1, float64(c.besideTitle)/n*2))
	add("inlist", min(1, float64(c.inList)/n*2))
	add("placebefore", float64(c.placeBefore)/n)
	add("placeafter", float64(c.placeAfter)/n)
	add("two", truth(len(rs) == 2))
	add("four", truth(len(rs) >= 4))
	add("once", truth(c.count == 1))
	add("cohesion", f.cohesion(c))
	add("rare", c.rare)
	add("sounds", c.steppe)
	add("noword", truth(!c.inner))
	add("endsplace", truth(c.endPlace))
	add("endsforce", truth(c.endForce))
	add("particle", truth(c.particle))
	add("place", truth(c.place))
	add("personverb", r.personVerb)
	add("leftvariety", min(1, float64(len(c.left)-1+max(0, int(c.leftMark)-1))/6))
	add("rightvariety", min(1, float64(len(c.right)-1+max(0, int(c.rightMark)-1))/6))
	if c.count >= 3 {
		add("oftenedge", right)
	}
	add("crossright", r.crossing)
	add("crossleft", l.crossing)
	add("splittitle", r.splitTitle)
	add("quantity", l.quantity)
	add("pronoun", l.pronoun)
	add("adverb", l.adverb)
	add("coverb", l.coverb)
	add("aspect", r.aspect)
	add("location", r.location)
	add("soldiers", r.soldiers)
	add("incue", float64(c.inCue)/n)
	add("logincue", math.Log2(1+float64(c.inCue)))
	add("inside", float64(c.inside)/n)
	add("overleft", float64(c.overLeft)/n)
	add("overright", float64(c.overRight)/n)
	add("called", math.Log2(1+float64(c.called)))
	evidence := float64(c.start+c.besideTitle+c.inList)/n + r.personVerb + l.coverb
	add("noevidence", truth(evidence == 0))
	add("listed2", truth(c.listed && len(rs) == 2))
	if c.steppe > 0.99 && !c.inner && c.count >= 2 {
		sum += 1.5
	}
	if k == titledKind && !c.loose {
		sum = max(sum, titledScore)
	}
	return sum
}

// prefixShare is the share of the places of the string without its last
// character that this string explains.
func (f *finder) prefixShare(c *candidate) float64 {
	if len(c.rs) < 3 {
		return 0
	}
	if p := f.known(c.rs[:len(c.rs)-1]); p != nil {
		return float64(c.count) / float64(p.count)
	}
	return 1
}

// sideSums are shares of a candidate's places.
type sideSums struct {
	entropy, dominant, crossing, personVerb, splitTitle           float64
	quantity, pronoun, adverb, coverb, aspect, location, soldiers float64
}

func sumSide(side []neighbour, n float64) sideSums {
	var s sideSums
	for _, nb := range side {
		p := float64(nb.n) / n
		if nb.r == 0 { // every mark is a neighbour of its own
			s.entropy += p * math.Log2(float64(nb.n)+1)
			continue
		}
		s.entropy -= p * math.Log2(p)
		if nb.flags&expected == 0 {
			s.dominant = max(s.dominant, p)
		}
		if nb.flags&crossing != 0 {
			s.crossing += p
		}
		if nb.flags&personVerb != 0 {
			s.personVerb += p
		}
		if nb.flags&splitTitle != 0 {
			s.splitTitle += p
		}
		for _, f := range []struct {
			flag neighbourFlags
			sum  *float64
		}{{quantity, &s.quantity}, {pronoun, &s.pronoun}, {adverb, &s.adverb}, {coverb, &s.coverb}, {aspect, &s.aspect}, {location, &s.location}, {soldiers, &s.soldiers}} {
			if nb.flags&f.flag != 0 {
				*f.sum += p
			}
		}
	}
	s.entropy /= math.Log2(n + 2)
	return s
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
