package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
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

// Restore puts the settings of a backup into the data folder, in place of what
// is there, all of it or nothing. A process that has the settings open sees
// what was restored.
func Restore(ctx context.Context, dataDir, from string, log *slog.Logger) error {
	if isSameFile(from, filepath.Join(dataDir, FileName)) {
		return &Error{from + " is where the settings are kept", "name a file that bot backup made", nil}
	}
	if _, err := CheckFile(ctx, from); err != nil {
		return fmt.Errorf("restoring the settings: %w", err)
	}
	from, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	db, err := openSQLite(ctx, dataDir, log)
	if err != nil {
		return err
	}
	s := &Store{db}
	if err = db.restore(ctx, from); err == nil {
		err = s.migrate(ctx, migrationFiles, log)
	}
	if err != nil {
		err = fmt.Errorf("restoring the settings: %w", s.explain(ctx, err))
	}
	return errors.Join(err, s.Close())
}

// restore writes the pages of a file over those of the database, in one
// transaction: unlike a rename, it is safe beside others who have it open.
func (d *sqliteDB) restore(ctx context.Context, from string) error {
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(driver any) error {
		copying, err := driver.(interface {
			NewRestore(string) (*sqlite.Backup, error)
		}).NewRestore(fileAddress(from, immutable))
		if err != nil {
			return err
		}
		_, err = copying.Step(-1) // all pages
		return errors.Join(err, copying.Finish())
	})
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

// immutable opens a file that nobody changes: nothing is written beside it,
// and its folder may be read-only.
var immutable = url.Values{"mode": {"ro"}, "immutable": {"1"}}

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
	from := &sqliteDB{path: path, reads: openFile(path, 1, immutable)}
	defer from.reads.Close()
	version, err := appliedVersion(ctx, from, from.reads)
	if err == nil {
		err = checkPages(ctx, from)
	}
	switch {
	case errors.Is(from.explain(err), ErrDamaged):
		return 0, &Error{oneLine(fmt.Sprintf("the backup is damaged: %s: %v", path, err)), "use another backup", errors.Join(ErrDamaged, err)}
	case err != nil:
		return 0, fmt.Errorf("%s cannot be read: %w", path, err)
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
		return fmt.Errorf("%w: %s", ErrDamaged, result)
	}
	return nil
}
