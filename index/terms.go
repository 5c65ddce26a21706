package index

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/registry"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// The bleve index of a book holds two fields over the skeleton of each
// paragraph: pairs of neighbouring characters, and single characters. Nothing
// is stored in it; the text file has the texts.
const (
	fieldPairs   = "t"
	fieldSingles = "u"

	analyzerPairs   = "shuyou_pairs"
	analyzerSingles = "shuyou_singles"

	// batchSize is how many paragraphs the builder takes at a time.
	batchSize = 1000

	// termsVersion stands in the name of every index folder; it changes
	// whenever the same skeleton would give other terms.
	termsVersion = "a2"
)

// grams is an analyzer that cuts a skeleton into runs of n characters.
type grams struct{ n int }

func (g grams) Analyze(input []byte) analysis.TokenStream {
	tokens := make([]analysis.Token, 0, len(input)/3+1)
	previous := -1
	for i := 0; i < len(input); {
		_, size := utf8.DecodeRune(input[i:])
		start := i
		if g.n == 2 {
			start = previous
		}
		if start >= 0 {
			tokens = append(tokens, analysis.Token{
				Term: input[start : i+size : i+size], Start: start, End: i + size,
				Position: len(tokens) + 1, Type: analysis.Ideographic,
			})
		}
		previous = i
		i += size
	}
	stream := make(analysis.TokenStream, len(tokens))
	for i := range tokens {
		stream[i] = &tokens[i]
	}
	return stream
}

// registerAnalyzers makes the analyzers known to bleve, whose registry is one
// for the whole process and refuses a name twice.
var registerAnalyzers = sync.OnceValue(func() error {
	for name, n := range map[string]int{analyzerPairs: 2, analyzerSingles: 1} {
		err := registry.RegisterAnalyzer(name, func(map[string]any, *registry.Cache) (analysis.Analyzer, error) {
			return grams{n}, nil
		})
		if err != nil {
			return fmt.Errorf("registering the analyzer %s: %w", name, err)
		}
	}
	return nil
})

func termsMapping() mapping.IndexMapping {
	field := func(analyzer string, frequencies bool) *mapping.FieldMapping {
		f := bleve.NewTextFieldMapping()
		f.Analyzer = analyzer
		f.Store, f.IncludeInAll, f.IncludeTermVectors, f.DocValues = false, false, false, false
		f.SkipFreqNorm = !frequencies
		return f
	}
	m := bleve.NewIndexMapping()
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.DefaultMapping.AddFieldMappingsAt(fieldPairs, field(analyzerPairs, true))
	m.DefaultMapping.AddFieldMappingsAt(fieldSingles, field(analyzerSingles, false))
	m.DefaultAnalyzer = analyzerSingles
	m.StoreDynamic, m.IndexDynamic, m.DocValuesDynamic = false, false, false
	return m
}

// buildTerms writes the bleve index of the paragraphs to the folder path and
// returns the paragraph of each document number. scratch is a folder on the
// same file system for what is written on the way. step is called after every
// paragraph with the bytes it took.
func buildTerms(ctx context.Context, path, scratch string, w *textWriter, step func(bytes int)) ([]uint32, error) {
	if err := registerAnalyzers(); err != nil {
		return nil, err
	}
	builder, err := bleve.NewBuilder(path, termsMapping(), map[string]any{
		"batchSize": batchSize, "mergeMax": 1000, "buildPathPrefix": scratch,
	})
	if err != nil {
		return nil, fmt.Errorf("starting the search index: %w", err)
	}
	for p := range w.paragraphs() {
		if err := ctx.Err(); err != nil {
			return nil, err // the staging folder is removed with all that the builder left in it
		}
		skeleton := string(w.skeletonOf(p))
		if err := builder.Index(documentID(p), map[string]any{fieldPairs: skeleton, fieldSingles: skeleton}); err != nil {
			return nil, fmt.Errorf("writing the search index: %w", err)
		}
		step(int(w.textOffsets[p+1] - w.textOffsets[p]))
	}
	if w.paragraphs() > 0 { // Close panics on an index without a document
		if err := builder.Close(); err != nil {
			return nil, fmt.Errorf("finishing the search index: %w", err)
		}
	}
	t, err := openTerms(path)
	if err != nil {
		return nil, err
	}
	defer t.close()
	return t.documents()
}

// documentID is the paragraph, in eight digits so that ids sort in reading
// order.
func documentID(paragraph int) string { return fmt.Sprintf("%08d", paragraph) }

// terms is an opened bleve index.
type terms struct {
	index   bleve.Index
	reader  bleveindex.IndexReader
	mapping mapping.IndexMapping
}

// openTerms opens the index for reading only, so that any number of processes
// may share it. A cut root.bolt makes bleve panic; that becomes an error.
func openTerms(path string) (t *terms, err error) {
	if err := registerAnalyzers(); err != nil {
		return nil, err
	}
	defer func() {
		if cause := recover(); cause != nil {
			t, err = nil, fmt.Errorf("damaged search index: %v", cause)
		}
	}()
	opened, err := bleve.OpenUsing(path, map[string]any{"read_only": true, "bolt_timeout": "2s"})
	if err != nil {
		return nil, fmt.Errorf("opening the search index: %w", err)
	}
	t = &terms{index: opened, mapping: opened.Mapping()}
	advanced, err := opened.Advanced()
	if err == nil {
		t.reader, err = advanced.Reader()
	}
	if err != nil {
		opened.Close()
		return nil, fmt.Errorf("reading the search index: %w", err)
	}
	return t, nil
}

func (t *terms) close() error {
	if err := t.reader.Close(); err != nil {
		t.index.Close()
		return err
	}
	return t.index.Close()
}

// documents lists the paragraph of each document number. The builder shuffles
// the documents of a batch, so the two differ.
func (t *terms) documents() ([]uint32, error) {
	count, err := t.reader.DocCount()
	if err != nil {
		return nil, err
	}
	all, err := t.reader.DocIDReaderAll()
	if err != nil {
		return nil, err
	}
	defer all.Close()
	paragraphs := make([]uint32, count)
	for {
		id, err := all.Next()
		if err != nil || id == nil {
			return paragraphs, err
		}
		number := id.Value()
		external, err := t.reader.ExternalID(id)
		if err != nil {
			return nil, err
		}
		paragraph, err := strconv.Atoi(external)
		if err != nil || number >= count || uint64(paragraph) >= count {
			return nil, fmt.Errorf("the search index has the unexpected document %d, %q", number, external)
		}
		paragraphs[number] = uint32(paragraph)
	}
}

// fewPostings is how many documents are verified rather than narrowed down by
// further terms.
const fewPostings = 256

// each calls f with the number of every document that may hold the pieces: a
// superset of those that do, and just those where there is one term. The order
// is the index's own.
func (t *terms) each(ctx context.Context, pieces []string, f func(document int)) error {
	var all []term
	for _, piece := range pieces {
		all = append(all, pieceTerms(piece)...)
	}
	rarest, fewest := -1, 0
	for i, term := range all {
		n, err := t.count(ctx, term.field, term.text)
		if err != nil || n == 0 {
			return err
		}
		if rarest < 0 || n < fewest {
			rarest, fewest = i, n
		}
		if fewest <= fewPostings {
			break
		}
	}
	if rarest < 0 {
		return nil
	}
	if len(all) > 1 && fewest > fewPostings {
		return t.conjunction(ctx, all, f)
	}
	return t.postings(ctx, all[rarest].field, all[rarest].text, func(document int) bool {
		f(document)
		return true
	})
}

// conjunction calls f with the number of every document that holds all terms.
func (t *terms) conjunction(ctx context.Context, all []term, f func(document int)) error {
	var conjuncts []query.Query
	for _, term := range all {
		q := query.NewTermQuery(term.text)
		q.SetField(term.field)
		conjuncts = append(conjuncts, q)
	}
	options := search.SearcherOptions{Score: "none"}
	searcher, err := query.NewConjunctionQuery(conjuncts).Searcher(ctx, t.reader, t.mapping, options)
	if err != nil {
		return fmt.Errorf("asking the search index: %w", err)
	}
	defer searcher.Close()
	sc := &search.SearchContext{
		DocumentMatchPool: search.NewDocumentMatchPool(searcher.DocumentMatchPoolSize()+1, 0),
		IndexReader:       t.reader,
	}
	for n := 1; ; n++ {
		if n%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		match, err := searcher.Next(sc)
		if err != nil {
			return fmt.Errorf("asking the search index: %w", err)
		}
		if match == nil {
			return nil
		}
		number := int(match.IndexInternalID.Value())
		sc.DocumentMatchPool.Put(match)
		f(number)
	}
}

// count is how many documents hold the term.
func (t *terms) count(ctx context.Context, field, text string) (int, error) {
	r, err := t.reader.TermFieldReader(ctx, []byte(text), field, false, false, false)
	if err != nil {
		return 0, fmt.Errorf("asking the search index: %w", err)
	}
	n := r.Count()
	return int(n), r.Close()
}

// postings calls f with the number of every document that holds the term, until
// it returns false.
func (t *terms) postings(ctx context.Context, field, text string, f func(document int) bool) error {
	r, err := t.reader.TermFieldReader(ctx, []byte(text), field, false, false, false)
	if err != nil {
		return fmt.Errorf("asking the search index: %w", err)
	}
	defer r.Close()
	var at bleveindex.TermFieldDoc
	for n := 0; ; n++ {
		if n%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		next, err := r.Next(&at)
		if err != nil {
			return fmt.Errorf("asking the search index: %w", err)
		}
		if next == nil {
			return nil
		}
		if !f(int(next.ID.Value())) {
			return nil
		}
	}
}

type term struct{ field, text string }

// pieceTerms are the terms that a paragraph holding the piece must hold. Every
// second pair and the last cover all its characters; verification does the
// rest.
func pieceTerms(piece string) []term {
	runes := []rune(piece)
	switch len(runes) {
	case 0:
		return nil
	case 1:
		return []term{{fieldSingles, piece}}
	}
	var ts []term
	for i := 0; i+1 < len(runes); i += 2 {
		ts = append(ts, term{fieldPairs, string(runes[i : i+2])})
	}
	if len(runes)%2 == 1 {
		ts = append(ts, term{fieldPairs, string(runes[len(runes)-2:])})
	}
	return ts
}
