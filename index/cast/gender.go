package cast

// A gender is what the words near a person's names tell.
type gender int8

const (
	unknownGender gender = iota
	female
	male
)

// genderSamples is how many places of a person's names are looked at.
const genderSamples = 60

// genderWords is how many words of one kind are wanted: those of others stand
// near a name as well.
const genderWords = 3

// pronounsTell is the share of 她 among the pronouns from which 他 speaks for a
// man: older books write 他 of everybody.
const pronounsTell = 0.03

// genders tells the gender of the people, by their roots, whose full names
// stand in the open text.
func (l *linker) genders(roots map[int32]bool) map[int32]gender {
	w := loadWords()
	she, he := map[int32]int{}, map[int32]int{}
	women, men := map[int32]int{}, map[int32]int{}
	seen := map[int32]int{}
	allShe, allHe := 0, 0
	last, rs := int32(-1), []rune(nil)
	for _, m := range l.v.mentions {
		r := l.root(m.form)
		if !roots[r] || l.forms[m.form].class == titledForm || seen[r] >= genderSamples {
			continue
		}
		seen[r]++
		if m.paragraph != last {
			last, rs = m.paragraph, foldRunes(l.v.c.text(int(m.paragraph)))
		}
		if int(m.end) > len(rs) {
			continue
		}
		// the sentence, as far as nobody else is named after the name
		start, end := int(m.start), int(m.end)
		for start > 0 && !isSentenceEnd(rs[start-1]) && int(m.start)-start < longestBetween {
			start--
		}
		for end < len(rs) && !isSentenceEnd(rs[end]) {
			end++
		}
		for _, o := range l.v.inParagraph(m.paragraph) {
			if o.start >= m.end && int(o.start) < end && l.root(o.form) != r {
				end = int(o.start)
				break
			}
		}
		near := rs[start:end]
		for _, c := range near {
			switch {
			case w.herself.has(c):
				she[r]++
				allShe++
			case w.himself.has(c):
				he[r]++
				allHe++
			}
		}
		women[r] += w.women.in(near, 3)
		men[r] += w.men.in(near, 3)
	}
	out := map[int32]gender{}
	tell := allShe > 0 && float64(allShe) >= pronounsTell*float64(allShe+allHe)
	for r := range roots {
		f, m := women[r], men[r]
		if tell {
			f, m = f+2*she[r], m+he[r]
		}
		switch {
		case f >= genderWords && f > 2*m:
			out[r] = female
		case m >= genderWords && m > 2*f:
			out[r] = male
		}
	}
	return out
}

// genderOfTitle is the gender a title tells.
func (w *words) genderOfTitle(rs []rune) gender {
	switch {
	case w.titles.female.has(rs) || w.titles.maiden.has(rs):
		return female
	case w.titles.male.has(rs):
		return male
	}
	return unknownGender
}

// calledBy are how often a person is meant by titles of women and of men.
type calledBy struct{ women, men int32 }

// suits reports whether a title of the gender can mean a person of whom the
// words near tell g and the titles c. A woman's title needs a woman: it may be
// of a man's wife, mother or daughter.
func (w *words) suits(title []rune, g gender, c calledBy) bool {
	t := w.genderOfTitle(title)
	switch {
	case t == unknownGender:
		return true
	case c.men > 2*c.women:
		return t == male
	case c.women > 2*c.men && c.men > 0:
		return t == female
	case g != unknownGender:
		return t == g
	}
	return t == male || w.titles.maiden.has(title)
}
