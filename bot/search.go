package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"shuyou/index"
	"shuyou/index/book"
)

func searchFlags(f *pflag.FlagSet) {
	f.Bool("json", false, "print JSON")
	f.Int("limit", 20, "how many passages")
	f.String("book", "", "only in this book: its title, id or file")
	f.Int("upto", -1, "only up to this chapter, by its place in reading order")
}

// searchJSON is what `bot search --json` prints.
type searchJSON struct {
	Query       string        `json:"query"`
	Total       int           `json:"total"`
	Took        int64         `json:"took_us"` // microseconds inside the library
	Passages    []passageJSON `json:"passages"`
	NotLookedUp string        `json:"error,omitempty"`
}

type passageJSON struct {
	Book      string       `json:"book"`
	File      string       `json:"file"`
	Chapter   book.Ordinal `json:"chapter"`
	Title     string       `json:"title"`
	Paragraph int          `json:"paragraph"`
	Text      string       `json:"text"`
	Spans     [][2]int     `json:"spans"`
	Match     index.Match  `json:"match"`
}

// nearOnTerminal is how many passages are listed that only come near.
const nearOnTerminal = 5

// search finds passages. "-" reads a query a line and answers each with a line
// of JSON.
func search(ctx context.Context, in *invocation) error {
	if err := in.arguments(1, "search 松山"); err != nil {
		return err
	}
	limit := in.count("limit")
	if limit < 0 {
		return wrongUse("--limit 20", "--limit must not be negative")
	}
	library, err := in.open(ctx, in.logger(), false, nil, nil)
	if err != nil {
		return err
	}
	defer library.Close()
	query := index.Query{Limit: limit, Near: min(limit, nearOnTerminal), NearBelow: 1, Ceiling: in.ceiling()}
	if name := in.text("book"); name != "" {
		b, err := library.Book(name)
		if err != nil {
			return err
		}
		query.Books = []string{b.ID}
	}
	if in.args[0] != "-" {
		query.Text = in.args[0]
		return in.searchOne(ctx, library, query)
	}
	return eachLine(ctx, in.stdin, func(line string) error {
		query.Text = line
		found, err := searchFor(ctx, library, query)
		if err != nil {
			return err
		}
		return printJSON(in.stdout, found)
	})
}

// ceiling is what --upto allows, of every book.
func (in *invocation) ceiling() func(*index.BookInfo) book.Ceiling {
	ceiling := book.Everything()
	if upto := in.count("upto"); upto >= 0 {
		ceiling = book.UpTo(book.Ordinal(upto))
	}
	return func(*index.BookInfo) book.Ceiling { return ceiling }
}

func (in *invocation) searchOne(ctx context.Context, library *index.Library, query index.Query) error {
	found, err := searchFor(ctx, library, query)
	if err != nil {
		return err
	}
	if found.NotLookedUp != "" {
		fmt.Fprintf(in.stderr, "bot: %s\n", found.NotLookedUp)
	}
	if in.on("json") {
		return printJSON(in.stdout, found)
	}
	s := sheet{styled: in.terminal(in.stdout)}
	for _, p := range found.Passages {
		place := fmt.Sprintf("%s %d:%d", p.Book, p.Chapter, p.Paragraph)
		fmt.Fprintf(in.stdout, "%s\n  %s\n", s.dim(place), s.highlight(p.Text, p.Spans))
	}
	_, err = fmt.Fprintf(in.stderr, "%d of %d\n", len(found.Passages), found.Total)
	return err
}

// highlight sets the spans of a text in bold.
func (s sheet) highlight(text string, spans [][2]int) string {
	var b strings.Builder
	runes, at := []rune(text), 0
	for _, span := range spans {
		b.WriteString(string(runes[at:span[0]]) + s.bold(string(runes[span[0]:span[1]])))
		at = span[1]
	}
	return b.String() + string(runes[at:])
}

// searchFor searches; a query that cannot be looked up finds nothing and says
// why.
func searchFor(ctx context.Context, library *index.Library, query index.Query) (searchJSON, error) {
	start := time.Now()
	result, err := library.Search(ctx, query)
	took := time.Since(start).Microseconds()
	found := searchJSON{Query: strings.ToValidUTF8(query.Text, "\ufffd"), Took: took, Passages: []passageJSON{}}
	for _, mistake := range []error{index.ErrInvalidText, index.ErrTooLong, index.ErrNothingToFind} {
		if errors.Is(err, mistake) {
			found.NotLookedUp = mistake.Error()
			return found, nil
		}
	}
	if err != nil {
		return found, err
	}
	found.Total = result.Total
	passages := result.Passages
	if result.Total == 0 { // half-remembered
		passages = result.Near
	}
	for _, p := range passages {
		passage := passageJSON{
			Book: p.Book.Title, File: p.Book.File, Chapter: p.Ref.Chapter, Title: p.Chapter.Title,
			Paragraph: p.Ref.Paragraph, Text: p.Text, Match: p.Match, Spans: [][2]int{},
		}
		for _, s := range p.Spans {
			passage.Spans = append(passage.Spans, [2]int{s.Start, s.End})
		}
		found.Passages = append(found.Passages, passage)
	}
	return found, nil
}

// eachLine calls f with every line of r, empty ones too, however long.
func eachLine(ctx context.Context, r io.Reader, f func(line string) error) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if line == "" && errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading standard input: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(strings.TrimRight(line, "\r\n")); err != nil {
			return err
		}
	}
}

// printJSON prints a value on one line, with <, > and & as they are.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
