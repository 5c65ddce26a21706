package cast

import "shuyou/index/book"

// A Passage is a piece of one paragraph, cut at sentences, in the book's
// spelling.
type Passage struct {
	Ref  book.Ref
	Text string
	// Start and End are the runes of the paragraph that are shown; Length is
	// how many it has.
	Start, End, Length int
	// ByOthers: others speak or think of the person here.
	ByOthers bool
	// Said are those who say it, by name, where the passage lies within one
	// speech.
	Said []string
}

// Whole reports whether the passage is its whole paragraph.
func (p Passage) Whole() bool { return p.Start == 0 && p.End == p.Length }

// A span is runes start to end of a paragraph.
type span struct{ start, end int }

func isSentenceEnd(r rune) bool {
	switch r {
	case '。', '！', '？', '!', '?', '…':
		return true
	}
	return false
}

// sentences cuts a paragraph after the marks that end a sentence; closing
// quotation marks stay with it.
func sentences(rs []rune) []span {
	var out []span
	start := 0
	for i := 0; i < len(rs); i++ {
		if !isSentenceEnd(rs[i]) {
			continue
		}
		for i+1 < len(rs) && (isSentenceEnd(rs[i+1]) || isCloseQuote(rs[i+1]) || rs[i+1] == '）' || rs[i+1] == '’') {
			i++
		}
		if i+1 < len(rs) && (rs[i+1] == '，' || rs[i+1] == ',') { // “救命……”，有人喊道
			continue
		}
		out = append(out, span{start, i + 1})
		start = i + 1
	}
	if start < len(rs) {
		out = append(out, span{start, len(rs)})
	}
	return out
}

// passage is the runes of the paragraph p, counted over the book from 0.
func (c *Cast) passage(p int32, s span) Passage {
	rs := []rune(c.text(int(p)))
	for s.start < s.end && isSpace(rs[s.start]) {
		s.start++
	}
	return Passage{Ref: c.ref(p), Text: string(rs[s.start:s.end]), Start: s.start, End: s.end, Length: len(rs)}
}
