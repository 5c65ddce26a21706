package cast

import (
	"math"
	"slices"
)

// A teller weighs the sentences of one person's paragraphs.
type teller struct {
	p     *Person
	w     *words
	limit int // runes of a window
	// further are the paragraphs that name nobody and go on with the person.
	further map[int32]bool
	goingOn bool // the paragraph that is weighed is one of them

	lines map[int32][]int // of view.lines, by paragraph
}

func newTeller(p *Person) *teller {
	p.view.readScenes()
	t := &teller{p: p, w: loadWords(), lines: map[int32][]int{}}
	for _, i := range p.lines {
		t.add(int(i))
	}
	return t
}

func (t *teller) add(line int) {
	q := t.p.view.lines[line].paragraph
	t.lines[q] = append(t.lines[q], line)
}

// Weights of what a sentence says about the person.
const (
	actsWeight     = 1.5 // subject of the sentence
	describeWeight = 1.4
	decideWeight   = 0.9
	mindWeight     = 0.8
	officeWeight   = 1.2
	speaksWeight   = 2.0 // says something of some length
	calledWeight   = 0.9 // is spoken to by a title
	spokenOfWeight = 0.9 // others speak of the person
	saidWeight     = 0.6 // is the subject of what others say
	companyWeight  = 0.3 // each of two others
	firstWeight    = 1.2
	lastWeight     = 0.4
	shortPenalty   = 0.8
	moreShare      = 0.4 // of the scores of further sentences
	planWeight     = 0.7
	leanPenalty    = 1.5
	longSpeech     = 30 // runes
	shortSentence  = 14 // runes
)

// A short window leaves room for another: of two that say as much, the shorter
// is taken.
const (
	usualRunes = 60
	thrift     = 0.15
)

// sentence is one sentence of a paragraph, weighed.
type sentence struct {
	span
	score  float64
	others bool
	about  bool // the person stands in it, or speaks
	taken  bool // another window has it
	leans  bool // it starts with a pronoun, or in the middle of a speech
}

// best is the window of the paragraph with the most to say; second is the best
// that does not overlap it, if there is one.
func (t *teller) best(q int32) (window, []window) {
	v := t.p.view
	s := v.sceneOf(q, v.inParagraph(q), t.w)
	t.goingOn = t.further[q]
	all := t.weigh(q, s)
	first := t.pick(q, s, all)
	for i := range all {
		all[i].about = all[i].about && (all[i].end <= first.span.start || all[i].start >= first.span.end)
		all[i].taken = all[i].start < first.span.end && all[i].end > first.span.start
	}
	if !slices.ContainsFunc(all, func(x sentence) bool { return x.about }) {
		return first, nil
	}
	return first, []window{t.pick(q, s, all)}
}

// pick is the best window of the sentences.
func (t *teller) pick(q int32, s *scene, all []sentence) window {
	out := window{paragraph: q, score: -1}
	leans := true // a window that starts well goes before one that does not
	for i := range all {
		if !all[i].about {
			continue
		}
		from, to := i, i
		score := all[i].score
		fits := func(a, b int) bool {
			return all[b].end-all[a].start <= t.limit && !all[a].taken && !all[b].taken
		}
		for all[from].leans && from > 0 && fits(from-1, to) {
			from--
			score += 0.3 * max(0, all[from].score)
		}
		for to+1 < len(all) && fits(from, to+1) && (all[to+1].about || all[to+1].end-all[from].start <= t.limit/2) {
			to++
			score += moreShare * max(0, all[to].score)
		}
		for from > 0 && fits(from-1, to) && all[from-1].about {
			from--
			score += moreShare * max(0, all[from].score)
		}
		if all[from].leans && !leans {
			continue
		}
		score *= math.Pow(usualRunes/float64(all[to].end-all[from].start), thrift)
		if score > out.score || leans && !all[from].leans {
			leans = all[from].leans
			out.score, out.span, out.others = score, span{all[from].start, all[to].end}, all[i].others
		}
	}
	if out.score < 0 && len(all) > 0 {
		out.span = span{all[0].start, min(all[0].end, t.limit)}
	}
	if leans {
		out.score -= leanPenalty
	}
	if len(t.p.mentions) > 0 {
		m := t.p.mentions[0]
		out.first = q == m.paragraph && int(m.start) >= out.span.start && int(m.end) <= out.span.end
	}
	if out.first {
		out.score += firstWeight
	}
	if n := len(t.p.paragraphs); n > 1 && q == t.p.paragraphs[n-1] {
		out.score += lastWeight
	}
	out.grams = gramsOf(s.rs[out.span.start:out.span.end])
	return out
}

// weigh scores the sentences of the paragraph.
func (t *teller) weigh(q int32, s *scene) []sentence {
	spans := sentences(s.rs)
	out := make([]sentence, len(spans))
	for i, c := range spans {
		x := sentence{span: c}
		t.weighNarration(&x, q, s, i)
		t.weighSpeech(&x, q, s)
		if c.end-c.start < shortSentence {
			x.score -= shortPenalty
		}
		x.leans = x.leans || pronounOf(s.rs[c.start:c.end], t.w) != noSubject
		out[i] = x
	}
	return out
}

// weighNarration looks at what the narration of the sentence says of the
// person, and at who else is there.
func (t *teller) weighNarration(x *sentence, q int32, s *scene, i int) {
	me := t.p.id
	company := map[int32]bool{}
	acts, said, owns := false, false, true
	going := false   // the person is the last subject
	var deeds []rune // the clauses of which the person is the subject
	for _, c := range cut(s.rs, x.start, x.end, isClauseEnd) {
		as := s.within(c)
		mine := false // the clause is of what the person does
		for k, a := range as {
			switch {
			case a.person != me:
				if a.person >= 0 {
					company[a.person] = true
					if !mine && s.acts(c, as, k, true, t.w) {
						going = false
					}
				}
			case s.quoted(a.start):
				x.about = true
				if s.acts(c, as, k, true, t.w) {
					said, mine = true, true
				}
			default:
				x.about = true
				if s.acts(c, as, k, true, t.w) || a.start > 0 && s.rs[a.start-1] == '由' {
					acts, mine = true, true
					owns = owns && a.end < len(s.rs) && s.rs[a.end] == '的'
				}
			}
		}
		if !s.quoted(c.start) && t.goesOn(s, c) {
			x.about, acts, mine, owns = true, true, true, false
		}
		if going = going || mine; going {
			deeds = append(append(deeds, s.rs[c.start:c.end]...), '，')
		}
	}
	if said && !acts {
		x.score += saidWeight
	}
	if acts || said {
		switch {
		case acts && owns: // 皇太極的殘兵: something of theirs acts
			x.score += actsWeight / 2
		case acts:
			x.score += actsWeight
		}
		x.score += describeWeight * float64(t.w.describe.in(deeds, 1))
		x.score += decideWeight * float64(t.w.decide.in(deeds, 2))
		x.score += mindWeight * float64(t.w.mind.in(deeds, 2))
	}
	if x.about {
		x.score += companyWeight * float64(min(2, len(company)))
		for _, o := range t.p.Offices() {
			if o.Ref == t.p.view.c.ref(q) {
				x.score += officeWeight
				break
			}
		}
		if !acts && len(company) > 0 && t.w.mind.in(s.rs[x.start:x.end], 1) > 0 {
			x.others = true // somebody else thinks of the person
			x.score += spokenOfWeight
		}
	}
}

// goesOn reports whether the clause has a pronoun for its subject that can
// mean the person, who was the last subject before it; in a paragraph that
// names nobody, it goes on with the paragraph before.
func (t *teller) goesOn(s *scene, c span) bool {
	subject, k := s.subject(c, true, t.w)
	named := slices.ContainsFunc(s.actors, func(a actor) bool { return a.person >= 0 })
	switch {
	case k == pronounSubject && named:
		who := s.antecedent(c.start, t.w)
		return len(who) == 1 && who[0].person == t.p.id
	case named:
		return false
	}
	return t.goingOn && (k == pronounSubject || k == namedSubject && t.w.groups[subject[0].role] > 0)
}

// weighSpeech looks at the lines in the sentence: the person's own, and those
// in which others speak to or of the person.
func (t *teller) weighSpeech(x *sentence, q int32, s *scene) {
	for _, i := range t.lines[q] {
		line := &t.p.view.lines[i]
		from, to := max(x.start, line.quote.open), min(x.end, line.quote.close)
		if from >= to {
			continue
		}
		x.about = true
		x.score += speaksWeight * min(1, float64(to-from)/longSpeech)
		x.score += decideWeight / 2 * float64(t.w.decide.in(s.rs[from:to], 2))
		x.score += planWeight * float64(t.w.plan.in(s.rs[from:to], 2))
		x.leans = x.leans || x.start > line.quote.start && x.start < line.quote.close
		return
	}
	for _, a := range t.p.called {
		if a.paragraph == q && int(a.start) >= x.start && int(a.end) <= x.end {
			x.about, x.others = true, true
			x.score += calledWeight
		}
	}
	for _, a := range s.within(x.span) {
		if a.person == t.p.id && s.quoted(a.start) {
			x.others = true
			x.score += spokenOfWeight
			break
		}
	}
}

// quoted reports whether the rune stands in a quotation.
func (s *scene) quoted(i int) bool {
	return slices.ContainsFunc(s.quotes, func(q quote) bool { return i >= q.open && i < q.close })
}

// continued are the paragraphs after one of the person's in which nobody is
// named and a pronoun or a number goes on with the person.
func (t *teller) continued(all []int32) []int32 {
	v := t.p.view
	var out []int32
	for _, q := range all {
		next := q + 1
		ch := v.c.chapterOf(q)
		if next >= v.c.first[ch+1] || slices.Contains(all, next) || len(v.inParagraph(next)) > 0 {
			continue
		}
		s := v.sceneOf(q, v.inParagraph(q), t.w)
		if who := s.back(0, len(s.rs), t.w); len(who) == 0 || who[0].person != t.p.id && t.w.groups[who[0].role] == 0 {
			continue
		}
		n := v.sceneOf(next, nil, t.w)
		if len(n.quotes) == 0 && slices.ContainsFunc(cut(n.rs, 0, len(n.rs), isClauseEnd), func(c span) bool {
			who, k := n.subject(c, true, t.w)
			return k == pronounSubject || k == namedSubject && t.w.groups[who[0].role] > 0
		}) {
			out = append(out, next)
		}
	}
	return out
}
