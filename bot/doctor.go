package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"shuyou/bot/internal/health"
	"shuyou/bot/internal/store"
	"shuyou/index"
	"shuyou/index/chapters"
)

// An examination is what doctor finds: lines to read, and faults to mend.
type examination struct {
	*invocation
	lines  [][2]string
	faults []error
}

func (e *examination) line(name, format string, args ...any) {
	e.lines = append(e.lines, [2]string{name, fmt.Sprintf(format, args...)})
}

func (e *examination) fault(err error) { e.faults = append(e.faults, flatten(err)...) }

// doctor checks everything that serving needs, without connecting to Discord
// and without changing anything, and says what must be mended.
func doctor(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "doctor"); err != nil {
		return err
	}
	e := &examination{invocation: in}
	e.fault(in.faults)
	e.envFile()
	e.discord()
	e.library()
	e.data(ctx)
	e.kept(ctx)
	font, err := fontStatus(in.settings)
	e.line("font", "%s", font)
	if in.settings.fontFile != "" {
		e.fault(err)
	}
	e.serving(ctx)
	return e.print()
}

func (e *examination) print() error {
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	for _, l := range e.lines {
		fmt.Fprintf(w, "%s\t%s\n", l[0], l[1])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	mend := 0
	for _, err := range e.faults {
		if err == nil {
			continue
		}
		mend++
		fmt.Fprintf(e.stdout, "\nto mend: %v\n", err)
		var hinted interface{ Hint() string }
		if errors.As(err, &hinted) && hinted.Hint() != "" {
			fmt.Fprintf(e.stdout, "         %s\n", hinted.Hint())
		}
	}
	if mend > 0 {
		return fmt.Errorf("%s to mend", counted(mend, "fault"))
	}
	return nil
}

func (e *examination) envFile() {
	file := e.settings.envFile
	if !file.found {
		e.line(".env", "none in %s", filepath.Dir(file.path))
		return
	}
	e.line(".env", "%s", file.path)
	for _, path := range e.settings.exposed() {
		e.line("", "every user of this machine can read the secret in %s; chmod 600 %s", path, path)
	}
}

func (e *examination) discord() {
	s := e.settings
	e.fault(s.checkConnection())
	way := "over the gateway"
	if s.httpAddr != "" {
		way = "over HTTP, at " + s.httpAddr
	}
	switch id := applicationID(s.token); {
	case s.token == "":
		way += "; no token"
	case id != "":
		way += "; the token is that of application " + id
	}
	if len(s.guilds) > 0 {
		way += "; answers in " + counted(len(s.guilds), "server") + " only"
	}
	e.line("Discord", "%s", way)
}

func (e *examination) library() {
	err := e.settings.checkLibrary()
	e.fault(err)
	files, source, opening := e.libraryFiles()
	if opening != nil || err != nil {
		e.line("LIBRARY_DIR", "%s", e.settings.libraryDir)
		return
	}
	count, size := booksIn(files)
	switch _, err := fs.ReadDir(files, "."); {
	case source == builtIn:
		e.line("LIBRARY_DIR", "%s: %s, %s", source, counted(count, "file"), sized(size))
	case errors.Is(err, fs.ErrNotExist):
		e.line("LIBRARY_DIR", "%s", source)
		e.fault(wrongUse("put it back, or leave LIBRARY_DIR empty for the built-in samples; what was read in before still answers", "LIBRARY_DIR: %s: there is no such folder", source))
	case err != nil:
		e.line("LIBRARY_DIR", "%s", source)
		e.fault(wrongUse("let that user read it; what was read in before still answers", "LIBRARY_DIR: %s cannot be read by user %d", source, os.Getuid()))
	case count == 0:
		e.line("LIBRARY_DIR", "%s: no books", source)
		e.fault(wrongUse("put .txt, .md, .html, .epub or .zip files there", "LIBRARY_DIR: there are no books in %s", source))
	default:
		e.line("LIBRARY_DIR", "%s: %s, %s", source, counted(count, "file"), sized(size))
	}
}

// Reading the books in takes a multiple of their text on the disk: three
// novels of 3.9 MB took 27 MB while they were read in and 23 MB afterwards,
// the five samples of 31 kB took 0.8 MB. An archive holds about three times its
// size.
const (
	indexPerText   = 7
	indexPerBook   = 200_000 // bytes
	textPerArchive = 3
)

// booksIn counts the files of a library and the bytes of their texts.
func booksIn(files fs.FS) (count int, size uint64) {
	_ = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == chapters.OverlayFile {
			return nil // what cannot be read is told of elsewhere
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml":
			size += uint64(info.Size())
		case ".epub", ".zip":
			size += textPerArchive * uint64(info.Size())
		default:
			return nil
		}
		count++
		return nil
	})
	return count, size
}

// sized writes a number of bytes for people.
func sized(bytes uint64) string {
	const step = 1000
	value, units := float64(bytes), []string{"B", "kB", "MB", "GB", "TB"}
	for len(units) > 1 && value >= step {
		value, units = value/step, units[1:]
	}
	return fmt.Sprintf("%.3g %s", value, units[0])
}

func (e *examination) data(ctx context.Context) {
	dir := e.settings.dataDir
	info, err := os.Stat(dir)
	there := dir
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.line("DATA_DIR", "%s (made at the first start)", dir)
		for errors.Is(err, fs.ErrNotExist) && there != filepath.Dir(there) {
			there = filepath.Dir(there)
			_, err = os.Stat(there)
		}
		probe, err := os.MkdirTemp(there, ".shuyou-*")
		if err != nil {
			e.fault(wrongUse("choose another folder with DATA_DIR or --data", "the data folder %s cannot be made by user %d", dir, os.Getuid()))
			break
		}
		e.fault(os.Remove(probe))
	case err == nil && !info.IsDir():
		e.line("DATA_DIR", "%s", dir)
		e.fault(wrongUse("choose another folder with DATA_DIR or --data", "DATA_DIR: %s is no folder", dir))
		return
	default:
		e.line("DATA_DIR", "%s", dir)
		e.fault(index.CheckData(dir))
	}
	var need uint64
	if files, _, err := e.libraryFiles(); err == nil {
		count, size := booksIn(files)
		need = indexPerText*size + indexPerBook*uint64(count)
	}
	free, err := freeSpace(there)
	switch {
	case err != nil:
		e.line("disk", "reading all books in anew takes about %s; how much is free cannot be told", sized(need))
	case free < need:
		e.fault(&hintedError{fmt.Errorf("%s are free for %s, and reading all books in anew takes about %s", sized(free), dir, sized(need)), "make room, or choose another folder with DATA_DIR"})
		fallthrough
	default:
		e.line("disk", "%s free; reading all books in anew takes about %s", sized(free), sized(need))
	}
}

// kept looks at the settings that readers and groups made.
func (e *examination) kept(ctx context.Context) {
	kind := "SQLite, " + filepath.Join(e.settings.dataDir, store.FileName)
	if e.settings.databaseURL != "" {
		kind = "PostgreSQL"
		if err := e.settings.checkDatabase(); err != nil {
			e.fault(err)
			e.line("settings", "%s", kind)
			return
		}
	}
	version, err := store.Version(ctx, store.Config{DataDir: e.settings.dataDir, DatabaseURL: e.settings.databaseURL})
	e.fault(err)
	switch {
	case err != nil:
		e.line("settings", "%s", kind)
	case version == 0:
		e.line("settings", "%s: none yet", kind)
	default:
		e.line("settings", "%s: schema %d, this program knows %d", kind, version, store.SchemaVersion())
	}
}

// heldFor is how long doctor waits for the lock of the data folder.
const heldFor = 50 * time.Millisecond

func (e *examination) serving(ctx context.Context) {
	status, err := health.Ask(ctx, e.settings.dataDir)
	switch {
	case err == nil && status.Ready:
		e.line("serving", "another process, %s", counted(status.Books, "book"))
		return
	case err == nil:
		e.line("serving", "another process, %s", status.Detail)
		return
	}
	if _, err := os.Stat(e.settings.dataDir); err == nil {
		unlock, err := index.LockData(ctx, e.settings.dataDir, heldFor)
		if errors.Is(err, index.ErrInUse) {
			e.line("serving", "another process holds the data folder and does not answer yet")
			return
		}
		if err == nil {
			e.fault(unlock())
		}
	}
	e.line("serving", "no process serves from this data folder")
}
