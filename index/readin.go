package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shuyou/index/chapters"
)

// Under the data folder:
//
//	lock                    see lock.go
//	shelves/NAME            a finished shelf
//	shelves/staging-*       a shelf that is being made; left over after a crash
//	libraries/KEY.json      which shelves a library has
//
// A shelf is put in place by a rename, so a crash at any moment leaves the old
// library as it was.
const (
	shelvesDir   = "shelves"
	librariesDir = "libraries"
	stagingGlob  = "staging-"
)

// catalogue says which shelves a library had when it was last read in.
type catalogue struct {
	Source  string   `json:"source"`
	Shelves []string `json:"shelves"`
	// Failed gives the reason for each shelf that could not be made, so that
	// the same bytes are not tried again and again.
	Failed map[string]string `json:"failed,omitempty"`
}

// wanted is a book that the library folder holds, and the shelf it belongs on.
type wanted struct {
	source chapters.Source
	shelf  string
	size   int64
}

// readIn brings the shelves up to date with the library folder and opens
// them. locked says that the caller holds the lock of the data folder.
func readIn(ctx context.Context, options Options, locked bool) (*generation, error) {
	want, warnings, err := plan(options)
	if err != nil {
		return nil, err
	}
	if len(want) == 0 {
		return lastGood(options, warnings)
	}
	want, failed := withoutFailed(options, want)
	warnings = append(warnings, failed...)
	g, missing := openShelves(options, want)
	if len(missing) > 0 && !locked {
		lock, err := lockData(ctx, options)
		if err != nil {
			g.release()
			return nil, err
		}
		defer lock.Unlock()
		g.release()
		g, missing = openShelves(options, want) // another process may have read them in meanwhile
	}
	if len(missing) > 0 {
		g.release()
		failed, err := buildShelves(ctx, options, missing)
		if err != nil {
			return nil, err
		}
		g, missing = openShelves(options, want)
		for _, w := range missing {
			warnings = append(warnings, failure(w, failed[w.shelf].reason))
		}
		if err := keepCatalogue(options, want, lasting(failed)); err != nil {
			g.release()
			return nil, err
		}
	}
	if len(g.shelves) == 0 {
		g.release()
		return lastGood(options, warnings)
	}
	if locked && !catalogued(options, g.names) { // books went, none came
		if err := keepCatalogue(options, want, failedBefore(options)); err != nil {
			options.Log.Warn("what the library has could not be noted", "cause", err)
		}
	}
	warnings = append(warnings, correct(options.Files, g, want)...)
	g.hand = handOf(options.Files, want)
	var warning string
	if g.overlay, warning = readOverlay(options.Files); warning != "" {
		warnings = append(warnings, warning)
	}
	g.warnings = warnings
	return g, nil
}

// plan lists the books that the library folder holds.
func plan(options Options) ([]wanted, []string, error) {
	sources, warnings, err := chapters.Scan(options.Files)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, &Problem{fmt.Errorf("%s: %w", options.Source, err), "correct library.yaml, or remove it to read every file of the folder"}
	}
	var want []wanted
	for _, source := range sources {
		fingerprint, err := source.Fingerprint(options.Files)
		if err != nil {
			warnings = append(warnings, fmt.Sprintf("%s: cannot be read: %v", source.File, err))
			continue
		}
		w := wanted{source: source, shelf: shelfName(fingerprint)}
		for _, file := range source.Files {
			if info, err := fs.Stat(options.Files, file); err == nil {
				w.size += info.Size()
			}
		}
		want = append(want, w)
	}
	return want, warnings, nil
}

// lastGood opens the books that the library had when its folder was last
// found in order: an empty or missing folder never takes the place of a good
// library.
func lastGood(options Options, warnings []string) (*generation, error) {
	var c catalogue
	if err := readJSON(cataloguePath(options), &c); err != nil {
		return nil, noBooks(options, warnings)
	}
	g := &generation{}
	g.users.Store(1)
	for _, name := range c.Shelves {
		s, err := openShelf(filepath.Join(options.DataDir, shelvesDir, name))
		if err != nil {
			continue
		}
		g.shelves, g.names = append(g.shelves, s), append(g.names, name)
	}
	if len(g.shelves) == 0 {
		return nil, noBooks(options, warnings)
	}
	g.warnings = append(warnings, fmt.Sprintf("%s has no books any more; answering from those read before", options.Source))
	return g, nil
}

func noBooks(options Options, warnings []string) error {
	err := fmt.Errorf("%s: %w", options.Source, ErrNoBooks)
	if _, stat := fs.Stat(options.Files, "."); errors.Is(stat, fs.ErrNotExist) {
		err = fmt.Errorf("%s: there is no such folder: %w", options.Source, ErrNoBooks)
	}
	if len(warnings) > 0 {
		err = fmt.Errorf("%w: %s", err, strings.Join(warnings, "; "))
	}
	return &Problem{err, "put .txt, .md, .html, .epub or .zip files there, or leave LIBRARY_DIR empty to use the built-in samples"}
}

// openShelves opens those of the wanted shelves that are finished and sound.
// The others are missing.
func openShelves(options Options, want []wanted) (*generation, []wanted) {
	g := &generation{}
	g.users.Store(1)
	var missing []wanted
	for _, w := range want {
		dir := filepath.Join(options.DataDir, shelvesDir, w.shelf)
		s, err := openShelf(dir)
		if err != nil {
			if _, stat := os.Stat(dir); stat == nil {
				options.Log.Warn("a finished book is damaged and is read in again", "file", w.source.File, "cause", err)
			}
			missing = append(missing, w)
			continue
		}
		g.shelves, g.names = append(g.shelves, s), append(g.names, w.shelf)
	}
	return g, missing
}

// catalogued reports whether the catalogue names just these shelves.
func catalogued(options Options, names []string) bool {
	var c catalogue
	return readJSON(cataloguePath(options), &c) == nil && slices.Equal(c.Shelves, names)
}

func failedBefore(options Options) map[string]string {
	var c catalogue
	if err := readJSON(cataloguePath(options), &c); err != nil {
		return nil
	}
	return c.Failed
}

// withoutFailed leaves out the books that could not be read the last time and
// have not changed since.
func withoutFailed(options Options, want []wanted) (rest []wanted, warnings []string) {
	before := failedBefore(options)
	for _, w := range want {
		if reason, ok := before[w.shelf]; ok {
			warnings = append(warnings, failure(w, reason))
			continue
		}
		rest = append(rest, w)
	}
	return rest, warnings
}

func failure(w wanted, reason string) string {
	return fmt.Sprintf("%s: %s", w.source.File, reason)
}

// moveAside gives what stands in the way another name.
func moveAside(path string) error {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.aside-%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			return os.Rename(path, aside)
		} else if err != nil {
			return err
		}
	}
}

func cataloguePath(options Options) string {
	key := sha256.Sum256([]byte(options.Source))
	return filepath.Join(options.DataDir, librariesDir, hex.EncodeToString(key[:8])+".json")
}

// keepCatalogue notes the shelves of this library and removes those that no
// library has any more.
func keepCatalogue(options Options, want []wanted, failed map[string]string) error {
	c := catalogue{Source: options.Source, Failed: failed}
	for _, w := range want {
		if failed[w.shelf] == "" {
			c.Shelves = append(c.Shelves, w.shelf)
		}
	}
	if len(c.Shelves) == 0 && len(failed) > 0 {
		return nil // what the library had before stays
	}
	path := cataloguePath(options)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return dataProblem(options.DataDir, err)
	}
	if err := writeJSON(path+".new", c); err != nil {
		return dataProblem(options.DataDir, err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return dataProblem(options.DataDir, err)
	}
	return sweep(options)
}

// sweep removes the shelves and staging places that nothing refers to. A
// process that still reads from one keeps what it has open.
func sweep(options Options) error {
	var keep []string
	catalogues, err := filepath.Glob(filepath.Join(options.DataDir, librariesDir, "*.json"))
	if err != nil {
		return err
	}
	for _, path := range catalogues {
		var c catalogue
		if err := readJSON(path, &c); err != nil {
			return nil // nothing is removed while it is unclear what is needed
		}
		keep = append(keep, c.Shelves...)
	}
	shelves := filepath.Join(options.DataDir, shelvesDir)
	entries, err := os.ReadDir(shelves)
	if err != nil {
		return dataProblem(options.DataDir, err)
	}
	for _, e := range entries {
		path := filepath.Join(shelves, e.Name())
		if slices.Contains(keep, e.Name()) || strings.Contains(e.Name(), ".aside-") {
			continue
		}
		remove := removeShelf
		if strings.HasPrefix(e.Name(), stagingGlob) {
			remove = removeStaging
		}
		if err := remove(path); err != nil {
			options.Log.Warn("a folder that is not needed stays", "cause", err)
		}
	}
	return nil
}
