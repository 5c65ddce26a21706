package cast

import (
	"slices"
)

const (
	// nearTitle is how far before a title, in paragraphs, a full name with its
	// surname speaks for being the same person's.
	nearTitle = 60
	// settled is the share of the places of a title that must speak for one
	// person alone, oneSided how much of what speaks must speak for that one.
	settled  = 0.3
	oneSided = 0.85
)

// linkTitles joins surnames with titles to the people of that surname: 洪大帥
// to 洪承疇, where nobody else can be meant. Where several can, the form is
// shared.
func (l *linker) linkTitles() {
	w := loadWords()
	places := l.placesByRoot()
	people := map[int32][]int32{} // by the title
	roots := map[int32]bool{}
	for i := range l.forms {
		f := &l.forms[i]
		if !l.stands(int32(i)) || f.class != titledForm || l.root(int32(i)) != int32(i) {
			continue
		}
		people[int32(i)] = l.peopleOf(string(surnameOf(f.text)))
		for _, r := range people[int32(i)] {
			roots[r] = true
		}
	}
	meant := map[int32]int32{} // the root a title means, -1 for several
	called := map[int32]calledBy{}
	for i := range l.forms {
		title := int32(i)
		if len(people[title]) == 0 {
			continue
		}
		who := l.settle(title, l.distinct(title, slices.Clone(people[title])), places)
		meant[title] = who
		if who >= 0 {
			c := called[who]
			switch w.genderOfTitle(l.titleOf(title)) {
			case female:
				c.women += l.v.ofForm[title]
			case male:
				c.men += l.v.ofForm[title]
			}
			called[who] = c
		}
	}
	genders := l.genders(roots)
	for i := range l.forms {
		title := int32(i)
		who, ok := meant[title]
		switch {
		case !ok:
		case who >= 0 && w.suits(l.titleOf(title), genders[who], called[who]):
			kind := SurnameTitle
			if slices.Contains(l.forms[i].text[1:], '某') {
				kind = SelfName
			}
			l.join(who, title, kind)
		case who < 0 && len(people[title]) > 1:
			l.shared[title] = people[title]
		}
	}
}

// titleOf is the form without its surname.
func (l *linker) titleOf(form int32) []rune {
	text := l.forms[form].text
	return text[surnameLength(text):]
}

// peopleOf are the roots of the people with the surname, each once, in the
// order of their forms.
func (l *linker) peopleOf(surname string) []int32 {
	var out []int32
	for _, i := range l.bySurname[surname] {
		if r := l.root(i); !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// placesByRoot are the paragraphs in which each person is named otherwise than
// by a title.
func (l *linker) placesByRoot() map[int32][]int32 {
	out := map[int32][]int32{}
	for _, m := range l.v.mentions {
		if l.forms[m.form].class == titledForm {
			continue
		}
		r := l.root(m.form)
		if n := len(out[r]); n == 0 || out[r][n-1] != m.paragraph {
			out[r] = append(out[r], m.paragraph)
		}
	}
	return out
}

// apart is the share of a title's places with a person in the same sentence
// from which the two are taken for two people.
const apart = 0.08

// distinct are the people who do not stand beside the title as somebody else.
func (l *linker) distinct(title int32, people []int32) []int32 {
	beside := map[int32]int{}
	all := 0
	ms := l.v.mentions
	for i, m := range ms {
		if m.form != title {
			continue
		}
		all++
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(ms) && ms[j].paragraph == m.paragraph && max(ms[j].start-m.end, m.start-ms[j].end) <= 8 {
				beside[l.root(ms[j].form)]++
			}
		}
	}
	return slices.DeleteFunc(people, func(r int32) bool {
		return len(people) > 1 && beside[r] > 1 && float64(beside[r]) > apart*float64(all)
	})
}

// settle is the person, of those with its surname, whom the title means, -1
// where that is not clear. Each place of the title speaks for the one person
// of the surname that is named near before it, in the same chapter; places
// near several of them say nothing.
func (l *linker) settle(title int32, people []int32, places map[int32][]int32) int32 {
	votes := make([]int, len(people))
	all, decided := 0, 0
	for _, m := range l.v.mentions {
		if m.form != title {
			continue
		}
		all++
		near := l.nearest(people, places, m.paragraph)
		if near >= 0 {
			votes[near]++
			decided++
		}
	}
	best := 0
	for i := range votes {
		if votes[i] > votes[best] {
			best = i
		}
	}
	if float64(decided) < settled*float64(all) || decided == 0 || float64(votes[best]) < oneSided*float64(decided) {
		return -1
	}
	return people[best]
}

// nearest is the index of the one person who is meant at paragraph p: the only
// one named near before it in the same chapter, or by far the nearest; where
// nobody is, the only one named soon after. -1 where that is not clear.
func (l *linker) nearest(people []int32, places map[int32][]int32, p int32) int {
	start := l.v.c.first[l.v.c.chapterOf(p)]
	first, second, who := int32(nearTitle)+1, int32(nearTitle)+1, -1
	after, soon := -1, 0
	for i, r := range people {
		ps := places[r]
		at, ok := slices.BinarySearch(ps, p)
		if ok {
			at++
		}
		if at > 0 && ps[at-1] >= max(start, p-nearTitle) {
			switch d := p - ps[at-1]; {
			case d < first:
				first, second, who = d, first, i
			case d < second:
				second = d
			}
		} else if at < len(ps) && ps[at] <= p+nearTitle/6 {
			after = i
			soon++
		}
	}
	switch {
	case who >= 0 && second >= 3*first+3:
		return who
	case who < 0 && soon == 1:
		return after
	}
	return -1
}
