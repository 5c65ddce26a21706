package cast

import (
	"slices"

	"shuyou/index/cast/lexicon"
)

// A linker puts the forms of one person together, from what the open chapters
// say. It joins forms; where a form may be several people's it is shared and
// joins nobody.
type linker struct {
	v      *View
	forms  []form
	parent []int32
	kind   []FormKind
	named  []bool // the text calls it the name: 姓X名Y, N，字Z
	shared map[int32][]int32
	// alone are the forms that the overlay takes from people, fixed those that
	// it gives to one.
	alone, fixed map[int32]bool
	// called are titles of the court, and a form of whom the scenes mean.
	called map[int32]int32

	bySurname map[string][]int32 // full names
	byText    map[string]int32
}

func newLinker(v *View) *linker {
	l := &linker{v: v, forms: v.c.forms, parent: make([]int32, len(v.c.forms)), kind: make([]FormKind, len(v.c.forms)),
		named: make([]bool, len(v.c.forms)), shared: map[int32][]int32{}, alone: map[int32]bool{}, fixed: map[int32]bool{}, bySurname: map[string][]int32{}, byText: map[string]int32{}}
	for i := range l.forms {
		l.parent[i] = int32(i)
		if !l.stands(int32(i)) {
			continue
		}
		f := &l.forms[i]
		l.kind[i] = FullName
		l.byText[string(f.text)] = int32(i)
		switch f.class {
		case titledForm:
			l.kind[i] = SurnameTitle
		case fullForm:
			s := string(f.text[:surnameLength(f.text)])
			l.bySurname[s] = append(l.bySurname[s], int32(i))
		}
	}
	return l
}

func (l *linker) stands(i int32) bool { return l.v.ofForm[i] > 0 }

func (l *linker) root(i int32) int32 {
	for l.parent[i] != i {
		l.parent[i] = l.parent[l.parent[i]]
		i = l.parent[i]
	}
	return i
}

// join makes the form other the person's that has the form name.
func (l *linker) join(name, other int32, kind FormKind) {
	if l.alone[name] || l.alone[other] || l.fixed[other] {
		return
	}
	if kind != "" {
		l.kind[other] = kind
	}
	if a, b := l.root(name), l.root(other); a != b {
		l.parent[b] = a
	}
}

func (l *linker) link() {
	l.linkByHand()
	l.linkClaims()
	l.linkGiven()
	l.linkParts()
	l.linkTitledNames()
	l.linkNicknames()
	l.linkTitles()
	for title, name := range l.called {
		l.join(name, title, SurnameTitle)
	}
	for i := range l.fixed {
		delete(l.shared, i)
	}
	for i := range l.alone {
		delete(l.shared, i)
	}
}

// linkClaims joins what the text says is one person's.
func (l *linker) linkClaims() {
	names := map[int32][]int32{} // by the other form
	kinds := map[int32]claimKind{}
	end := l.v.c.first[l.v.chapters]
	for _, c := range l.v.c.claims {
		if c.paragraph >= end {
			continue
		}
		l.named[c.name] = true
		if c.kind == namedClaim || !l.stands(c.name) || !l.stands(c.other) {
			continue
		}
		if !slices.Contains(names[c.other], c.name) {
			names[c.other] = append(names[c.other], c.name)
			kinds[c.other] = c.kind
		}
	}
	for i := range l.forms {
		other := int32(i)
		switch of := names[other]; {
		case len(of) == 1 && kinds[other] == sameClaim:
			l.join(of[0], other, "")
		case len(of) == 1:
			l.join(of[0], other, CourtesyName)
		case len(of) > 1:
			l.shared[other] = of
		}
	}
}

// A given name that stands alone far oftener than with its surname is not
// joined on the strength of a few places: 大驚 is not short for 艾大驚.
const (
	leastFull      = 2
	leastFullShare = 0.03
)

// linkGiven joins given and courtesy names with the full names that end in
// them.
func (l *linker) linkGiven() {
	full := map[string][]int32{}
	for i := range l.forms {
		f := &l.forms[i]
		if !l.stands(int32(i)) || f.class != fullForm {
			continue
		}
		if given := f.text[surnameLength(f.text):]; len(given) >= 2 {
			full[string(given)] = append(full[string(given)], int32(i))
		}
	}
	for i := range l.forms {
		given := int32(i)
		of := full[string(l.forms[i].text)]
		if !l.stands(given) || len(of) == 0 || l.forms[given].class == titledForm || l.shared[given] != nil {
			continue
		}
		of = slices.DeleteFunc(slices.Clone(of), func(j int32) bool {
			n := float64(l.v.ofForm[j])
			return n < leastFullShare*float64(l.v.ofForm[given]) || n < leastFull && l.v.ofForm[given] > 2
		})
		switch {
		case len(of) == 1 && l.kind[given] == CourtesyName: // 劉玄德 is made of the courtesy name
			l.join(given, of[0], "")
		case len(of) == 1:
			l.join(of[0], given, GivenName)
		case len(of) > 1 && l.kind[given] != CourtesyName:
			l.shared[given] = of
		case len(of) > 1:
			l.joinSameSurname(given, of)
		}
	}
}

// joinSameSurname joins the surname and courtesy name with the courtesy name's
// person, where the surname is that person's.
func (l *linker) joinSameSurname(courtesy int32, full []int32) {
	root := l.root(courtesy)
	for i := range l.forms {
		name := int32(i)
		if l.root(name) != root || l.forms[i].class != fullForm || !l.stands(name) {
			continue
		}
		n := surnameLength(l.forms[i].text)
		for _, f := range full {
			if slices.Equal(l.forms[f].text[:surnameLength(l.forms[f].text)], l.forms[i].text[:n]) {
				l.join(courtesy, f, "")
			}
		}
	}
}

// linkParts joins the parts of names with dots that stand alone.
func (l *linker) linkParts() {
	of := map[int32][]int32{}
	for i := range l.forms {
		f := &l.forms[i]
		if f.class != dottedForm || !l.stands(int32(i)) {
			continue
		}
		at := int32(0)
		for _, n := range f.parts {
			part, ok := l.byText[string(f.text[at:at+n])]
			at += n
			if ok && part != int32(i) && !slices.Contains(of[part], int32(i)) {
				of[part] = append(of[part], int32(i))
			}
		}
	}
	for i := range l.forms {
		switch names := of[int32(i)]; {
		case len(names) == 1:
			l.join(names[0], int32(i), GivenName)
		case len(names) > 1:
			l.shared[int32(i)] = names
		}
	}
}

// longNickname is the length from which a form right before a full name is
// taken for that person's nickname and not for another person.
const longNickname = 3

// linkNicknames joins what stands right before one full name and no other:
// 血燕子白秋水; and a surname with a title right after it: 張廷玉張大人.
func (l *linker) linkNicknames() {
	names := map[int32][]int32{}
	ms := l.v.mentions
	for i := 0; i+1 < len(ms); i++ {
		a, b := ms[i], ms[i+1]
		if a.paragraph != b.paragraph || a.end != b.start {
			continue
		}
		before, after := &l.forms[a.form], &l.forms[b.form]
		switch {
		case before.class == plainForm && len(before.text) >= longNickname && after.class == fullForm:
			if !slices.Contains(names[a.form], b.form) {
				names[a.form] = append(names[a.form], b.form)
			}
		case before.class == fullForm && after.class == titledForm && before.text[0] == after.text[0]:
			if !slices.Contains(names[b.form], a.form) {
				names[b.form] = append(names[b.form], a.form)
			}
		}
	}
	for i := range l.forms {
		of := names[int32(i)]
		if len(of) != 1 || l.shared[int32(i)] != nil || l.root(int32(i)) != int32(i) {
			continue
		}
		if l.forms[i].class == titledForm {
			l.join(of[0], int32(i), SurnameTitle)
		} else {
			l.join(of[0], int32(i), CourtesyName)
		}
	}
}

// linkTitledNames joins a name with a title after it to the name: 崇禎皇帝.
func (l *linker) linkTitledNames() {
	w := loadWords()
	for i := range l.forms {
		f := &l.forms[i]
		if !l.stands(int32(i)) || f.class == dottedForm {
			continue
		}
		for n := 2; n+2 <= len(f.text); n++ {
			if t := w.title(f.text[n:]); t == rankTitle || t == courtTitle {
				l.kind[i] = SurnameTitle
				if name, ok := l.byText[string(f.text[:n])]; ok && l.shared[name] == nil {
					l.join(name, int32(i), SurnameTitle)
				}
			}
		}
	}
}

// surnameOf is the surname of a surname with a title: 洪大帥, 老趙.
func surnameOf(rs []rune) []rune {
	if n := surnameLength(rs); n > 0 {
		return rs[:n]
	}
	if len(rs) == 2 && loadWords().titles.familiar.has(rs[0]) {
		return rs[1:]
	}
	return nil
}

// surnameLength is the length of the surname that starts the string, 0 where
// there is none.
func surnameLength(rs []rune) int {
	switch {
	case len(rs) > 2 && lexicon.CompoundSurname(rs[0], rs[1]):
		return 2
	case len(rs) > 1 && lexicon.Surname(rs[0]) != lexicon.NoSurname:
		return 1
	}
	return 0
}
