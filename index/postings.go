package index

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleveindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// terms is an opened bleve index. It is read below bleve's searchers, which
// score, allocate and call a function for each posting: a term is looked up in
// the dictionary of the one segment that the builder leaves, and what it gives
// is a bitmap over the file that is mapped into memory.
type terms struct {
	index   bleve.Index
	reader  bleveindex.IndexReader
	segment segment.Segment
	lookups sync.Pool // of *lookup
}

// openTerms opens the index for reading only, so that any number of processes
// may share it. A cut root.bolt makes bleve panic; that becomes an error.
func openTerms(path string) (t *terms, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			t, err = nil, fmt.Errorf("damaged search index: %v", cause)
		}
	}()
	opened, err := bleve.OpenUsing(path, map[string]any{"read_only": true, "bolt_timeout": "2s"})
	if err != nil {
		return nil, fmt.Errorf("opening the search index: %w", err)
	}
	t = &terms{index: opened}
	advanced, err := opened.Advanced()
	if err == nil {
		t.reader, err = advanced.Reader()
	}
	if err != nil {
		opened.Close()
		return nil, fmt.Errorf("reading the search index: %w", err)
	}
	snapshot, ok := t.reader.(*scorch.IndexSnapshot)
	if !ok || len(snapshot.Segments()) != 1 {
		t.close()
		return nil, fmt.Errorf("reading the search index: not one segment, as the builder leaves it")
	}
	t.segment = snapshot.Segments()[0].Segment()
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

// A lookup reads terms for one query. What it gives is good until it is
// released.
type lookup struct {
	terms          *terms
	pairs, singles segment.TermDictionary
	lists          []segment.PostingsList
	iterators      []segment.PostingsIterator
	used           int // of lists and iterators
	key            []byte
	counts         []int
}

func (t *terms) lookup() (*lookup, error) {
	if l, ok := t.lookups.Get().(*lookup); ok {
		return l, nil
	}
	l := &lookup{terms: t}
	var err error
	if l.pairs, err = t.segment.Dictionary(fieldPairs); err == nil {
		l.singles, err = t.segment.Dictionary(fieldSingles)
	}
	if err != nil {
		return nil, fmt.Errorf("asking the search index: %w", err)
	}
	return l, nil
}

// mostKept is how many bitmaps a lookup keeps for the next query.
const mostKept = 64

func (l *lookup) release() {
	l.used = 0
	if len(l.lists) <= mostKept {
		l.terms.lookups.Put(l)
	}
}

// postings are the documents that hold a term: one, or those of the bitmap,
// which must not be changed.
type postings struct {
	count  int
	one    uint32
	bitmap *roaring.Bitmap
}

// of looks a term up.
func (l *lookup) of(field, text string) (postings, error) {
	dictionary := l.pairs
	if field == fieldSingles {
		dictionary = l.singles
	}
	if l.used == len(l.lists) {
		l.lists, l.iterators = append(l.lists, nil), append(l.iterators, nil)
	}
	l.key = append(l.key[:0], text...)
	list, err := dictionary.PostingsList(l.key, nil, l.lists[l.used])
	if err != nil {
		return postings{}, fmt.Errorf("asking the search index: %w", err)
	}
	count := int(list.Count())
	if count == 0 {
		return postings{}, nil
	}
	iterator := list.Iterator(false, false, false, l.iterators[l.used])
	l.lists[l.used], l.iterators[l.used] = list, iterator
	l.used++
	direct, ok := iterator.(segment.OptimizablePostingsIterator)
	if !ok {
		return postings{}, fmt.Errorf("asking the search index: postings of type %T", iterator)
	}
	if document, ok := direct.DocNum1Hit(); ok {
		return postings{count: 1, one: uint32(document)}, nil
	}
	return postings{count: count, bitmap: direct.ActualBitmap()}, nil
}

// each calls f with every document, in order, until it returns false.
func (p postings) each(f func(document int) bool) {
	switch {
	case p.bitmap != nil:
		p.bitmap.Iterate(func(d uint32) bool { return f(int(d)) })
	case p.count > 0:
		f(int(p.one))
	}
}

// and are the documents that hold both terms.
func (p postings) and(q postings) postings {
	switch {
	case p.count == 0 || q.count == 0:
		return postings{}
	case p.bitmap == nil:
		if q.bitmap == nil && p.one == q.one || q.bitmap != nil && q.bitmap.Contains(p.one) {
			return p
		}
		return postings{}
	case q.bitmap == nil:
		return q.and(p)
	}
	both := roaring.And(p.bitmap, q.bitmap)
	return postings{count: int(both.GetCardinality()), bitmap: both}
}
