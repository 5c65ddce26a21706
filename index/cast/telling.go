package cast

import (
	"cmp"
	"slices"
)

// What a card quotes.
const (
	fewestPassages = 3
	mostPassages   = 6
	runesShown     = 450 // in all
	runesLeast     = 70  // a passage may have, however many there are
	runesMost      = 150
)

// A window is a stretch of sentences of one paragraph that might be shown.
type window struct {
	paragraph int32
	span      span
	score     float64
	others    bool // what others say of the person
	first     bool // where the person first stands
	grams     map[[2]rune]bool
}

// Telling are the passages that say most about the person, three to six where
// there are as many, in reading order, about 450 runes in all.
func (p *Person) Telling() []Passage {
	p.telling.Do(func() {
		chosen := p.choose(p.windows())
		slices.SortFunc(chosen, func(a, b window) int { return cmp.Compare(a.paragraph, b.paragraph) })
		for _, w := range chosen {
			p.told = append(p.told, p.view.c.passage(w.paragraph, w.span))
		}
	})
	return slices.Clone(p.told)
}

// windows gives the best window of every paragraph the person stands in.
func (p *Person) windows() []window {
	t := newTeller(p)
	all := p.allParagraphs()
	t.limit = max(runesLeast, min(runesMost, runesShown/max(fewestPassages, min(mostPassages, len(all)))))
	var out []window
	for _, q := range all {
		out = append(out, t.best(q))
	}
	for _, q := range t.continued(all) {
		out = append(out, t.best(q))
	}
	return out
}

// near is the distance, in paragraphs, within which a second passage adds
// less; likeness counts pairs of characters in common.
const (
	near        = 2
	nearPenalty = 0.5
	repeated    = 0.5 // share of a window's pairs from which it repeats another
	likePenalty = 4
)

// choose takes windows by their score, each lowered by what was taken before:
// the same words, the same place. One place is kept for the first appearance
// and one for how others speak of the person.
func (p *Person) choose(all []window) []window {
	var chosen []window
	runes := 0
	taken := make([]bool, len(all))
	take := func(allowed func(window) bool) bool {
		best, most := -1, 0.0
		for i, w := range all {
			if taken[i] || !allowed(w) || runes+w.span.end-w.span.start > runesShown && len(chosen) > 0 {
				continue
			}
			if s := w.score - p.lowered(w, chosen); best < 0 || s > most {
				best, most = i, s
			}
		}
		if best < 0 || most <= 0 && len(chosen) >= fewestPassages {
			return false
		}
		taken[best] = true
		chosen = append(chosen, all[best])
		runes += all[best].span.end - all[best].span.start
		return true
	}
	anything := func(window) bool { return true }
	take(anything)
	take(anything)
	hasOthers := slices.ContainsFunc(chosen, func(w window) bool { return w.others })
	if !hasOthers {
		take(func(w window) bool { return w.others })
	}
	if !slices.ContainsFunc(chosen, func(w window) bool { return w.first }) {
		take(func(w window) bool { return w.first })
	}
	for len(chosen) < mostPassages && take(anything) {
	}
	return chosen
}

// lowered is what the windows chosen before take from the score of w.
func (p *Person) lowered(w window, chosen []window) float64 {
	sum := 0.0
	for _, c := range chosen {
		if d := w.paragraph - c.paragraph; d >= -near && d <= near {
			sum += nearPenalty
		}
		same := 0
		for g := range w.grams {
			if c.grams[g] {
				same++
			}
		}
		if share := float64(same) / float64(max(1, min(len(w.grams), len(c.grams)))); share > repeated {
			sum += likePenalty * share
		}
		if p.view.chapters > fewestPassages && p.view.c.chapterOf(w.paragraph) == p.view.c.chapterOf(c.paragraph) {
			sum += nearPenalty
		}
	}
	return sum
}

// gramsOf are the pairs of neighbouring characters.
func gramsOf(rs []rune) map[[2]rune]bool {
	out := map[[2]rune]bool{}
	for i := 0; i+1 < len(rs); i++ {
		if isHan(rs[i]) && isHan(rs[i+1]) {
			out[[2]rune{rs[i], rs[i+1]}] = true
		}
	}
	return out
}
