package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// The one process that serves or builds holds this file locked. Every other
// command opens the finished shelves beside it, for reading only.
const lockFile = "lock"

// defaultPatience is how long a process waits for the lock before it says that
// the folder is in use; lockPoll is how often it looks.
const (
	defaultPatience = 5 * time.Second
	lockPoll        = 100 * time.Millisecond
)

// lockData takes the lock of the data folder, which is made where it is
// missing.
func lockData(ctx context.Context, options Options) (*flock.Flock, error) {
	dir := options.DataDir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, dataProblem(dir, err)
	}
	lock := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	waiting, cancel := context.WithTimeout(ctx, options.Patience)
	defer cancel()
	locked, err := lock.TryLockContext(waiting, lockPoll)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &Problem{
			fmt.Errorf("%s: %w", dir, ErrInUse),
			"stop the other shuyou, or give this one a folder of its own with DATA_DIR or --data",
		}
	case err != nil:
		return nil, dataProblem(dir, err)
	case !locked:
		return nil, fmt.Errorf("%s: could not be locked", dir)
	}
	return lock, nil
}

// LockData takes the lock of a data folder, as a serving process does, for a
// change of what is kept there besides the books. It returns ErrInUse where
// another process has it for longer than patience.
func LockData(ctx context.Context, dir string, patience time.Duration) (unlock func() error, err error) {
	lock, err := lockData(ctx, Options{DataDir: dir, Patience: patience})
	if err != nil {
		return nil, err
	}
	return lock.Unlock, nil
}

// CheckData makes a data folder where it is missing, and reports what keeps
// this user from writing there.
func CheckData(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return dataProblem(dir, err)
	}
	probe, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return dataProblem(dir, err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return dataProblem(dir, err)
	}
	return nil
}

// dataProblem explains an error on the data folder.
func dataProblem(dir string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return &Problem{
			fmt.Errorf("the data folder %s cannot be written by user %d: %w", dir, os.Getuid(), err),
			fmt.Sprintf("let that user own it (chown -R %d %s), or choose another folder with DATA_DIR or --data", os.Getuid(), dir),
		}
	}
	return &Problem{
		fmt.Errorf("the data folder %s cannot be used: %w", dir, err),
		"choose another folder with DATA_DIR or --data",
	}
}
