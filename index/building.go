package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// builders is how many books are read in at the same time.
const builders = 2

// A building reads books in, several at a time.
type building struct {
	options Options
	shelves string // the folder
	// people is held while people are looked for, which takes far more memory
	// than all the rest.
	people sync.Mutex

	mu       sync.Mutex // guards what follows
	progress Progress
	failed   map[string]failedBook
	err      error
}

// buildShelves reads the books in. A book that cannot be read is left out, and
// the reason is given by its shelf; an error means that nothing could be
// written.
func buildShelves(ctx context.Context, options Options, missing []wanted) (failed map[string]failedBook, err error) {
	b := &building{options: options, shelves: filepath.Join(options.DataDir, shelvesDir), failed: map[string]failedBook{}}
	if info, err := os.Stat(b.shelves); err == nil && !info.IsDir() {
		if err := moveAside(b.shelves); err != nil {
			return nil, dataProblem(options.DataDir, err)
		}
	}
	if err := os.MkdirAll(b.shelves, 0o700); err != nil {
		return nil, dataProblem(options.DataDir, err)
	}
	for _, w := range missing {
		b.progress.Total += w.size
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	next := make(chan wanted)
	var workers sync.WaitGroup
	for range min(builders, len(missing)) {
		workers.Go(func() {
			for w := range next {
				if err := b.read(working, w); err != nil {
					b.stopWith(err)
					stop()
				}
			}
		})
	}
	for _, w := range missing {
		next <- w
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return b.failed, b.err
}

// stopWith keeps the first error.
func (b *building) stopWith(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = err
	}
}

// read reads one book in. A book that cannot be read is no error.
func (b *building) read(ctx context.Context, w wanted) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.report(w.source.File, 0)
	done := int64(0)
	defer func() { b.report(w.source.File, w.size-done) }()
	read, err := w.source.Read(ctx, b.options.Files)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.fail(w, failedBook{err.Error(), transient(err)})
		return nil
	}
	err = buildInPlace(b.shelves, w.shelf, func(dir string) error {
		return b.buildShelf(ctx, dir, read, func(n int) {
			more := min(int64(n), w.size-done)
			done += more
			b.report(w.source.File, more)
		})
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errUnfit):
		b.fail(w, failedBook{reason: err.Error()})
	case err != nil: // a full disk is no fault of the book
		return dataProblem(b.options.DataDir, err)
	}
	return nil
}

func (b *building) fail(w wanted, why failedBook) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed[w.shelf] = why
}

// report tells of so many more bytes of a book.
func (b *building) report(file string, more int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.progress.Book = file
	b.progress.Done += more
	b.options.Progress(b.progress)
}

// failedBook is why a book could not be read, and whether it may be readable
// the next time.
type failedBook struct {
	reason  string
	passing bool
}

// lasting are the reasons that will hold the next time, too.
func lasting(failed map[string]failedBook) map[string]string {
	reasons := map[string]string{}
	for shelf, f := range failed {
		if !f.passing {
			reasons[shelf] = f.reason
		}
	}
	return reasons
}

// transient reports an error of the machine and not of the book.
func transient(err error) bool {
	var call syscall.Errno
	return errors.As(err, &call) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)
}

// buildInPlace makes a folder in a staging place and renames it to its name.
func buildInPlace(shelves, name string, build func(dir string) error) error {
	staging, err := os.MkdirTemp(shelves, stagingGlob)
	if err != nil {
		return err
	}
	if err := build(staging); err != nil {
		return errors.Join(err, removeStaging(staging))
	}
	target := filepath.Join(shelves, name)
	if _, err := os.Lstat(target); err == nil { // damaged, or it would not be built again
		if removeShelf(target) != nil { // not marked as ours: it is kept, out of the way
			if err := moveAside(target); err != nil {
				return errors.Join(err, removeStaging(staging))
			}
		}
	}
	if err := os.Rename(staging, target); err != nil {
		return errors.Join(err, removeStaging(staging))
	}
	return nil
}

// removeStaging removes a staging place, which is empty where it is not marked.
func removeStaging(staging string) error {
	if os.Remove(staging) == nil {
		return nil
	}
	return removeShelf(staging)
}
