package index

import (
	"context"
	"slices"
	"unicode/utf8"
)

// A very common query, one or two characters in thousands of paragraphs, is
// answered without reading all of its postings: how many there are the index
// knows, and the first in reading order stand near its start, since the
// builder only shuffles within a batch.

// startsOf are the first paragraphs that hold the wording, at least most of
// them in reading order, and how many hold it in all. ok is false where all
// must be read to know.
func (s openPart) startsOf(ctx context.Context, w *wording, most int) (paragraphs []int, count int, ok bool, err error) {
	if len(w.pieces) != 1 || w.literal != "" || s.open < s.text.paragraphs || s.scope.From != 0 || s.only != nil || !s.inBatches {
		return nil, 0, false, nil
	}
	field := fieldPairs
	switch utf8.RuneCountInString(w.pieces[0]) {
	case 1:
		field = fieldSingles
	case 2:
	default:
		return nil, 0, false, nil
	}
	if count, err = s.terms.count(ctx, field, w.pieces[0]); err != nil || count <= max(rankedHits, most) {
		return nil, 0, false, err
	}
	whole := 0 // how many of the paragraphs are of batches that were read to their end
	err = s.terms.postings(ctx, field, w.pieces[0], func(document int) bool {
		if len(paragraphs) > 0 && document/batchSize != paragraphs[len(paragraphs)-1]/batchSize {
			whole = len(paragraphs)
		}
		if whole >= most {
			return false
		}
		if p, ok := s.text.documentParagraph(document); ok {
			paragraphs = append(paragraphs, p)
		}
		return true
	})
	paragraphs = paragraphs[:whole]
	slices.Sort(paragraphs)
	return paragraphs, count, true, err
}

// inBatches reports whether every document stands for a paragraph of its own
// batch.
func (t *textFile) inBatches() bool {
	for d := range t.paragraphs {
		if p, ok := t.documentParagraph(d); !ok || p/batchSize != d/batchSize {
			return false
		}
	}
	return true
}
