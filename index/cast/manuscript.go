package cast

import (
	"context"
	"unicode"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// A manuscript is the folded text of a book in reading order.
type manuscript struct {
	text       []rune // all paragraphs, one after another
	paragraphs []paragraph
	chapters   []chapterSpan
}

// A paragraph is text[start:end]; chapter indexes manuscript.chapters, number
// counts from 1 in its chapter.
type paragraph struct {
	start, end, chapter, number int32
}

// A chapterSpan is paragraphs[first:end].
type chapterSpan struct {
	ordinal    book.Ordinal
	first, end int32
}

func newManuscript(ctx context.Context, b *book.Book) (*manuscript, error) {
	m := &manuscript{}
	for i, c := range b.Chapters {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		span := chapterSpan{ordinal: c.Ordinal, first: int32(len(m.paragraphs))}
		for j, p := range c.Paragraphs {
			start := len(m.text)
			for _, r := range p.Text {
				m.text = append(m.text, foldLetter(r))
			}
			m.paragraphs = append(m.paragraphs, paragraph{int32(start), int32(len(m.text)), int32(i), int32(j + 1)})
		}
		span.end = int32(len(m.paragraphs))
		m.chapters = append(m.chapters, span)
	}
	return m, nil
}

// foldLetter folds letters and digits. Marks stay as they are: the fold makes
// opening and closing quotation marks the same.
func foldLetter(r rune) rune {
	if isHan(r) || unicode.IsLetter(r) || unicode.IsDigit(r) {
		return hanzi.FoldRune(r)
	}
	return r
}

func isHan(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0x20000 && r <= 0x3ffff
}

func isSpace(r rune) bool { return r == ' ' || r == '\u3000' || r == '\t' || r == '\u00a0' }

func isOpenQuote(r rune) bool  { return r == '“' || r == '「' || r == '『' || r == '〝' }
func isCloseQuote(r rune) bool { return r == '”' || r == '」' || r == '』' || r == '〞' }

// isDot reports whether the rune joins the parts of a foreign name.
func isDot(r rune) bool {
	switch r {
	case '·', '•', '‧', '・', '･', '∙', '⋅', '●', '．', '.', '﹒', '˙':
		return true
	}
	return false
}

// A run is a stretch of Chinese characters between marks.
type run struct {
	start, end int32 // in manuscript.text
	prev, next rune  // the marks on both sides, 0 at the ends of the paragraph
	cue        bool  // it brings a speech, or follows one with a verb of speaking
}

// runs appends the runs of a paragraph to dst.
func (m *manuscript) runs(dst []run, p paragraph, w *words) []run {
	prev := rune(0)
	for i := p.start; i < p.end; {
		r := m.text[i]
		if !isHan(r) {
			if !isSpace(r) {
				prev = r
			}
			i++
			continue
		}
		j := i
		for j < p.end && isHan(m.text[j]) {
			j++
		}
		k := j
		for k < p.end && isSpace(m.text[k]) {
			k++
		}
		next := rune(0)
		if k < p.end {
			next = m.text[k]
			if k+1 < p.end && isOpenQuote(m.text[k+1]) && (next == '，' || next == ',' || next == '：' || next == ':' || next == '。') {
				next = m.text[k+1]
			}
		}
		spoken := w.speech.has(m.text[j-1])
		dst = append(dst, run{start: i, end: j, prev: prev, next: next,
			cue: spoken && (next == '：' || next == ':' || isOpenQuote(next) || isCloseQuote(prev))})
		i = j
	}
	return dst
}
