package hanzi

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed data/names.txt
var nameLines string

// readNameLetters reads data/names.txt.
func readNameLetters(text string, a *alphabet) (map[symbol]bool, error) {
	convert := map[symbol]bool{}
	for n, l := range strings.Split(text, "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		letter, reason, ok := strings.Cut(l, "\t")
		if rs := []rune(letter); ok && len(rs) == 1 && reason != "" {
			convert[a.symbol(rs[0])] = true
			continue
		}
		return nil, fmt.Errorf("names.txt:%d: want a letter, a tab and the reason", n+1)
	}
	return convert, nil
}

// fix builds the phrases that outrank the dictionaries: the overlays, then
// the names.
func (c *Converter) fix(o options) error {
	if len(o.overlay) == 0 && len(o.names) == 0 {
		return nil
	}
	convert, err := c.d.nameLetters()
	if err != nil {
		return err
	}
	c.fixed = newOverlaySet()
	simplify := toSimplified(c.name)
	for _, v := range o.overlay {
		for _, p := range v.phrases {
			if simplify {
				c.fixed.addFolded(p.traditional, p.simplified)
			} else {
				c.fixed.addFolded(p.simplified, p.traditional)
			}
		}
	}
	for _, n := range o.names {
		if n = strings.TrimSpace(n); len([]rune(n)) > 1 {
			c.fixed.addFolded(n, c.convertName(n, simplify, convert))
		}
	}
	return nil
}

// toSimplified says whether a configuration ends in Simplified text.
func toSimplified(config string) bool {
	return config == ToSimplified || strings.HasSuffix(config, "2s") || strings.HasSuffix(config, "2sp")
}

// convertName converts a name as its book spells it. Of the letters with
// several Traditional forms those stay that fit the script asked for: to
// Traditional, all but letters that are Simplified alone and those to convert
// (data/names.txt); to Simplified, all
// but the form that the Simplified letter stands for first (變 becomes 变, but
// 乾, 汎 and 旂 stay).
func (c *Converter) convertName(name string, simplify bool, convert map[symbol]bool) string {
	var sc scratch
	sc.a.read(&c.d.alphabet, name)
	src := append([]symbol(nil), sc.a.syms...)
	out := c.pipe.run(&sc)
	if len(out.syms) != len(src) {
		return string(write(nil, &c.d.alphabet, out.syms))
	}
	for i, s := range src {
		switch {
		case simplify && s != out.syms[i] && !c.d.firstForm(s, out.syms[i]),
			!simplify && !convert[s] && len(c.d.letters().forms(s)) > 1 && c.d.letters().class(s) != onlySimplified:
			out.syms[i] = s
		}
	}
	return string(write(nil, &c.d.alphabet, out.syms))
}

// firstForm says whether s is the Traditional letter that a Simplified one
// stands for first, in the spelling of any region.
func (d *dictionaries) firstForm(s, simplified symbol) bool {
	first := d.letter(traditional, simplified)
	for _, region := range []string{ofTaiwan, ofHongKong} {
		if s == first || s == d.letter(region, first) {
			return true
		}
	}
	return false
}
