package chapters

import (
	"os"
	"path/filepath"
	"testing"
)

// shared gives the path of the folder with reference data that lies beside the
// checkout, and skips the test where there is none.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
	dir = filepath.Join(filepath.Dir(dir), "shared")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no folder with reference data beside the checkout")
	}
	return filepath.Join(append([]string{dir}, elem...)...)
}
