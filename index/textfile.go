package index

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"sort"

	"github.com/blevesearch/mmap-go"

	"shuyou/index/book"
)

// The text file holds what bleve does not: the paragraphs as the book spells
// them, their skeletons, where each begins, and which paragraph each document
// number of the bleve index stands for. It is mapped into memory, so that a
// large library costs page cache and not heap. All numbers are little-endian
// uint32; offsets count bytes from the start of their blob.
//
//	magic, paragraphs n, chapters c, length of text, length of skeleton
//	text offsets [n+1], skeleton offsets [n+1]
//	first paragraph of each chapter [c+1], ordinal of each chapter [c]
//	paragraph of each document number [n]
//	text, skeleton
const (
	textMagic      = "SHUYOU1\n"
	textHeaderSize = len(textMagic) + 4*4
)

type textFile struct {
	data       []byte
	mapped     mmap.MMap // nil where the file was read instead
	paragraphs int
	chapters   int
	// byte offsets of the tables in data
	textOffsets, skeletonOffsets, chapterFirst, chapterOrdinal, documents int
	text, skeleton                                                        []byte
}

// textWriter collects the paragraphs of one book.
type textWriter struct {
	text, skeleton                []byte
	textOffsets, skeletonOffsets  []uint32
	chapterFirst, chapterOrdinals []uint32
}

func newTextWriter(b *book.Book) (*textWriter, error) {
	w := &textWriter{}
	for _, c := range b.Chapters {
		w.chapterFirst = append(w.chapterFirst, uint32(len(w.textOffsets)))
		w.chapterOrdinals = append(w.chapterOrdinals, uint32(c.Ordinal))
		for _, p := range c.Paragraphs {
			w.textOffsets = append(w.textOffsets, uint32(len(w.text)))
			w.skeletonOffsets = append(w.skeletonOffsets, uint32(len(w.skeleton)))
			w.text = append(w.text, p.Text...)
			w.skeleton = appendSkeleton(w.skeleton, p.Text)
		}
		if len(w.text) > math.MaxUint32 || len(w.skeleton) > math.MaxUint32 {
			return nil, fmt.Errorf("%s is larger than 4 GB: %w", b.File, errUnfit)
		}
	}
	w.chapterFirst = append(w.chapterFirst, uint32(len(w.textOffsets)))
	w.textOffsets = append(w.textOffsets, uint32(len(w.text)))
	w.skeletonOffsets = append(w.skeletonOffsets, uint32(len(w.skeleton)))
	return w, nil
}

func (w *textWriter) paragraphs() int { return len(w.textOffsets) - 1 }

func (w *textWriter) skeletonOf(p int) []byte {
	return w.skeleton[w.skeletonOffsets[p]:w.skeletonOffsets[p+1]]
}

// writeFile writes the text file; documents gives the paragraph of each
// document number.
func (w *textWriter) writeFile(path string, documents []uint32) error {
	head := []uint32{uint32(w.paragraphs()), uint32(len(w.chapterOrdinals)), uint32(len(w.text)), uint32(len(w.skeleton))}
	out := append(make([]byte, 0, len(w.text)+len(w.skeleton)+12*len(w.textOffsets)+64), textMagic...)
	for _, table := range [][]uint32{head, w.textOffsets, w.skeletonOffsets, w.chapterFirst, w.chapterOrdinals, documents} {
		for _, v := range table {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	out = append(append(out, w.text...), w.skeleton...)
	return os.WriteFile(path, out, 0o600)
}

// openText maps the text file at path. The tables are checked, so that a
// damaged file gives an error here and never a panic later.
func openText(path string) (*textFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &textFile{}
	if t.mapped, err = mmap.Map(f, mmap.RDONLY, 0); err == nil {
		t.data = t.mapped
	} else if t.data, err = os.ReadFile(path); err != nil { // some file systems cannot be mapped
		return nil, err
	}
	if err := t.parse(); err != nil {
		t.close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func (t *textFile) parse() error {
	if len(t.data) < textHeaderSize || string(t.data[:len(textMagic)]) != textMagic {
		return fmt.Errorf("not a text file of this version")
	}
	n, c := t.u32(len(textMagic), 0), t.u32(len(textMagic), 1)
	lenText, lenSkeleton := t.u32(len(textMagic), 2), t.u32(len(textMagic), 3)
	t.paragraphs, t.chapters = n, c
	at := textHeaderSize
	for _, table := range []struct{ offset, entries *int }{
		{&t.textOffsets, ptr(n + 1)}, {&t.skeletonOffsets, ptr(n + 1)},
		{&t.chapterFirst, ptr(c + 1)}, {&t.chapterOrdinal, ptr(c)}, {&t.documents, ptr(n)},
	} {
		*table.offset = at
		at += 4 * *table.entries
	}
	if len(t.data) != at+lenText+lenSkeleton {
		return fmt.Errorf("damaged: %d bytes where %d belong", len(t.data), at+lenText+lenSkeleton)
	}
	t.text, t.skeleton = t.data[at:at+lenText], t.data[at+lenText:]
	for _, table := range []struct{ offset, entries, most int }{
		{t.textOffsets, n + 1, lenText}, {t.skeletonOffsets, n + 1, lenSkeleton}, {t.chapterFirst, c + 1, n},
	} {
		last := 0
		for i := range table.entries {
			v := t.u32(table.offset, i)
			if v < last || v > table.most {
				return fmt.Errorf("damaged: a table does not rise")
			}
			last = v
		}
	}
	for i := range n {
		if t.u32(t.documents, i) >= n {
			return fmt.Errorf("damaged: a document stands for no paragraph")
		}
	}
	return nil
}

func ptr(n int) *int { return &n }

func (t *textFile) u32(table, i int) int {
	return int(binary.LittleEndian.Uint32(t.data[table+4*i:]))
}

// paragraph is the text of the paragraph p, counted over the whole book from
// 0. The string is a copy and outlives the file.
func (t *textFile) paragraph(p int) string {
	return string(t.text[t.u32(t.textOffsets, p):t.u32(t.textOffsets, p+1)])
}

// textOf and skeletonOf point into the mapping and must not outlive it.
func (t *textFile) textOf(p int) []byte {
	return t.text[t.u32(t.textOffsets, p):t.u32(t.textOffsets, p+1)]
}

func (t *textFile) skeletonOf(p int) []byte {
	return t.skeleton[t.u32(t.skeletonOffsets, p):t.u32(t.skeletonOffsets, p+1)]
}

// documentParagraph is the paragraph that a document number stands for.
func (t *textFile) documentParagraph(document int) (int, bool) {
	if document < 0 || document >= t.paragraphs {
		return 0, false
	}
	return t.u32(t.documents, document), true
}

// place is the chapter index and the paragraph, from 1, of paragraph p.
func (t *textFile) place(p int) (chapter, paragraph int) {
	chapter = sort.Search(t.chapters, func(i int) bool { return t.u32(t.chapterFirst, i+1) > p })
	return chapter, p - t.u32(t.chapterFirst, chapter) + 1
}

// at is the paragraph, counted over the book from 0, that stands as paragraph,
// from 1, in the chapter with the ordinal.
func (t *textFile) at(o book.Ordinal, paragraph int) (p int, ok bool) {
	chapter := sort.Search(t.chapters, func(i int) bool { return t.ordinal(i) >= o })
	if chapter == t.chapters || t.ordinal(chapter) != o || paragraph < 1 {
		return 0, false
	}
	p = t.u32(t.chapterFirst, chapter) + paragraph - 1
	return p, p < t.u32(t.chapterFirst, chapter+1)
}

func (t *textFile) ordinal(chapter int) book.Ordinal {
	return book.Ordinal(t.u32(t.chapterOrdinal, chapter))
}

// open is how many paragraphs, from the first, the ceiling lets be shown.
func (t *textFile) open(c book.Ceiling) int {
	if c.All() {
		return t.paragraphs
	}
	n := sort.Search(t.chapters, func(i int) bool { return !c.Allows(t.ordinal(i)) })
	return t.u32(t.chapterFirst, n)
}

// openChapters is how many chapters lie whole within the first paragraphs.
func (t *textFile) openChapters(paragraphs int) int {
	return sort.Search(t.chapters, func(i int) bool { return t.u32(t.chapterFirst, i+1) > paragraphs })
}

func (t *textFile) close() error {
	if t.mapped == nil {
		return nil
	}
	return t.mapped.Unmap()
}
