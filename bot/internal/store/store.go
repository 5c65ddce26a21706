// Package store keeps what readers and groups have set, for commands: in a
// SQLite file in the data folder, or in PostgreSQL, where several copies of
// the bot can share it. What was changed without an error is on the disk.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"shuyou/commands"
)

// Config says where settings are kept.
type Config struct {
	// DataDir is the folder of the SQLite file, which is made where it is
	// missing.
	DataDir string
	// DatabaseURL, where not empty, is a PostgreSQL address, and DataDir is not
	// used. It has a password in it and is never shown.
	DatabaseURL string
	// Log may be nil.
	Log *slog.Logger
}

// A Store keeps settings in a database. It is safe for concurrent use, and
// several processes may open one database.
type Store struct {
	db database
}

var _ commands.Store = (*Store)(nil)

// A database is what SQLite and PostgreSQL do differently.
type database interface {
	// reader is for single statements that change nothing.
	reader() *sql.DB
	// begin starts a change. Changes under the same lock follow one another,
	// in all processes; an empty one locks nothing.
	begin(ctx context.Context, lock string) (*sql.Tx, error)
	// retryable reports whether what ended so may do better when it is tried
	// again. A change that failed while it was committed may have had its
	// effect, unless the database says that it had none.
	retryable(err error, committing bool) bool
	// explain makes an *Error of what the host can do something about, and
	// leaves other errors as they are.
	explain(err error) error
	// migrations is the folder of the SQL files, and hasTable asks whether
	// there is a table of a name.
	migrations() string
	hasTable() string
	backup(ctx context.Context, path string) error
	close() error
}

// patience is how long one call may take, so that a database that hangs does
// not hold everybody up; tries is how often a change is tried.
const (
	patience = 10 * time.Second
	tries    = 5
)

// Open opens the settings and brings the database up to date.
func Open(ctx context.Context, config Config) (*Store, error) {
	return open(ctx, config, migrationFiles)
}

func open(ctx context.Context, config Config, migrations fs.FS) (*Store, error) {
	log := config.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	db, err := config.open(ctx, log)
	if err != nil {
		return nil, err
	}
	s := &Store{db}
	if err := s.migrate(ctx, migrations, log); err != nil {
		return nil, errors.Join(s.explain(ctx, err), db.close())
	}
	return s, nil
}

func (config Config) open(ctx context.Context, log *slog.Logger) (database, error) {
	if config.DatabaseURL != "" {
		return openPostgres(ctx, config.DatabaseURL)
	}
	db, err := openSQLite(ctx, config.DataDir, log)
	if err != nil {
		return nil, err // not a nil *sqliteDB
	}
	return db, nil
}

// Close lets go of the database. Nothing may be asked of the store afterwards.
func (s *Store) Close() error { return s.db.close() }

// Ping reports whether the settings can be read.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := appliedVersion(ctx, s.db, s.db.reader())
	return s.failed(ctx, "asking for the settings", err)
}

// update makes a change, whole or not at all.
func (s *Store) update(ctx context.Context, doing, lock string, change func(context.Context, *sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	committing, err := s.try(ctx, lock, change)
	for n := 1; n < tries && err != nil && ctx.Err() == nil && s.db.retryable(err, committing); n++ {
		committing, err = s.try(ctx, lock, change)
	}
	return s.failed(ctx, doing, err)
}

func (s *Store) try(ctx context.Context, lock string, change func(context.Context, *sql.Tx) error) (committing bool, err error) {
	tx, err := s.db.begin(ctx, lock)
	if err != nil {
		return false, err
	}
	defer tx.Rollback() // does nothing once committed
	if err := change(ctx, tx); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// query asks for rows and scans each. A connection that was lost shows at the
// first use, before there are rows.
func (s *Store) query(ctx context.Context, doing string, scan func(*sql.Rows) error, query string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	begun, err := s.scanAll(ctx, scan, query, args...)
	for n := 1; n < tries && err != nil && !begun && ctx.Err() == nil && s.db.retryable(err, false); n++ {
		begun, err = s.scanAll(ctx, scan, query, args...)
	}
	return s.failed(ctx, doing, err)
}

func (s *Store) scanAll(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) (begun bool, err error) {
	rows, err := s.db.reader().QueryContext(ctx, query, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		begun = true
		if err := scan(rows); err != nil {
			return begun, err
		}
	}
	return begun, rows.Err()
}

func (s *Store) failed(ctx context.Context, doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, s.explain(ctx, err))
}

// explain says why a call failed. A context that ended goes before what the
// database says of it.
func (s *Store) explain(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		return fmt.Errorf("%w (%w)", ended, s.db.explain(err))
	}
	return s.db.explain(err)
}
