package chapters

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"shuyou/index/book"
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

func formatOf(name string) string { return formats[strings.ToLower(path.Ext(name))] }

func isArchive(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// What stands beside the books and is none: the group's own conversions, and
// corrections of a cast (cast.yaml, or NAME.cast.yaml).
const (
	OverlayFile = "overlay.txt"
	CastFile    = "cast.yaml"
)

// Scan lists the books of a library folder in order, as library.yaml says where
// there is one, without reading the texts. The warnings are one line each: a
// folder that cannot be read, a file of an unknown kind. An error is of the
// type *SettingsError when library.yaml is wrong; otherwise the folder itself
// cannot be read.
func Scan(fsys fs.FS) ([]Source, []string, error) {
	if _, err := fs.ReadDir(fsys, "."); err != nil {
		return nil, nil, err
	}
	entries, err := readSettings(fsys)
	if err != nil {
		return nil, nil, err
	}
	sc := scanner{fsys: fsys, claimed: map[string]bool{}}
	var books []placed
	for i, e := range entries {
		s, err := sc.claim(e)
		if err != nil {
			return nil, nil, err
		}
		if !e.hidden {
			books = append(books, placed{s, i + 1})
		}
	}
	sc.dir(".")
	for _, s := range sc.found {
		books = append(books, placed{s, 0})
	}
	slices.SortStableFunc(books, byOrder)
	sources := make([]Source, len(books))
	for i, b := range books {
		sources[i] = b.Source
	}
	return sources, sc.warnings, nil
}

// Preview reads one file or folder of fsys as a book by itself, whatever
// library.yaml says. An archive of several books must be told which:
// books.zip/one.txt.
func Preview(ctx context.Context, fsys fs.FS, file string) (*book.Book, error) {
	sc := scanner{fsys: fsys, claimed: map[string]bool{}}
	s, err := sc.claim(entry{files: []located{{text: path.Clean(file)}}})
	if err != nil {
		var wrong *SettingsError
		if errors.As(err, &wrong) {
			return nil, errors.New(wrong.Problem)
		}
		return nil, err
	}
	return s.Read(ctx, fsys)
}

// A scanner finds the books of a folder.
type scanner struct {
	fsys     fs.FS
	archive  string // path of the archive that fsys is, empty for the library
	claimed  map[string]bool
	found    []Source
	warnings []string
}

func (sc *scanner) warn(name, format string, args ...any) {
	if sc.archive != "" {
		name = sc.archive + "/" + name
	}
	sc.warnings = append(sc.warnings, name+": "+fmt.Sprintf(format, args...))
}

// dir finds the books in a folder that library.yaml does not name.
func (sc *scanner) dir(dir string) {
	files, dirs := sc.list(dir)
	if parts := sc.chapterFiles(dir, files, dirs); parts != nil {
		sc.found = append(sc.found, sc.folderSource(dir, parts))
		return
	}
	for _, f := range files {
		if isArchive(f) {
			sc.zip(f)
		} else {
			sc.found = append(sc.found, sc.fileSource(f))
		}
	}
	for _, d := range dirs {
		sc.dir(d)
	}
}

// list gives the files and folders of a folder that may hold books.
func (sc *scanner) list(dir string) (files, dirs []string) {
	entries, err := fs.ReadDir(sc.fsys, dir)
	if err != nil {
		sc.warn(dir, "%s", plain(err))
		return nil, nil
	}
	if dir != "." && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == Marker }) {
		return nil, nil
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		base := strings.ToLower(e.Name())
		if strings.HasPrefix(base, ".") || sc.claimed[name] {
			continue
		}
		mode := e.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := fs.Stat(sc.fsys, name)
			if err != nil {
				sc.warn(name, "a link that leads nowhere in the library folder")
				continue
			}
			if info.IsDir() {
				sc.warn(name, "a link to a folder; not followed")
				continue
			}
			mode = info.Mode().Type()
		}
		switch {
		case mode.IsDir():
			dirs = append(dirs, name)
		case !mode.IsRegular():
			sc.warn(name, "not a regular file")
		case base == OverlayFile || base == CastFile || strings.HasSuffix(base, "."+CastFile):
			// what somebody wrote beside the books
		case name == SettingsFile || strings.HasPrefix(base, "readme") || base == "thumbs.db" || base == "desktop.ini":
		case formatOf(name) != "" || isArchive(name) && sc.archive == "":
			files = append(files, name)
		default:
			sc.warn(name, "not a kind of file that holds a book")
		}
	}
	slices.SortFunc(files, compareNatural)
	slices.SortFunc(dirs, compareNatural)
	return files, dirs
}

// zip finds the books in an archive.
func (sc *scanner) zip(name string) {
	inner, err := sc.inside(name)
	if err != nil {
		sc.warn(name, "%s", plain(err))
		return
	}
	sc.warnings = append(sc.warnings, inner.warnings...)
	if len(inner.found) == 0 {
		sc.warn(name, "no book in it")
	}
	sc.found = append(sc.found, inner.found...)
}

// inside scans an archive.
func (sc *scanner) inside(name string) (*scanner, error) {
	a, err := openArchive(sc.fsys, name)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	inner := &scanner{fsys: a, archive: name, claimed: map[string]bool{}}
	for f := range sc.claimed {
		if rest, ok := strings.CutPrefix(f, name+"/"); ok {
			inner.claimed[rest] = true
		}
	}
	inner.warnings = prefixed(name, a.warnings)
	inner.dir(".")
	inner.fsys = nil
	return inner, nil
}

// fileSource is the book in a single file.
func (sc *scanner) fileSource(name string) Source {
	s := Source{File: name, Format: formatOf(name), Files: []string{name}, archive: sc.archive, parts: []string{name}}
	s.Title, s.Author = bookName(name)
	if sc.archive != "" {
		s.File, s.Files = sc.archive+"/"+name, []string{sc.archive}
	}
	s.ID = s.File
	return s
}

// folderSource is the book in the files of a folder.
func (sc *scanner) folderSource(dir string, parts []string) Source {
	s := Source{File: dir, Format: "folder", Files: parts, archive: sc.archive, parts: parts}
	if sc.archive != "" {
		s.File, s.Files = path.Join(sc.archive, dir), []string{sc.archive}
	}
	switch {
	case s.File == ".":
		s.Title = "書"
	case isArchive(s.File):
		s.Title, s.Author = bookName(s.File)
	default:
		s.Title, s.Author = bookName(s.File + "/.")
	}
	s.ID = s.File
	return s
}

// claim makes the source of an entry of library.yaml.
func (sc *scanner) claim(e entry) (Source, error) {
	var s Source
	for i, f := range e.files {
		one, err := sc.named(f)
		if err != nil {
			return Source{}, err
		}
		switch {
		case i == 0:
			s = one
		case one.archive != "" || s.archive != "":
			return Source{}, wrong(f.line, "files of one archive as one book, or files outside archives", "the file %q is in an archive", f.text)
		default:
			s.Format = "folder"
			s.Files = append(s.Files[:len(s.Files):len(s.Files)], one.Files...)
			s.parts = s.Files
		}
		sc.claimed[f.text] = true
	}
	s.Settings = e.Settings
	if e.id.text != "" {
		s.ID = e.id.text
	}
	if e.title != "" {
		s.Title, s.named = e.title, true
	}
	if e.author != "" {
		s.Author = e.author
	}
	if s.Settings.Aliases != "" {
		sc.claimed[s.Settings.Aliases] = true
		if _, err := fs.Stat(sc.fsys, s.Settings.Aliases); err != nil {
			return Source{}, wrong(e.line, "a file of the library", "the aliases file %q: %s", s.Settings.Aliases, plain(err))
		}
	}
	return s, nil
}

// named finds the file, folder, archive, or file in an archive of a path.
func (sc *scanner) named(f located) (Source, error) {
	if at := strings.Index(strings.ToLower(f.text), ".zip/"); at > 0 {
		return sc.namedInside(f, f.text[:at+4], f.text[at+5:])
	}
	info, err := fs.Stat(sc.fsys, f.text)
	switch {
	case err != nil:
		return Source{}, wrong(f.line, "a file or folder of the library", "the file %q: %s", f.text, plain(err))
	case info.IsDir():
		parts := sc.below(f.text)
		if len(parts) == 0 {
			return Source{}, wrong(f.line, "a folder with txt, md or html files", "the folder %q holds no text", f.text)
		}
		return sc.folderSource(f.text, parts), nil
	case isArchive(f.text):
		return sc.namedInside(f, f.text, "")
	case formatOf(f.text) == "":
		return Source{}, wrong(f.line, "txt, md, html, epub, zip, or a folder of these", "the file %q is of an unknown kind", f.text)
	}
	return sc.fileSource(f.text), nil
}

// namedInside finds a book in an archive, the only one where none is named.
func (sc *scanner) namedInside(f located, name, member string) (Source, error) {
	inner, err := sc.inside(name)
	if err != nil {
		return Source{}, wrong(f.line, "", "the archive %q: %s", name, plain(err))
	}
	var files []string
	for _, s := range inner.found {
		if member == "" && len(inner.found) == 1 || s.File == name+"/"+member {
			return s, nil
		}
		files = append(files, s.File)
	}
	if len(files) > 12 {
		files = append(files[:12], "…")
	}
	if member == "" {
		return Source{}, wrong(f.line, strings.Join(files, ", "), "the archive %q holds %s", name, count(len(files), "book", "books"))
	}
	return Source{}, wrong(f.line, strings.Join(files, ", "), "no book %q in the archive %q", member, name)
}

// below lists the texts of a folder and those in it, in reading order.
func (sc *scanner) below(dir string) []string {
	files, dirs := sc.list(dir)
	files = slices.DeleteFunc(files, func(f string) bool { return isArchive(f) || formatOf(f) == "epub" })
	sortChapters(files)
	for _, d := range dirs {
		files = append(files, sc.below(d)...)
	}
	return files
}
