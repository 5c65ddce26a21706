package index

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/mapping"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// The bleve index of a book holds two fields over the skeleton of each
// paragraph: pairs of neighbouring characters, and single characters. Nothing
// is stored in it; the text file has the texts.
const (
	fieldPairs   = "t"
	fieldSingles = "u"

	// batchSize is how many paragraphs the builder takes at a time. Larger
	// batches take more memory and are no faster.
	batchSize = 300

	// termsVersion stands in the name of every index folder; it changes
	// whenever the same skeleton would give other terms, or other files.
	termsVersion = "a3"
)

// gramsField is a field whose terms are the runs of n characters of a
// skeleton, each once. It takes the place of a bleve analyzer, which makes a
// token of every place, to count and to throw away.
//
// All lengths are 1, since nothing is scored by them. Pairs have the frequency
// 1, too: bleve keeps a term with a single document of frequency 1 in its
// dictionary, which half of all pairs are.
type gramsField struct {
	name     string
	n        int
	skeleton string
	terms    bleveindex.TokenFrequencies
}

func (f *gramsField) Analyze() {
	runes := utf8.RuneCountInString(f.skeleton)
	f.terms = make(bleveindex.TokenFrequencies, runes)
	made := make([]bleveindex.TokenFreq, 0, runes)
	previous := -1
	for i := 0; i < len(f.skeleton); {
		_, size := utf8.DecodeRuneInString(f.skeleton[i:])
		start := i
		if f.n == 2 {
			start = previous
		}
		previous = i
		i += size
		if start < 0 {
			continue
		}
		term := f.skeleton[start:i]
		if f.terms[term] != nil {
			continue
		}
		made = append(made, bleveindex.TokenFreq{Term: []byte(term)})
		t := &made[len(made)-1]
		if f.n == 2 {
			t.SetFrequency(1)
		}
		f.terms[term] = t
	}
}

func (f *gramsField) Options() bleveindex.FieldIndexingOptions {
	if f.n == 2 {
		return bleveindex.IndexField
	}
	return bleveindex.IndexField | bleveindex.SkipFreqNorm
}

func (f *gramsField) Name() string                                          { return f.name }
func (f *gramsField) Value() []byte                                         { return nil }
func (f *gramsField) ArrayPositions() []uint64                              { return nil }
func (f *gramsField) EncodedFieldType() byte                                { return 't' }
func (f *gramsField) AnalyzedLength() int                                   { return 1 }
func (f *gramsField) AnalyzedTokenFrequencies() bleveindex.TokenFrequencies { return f.terms }
func (f *gramsField) NumPlainTextBytes() uint64                             { return 0 }
func (f *gramsField) Size() int                                             { return len(f.skeleton) + f.terms.Size() }

// paragraphMapping makes a document of a skeleton.
type paragraphMapping struct{ *mapping.IndexMappingImpl }

func newParagraphMapping() paragraphMapping {
	m := bleve.NewIndexMapping()
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	m.StoreDynamic, m.IndexDynamic, m.DocValuesDynamic = false, false, false
	return paragraphMapping{m}
}

func (paragraphMapping) MapDocument(doc *document.Document, data any) error {
	skeleton, ok := data.(string)
	if !ok {
		return fmt.Errorf("a document of type %T", data)
	}
	doc.AddField(&gramsField{name: fieldPairs, n: 2, skeleton: skeleton})
	doc.AddField(&gramsField{name: fieldSingles, n: 1, skeleton: skeleton})
	return nil
}

// buildTerms writes the bleve index of the paragraphs to the folder path and
// returns the paragraph of each document number. scratch is a folder on the
// same file system for what is written on the way. step is called after every
// paragraph with the bytes it took.
func buildTerms(ctx context.Context, path, scratch string, w *textWriter, step func(bytes int)) ([]uint32, error) {
	builder, err := bleve.NewBuilder(path, newParagraphMapping(), map[string]any{
		"batchSize": batchSize, "mergeMax": 100_000, "buildPathPrefix": scratch,
	})
	if err != nil {
		return nil, fmt.Errorf("starting the search index: %w", err)
	}
	for p := range w.paragraphs() {
		if err := ctx.Err(); err != nil {
			return nil, err // the staging folder is removed with all that the builder left in it
		}
		if err := builder.Index(documentID(p), string(w.skeletonOf(p))); err != nil {
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
