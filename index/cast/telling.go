package cast

import (
	"cmp"
	"slices"
)

const (
	// passagesShown and runesShown bound what a card quotes.
	passagesShown = 5
	runesShown    = 450
	// runesOfPassage is where a longer passage is cut.
	runesOfPassage = 130
)

// scored is a window that might be shown.
type scored struct {
	paragraph int32
	span      span
	score     float64
}

// Telling are the passages that say most about the person, in reading order.
func (p *Person) Telling() []Passage {
	var all []scored
	for i := 0; i < len(p.mentions); {
		j := i
		for j < len(p.mentions) && p.mentions[j].paragraph == p.mentions[i].paragraph {
			j++
		}
		all = append(all, p.window(p.mentions[i:j]))
		i = j
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var chosen []scored
	runes := 0
	for _, s := range all {
		if len(chosen) == passagesShown || runes+s.span.end-s.span.start > runesShown {
			continue
		}
		chosen = append(chosen, s)
		runes += s.span.end - s.span.start
	}
	slices.SortFunc(chosen, func(a, b scored) int { return cmp.Compare(a.paragraph, b.paragraph) })
	out := make([]Passage, len(chosen))
	for i, s := range chosen {
		out[i] = p.view.c.passage(s.paragraph, s.span)
	}
	return out
}

// window is the best stretch of sentences of one paragraph around its
// mentions.
func (p *Person) window(ms []mention) scored {
	rs := []rune(p.view.c.text(int(ms[0].paragraph)))
	best := scored{paragraph: ms[0].paragraph, score: -1}
	all := sentences(rs)
	for i, s := range all {
		score := 0.0
		for _, m := range ms {
			if at := int(m.start); at >= s.start && at < s.end {
				score++
				if at-s.start <= 3 {
					score += 2
				}
			}
		}
		if ms[0].paragraph == p.paragraphs[0] {
			score++
		}
		if score > best.score {
			w := s
			for k := i + 1; k < len(all) && all[k].end-w.start <= runesOfPassage; k++ {
				w.end = all[k].end
			}
			best.span, best.score = w, score
		}
	}
	return best
}
