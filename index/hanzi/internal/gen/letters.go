package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// addLetters writes what is known of single letters: by code, whether a
// letter is Simplified only or Traditional only, and which Traditional forms
// a Simplified letter has where it has several. both is the curated list of
// letters that belong to both scripts.
func (t *tables) addLetters(occ *opencc, both string, abc alphabet) error {
	st, err := occ.singles("STCharacters")
	if err != nil {
		return err
	}
	ts, err := occ.singles("TSCharacters")
	if err != nil {
		return err
	}
	simplified, traditional := map[rune]bool{}, map[rune]bool{} // fit for that script
	for _, e := range ts {
		for _, v := range e.vals {
			simplified[v] = true
		}
	}
	for n, l := range strings.Split(both, "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		rs, reason, ok := strings.Cut(l, "\t")
		if !ok || reason == "" {
			return fmt.Errorf("scripts, line %d: want letters, tab, reason", n+1)
		}
		for _, r := range rs {
			simplified[r], traditional[r] = true, true
		}
	}
	var forms strings.Builder
	for _, e := range st {
		simplified[e.key] = true
		for _, v := range e.vals {
			traditional[v] = true
		}
		if len(e.vals) > 1 {
			forms.WriteRune(e.key)
			forms.WriteString(string(e.vals) + "\n")
		}
	}
	regions := map[rune]byte{}
	for i, name := range []string{"TWVariants", "HKVariants"} {
		d, err := occ.singles(name)
		if err != nil {
			return err
		}
		for _, e := range d {
			traditional[e.key] = true
			for _, v := range e.vals {
				traditional[v] = true
			}
			if v := e.vals[0]; v != e.key {
				regions[v] |= 1 << i
				regions[e.key] |= 1 << 2
			}
		}
	}
	// What one region replaces, the other may keep.
	for i, name := range []string{"HKVariants", "TWVariants"} {
		d, err := occ.singles(name)
		if err != nil {
			return err
		}
		changed := map[rune]bool{}
		for _, e := range d {
			changed[e.key] = e.vals[0] != e.key
		}
		for r, in := range regions {
			if in&(1<<2) != 0 && !changed[r] {
				regions[r] |= 1 << (1 - i)
			}
		}
	}
	var lines strings.Builder
	for _, r := range slices.Sorted(maps.Keys(regions)) {
		// a form that is written in Simplified text too tells no region
		if in := regions[r]; in != 7 && !simplified[r] {
			fmt.Fprintf(&lines, "%c%d\n", r, in)
		}
	}
	t.add("regions", lines.String())
	classes := make([]byte, len(abc)+1)
	for _, e := range ts {
		if !simplified[e.key] {
			classes[abc[e.key]] = 'T'
		}
	}
	for _, e := range st {
		if !traditional[e.key] {
			classes[abc[e.key]] = 'S'
		}
	}
	t.add("classes", string(classes))
	t.add("forms", forms.String())
	return nil
}
