package commands

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"shuyou/index"
	"shuyou/index/book"
)

// What a button does stands in its custom id, so that it works after a
// restart: the action, then fields, with bars between. The last field, the
// query, may itself hold bars. Discord allows 100 characters.

var errGone = errors.New("the button's state cannot be read")

// view is what a message about a query shows.
type view struct {
	page   int // from 1
	asker  string
	book   string // id of the one book that is searched, or empty
	script script
	query  string
}

// words is the part of the query that is looked for, without its scope.
func (v view) words() string {
	words, _ := index.Typed(v.query)
	return words
}

// script is how passages are shown: as the book spells them, or converted.
type script string

const (
	asWritten   script = ""
	traditional script = "t"
	simplified  script = "s"
	hongKong    script = "h"
)

// longestAction is as long as the longest action of a button that carries a
// query.
const longestAction = "placescript"

// encode is the custom id for an action on the view. ok is false where it
// would be longer than Discord allows.
func (v view) encode(action string) (id string, ok bool) {
	id = strings.Join([]string{action, strconv.Itoa(v.page), shortUser(v.asker), shortBook(v.book), string(v.script), v.query}, "|")
	return id, units(id) <= maxCustomID
}

func (s script) known() bool {
	return s == asWritten || s == traditional || s == simplified || s == hongKong
}

// decodeView reads what encode wrote, with the query as it was typed.
func (q *request) decodeView(ctx context.Context, state string) (view, error) {
	f := strings.SplitN(state, "|", 5)
	if len(f) != 5 {
		return view{}, errGone
	}
	page, err := strconv.Atoi(f[0])
	if err != nil || page < 1 || page > 1<<30 {
		return view{}, errGone
	}
	v := view{page: page, asker: longUser(f[1]), script: script(f[3]), query: f[4]}
	if !v.script.known() {
		return view{}, errGone
	}
	if f[2] != "" {
		b := q.bookOf(f[2])
		if b == nil {
			return view{}, errGone
		}
		v.book = b.ID
	}
	return q.expand(ctx, v)
}

// encodePlace and decodePlace put a reference into a custom id or the value of
// a menu entry.
func encodePlace(r book.Ref) string {
	return fmt.Sprintf("%s.%d.%d", shortBook(r.Book), r.Chapter, r.Paragraph)
}

func (q *request) decodePlace(text string) (book.Ref, error) {
	f := strings.Split(text, ".")
	if len(f) != 3 {
		return book.Ref{}, errGone
	}
	b := q.bookOf(f[0])
	chapter, err1 := strconv.Atoi(f[1])
	paragraph, err2 := strconv.Atoi(f[2])
	if b == nil || err1 != nil || err2 != nil {
		return book.Ref{}, errGone
	}
	return book.Ref{Book: b.ID, Chapter: book.Ordinal(chapter), Paragraph: paragraph}, nil
}

// shortBook is a name of six characters for a book id of any length.
func shortBook(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(id))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:6])
}

// bookOf is the book with the short name, nil where it cannot be asked about
// here any more.
func (q *request) bookOf(short string) *index.BookInfo {
	for _, b := range q.books() {
		if shortBook(b.ID) == short {
			return b
		}
	}
	return nil
}

// shortUser writes a Discord id, a number of 64 bits, in fewer characters.
func shortUser(id string) string {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatUint(n, 36)
}

func longUser(short string) string {
	n, err := strconv.ParseUint(short, 36, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatUint(n, 10)
}
