package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// Backup writes the settings as they are at one moment into a file, also while
// the bot serves. The file is there whole or not at all, and takes the place
// of one of that name.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := s.db.backup(ctx, path); err != nil {
		return fmt.Errorf("backing the settings up: %w", s.db.explain(err))
	}
	return nil
}

func (d *sqliteDB) backup(ctx context.Context, path string) error {
	if isSameFile(path, d.path) {
		return &Error{path + " is where the settings are kept", "name another file for the backup", nil}
	}
	// SQLite writes into an empty file, and leaves its mode as it is.
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	temporary := file.Name()
	defer os.Remove(temporary) // nothing is there once it was renamed
	if err := file.Close(); err != nil {
		return err
	}
	from := openFile(d.path, 1, nil)
	defer from.Close()
	if _, err := from.ExecContext(ctx, "VACUUM INTO $1", temporary); err != nil {
		return err
	}
	if err := toDisk(temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	return toDisk(filepath.Dir(path))
}

func isSameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// toDisk puts a file or a folder onto the disk.
func toDisk(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// CheckFile reads a backup through and returns the version of its schema. It
// fails with ErrDamaged, ErrForeign or, with the version, ErrNewer.
func CheckFile(ctx context.Context, path string) (int, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, &Error{path + " is no file", "name a file that bot backup made", ErrForeign}
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return 0, err
	}
	// Immutable: nothing is written beside it, and its folder may be read-only.
	from := &sqliteDB{path: path, reads: openFile(path, 1, url.Values{"mode": {"ro"}, "immutable": {"1"}})}
	defer from.reads.Close()
	version, err := appliedVersion(ctx, from, from.reads)
	if err == nil {
		err = checkPages(ctx, from)
	}
	switch {
	case err != nil:
		return 0, from.explain(err)
	case version == 0:
		return 0, &Error{fmt.Sprintf("%s: %v", path, ErrForeign), "name a file that bot backup made", ErrForeign}
	case version > SchemaVersion():
		return version, newer(version, SchemaVersion())
	}
	return version, nil
}

func checkPages(ctx context.Context, d *sqliteDB) error {
	var result string
	if err := d.reads.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&result); err != nil {
		return err
	}
	if result != "ok" {
		return damaged(d.path, errors.New(result))
	}
	return nil
}
