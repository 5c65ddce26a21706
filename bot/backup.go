package main

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"shuyou/bot/internal/store"
	"shuyou/index/chapters"
)

// A backup is a tar archive, compressed with gzip. Its first member says that
// it is one; then come the settings, and under library/ what the group wrote
// beside its books.
const (
	backupMark     = "shuyou-backup.txt"
	backupHeadline = "Shuyou backup 1" // the number is that of this layout
	backupLibrary  = "library/"
)

// maxHandFile is the size in bytes from which on a file beside the books is
// nothing that somebody wrote by hand.
const maxHandFile = 16 << 20

// stamp is the time in the name of a file.
const stamp = "2006-01-02-150405"

// backup keeps the settings, and what the group wrote beside its books, in one
// file, also while the bot serves.
func backup(ctx context.Context, in *invocation) error {
	if err := in.arguments(1, "backup DIR"); err != nil {
		return err
	}
	dir := in.homeOf(in.args[0])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the folder for the backup: %w", err)
	}
	now := time.Now()
	target := filepath.Join(dir, "shuyou-"+now.Format(stamp)+".tar.gz")
	inside, err := in.writeBackup(ctx, target, now)
	if err != nil {
		return err
	}
	if in.settings.databaseURL != "" {
		fmt.Fprintln(in.stderr, "bot: the settings are in PostgreSQL and not inside; back them up with pg_dump")
	}
	fmt.Fprintf(in.stderr, "bot: inside: %s\n", strings.Join(inside, ", "))
	fmt.Fprintf(in.stderr, "bot: not inside: %s\n", notInside)
	_, err = fmt.Fprintln(in.stdout, target)
	return err
}

const notInside = "the books, the index (it is made anew), .env and its token"

// writeBackup writes the file, whole or not at all, and lists what is in it.
func (in *invocation) writeBackup(ctx context.Context, target string, now time.Time) (inside []string, err error) {
	work, err := os.MkdirTemp(filepath.Dir(target), ".shuyou-*")
	if err != nil {
		return nil, fmt.Errorf("the folder for the backup: %w", err)
	}
	defer os.RemoveAll(work)
	settings, err := in.copySettings(ctx, work)
	if err != nil {
		return nil, err
	}
	hand, err := in.handFiles()
	if err != nil {
		return nil, err
	}
	if settings == "" && len(hand) == 0 {
		return nil, &hintedError{errors.New("there is nothing to back up"), "the settings come with the first start, in " + in.settings.dataDir}
	}
	whole := filepath.Join(work, "backup")
	out, err := os.OpenFile(whole, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	a := newArchive(out, now)
	a.text(backupMark, backupHeadline+"\nmade on "+now.Format(time.RFC3339)+" by shuyou "+programVersion()+"\nnot inside: "+notInside+"\n")
	if settings != "" {
		a.file(store.FileName, settings)
		inside = append(inside, store.FileName)
	}
	for _, h := range hand {
		a.text(backupLibrary+h.name, h.text)
		inside = append(inside, h.name)
	}
	if err := errors.Join(a.close(), out.Sync(), out.Close()); err != nil {
		return nil, fmt.Errorf("writing the backup: %w", err)
	}
	if _, err := os.Lstat(target); err == nil {
		return nil, fmt.Errorf("%s is there already", target)
	}
	return inside, os.Rename(whole, target)
}

// copySettings copies the settings as they are at one moment, and returns the
// path of the copy, empty where there are none here.
func (in *invocation) copySettings(ctx context.Context, dir string) (string, error) {
	if in.settings.databaseURL != "" {
		return "", nil
	}
	if _, err := os.Stat(filepath.Join(in.settings.dataDir, store.FileName)); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	kept, err := store.Open(ctx, store.Config{DataDir: in.settings.dataDir, Log: in.logger()})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, store.FileName)
	return path, errors.Join(kept.Backup(ctx, path), kept.Close())
}

// A handFile is a file that somebody wrote beside the books.
type handFile struct{ name, text string }

// isHandFile reports whether a file of that name is one.
func isHandFile(name string) bool {
	base := path.Base(name)
	return base == chapters.SettingsFile || base == chapters.OverlayFile ||
		base == chapters.CastFile || strings.HasSuffix(base, "."+chapters.CastFile)
}

// handFiles reads what the group wrote beside its books, in the order of the
// names.
func (in *invocation) handFiles() ([]handFile, error) {
	if in.settings.libraryDir == "" {
		return nil, nil
	}
	files, _, err := in.libraryFiles()
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	if sources, _, err := chapters.Scan(files); err == nil {
		for _, s := range sources { // library.yaml may give a cast another name
			if name := s.Settings.Aliases; name != "" && isYAML(name) {
				names[name] = true
			}
		}
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("LIBRARY_DIR: %w", err)
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && isHandFile(name):
			names[name] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var hand []handFile
	for name := range names {
		data, err := fs.ReadFile(files, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("LIBRARY_DIR: %w", err)
		case len(data) > maxHandFile:
			return nil, &hintedError{fmt.Errorf("%s is too large", name), "such a file has a few lines; look what it is"}
		}
		hand = append(hand, handFile{name, string(data)})
	}
	slices.SortFunc(hand, func(a, b handFile) int { return strings.Compare(a.name, b.name) })
	return hand, nil
}

func isYAML(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".yaml" || ext == ".yml"
}

// An archive is a backup that is being written. It remembers the first error.
type archive struct {
	tar  *tar.Writer
	gzip *gzip.Writer
	now  time.Time
	err  error
}

func newArchive(w io.Writer, now time.Time) *archive {
	z := gzip.NewWriter(w)
	return &archive{tar: tar.NewWriter(z), gzip: z, now: now}
}

func (a *archive) text(name, text string) {
	a.member(name, int64(len(text)), strings.NewReader(text))
}

func (a *archive) file(name, from string) {
	f, err := os.Open(from)
	if err != nil {
		a.err = errors.Join(a.err, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		a.err = errors.Join(a.err, err)
		return
	}
	a.member(name, info.Size(), f)
}

func (a *archive) member(name string, size int64, r io.Reader) {
	if a.err != nil {
		return
	}
	if a.err = a.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: a.now, Typeflag: tar.TypeReg}); a.err == nil {
		_, a.err = io.Copy(a.tar, r)
	}
}

func (a *archive) close() error { return errors.Join(a.err, a.tar.Close(), a.gzip.Close()) }
