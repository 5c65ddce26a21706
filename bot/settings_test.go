package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write puts a file into a folder and returns its path.
func write(t *testing.T, dir, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// Relative paths begin at the file that they stand in, those of the
// environment at the folder the program runs in.
func TestWhereRelativePathsBegin(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, ".env", "LIBRARY_DIR=books\nDATA_DIR=kept\nFONT_FILE=~/f.otf\nDISCORD_TOKEN_FILE=token\n", 0o600)
	write(t, dir, "token", "abc\n", 0o600)
	s, err := settingsOf(t, map[string]string{"DATA_DIR": "here", "HOME": "/home/me"}, file)
	if err != nil {
		t.Fatal(err)
	}
	here, _ := filepath.Abs("here")
	for name, pair := range map[string][2]string{
		"of the file": {s.libraryDir, filepath.Join(dir, "books")}, "of the environment": {s.dataDir, here},
		"home": {s.fontFile, "/home/me/f.otf"}, "token": {s.token, "abc"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s, want %s", name, pair[0], pair[1])
		}
	}
}

func TestSecretsFromFiles(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good", "\ufeffabc.def\r\n", 0o600)
	from := func(line string) string { return write(t, t.TempDir(), ".env", line, 0o600) }
	for _, test := range []struct {
		name  string
		env   map[string]string
		file  string
		token string
		fault string
	}{
		{"named in the environment", map[string]string{tokenFile: good}, "", "abc.def", ""},
		{"named in the .env file", nil, from(tokenFile + "=" + good), "abc.def", ""},
		{"the environment wins", map[string]string{tokenFile: good}, from("DISCORD_TOKEN=old"), "abc.def", ""},
		{"the environment's value wins", map[string]string{"DISCORD_TOKEN": "new"}, from(tokenFile + "=" + good), "new", ""},
		{"an empty value beside it", map[string]string{"DISCORD_TOKEN": "", tokenFile: good}, "", "abc.def", ""},
		{"both", map[string]string{"DISCORD_TOKEN": "new", tokenFile: good}, "", "", "both set"},
		{"not there", map[string]string{tokenFile: filepath.Join(dir, "none")}, "", "", "DISCORD_TOKEN_FILE: " + filepath.Join(dir, "none") + " is not there"},
		{"empty", map[string]string{tokenFile: write(t, dir, "empty", "\n", 0o600)}, "", "", "is empty"},
		{"a folder", map[string]string{tokenFile: dir}, "", "", "is no file"},
		{"two lines", map[string]string{tokenFile: write(t, dir, "two", "hunter2\nhunter3", 0o600)}, "", "", "more than one line"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.file == "" {
				test.file = "no-such-file"
			}
			s, err := settingsOf(t, test.env, test.file)
			switch {
			case test.fault != "":
				if err == nil || !strings.Contains(err.Error(), test.fault) || strings.Contains(err.Error(), "hunter") {
					t.Errorf("error %v, want %q", err, test.fault)
				}
			case err != nil || s.token != test.token:
				t.Errorf("token %q, %v", s.token, err)
			}
		})
	}
	s, err := settingsOf(t, map[string]string{databaseFile: write(t, dir, "db", "postgres://u:p@h/d\n", 0o600)}, "no-such-file")
	if err != nil || s.databaseURL != "postgres://u:p@h/d" {
		t.Errorf("DATABASE_URL %q, %v", s.databaseURL, err)
	}
}

// What was copied from another field of the portal is called by its name.
func TestWhatIsTakenForAToken(t *testing.T) {
	const good = "OTAwMDAwMDAwMDAwMDAwMDAx.Gtest0.abcdefghijklmnopqrstuvwxyz"
	for _, test := range []struct{ name, token, fault string }{
		{"a token", good, ""},
		{"nothing", "", "DISCORD_TOKEN is not set"},
		{"Bot in front", "Bot " + good, "begins with the word Bot"},
		{"a client secret", strings.Repeat("aB3_", 8), "looks like the client secret"},
		{"a public key", strings.Repeat("0a", 32), "looks like the public key"},
		{"an application id", "900000000000000001", "looks like the id of the application"},
		{"an invite link", "https://discord.com/oauth2/authorize?client_id=1", "looks like an address"},
		{"a part of a token", "OTAwMDAwMDAwMDAwMDAwMDAx.Gtest0", "is malformed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := settingsOf(t, map[string]string{"DISCORD_TOKEN": test.token}, "no-such-file")
			if err != nil {
				t.Fatal(err)
			}
			err = s.checkConnection()
			if test.fault == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var fault *usageError
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), test.fault) || fault.Hint() == "" {
				t.Fatalf("error %v, want %q", err, test.fault)
			}
			if test.token != "" && strings.Contains(err.Error()+fault.Hint(), test.token) {
				t.Errorf("the error shows the token: %v", err)
			}
		})
	}
}

func TestWhatServingOverHTTPNeeds(t *testing.T) {
	for _, test := range []struct {
		name, fault string
		env         map[string]string
	}{
		{"no key", "HTTP_ADDR is set, and DISCORD_PUBLIC_KEY is not", map[string]string{"HTTP_ADDR": ":8080"}},
		{"a token for a key", "looks like a bot token", map[string]string{"HTTP_ADDR": ":8080", "DISCORD_PUBLIC_KEY": "a.b.c"}},
		{"a short key", "6 characters long", map[string]string{"HTTP_ADDR": ":8080", "DISCORD_PUBLIC_KEY": "abcdef"}},
		{"no token, a key", "", map[string]string{"HTTP_ADDR": "127.0.0.1:0", "DISCORD_PUBLIC_KEY": strings.Repeat("0a", 32)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := settingsOf(t, test.env, "no-such-file")
			if err != nil {
				t.Fatal(err)
			}
			err = s.checkConnection()
			if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Errorf("error %v, want %q", err, test.fault)
			}
		})
	}
}

// An address of a database is never shown.
func TestWrongDatabaseAddresses(t *testing.T) {
	for _, address := range []string{"hunter2", "mysql://u:hunter2@h/d?a=b", "postgres://u:hunter2%@h/d", "postgres://u:hunter2@h:port/d"} {
		s := settings{databaseURL: address}
		err := s.checkDatabase()
		var fault *usageError
		if !errors.As(err, &fault) || fault.Hint() == "" || strings.Contains(err.Error()+fault.Hint(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"", "postgres://u:p@h/d", "postgresql://h", "host=h password=a://b"} {
		if err := (settings{databaseURL: address}).checkDatabase(); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A secret that everybody can read is warned of; a folder that is closed on
// the way to it keeps them out.
func TestSecretsOpenToEverybody(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "open-*") // the tests' own folder is closed
	if err != nil {
		t.Skip("no folder that is open to everybody: ", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	open := write(t, dir, "open", "DISCORD_TOKEN=abc\n", 0o644)
	for _, test := range []struct {
		name string
		env  map[string]string
		file string
		want int
	}{
		{"open", nil, open, 1},
		{"closed", nil, write(t, dir, "closed", "DISCORD_TOKEN=abc\n", 0o640), 0},
		{"no secret in it", nil, write(t, dir, "none", "DISCORD_TOKEN=\nDATA_DIR=x\n", 0o644), 0},
		{"the token is elsewhere", map[string]string{"DISCORD_TOKEN": "abc"}, open, 0},
		{"a token file", map[string]string{tokenFile: write(t, dir, "token", "abc", 0o644)}, "no-such-file", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := settingsOf(t, test.env, test.file)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.exposed(); len(got) != test.want {
				t.Errorf("warned of %q, want %d", got, test.want)
			}
		})
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if s, _ := settingsOf(t, nil, open); len(s.exposed()) != 0 {
		t.Error("warned of a file in a closed folder")
	}
}
