package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// FileName is the name of the SQLite file in the data folder. While it is
// open, two more stand beside it, with -wal and -shm at the end.
const FileName = "settings.db"

const sqliteMigrations = "migrations/sqlite"

// maxReaders is how many connections read; each holds up to 2 MB of pages.
const maxReaders = 4

// A sqliteDB reads on some connections while one writes.
type sqliteDB struct {
	path         string
	reads, write *sql.DB
}

// openSQLite opens the file in a folder; both are made where they are missing.
func openSQLite(ctx context.Context, dir string, log *slog.Logger) (*sqliteDB, error) {
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return nil, err
	}
	if err := prepareFile(path, log); err != nil {
		return nil, err
	}
	d := &sqliteDB{path: path}
	// With synchronous FULL a commit is on the disk when it returns, and not
	// with the next checkpoint only. An immediate transaction has the write
	// lock from its start: it never finds what it read changed.
	d.write = openFile(path, 1, url.Values{"_txlock": {"immediate"}}, "synchronous(FULL)", "secure_delete(ON)")
	d.reads = openFile(path, maxReaders, nil, "query_only(ON)")
	if err := useWAL(ctx, d.write); err != nil {
		return nil, errors.Join(d.explain(err), d.close())
	}
	return d, nil
}

// preparing has one Store at a time make the file: closing it takes away the
// locks that another one of this process has on it, as POSIX wants it.
var preparing sync.Mutex

// prepareFile makes an empty file that only its owner may read; SQLite gives
// the files beside it the same mode. A file that is there is not opened.
func prepareFile(path string, log *slog.Logger) error {
	preparing.Lock()
	defer preparing.Unlock()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return unwritable(path, err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		return file.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return unwritable(path, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return unwritable(path, err)
	}
	if !info.Mode().IsRegular() {
		return &Error{path + " is no file", "move it away; the settings are kept in a file of that name", nil}
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(path+suffix, 0o600)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.Warn("others on this machine may be able to read the settings", "file", path+suffix, "error", err)
		}
	}
	return nil
}

// openFile opens connections to a file, which are made when they are needed.
func openFile(path string, connections int, options url.Values, pragmas ...string) *sql.DB {
	connector, err := sqlite.NewConnector(fileAddress(path, options, pragmas...))
	if err != nil {
		panic(err) // the address is well formed
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

// fileAddress names a file and how it is opened.
func fileAddress(path string, options url.Values, pragmas ...string) string {
	query := url.Values{"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", patience.Milliseconds())}, pragmas...)}
	for name, values := range options {
		query[name] = values
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	return address.String()
}

// useWAL has readers and the writer not wait for one another. SQLite does not
// wait by itself where another process does the same.
func useWAL(ctx context.Context, db *sql.DB) error {
	for {
		var mode string
		err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
		if !isBusy(err) {
			return err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return err
		}
	}
}

func (d *sqliteDB) reader() *sql.DB    { return d.reads }
func (d *sqliteDB) migrations() string { return sqliteMigrations }
func (d *sqliteDB) hasTable() string   { return sqliteHasTable }

const sqliteHasTable = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1)"

// begin needs no lock of a name: there is one writer at a time.
func (d *sqliteDB) begin(ctx context.Context, _ string) (*sql.Tx, error) {
	return d.write.BeginTx(ctx, nil)
}

func (d *sqliteDB) retryable(err error, _ bool) bool { return isBusy(err) }

// close closes the writer last, which puts what is in the -wal file into the
// database.
func (d *sqliteDB) close() error {
	return errors.Join(d.reads.Close(), d.write.Close())
}

// primaryCode is SQLite's code of an error without the details; 0 is none.
func primaryCode(err error) int {
	var failure *sqlite.Error
	if errors.As(err, &failure) {
		return failure.Code() & 0xff
	}
	return 0
}

func isBusy(err error) bool {
	code := primaryCode(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

func (d *sqliteDB) explain(err error) error { return explainSQLite(d.path, err) }

func explainSQLite(path string, err error) error {
	switch primaryCode(err) {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return damaged(path, err)
	case sqlite3.SQLITE_FULL:
		return &Error{fmt.Sprintf("no room for the settings: %s: %v", path, err), "make room on that disk", err}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return unwritable(path, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &Error{
			fmt.Sprintf("%s is held by another process: %v", path, err),
			"look which program has it open; it should not be edited while the bot runs", err,
		}
	}
	return err
}

func damaged(path string, err error) error {
	return &Error{
		oneLine(fmt.Sprintf("%v: %s: %v", ErrDamaged, path, err)),
		"put a backup in its place, or move it away to begin with no settings", errors.Join(ErrDamaged, err),
	}
}

// unwritable explains an error on the file or its folder.
func unwritable(path string, err error) error {
	hint := "choose another folder with DATA_DIR or --data"
	if primaryCode(err) != 0 || errors.Is(err, fs.ErrPermission) {
		hint = fmt.Sprintf("let that user own the file and its folder (chown -R %d %s), or %s", os.Getuid(), filepath.Dir(path), hint)
	}
	return &Error{fmt.Sprintf("the settings cannot be written by user %d: %s: %v", os.Getuid(), path, err), hint, err}
}
