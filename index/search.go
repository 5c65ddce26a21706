package index

import (
	"context"
	"strings"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// MaxQuery is the longest query that is looked up, in runes.
const MaxQuery = 200

// A Query asks for the paragraphs that hold a text.
type Query struct {
	// Text is looked up in any script. Words separated by spaces may stand
	// apart in the paragraph; text wholly inside 「…」 or "…" is taken with
	// its punctuation.
	Text string
	// Books limits the search to the books with these ids, titles or files;
	// empty means all.
	Books []string
	// Ceiling says how far each book may be shown. A nil func shows front
	// matter only.
	Ceiling func(*BookInfo) book.Ceiling
	// Scope limits it further; see Typed.
	Scope Scope
	// Offset and Limit cut a page out of the ranked passages.
	Offset, Limit int
	// Within asks for the words that a single common character is found in.
	Within bool
	// Chapters asks for the counts by chapter.
	Chapters bool
	// Near asks for up to so many passages that come near, where fewer than
	// NearBelow hold the query exactly.
	Near, NearBelow int
}

// A Result is one page of an answer.
type Result struct {
	// Total counts all paragraphs that match exactly.
	Total int
	// Books counts them by book, in the library's order, without the books
	// that have none.
	Books    []BookCount
	Passages []Passage
	// Near are passages that only come near, best first.
	Near []Passage
	// Within are the words that a single common character is found in.
	Within []Within
}

// BookCount is how many paragraphs of a book match.
type BookCount struct {
	Book  *BookInfo
	Count int
	// Chapters counts by chapter, in order, as far as the ceiling allows; nil
	// where the query does not ask for it, or the book has too many to count
	// one by one.
	Chapters []int
}

// Match says how a passage answers a query.
type Match string

const (
	// MatchExact: the passage holds the query as it was typed, or as it reads
	// when converted to the book's script.
	MatchExact Match = "exact"
	// MatchFolded: the passage holds it in another spelling.
	MatchFolded Match = "folded"
	// MatchNear: the passage does not hold it, but something like it.
	MatchNear Match = "near"
)

// A Passage is a paragraph as an answer shows it.
type Passage struct {
	Book    *BookInfo
	Chapter *ChapterInfo
	Ref     book.Ref
	// Text is the whole paragraph in the book's own spelling.
	Text string
	// Spans are what was asked for, in rune offsets into Text.
	Spans []Span
	// Window is the part of Text to show, in rune offsets; the zero Span means
	// the whole or what is around the spans.
	Window Span
	Match  Match
	// Similarity, of a near passage, is from 0 to 1; see SimilarEnough and
	// Closest.
	Similarity float64
	// Said are those who say the window, where it is told of somebody else and
	// lies within one speech.
	Said []string
	// Mended is the rule by which the paragraph was put right, such as
	// book.RuleReversed; empty where it stands as it was found.
	Mended string
}

// Search finds the paragraphs that hold the query, best first: the query's own
// spelling before other spellings, and among equals the first of each book
// before the rest in reading order.
//
// It returns ErrInvalidText, ErrTooLong, ErrNothingToFind or ErrUnknownBook
// for a query that cannot be answered, or the error of the context.
func (l *Library) Search(ctx context.Context, q Query) (*Result, error) {
	w, err := parseQuery(q.Text)
	if err != nil {
		return nil, err
	}
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	shelves, err := g.among(q.Books)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	var found []bookHits
	var parts []openPart
	for _, s := range shelves {
		c := book.Ceiling{}
		if q.Ceiling != nil {
			c = q.Ceiling(s.info)
		}
		part := openPart{shelf: s, open: s.text.open(c), scope: q.Scope}
		part.limitToPerson(q.Scope, w, c)
		parts = append(parts, part)
		hits, err := part.search(ctx, w, q)
		if err != nil {
			return nil, err
		}
		if hits.count == 0 {
			continue
		}
		result.Total += hits.count
		count := BookCount{Book: s.info, Count: hits.count}
		if q.Chapters && hits.count == len(hits.paragraphs) {
			count.Chapters = part.byChapter(hits.paragraphs)
		}
		result.Books = append(result.Books, count)
		found = append(found, hits)
	}
	hits, err := order(ctx, found, w, q)
	if err != nil {
		return nil, err
	}
	result.Passages = passagesOf(hits, w)
	if key := strings.Join(w.pieces, ""); result.Total >= commonFrom && utf8.RuneCountInString(key) == 1 && key[0] >= utf8.RuneSelf && q.Within {
		if result.Within, err = within(ctx, found, key); err != nil {
			return nil, err
		}
	}
	if result.Total < q.NearBelow && q.Near > 0 {
		if result.Near, err = nearPassages(ctx, parts, w, q.Near); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// passagesOf shows the hits, with how each matches.
func passagesOf(hits []hit, w *wording) []Passage {
	if len(hits) == 0 {
		return nil
	}
	passages := make([]Passage, 0, len(hits))
	var of *shelf // whose spelling it is
	var spelled func(p int) bool
	for _, h := range hits {
		if of != h.shelf {
			of, spelled = h.shelf, h.shelf.spelling(w)
		}
		p := h.shelf.passage(h.paragraph, w)
		p.Match = MatchFolded
		if spelled(h.paragraph) {
			p.Match = MatchExact
		}
		passages = append(passages, p)
	}
	return passages
}

func nearPassages(ctx context.Context, parts []openPart, w *wording, limit int) ([]Passage, error) {
	hits, err := near(ctx, parts, w, limit)
	if err != nil {
		return nil, err
	}
	var passages []Passage
	for _, h := range hits {
		p := h.shelf.passage(h.paragraph, nil)
		p.Match, p.Similarity, p.Spans = MatchNear, h.similarity, letterSpans(p.Text, h.matched)
		passages = append(passages, p)
	}
	return passages, nil
}

// wording is a query made ready.
type wording struct {
	pieces []string // skeletons, all of which a paragraph must hold
	sought [][]byte // the same
	terms  []term   // of the pieces
	// literal, where not empty, must stand in the folded paragraph with its
	// punctuation.
	literal string
	typed   string
	// own and converted are the letters of the query, unfolded, a piece a
	// word: as typed, and in each script. They are made when first needed.
	own       [][]byte
	converted map[book.Script][][][]byte
	apart     map[apartKey]bool // see standsApart
}

func parseQuery(text string) (*wording, error) {
	if !utf8.ValidString(text) {
		return nil, ErrInvalidText
	}
	if utf8.RuneCountInString(text) > MaxQuery {
		return nil, ErrTooLong
	}
	w := &wording{typed: text}
	folded := hanzi.Fold(strings.TrimSpace(text))
	if inner, ok := quoted(folded); ok {
		w.literal = inner
		w.pieces = []string{string(appendSkeleton(nil, inner))}
	} else {
		for _, word := range strings.Fields(folded) {
			w.pieces = append(w.pieces, string(appendSkeleton(nil, word)))
		}
	}
	kept := w.pieces[:0]
	for _, piece := range w.pieces {
		if piece != "" {
			kept = append(kept, piece)
		}
	}
	if len(kept) == 0 {
		return nil, ErrNothingToFind
	}
	w.setPieces(kept)
	return w, nil
}

// newWording is the wording of one skeleton.
func newWording(skeleton string) *wording {
	w := &wording{}
	w.setPieces([]string{skeleton})
	return w
}

func (w *wording) setPieces(pieces []string) {
	w.pieces = pieces
	for _, piece := range pieces {
		w.sought = append(w.sought, []byte(piece))
		w.terms = append(w.terms, pieceTerms(piece)...)
	}
}

// quoted returns what stands between the marks of a query that lies wholly
// inside one pair of them. Folding has made all of 「」『』“” into ".
func quoted(folded string) (string, bool) {
	inner, ok := strings.CutPrefix(folded, `"`)
	if !ok {
		return "", false
	}
	inner, ok = strings.CutSuffix(inner, `"`)
	if !ok || strings.Contains(inner, `"`) || strings.TrimSpace(inner) == "" {
		return "", false
	}
	return inner, true
}

// search finds the paragraphs that hold the wording: all of them, or of a very
// common one at least as many as the page needs, and, where asked for, some
// from all over the book.
func (s openPart) search(ctx context.Context, w *wording, q Query) (bookHits, error) {
	hits := bookHits{part: s}
	if s.open == 0 {
		return hits, nil
	}
	l, err := s.terms.lookup()
	if err != nil {
		return hits, err
	}
	defer l.release()
	documents, err := s.candidates(l, w.terms)
	if err != nil {
		return hits, err
	}
	if page := q.Offset + q.Limit; s.isCommon(documents, w) && documents.count > max(page, q.wanted()) {
		hits.count = documents.count
		hits.paragraphs = s.startsOf(documents, page)
		if q.Within {
			hits.sample = s.sampleOf(documents)
		}
		return hits, ctx.Err()
	}
	hits.paragraphs, err = s.holding(ctx, documents, w)
	hits.count = len(hits.paragraphs)
	return hits, err
}

// byChapter counts paragraphs, in reading order, by open chapter.
func (s openPart) byChapter(paragraphs []int) []int {
	counts := make([]int, s.text.openChapters(s.open))
	chapter, next := -1, 0 // next is the first paragraph past the chapter
	for _, p := range paragraphs {
		if p >= next { // mostly in the chapter after
			if chapter++; p >= s.text.u32(s.text.chapterFirst, chapter+1) {
				chapter, _ = s.text.place(p)
			}
			next = s.text.u32(s.text.chapterFirst, chapter+1)
		}
		counts[chapter]++
	}
	return counts
}

// passage makes the paragraph p of the book, marked where the wording stands.
func (s *shelf) passage(p int, w *wording) Passage {
	chapter, paragraph := s.text.place(p)
	info := &s.info.Chapters[chapter]
	passage := Passage{
		Book: s.info, Chapter: info,
		Ref:    book.Ref{Book: s.info.ID, Chapter: info.Ordinal, Paragraph: paragraph},
		Text:   s.text.paragraph(p),
		Mended: info.mendedBy(paragraph),
	}
	if w != nil {
		passage.Spans = spansIn(s.text.textOf(p), s.text.skeletonOf(p), w.sought)
	}
	return passage
}

// among are the shelves of the named books, all where none is named.
func (g *generation) among(names []string) ([]*shelf, error) {
	if len(names) == 0 {
		return g.shelves, nil
	}
	var shelves []*shelf
	for _, name := range names {
		s, err := g.shelf(name)
		if err != nil {
			return nil, err
		}
		shelves = append(shelves, s)
	}
	return shelves, nil
}

// Spans finds where the query stands in a text, in rune offsets. The text need
// not come from a book: it may be a passage in another script.
func Spans(text, query string) []Span {
	w, err := parseQuery(query)
	if err != nil {
		return nil
	}
	return skeletonSpans(text, w.sought)
}
