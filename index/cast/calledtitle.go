package cast

import "slices"

// A title of the court with something like a surname before it, 鄭親王, tells no
// surname: nobody of the book may be called 鄭. Whom it means the scenes tell in
// which somebody is called so.

// calledOtherwise are the forms of people who are only such a title and are
// only spoken to, with a form of the person whom the scenes mean.
func (v *View) calledOtherwise() map[int32]int32 {
	w := loadWords()
	only := map[int32]bool{} // people
	for _, p := range v.people {
		if len(p.forms) == 1 && v.c.forms[p.forms[0]].class == titledForm {
			if text := v.c.forms[p.forms[0]].text; w.title(text[surnameLength(text):]) == courtTitle {
				only[p.id] = true
			}
		}
	}
	if len(only) == 0 {
		return nil
	}
	v.attributed = v.attribute()
	lines := v.attributed.speeches
	meant := map[int32]int32{} // -1 for several, or for somebody who is there himself
	for i := range lines {
		for _, x := range lines[i].speakers {
			if only[x.person] {
				meant[x.person] = -1
			}
		}
		if len(lines[i].to) != 1 || !only[lines[i].to[0]] {
			continue
		}
		p := lines[i].to[0]
		who := v.answers(lines, i, p)
		if other, ok := meant[p]; ok && other != who {
			who = -1
		}
		meant[p] = who
	}
	out := map[int32]int32{}
	for p, who := range meant {
		if who >= 0 && !only[who] && !v.narrated(v.people[p]) {
			out[v.people[p].forms[0]] = v.people[who].forms[0]
		}
	}
	return out
}

// answers is the one, neither the speaker nor p, who speaks right before or
// after the line.
func (v *View) answers(lines []speech, i int, p int32) int32 {
	at := lines[i].paragraph
	chapter := v.c.chapterOf(at)
	for _, k := range []int{i + 1, i - 1, i + 2, i - 2} {
		if k < 0 || k >= len(lines) || v.c.chapterOf(lines[k].paragraph) != chapter {
			continue
		}
		if d := lines[k].paragraph - at; d > turnReach || d < -turnReach {
			continue
		}
		for _, x := range lines[k].speakers {
			if x.person >= 0 && x.person != p && !speaks(&lines[i], x.person) {
				return x.person
			}
		}
	}
	return -1
}

// narrated reports whether the narration names the person.
func (v *View) narrated(p *Person) bool {
	w := loadWords()
	return slices.ContainsFunc(p.mentions, func(m mention) bool {
		return !v.sceneOf(m.paragraph, nil, w).quoted(int(m.start))
	})
}
