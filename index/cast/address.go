package cast

import (
	"cmp"
	"slices"
	"strings"
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
	return len(before) == 0 || w.vocative.has(before)
}

// isSpokenTo reports whether the narration turns to the actor: 對X說,
// 看著X, 拍了拍X的肩膀.
func (s *scene) isSpokenTo(x actor) bool {
	if x.start == 0 {
		return false
	}
	if x.start > 1 && s.rs[x.start-1] == '到' && strings.ContainsRune("听提想说遇看谈", s.rs[x.start-2]) {
		return false // 聽到X三個字
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
	title                 title
	alone                 bool // nobody else in the chapter is called so
}

// settleAddresses finds the bare titles that a scene ties to one person.
func (v *View) settleAddresses(a *attribution) []address {
	var out []address
	type use struct {
		chapter int
		title   string
	}
	holder := map[use]int32{} // -1 for several
	at := func(t title) use { return use{v.c.chapterOf(t.paragraph), t.text} }
	taken := map[[2]int32]bool{}
	for i := range a.speeches {
		for _, t := range a.speeches[i].calls {
			who := v.addressed(a.speeches, i)
			if who < 0 {
				continue
			}
			out = append(out, address{paragraph: t.paragraph, start: int32(t.start), end: int32(t.end), person: who, by: a.speeches[i].speakers, title: t})
			taken[[2]int32{t.paragraph, int32(t.start)}] = true
			u := at(t)
			if other, ok := holder[u]; ok && other != who {
				holder[u] = -1
			} else {
				holder[u] = who
			}
		}
	}
	for i := range out {
		out[i].alone = holder[at(out[i].title)] >= 0
	}
	// Where everybody in a chapter calls the same person so, the narration
	// means that person too.
	for _, t := range a.sole {
		who, ok := holder[at(t)]
		if ok && who >= 0 && !taken[[2]int32{t.paragraph, int32(t.start)}] {
			out = append(out, address{paragraph: t.paragraph, start: int32(t.start), end: int32(t.end), person: who, title: t, alone: true})
		}
	}
	slices.SortStableFunc(out, func(a, b address) int {
		return cmp.Or(cmp.Compare(a.paragraph, b.paragraph), cmp.Compare(a.start, b.start))
	})
	return out
}

// callsIn are the bare titles of the line that are part of no form.
func (w *words) callsIn(s *scene, p int32, q quote) []title {
	var out []title
	for _, t := range w.bareTitles(s.rs, q) {
		if !s.named(t) {
			out = append(out, title{t, p, string(s.rs[t.start:t.end])})
		}
	}
	return out
}

// soleIn are the titles of which a scene has one holder, where they are part
// of no form.
func (w *words) soleIn(s *scene, p int32) []title {
	var out []title
	for i := range s.rs {
		if n := w.titles.sole.longest(s.rs[i:]); n > 0 {
			if t := (span{i, i + n}); !s.named(t) {
				out = append(out, title{t, p, string(s.rs[t.start:t.end])})
			}
		}
	}
	return out
}

// named reports whether the span overlaps a form.
func (s *scene) named(t span) bool {
	return slices.ContainsFunc(s.actors, func(a actor) bool {
		return !a.crowd && a.start < t.end && a.end > t.start
	})
}

// bareTitles are the titles that a line uses to call somebody: at its start,
// or between two marks.
func (w *words) bareTitles(rs []rune, q quote) []span {
	var out []span
	for i := q.open; i < q.close; i++ {
		n := w.titles.bare.longest(rs[i:q.close])
		if n == 0 {
			continue
		}
		first := w.opensCall(rs[q.open:i])
		t := span{i, i + n}
		if (first || i > q.open && isClauseEnd(rs[i-1])) && w.calls(rs, t, q, first) {
			out = append(out, t)
		}
		i = t.end - 1
	}
	return out
}

// calls reports whether the bare title calls somebody and does not speak of a
// third: before a mark, or at the start of a line before what is said to
// somebody (大人高見, but 師父說). Words of kinship need the mark.
func (w *words) calls(rs []rune, t span, q quote, first bool) bool {
	if t.end == q.close {
		return true
	}
	next := rs[t.end]
	if w.title(rs[t.start:t.end]) == kinTitle {
		return next == '，' || next == '！' || next == ',' || next == '!'
	}
	return isClauseEnd(next) || first && w.follows.longest(rs[t.end:q.close]) > 0
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
