package hanzi

import "math"

// paths is the working room of the search for words.
type paths struct {
	cost []int32
	next []int32
}

// words cuts l into words: the cheapest way through every run of letters by
// the word frequencies. Anything that is no letter of the alphabet stands
// alone.
func (d *dictionaries) words(l *line, p *paths) {
	l.ends = append(l.ends, make([]int32, len(l.syms)+1)...)
	n := len(l.syms)
	if cap(p.cost) < n+1 {
		p.cost, p.next = make([]int32, n+1), make([]int32, n+1)
	}
	cost, next := p.cost[:n+1], p.next[:n+1]
	cost[n] = 0
	for i := n - 1; i >= 0; i-- {
		best, to := d.unknown+cost[i+1], i+1
		node := d.lexicon.Root()
		for j := i; j < n && l.syms[j] < literal; {
			var ok bool
			if node, ok = d.lexicon.Child(node, uint16(l.syms[j])); !ok {
				break
			}
			j++
			w, ok := d.lexicon.Value(node)
			if !ok {
				continue
			}
			if c := int32(w) + cost[j]; c < best || j == i+1 {
				best, to = c, j
			}
		}
		cost[i], next[i] = min(best, math.MaxInt32/2), int32(to)
	}
	for i := int32(0); i < int32(n); i = next[i] {
		l.ends[i] = next[i]
	}
}
