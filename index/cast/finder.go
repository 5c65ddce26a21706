package cast

import (
	"context"
	"slices"
	"unicode"

	"shuyou/index/cast/lexicon"
)

// A finder holds the running sums of a book and the names they yield. It reads
// the book twice: propose collects every string that is a candidate at any
// ceiling, read folds the chapters in order. What read decides after a chapter
// depends on the chapters up to it alone: a string proposed because of a later
// chapter is not looked at before its sums qualify it.
type finder struct {
	w          *words
	m          *manuscript
	candidates []candidate
	index      map[lexicon.Key]int32

	single   map[rune]int32
	pairs    map[lexicon.Key]int32
	total    int
	runCount int
	chapter  int32
	touched  []int32 // candidates counted in this chapter
	names    []int32 // candidates that are names
	claims   []claim

	placed      []placedName
	placedIndex map[lexicon.Key]int32
	places      []place // of the placed names, by their index
	marks       runMarks
}

// runMarks tells, for each place of a run, how long a title ends or starts
// there, and which everyday words start there: bit n for n characters.
type runMarks struct {
	titleEnd, titleStart, words []uint8
}

// longestOpener is the length of the longest strings looked at because they
// open clauses or are repeated.
const longestOpener = 4

// longestWord is the length of the longest words looked up around a candidate.
const longestWord = 4

const (
	// repeats is how often a string must stand in a short text to be looked at
	// without any other sign; longer texts ask for more, up to mostRepeats.
	repeats, mostRepeats = 3, 8
	// runsPerRepeat is how much text asks for one more.
	runsPerRepeat = 4000
	// openings is how often a string must open a clause.
	openings = 3
)

func (f *finder) wantedRepeats() int32 {
	return int32(min(mostRepeats, repeats+f.runCount/runsPerRepeat))
}

func newFinder(ctx context.Context, m *manuscript) (*finder, error) {
	f := &finder{w: loadWords(), m: m, index: map[lexicon.Key]int32{},
		single: map[rune]int32{}, pairs: map[lexicon.Key]int32{}, placedIndex: map[lexicon.Key]int32{}}
	if err := f.propose(ctx); err != nil {
		return nil, err
	}
	return f, nil
}

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

func (f *finder) proposeByCharacters(r run) {
	text := f.m.text
	for i := r.start; i < r.end; i++ {
		key := lexicon.Start.Extend(text[i])
		never := f.w.never.has(text[i])
		average := 0.0
		foreign := true
		static := lexicon.Surname(text[i]) != lexicon.NoSurname || i+1 < r.end && lexicon.CompoundSurname(text[i], text[i+1])
		for j := i; j < r.end && j < i+longestCandidate; j++ {
			if j > i {
				key = key.Extend(text[j])
				never = never || f.w.never.has(text[j])
			}
			odds := lexicon.CharacterOf(text[j]).Foreign
			foreign = foreign && odds >= 0 && !f.w.never.has(text[j]) && (!f.w.grammar.has(text[j]) || lexicon.ForeignSound(text[j]))
			average += odds
			if j == i {
				continue
			}
			n := float64(j - i + 1)
			if foreign && average/n > foreignAverage {
				f.add(key, i, j+1, foreignKind)
			}
			if static && (!never || f.givenAllowed(text[i:j+1])) {
				if k := staticKind(text[i : j+1]); k != 0 {
					f.add(key, i, j+1, k)
				}
			}
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
	return middle && !last && f.w.inner.has(rs[1]) || !middle && rs[2] == '道'
}

// titledAt is the length of a surname with a title that starts at i, 0 for
// none.
func (f *finder) titledAt(r run, i int32) int32 {
	text := f.m.text
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

// read counts one chapter and decides anew on every candidate that stands in
// it.
func (f *finder) read(chapter int) {
	f.chapter = int32(chapter)
	f.touched = f.touched[:0]
	var rs []run
	span := f.m.chapters[chapter]
	for _, p := range f.m.paragraphs[span.first:span.end] {
		rs = f.m.runs(rs[:0], p, f.w)
		for _, r := range rs {
			f.readRun(r)
		}
	}
	f.decide()
	f.readPlaced(chapter)
	f.readClaims(chapter)
}

func (f *finder) readRun(r run) {
	f.runCount++
	f.markTitles(r)
	text := f.m.text
	for i := r.start; i < r.end; i++ {
		f.total++
		f.single[text[i]]++
		if n := f.postAt(r, i); n > 0 && n <= longestCandidate {
			if at, ok := f.index[lexicon.KeyOf(text[i:i+n])]; ok {
				f.candidates[at].kind |= postKind
			}
		}
		if n := f.titledAt(r, i); n > 0 {
			if at, ok := f.index[lexicon.KeyOf(text[i:i+n])]; ok {
				f.candidates[at].kind |= titledKind
			}
		}
		key := lexicon.Start.Extend(text[i])
		for j := i + 1; j < r.end && j < i+longestCandidate; j++ {
			key = key.Extend(text[j])
			if j == i+1 {
				f.pairs[key]++
			}
			if at, ok := f.index[key]; ok {
				f.count(at, r, i, j+1)
			}
		}
	}
}

func (f *finder) markTitles(r run) {
	n := int(r.end - r.start)
	f.marks.titleEnd = slices.Grow(f.marks.titleEnd[:0], n+1)[:n+1]
	f.marks.titleStart = slices.Grow(f.marks.titleStart[:0], n+1)[:n+1]
	f.marks.words = slices.Grow(f.marks.words[:0], n+1)[:n+1]
	clear(f.marks.titleEnd)
	clear(f.marks.titleStart)
	clear(f.marks.words)
	for i := r.start; i < r.end; i++ {
		for k := int32(2); k <= 3 && i+k <= r.end; k++ {
			if f.w.title(f.m.text[i:i+k]) != noTitle {
				f.marks.titleStart[i-r.start] = uint8(k)
				f.marks.titleEnd[i+k-r.start] = uint8(k)
			}
		}
		key := lexicon.Start.Extend(f.m.text[i])
		for k := int32(2); k <= longestWord && i+k <= r.end; k++ {
			key = key.Extend(f.m.text[i+k-1])
			if v, ok := lexicon.Lookup(key); ok && v.Everyday() && (v.Weight >= commonWord || k == longestWord) {
				f.marks.words[i-r.start] |= 1 << k
			}
		}
	}
}

// count adds the place text[i:j] in the run r to the candidate's sums.
func (f *finder) count(at int32, r run, i, j int32) {
	c := &f.candidates[at]
	text := f.m.text
	if c.touched != f.chapter+1 {
		c.touched = f.chapter + 1
		f.touched = append(f.touched, at)
	}
	if c.count == 0 {
		c.prepare(f.w)
	}
	c.count++
	if r.cue {
		c.inCue++
	}
	f.countWords(c, r, i, j)
	if i == r.start {
		c.leftMark++
		c.start++
		if unicode.IsDigit(r.prev) {
			c.left = see(c.left, '千', text[i], false, f.w)
		} else {
			c.left = see(c.left, 0, 0, false, f.w)
		}
		if r.prev == '、' {
			c.inList++
		}
		if j < r.end {
			c.opens++
			if r.cue {
				c.cues++
			}
		}
		if j == r.end && isOpenQuote(r.prev) && (r.next == '，' || r.next == '！' || r.next == ',' || r.next == '!') {
			c.called++
		}
	} else {
		l := text[i-1]
		if l == '有' && i-2 >= r.start && text[i-2] == '没' {
			l = '没' // 沒有遲疑: what is denied is no person
		}
		c.left = see(c.left, l, text[i], false, f.w)
		if f.w.before.has(l) {
			c.leftBefore++
		}
		if f.w.beforePlace.has(l) {
			c.placeBefore++
		}
		if f.marks.titleEnd[i-r.start] > 0 {
			c.besideTitle++
		}
	}
	if j == r.end {
		c.rightMark++
		c.right = see(c.right, 0, 0, true, f.w)
		if r.next == '、' {
			c.inList++
		}
	} else {
		n := text[j]
		c.right = see(c.right, n, text[j-1], true, f.w)
		if f.w.after.has(n) {
			c.rightAfter++
		}
		if f.w.afterPlace.has(n) {
			c.placeAfter++
		}
		if f.marks.titleStart[j-r.start] > 0 {
			c.besideTitle++
		}
	}
}

// countWords counts the everyday words of three or four characters that hold
// the place text[i:j] or cross one of its edges.
func (f *finder) countWords(c *candidate, r run, i, j int32) {
	inside, left, right := false, false, false
	for at := max(r.start, i-longestWord+1); at < j; at++ {
		mask := f.marks.words[at-r.start]
		if mask == 0 {
			continue
		}
		for n := int32(2); n <= longestWord; n++ {
			if mask&(1<<n) == 0 {
				continue
			}
			switch end := at + n; {
			case at <= i && end >= j && n > j-i:
				inside = true
			case n > 2 && at < i && end > i:
				left = true
			case n > 2 && at > i && end > j:
				right = true
			}
		}
	}
	if inside {
		c.inside++
	}
	if left {
		c.overLeft++
	}
	if right {
		c.overRight++
	}
}
