package store

import (
	"errors"
	"strings"
)

// An Error is one that the host can do something about. Its text is one line
// and never holds an address with a password.
type Error struct {
	text, hint string
	err        error
}

func (e *Error) Error() string { return e.text }
func (e *Error) Unwrap() error { return e.err }

// Hint says what to do next, in lower case and without a full stop.
func (e *Error) Hint() string { return e.hint }

// The errors that callers tell apart.
var (
	// ErrNewer says that a database was written by a newer version.
	ErrNewer = errors.New("the settings were written by a newer version")
	// ErrDamaged says that a file is no database, or one that was damaged.
	ErrDamaged = errors.New("the settings are damaged")
	// ErrForeign says that a file is a database of something else.
	ErrForeign = errors.New("these are not the settings of this program")
	// ErrNotClaimed says that a delivery was settled that nobody had taken on,
	// or that was settled before.
	ErrNotClaimed = errors.New("the delivery is not claimed")
)

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
