package cast

import (
	"slices"

	"shuyou/index/book"
)

// A Speech is one quoted line and who says it.
type Speech struct {
	Ref  book.Ref
	Text string // without quotation marks
	// Sure: the narration before, after or in the same paragraph says so.
	// Otherwise it is probable: taking turns, or going on.
	Sure bool
	// To are the people spoken to, where the scene says so.
	To []*Person
	// With are the others who say the same line.
	With []*Person
}

// speech is a quoted line, attributed.
type speech struct {
	paragraph   int32
	quote       quote
	speakers    []actor
	sure        bool
	to          []int32 // people spoken to
	interrupted bool    // narration stands in its paragraph
	calls       []title // bare titles it calls somebody by
}

// A title is a bare title in a paragraph.
type title struct {
	span
	paragraph int32
	text      string // folded
}

// attribution walks through the open chapters and says who speaks.
type attribution struct {
	v *View
	w *words

	speeches []speech
	ties     []placedTie
	sole     []title // that narration may use too, wherever they stand
	narrated *scene  // the paragraph before, for a subject left out
	pair     []actor
	chapter  int
}

// turnReach is how many paragraphs apart the lines of one conversation stand.
const turnReach = 2

// shortLine is the length, in runes, below which a line that stands alone is
// an answer and not more of the line before.
const shortLine = 20

// attribute gives every quoted line of the open chapters its speakers, and
// collects the ties that their sentences state.
func (v *View) attribute() *attribution {
	a := &attribution{v: v, w: loadWords()}
	at := 0
	for p := int32(0); p < v.c.first[v.chapters]; p++ {
		for a.chapter < v.chapters && v.c.first[a.chapter+1] <= p {
			a.chapter++
			a.narrated, a.pair = nil, nil
		}
		from := at
		for at < len(v.mentions) && v.mentions[at].paragraph == p {
			at++
		}
		s := v.sceneOf(p, v.mentions[from:at], a.w)
		a.readParagraph(p, s)
		for _, t := range a.w.tiesIn(s) {
			a.ties = append(a.ties, placedTie{t, p})
		}
	}
	return a
}

// sceneOf prepares the paragraph p with the given mentions.
func (v *View) sceneOf(p int32, ms []mention, w *words) *scene {
	s := &scene{rs: foldRunes(v.c.text(int(p)))}
	s.quotes = quotesIn(s.rs)
	for _, m := range ms {
		if int(m.end) <= len(s.rs) {
			a := actor{start: int(m.start), end: int(m.end), person: m.person}
			if m.person < 0 {
				a.role = string(s.rs[m.start:m.end])
			}
			s.actors = append(s.actors, a)
		}
	}
	s.actors = w.addRoles(s.rs, s.actors)
	return s
}

// addRoles adds the people without a name that stand outside the actors.
func (w *words) addRoles(rs []rune, actors []actor) []actor {
	named := len(actors)
	k := 0
	for i := 0; i < len(rs); i++ {
		for k < named && actors[k].end <= i {
			k++
		}
		if k < named && i >= actors[k].start {
			i = actors[k].end - 1
			continue
		}
		if n := max(w.roles.longest(rs[i:]), w.holders(rs[i:])); n > 0 && (k == named || i+n <= actors[k].start) {
			actors = append(actors, actor{start: i, end: i + n, person: -1, role: string(rs[i : i+n]), crowd: true})
			i += n - 1
		}
	}
	slices.SortFunc(actors, func(a, b actor) int { return a.start - b.start })
	return actors
}

func (a *attribution) readParagraph(p int32, s *scene) {
	first := len(a.speeches)
	spoken := slices.DeleteFunc(slices.Clone(s.quotes), func(q quote) bool { return !q.spoken(s.rs, a.w) })
	for i, q := range spoken {
		line := speech{paragraph: p, quote: q}
		from, to := 0, len(s.rs)
		if i > 0 {
			from = spoken[i-1].end
		}
		if i+1 < len(spoken) {
			to = spoken[i+1].start
		}
		line.interrupted = q.start > from || to > q.end
		line.speakers, line.sure = a.speakersOf(s, q, from, to, len(a.speeches) > first)
		if len(line.speakers) == 0 {
			line.speakers = a.takeTurns(s, p, q)
		}
		line.speakers = a.members(line.speakers)
		if len(line.speakers) > 1 {
			a.pair = line.speakers
		}
		line.to = a.addressees(s, &line, from)
		line.calls = a.w.callsIn(s, p, q)
		a.speeches = append(a.speeches, line)
	}
	for i := 0; i+1 < len(s.actors); i++ {
		x, y := s.actors[i], s.actors[i+1]
		if x.person >= 0 && y.person >= 0 && x.person != y.person && y.start == x.end+1 && slices.Contains([]rune("和与、跟"), s.rs[x.end]) {
			a.pair = []actor{x, y}
		}
	}
	a.sole = append(a.sole, a.w.soleIn(s, p)...)
	a.narrated = s
}

// speakersOf looks in the paragraph itself: before the line where it is
// announced, else after it, else before it, else at the line before.
func (a *attribution) speakersOf(s *scene, q quote, from, to int, later bool) ([]actor, bool) {
	if introduced(s.rs[from:q.start], a.w) {
		if who := s.back(from, q.start, a.w); who != nil {
			return who, true
		}
		if later {
			return a.last(), true
		}
		return a.backFurther(), false
	}
	if who := a.after(s, q.end, to); who != nil {
		return who, true
	}
	if who := s.back(from, q.start, a.w); who != nil {
		return who, true
	}
	if later {
		return a.last(), true
	}
	return nil, false
}

// last are the speakers of the line before.
func (a *attribution) last() []actor { return a.speeches[len(a.speeches)-1].speakers }

// backFurther is the last subject of the paragraph before, for an announcement
// without one.
func (a *attribution) backFurther() []actor {
	if a.narrated == nil {
		return nil
	}
	s := a.narrated
	from := 0
	if n := len(s.quotes); n > 0 {
		if from = s.quotes[n-1].end; from >= len(s.rs)-1 {
			from = 0
			return s.back(from, s.quotes[0].start, a.w)
		}
	}
	return s.back(from, len(s.rs), a.w)
}

// after is the subject of the first sentence after a line.
func (a *attribution) after(s *scene, from, to int) []actor {
	end := from
	for end < to && !isSentenceEnd(s.rs[end]) && s.rs[end] != '：' && s.rs[end] != ':' {
		end++
	}
	for j, c := range cut(s.rs, from, end, isClauseEnd) {
		who, k := s.subject(c, j == 0, a.w)
		switch {
		case k == namedSubject && len(who) == 1 && a.w.groups[who[0].role] > 0 &&
			!slices.ContainsFunc(s.rs[from:end], a.w.speech.has):
			return nil // 兩人商量已定 says nothing about the line
		case k == namedSubject:
			return who
		case k != noSubject:
			return nil
		}
	}
	return nil
}

// takeTurns guesses the speaker of a line that stands alone: the one who
// answers, or the one who goes on.
func (a *attribution) takeTurns(s *scene, p int32, q quote) []actor {
	n := len(a.speeches)
	if n == 0 || p-a.speeches[n-1].paragraph > turnReach || a.v.c.first[a.chapter] > a.speeches[n-1].paragraph {
		return nil
	}
	last := a.speeches[n-1]
	rs := foldRunes(a.v.c.text(int(last.paragraph)))
	turn := a.w.reply.longest(s.rs[q.open:q.close]) > 0 || last.quote.close > 0 && last.quote.close <= len(rs) && isQuestion(rs[last.quote.close-1])
	turn = turn || q.close-q.open < shortLine || slices.ContainsFunc(s.rs[q.open:q.close], func(r rune) bool { return r == '你' || r == '您' || r == '妳' })
	if n > 1 && !last.interrupted && !turn { // two lines alone: they have been taking turns
		before := a.speeches[n-2]
		turn = last.paragraph-before.paragraph <= turnReach && !sameSpeakers(last.speakers, before.speakers)
	}
	if !turn {
		return last.speakers
	}
	for k := n - 2; k >= 0 && p-a.speeches[k].paragraph <= 3*turnReach; k-- {
		if other := a.speeches[k].speakers; len(other) > 0 && !sameSpeakers(other, last.speakers) {
			return other
		}
	}
	return nil
}

func isQuestion(r rune) bool { return r == '？' || r == '?' }

func sameSpeakers(a, b []actor) bool {
	return len(a) > 0 && len(b) > 0 && a[0].person == b[0].person && a[0].role == b[0].role
}

// members puts the people of a pair for 兩人.
func (a *attribution) members(who []actor) []actor {
	if len(who) == 1 && who[0].person < 0 {
		if n := a.w.groups[who[0].role]; n > 0 && len(a.pair) == n {
			return a.pair
		}
	}
	return who
}
