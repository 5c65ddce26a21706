package index

import "errors"

// A Problem is an error that the person in front of the program can do
// something about. Hint says what.
type Problem struct {
	Err  error
	hint string
}

func (p *Problem) Error() string { return p.Err.Error() }
func (p *Problem) Unwrap() error { return p.Err }

// Hint says what to do next, in lower case and without a full stop.
func (p *Problem) Hint() string { return p.hint }

// The errors that callers tell apart.
var (
	// ErrInUse says that another process holds the data folder.
	ErrInUse = errors.New("the data folder is in use by another process")
	// ErrNoBooks says that a library folder holds nothing that can be read.
	ErrNoBooks = errors.New("no books")
	// ErrUnknownBook says that no book has the title, id or file name asked for.
	ErrUnknownBook = errors.New("no such book")
	// ErrNothingToFind says that a query has no letter and no digit.
	ErrNothingToFind = errors.New("the query has no letter and no digit")
	// ErrTooLong says that a query is longer than MaxQuery.
	ErrTooLong = errors.New("the query is too long")
	// ErrInvalidText says that a query is not valid UTF-8.
	ErrInvalidText = errors.New("the query is not valid UTF-8")
)
