package index

import (
	"slices"
)

// A very common query, one or two characters in thousands of paragraphs, is
// answered without reading all of its postings: how many there are the index
// knows, and the first in reading order stand near its start, since the
// builder only shuffles within a batch.

// wanted is how many hits of a book are read one by one, however short the
// page is: as many as are ranked or counted by chapter, where either is asked
// for.
func (q Query) wanted() int {
	if q.Scope.InOrder && !q.Chapters {
		return 0
	}
	return rankedHits
}

// isCommon reports whether the first of the documents will do where there are
// many. Only where all must be read to know how many there are, they are.
func (s openPart) isCommon(documents postings, w *wording) bool {
	return documents.bitmap != nil && w.certain() && s.whole() && s.inBatches
}

// startsOf are the first paragraphs of the documents in reading order, at
// least so many.
func (s openPart) startsOf(documents postings, most int) (paragraphs []int) {
	batch := -1
	documents.each(func(document int) bool {
		if document/batchSize != batch {
			if len(paragraphs) >= most { // of batches that were read to their end
				return false
			}
			batch = document / batchSize
		}
		p, ok := s.text.documentParagraph(document)
		if ok {
			paragraphs = append(paragraphs, p)
		}
		return ok
	})
	slices.Sort(paragraphs)
	return paragraphs
}

// sampleOf are paragraphs from all over the book: those of a few whole
// batches, which are the same however the builder shuffled.
func (s openPart) sampleOf(documents postings) (paragraphs []int) {
	batches := (s.text.paragraphs + batchSize - 1) / batchSize
	const taken = 16 // batches
	iterator := documents.bitmap.Iterator()
	for n := range min(taken, batches) {
		first := uint32(n * batches / min(taken, batches) * batchSize)
		iterator.AdvanceIfNeeded(first)
		from := len(paragraphs)
		for iterator.HasNext() && iterator.PeekNext() < first+batchSize {
			if p, ok := s.text.documentParagraph(int(iterator.Next())); ok {
				paragraphs = append(paragraphs, p)
			}
		}
		slices.Sort(paragraphs[from:])
	}
	return paragraphs
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
