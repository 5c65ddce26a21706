package cast

import (
	"cmp"
	"slices"

	"shuyou/index/cast/lexicon"
)

// link puts the forms of one person together and makes the people.
func (v *View) link() {
	forms := v.c.forms
	parent := make([]int32, len(forms))
	for i := range parent {
		parent[i] = int32(i)
	}
	var find func(i int32) int32
	find = func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	bySurname := map[string][]int32{}
	bySuffix := map[string][]int32{}
	for i := range forms {
		f := &forms[i]
		if v.ofForm[i] == 0 {
			continue
		}
		if n := surnameLength(f.text); n > 0 && f.kind&(surnameKind|compoundKind) != 0 {
			bySurname[string(f.text[:n])] = append(bySurname[string(f.text[:n])], int32(i))
			if given := f.text[n:]; len(given) >= 2 {
				bySuffix[string(given)] = append(bySuffix[string(given)], int32(i))
			}
		}
	}
	for i := range forms {
		f := &forms[i]
		if v.ofForm[i] == 0 {
			continue
		}
		if full := bySuffix[string(f.text)]; len(full) == 1 {
			parent[find(int32(i))] = find(full[0])
		}
		if f.kind&titledKind != 0 {
			if full := bySurname[string(f.text[:surnameLength(f.text)])]; len(full) == 1 {
				parent[find(int32(i))] = find(full[0])
			}
		}
	}
	groups := map[int32][]int32{}
	for i := range forms {
		if v.ofForm[i] > 0 {
			groups[find(int32(i))] = append(groups[find(int32(i))], int32(i))
		}
	}
	v.persons = make([]int32, len(forms))
	for i := range v.persons {
		v.persons[i] = -1
	}
	var roots []int32
	for r := range groups {
		roots = append(roots, r)
	}
	total := func(r int32) (n int32) {
		for _, i := range groups[r] {
			n += v.ofForm[i]
		}
		return n
	}
	slices.SortFunc(roots, func(a, b int32) int {
		return cmp.Or(cmp.Compare(total(b), total(a)), slices.Compare(forms[a].text, forms[b].text))
	})
	for id, r := range roots {
		p := &Person{view: v, id: int32(id), Mentions: int(total(r))}
		for _, i := range groups[r] {
			v.persons[i] = int32(id)
		}
		v.people = append(v.people, p)
	}
	for i := range v.mentions {
		m := &v.mentions[i]
		m.person = v.persons[m.form]
		p := v.people[m.person]
		p.mentions = append(p.mentions, *m)
		if n := len(p.paragraphs); n == 0 || p.paragraphs[n-1] != m.paragraph {
			p.paragraphs = append(p.paragraphs, m.paragraph)
		}
	}
	spelled := map[int32]string{}
	for _, m := range v.mentions {
		if _, ok := spelled[m.form]; !ok {
			rs := []rune(v.c.text(int(m.paragraph)))
			spelled[m.form] = string(rs[m.start : int(m.start)+len(forms[m.form].text)])
		}
	}
	for id, r := range roots {
		p := v.people[id]
		group := groups[r]
		slices.SortFunc(group, func(a, b int32) int {
			return cmp.Or(cmp.Compare(v.ofForm[b], v.ofForm[a]), slices.Compare(forms[a].text, forms[b].text))
		})
		p.Name = spelled[group[0]]
		rank := 0
		for _, i := range group {
			k := FullName
			now := 1
			switch {
			case forms[i].kind&titledKind != 0:
				k, now = SurnameTitle, 1
			case forms[i].kind&(surnameKind|compoundKind) != 0:
				now = 2
			}
			if now > rank {
				rank, p.Name = now, spelled[i]
			}
			p.Forms = append(p.Forms, Form{Form: spelled[i], Kind: k, Count: int(v.ofForm[i])})
		}
		for _, q := range p.paragraphs {
			p.Paragraphs = append(p.Paragraphs, v.c.ref(q))
		}
		p.First, p.Last = p.Paragraphs[0], p.Paragraphs[len(p.Paragraphs)-1]
	}
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
