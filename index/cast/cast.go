package cast

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"shuyou/index/book"
	"shuyou/index/cast/lexicon"
)

// A Cast holds what was found in one book, for every ceiling. It does not hold
// the text; it asks for the paragraphs it shows. A Cast may be used by many
// goroutines.
type Cast struct {
	id   string
	text func(paragraph int) string

	ordinals []book.Ordinal // of the chapters
	first    []int32        // the first paragraph of each chapter, and the number of all
	forms    []form
	places   []place // where the forms stand, by paragraph, start and length
	claims   []formClaim
	hand     []handEntry // of cast.yaml

	mu    sync.Mutex
	views []*keptView // asked for lately, the latest last
}

// A keptView is made by the first who asks for it; others wait for it alone.
type keptView struct {
	chapters int
	once     sync.Once
	view     *View
}

// A form is a string that is a name at some ceiling.
type form struct {
	text  []rune // folded, without dots
	class formClass
	// flips are the chapters, as indexes, from which it is a name, is none
	// again, and so on.
	flips []int32
	parts []int32 // of a dotted name: the lengths of its parts
}

// formClass says what a form is made of.
type formClass uint8

const (
	plainForm   formClass = iota // anything that is none of the following
	fullForm                     // surname and given name
	titledForm                   // surname and title
	dottedForm                   // parts with dots
	foreignForm                  // sounds of a foreign name
)

// at reports whether the form is a name for who has read the first n chapters.
func (f *form) at(n int) bool {
	return sort.Search(len(f.flips), func(i int) bool { return int(f.flips[i]) >= n })%2 == 1
}

// A place is runes start to end of a paragraph, where a form stands.
type place struct {
	paragraph, start, end, form int32
}

// A formClaim is a claim between two forms, by their indexes.
type formClaim struct {
	paragraph   int32
	kind        claimKind
	name, other int32
}

// keptViews is how many ceilings a Cast remembers.
const keptViews = 8

// Find reads a whole book and finds its people at every ceiling. It returns an
// error only when the context ends.
func Find(ctx context.Context, b *book.Book) (*Cast, error) {
	m, err := newManuscript(ctx, b)
	if err != nil {
		return nil, fmt.Errorf("people of %s: %w", b.ID, err)
	}
	f, err := newFinder(ctx, m)
	if err != nil {
		return nil, fmt.Errorf("people of %s: %w", b.ID, err)
	}
	for i := range m.chapters {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("people of %s: %w", b.ID, err)
		}
		f.read(i)
	}
	c := f.cast()
	c.id = b.ID
	texts := make([]string, 0, len(m.paragraphs))
	for _, ch := range b.Chapters {
		for _, p := range ch.Paragraphs {
			texts = append(texts, p.Text)
		}
	}
	c.text = func(p int) string { return texts[p] }
	return c, nil
}

// cast keeps the strings that were ever names and looks up where they stand.
func (f *finder) cast() *Cast {
	c := &Cast{}
	for _, ch := range f.m.chapters {
		c.ordinals = append(c.ordinals, ch.ordinal)
		c.first = append(c.first, ch.first)
	}
	c.first = append(c.first, int32(len(f.m.paragraphs)))
	index := map[lexicon.Key]int32{}
	for i := range f.candidates {
		x := &f.candidates[i]
		if len(x.flips) == 0 {
			continue
		}
		index[x.key] = int32(len(c.forms))
		c.forms = append(c.forms, form{text: slices.Clone(x.rs), class: f.classOf(x), flips: x.flips})
	}
	placed := make([]int32, len(f.placed))
	for i, d := range f.placed {
		key := lexicon.KeyOf(d.text)
		at, ok := index[key]
		if !ok {
			at = int32(len(c.forms))
			index[key] = at
			c.forms = append(c.forms, form{text: d.text, flips: []int32{d.first}})
		}
		placed[i] = at
		x := &c.forms[at]
		x.class, x.flips = d.class, []int32{min(d.first, x.flips[0])}
		for _, p := range d.parts {
			x.parts = append(x.parts, int32(len(p)))
		}
	}
	for _, p := range f.places {
		c.places = append(c.places, place{p.paragraph, p.start, p.end, placed[p.form]})
	}
	c.places = append(c.places, f.placesOf(c.forms, index)...)
	slices.SortFunc(c.places, comparePlaces)
	for _, x := range f.claims {
		name, ok := index[lexicon.KeyOf(x.name)]
		other, ok2 := index[lexicon.KeyOf(x.other)]
		if ok && ok2 && (name != other || x.kind == namedClaim) {
			c.claims = append(c.claims, formClaim{x.paragraph, x.kind, name, other})
		}
	}
	return c
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.paragraph, b.paragraph), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
}

// mergePlaces is both lists in one order.
func mergePlaces(a, b []place) []place {
	out := append(slices.Clone(a), b...)
	slices.SortStableFunc(out, comparePlaces)
	return out
}

func (f *finder) classOf(c *candidate) formClass {
	switch {
	case c.kind&titledKind != 0 || surnameLength(c.rs) > 0 && f.w.title(c.rs[surnameLength(c.rs):]) != noTitle:
		return titledForm
	case c.kind&(surnameKind|compoundKind) != 0:
		return fullForm
	case c.kind&foreignKind != 0:
		return foreignForm
	}
	return plainForm
}

// placesOf looks up where the forms stand, overlapping ones too.
func (f *finder) placesOf(forms []form, index map[lexicon.Key]int32) []place {
	longest := map[rune]int32{} // by the first character
	for i := range forms {
		r := forms[i].text[0]
		longest[r] = max(longest[r], int32(len(forms[i].text)))
	}
	var out []place
	for p, para := range f.m.paragraphs {
		for i := para.start; i < para.end; i++ {
			most := longest[f.m.text[i]]
			key := lexicon.Start
			for j := i; j < para.end && j < i+most && isHan(f.m.text[j]); j++ {
				key = key.Extend(f.m.text[j])
				if at, ok := index[key]; ok && j > i {
					out = append(out, place{int32(p), i - para.start, j + 1 - para.start, at})
				}
			}
		}
	}
	return out
}

// chaptersRead is how many chapters the ceiling opens.
func (c *Cast) chaptersRead(ceiling book.Ceiling) int {
	n := 0
	for n < len(c.ordinals) && ceiling.Allows(c.ordinals[n]) {
		n++
	}
	return n
}

// At is the cast as a reader with the ceiling knows it. It is the same as that
// of a book that ends there.
func (c *Cast) At(ceiling book.Ceiling) *View {
	n := c.chaptersRead(ceiling)
	kept := c.kept(n)
	kept.once.Do(func() { kept.view = newView(c, n) })
	return kept.view
}

// kept is the place of the view of n chapters.
func (c *Cast) kept(n int) *keptView {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.views, func(k *keptView) bool { return k.chapters == n })
	var k *keptView
	switch {
	case i >= 0:
		k = c.views[i]
		c.views = slices.Delete(c.views, i, i+1)
	case len(c.views) >= keptViews:
		k = &keptView{chapters: n}
		c.views = slices.Delete(c.views, 0, 1)
	default:
		k = &keptView{chapters: n}
	}
	c.views = append(c.views, k)
	return k
}

// chapterOf is the index of the chapter of a paragraph.
func (c *Cast) chapterOf(p int32) int {
	return sort.Search(len(c.ordinals), func(i int) bool { return c.first[i+1] > p })
}

// ref names a paragraph, counted over the whole book from 0.
func (c *Cast) ref(p int32) book.Ref {
	ch := c.chapterOf(p)
	return book.Ref{Book: c.id, Chapter: c.ordinals[ch], Paragraph: int(p-c.first[ch]) + 1}
}
