package store

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shuyou/bot/internal/store/storetest"
	"shuyou/commands"
)

// checkProblem looks for one clear line, a hint and no password.
func checkProblem(t *testing.T, err error, text, hint string) {
	t.Helper()
	var told *Error
	if !errors.As(err, &told) {
		t.Errorf("no *Error: %v", err)
		return
	}
	if !strings.Contains(err.Error(), text) || !strings.Contains(told.Hint(), hint) || hint == "" {
		t.Errorf("error %q, hint %q", err, told.Hint())
	}
	if said := err.Error() + told.Hint(); strings.ContainsAny(said, "\n\r") || strings.Contains(said, "secret") || strings.Contains(said, "right-password") {
		t.Errorf("error %q, hint %q", err, told.Hint())
	}
}

func TestFilesThatCannotBeUsed(t *testing.T) {
	for name, tt := range map[string]struct {
		prepare    func(t *testing.T, dir string) (dataDir string)
		text, hint string
	}{
		"not a database": {func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, FileName), bytes.Repeat([]byte("松山"), 1000), 0o600))
			return dir
		}, "are damaged", "backup"},
		"a database cut short": {func(t *testing.T, dir string) string {
			path := filepath.Join(dir, FileName)
			start(t, Config{DataDir: dir}).Close()
			must(t, os.Truncate(path, 5000))
			return dir
		}, "are damaged", "backup"},
		"a folder in its place": {func(t *testing.T, dir string) string {
			must(t, os.Mkdir(filepath.Join(dir, FileName), 0o700))
			return dir
		}, "is no file", "move it away"},
		"a file for a folder": {func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, "data"), nil, 0o600))
			return filepath.Join(dir, "data")
		}, "cannot be written", "DATA_DIR"},
		"a folder of others": {func(t *testing.T, dir string) string {
			if os.Geteuid() == 0 {
				t.Skip("root may write anywhere")
			}
			must(t, os.Chmod(dir, 0o500))
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) }) // so that it can be removed
			return dir
		}, "cannot be written", "DATA_DIR"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := tt.prepare(t, t.TempDir())
			s, err := Open(ctx, Config{DataDir: dir})
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			checkProblem(t, err, tt.text, tt.hint)
			if !strings.Contains(err.Error(), dir) {
				t.Errorf("which file? %v", err)
			}
		})
	}
}

func TestAFullDiskChangesNothing(t *testing.T) {
	config := Config{DataDir: t.TempDir()}
	s := start(t, config)
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	db := s.db.(*sqliteDB).write
	_, err := db.Exec("PRAGMA max_page_count = 1") // no more than there are
	must(t, err)
	err = s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Language = strings.Repeat("x", 1e6); return nil })
	checkProblem(t, err, "no room for the settings", "make room")
	if r, _ := lookup(t, s, "1", "10"); r.Language != "zh-TW" {
		t.Errorf("%.100v", r)
	}
	_, err = db.Exec("PRAGMA max_page_count = 1000000")
	must(t, err)
	must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Language = "en-US"; return nil }))
}

func TestSettingsAreClosedToOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder? 50% #1 書友", "below")
	check := func(when string) {
		t.Helper()
		for _, suffix := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(filepath.Join(dir, FileName+suffix))
			if err != nil || info.Mode() != 0o600 {
				t.Errorf("%s: %s: %v %v", when, FileName+suffix, info.Mode(), err)
			}
		}
	}
	s := start(t, Config{DataDir: dir})
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	check("new")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		must(t, os.Chmod(filepath.Join(dir, FileName+suffix), 0o644))
	}
	if r, _ := lookup(t, start(t, Config{DataDir: dir}), "1", "10"); r.Script != "hk" {
		t.Errorf("%+v", r)
	}
	check("opened up by hand")
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v %v", info.Mode(), err)
	}
}

// While nobody has it open, the settings are one file that can be copied.
func TestClosingLeavesOneFile(t *testing.T) {
	config := Config{DataDir: t.TempDir()}
	s, err := Open(ctx, config)
	must(t, err)
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	must(t, s.Close())
	if entries, err := os.ReadDir(config.DataDir); len(entries) != 1 || err != nil {
		t.Errorf("%v %v", entries, err)
	}
	data, err := os.ReadFile(filepath.Join(config.DataDir, FileName))
	if err != nil || !bytes.Contains(data, []byte("songshan")) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// What was forgotten is not left in the free pages of the file.
func TestForgottenSettingsAreOverwritten(t *testing.T) {
	config := Config{DataDir: t.TempDir()}
	s, err := Open(ctx, config)
	must(t, err)
	must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Language = "to be forgotten"; return nil }))
	must(t, s.EraseReader(ctx, "1"))
	must(t, s.Close())
	data, err := os.ReadFile(filepath.Join(config.DataDir, FileName))
	if err != nil || bytes.Contains(data, []byte("to be forgotten")) {
		t.Errorf("it is still there, %v", err)
	}
}

func TestAddressesThatCannotBeUsed(t *testing.T) {
	for name, address := range map[string]string{
		"no address":        "postgres://user:secret pass%word@host/db",
		"a wrong port":      "postgres://user:secret@host:port/db",
		"an unknown option": "postgres://user:secret@host/db?sslmode=what",
		"key and value":     "host=localhost password=secret port=x",
	} {
		_, err := Open(ctx, Config{DatabaseURL: address})
		if err == nil {
			t.Errorf("%s: opened", name)
			continue
		}
		t.Run(name, func(t *testing.T) { checkProblem(t, err, "DATABASE_URL cannot be read", "postgres://") })
	}
}

func TestAServerThatIsNotThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	at := listener.Addr().String()
	must(t, listener.Close())
	_, err = Open(ctx, Config{DatabaseURL: "postgres://user:secret@" + at + "/db"})
	checkProblem(t, err, "cannot be reached at "+at, "host and port")
}

func TestDatabasesThatCannotBeUsed(t *testing.T) {
	right, err := url.Parse(storetest.PostgreSQL(t))
	must(t, err)
	for name, tt := range map[string]struct {
		change     func(*url.URL)
		text, hint string
	}{
		"a wrong password": {func(u *url.URL) { u.User = url.UserPassword(u.User.Username(), "secret") }, "refuses the user", "password"},
		"no database":      {func(u *url.URL) { u.Path = "/nothing" }, "does not exist", "createdb"},
		"no schema":        {func(u *url.URL) { u.RawQuery = strings.Replace(u.RawQuery, "search_path=", "search_path=no_", 1) }, "schema of DATABASE_URL does not exist", "CREATE SCHEMA"},
	} {
		t.Run(name, func(t *testing.T) {
			wrong := *right
			tt.change(&wrong)
			s, err := Open(ctx, Config{DatabaseURL: wrong.String()})
			if err == nil {
				s.Close()
				if os.Getenv(storetest.URLVariable) != "" {
					t.Skip("this server lets everybody in")
				}
				t.Fatal("it was opened")
			}
			checkProblem(t, err, tt.text, tt.hint)
		})
	}
}

func TestTablesOfSomethingElse(t *testing.T) {
	config := Config{DatabaseURL: storetest.PostgreSQL(t)}
	db, err := openPostgres(ctx, config.DatabaseURL)
	must(t, err)
	defer db.close()
	_, err = db.reader().Exec("CREATE TABLE events (mine TEXT)")
	must(t, err)
	_, err = Open(ctx, config)
	checkProblem(t, err, "has tables of something else", "a database of its own")
	_, err = db.reader().Exec("SELECT mine FROM events")
	must(t, err)
}

// A store opened with a log tells of migrations, and of nothing secret.
func TestTheLogTellsOfMigrations(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		var log bytes.Buffer
		config.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		start(t, config)
		start(t, config)
		if strings.Count(log.String(), "settings migrated") != 1 || strings.Contains(log.String(), "right-password") {
			t.Error(log.String())
		}
	})
}
