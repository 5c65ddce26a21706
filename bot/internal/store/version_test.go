package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Asking for the version makes no file, and works beside who has it open.
func TestVersionChangesNothing(t *testing.T) {
	ctx, config := t.Context(), Config{DataDir: t.TempDir()}
	if v, err := Version(ctx, config); v != 0 || err != nil {
		t.Errorf("of an empty folder: %d, %v", v, err)
	}
	if left, _ := os.ReadDir(config.DataDir); len(left) != 0 {
		t.Errorf("asking left %v behind", left)
	}
	s, err := Open(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if v, err := Version(ctx, config); v != SchemaVersion() || err != nil {
		t.Errorf("beside an open store: %d, %v", v, err)
	}
	if _, err := s.db.(*sqliteDB).write.Exec("INSERT INTO "+schemaTable+" (version) VALUES ($1)", SchemaVersion()+1); err != nil {
		t.Fatal(err)
	}
	if v, err := Version(ctx, config); v != SchemaVersion()+1 || !errors.Is(err, ErrNewer) {
		t.Errorf("of a newer program: %d, %v", v, err)
	}
	foreign := Config{DataDir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(foreign.DataDir, FileName), make([]byte, 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Version(ctx, foreign); !errors.Is(err, ErrDamaged) {
		t.Errorf("of what is no database: %v", err)
	}
}

func TestCheckAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"postgres://u:p@h/d": true, "host=h password=a://b": true,
		"mysql://u:p@h/d": false, "nonsense": false, "postgres://h:port/d": false,
	} {
		if err := CheckAddress(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}
