package cast

// A quote is a quoted stretch of a paragraph: runes open to close, the marks
// left out.
type quote struct {
	open, close int // of the text between the marks
	start, end  int // with the marks
}

// quotesIn finds the outermost quotations of a paragraph. One that is not
// closed runs to the end of the paragraph.
func quotesIn(rs []rune) []quote {
	var out []quote
	open, depth := -1, 0
	var closer rune
	straight := false
	for i, r := range rs {
		switch {
		case open < 0 && isOpenQuote(r):
			open, depth, straight = i, 1, false
			closer = closing(r)
		case open < 0 && r == '"':
			open, straight = i, true
		case open < 0:
		case straight && r == '"':
			out = append(out, quote{open + 1, i, open, i + 1})
			open = -1
		case straight:
		case closing(r) == closer && isOpenQuote(r):
			// a mark opened again is the next speech where one was not closed
			if i > 0 && (isSentenceEnd(rs[i-1]) || rs[i-1] == '：') {
				out = append(out, quote{open + 1, i, open, i})
				open, depth = i, 1
			} else {
				depth++
			}
		case r == closer:
			if depth--; depth == 0 {
				out = append(out, quote{open + 1, i, open, i + 1})
				open = -1
			}
		}
	}
	if open >= 0 && open+1 < len(rs) {
		out = append(out, quote{open + 1, len(rs), open, len(rs)})
	}
	return out
}

func closing(r rune) rune {
	switch r {
	case '“':
		return '”'
	case '「':
		return '」'
	case '『':
		return '』'
	case '〝':
		return '〞'
	}
	return 0
}

// spoken reports whether the quotation is somebody's words and not a word that
// is only set off: it has a mark inside, a word of speech before it, or a
// paragraph to itself.
func (q quote) spoken(rs []rune, w *words) bool {
	inner := rs[q.open:q.close]
	if len(inner) == 0 {
		return false
	}
	for _, r := range inner {
		if isSentenceEnd(r) || r == '，' || r == ',' || r == '；' || r == '—' || r == '~' || r == '～' {
			return true
		}
	}
	if q.start == 0 && q.end == len(rs) {
		return true
	}
	return introduced(rs[:q.start], w)
}

// introduced reports whether the narration announces a speech: it ends in a
// colon, or in a verb of speaking with or without a comma.
func introduced(before []rune, w *words) bool {
	n := len(before)
	for n > 0 && isSpace(before[n-1]) {
		n--
	}
	if n == 0 {
		return false
	}
	switch r := before[n-1]; r {
	case '：', ':':
		return true
	case '，', ',', '。':
		return n > 1 && w.speech.has(before[n-2])
	default:
		return w.speech.has(r)
	}
}
