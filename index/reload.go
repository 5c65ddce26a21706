package index

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
)

// Reload reads in what has changed in the library folder and puts the new
// books in the place of the old, which go on answering until then and, where
// an answer is under way, until that is done. changed says whether anything
// was put in place. A folder that has become empty or wrong leaves the library
// as it is and is an error.
func (l *Library) Reload(ctx context.Context) (changed bool, err error) {
	l.reloading.Lock()
	defer l.reloading.Unlock()
	stamp := stampOf(l.options.Files)
	if stamp == l.stamp {
		return false, nil
	}
	current, err := l.use()
	if err != nil {
		return false, err
	}
	defer current.release()
	want, warnings, err := plan(l.options)
	if err != nil {
		return false, err
	}
	if len(want) == 0 {
		return false, noBooks(l.options, warnings)
	}
	if want, _ := withoutFailed(l.options, want); slices.Equal(shelfNamesOf(want), current.names) && handOf(l.options.Files, want) == current.hand {
		l.stamp = stamp
		return false, nil
	}
	g, err := readIn(ctx, l.options, l.lock != nil)
	if err != nil {
		return false, err
	}
	old := l.current.Swap(g)
	if old == nil { // closed meanwhile
		l.current.Store(nil)
		return false, g.release()
	}
	l.stamp = stamp
	return true, old.release()
}

func shelfNamesOf(want []wanted) []string {
	var names []string
	for _, w := range want {
		names = append(names, w.shelf)
	}
	return names
}

// stampOf changes whenever a file of the folder comes, goes, or changes its
// size or time: a cheap look that spares reading every file.
func stampOf(files fs.FS) string {
	hash := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			fmt.Fprintln(hash, path, "unreadable")
			return nil
		}
		info, err := d.Info()
		if err != nil || d.IsDir() {
			return nil
		}
		fmt.Fprintln(hash, path, info.Size(), info.ModTime().UnixNano())
		return nil
	})
	if err != nil {
		fmt.Fprintln(hash, err)
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}
