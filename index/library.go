// Package index is a library of books that can be opened, searched and asked.
// It knows nothing of Discord.
//
// Open reads the books of a folder in once and keeps what it made of them in
// a data folder; afterwards opening is quick. Every answer obeys a
// book.Ceiling for each book, and is exact: a passage is returned if and only
// if its letters, folded (see package hanzi), hold the query's.
//
// Searching is done by bleve; see terms.go for what it is given, and
// textfile.go for what is kept beside it.
package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// Options say what to open and where to keep it.
type Options struct {
	// Files is the library folder.
	Files fs.FS
	// Source names the library folder for people and tells one library from
	// another: a path, or "built-in samples".
	Source string
	// DataDir is where shelves are kept. It is made where it is missing.
	DataDir string
	// Serve holds the lock of the data folder until Close, so that no second
	// server and no other build works on it.
	Serve bool
	// Patience is how long to wait for another process that holds the data
	// folder; zero is five seconds.
	Patience time.Duration
	// Held is told when Serve has the lock, before any book is read in. It may
	// be nil.
	Held func()
	// Progress is told about the reading in, from one goroutine at a time.
	// It may be nil.
	Progress func(Progress)
	// Log is told what was rebuilt and why. It may be nil.
	Log *slog.Logger
}

// Progress says how far the reading in has come, in bytes of text.
type Progress struct {
	Book        string // the file that is being read
	Done, Total int64
}

// A Library answers questions about its books. It is safe for concurrent use.
type Library struct {
	options Options
	lock    *flock.Flock // nil unless serving
	current atomic.Pointer[generation]

	reloading sync.Mutex
	stamp     string // of the library folder when it was last looked at
}

// A generation is the set of books that a library has at one time. It closes
// when the last of those who use it is done.
type generation struct {
	shelves  []*shelf
	names    []string // of the shelves, in order
	warnings []string
	hand     string         // see handOf
	overlay  *hanzi.Overlay // the group's own conversions, nil where there are none
	users    atomic.Int64
}

// Open opens the library, reading in what has changed since the last time.
//
// It returns a *Problem with a hint where the person can act: ErrNoBooks,
// ErrInUse, a data folder that cannot be written, a wrong library.yaml.
func Open(ctx context.Context, options Options) (*Library, error) {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Progress == nil {
		options.Progress = func(Progress) {}
	}
	if options.Patience == 0 {
		options.Patience = defaultPatience
	}
	l := &Library{options: options}
	if options.Serve {
		var err error
		if l.lock, err = lockData(ctx, options); err != nil {
			return nil, err
		}
		if options.Held != nil {
			options.Held()
		}
	}
	l.stamp = stampOf(options.Files)
	g, err := readIn(ctx, options, l.lock != nil)
	if err != nil {
		if l.lock != nil {
			err = errors.Join(err, l.lock.Unlock())
		}
		return nil, err
	}
	g.users.Store(1)
	l.current.Store(g)
	return l, nil
}

// Close waits for nothing: whoever still uses the books keeps them until done.
func (l *Library) Close() error {
	var err error
	if g := l.current.Swap(nil); g != nil {
		err = g.release()
	}
	if l.lock != nil {
		err = errors.Join(err, l.lock.Unlock())
	}
	return err
}

var errClosed = errors.New("the library is closed")

// use returns the current generation, which the caller must release.
func (l *Library) use() (*generation, error) {
	for {
		g := l.current.Load()
		if g == nil {
			return nil, errClosed
		}
		for n := g.users.Load(); n > 0; n = g.users.Load() {
			if g.users.CompareAndSwap(n, n+1) {
				return g, nil
			}
		}
	}
}

func (g *generation) release() error {
	if g.users.Add(-1) > 0 {
		return nil
	}
	var errs []error
	for _, s := range g.shelves {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// Source names where the books come from.
func (l *Library) Source() string { return l.options.Source }

// Books lists the books in the library's order. They must not be changed.
func (l *Library) Books() []*BookInfo {
	g, err := l.use()
	if err != nil {
		return nil
	}
	defer g.release()
	books := make([]*BookInfo, len(g.shelves))
	for i, s := range g.shelves {
		books[i] = s.info
	}
	return books
}

// Warnings lists what could not be read in, a line each.
func (l *Library) Warnings() []string {
	g, err := l.use()
	if err != nil {
		return nil
	}
	defer g.release()
	return g.warnings
}

// Book finds a book by id, title or file name, in either script, or by a part
// of them that only one book has.
func (l *Library) Book(name string) (*BookInfo, error) {
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	s, err := g.shelf(name)
	if err != nil {
		return nil, err
	}
	return s.info, nil
}

func (g *generation) shelf(name string) (*shelf, error) {
	folded := strings.TrimSpace(hanzi.Fold(name))
	for _, key := range []func(*BookInfo) string{
		func(b *BookInfo) string { return b.ID },
		func(b *BookInfo) string { return b.Title },
		func(b *BookInfo) string { return b.File },
	} {
		for _, s := range g.shelves {
			if k := key(s.info); k == name || hanzi.Fold(k) == folded {
				return s, nil
			}
		}
	}
	var titles []string
	var partly []*shelf
	for _, s := range g.shelves {
		titles = append(titles, s.info.Title)
		if key := Key(name); key != "" && (strings.Contains(Key(s.info.Title), key) || strings.Contains(Key(s.info.File), key)) {
			partly = append(partly, s)
		}
	}
	if len(partly) == 1 { // a part of the title that only one book has
		return partly[0], nil
	}
	return nil, &Problem{
		fmt.Errorf("%w: %s", ErrUnknownBook, name),
		"the books are: " + strings.Join(titles, ", "),
	}
}

// Paragraph returns the paragraph that stands step paragraphs after ref in
// reading order, across chapters; step 0 is ref itself, negative steps go
// back. ok is false where there is none or the ceiling hides it, and nothing
// tells the two apart.
func (l *Library) Paragraph(ref book.Ref, step int, c book.Ceiling) (p Passage, ok bool) {
	g, err := l.use()
	if err != nil {
		return Passage{}, false
	}
	defer g.release()
	s, err := g.shelf(ref.Book)
	if err != nil {
		return Passage{}, false
	}
	at, ok := s.text.at(ref.Chapter, ref.Paragraph)
	if at += step; !ok || at < 0 || at >= s.text.open(c) {
		return Passage{}, false
	}
	return s.passage(at, nil), true
}
