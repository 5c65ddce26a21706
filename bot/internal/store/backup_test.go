package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"shuyou/bot/internal/store/storetest"
	"shuyou/commands"
)

func TestABackupIsOfOneMoment(t *testing.T) {
	config := Config{DataDir: t.TempDir()}
	s := start(t, config)
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	change := func() error {
		e := commands.Event{Guild: "10", What: "chapter", At: now}
		return s.UpdateGroup(ctx, e, func(g *commands.Group) error { g.Ceilings = counted(g.Ceilings); return nil })
	}
	must(t, change())
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if err := change(); err != nil {
				stopped <- err
				return
			}
		}
	}()
	folder := t.TempDir()
	path := filepath.Join(folder, "a copy? 書友.db")
	for range 5 { // each in the place of the former
		must(t, s.Backup(ctx, path))
		if version, err := CheckFile(ctx, path); version != SchemaVersion() || err != nil {
			t.Fatalf("version %d, %v", version, err)
		}
		restored := Config{DataDir: t.TempDir()}
		must(t, Restore(ctx, restored.DataDir, path, nil))
		copied := start(t, restored)
		reader, groups := lookup(t, copied, "1", "10", "")
		events, err := copied.Events(ctx, "10", 1e6)
		if len(events) == 0 || len(events) != int(groups[0].Ceilings["b"].Ordinal) || !reflect.DeepEqual(reader, fullReader) || err != nil {
			t.Errorf("%d events of %d changes, %+v, %v", len(events), groups[0].Ceilings["b"].Ordinal, reader, err)
		}
	}
	close(stop)
	must(t, <-stopped)
	entries, err := os.ReadDir(folder)
	if len(entries) != 1 || err != nil {
		t.Fatalf("%v %v", entries, err)
	}
	if info, err := entries[0].Info(); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

func TestBackupsThatCannotBeMade(t *testing.T) {
	config := Config{DataDir: t.TempDir()}
	s := start(t, config)
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	checkProblem(t, s.Backup(ctx, filepath.Join(config.DataDir, FileName)), "is where the settings are kept", "another file")
	if err := s.Backup(ctx, filepath.Join(config.DataDir, "nothing", "copy.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into a folder that is not there: %v", err)
	}
	if r, _ := lookup(t, s, "1", "10"); !reflect.DeepEqual(r, fullReader) {
		t.Errorf("%+v", r)
	}
}

func TestPostgreSQLIsBackedUpByItsOwnTools(t *testing.T) {
	s := start(t, Config{DatabaseURL: storetest.PostgreSQL(t)})
	checkProblem(t, s.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")), "are in PostgreSQL", "pg_dump")
}

// A process that has the settings open when a backup is restored goes on with
// what was restored.
func TestRestoringBesideAnOpenStore(t *testing.T) {
	config := Config{DataDir: t.TempDir()}
	s := start(t, config)
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	path := filepath.Join(t.TempDir(), "copy.db")
	must(t, s.Backup(ctx, path))
	must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Script = "simp"; return nil }))
	must(t, s.UpdateReader(ctx, "2", func(r *commands.Reader) error { r.Script = "simp"; return nil }))
	must(t, Restore(ctx, config.DataDir, path, nil))
	for _, s := range []*Store{s, start(t, config)} {
		first, _ := lookup(t, s, "1", "10")
		second, _ := lookup(t, s, "2", "10")
		if !reflect.DeepEqual(first, fullReader) || second.Script != "" {
			t.Errorf("%+v %+v", first, second)
		}
		must(t, s.UpdateReader(ctx, "3", func(r *commands.Reader) error { r.Script = "hk"; return nil }))
	}
}

func TestFilesThatAreNoBackup(t *testing.T) {
	folder := t.TempDir()
	good := filepath.Join(folder, "good.db")
	s := start(t, Config{DataDir: t.TempDir()})
	for n := range 200 { // some pages
		must(t, s.UpdateReader(ctx, strings.Repeat("1", n+1), setReader(fullReader)))
	}
	must(t, s.Backup(ctx, good))
	whole, err := os.ReadFile(good)
	must(t, err)

	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, data, 0o600))
		return path
	}
	torn := bytes.Clone(whole)
	copy(torn[len(torn)/2:], bytes.Repeat([]byte{0x55}, 4096))
	newerDir := t.TempDir()
	newer, err := open(ctx, Config{DataDir: newerDir}, with(t, "ALTER TABLE readers ADD COLUMN seen INTEGER;"))
	must(t, err)
	newerFile := filepath.Join(folder, "newer.db")
	must(t, newer.Backup(ctx, newerFile))
	must(t, newer.Close())
	foreign := openFile(filepath.Join(folder, "foreign.db"), 1, nil)
	_, err = foreign.Exec("CREATE TABLE mine (a)")
	must(t, err)
	must(t, foreign.Close())

	for name, tt := range map[string]struct {
		path    string
		want    error
		version int
	}{
		"whole":     {good, nil, SchemaVersion()},
		"newer":     {newerFile, ErrNewer, SchemaVersion() + 1},
		"empty":     {write("empty.db", nil), ErrForeign, 0},
		"foreign":   {filepath.Join(folder, "foreign.db"), ErrForeign, 0},
		"text":      {write("text.db", bytes.Repeat([]byte("松山"), 1000)), ErrDamaged, 0},
		"cut short": {write("cut.db", whole[:len(whole)/2]), ErrDamaged, 0},
		"torn":      {write("torn.db", torn), ErrDamaged, 0},
		"missing":   {filepath.Join(folder, "missing.db"), fs.ErrNotExist, 0},
		"a folder":  {folder, ErrForeign, 0},
	} {
		t.Run(name, func(t *testing.T) {
			before, err := os.ReadDir(folder)
			must(t, err)
			version, err := CheckFile(ctx, tt.path)
			if version != tt.version || !errors.Is(err, tt.want) {
				t.Errorf("version %d, %v", version, err)
			}
			if after, err := os.ReadDir(folder); len(after) != len(before) || err != nil {
				t.Errorf("something was written beside it: %v %v", after, err)
			}
			if tt.want == nil {
				return
			}
			if tt.want != fs.ErrNotExist {
				checkProblem(t, err, "", " ")
			}
			dir := t.TempDir()
			must(t, start(t, Config{DataDir: dir}).UpdateReader(ctx, "1", setReader(fullReader)))
			if err := Restore(ctx, dir, tt.path, nil); !errors.Is(err, tt.want) {
				t.Errorf("restored: %v", err)
			}
			if r, _ := lookup(t, start(t, Config{DataDir: dir}), "1", "10"); !reflect.DeepEqual(r, fullReader) {
				t.Errorf("%+v", r)
			}
		})
	}
}
