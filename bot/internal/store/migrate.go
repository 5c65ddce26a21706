package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"slices"
)

// The files are numbered from 0001 and never change once released.
//
//go:embed migrations
var migrationFiles embed.FS

// schemaTable has a row for each migration that was applied.
const schemaTable = "shuyou_schema"

// migrationLock lets one process at a time migrate.
const migrationLock = "shuyou schema"

// SchemaVersion is the newest schema this program knows.
func SchemaVersion() int {
	files, _ := migrationFiles.ReadDir(sqliteMigrations) // part of the program
	return len(files)
}

// migrationsIn returns the SQL of the migrations of a folder, that of version 1 first.
func migrationsIn(files fs.FS, folder string) ([]string, error) {
	names, err := fs.Glob(files, path.Join(folder, "*.sql"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var all []string
	for n, name := range names {
		if path.Base(name) != numbered(n+1) {
			return nil, fmt.Errorf("%s is not the migration that comes next", name)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		all = append(all, string(text))
	}
	return all, nil
}

// numbered is the file name of the migration to a version.
func numbered(version int) string { return fmt.Sprintf("%04d.sql", version) }

// migrate applies what is missing, all of it or nothing.
func (s *Store) migrate(ctx context.Context, files fs.FS, log *slog.Logger) error {
	migrations, err := migrationsIn(files, s.db.migrations())
	if err != nil {
		return err
	}
	// Most of the time there is nothing to do, and nobody need wait for it.
	version, err := appliedVersion(ctx, s.db, s.db.reader())
	if err != nil {
		return err
	}
	if version == len(migrations) {
		return nil
	}
	tx, err := s.db.begin(ctx, migrationLock)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing once committed
	if version, err = appliedVersion(ctx, s.db, tx); err != nil {
		return err
	}
	if version > len(migrations) {
		return newer(version, len(migrations))
	}
	if version == 0 {
		if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+schemaTable+" (version BIGINT NOT NULL PRIMARY KEY)"); err != nil {
			return fmt.Errorf("migrating the settings: %w", err)
		}
	}
	for n := version; n < len(migrations); n++ {
		if _, err := tx.ExecContext(ctx, migrations[n]); err != nil {
			return fmt.Errorf("migrating the settings to version %d: %w", n+1, err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO "+schemaTable+" (version) VALUES ($1)", n+1); err != nil {
			return fmt.Errorf("migrating the settings to version %d: %w", n+1, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("migrating the settings: %w", err)
	}
	if version < len(migrations) {
		log.Info("settings migrated", "from", version, "to", len(migrations))
	}
	return nil
}

func newer(version, known int) error {
	return &Error{
		fmt.Sprintf("%v (schema %d, this one knows %d)", ErrNewer, version, known),
		"start the newer version again, or go back to a backup that this one made", ErrNewer,
	}
}

// An asker is a database or a transaction.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// appliedVersion is the schema of a database; 0 is an empty one.
func appliedVersion(ctx context.Context, db database, from asker) (int, error) {
	var exists bool
	if err := from.QueryRowContext(ctx, db.hasTable(), schemaTable).Scan(&exists); err != nil || !exists {
		return 0, err
	}
	var version int
	err := from.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM "+schemaTable).Scan(&version)
	return version, err
}
