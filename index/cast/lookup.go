package cast

import (
	"slices"
)

// lookUp answers for a name the finder missed: where the words stand in the
// open chapters, as a person of that one name.
func (v *View) lookUp(q []rune) []Match {
	found := v.c.withForm(q, v.c.first[v.chapters])
	if found == nil {
		return nil
	}
	view := newView(found, v.chapters)
	i := len(found.forms) - 1
	id := view.persons[i]
	if id < 0 {
		return nil
	}
	return []Match{{Person: view.people[id], Form: view.spelled[i], How: ByLookup}}
}

// withForm is the cast with one more form, which holds from the start; nil
// where it does not stand before the paragraph end.
func (c *Cast) withForm(text []rune, end int32) *Cast {
	var more []place
	for p := range end {
		rs := foldRunes(c.text(int(p)))
		for i := 0; i+len(text) <= len(rs); i++ {
			if slices.Equal(rs[i:i+len(text)], text) {
				more = append(more, place{p, int32(i), int32(i + len(text)), int32(len(c.forms))})
				i += len(text) - 1
			}
		}
	}
	if len(more) == 0 {
		return nil
	}
	out := &Cast{id: c.id, text: c.text, ordinals: c.ordinals, first: c.first, claims: c.claims}
	class := plainForm
	if k := staticKind(text); k != 0 {
		class = fullForm
	}
	out.forms = append(slices.Clone(c.forms), form{text: text, class: class, flips: []int32{0}})
	out.places = mergePlaces(c.places, more)
	return out
}
