package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"shuyou/bot/internal/store"
	"shuyou/index"
)

// What a backup holds at the most.
const (
	maxSettings = 1 << 30 // bytes
	maxMembers  = 2000
)

// restore puts back what a backup holds, and keeps what was there beside it.
// It wants the data folder for itself.
func restore(ctx context.Context, in *invocation) error {
	if err := in.arguments(1, "restore FILE"); err != nil {
		return err
	}
	unlock, err := index.LockData(ctx, in.settings.dataDir, time.Second)
	if errors.Is(err, index.ErrInUse) {
		return &hintedError{err, "stop the bot first; a backup is put back while it does not serve"}
	}
	if err != nil {
		return err
	}
	err = in.restore(ctx, in.homeOf(in.args[0]))
	return errors.Join(err, unlock())
}

func (in *invocation) restore(ctx context.Context, from string) error {
	work, err := os.MkdirTemp(in.settings.dataDir, ".restoring-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b, err := readBackup(from, work)
	if err != nil {
		return &hintedError{fmt.Errorf("%s: %w", from, err), "name a file that bot backup made"}
	}
	// Everything is looked at before anything is changed.
	switch {
	case b.settings != "" && in.settings.databaseURL != "":
		return wrongUse("leave DATABASE_URL empty to restore into the data folder; PostgreSQL's own are put back with pg_restore", "this backup holds settings for SQLite, and DATABASE_URL is set")
	case len(b.hand) > 0 && in.settings.libraryDir == "":
		return wrongUse("set LIBRARY_DIR to the folder of your books first", "this backup holds %s, which belongs beside the books", b.hand[0].name)
	}
	if b.settings != "" {
		if _, err := store.CheckFile(ctx, b.settings); err != nil {
			return err
		}
	}
	now := time.Now().Format(stamp)
	if b.settings != "" {
		if err := in.restoreSettings(ctx, b.settings, now); err != nil {
			return err
		}
	}
	if err := in.restoreHand(b.hand, now); err != nil {
		return fmt.Errorf("LIBRARY_DIR: %w", err)
	}
	return nil
}

// before is the name that a file gets which a restored one takes the place of.
func before(name, now string) string { return name + ".before-" + now }

// hiddenBefore is such a name for a file beside the books, with a dot in front:
// it is not taken for a book.
func hiddenBefore(name, now string) string {
	return filepath.Join(filepath.Dir(name), "."+before(filepath.Base(name), now))
}

func (in *invocation) restoreSettings(ctx context.Context, from, now string) error {
	current := filepath.Join(in.settings.dataDir, store.FileName)
	kept := before(current, now)
	_, err := os.Stat(current)
	there := !errors.Is(err, fs.ErrNotExist)
	moved := false
	if there {
		if moved, err = in.setAside(ctx, current, kept); err != nil {
			return fmt.Errorf("keeping the settings that are there: %w", err)
		}
	}
	if err := store.Restore(ctx, in.settings.dataDir, from, in.logger()); err != nil {
		if moved {
			err = errors.Join(err, moveSettings(kept, current))
		}
		return err
	}
	fmt.Fprintf(in.stdout, "restored %s\n", current)
	if there {
		fmt.Fprintf(in.stdout, "  what was there is kept as %s\n", kept)
	}
	return nil
}

// setAside keeps the settings under another name: as a copy, or, where they
// cannot be read, by moving the files.
func (in *invocation) setAside(ctx context.Context, current, kept string) (moved bool, err error) {
	s, err := store.Open(ctx, store.Config{DataDir: in.settings.dataDir})
	if err == nil {
		return false, errors.Join(s.Backup(ctx, kept), s.Close())
	}
	if !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) && !errors.Is(err, store.ErrForeign) {
		return false, err
	}
	return true, moveSettings(current, kept)
}

// moveSettings renames the settings and what SQLite keeps beside them.
func moveSettings(from, to string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(from+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// restoreHand writes files beside the books. No link leads out of the folder.
func (in *invocation) restoreHand(hand []handFile, now string) error {
	if len(hand) == 0 {
		return nil
	}
	if err := os.MkdirAll(in.settings.libraryDir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(in.settings.libraryDir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, h := range hand {
		name := filepath.FromSlash(h.name)
		old, err := root.ReadFile(name)
		switch {
		case err == nil && bytes.Equal(old, []byte(h.text)):
			fmt.Fprintf(in.stdout, "%s is as it was\n", h.name)
			continue
		case err == nil:
			if err := root.Rename(name, hiddenBefore(name, now)); err != nil {
				return err
			}
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := root.WriteFile(name, []byte(h.text), 0o600); err != nil {
			return err
		}
		fmt.Fprintf(in.stdout, "restored %s\n", filepath.Join(in.settings.libraryDir, name))
		if err == nil {
			fmt.Fprintf(in.stdout, "  what was there is kept as %s\n", filepath.Join(in.settings.libraryDir, hiddenBefore(name, now)))
		}
	}
	return nil
}

// A backedUp is what was read from a backup.
type backedUp struct {
	settings string // path of the unpacked file; empty where there is none
	hand     []handFile
}

// readBackup unpacks a backup into a folder. It refuses what bot backup would
// not have put there.
func readBackup(from, work string) (*backedUp, error) {
	f, err := os.Open(from)
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	defer f.Close()
	return unpack(f, work)
}

func unpack(r io.Reader, work string) (*backedUp, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, errors.New("it is no backup")
	}
	b, archive, seen := &backedUp{}, tar.NewReader(z), map[string]bool{}
	for n := 0; ; n++ {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) && n > 0 {
			// The check sum stands at the end of the file.
			if _, err := io.Copy(io.Discard, io.LimitReader(z, maxHandFile)); err != nil {
				return nil, fmt.Errorf("it is damaged: %w", err)
			}
			return b, nil
		}
		switch {
		case errors.Is(err, io.EOF) || err != nil && n == 0:
			return nil, errors.New("it is no backup")
		case err != nil:
			return nil, fmt.Errorf("it is damaged: %w", err)
		case n == maxMembers:
			return nil, errors.New("it holds too many files")
		case header.Typeflag != tar.TypeReg || seen[strings.ToLower(header.Name)]:
			return nil, errors.New("it holds what no backup does")
		}
		seen[strings.ToLower(header.Name)] = true
		if err := b.take(header.Name, archive, work, n == 0); err != nil {
			return nil, err
		}
	}
}

// take unpacks one member. The first one must be the mark.
func (b *backedUp) take(name string, r io.Reader, work string, first bool) error {
	switch hand, isHand := strings.CutPrefix(name, backupLibrary); {
	case first || name == backupMark:
		text, err := readAtMost(r, maxHandFile)
		headline, _, _ := strings.Cut(string(text), "\n")
		switch {
		case err != nil || !first || name != backupMark || !strings.HasPrefix(headline, "Shuyou backup "):
			return errors.New("it is no backup")
		case headline != backupHeadline:
			return errors.New("it was made by a newer version")
		}
		return nil
	case name == store.FileName:
		b.settings = filepath.Join(work, store.FileName)
		return writeAtMost(b.settings, r, maxSettings)
	case isHand && isSafe(hand) && (isHandFile(hand) || isYAML(hand)):
		text, err := readAtMost(r, maxHandFile)
		if err != nil {
			return fmt.Errorf("%s: %w", hand, err)
		}
		b.hand = append(b.hand, handFile{hand, string(text)})
		return nil
	}
	return errors.New("it holds what no backup does")
}

// isSafe reports whether a path leads nowhere but into the folder of the
// books, on any system, and to nothing hidden.
func isSafe(name string) bool {
	return fs.ValidPath(name) && filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, "\\:\x00") &&
		!slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}

// writeAtMost writes a new file, and fails where it grows larger than limit.
func writeAtMost(path string, r io.Reader, limit int64) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = errors.New("is larger than settings can be")
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}
