package store

import (
	"errors"
	"io/fs"
	"reflect"
	"sync"
	"testing"
	"testing/fstest"

	"shuyou/commands"
)

// with returns the migrations of the program and one more.
func with(t *testing.T, next string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, folder := range []string{"migrations/sqlite", "migrations/postgres"} {
		known, err := migrationsIn(migrationFiles, folder)
		must(t, err)
		for n, text := range append(known, next) {
			files[folder+"/"+numbered(n+1)] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return files
}

func version(t *testing.T, s *Store) int {
	t.Helper()
	v, err := appliedVersion(ctx, s.db, s.db.reader())
	must(t, err)
	return v
}

func TestAnOlderSchemaIsMigrated(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		if version(t, s) != SchemaVersion() {
			t.Errorf("a new database has version %d", version(t, s))
		}
		must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))

		broken := with(t, "ALTER TABLE readers ADD COLUMN seen INTEGER; ALTER TABLE unknown ADD COLUMN seen INTEGER;")
		if s, err := open(ctx, config, broken); err == nil {
			s.Close()
			t.Error("a broken migration went through")
		}
		if version(t, s) != SchemaVersion() {
			t.Errorf("a broken migration leaves version %d", version(t, s))
		}

		newer, err := open(ctx, config, with(t, "ALTER TABLE readers ADD COLUMN seen INTEGER;"))
		must(t, err)
		defer newer.Close()
		if version(t, newer) != SchemaVersion()+1 {
			t.Errorf("version %d", version(t, newer))
		}
		if r, _ := lookup(t, newer, "1", "10"); !reflect.DeepEqual(r, fullReader) {
			t.Errorf("after the migration: %+v", r)
		}
		_, err = newer.db.reader().Exec("SELECT seen FROM readers")
		must(t, err)
	})
}

func TestANewerSchemaIsRefused(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		newer, err := open(ctx, config, with(t, "ALTER TABLE readers ADD COLUMN seen INTEGER;"))
		must(t, err)
		defer newer.Close()
		_, err = Open(ctx, config)
		if !errors.Is(err, ErrNewer) {
			t.Fatalf("got %v", err)
		}
		checkProblem(t, err, "written by a newer version", "newer version again")
	})
}

func TestOneOfManyMigrates(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				s, err := Open(ctx, config)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Progress = counted(r.Progress); return nil }); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if r, _ := lookup(t, start(t, config), "1", "10"); r.Progress["b"].Ordinal != 8 {
			t.Errorf("%d of 8 changes are there", r.Progress["b"].Ordinal)
		}
	})
}

func TestMigrationsAreNumbered(t *testing.T) {
	for _, folder := range []string{"migrations/sqlite", "migrations/postgres"} {
		if all, err := migrationsIn(migrationFiles, folder); err != nil || len(all) != SchemaVersion() {
			t.Errorf("%s: %d files for version %d, %v", folder, len(all), SchemaVersion(), err)
		}
	}
	if _, err := migrationsIn(fstest.MapFS{"a/0001.sql": {}, "a/0003.sql": {}}, "a"); err == nil {
		t.Error("a gap goes through")
	}
	if entries, err := fs.ReadDir(migrationFiles, "migrations"); len(entries) != 2 || err != nil {
		t.Errorf("%v %v", entries, err)
	}
}
