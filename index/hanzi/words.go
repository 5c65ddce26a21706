package hanzi

// Words cuts a text into words, by the same word frequencies that keep
// conversions inside words, and returns for every rune whether a word begins
// there. Anything but Chinese letters stands alone.
func Words(text string) []bool {
	runes := []rune(text)
	begins := make([]bool, len(runes))
	d, err := openTables()
	if err != nil {
		for i := range begins {
			begins[i] = true
		}
		return begins
	}
	l := &line{syms: d.folded(runes)}
	d.words(l, &paths{})
	for i := range begins {
		begins[i] = l.ends[i] != 0
	}
	return begins
}

// IsWord reports whether the text, folded, is a word of two letters or more.
func IsWord(text string) bool {
	d, err := openTables()
	if err != nil {
		return false
	}
	runes := []rune(text)
	if len(runes) < 2 {
		return false
	}
	node := d.lexicon.Root()
	for _, s := range d.folded(runes) {
		if s >= literal {
			return false
		}
		var ok bool
		if node, ok = d.lexicon.Child(node, uint16(s)); !ok {
			return false
		}
	}
	_, ok := d.lexicon.Value(node)
	return ok
}

// folded are the symbols of the folded runes.
func (d *dictionaries) folded(runes []rune) []symbol {
	syms := make([]symbol, len(runes))
	for i, r := range runes {
		syms[i] = d.alphabet.symbol(FoldRune(r))
	}
	return syms
}
