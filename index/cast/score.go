package cast

import (
	"math"

	"shuyou/index/cast/lexicon"
)

// kindNow is the kind that the sums up to now give the candidate, 0 where
// nothing yet says that it could be a name.
func (f *finder) kindNow(c *candidate) kind {
	for _, k := range []kind{postKind, titledKind, compoundKind, surnameKind, foreignKind} {
		if c.kind&k != 0 {
			return k
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

// known is the candidate of the string, nil where it is none at this chapter.
func (f *finder) known(rs []rune) *candidate {
	at, ok := f.index[lexicon.KeyOf(rs)]
	if !ok || f.candidates[at].count == 0 || f.kindNow(&f.candidates[at]) == 0 {
		return nil
	}
	return &f.candidates[at]
}

const (
	// postAlone is the share of a post's places that no name follows.
	postAlone = 0.6
	// titledScore is the least score of a surname with a title: enough for one
	// place in a novel.
	titledScore = 1
)

// score is the sum of the weighted features.
func (f *finder) score(c *candidate, k kind) float64 {
	if k == postKind {
		if alone := c.rightMark + c.rightAfter; c.count < 2 || float64(alone) < postAlone*float64(c.count) {
			return math.Inf(-1)
		}
		return titledScore
	}
	v := f.features(c, k)
	sum := v.times(&f.w.weights)
	switch {
	case k == titledKind && c.familiar:
		// one place says little: 老趙 may be old and called Zhao, or 老|趙國
		if c.count == 1 && c.called == 0 && c.cues == 0 {
			return math.Inf(-1)
		}
		return titledScore
	case k == titledKind && !c.loose:
		sum = max(sum, titledScore)
	}
	return sum
}
