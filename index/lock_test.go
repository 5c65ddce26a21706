package index

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestADataFolderIsLockedOnce(t *testing.T) {
	dir := t.TempDir()
	unlock, err := LockData(t.Context(), dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LockData(t.Context(), dir, 10*time.Millisecond); !errors.Is(err, ErrInUse) {
		t.Errorf("a second time: %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if unlock, err = LockData(t.Context(), dir, time.Second); err != nil {
		t.Fatal(err)
	}
	unlock()
}

func TestADataFolderIsMadeAndLeftClean(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	if err := CheckData(dir); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := CheckData(file)
	var problem *Problem
	if !errors.As(err, &problem) || !strings.Contains(err.Error(), file) || problem.Hint() == "" {
		t.Errorf("a file: %v", err)
	}
}
