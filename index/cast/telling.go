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
	runesLeast     = 85  // a passage may have, however many there are
	runesMost      = 160
	runesStep      = 15 // by which windows are shortened until they fit
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
		t := newTeller(p)
		chosen := t.grow(p.choose(t.windows()))
		slices.SortFunc(chosen, func(a, b window) int {
			return cmp.Or(cmp.Compare(a.paragraph, b.paragraph), cmp.Compare(a.span.start, b.span.start))
		})
		for _, w := range chosen {
			x := p.view.c.passage(w.paragraph, w.span)
			x.ByOthers = w.others
			x.Said = p.view.saidIn(w.paragraph, span{x.Start, x.End})
			p.told = append(p.told, x)
		}
	})
	return slices.Clone(p.told)
}

// saidIn are those who say the line that holds the whole span.
func (v *View) saidIn(paragraph int32, s span) []string {
	i, _ := slices.BinarySearchFunc(v.lines, paragraph, func(line speech, q int32) int { return cmp.Compare(line.paragraph, q) })
	for ; i < len(v.lines) && v.lines[i].paragraph == paragraph; i++ {
		if q := v.lines[i].quote; s.start <= q.start || s.end > q.end {
			continue
		}
		var out []string
		for _, a := range v.lines[i].speakers {
			if a.person >= 0 {
				out = append(out, v.people[a.person].Name)
			}
		}
		return out
	}
	return nil
}

// windows gives the best window of every paragraph the person stands in. Where
// there are few, they may be longer.
func (t *teller) windows() []window {
	all := t.likely(t.p.allParagraphs())
	further := t.continued(all)
	t.further = map[int32]bool{}
	for _, q := range further {
		t.further[q] = true
	}
	all = append(all, further...)
	slices.Sort(all)
	t.limit = runesLeast
	if len(all) <= mostPassages {
		t.limit = runesMost
	}
	for {
		var out []window
		runes := 0
		for _, q := range all {
			first, second := t.best(q)
			out = append(append(out, first), second...)
			runes += first.span.end - first.span.start
		}
		if runes <= runesShown || t.limit <= runesLeast {
			return out
		}
		t.limit -= runesStep
	}
}

// mostWeighed is how many paragraphs are weighed for one card; of a leading
// figure's hundreds, those are left out that hardly tell, then evenly some.
const mostWeighed = 160

// likely are the paragraphs worth weighing: the first and the last, and those
// in which the person speaks, is called, or stands near the start.
func (t *teller) likely(all []int32) []int32 {
	if len(all) <= mostWeighed {
		return all
	}
	keep := map[int32]bool{all[0]: true, all[len(all)-1]: true}
	for q := range t.lines {
		keep[q] = true
	}
	for _, a := range t.p.called {
		keep[a.paragraph] = true
	}
	for _, m := range t.p.mentions {
		if m.start <= 3 {
			keep[m.paragraph] = true
		}
	}
	good := slices.DeleteFunc(slices.Clone(all), func(q int32) bool { return !keep[q] })
	if len(good) <= mostWeighed {
		return good
	}
	out := make([]int32, 0, mostWeighed)
	for i := range mostWeighed {
		out = append(out, good[i*(len(good)-1)/(mostWeighed-1)])
	}
	return slices.Compact(out)
}

// grow gives the room that is left to the windows with most to say.
func (t *teller) grow(chosen []window) []window {
	left := runesShown
	for _, w := range chosen {
		left -= w.span.end - w.span.start
	}
	for i, w := range chosen {
		t.limit = min(runesMost, w.span.end-w.span.start+left)
		longer, _ := t.best(w.paragraph)
		if longer.span.start > w.span.start || longer.span.end < w.span.end || overlaps(longer, chosen, i) {
			continue
		}
		if more := longer.span.end - longer.span.start - (w.span.end - w.span.start); more > 0 && more <= left {
			chosen[i].span = longer.span
			left -= more
		}
	}
	return chosen
}

// overlaps reports whether the window shares runes with another of the chosen
// than the i-th.
func overlaps(w window, chosen []window, i int) bool {
	for k, c := range chosen {
		if k != i && c.paragraph == w.paragraph && c.span.start < w.span.end && w.span.start < c.span.end {
			return true
		}
	}
	return false
}

// near is the distance, in paragraphs, within which a second passage adds
// less; likeness counts pairs of characters in common.
const (
	near        = 1
	nearPenalty = 0.4
	// othersPenalty lowers a second passage of what others say.
	othersPenalty = 0.8
	repeated      = 0.4 // share of a window's pairs from which it repeats another
	likePenalty   = 4
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
		switch d := w.paragraph - c.paragraph; {
		case d == 0:
			sum += 4 * nearPenalty
		case d >= -near && d <= near:
			sum += nearPenalty
		}
		if w.others && c.others {
			sum += othersPenalty
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
