package cast

import (
	"math"

	"shuyou/index/cast/lexicon"
)

// A feature is one thing that speaks for or against a string's being a name.
// Shares are of the places in which the string stands.
type feature int

const (
	bias           feature = iota // always 1
	strongSurname                 // what the string starts with
	weakSurname                   //
	compoundName                  //
	givenName                     // how usual the rest is as a given name
	foreignSounds                 // how usual the characters are in foreign names
	foreignKinded                 // looked at because it sounds foreign,
	openerKinded                  // because it opens clauses,
	repeatedKinded                // because it is repeated,
	titledKinded                  // because a title ends it
	leftEdge                      // share with a mark, or a fitting character, before it
	rightEdge                     // and after it
	startShare                    // share at the start of a run
	logCues                       // how often it starts what brings a speech
	cueShare                      //
	logInCue                      // how often it stands in what brings a speech
	inCueShare                    //
	logCalled                     // how often it stands alone at the start of a speech
	leftEntropy                   // how much its neighbours vary
	rightEntropy                  //
	leftVariety                   // how many neighbours it has, up to six
	rightVariety                  //
	leftDominance                 // share of the commonest neighbour that does not fit a name
	rightDominance                //
	shortWord                     // how common it is as a word of two characters,
	longWord                      // or of more
	listedName                    // in the word list as a name
	listedShort                   // of two characters
	grammarInside                 // grammatical characters in it
	badLast                       // a last character that names do not have
	prefixShare                   // share of its prefix's places that it explains
	lastIsWord                    // how common its last two characters are as a word
	firstIsWord                   // and its first two
	endsInTitle                   //
	titleBefore                   // share after a title or a role
	titleAfter                    // and before one
	inList                        // share between 、
	placeBefore                   // share after a character that stands before places
	placeAfter                    // and before one that makes a place of it
	twoLong                       // two characters
	fourLong                      // four or more
	standsOnce                    //
	cohesive                      // how much oftener its parts stand together than by chance
	rareCharacters                //
	soundShare                    // share of characters for the sounds of foreign names
	foreignUnknown                // nothing but such characters, no word, more than once
	noWordInside                  //
	endsAsPlace                   //
	endsAsForce                   // like a body of soldiers
	particleFirst                 // the surname may be a preposition
	listedPlace                   //
	verbAfter                     // share with a verb for people after it
	oftenEdge                     // rightEdge of what stands three times or more
	crossRight                    // share with a word across its edges
	crossLeft                     //
	splitsTitle                   // share with a title across its right edge
	quantityBefore                // share after a number, a pronoun, an adverb,
	pronounBefore                 //
	adverbBefore                  //
	coverbBefore                  // after with, to, by
	aspectAfter                   // before 了, 着, 過,
	locationAfter                 // before 上, 裡,
	soldiersAfter                 // before 軍
	insideWord                    // share within a longer word
	overLeft                      // share with a long word across its edges
	overRight                     //
	ownsShare                     // share before 的 and something people have
	neverActs                     // it never stands where a person does
	featureCount
)

// featureNames are the names of the features in data/weights.txt.
var featureNames = [featureCount]string{
	bias: "bias", strongSurname: "sn", weakSurname: "snweak", compoundName: "comp", givenName: "given",
	foreignSounds: "tr", foreignKinded: "foreign", openerKinded: "opener", repeatedKinded: "repeated",
	titledKinded: "titled", leftEdge: "leftedge", rightEdge: "rightedge", startShare: "start", logCues: "logcue",
	cueShare: "cueshare", logInCue: "logincue", inCueShare: "incue", logCalled: "called",
	leftEntropy: "leftentropy", rightEntropy: "rightentropy", leftVariety: "leftvariety",
	rightVariety: "rightvariety", leftDominance: "leftdominance", rightDominance: "rightdominance",
	shortWord: "word", longWord: "longword", listedName: "listed", listedShort: "listed2",
	grammarInside: "grammar", badLast: "badlast", prefixShare: "prefixshare", lastIsWord: "lastword",
	firstIsWord: "firstword", endsInTitle: "endstitle", titleBefore: "titlebefore", titleAfter: "titleafter", inList: "inlist",
	placeBefore: "placebefore", placeAfter: "placeafter", twoLong: "two", fourLong: "four", standsOnce: "once",
	cohesive: "cohesion", rareCharacters: "rare", soundShare: "sounds", foreignUnknown: "foreignunknown",
	noWordInside: "noword", endsAsPlace: "endsplace", endsAsForce: "endsforce", particleFirst: "particle",
	listedPlace: "place", verbAfter: "personverb", oftenEdge: "oftenedge", crossRight: "crossright",
	crossLeft: "crossleft", splitsTitle: "splittitle", quantityBefore: "quantity", pronounBefore: "pronoun",
	adverbBefore: "adverb", coverbBefore: "coverb", aspectAfter: "aspect", locationAfter: "location",
	soldiersAfter: "soldiers", insideWord: "inside", overLeft: "overleft", overRight: "overright",
	ownsShare: "owns", neverActs: "noevidence",
}

// A vector has a number for each feature.
type vector [featureCount]float64

func (v *vector) times(w *vector) float64 {
	sum := 0.0
	for i := range v {
		sum += v[i] * w[i]
	}
	return sum
}

// features describes the candidate by what was counted of it so far.
func (f *finder) features(c *candidate, k kind) vector {
	n := float64(c.count)
	l, r := sumSide(c.left, n), sumSide(c.right, n)
	long := len(c.rs)
	v := vector{
		bias: 1, strongSurname: truth(c.strength == lexicon.Strong), weakSurname: truth(c.strength == lexicon.Weak),
		compoundName: truth(c.strength == lexicon.Compound), foreignKinded: truth(k == foreignKind),
		openerKinded: truth(k == openerKind), repeatedKinded: truth(k == repeatedKind), titledKinded: truth(k == titledKind),
		leftEdge: float64(c.leftMark+c.leftBefore) / n, rightEdge: float64(c.rightMark+c.rightAfter) / n,
		startShare: float64(c.start) / n, logCues: math.Log2(1 + float64(c.cues)), cueShare: float64(c.cues) / n,
		logInCue: math.Log2(1 + float64(c.inCue)), inCueShare: float64(c.inCue) / n,
		logCalled: math.Log2(1 + float64(c.called)), leftEntropy: l.entropy, rightEntropy: r.entropy,
		leftVariety:   min(1, float64(len(c.left)-1+max(0, int(c.leftMark)-1))/6),
		rightVariety:  min(1, float64(len(c.right)-1+max(0, int(c.rightMark)-1))/6),
		leftDominance: l.dominant, rightDominance: r.dominant,
		listedName: truth(c.listed), listedShort: truth(c.listed && long == 2), grammarInside: c.static.grammar,
		badLast: truth(c.badLast), prefixShare: f.prefixShare(c), lastIsWord: c.lastWord, firstIsWord: c.firstWord,
		endsInTitle: truth(c.endTitle), titleBefore: min(1, float64(c.afterTitle)/n*2), titleAfter: min(1, float64(c.beforeTitle)/n*2), inList: min(1, float64(c.inList)/n*2),
		placeBefore: float64(c.placeBefore) / n, placeAfter: float64(c.placeAfter) / n,
		twoLong: truth(long == 2), fourLong: truth(long >= 4), standsOnce: truth(c.count == 1),
		cohesive: f.cohesion(c), rareCharacters: c.rare, soundShare: c.steppe,
		foreignUnknown: truth(c.steppe > 0.99 && !c.inner && c.count >= 2), noWordInside: truth(!c.inner),
		endsAsPlace: truth(c.endPlace), endsAsForce: truth(c.endForce), particleFirst: truth(c.particle),
		listedPlace: truth(c.place), verbAfter: r.personVerb, crossRight: r.crossing, crossLeft: l.crossing,
		splitsTitle: r.splitTitle, quantityBefore: l.quantity, pronounBefore: l.pronoun, adverbBefore: l.adverb,
		coverbBefore: l.coverb, aspectAfter: r.aspect, locationAfter: r.location, soldiersAfter: r.soldiers,
		insideWord: float64(c.inside) / n, overLeft: float64(c.overLeft) / n, overRight: float64(c.overRight) / n,
		ownsShare: float64(c.owns) / n,
		neverActs: truth(c.start+c.afterTitle+c.beforeTitle+c.inList+c.owns == 0 && r.personVerb == 0 && l.coverb == 0),
	}
	if c.strength != lexicon.NoSurname {
		v[givenName] = c.given
	}
	if k == foreignKind {
		v[foreignSounds] = c.static.foreign
	}
	if long == 2 {
		v[shortWord] = c.word
	} else {
		v[longWord] = c.word / float64(1+c.cues) // a word that speaks is a name
	}
	if c.count >= 3 {
		v[oftenEdge] = v[rightEdge]
	}
	return v
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

// part is how often the string stands in the text.
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
		add := func(flag neighbourFlags, sum *float64) {
			if nb.flags&flag != 0 {
				*sum += p
			}
		}
		add(crossing, &s.crossing)
		add(personVerb, &s.personVerb)
		add(splitTitle, &s.splitTitle)
		add(quantity, &s.quantity)
		add(pronoun, &s.pronoun)
		add(adverb, &s.adverb)
		add(coverb, &s.coverb)
		add(aspect, &s.aspect)
		add(location, &s.location)
		add(soldiers, &s.soldiers)
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
