package chapters

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A folder is a book when its files are named like chapters: 第一章 風起.txt,
// 001.txt, chapter-12.html.

// A chapterName is what a file name says of the place of its file.
type chapterName struct {
	number   int // of the chapter, or the running number before it
	numbered bool
	heading  bool // the name is a heading, not just a number
}

var runningNumber = regexp.MustCompile(`^([0-9]{1,6})(?:[\s._\-、)）]+(.*))?$`)

// readName reads a file name, reporting whether it is a chapter's.
func readName(name string, reader *headingReader) (c chapterName, ok bool) {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	label := strings.NewReplacer("_", " ", "-", " ").Replace(base)
	if m := runningNumber.FindStringSubmatch(base); m != nil {
		c.numbered, ok = true, true
		for _, d := range m[1] {
			c.number = c.number*10 + int(d-'0')
		}
		label = strings.NewReplacer("_", " ", "-", " ").Replace(m[2])
	}
	if h, is := reader.read(strings.TrimSpace(label)); is && h.trust >= doubtful {
		c.heading = true
		if !c.numbered && h.numbered {
			c.number, c.numbered = h.number, true
		}
		return c, true
	}
	return c, ok
}

// sortChapters sorts file names as their chapters are read: by running number,
// by the number in the name whatever its digits, then naturally.
func sortChapters(files []string) {
	reader := &headingReader{words: words()}
	names := make(map[string]chapterName, len(files))
	for _, f := range files {
		names[f], _ = readName(f, reader)
	}
	slices.SortStableFunc(files, func(a, b string) int {
		x, y := names[a], names[b]
		if x.numbered && y.numbered && x.number != y.number {
			return cmp.Compare(x.number, y.number)
		}
		return compareNatural(a, b)
	})
}

// chapterFiles gives the files of a folder in reading order when they, or those
// of the folders in it, are named like chapters; nil when the folder is no book.
func (sc *scanner) chapterFiles(dir string, files, dirs []string) []string {
	if len(dirs) > 0 && (dir == "." && sc.archive == "" || len(files) > 0) {
		return nil
	}
	if len(dirs) == 0 {
		if !sc.likeChapters(dir, files) {
			return nil
		}
		files = slices.Clone(files)
		sortChapters(files)
		return files
	}
	// Volumes: every folder in it holds chapters, and is named like a volume.
	reader := &headingReader{words: words()}
	var parts []string
	dirs = slices.Clone(dirs)
	sortChapters(dirs)
	for _, d := range dirs {
		c, ok := reader.read(fileLabel(path.Base(d), reader))
		if !ok || c.rank > 2 && c.numbered {
			return nil
		}
		quiet := scanner{fsys: sc.fsys, archive: sc.archive, claimed: sc.claimed}
		inner, deeper := quiet.list(d)
		if len(deeper) > 0 || !sc.likeChapters(d, inner) {
			return nil
		}
		sortChapters(inner)
		parts = append(parts, inner...)
	}
	return parts
}

// likeChapters reports whether files are named like the chapters of one book.
func (sc *scanner) likeChapters(dir string, files []string) bool {
	reader := &headingReader{words: words()}
	chapters, headings, low, high := 0, 0, 0, 0
	size := int64(0)
	for _, f := range files {
		if format := formatOf(f); format == "" || format == "epub" {
			return false
		}
		c, ok := readName(f, reader)
		if !ok {
			continue
		}
		chapters++
		if c.heading {
			headings++
		}
		if c.numbered {
			if low == 0 || c.number < low {
				low = c.number
			}
			high = max(high, c.number)
		}
		if info, err := fs.Stat(sc.fsys, f); err == nil {
			size += info.Size()
		}
	}
	if len(files) < 2 || chapters*10 < len(files)*9 {
		return false
	}
	if headings*10 >= len(files)*6 {
		return true
	}
	// Bare numbers may as well count the books of a collection: chapters are
	// short, and there are several without large gaps.
	return len(files) >= 3 && size/int64(chapters) <= 60_000 && high-low <= len(files)*3 && !(dir == "." && sc.archive == "")
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

// A reason is an error that says only why, for messages that name the file
// themselves.
type reason struct{ error }

func (r reason) Error() string { return plain(r.error) }
func (r reason) Unwrap() error { return r.error }

// compareNatural compares names the way people sort them: runs of digits by
// their value.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := cmp.Or(cmp.Compare(len(na), len(nb)), cmp.Compare(na, nb)); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits counts the digits a string begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
