package chapters

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Marker is the name of a file by which a folder says that it holds the
// program's own data. Scan passes over such a folder, so that a data folder
// inside the library is never taken for books.
const Marker = ".shuyou"

// formats tells the format of a file by its extension.
var formats = map[string]string{
	".txt": "txt", ".text": "txt",
	".md": "md", ".markdown": "md",
	".html": "html", ".htm": "html", ".xhtml": "html",
	".epub": "epub",
}

// Scan lists the books of a library folder in order, as library.yaml says where
// there is one, without reading the texts. The warnings are one line each: a
// folder that cannot be read, a file of an unknown kind. An error is of the
// type *SettingsError when library.yaml is wrong; otherwise the folder itself
// cannot be read.
func Scan(fsys fs.FS) ([]Source, []string, error) {
	entries, err := readSettings(fsys)
	if err != nil {
		return nil, nil, err
	}
	found, warnings, err := walk(fsys)
	if err != nil {
		return nil, nil, err
	}
	var books []placed
	claimed := map[string]bool{}
	for i, e := range entries {
		s, err := claim(fsys, e)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range s.Files {
			claimed[f] = true
		}
		if !e.hidden {
			books = append(books, placed{s, i + 1})
		}
	}
	for _, s := range found {
		if !slices.ContainsFunc(s.Files, func(f string) bool { return claimed[f] }) {
			books = append(books, placed{s, 0})
		}
	}
	slices.SortStableFunc(books, byOrder)
	sources := make([]Source, len(books))
	for i, b := range books {
		sources[i] = b.Source
	}
	return sources, warnings, nil
}

// walk finds the books that library.yaml need not name.
func walk(fsys fs.FS) (found []Source, warnings []string, err error) {
	err = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			warnings = append(warnings, fmt.Sprintf("%s: %s", name, plain(err)))
			return nil
		case name != "." && strings.HasPrefix(base, "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if _, err := fs.Stat(fsys, path.Join(name, Marker)); err == nil && name != "." {
				return fs.SkipDir
			}
			return nil
		case name == SettingsFile || strings.HasPrefix(strings.ToLower(base), "readme"):
			return nil
		}
		if _, ok := formats[strings.ToLower(path.Ext(name))]; !ok {
			warnings = append(warnings, name+": not a kind of file that holds a book")
			return nil
		}
		found = append(found, fileSource(name))
		return nil
	})
	return found, warnings, err
}

// fileSource is the book in a single file.
func fileSource(name string) Source {
	ext := path.Ext(name)
	return Source{
		ID:     name,
		Title:  strings.TrimSuffix(path.Base(name), ext),
		File:   name,
		Format: formats[strings.ToLower(ext)],
		Files:  []string{name},
	}
}

// claim makes the source of an entry of library.yaml.
func claim(fsys fs.FS, e entry) (Source, error) {
	name := e.files[0]
	info, err := fs.Stat(fsys, name.text)
	if err != nil {
		return Source{}, wrong(name.line, "a file or folder of the library", "the file %q: %s", name.text, plain(err))
	}
	if info.IsDir() || formats[strings.ToLower(path.Ext(name.text))] == "" {
		return Source{}, wrong(name.line, "txt, md, html, epub", "the file %q is of an unknown kind", name.text)
	}
	s := fileSource(name.text)
	s.Settings = e.Settings
	if e.id.text != "" {
		s.ID = e.id.text
	}
	if e.title != "" {
		s.Title, s.named = e.title, true
	}
	s.Author = e.author
	return s, nil
}

// plain says in a few words why a file cannot be read.
func plain(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "not there"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read it"
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}

// compareNatural compares names the way people sort them: runs of digits by
// their value.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := len(na) - len(nb); c != 0 {
				return c
			}
			if c := strings.Compare(na, nb); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

// digits counts the digits a string begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
