package cast

import (
	"context"

	"shuyou/index/cast/lexicon"
)

// add makes the string text[i:j] a candidate.
func (f *finder) add(key lexicon.Key, i, j int32, k kind) { f.addRunes(key, f.m.text[i:j:j], k) }

func (f *finder) addRunes(key lexicon.Key, rs []rune, k kind) {
	if at, ok := f.index[key]; ok {
		f.candidates[at].kind |= k & (surnameKind | compoundKind | foreignKind)
		return
	}
	if len(rs) == 2 && lexicon.CompoundSurname(rs[0], rs[1]) {
		return
	}
	f.index[key] = int32(len(f.candidates))
	f.candidates = append(f.candidates, candidate{key: key, rs: rs, kind: k & (surnameKind | compoundKind | foreignKind)})
}

// foreignAverage is how much likelier, as a logarithm, the characters of a
// transliteration are in foreign names than elsewhere.
const foreignAverage = 0.8

func (f *finder) propose(ctx context.Context) error {
	var rs []run
	opens := map[lexicon.Key]int32{}
	for _, p := range f.m.paragraphs {
		if err := ctx.Err(); err != nil {
			return err
		}
		rs = f.m.runs(rs[:0], p, f.w)
		for _, r := range rs {
			f.proposeByCharacters(r)
			f.proposeTitled(r)
			f.proposeOpener(r, opens)
		}
		f.proposeDotted(p)
		f.proposeClaims(p)
	}
	return f.proposeRepeated(ctx)
}

// proposeByCharacters adds what starts with a surname, and what sounds foreign.
func (f *finder) proposeByCharacters(r run) {
	text := f.m.text
	for i := r.start; i < r.end; i++ {
		f.proposeForeign(r, i)
		if lexicon.Surname(text[i]) == lexicon.NoSurname && (i+1 == r.end || !lexicon.CompoundSurname(text[i], text[i+1])) {
			continue
		}
		key := lexicon.Start.Extend(text[i])
		never := f.w.never.has(text[i])
		for j := i + 1; j < r.end && j < i+longestCandidate; j++ {
			key = key.Extend(text[j])
			never = never || f.w.never.has(text[j])
			if never && !f.givenAllowed(text[i:j+1]) {
				continue
			}
			if k := staticKind(text[i : j+1]); k != 0 {
				f.add(key, i, j+1, k)
			}
		}
	}
}

// proposeForeign adds the strings at i whose characters are those of foreign
// names. One in three of a longer name may be a usual character as well, if it
// is also one for a sound.
func (f *finder) proposeForeign(r run, i int32) {
	text := f.m.text
	key, prefix := lexicon.Start, lexicon.Start
	sum, odd := 0.0, int32(0)
	for j := i; j < r.end && j < i+longestForeign; j++ {
		odds := lexicon.CharacterOf(text[j]).Foreign
		if !lexicon.ForeignSound(text[j]) && (odds < 0 || f.w.never.has(text[j]) || f.w.grammar.has(text[j])) {
			return
		}
		key = key.Extend(text[j])
		sum += odds
		if odds < 0 {
			odd++
		}
		n := j - i + 1
		if n == longestCandidate {
			prefix = key
		}
		if n < 2 || sum/float64(n) <= foreignAverage || odd > 0 && (n <= 3 || 3*odd > n) {
			continue
		}
		f.add(key, i, j+1, foreignKind)
		if n > longestCandidate {
			f.longer[prefix] = true
		}
	}
}

// givenAllowed reports whether the surname and name may hold the character
// that is seldom inside a name: 周以安, 鄔思道.
func (f *finder) givenAllowed(rs []rune) bool {
	if len(rs) != 3 || f.w.never.has(rs[0]) {
		return false
	}
	middle, last := f.w.never.has(rs[1]), f.w.never.has(rs[2])
	if lexicon.Surname(rs[0]) == lexicon.Weak {
		return false
	}
	return middle && !last && f.w.inner.has(rs[1]) || !middle && rs[2] == '道'
}

// titledAt is the length of a surname with a title that starts at i, 0 for
// none.
func (f *finder) titledAt(r run, i int32) int32 {
	text := f.m.text
	if f.familiarAt(r, i) {
		return 2
	}
	surname := int32(1)
	switch {
	case i+1 < r.end && lexicon.CompoundSurname(text[i], text[i+1]):
		surname = 2
	case lexicon.Surname(text[i]) == lexicon.NoSurname:
		return 0
	}
	free := i == r.start || f.w.before.has(text[i-1]) || text[i-1] == '位'
	if !free && (wordWeight(text[i-1:i+1]) > 0 || f.w.pronoun.has(text[i-1]) || f.w.quantity.has(text[i-1]) && text[i-1] != '位') {
		return 0
	}
	for n := int32(3); n >= 2; n-- {
		if j := i + surname + n; j <= r.end {
			if t := f.w.title(text[i+surname : j]); t == noTitle || t != rankTitle && !free {
				continue
			}
			return surname + n
		}
	}
	if j := i + surname; free && j < r.end && f.w.titles.short.has(text[j]) && (j+1 == r.end || f.w.after.has(text[j+1]) || i == r.start && isOpenQuote(r.prev)) {
		return surname + 1
	}
	return 0
}

// familiarAt reports whether 老趙, 小陳 stands at i.
func (f *finder) familiarAt(r run, i int32) bool {
	text := f.m.text
	if i+1 >= r.end || !f.w.titles.familiar.has(text[i]) || lexicon.Surname(text[i+1]) == lexicon.NoSurname {
		return false
	}
	if _, ok := lexicon.LookupRunes(text[i : i+2]); ok {
		return false
	}
	free := i == r.start || f.w.before.has(text[i-1])
	return free && (i == r.start || i+2 == r.end || f.w.after.has(text[i+2]))
}

// postAt is the length of a place with a post that starts at i, 0 for none.
func (f *finder) postAt(r run, i int32) int32 {
	text := f.m.text
	for place := int32(2); place <= 3 && i+place+2 <= r.end; place++ {
		for n := int32(3); n >= 2; n-- {
			j := i + place + n
			if j > r.end || !f.w.titles.posts.has(text[i+place:j]) {
				continue
			}
			v, ok := lexicon.LookupRunes(text[i : i+place])
			if f.w.afterPlace.has(text[i+place-1]) || ok && v.Class == lexicon.Place {
				return place + n
			}
		}
	}
	return 0
}

func (f *finder) proposeTitled(r run) {
	for i := r.start; i < r.end; i++ {
		if n := f.postAt(r, i); n > 0 && n <= longestCandidate {
			f.add(lexicon.KeyOf(f.m.text[i:i+n]), i, i+n, postKind)
		}
		if n := f.titledAt(r, i); n > 0 {
			f.add(lexicon.KeyOf(f.m.text[i:i+n]), i, i+n, titledKind)
		}
	}
}

func (f *finder) proposeOpener(r run, opens map[lexicon.Key]int32) {
	key := lexicon.Start
	for n := int32(1); n <= longestOpener && r.start+n < r.end; n++ {
		c := f.m.text[r.start+n-1]
		if f.w.never.has(c) {
			return
		}
		key = key.Extend(c)
		if n == 1 {
			continue
		}
		opens[key]++
		if r.cue || opens[key] >= openings {
			f.add(key, r.start, r.start+n, openerKind)
		}
	}
}

// proposeRepeated adds the strings of two to four characters that stand often
// enough; a longer one can only do so where both its shorter ones do.
func (f *finder) proposeRepeated(ctx context.Context) error {
	shorter := map[lexicon.Key]int32{}
	var rs []run
	text := f.m.text
	for n := int32(2); n <= longestOpener; n++ {
		counts := map[lexicon.Key]int32{}
		for _, p := range f.m.paragraphs {
			if err := ctx.Err(); err != nil {
				return err
			}
			rs = f.m.runs(rs[:0], p, f.w)
			for _, r := range rs {
				clean := int32(0)
				for i := r.start; i < r.end; i++ {
					if f.w.never.has(text[i]) {
						clean = 0
						continue
					}
					if clean++; clean < n {
						continue
					}
					at := i - n + 1
					if n > 2 && (shorter[lexicon.KeyOf(text[at:i])] < repeats || shorter[lexicon.KeyOf(text[at+1:i+1])] < repeats) {
						continue
					}
					key := lexicon.KeyOf(text[at : i+1])
					if counts[key]++; counts[key] == repeats && (n > 2 || wordWeight(text[at:i+1]) == 0) {
						f.add(key, at, i+1, repeatedKind)
					}
				}
			}
		}
		shorter = counts
	}
	return nil
}
