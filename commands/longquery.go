package commands

import (
	"fmt"
	"strconv"
	"strings"

	"shuyou/index"
	"shuyou/index/book"
)

// A query that is too long for a custom id is kept as the place where it was
// found: the book itself remembers the words. Such a query starts with a mark
// that a typed one never keeps, since it is no letter.
const placeMark = "="

// compact makes the view's query short enough for a custom id where it can.
func (q *request) compact(v view, result *index.Result) view {
	v.query = strings.TrimLeft(v.query, placeMark)
	if _, ok := v.encode("placescript"); ok || len(result.Passages) == 0 {
		return v
	}
	p := result.Passages[0]
	for _, span := range p.Spans {
		if index.Key(string([]rune(p.Text)[span.Start:span.End])) == index.Key(v.words()) {
			v.query = fmt.Sprintf("%s%s.%d.%d", placeMark, encodePlace(p.Ref), span.Start, span.End)
			break
		}
	}
	return v
}

// expand gives a view back the query that compact put away. What cannot be
// read any more stays and finds nothing.
func (q *request) expand(v view) view {
	text, ok := strings.CutPrefix(v.query, placeMark)
	f := strings.Split(text, ".")
	if !ok || len(f) != 5 {
		return v
	}
	ref, err := q.decodePlace(strings.Join(f[:3], "."))
	start, err1 := strconv.Atoi(f[3])
	end, err2 := strconv.Atoi(f[4])
	if err != nil || err1 != nil || err2 != nil {
		return v
	}
	p, found := q.library.Paragraph(ref, 0, book.Everything())
	if runes := []rune(p.Text); found && 0 <= start && start < end && end <= len(runes) {
		v.query = string(runes[start:end])
	}
	return v
}
