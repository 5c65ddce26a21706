package cast

import (
	"slices"

	"shuyou/index/cast/lexicon"
)

// A claim is a place where the text says that two names are one person's:
// 姓劉名備，字玄德; 單通，表字雄信; 曹總兵——也就是曹變蛟.
type claim struct {
	paragraph int32
	kind      claimKind
	// name is the name the person is known by, other the one that is added;
	// both folded.
	name, other []rune
}

type claimKind uint8

const (
	courtesyClaim claimKind = iota // 字
	aliasClaim                     // 號, 人稱
	sameClaim                      // 也就是
	namedClaim                     // 姓X名Y: only a full name
)

// reader reads claims in one paragraph.
type claimReader struct {
	f     *finder
	p     int32
	rs    []rune // of the paragraph
	found []claim
	// proposing: names are not known yet; any string will do.
	proposing bool
	// named and namedEnd are the last 姓X名Y and where it ends.
	named    []rune
	namedEnd int
	// taken are the places of 字 that 姓X名Y, 字Z took.
	taken map[int]bool
}

// proposeClaims makes candidates of the strings that claims name.
func (f *finder) proposeClaims(p paragraph) {
	r := claimReader{f: f, rs: f.m.text[p.start:p.end], proposing: true}
	r.read()
	for _, c := range r.found {
		f.addRunes(lexicon.KeyOf(c.other), c.other, staticKind(c.other))
	}
}

// readClaims looks for claims in the chapter, after its names were decided.
func (f *finder) readClaims(chapter int) {
	span := f.m.chapters[chapter]
	for i := span.first; i < span.end; i++ {
		p := f.m.paragraphs[i]
		r := claimReader{f: f, p: i, rs: f.m.text[p.start:p.end]}
		r.read()
		f.claims = append(f.claims, r.found...)
		for _, c := range r.found {
			f.force(c.other)
			if c.kind != sameClaim {
				f.force(c.name)
			}
		}
	}
}

// force makes the string a name from this chapter on, whatever its score.
func (f *finder) force(rs []rune) {
	at, ok := f.index[lexicon.KeyOf(rs)]
	if !ok {
		return
	}
	c := &f.candidates[at]
	c.claimed = true
	if !c.name {
		c.name = true
		c.flips = append(c.flips, f.chapter)
	}
}

func (r *claimReader) add(kind claimKind, name, other []rune) {
	if len(name) == 0 || len(other) == 0 || slices.Equal(name, other) {
		return
	}
	r.found = append(r.found, claim{r.p, kind, slices.Clone(name), slices.Clone(other)})
}

func (r *claimReader) read() {
	for i, c := range r.rs {
		switch {
		case c == '姓':
			r.readSurname(i)
		case c == '字':
			r.readCourtesy(i)
		}
		r.readKnown(i)
		r.readIntroduced(i)
		if !r.proposing {
			r.readSame(i)
		}
	}
}

// skipMark passes over one comma, colon or space.
func (r *claimReader) skipMark(i int) int {
	if i < len(r.rs) && (r.rs[i] == '，' || r.rs[i] == ',' || r.rs[i] == '：' || r.rs[i] == '、' || isSpace(r.rs[i])) {
		return i + 1
	}
	return i
}

// han is how many Chinese characters follow from i, at most limit.
func (r *claimReader) han(i, limit int) int {
	n := 0
	for i+n < len(r.rs) && n < limit && isHan(r.rs[i+n]) {
		n++
	}
	return n
}

// readSurname reads 姓X名Y, and 字Z after it.
func (r *claimReader) readSurname(i int) {
	at := i + 1
	n := 1
	if at+1 < len(r.rs) && lexicon.CompoundSurname(r.rs[at], r.rs[at+1]) {
		n = 2
	}
	if r.han(at, n) < n || lexicon.Surname(r.rs[at]) == lexicon.NoSurname && n == 1 {
		return
	}
	surname := r.rs[at : at+n]
	at = r.skipMark(at + n)
	if at < len(r.rs) && r.rs[at] == '单' { // 姓曹單名一個操字
		at++
	}
	if at >= len(r.rs) || r.rs[at] != '名' && r.rs[at] != '讳' {
		return
	}
	at++
	for _, w := range []string{"叫做", "叫作", "唤作", "唤做", "一个", "个", "唤", "叫", "曰", "为"} {
		if hasRunes(r.rs[at:], w) {
			at += len([]rune(w))
			break
		}
	}
	given := 0
	for given < 3 && at+given < len(r.rs) && isHan(r.rs[at+given]) && r.rs[at+given] != '字' && r.rs[at+given] != '表' && r.rs[at+given] != '号' {
		given++
	}
	if given == 0 || given > 2 || r.f.w.never.has(r.rs[at]) {
		return
	}
	name := append(slices.Clone(surname), r.rs[at:at+given]...)
	r.found = append(r.found, claim{r.p, namedClaim, name, name})
	r.named, r.namedEnd = name, at+given
	at = r.skipMark(at + given)
	if at < len(r.rs) && r.rs[at] == '表' {
		at++
	}
	if at < len(r.rs) && r.rs[at] == '字' {
		if r.taken == nil {
			r.taken = map[int]bool{}
		}
		r.taken[at] = true
		r.courtesyNames(name, at+1)
	}
}

// courtesyNames reads the two characters of a courtesy name at i, and one it
// was changed to.
func (r *claimReader) courtesyNames(name []rune, i int) {
	z := r.styled(i)
	if z == nil {
		return
	}
	r.add(courtesyClaim, name, z)
	at := r.skipMark(i + len(z))
	for _, w := range []string{"后改", "又字", "一字", "改字", "更字"} {
		if hasRunes(r.rs[min(at, len(r.rs)):], w) {
			if z := r.styled(at + 2); z != nil {
				r.add(courtesyClaim, name, z)
			}
		}
	}
}

// styled is the name of two characters at i that ends at a mark, nil where
// there is none.
func (r *claimReader) styled(i int) []rune {
	if r.han(i, 2) < 2 || r.han(i, 4) == 4 || r.f.w.never.has(r.rs[i]) || r.f.w.never.has(r.rs[i+1]) {
		return nil
	}
	return r.rs[i : i+2]
}

// readCourtesy reads N，字Z, N，表字Z and N字Z.
func (r *claimReader) readCourtesy(i int) {
	if r.taken[i] {
		return
	}
	before := i
	if before > 0 && r.rs[before-1] == '表' {
		before--
	}
	at := i + 1
	for _, w := range []string{"叫做", "叫作", "唤作"} {
		if hasRunes(r.rs[at:], w) {
			at += 2
			break
		}
	}
	if r.styled(at) == nil {
		return
	}
	if name := r.nameBefore(before); name != nil {
		r.courtesyNames(name, at)
	}
}

// nameBefore is the longest name that ends at i, or before a mark at i.
func (r *claimReader) nameBefore(i int) []rune {
	if r.proposing {
		return []rune{0}
	}
	if i > 0 && !isHan(r.rs[i-1]) {
		if r.skipMark(i-1) != i {
			return nil
		}
		i--
	}
	for n := 4; n >= 2; n-- {
		if i-n < 0 || r.han(i-n, n) < n {
			continue
		}
		if c := r.f.known(r.rs[i-n : i]); c != nil && c.name {
			return r.rs[i-n : i]
		}
	}
	return nil
}

// nameAfter is the longest name that starts at i.
func (r *claimReader) nameAfter(i int) []rune {
	for n := r.han(i, longestCandidate); n >= 2; n-- {
		if c := r.f.known(r.rs[i : i+n]); c != nil && c.name {
			return r.rs[i : i+n]
		}
	}
	return nil
}

// readIntroduced reads 我叫N, 名叫N.
func (r *claimReader) readIntroduced(i int) {
	w := r.f.w.introduces.longest(r.rs[i:])
	if w == 0 {
		return
	}
	at := i + w
	if at < len(r.rs) && (r.rs[at] == '：' || isOpenQuote(r.rs[at]) || r.rs[at] == '‘') {
		at++
	}
	n := r.han(at, 7)
	if n < 2 || n > 6 {
		return
	}
	name := r.rs[at : at+n]
	if slices.ContainsFunc(name, r.f.w.never.has) || !r.f.w.mayName(name) || r.f.w.pronoun.has(name[0]) || r.f.w.title(name) != noTitle || wordWeight(name) > 0 {
		return
	}
	// a sword and a temple have names as well
	person := r.rs[i] == '我' || staticKind(name) != 0 || !slices.ContainsFunc(name, func(c rune) bool { return !soundsForeign(c, r.f.w) })
	if last := name[n-1]; !person || r.f.w.afterPlace.has(last) || r.f.w.org.has(last) {
		return
	}
	r.found = append(r.found, claim{r.p, namedClaim, name, name})
}

// nearNamed is how far behind 姓X名Y, in runes, a further name may be told.
const nearNamed = 14

// readKnown reads N，綽號Z, N，人稱「Z」.
func (r *claimReader) readKnown(i int) {
	w := r.f.w.known.longest(r.rs[i:])
	if w == 0 {
		return
	}
	name := r.nameBefore(i)
	if name == nil {
		if name = r.named; name == nil || i-r.namedEnd > nearNamed || i < r.namedEnd {
			return
		}
	}
	at := i + w
	at += r.f.w.called.longest(r.rs[at:])
	if at < len(r.rs) && (isOpenQuote(r.rs[at]) || r.rs[at] == '‘' || r.rs[at] == '：') {
		at++
	}
	n := r.han(at, 6)
	if n < 2 || n > 5 || at+n < len(r.rs) && isHan(r.rs[at+n]) {
		return
	}
	for _, c := range r.rs[at : at+n] {
		if r.f.w.never.has(c) {
			return
		}
	}
	r.add(aliasClaim, name, r.rs[at:at+n])
}

// readSame reads A——也就是B and A就是B, where both are names.
func (r *claimReader) readSame(i int) {
	w := r.f.w.same.longest(r.rs[i:])
	if w == 0 {
		return
	}
	before := i
	for before > 0 && (r.rs[before-1] == '—' || r.rs[before-1] == '─' || r.rs[before-1] == '－') {
		before--
	}
	a, b := r.nameBefore(before), r.nameAfter(i+w)
	if a == nil || b == nil {
		return
	}
	if !hasRunes(r.rs[i:], "也就是") && !hasRunes(r.rs[i:], "亦即") {
		// A就是B can say many things; it must be all there is between two marks.
		start, end := before-len(a), i+w+len(b)
		if !isHan(r.rs[before-1]) {
			start--
		}
		if start > 0 && isHan(r.rs[start-1]) || end < len(r.rs) && isHan(r.rs[end]) ||
			staticKind(a) != 0 && staticKind(b) != 0 {
			return
		}
	}
	r.add(sameClaim, b, a)
}
