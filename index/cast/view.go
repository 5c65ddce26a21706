package cast

import (
	"slices"
	"sort"
	"sync"
)

// A View is the cast as far as one reader has read.
type View struct {
	c        *Cast
	chapters int // how many are open
	mentions []mention
	ofForm   []int32   // mentions of each form
	people   []*Person // by mentions, most first
	persons  []int32   // of each form, -1 for none
	formKind []FormKind
	spelled  []string // of each form: the book's spelling where it first stands
	// shared are the forms that belong to several people, and to whom.
	shared map[int32][]int32

	attributed *attribution // where it was needed early
	scenes     sync.Once    // fills what follows
	lines      []speech
	ties       []placedTie
	called     []address
}

// A mention is a place where a form stands; person is -1 where the form is
// nobody's alone.
type mention struct {
	place
	person int32
}

// newView resolves which mentions count for who has read the first n chapters.
func newView(c *Cast, n int) *View {
	v := &View{c: c, chapters: n, ofForm: make([]int32, len(c.forms)), shared: map[int32][]int32{}}
	active := make([]bool, len(c.forms))
	for i := range c.forms {
		active[i] = c.forms[i].at(n)
	}
	v.activate(active)
	v.mention(active)
	if v.dropCovered(active) {
		v.mention(active)
	}
	v.spell()
	l := newLinker(v)
	l.link()
	v.makePeople(l)
	if more := v.calledOtherwise(); len(more) > 0 {
		l = newLinker(v)
		l.called = more
		v.attributed = nil
		l.link()
		v.makePeople(l)
	}
	return v
}

// mention chooses among the places of the active forms: from left to right,
// the longest first, without overlap.
func (v *View) mention(active []bool) {
	v.mentions = v.mentions[:0]
	clear(v.ofForm)
	end := v.c.first[v.chapters]
	places := v.c.places
	for i := 0; i < len(places) && places[i].paragraph < end; {
		best := -1
		j := i
		for ; j < len(places) && places[j].paragraph == places[i].paragraph && places[j].start == places[i].start; j++ {
			if active[places[j].form] {
				best = j // places at one start come shortest first
			}
		}
		if best < 0 {
			i = j
			continue
		}
		p := places[best]
		if n := len(v.mentions); n > 0 && v.isOffice(v.mentions[n-1], p) {
			v.ofForm[v.mentions[n-1].form]--
			v.mentions = v.mentions[:n-1]
		}
		v.mentions = append(v.mentions, mention{place: p, person: -1})
		v.ofForm[p.form]++
		for i = j; i < len(places) && places[i].paragraph == p.paragraph && places[i].start < p.end; i++ {
		}
	}
}

// isOffice reports whether what stands before the full name next is the end of
// its office and no surname with a title: 前屯衛總兵|王廷臣.
func (v *View) isOffice(m mention, next place) bool {
	if m.paragraph != next.paragraph || m.end != next.start || v.c.forms[next.form].class != fullForm {
		return false
	}
	text := v.c.forms[m.form].text
	n := surnameLength(text)
	t := loadWords().title(text[n:])
	return n > 0 && (t == rankTitle || t == courtTitle)
}

// dropCovered takes out the forms that hardly stand outside longer ones, and
// reports whether there were any.
func (v *View) dropCovered(active []bool) bool {
	all := make([]int32, len(v.c.forms))
	end := v.c.first[v.chapters]
	for _, p := range v.c.places {
		if p.paragraph >= end {
			break
		}
		all[p.form]++
	}
	dropped := false
	for i := range active {
		if active[i] && v.c.forms[i].class != dottedForm && float64(v.ofForm[i]) < 0.1*float64(all[i]) {
			active[i] = false
			dropped = true
		}
	}
	return dropped
}

// spell notes how the book writes each form.
func (v *View) spell() {
	v.spelled = make([]string, len(v.c.forms))
	last, rs := int32(-1), []rune(nil)
	for _, m := range v.mentions {
		if v.spelled[m.form] != "" {
			continue
		}
		if m.paragraph != last {
			last, rs = m.paragraph, []rune(v.c.text(int(m.paragraph)))
		}
		if int(m.end) <= len(rs) {
			v.spelled[m.form] = spelling(rs, m.place, v.c.forms[m.form])
		}
	}
}

// spelling is how the paragraph writes the form at the place. A title that
// several surnames share stands further on: 馬、高兩位將軍.
func spelling(rs []rune, p place, f form) string {
	own := string(rs[p.start:p.end])
	n := int(p.end - p.start)
	if f.class != titledForm || n >= len(f.text) {
		return own
	}
	title := f.text[n:]
	for i := int(p.end); i+len(title) <= len(rs); i++ {
		if slices.Equal(foldRunes(string(rs[i:i+len(title)])), title) {
			return own + string(rs[i:i+len(title)])
		}
	}
	return own
}

// People are the people by mentions, most first.
func (v *View) People() []*Person {
	return slices.DeleteFunc(slices.Clone(v.people), func(p *Person) bool { return p.hidden })
}

// inParagraph is the mentions in the paragraph p.
func (v *View) inParagraph(p int32) []mention {
	i := sort.Search(len(v.mentions), func(i int) bool { return v.mentions[i].paragraph >= p })
	j := i
	for j < len(v.mentions) && v.mentions[j].paragraph == p {
		j++
	}
	return v.mentions[i:j]
}

// readScenes attributes the speeches and settles the forms of address, once.
func (v *View) readScenes() {
	v.scenes.Do(func() {
		a := v.attributed
		if a == nil {
			a = v.attribute()
		}
		v.attributed = nil
		v.lines, v.ties = a.speeches, a.ties
		for i, t := range v.ties {
			for _, x := range []actor{t.a, t.b} {
				if x.person >= 0 {
					p := v.people[x.person]
					p.ties = append(p.ties, int32(i))
				}
			}
		}
		v.called = v.settleAddresses(a)
		for _, x := range v.called {
			p := v.people[x.person]
			p.called = append(p.called, x)
		}
		for i := range v.lines {
			for _, x := range v.lines[i].speakers {
				if x.person >= 0 {
					p := v.people[x.person]
					p.lines = append(p.lines, int32(i))
				}
			}
		}
	})
}
