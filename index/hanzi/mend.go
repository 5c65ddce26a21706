package hanzi

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed data/mend.txt
var mendLines string

//go:embed data/mend-doubts.txt
var mendDoubtLines string

// mender is the conversion of trad and simp. It writes every line anew (for
// trad to Simplified and from there to Traditional on word boundaries, for
// simp to Simplified) and takes from the result what the line needs: all of it
// where the line is in the other script; in a line that is in the script asked
// for, or in both, only what is surely better.
type mender struct {
	d           *dictionaries
	traditional bool      // the script asked for
	down        *pipeline // to Simplified
	up          *pipeline // to Traditional; nil for simp
	slips       *slips
	doubts      *contexts // letters that stay; nil for simp
}

func newMender(d *dictionaries, p *pipeline, traditional bool) (*mender, error) {
	m := &mender{d: d, traditional: traditional, down: p}
	if !traditional {
		return m, nil
	}
	var err error
	if m.down, err = d.pipeline("tw2s", false); err != nil {
		return nil, err
	}
	m.up = p
	if m.slips, err = d.slips(); err != nil {
		return nil, err
	}
	m.doubts, err = d.doubts()
	return m, err
}

// rewritten is a line and what would stand in place of each of its letters;
// new, result and op are as long as src, and so is stays unless it is empty:
// it has the letter itself where Traditional text keeps it in doubt.
type rewritten struct {
	src, new, result, stays []symbol
	op                      []mark
}

func (w *rewritten) keeps(k int) bool { return len(w.stays) > 0 && w.stays[k] == w.src[k] }

func (m *mender) rewrite(sc *scratch, s string) {
	w := &sc.lines
	sc.a.reset()
	sc.a.read(&m.d.alphabet, s)
	w.src = append(w.src[:0], sc.a.syms...)
	w.new = append(w.new[:0], w.src...)
	if m.doubts != nil {
		m.doubts.pin(&sc.a)
	}
	w.stays = append(w.stays[:0], sc.a.pins...)
	m.inStep(sc, m.down)
	if m.up != nil {
		m.inStep(sc, m.up)
	}
	w.result = append(w.result[:0], w.src...)
}

// inStep runs a pipeline over the new letters and puts its result in their
// place, letter for letter; where the two are not in step the letter stays.
func (m *mender) inStep(sc *scratch, p *pipeline) {
	w := &sc.lines
	sc.a.reset()
	sc.a.syms = append(sc.a.syms, w.new...)
	sc.a.track()
	out := p.run(sc)
	w.op = append(w.op[:0], make([]mark, len(w.new))...)
	for k, at := range out.at[:len(out.syms)] {
		if at < 0 {
			continue
		}
		w.op[at] = out.op[k]
		if k+1 == len(out.syms) && int(at)+1 == len(w.new) || out.at[k+1] == at+1 {
			w.new[at] = out.syms[k]
		}
	}
}

func (m *mender) append(dst []byte, sc *scratch, s string, st *state, x *account) []byte {
	m.rewrite(sc, s)
	w := &sc.lines
	letters := m.d.letters()
	lean := m.leaning(letters, w.src, st)
	for i := 0; i < len(w.src); {
		end := i + 1
		for end < len(w.src) && w.op[end]&begins == 0 {
			end++
		}
		phrase := always
		if end-i > 1 && m.slips.settles(w.new[i:end]) {
			phrase = anything
		}
		for k := i; k < end; k++ {
			if lean != onlySimplified && w.keeps(k) {
				continue
			}
			has := phrase
			if w.op[k]&settled != 0 {
				has = neighbour
			}
			if m.better(letters, w.src[k], w.new[k], lean, has) {
				w.result[k] = w.new[k]
			}
		}
		if x != nil {
			x.changed(&m.d.alphabet, w.src[i:end], w.result[i:end], x.runes+i)
		}
		i = end
	}
	if x != nil {
		x.runes += len(w.src)
	}
	return write(dst, &m.d.alphabet, w.result)
}

// better says whether the new letter replaces the old one; has is what speaks
// for it beside the letter itself.
func (m *mender) better(l *letters, old, new symbol, lean class, has evidence) bool {
	of := l.class(old)
	switch {
	case old == new:
		return false
	case m.traditional && of == onlySimplified:
		return l.class(new) != onlySimplified
	case m.traditional:
		need := m.slips.pairs[[2]symbol{old, new}]
		return lean == onlySimplified && of == either || need != never && need <= has
	case of == onlySimplified: // 么 is 麼 even where Traditional has a 么 of its own
		return false
	}
	return of == onlyTraditional || lean == onlyTraditional
}

// leaning is the script of a line by the letters that belong to one script,
// or that of the text before where it has none; at the beginning of a text,
// the script that is not asked for.
func (m *mender) leaning(l *letters, syms []symbol, st *state) class {
	s, t := 0, 0
	for _, c := range syms {
		switch l.class(c) {
		case onlySimplified:
			s++
		case onlyTraditional:
			t++
		}
	}
	switch {
	case s > 4*t:
		st.lean = onlySimplified
	case t > 0 || s > 0:
		st.lean = onlyTraditional
	case st.lean == either && m.traditional:
		return onlySimplified
	case st.lean == either:
		return onlyTraditional
	}
	return st.lean
}

// evidence is what a letter needs to be put right.
type evidence byte

const (
	never     evidence = iota
	always             // none
	anything           // a phrase, or what stands around
	neighbour          // what stands around
)

// slips are the letters that bad conversions confuse.
type slips struct {
	pairs map[[2]symbol]evidence
	// doubtful are phrases that settle nothing, two letters each.
	doubtful map[[2]symbol]bool
}

// settles says whether a phrase tells which of its letters are meant.
func (s *slips) settles(phrase []symbol) bool {
	return s == nil || len(phrase) != 2 || !s.doubtful[[2]symbol(phrase)]
}

// readSlips reads data/mend.txt.
func readSlips(text string, a *alphabet) (*slips, error) {
	needs := map[string]evidence{"": anything, "!": always, "~": neighbour}
	s := &slips{pairs: map[[2]symbol]evidence{}, doubtful: map[[2]symbol]bool{}}
	for n, l := range strings.Split(text, "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		if words, ok := strings.CutPrefix(l, "! "); ok {
			if err := addPairs(words, a, func(p [2]symbol, _ string) { s.doubtful[p] = true }); err != nil {
				return nil, fmt.Errorf("mend, line %d: %w", n+1, err)
			}
			continue
		}
		pairs, reason, ok := strings.Cut(l, "\t")
		if !ok || reason == "" {
			return nil, fmt.Errorf("mend, line %d: want pairs, a tab and what goes wrong", n+1)
		}
		if err := addPairs(pairs, a, func(p [2]symbol, mark string) { s.pairs[p] = needs[mark] }); err != nil {
			return nil, fmt.Errorf("mend, line %d: %w", n+1, err)
		}
	}
	return s, nil
}

// addPairs reads pairs of letters and what they are marked with.
func addPairs(pairs string, a *alphabet, add func(pair [2]symbol, mark string)) error {
	for _, p := range strings.Fields(pairs) {
		letters := strings.TrimRight(p, "!~")
		rs := []rune(letters)
		if len(rs) != 2 {
			return fmt.Errorf("%q is not two letters", p)
		}
		add([2]symbol{a.symbol(rs[0]), a.symbol(rs[1])}, p[len(letters):])
	}
	return nil
}
