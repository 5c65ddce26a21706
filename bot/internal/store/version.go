package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// Version is the schema of the settings as they are kept, 0 where there are
// none yet. It changes nothing. Settings of a newer version are ErrNewer.
func Version(ctx context.Context, config Config) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	db, err := config.look(ctx)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer db.close()
	version, err := appliedVersion(ctx, db, db.reader())
	if err == nil && version > SchemaVersion() {
		err = newer(version, SchemaVersion())
	}
	return version, (&Store{db}).failed(ctx, "asking for the version of the settings", err)
}

// look opens the database for reading.
func (config Config) look(ctx context.Context) (database, error) {
	if config.DatabaseURL != "" {
		return openPostgres(ctx, config.DatabaseURL)
	}
	path, err := filepath.Abs(filepath.Join(config.DataDir, FileName))
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return &lookedAt{sqliteDB{path: path, reads: openFile(path, 1, url.Values{"mode": {"ro"}})}}, nil
}

// A lookedAt is a SQLite file that is only read.
type lookedAt struct{ sqliteDB }

func (d *lookedAt) begin(context.Context, string) (*sql.Tx, error) {
	return nil, errors.ErrUnsupported
}

func (d *lookedAt) close() error { return d.reads.Close() }
