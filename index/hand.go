package index

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"shuyou/index/cast"
	"shuyou/index/chapters"
)

// A hand on the cast: beside a book, cast.yaml puts right what was found. In a
// folder with one book it is the book's; with several, each has its own, named
// after the book's file: ming.txt has ming.cast.yaml. library.yaml may name
// another file as a book's aliases.
const castFile = chapters.CastFile

// correct lays the group's corrections over the people of the shelves. What
// cannot be read or does not fit leaves the people as they were found, with a
// warning that names file and line.
func correct(files fs.FS, g *generation, want []wanted) (warnings []string) {
	if _, err := fs.Stat(files, castFile); err == nil && len(want) > 1 {
		warnings = append(warnings, fmt.Sprintf("%s is used for a folder with one book; with several, name it after the book's file: %s", castFile, castFiles(want[0], len(want))[0]))
	}
	for i, s := range g.shelves {
		for _, w := range want {
			if w.shelf != g.names[i] {
				continue
			}
			for _, name := range castFiles(w, len(want)) {
				found, err := s.correct(files, name)
				if err != nil {
					warnings = append(warnings, fmt.Sprintf("the people of %s stay as they were found: %v", s.info.Title, err))
				}
				if found {
					break
				}
			}
		}
	}
	return warnings
}

// castFiles are the names that the corrections of a book may have, the most
// particular first.
func castFiles(w wanted, books int) []string {
	var names []string
	if w.source.Settings.Aliases != "" {
		names = append(names, w.source.Settings.Aliases)
	}
	names = append(names, strings.TrimSuffix(w.source.File, path.Ext(w.source.File))+"."+castFile)
	if len(w.source.Files) > 1 {
		names = append(names, path.Join(w.source.File, castFile))
	}
	if books == 1 {
		names = append(names, castFile)
	}
	return names
}

// handOf changes whenever what somebody wrote beside the books does: the
// corrections of casts and the conversions of the group.
func handOf(files fs.FS, want []wanted) string {
	hash := sha256.New()
	names := []string{overlayFile}
	for _, w := range want {
		names = append(names, castFiles(w, len(want))...)
	}
	for _, name := range names {
		if data, err := fs.ReadFile(files, name); err == nil {
			fmt.Fprintf(hash, "%s %x\n", name, sha256.Sum256(data))
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

func (s *shelf) correct(files fs.FS, name string) (found bool, err error) {
	if _, err := fs.Stat(files, name); err != nil { // nothing there, or a place inside an archive
		return false, nil
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return true, err
	}
	overlay, err := cast.ParseOverlay(name, data)
	if err != nil {
		return true, err
	}
	people, err := s.found.With(overlay)
	if err != nil {
		return true, err
	}
	s.people = people
	return true, nil
}

// CastYAML writes the people of a book, as they were found, as a cast.yaml.
func (l *Library) CastYAML(inBook string) ([]byte, error) {
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	s, err := g.shelf(inBook)
	if err != nil {
		return nil, err
	}
	return s.found.YAML(), nil
}
