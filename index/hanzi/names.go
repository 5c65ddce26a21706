package hanzi

import "strings"

// fix builds the phrases that outrank the dictionaries: the overlays, then
// the names.
func (c *Converter) fix(o options) {
	if len(o.overlay) == 0 && len(o.names) == 0 {
		return
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
			c.fixed.addFolded(n, c.convertName(n, simplify))
		}
	}
}

// toSimplified says whether a configuration ends in Simplified text.
func toSimplified(config string) bool {
	return config == ToSimplified || strings.HasSuffix(config, "2s") || strings.HasSuffix(config, "2sp")
}

// convertName converts a name as its book spells it. Of the letters with
// several Traditional forms those stay that fit the script asked for: to
// Traditional, all but letters that are Simplified alone; to Simplified, all
// but the form that the Simplified letter stands for first (變 becomes 变, but
// 乾, 汎 and 旂 stay).
func (c *Converter) convertName(name string, simplify bool) string {
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
			!simplify && len(c.d.letters().forms(s)) > 1 && c.d.letters().class(s) != onlySimplified:
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
