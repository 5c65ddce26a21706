package chapters

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// An archive is opened as a folder that can be read and nothing else: names
// that climb out of it are refused, and what it unpacks to is limited.

// Limits on archives.
const (
	maxEntries = 20_000
	maxArchive = 4 << 30 // bytes of all that is unpacked
	maxRatio   = 200     // unpacked to packed bytes, for entries larger than
	ratioFrom  = 1 << 20 // this many bytes
)

// An archive is a file system over a ZIP file.
type archive struct {
	files     map[string]*zip.File
	names     []string // in the order of the archive
	warnings  []string
	encrypted map[string]bool
	closer    io.Closer
}

var errBomb = errors.New("unpacks to far more than it holds; not read")

// newArchive lists an archive. Entries that cannot be used are warnings.
func newArchive(r *zip.Reader) (*archive, error) {
	if len(r.File) > maxEntries {
		return nil, fmt.Errorf("an archive of more than %d files", maxEntries)
	}
	a := &archive{files: map[string]*zip.File{}, encrypted: map[string]bool{}}
	total := uint64(0)
	for _, f := range r.File {
		name := entryName(f)
		if strings.HasSuffix(name, "/") || strings.HasPrefix(name, "__MACOSX/") {
			continue
		}
		switch clean := path.Clean(name); {
		case !fs.ValidPath(clean) || strings.ContainsAny(name, "\\:\x00"):
			a.warnings = append(a.warnings, fmt.Sprintf("%q leads out of the archive; not read", name))
			continue
		case f.Mode()&fs.ModeType != 0:
			a.warnings = append(a.warnings, fmt.Sprintf("%s is a link or device; not read", clean))
			continue
		case a.files[clean] != nil:
			a.warnings = append(a.warnings, fmt.Sprintf("%s stands twice in the archive; the first is read", clean))
			continue
		default:
			a.files[clean] = f
			a.names = append(a.names, clean)
		}
		if total += f.UncompressedSize64; total > maxArchive {
			return nil, errBomb
		}
	}
	return a, nil
}

// entryName decodes the name of an entry. Old archives have it in the encoding
// of the system they were made on, as a rule GBK.
func entryName(f *zip.File) string {
	name := f.Name
	if f.NonUTF8 && !utf8.ValidString(name) {
		if d, err := decode([]byte(name), "", gb18030Name); err == nil {
			name = d.text
		}
	}
	return strings.ReplaceAll(strings.ToValidUTF8(name, "�"), "\\", "/")
}

// openArchive opens an archive of the library.
func openArchive(fsys fs.FS, name string) (*archive, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, reason{err}
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, reason{err}
	}
	at, ok := f.(io.ReaderAt)
	if !ok {
		data, err := readAll(f, info.Size(), maxFile)
		if err != nil {
			f.Close()
			return nil, err
		}
		at = bytes.NewReader(data)
	}
	r, err := zip.NewReader(at, info.Size())
	if err != nil {
		f.Close()
		return nil, errors.New("a damaged archive")
	}
	a, err := newArchive(r)
	if err != nil {
		f.Close()
		return nil, err
	}
	a.closer = f
	return a, nil
}

// Close closes the file of an archive that openArchive opened.
func (a *archive) Close() error {
	if a.closer == nil {
		return nil
	}
	return a.closer.Close()
}

// Open opens a file or folder of the archive.
func (a *archive) Open(name string) (fs.File, error) {
	fail := func(err error) (fs.File, error) { return nil, &fs.PathError{Op: "open", Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	f := a.files[name]
	if f == nil {
		if entries := a.list(name); len(entries) > 0 || name == "." {
			return &folder{name: path.Base(name), entries: entries}, nil
		}
		return fail(fs.ErrNotExist)
	}
	if f.Flags&1 != 0 {
		return fail(errors.New("encrypted with a password"))
	}
	if f.UncompressedSize64 > maxFile {
		return fail(fmt.Errorf("larger than %d MB", maxFile>>20))
	}
	if f.UncompressedSize64 > ratioFrom && f.UncompressedSize64/maxRatio > f.CompressedSize64 {
		return fail(errBomb)
	}
	r, err := f.Open()
	if err != nil {
		return fail(errors.New("damaged in the archive"))
	}
	return &entryFile{ReadCloser: r, info: f.FileInfo(), left: int64(f.UncompressedSize64)}, nil
}

// list gives the entries of a folder of the archive, sorted by name.
func (a *archive) list(dir string) []fs.DirEntry {
	prefix := dir + "/"
	if dir == "." {
		prefix = ""
	}
	seen := map[string]bool{}
	var entries []fs.DirEntry
	for _, name := range a.names {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		first, _, deeper := strings.Cut(rest, "/")
		if seen[first] {
			continue
		}
		seen[first] = true
		if deeper {
			entries = append(entries, fs.FileInfoToDirEntry(&folder{name: first}))
		} else {
			entries = append(entries, fs.FileInfoToDirEntry(entryInfo{a.files[name].FileInfo(), first}))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}

// An entryFile reads a file of the archive, and no more than it says it holds.
type entryFile struct {
	io.ReadCloser
	info fs.FileInfo
	left int64
}

func (f *entryFile) Stat() (fs.FileInfo, error) { return f.info, nil }

func (f *entryFile) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	if f.left -= int64(n); f.left < 0 {
		return 0, errBomb
	}
	if err != nil && err != io.EOF {
		err = errors.New("damaged in the archive")
	}
	return n, err
}

// An entryInfo is the info of a file under its decoded name.
type entryInfo struct {
	fs.FileInfo
	name string
}

func (i entryInfo) Name() string { return i.name }

// A folder is a folder of an archive, its own info, and a file that cannot be
// read.
type folder struct {
	name    string
	entries []fs.DirEntry
	at      int
}

func (d *folder) Name() string               { return d.name }
func (d *folder) Size() int64                { return 0 }
func (d *folder) Mode() fs.FileMode          { return fs.ModeDir | 0o555 }
func (d *folder) ModTime() time.Time         { return time.Time{} }
func (d *folder) IsDir() bool                { return true }
func (d *folder) Sys() any                   { return nil }
func (d *folder) Stat() (fs.FileInfo, error) { return d, nil }
func (d *folder) Close() error               { return nil }

func (d *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: errors.New("is a folder")}
}

// ReadDir lists the folder as fs.ReadDirFile says.
func (d *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	rest := d.entries[d.at:]
	if n > 0 && len(rest) == 0 {
		return nil, io.EOF
	}
	if n > 0 && n < len(rest) {
		rest = rest[:n]
	}
	d.at += len(rest)
	return slices.Clone(rest), nil
}

// prefixed puts the name of the file they are about before warnings.
func prefixed(name string, warnings []string) []string {
	list := make([]string, len(warnings))
	for i, w := range warnings {
		list[i] = name + ": " + w
	}
	return list
}
