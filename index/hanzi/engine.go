package hanzi

import (
	"unicode/utf8"

	"shuyou/index/hanzi/internal/trie"
)

// line is a piece of text between two stages.
type line struct {
	syms []symbol
	// ends has at the start of every word or segment where it ends, else 0.
	// It is one longer than syms. Empty where the text is not cut.
	ends []int32
	// at has the place in the source where a symbol stands, or -1 where the
	// two are not in step; op says how it came to stand here. Both are kept
	// only where changes are told; at is one longer than syms.
	at []int32
	op []mark
	// pins has for every letter the form that its neighbours settle, else 0.
	// Empty where they settle none.
	pins []symbol
}

// mark says how a symbol came to stand in a line.
type mark byte

const (
	begins  mark = 1 << iota // the first of a replacement, or a letter left alone
	settled                  // its neighbours settled it, against all dictionaries
)

func (l *line) reset() {
	l.syms, l.ends, l.at, l.op, l.pins = l.syms[:0], l.ends[:0], l.at[:0], l.op[:0], l.pins[:0]
}

// read splits text into symbols.
func (l *line) read(a *alphabet, text string) {
	for i := 0; i < len(text); {
		b := text[i]
		if b < utf8.RuneSelf {
			l.syms = append(l.syms, a.symbol(rune(b)))
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			l.syms = append(l.syms, invalid+symbol(b))
		} else {
			l.syms = append(l.syms, a.symbol(r))
		}
		i += n
	}
}

// track starts the account of where symbols come from.
func (l *line) track() {
	for i := range l.syms {
		l.at = append(l.at, int32(i))
		l.op = append(l.op, begins)
	}
	l.at = append(l.at, int32(len(l.syms)))
}

// write appends the text of syms.
func write(dst []byte, a *alphabet, syms []symbol) []byte {
	for _, s := range syms {
		switch {
		case s < literal:
			dst = utf8.AppendRune(dst, a.runes[s])
		case s < literal+utf8.RuneSelf || s >= invalid:
			dst = append(dst, byte(s))
		default:
			dst = utf8.AppendRune(dst, rune(s-literal))
		}
	}
	return dst
}

// rule says where a dictionary entry may match in a text that is cut.
type rule int

const (
	anywhere    rule = iota // the text is not cut
	inSegments              // not across the end of a segment
	wholeOrPart             // inside one word, or over whole words
)

// stage is a list of dictionaries; the first that matches at a place wins
// with its longest entry.
type stage struct {
	sets   []trie.Trie
	values string
}

// match finds the entry at in.syms[i:]: how many symbols it covers (0 for
// none) and where its value stands. end is the end of the word or segment
// that holds i.
func (st *stage) match(in *line, i, end int, r rule) (int, uint32) {
	limit := len(in.syms)
	if r == inSegments {
		limit = end
	}
	for _, set := range st.sets {
		node, best, value := set.Root(), 0, uint32(0)
		for j := i; j < limit; {
			s := in.syms[j]
			if s >= literal {
				break
			}
			var ok bool
			if node, ok = set.Child(node, uint16(s)); !ok {
				break
			}
			j++
			if r == wholeOrPart && j > end && (in.ends[i] == 0 || j < limit && in.ends[j] == 0) {
				continue
			}
			if v, ok := set.Value(node); ok && (len(in.pins) == 0 || st.agrees(in.pins[i:j], v)) {
				best, value = j-i, v
			}
		}
		if best > 0 {
			return best, value
		}
	}
	return 0, 0
}

// agrees says whether an entry with this value keeps to the pins of the
// letters it covers.
func (st *stage) agrees(pins []symbol, value uint32) bool {
	v := st.value(value)
	for k, pin := range pins {
		if pin == 0 || pin&weakPin != 0 && len(pins) > 1 {
			continue
		}
		if len(v) != 2*len(pins) || symbol(v[2*k])|symbol(v[2*k+1])<<8 != pin {
			return false
		}
	}
	return true
}

// value is the replacement of an entry, two bytes a letter.
func (st *stage) value(at uint32) string { return st.values[2*(at>>8):][:2*(at&0xFF)] }

// apply runs one stage over in and appends to out, which must be reset.
func (st *stage) apply(out, in *line, r rule) {
	tell, cut := len(in.at) > 0, len(in.ends) > 0
	end, started := 0, 0
	closeWord := func() {
		for len(out.ends) <= len(out.syms) {
			out.ends = append(out.ends, 0)
		}
		if len(out.syms) > started {
			out.ends[started] = int32(len(out.syms))
			started = len(out.syms)
		}
	}
	for i := 0; i < len(in.syms); {
		if cut && in.ends[i] != 0 {
			closeWord()
			end = int(in.ends[i])
		}
		n, value := st.match(in, i, end, r)
		from, how := len(out.syms), mark(0)
		if len(in.pins) > 0 && in.pins[i] != 0 && in.pins[i]&weakPin == 0 {
			how = settled
		}
		switch {
		case n == 0 && len(in.pins) > 0 && in.pins[i] != 0:
			n = 1
			out.syms = append(out.syms, in.pins[i]&^weakPin)
		case n == 0:
			n = unitLen(in.syms[i:])
			out.syms = append(out.syms, in.syms[i:i+n]...)
			if tell {
				out.at = append(out.at, in.at[i:i+n]...)
				out.op = append(out.op, in.op[i:i+n]...)
			}
			i += n
			continue
		default:
			v := st.value(value)
			for k := 0; k+1 < len(v); k += 2 {
				out.syms = append(out.syms, symbol(v[k])|symbol(v[k+1])<<8)
			}
		}
		if tell {
			for k := range len(out.syms) - from {
				at := int32(-1)
				if k == 0 || len(out.syms)-from == n {
					at = in.at[i+k]
				}
				m := mark(0)
				if k == 0 {
					m = in.op[i] | how
				}
				out.at = append(out.at, at)
				out.op = append(out.op, m)
			}
		}
		i += n
	}
	if cut {
		closeWord()
	}
	if tell {
		out.at = append(out.at, in.at[len(in.syms)])
	}
}

// segment cuts l where the entries of st match, as the reference does before
// a chain of several stages: every match is a segment, and so is every run
// between two.
func (st *stage) segment(l *line) {
	l.ends = append(l.ends, make([]int32, len(l.syms)+1)...)
	run := 0
	for i := 0; i < len(l.syms); {
		n, _ := st.match(l, i, 0, anywhere)
		if n == 0 {
			i += unitLen(l.syms[i:])
			continue
		}
		if run < i {
			l.ends[run] = int32(i)
		}
		l.ends[i] = int32(i + n)
		i += n
		run = i
	}
	if run < len(l.syms) {
		l.ends[run] = int32(len(l.syms))
	}
}

// descriptionLen is the most symbols that are read as one description.
const descriptionLen = 64

// unitLen is the length of what is left alone as a whole: one symbol, or an
// ideographic description sequence (U+2FF0 to U+2FFF and its parts).
func unitLen(syms []symbol) int {
	need := describes(syms[0])
	if need == 0 {
		return 1
	}
	n := 1
	for ; need > 0; need-- {
		if n >= min(len(syms), descriptionLen) {
			return 1
		}
		need += describes(syms[n])
		n++
	}
	return n
}

// describes is the number of parts that must follow an ideographic
// description character, 0 for all other symbols.
func describes(s symbol) int {
	switch r := s - literal; {
	case r < 0x2FF0 || r > 0x2FFF:
		return 0
	case r == 0x2FF2 || r == 0x2FF3:
		return 3
	case r >= 0x2FFE:
		return 1
	}
	return 2
}
