package index

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// write puts a file into a library folder, with a time of its own.
func write(t *testing.T, dir, name, text string, at time.Time) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func openFolder(t *testing.T, dir string) fs.FS {
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root.FS()
}

func TestReload(t *testing.T) {
	dir := t.TempDir()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	write(t, dir, "渡口.txt", "天亮了，渡船還沒有來。\n", noon)
	l := openLibrary(t, openFolder(t, dir), t.TempDir(), true)

	if changed, err := l.Reload(t.Context()); changed || err != nil {
		t.Errorf("nothing has changed: %v, %v", changed, err)
	}
	write(t, dir, "渡口.txt", "天亮了，渡船還沒有來。\n", noon.Add(time.Hour))
	if changed, err := l.Reload(t.Context()); changed || err != nil {
		t.Errorf("only the time has changed: %v, %v", changed, err)
	}
	write(t, dir, "山寺.txt", "山上的寺裡住著一個和尚。\n", noon)
	if changed, err := l.Reload(t.Context()); !changed || err != nil {
		t.Errorf("a book has come: %v, %v", changed, err)
	}
	if got := places(t, l, "和尚"); len(got) != 1 {
		t.Errorf("the new book is found at %v", got)
	}
	write(t, dir, "渡口.txt", "天黑了，渡船還是沒有來。\n", noon)
	if changed, err := l.Reload(t.Context()); !changed || err != nil {
		t.Errorf("a book has changed: %v, %v", changed, err)
	}
	if got := places(t, l, "天亮"); len(got) != 0 {
		t.Errorf("the old text is still found at %v", got)
	}

	// An emptied folder and a wrong library.yaml leave the library as it is.
	for _, name := range []string{"渡口.txt", "山寺.txt"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := l.Reload(t.Context()); changed || !errors.Is(err, ErrNoBooks) {
		t.Errorf("an emptied folder: %v, %v", changed, err)
	}
	write(t, dir, "library.yaml", "bookz: 3\n", noon)
	if changed, err := l.Reload(t.Context()); changed || err == nil {
		t.Errorf("a wrong library.yaml: %v, %v", changed, err)
	}
	if got := places(t, l, "渡船"); len(got) != 1 {
		t.Errorf("afterwards 渡船 is found at %v", got)
	}
}

// Readers never see a library that is half changed.
func TestReloadUnderReaders(t *testing.T) {
	dir := t.TempDir()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	write(t, dir, "渡口.txt", "第一次，渡船還沒有來。\n", noon)
	l := openLibrary(t, openFolder(t, dir), t.TempDir(), true)
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				result, err := l.Search(t.Context(), Query{Text: "渡船還沒有來", Ceiling: everything, Limit: 5})
				if err != nil || result.Total != 1 {
					t.Errorf("found %+v, %v", result, err)
					return
				}
			}
		})
	}
	for n := range 10 {
		write(t, dir, "渡口.txt", "又一次，渡船還沒有來。\n", noon.Add(time.Duration(n)*time.Minute))
		if n%2 == 0 {
			write(t, dir, "渡口.txt", "再一次，渡船還沒有來。天黑了。\n", noon.Add(time.Duration(n)*time.Minute))
		}
		if _, err := l.Reload(t.Context()); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	readers.Wait()
}
