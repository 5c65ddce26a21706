package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/store"
	"shuyou/commands"
)

// setLanguage has a reader choose a language, as something to back up.
func setLanguage(t *testing.T, data, user, language string) {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.UpdateReader(t.Context(), user, func(r *commands.Reader) error { r.Language = language; return nil })
	if err != nil {
		t.Fatal(err)
	}
}

func language(t *testing.T, data, user string) string {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, _, err := s.Lookup(t.Context(), user, "")
	if err != nil {
		t.Fatal(err)
	}
	return r.Language
}

// backUp makes a backup and returns its path.
func backUp(t *testing.T, env map[string]string) string {
	t.Helper()
	status, out, errs := runIn(t, env, "backup", t.TempDir())
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errs)
	}
	if !strings.Contains(errs, "not inside: the books, the index") {
		t.Errorf("it does not say what is missing: %s", errs)
	}
	path := strings.TrimSpace(out)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v, %v", path, info, err)
	}
	return path
}

func TestMovesToAnotherMachine(t *testing.T) {
	old := map[string]string{"DATA_DIR": t.TempDir(), "LIBRARY_DIR": t.TempDir()}
	write(t, old["LIBRARY_DIR"], "渡口.txt", "天亮了，渡船還沒有來。", 0o644)
	write(t, old["LIBRARY_DIR"], "overlay.txt", "渡船\t渡船\n", 0o644)
	write(t, old["LIBRARY_DIR"], "其他/卷一.cast.yaml", "people: []\n", 0o644)
	setLanguage(t, old["DATA_DIR"], "1", "zh-CN")
	file := backUp(t, old)

	there := map[string]string{"DATA_DIR": filepath.Join(t.TempDir(), "data"), "LIBRARY_DIR": filepath.Join(t.TempDir(), "books")}
	status, out, errs := runIn(t, there, "restore", file)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, errs)
	}
	if got := language(t, there["DATA_DIR"], "1"); got != "zh-CN" {
		t.Errorf("the language is %q after\n%s", got, out)
	}
	for _, name := range []string{"overlay.txt", "其他/卷一.cast.yaml"} {
		if _, err := os.Stat(filepath.Join(there["LIBRARY_DIR"], name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(there["LIBRARY_DIR"], "渡口.txt")); err == nil {
		t.Error("the book was in the backup")
	}
	if info, err := os.Stat(filepath.Join(there["DATA_DIR"], store.FileName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the settings: %v, %v", info, err)
	}
}

// What a backup takes the place of stays beside it, also settings that are
// damaged; what is the same stays as it is.
func TestRestoreKeepsWhatWasThere(t *testing.T) {
	for _, damaged := range []bool{false, true} {
		env := map[string]string{"DATA_DIR": t.TempDir(), "LIBRARY_DIR": t.TempDir()}
		write(t, env["LIBRARY_DIR"], "渡口.txt", "天亮了，渡船還沒有來。", 0o644)
		write(t, env["LIBRARY_DIR"], "overlay.txt", "渡船\t渡船\n", 0o644)
		write(t, env["LIBRARY_DIR"], "cast.yaml", "people: []\n", 0o644)
		setLanguage(t, env["DATA_DIR"], "1", "zh-CN")
		file := backUp(t, env)
		write(t, env["LIBRARY_DIR"], "overlay.txt", "new\n", 0o644)
		settings := filepath.Join(env["DATA_DIR"], store.FileName)
		if damaged {
			write(t, env["DATA_DIR"], store.FileName, strings.Repeat("x", 5000), 0o600)
		} else {
			setLanguage(t, env["DATA_DIR"], "1", "en-US")
		}
		status, out, errs := runIn(t, env, "restore", file)
		if status != statusDone || !strings.Contains(out, "cast.yaml is as it was") {
			t.Fatalf("status %d: %s%s", status, out, errs)
		}
		if got := language(t, env["DATA_DIR"], "1"); got != "zh-CN" {
			t.Errorf("the language is %q", got)
		}
		kept, _ := filepath.Glob(settings + ".before-*")
		if len(kept) != 1 {
			t.Fatalf("kept: %v", kept)
		}
		if damaged {
			if data, _ := os.ReadFile(kept[0]); string(data) != strings.Repeat("x", 5000) {
				t.Errorf("the damaged settings were changed: %.20q", data)
			}
		} else {
			elsewhere := t.TempDir()
			if err := os.Rename(kept[0], filepath.Join(elsewhere, store.FileName)); err != nil {
				t.Fatal(err)
			}
			if got := language(t, elsewhere, "1"); got != "en-US" {
				t.Errorf("kept is the language %q", got)
			}
		}
		old, _ := filepath.Glob(filepath.Join(env["LIBRARY_DIR"], ".overlay.txt.before-*"))
		if len(old) != 1 {
			t.Fatalf("kept beside the books: %v", old)
		}
		if data, _ := os.ReadFile(old[0]); string(data) != "new\n" {
			t.Errorf("kept is %q", data)
		}
		status, listed, errs := runIn(t, env, "library")
		if status != statusDone || strings.Contains(listed+errs, "warning") {
			t.Errorf("what is kept disturbs the library: %s%s", listed, errs)
		}
	}
}

// A backup is made beside a serving bot; nothing is put back under its feet.
func TestBackupBesideAServingProgram(t *testing.T) {
	discord, data := discordtest.New(t), t.TempDir()
	startServing(t, discord, data)
	env := map[string]string{"DATA_DIR": data}
	file := backUp(t, env)
	status, _, errs := runIn(t, env, "restore", file)
	if status != statusFailed || !strings.Contains(errs, "in use by another process") || !strings.Contains(errs, "stop the bot first") {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestNothingToBackUp(t *testing.T) {
	status, _, errs := runIn(t, map[string]string{"DATA_DIR": t.TempDir()}, "backup", t.TempDir())
	if status != statusFailed || !strings.Contains(errs, "there is nothing to back up") {
		t.Errorf("status %d: %s", status, errs)
	}
	to := t.TempDir()
	env := map[string]string{"DATABASE_URL": "postgres://u:hunter2@h/d", "DATA_DIR": t.TempDir(), "LIBRARY_DIR": t.TempDir()}
	write(t, env["LIBRARY_DIR"], "overlay.txt", "a\ta\n", 0o644)
	status, _, errs = runIn(t, env, "backup", to)
	if status != statusDone || !strings.Contains(errs, "pg_dump") || strings.Contains(errs, "hunter2") {
		t.Errorf("PostgreSQL: status %d: %s", status, errs)
	}
}

type member struct {
	name, text string
	kind       byte
}

// packed is a compressed archive of the members.
func packed(t testing.TB, members ...member) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	w := tar.NewWriter(z)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Size: int64(len(m.text)), Typeflag: m.kind, Mode: 0o644}
		if m.kind == 0 {
			h.Typeflag = tar.TypeReg
		} else {
			h.Linkname, h.Size = m.text, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if m.kind == 0 {
			if _, err := io.WriteString(w, m.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var mark = member{backupMark, backupHeadline + "\n", 0}

// What bot backup never makes is refused, and nothing is written.
func TestWhatIsNoBackup(t *testing.T) {
	good := packed(t, mark, member{"library/overlay.txt", "a\ta\n", 0})
	for name, test := range map[string]struct {
		data []byte
		says string
	}{
		"nothing":                {nil, "no backup"},
		"a text":                 {[]byte("hello"), "no backup"},
		"an empty archive":       {packed(t), "no backup"},
		"another archive":        {packed(t, member{"settings.db", "x", 0}), "no backup"},
		"a newer layout":         {packed(t, member{backupMark, "Shuyou backup 2\n", 0}), "newer version"},
		"cut short":              {good[:len(good)-20], "damaged"},
		"a changed byte":         {slices.Concat(good[:len(good)-6], []byte{^good[len(good)-6]}, good[len(good)-5:]), "damaged"},
		"a path upwards":         {packed(t, mark, member{"library/../overlay.txt", "x", 0}), "what no backup does"},
		"a path from the root":   {packed(t, mark, member{"/etc/overlay.txt", "x", 0}), "what no backup does"},
		"a path of Windows":      {packed(t, mark, member{`library/..\overlay.txt`, "x", 0}), "what no backup does"},
		"a drive":                {packed(t, mark, member{`library/C:overlay.txt`, "x", 0}), "what no backup does"},
		"a hidden file":          {packed(t, mark, member{"library/.ssh/cast.yaml", "x", 0}), "what no backup does"},
		"a book":                 {packed(t, mark, member{"library/book.txt", "x", 0}), "what no backup does"},
		"a token":                {packed(t, mark, member{".env", "x", 0}), "what no backup does"},
		"a link":                 {packed(t, mark, member{"library/overlay.txt", "/etc/passwd", tar.TypeSymlink}), "what no backup does"},
		"twice the same":         {packed(t, mark, member{"library/a/cast.yaml", "x", 0}, member{"library/A/cast.yaml", "y", 0}), "what no backup does"},
		"a huge file":            {packed(t, mark, member{"library/overlay.txt", strings.Repeat("x", maxHandFile+1), 0}), "too large"},
		"settings of other kind": {packed(t, mark, member{store.FileName, strings.Repeat("x", 5000), 0}), "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{"DATA_DIR": t.TempDir(), "LIBRARY_DIR": t.TempDir()}
			file := write(t, t.TempDir(), "backup.tar.gz", string(test.data), 0o600)
			status, _, errs := runIn(t, env, "restore", file)
			if status != statusFailed || !strings.Contains(errs, test.says) || !strings.Contains(errs, "bot: hint: ") {
				t.Errorf("status %d: %s", status, errs)
			}
			if left, _ := os.ReadDir(env["LIBRARY_DIR"]); len(left) != 0 {
				t.Errorf("left beside the books: %v", left)
			}
			left, _ := os.ReadDir(env["DATA_DIR"])
			for _, e := range left {
				if e.Name() != "lock" {
					t.Errorf("left in the data folder: %s", e.Name())
				}
			}
		})
	}
}

// Settings of a newer program are refused, and those that are there stay.
func TestRestoreRefusesNewerSettings(t *testing.T) {
	data := t.TempDir()
	setLanguage(t, data, "1", "zh-CN")
	newer := newerSettings(t)
	file := write(t, t.TempDir(), "backup.tar.gz", string(packed(t, mark, member{store.FileName, newer, 0})), 0o600)
	status, _, errs := runIn(t, map[string]string{"DATA_DIR": data}, "restore", file)
	if status != statusFailed || !strings.Contains(errs, "newer version") || !strings.Contains(errs, "bot: hint: ") {
		t.Errorf("status %d: %s", status, errs)
	}
	if got := language(t, data, "1"); got != "zh-CN" {
		t.Errorf("the language is %q", got)
	}
	if kept, _ := filepath.Glob(filepath.Join(data, "*.before-*")); len(kept) != 0 {
		t.Errorf("kept: %v", kept)
	}
}

// A link in the folder of the books does not lead a restored file out of it.
func TestRestoreStaysInTheFolder(t *testing.T) {
	env := map[string]string{"DATA_DIR": t.TempDir(), "LIBRARY_DIR": t.TempDir()}
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(env["LIBRARY_DIR"], "sub")); err != nil {
		t.Skip("no links here: ", err)
	}
	file := write(t, t.TempDir(), "backup.tar.gz", string(packed(t, mark, member{"library/sub/cast.yaml", "x", 0})), 0o600)
	if status, _, errs := runIn(t, env, "restore", file); status != statusFailed {
		t.Errorf("status %d: %s", status, errs)
	}
	if left, _ := os.ReadDir(outside); len(left) != 0 {
		t.Errorf("written outside: %v", left)
	}
}

// newerSettings are the bytes of settings of a program of the future.
func newerSettings(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	setLanguage(t, dir, "1", "en-US")
	path := filepath.Join(dir, store.FileName)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("INSERT INTO shuyou_schema (version) VALUES (?)", store.SchemaVersion()+1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Whatever a file holds, unpacking it writes nothing but the settings, and
// takes nothing that could lead out of the folder of the books.
func FuzzUnpack(f *testing.F) {
	f.Add(packed(f, mark, member{"library/overlay.txt", "a\ta\n", 0}, member{store.FileName, "x", 0}))
	f.Add(packed(f, mark, member{"library/../cast.yaml", "x", 0}))
	f.Add([]byte("hello"))
	f.Fuzz(func(t *testing.T, data []byte) {
		work := t.TempDir()
		b, err := unpack(bytes.NewReader(data), work)
		if err == nil {
			for _, h := range b.hand {
				if !filepath.IsLocal(h.name) || strings.ContainsAny(h.name, `\:`) {
					t.Errorf("took %q", h.name)
				}
			}
		}
		left, _ := os.ReadDir(work)
		if len(left) > 1 || len(left) == 1 && left[0].Name() != store.FileName {
			t.Errorf("wrote %v", left)
		}
	})
}
