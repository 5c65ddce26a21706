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
	// longer are the starts, of longestCandidate characters, of longer ones.
	longer map[lexicon.Key]bool

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

// runMarks tells, for each place of a run, how long a title ends or starts, or
// a role ends there, and which everyday words start there: bit n for n characters.
type runMarks struct {
	titleEnd, titleStart, roleEnd, words []uint8
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
	f := &finder{w: loadWords(), m: m, index: map[lexicon.Key]int32{}, longer: map[lexicon.Key]bool{},
		single: map[rune]int32{}, pairs: map[lexicon.Key]int32{}, placedIndex: map[lexicon.Key]int32{}}
	if err := f.propose(ctx); err != nil {
		return nil, err
	}
	return f, nil
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
		for j := i + 1; j < r.end && j < i+longestForeign; j++ {
			key = key.Extend(text[j])
			if j == i+1 {
				f.pairs[key]++
			}
			if at, ok := f.index[key]; ok {
				f.count(at, r, i, j+1)
			}
			if j-i+1 == longestCandidate && !f.longer[key] {
				break
			}
		}
	}
}

func (f *finder) markTitles(r run) {
	n := int(r.end - r.start)
	f.marks.titleEnd = slices.Grow(f.marks.titleEnd[:0], n+1)[:n+1]
	f.marks.titleStart = slices.Grow(f.marks.titleStart[:0], n+1)[:n+1]
	f.marks.roleEnd = slices.Grow(f.marks.roleEnd[:0], n+1)[:n+1]
	f.marks.words = slices.Grow(f.marks.words[:0], n+1)[:n+1]
	clear(f.marks.titleEnd)
	clear(f.marks.titleStart)
	clear(f.marks.roleEnd)
	clear(f.marks.words)
	for i := r.start; i < r.end; i++ {
		for k := int32(2); k <= 3 && i+k <= r.end; k++ {
			if f.w.title(f.m.text[i:i+k]) != noTitle {
				f.marks.titleStart[i-r.start] = uint8(k)
				f.marks.titleEnd[i+k-r.start] = uint8(k)
			} else if f.w.roles.has(f.m.text[i : i+k]) {
				f.marks.roleEnd[i+k-r.start] = uint8(k)
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
			c.afterTitle++
		}
		if f.marks.roleEnd[i-r.start] > 0 {
			c.afterRole++
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
		if n == '的' && f.w.owned.longest(text[j+1:r.end]) > 0 {
			c.owns++
		}
		c.right = see(c.right, n, text[j-1], true, f.w)
		if f.w.after.has(n) {
			c.rightAfter++
		}
		if f.w.afterPlace.has(n) {
			c.placeAfter++
		}
		if f.marks.titleStart[j-r.start] > 0 {
			c.beforeTitle++
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
