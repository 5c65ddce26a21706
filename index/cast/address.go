package cast

import (
	"cmp"
	"slices"

	"shuyou/index/cast/lexicon"
)

// addressees are the people a line is spoken to: who is called by name at its
// start, whom the narration names beside the speaker, or the other one of the
// conversation.
func (a *attribution) addressees(s *scene, line *speech, from int) []int32 {
	if called := s.calledIn(line.quote, a.w); called >= 0 && !speaks(line, called) {
		return []int32{called}
	}
	var beside []int32
	for _, c := range []span{{from, line.quote.start}, {line.quote.end, min(len(s.rs), line.quote.end+40)}} {
		for _, x := range s.within(c) {
			if x.person >= 0 && !speaks(line, x.person) && s.isSpokenTo(x) && !slices.Contains(beside, x.person) {
				beside = append(beside, x.person)
			}
		}
	}
	if len(beside) > 0 {
		return beside
	}
	for k := len(a.speeches) - 1; k >= 0 && line.paragraph-a.speeches[k].paragraph <= turnReach && a.speeches[k].paragraph >= a.v.c.first[a.chapter]; k-- {
		for _, x := range a.speeches[k].speakers {
			if x.person >= 0 && !speaks(line, x.person) {
				return []int32{x.person}
			}
		}
	}
	return nil
}

func speaks(line *speech, person int32) bool {
	return slices.ContainsFunc(line.speakers, func(x actor) bool { return x.person == person })
}

// calledIn is the person who is called at the start of the line, -1 for none.
func (s *scene) calledIn(q quote, w *words) int32 {
	for _, x := range s.within(span{q.open, q.close}) {
		if x.person < 0 || !w.opensCall(s.rs[q.open:x.start]) {
			continue
		}
		if x.end == q.close || x.end < q.close && (isClauseEnd(s.rs[x.end])) {
			return x.person
		}
	}
	return -1
}

// opensCall reports whether a form of address may follow: at the start of a
// line, or after 是，.
func (w *words) opensCall(before []rune) bool {
	for len(before) > 0 && isClauseEnd(before[len(before)-1]) {
		before = before[:len(before)-1]
	}
	return len(before) == 0 || slices.ContainsFunc(w.vocative, func(v []rune) bool { return slices.Equal(v, before) })
}

// isSpokenTo reports whether the narration turns to the actor: 對X說,
// 看著X, 拍了拍X的肩膀.
func (s *scene) isSpokenTo(x actor) bool {
	if x.start == 0 {
		return false
	}
	switch s.rs[x.start-1] {
	case '对', '向', '朝', '着', '跟', '了', '到', '问', '拍', '拉', '见', '找':
		return true
	}
	return false
}

// An address is a place where a bare title is settled on a person by the
// scene: 部下當面稱“大人”.
type address struct {
	paragraph, start, end int32
	person                int32
	by                    []actor
}

// settleAddresses finds the bare titles that a scene ties to one person.
func (v *View) settleAddresses(speeches []speech) []address {
	w := loadWords()
	var out []address
	for i := range speeches {
		line := &speeches[i]
		rs := foldRunes(v.c.text(int(line.paragraph)))
		if line.quote.close > len(rs) {
			continue
		}
		for _, t := range w.bareTitles(rs, line.quote) {
			if v.isMentioned(line.paragraph, t) {
				continue
			}
			if who := v.addressed(speeches, i); who >= 0 {
				out = append(out, address{line.paragraph, int32(t.start), int32(t.end), who, line.speakers})
			}
		}
	}
	return v.settleSole(out)
}

// settleSole adds the places where the narration uses a title of which a scene
// has one holder, in the chapters where everybody calls the same person so.
func (v *View) settleSole(called []address) []address {
	w := loadWords()
	type use struct {
		chapter int
		title   string
	}
	holder := map[use]int32{} // -1 for several
	taken := map[[2]int32]bool{}
	texts := map[int32][]rune{}
	runes := func(p int32) []rune {
		if texts[p] == nil {
			texts[p] = foldRunes(v.c.text(int(p)))
		}
		return texts[p]
	}
	for _, a := range called {
		taken[[2]int32{a.paragraph, a.start}] = true
		u := use{v.c.chapterOf(a.paragraph), string(runes(a.paragraph)[a.start:a.end])}
		if who, ok := holder[u]; ok && who != a.person {
			holder[u] = -1
		} else {
			holder[u] = a.person
		}
	}
	out := called
	for u := range holder { // the order does not matter: the places are sorted below
		title := []rune(u.title)
		if holder[u] < 0 || !slices.ContainsFunc(w.sole, func(s []rune) bool { return slices.Equal(s, title) }) {
			continue
		}
		for p := v.c.first[u.chapter]; p < v.c.first[u.chapter+1]; p++ {
			rs := runes(p)
			for i := 0; i+len(title) <= len(rs); i++ {
				at := span{i, i + len(title)}
				if slices.Equal(rs[i:at.end], title) && !taken[[2]int32{p, int32(i)}] && !v.isMentioned(p, at) {
					out = append(out, address{p, int32(i), int32(at.end), holder[u], nil})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b address) int {
		return cmp.Or(cmp.Compare(a.paragraph, b.paragraph), cmp.Compare(a.start, b.start))
	})
	return out
}

// isMentioned reports whether the span overlaps a form.
func (v *View) isMentioned(p int32, t span) bool {
	return slices.ContainsFunc(v.inParagraph(p), func(m mention) bool {
		return int(m.start) < t.end && int(m.end) > t.start
	})
}

// bareTitles are the titles that a line uses to call somebody: at its start,
// or between two marks.
func (w *words) bareTitles(rs []rune, q quote) []span {
	var out []span
	for i := q.open; i < q.close; i++ {
		called := w.opensCall(rs[q.open:i])
		if !called && !(i > q.open && isClauseEnd(rs[i-1])) {
			continue
		}
		for n := 3; n >= 2; n-- {
			end := i + n
			if end > q.close || !w.bare[lexicon.KeyOf(rs[i:end])] {
				continue
			}
			if called || end == q.close || isClauseEnd(rs[end]) {
				out = append(out, span{i, end})
			}
			break
		}
	}
	return out
}

// addressed is the one person spoken to by the i-th line, -1 where the scene
// does not say. Who answers next counts where nobody spoke before.
func (v *View) addressed(speeches []speech, i int) int32 {
	line := &speeches[i]
	if len(line.to) == 1 {
		return line.to[0]
	}
	if len(line.to) > 1 {
		return -1
	}
	chapter := v.c.chapterOf(line.paragraph)
	for k := i + 1; k < len(speeches) && speeches[k].paragraph-line.paragraph <= turnReach; k++ {
		if v.c.chapterOf(speeches[k].paragraph) != chapter {
			break
		}
		for _, x := range speeches[k].speakers {
			if x.person >= 0 && !speaks(line, x.person) {
				return x.person
			}
		}
	}
	// else who was named last before, if that is one person
	ms := v.mentions
	at, _ := slices.BinarySearchFunc(ms, line.paragraph, func(m mention, p int32) int {
		if m.paragraph <= p {
			return -1
		}
		return 1
	})
	for k := at - 1; k >= 0 && line.paragraph-ms[k].paragraph <= turnReach && ms[k].paragraph >= v.c.first[chapter]; k-- {
		if ms[k].paragraph == line.paragraph && int(ms[k].start) >= line.quote.start {
			continue
		}
		if ms[k].person >= 0 && !speaks(line, ms[k].person) {
			return ms[k].person
		}
	}
	return -1
}
