package hanzi

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

//go:embed data/contexts.txt
var contextLines string

//go:embed data/contexts-simp.txt
var simpContextLines string

// contexts say what a letter becomes where neither the phrases of the
// dictionaries nor the words settle it: what must stand before and behind.
// data/contexts.txt, for conversions from Simplified to Traditional, describes
// how they are written; data/contexts-simp.txt is for those to Simplified.
type contexts struct {
	a      *alphabet
	rules  map[symbol][]contextRule
	starts symbolFilter // letters that have rules
}

// contextRule is one line: it holds where one of its patterns matches.
type contextRule struct {
	form symbol
	// weak rules give way to a phrase of a dictionary.
	weak          bool
	before, after wordSet // a word that decides by itself
	patterns      []pattern
}

// pattern is what stands around a letter, on either side the nearest first.
type pattern struct{ left, right []element }

type elementKind byte

const (
	oneOf     elementKind = iota // a word of the set
	maybe                        // a word of the set or nothing
	noneOf                       // no word of the set; takes up no letter
	wordEdge                     // a word ends here
	lineEdge                     // no letter follows on this side
	anyLetter                    // one letter, whichever
)

type element struct {
	kind elementKind
	set  wordSet
	edge bool // the end of the letters will do for a word of the set
}

// wordSet holds words by their first letter, the rest of each in the
// direction of reading.
type wordSet struct {
	starts symbolFilter
	rest   map[symbol][][]symbol
}

// symbolFilter tells quickly that a symbol is not in a set.
type symbolFilter [1 << 4]uint64

func (f *symbolFilter) add(s symbol)      { f[s>>6&15] |= 1 << (s & 63) }
func (f *symbolFilter) has(s symbol) bool { return f[s>>6&15]&(1<<(s&63)) != 0 }

func (w *wordSet) add(word []symbol) {
	if w.rest == nil {
		w.rest = map[symbol][][]symbol{}
	}
	w.starts.add(word[0])
	w.rest[word[0]] = append(w.rest[word[0]], word[1:])
}

// side is the text on one side of a letter: at is the place of the nearest
// letter, step the direction.
type side struct {
	l        *line
	a        *alphabet
	at, step int
}

// han says whether s is a Chinese letter.
func (s side) han(c symbol) bool {
	r := s.a.rune(c)
	return r >= 0x2E80 && unicode.Is(unicode.Han, r)
}

func (s side) ended() bool { return s.at < 0 || s.at >= len(s.l.syms) }

// lineEnds says whether no Chinese letter stands here.
func (s side) lineEnds() bool { return s.ended() || !s.han(s.l.syms[s.at]) }

// edge says whether a word begins or ends between this place and the letter.
func (s side) edge() bool {
	at := s.at
	if s.step < 0 {
		at++
	}
	return at <= 0 || at >= len(s.l.syms) || len(s.l.ends) > 0 && s.l.ends[at] != 0
}

// each calls f with what follows each word of w at this place, until f is
// true.
func (w *wordSet) each(s side, f func(side) bool) bool {
	if s.ended() || !w.starts.has(s.l.syms[s.at]) {
		return false
	}
next:
	for _, rest := range w.rest[s.l.syms[s.at]] {
		at := s.at + s.step
		for _, c := range rest {
			if at < 0 || at >= len(s.l.syms) || s.l.syms[at] != c {
				continue next
			}
			at += s.step
		}
		if f(side{s.l, s.a, at, s.step}) {
			return true
		}
	}
	return false
}

func (w *wordSet) begins(s side) bool {
	return w.each(s, func(side) bool { return true })
}

// stands says whether the elements follow one another from this place.
func stands(es []element, s side) bool {
	if len(es) == 0 {
		return true
	}
	e, rest := &es[0], es[1:]
	switch e.kind {
	case wordEdge:
		return s.edge() && stands(rest, s)
	case lineEdge:
		return s.lineEnds() && stands(rest, s)
	case anyLetter:
		return !s.ended() && s.han(s.l.syms[s.at]) && stands(rest, side{s.l, s.a, s.at + s.step, s.step})
	case noneOf:
		return !(e.edge && s.lineEnds()) && !e.set.begins(s) && stands(rest, s)
	case maybe:
		if stands(rest, s) {
			return true
		}
	}
	if e.edge && s.lineEnds() && stands(rest, s) {
		return true
	}
	return e.set.each(s, func(s side) bool { return stands(rest, s) })
}

func (r *contextRule) holds(left, right side) bool {
	if r.after.begins(right) || r.before.begins(left) {
		return true
	}
	for i := range r.patterns {
		p := &r.patterns[i]
		if stands(p.left, left) && stands(p.right, right) {
			return true
		}
	}
	return false
}

// weakPin marks a pin that gives way to phrases.
const weakPin symbol = 1 << 30

// pin puts down, for every letter of l that a rule settles, its form.
func (c *contexts) pin(l *line) {
	for i, s := range l.syms {
		if s >= literal || !c.starts.has(s) {
			continue
		}
		left, right := side{l, c.a, i - 1, -1}, side{l, c.a, i + 1, 1}
		for k := range c.rules[s] {
			r := &c.rules[s][k]
			if !r.holds(left, right) {
				continue
			}
			if len(l.pins) == 0 {
				l.pins = append(l.pins, make([]symbol, len(l.syms))...)
			}
			l.pins[i] = r.form
			if r.weak {
				l.pins[i] |= weakPin
			}
			break
		}
	}
}

// readContexts reads a file of rules.
func readContexts(file, text string, a *alphabet) (*contexts, error) {
	p := contextParser{a: a, classes: map[string][]string{}, c: &contexts{a: a, rules: map[symbol][]contextRule{}}}
	for n, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		if err := p.line(l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
	}
	return p.c, nil
}

type contextParser struct {
	a       *alphabet
	classes map[string][]string
	c       *contexts
}

func (p *contextParser) line(l string) error {
	f := strings.Fields(l)
	if name, ok := strings.CutPrefix(f[0], "@"); ok {
		for _, w := range f[1:] {
			if other, ok := strings.CutPrefix(w, "@"); !ok {
				p.classes[name] = append(p.classes[name], w)
			} else if p.classes[other] == nil {
				return fmt.Errorf("no class %s before this line", other)
			} else {
				p.classes[name] = append(p.classes[name], p.classes[other]...)
			}
		}
		return nil
	}
	if len(f) < 2 {
		return fmt.Errorf("want a letter with its form and patterns, have %q", l)
	}
	from, to, ok := strings.Cut(f[0], "→")
	letter, form := []rune(from), []rune(strings.TrimPrefix(to, "?"))
	if !ok || len(letter) != 1 || len(form) != 1 {
		return fmt.Errorf("%q is not a letter with its form", f[0])
	}
	r := contextRule{form: p.a.symbol(form[0]), weak: strings.HasPrefix(to, "?")}
	for _, w := range f[1:] {
		if err := p.pattern(&r, w); err != nil {
			return err
		}
	}
	s := p.a.symbol(letter[0])
	if s >= literal || r.form >= literal {
		return fmt.Errorf("%q: no dictionary has these letters", f[0])
	}
	p.c.starts.add(s)
	p.c.rules[s] = append(p.c.rules[s], r)
	return nil
}

func (p *contextParser) pattern(r *contextRule, w string) error {
	before, after, ok := strings.Cut(w, "_")
	if !ok || strings.Contains(after, "_") {
		return fmt.Errorf("pattern %q wants the letter as one _", w)
	}
	left, err := p.elements(before, true)
	if err != nil {
		return fmt.Errorf("pattern %q: %w", w, err)
	}
	right, err := p.elements(after, false)
	if err != nil {
		return fmt.Errorf("pattern %q: %w", w, err)
	}
	switch {
	case len(left) == 0 && len(right) == 1 && right[0].kind == oneOf && !right[0].edge:
		r.after.addAll(right[0].set)
	case len(right) == 0 && len(left) == 1 && left[0].kind == oneOf && !left[0].edge:
		r.before.addAll(left[0].set)
	default:
		r.patterns = append(r.patterns, pattern{left, right})
	}
	return nil
}

func (w *wordSet) addAll(more wordSet) {
	for first, rests := range more.rest {
		for _, r := range rests {
			w.add(append([]symbol{first}, r...))
		}
	}
}

// elements reads one side of a pattern; of the left side the last comes first.
func (p *contextParser) elements(s string, reverse bool) ([]element, error) {
	var es []element
	for s != "" {
		var e element
		switch i := strings.IndexAny(s, "{|^."); {
		case i > 0 || i < 0:
			if i < 0 {
				i = len(s)
			}
			e.set.add(p.word(s[:i], reverse))
			s = s[i:]
		case s[0] == '|':
			e.kind, s = wordEdge, s[1:]
		case s[0] == '^':
			e.kind, s = lineEdge, s[1:]
		case s[0] == '.':
			e.kind, s = anyLetter, s[1:]
		default:
			name, rest, ok := strings.Cut(s[1:], "}")
			if !ok {
				return nil, fmt.Errorf("a brace is open")
			}
			s = rest
			if n, ok := strings.CutPrefix(name, "!"); ok {
				name, e.kind = n, noneOf
			} else if n, ok := strings.CutSuffix(name, "?"); ok {
				name, e.kind = n, maybe
			}
			words, ok := p.classes[name]
			if !ok {
				words = strings.Split(name, ",")
			}
			for _, w := range p.expand(words) {
				switch {
				case w == "^":
					e.edge = true
				case w == "" || strings.ContainsAny(w, "@?!{|."):
					return nil, fmt.Errorf("%q is not a word", w)
				default:
					e.set.add(p.word(w, reverse))
				}
			}
		}
		es = append(es, e)
	}
	if reverse {
		slices.Reverse(es)
	}
	return es, nil
}

// expand puts the words of classes, as in {年,@count}, in place of their names.
func (p *contextParser) expand(words []string) []string {
	var out []string
	for _, w := range words {
		if c, ok := p.classes[strings.TrimPrefix(w, "@")]; ok && strings.HasPrefix(w, "@") {
			out = append(out, c...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

func (p *contextParser) word(s string, reverse bool) []symbol {
	var syms []symbol
	for _, r := range s {
		syms = append(syms, p.a.symbol(r))
	}
	if reverse {
		slices.Reverse(syms)
	}
	return syms
}
