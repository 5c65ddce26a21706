package hanzi

import "strings"

// class says which script a letter belongs to.
type class byte

const (
	either          class = 0
	onlySimplified  class = 'S'
	onlyTraditional class = 'T'
)

// The standards of regions.
const (
	inTaiwan byte = 1 << iota
	inHongKong
	inOpenCC
)

// Tables of dictionaries by the names the generator gives them: letters and
// phrases together.
const (
	simplifying = "TSPhrases+TSCharacters"
	traditional = "STPhrases+STPhrases_GeneratedFromRegionalPhrases+STCharacters"
	ofTaiwan    = "TWVariantsPhrases+TWVariants"
	ofHongKong  = "HKVariantsPhrases+HKVariants"
)

// letters is what is known of single letters.
type letters struct {
	classes string
	byForm  map[symbol][]symbol // from every Traditional form to all of its kind
	regions map[symbol]byte     // standards that use this form of a letter and not another
}

func (d *dictionaries) readLetters() *letters {
	l := &letters{classes: d.classes, byForm: map[symbol][]symbol{}, regions: map[symbol]byte{}}
	for line := range strings.Lines(d.formLines) {
		var syms []symbol
		for _, r := range strings.TrimSuffix(line, "\n") {
			syms = append(syms, d.alphabet.symbol(r))
		}
		if len(syms) < 3 {
			continue
		}
		forms := syms[1:]
		for _, s := range syms {
			if l.byForm[s] == nil {
				l.byForm[s] = forms
			}
		}
	}
	for line := range strings.Lines(d.regionLines) {
		rs := []rune(line)
		if len(rs) >= 2 {
			l.regions[d.alphabet.symbol(rs[0])] = byte(rs[1] - '0')
		}
	}
	return l
}

func (l *letters) class(s symbol) class {
	if s < literal && int(s) < len(l.classes) {
		return class(l.classes[s])
	}
	return either
}

// forms are the Traditional forms of the Simplified letter that s is or
// stands for, nil where there is only one.
func (l *letters) forms(s symbol) []symbol { return l.byForm[s] }

// letter is what a dictionary makes of one letter, the letter itself where it
// has no entry.
func (d *dictionaries) letter(dictionary string, s symbol) symbol {
	if s >= literal {
		return s
	}
	t := d.sets[dictionary]
	node, ok := t.Child(t.Root(), uint16(s))
	if !ok {
		return s
	}
	v, ok := t.Value(node)
	if !ok || v&0xFF != 1 {
		return s
	}
	at := 2 * (v >> 8)
	return symbol(d.values[at]) | symbol(d.values[at+1])<<8
}
