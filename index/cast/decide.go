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
	low, high := f.w.weights["accept.short"], f.w.weights["accept.long"]
	at := (math.Log(float64(f.total)+1) - math.Log(shortText)) / (math.Log(longText) - math.Log(shortText))
	return low + (high-low)*clamp(at, 0, 1)
}

// decide scores the candidates of the chapter and says which are names.
func (f *finder) decide() {
	threshold := f.threshold()
	for _, at := range f.touched {
		c := &f.candidates[at]
		c.score = math.Inf(-1)
		if k := f.kindNow(c); k != 0 && !f.bareTitle(c, k) {
			c.score = f.score(c, k)
		}
	}
	for _, at := range f.touched {
		c := &f.candidates[at]
		if name := c.score >= threshold && !f.explained(c, threshold); name != c.name {
			c.name = name
			c.flips = append(c.flips, f.chapter)
		}
	}
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

// explained reports whether another name explains the string better: it only
// lengthens a more frequent and better one, or it is a piece of longer ones.
func (f *finder) explained(c *candidate, threshold float64) bool {
	n := len(c.rs)
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
