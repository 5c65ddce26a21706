package hanzi

import "slices"

// mender is the conversion trad. It writes every line anew (to Simplified,
// then to Traditional on word boundaries) and takes from the result only what
// is surely better: all of it for a Simplified line; for a Traditional or
// mixed one the letters of the wrong script, and letters that share one
// Simplified form where a dictionary word settles which is meant.
type mender struct {
	d    *dictionaries
	down *pipeline // to Simplified
	up   *pipeline // to Traditional
	keep map[[2]symbol]bool
}

func newMender(d *dictionaries, up *pipeline) (*mender, error) {
	down, err := d.pipeline("tw2s", false)
	if err != nil {
		return nil, err
	}
	return &mender{d: d, down: down, up: up, keep: toleratedPairs(&d.alphabet)}, nil
}

// rewritten is a line and what would stand in place of each of its letters.
type rewritten struct {
	src []symbol
	new []symbol // as long as src
	op  []bool   // where a dictionary phrase or a single letter begins
}

func (m *mender) rewrite(sc *scratch, s string) rewritten {
	sc.a.reset()
	sc.a.read(&m.d.alphabet, s)
	w := rewritten{src: slices.Clone(sc.a.syms)}
	simplified, _ := m.inStep(sc, m.down, w.src)
	w.new, w.op = m.inStep(sc, m.up, simplified)
	return w
}

// inStep runs a pipeline over syms and gives the result letter for letter;
// where the two are not in step the letter stays.
func (m *mender) inStep(sc *scratch, p *pipeline, syms []symbol) ([]symbol, []bool) {
	sc.a.reset()
	sc.a.syms = append(sc.a.syms, syms...)
	sc.a.track()
	out := p.run(sc)
	res, op := slices.Clone(syms), make([]bool, len(syms))
	for k, at := range out.at[:len(out.syms)] {
		if at < 0 {
			continue
		}
		op[at] = out.op[k]
		if k+1 == len(out.syms) && int(at)+1 == len(syms) || out.at[k+1] == at+1 {
			res[at] = out.syms[k]
		}
	}
	return res, op
}

func (m *mender) append(dst []byte, sc *scratch, s string, st *state, x *account) []byte {
	w := m.rewrite(sc, s)
	letters := m.d.letters()
	lean := leaning(letters, w.src, st)
	res := slices.Clone(w.src)
	for i := 0; i < len(w.src); {
		end := i + 1
		for end < len(w.src) && !w.op[end] {
			end++
		}
		for k := i; k < end; k++ {
			if m.better(letters, w.src[k], w.new[k], lean, end-i > 1) {
				res[k] = w.new[k]
			}
		}
		if x != nil {
			x.changed(&m.d.alphabet, w.src[i:end], res[i:end], x.runes+i)
		}
		i = end
	}
	if x != nil {
		x.runes += len(w.src)
	}
	return write(dst, &m.d.alphabet, res)
}

// better says whether the new letter replaces the old one.
func (m *mender) better(l *letters, old, new symbol, lean class, phrase bool) bool {
	switch {
	case old == new:
		return false
	case l.class(old) == onlySimplified:
		return l.class(new) != onlySimplified
	case lean == onlySimplified && l.class(old) != onlyTraditional:
		return true
	}
	return phrase && l.sameLetter(old, new) && !m.keep[[2]symbol{old, new}]
}

// leaning is the script of a line by the letters that belong to one script,
// or that of the text before where it has none.
func leaning(l *letters, syms []symbol, st *state) class {
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
	case st.lean == either:
		return onlySimplified
	}
	return st.lean
}

// toleratedPairs are letters of which the first is as good as the second,
// although dictionaries prefer the second.
func toleratedPairs(a *alphabet) map[[2]symbol]bool {
	keep := map[[2]symbol]bool{}
	for _, p := range []string{"借藉", "彌瀰", "污汙", "占佔", "布佈", "凶兇", "扎紮", "采採", "升昇", "升陞", "游遊", "志誌", "注註", "念唸", "咽嚥", "噪譟", "幸倖", "奸姦", "蒙矇", "累纍", "朱硃", "叮噹", "回迴"} {
		rs := []rune(p)
		keep[[2]symbol{a.symbol(rs[0]), a.symbol(rs[1])}] = true
	}
	return keep
}
