// Package chapters reads novels in: bytes become books, chapters and clean
// paragraphs. It takes the files a reading group has — any usual encoding, text,
// Markdown, HTML, EPUB, archives and folders of these — and is honest about
// them: what was left out is listed with its rule and line, what was mended is
// marked, and what could not be mended is told.
//
// Reading the same bytes with the same Settings and Version gives the same
// book. Nothing here writes, and no input makes it panic or read outside the
// library folder it was given.
//
// Which way a line of Chinese reads is told by data/direction.txt, made from
// jieba's word list (MIT).
package chapters

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
)

// Version changes whenever the same bytes would be read differently.
const Version = "t12"

// A Source is one book found in a library folder, not read yet.
type Source struct {
	// ID is the one given in library.yaml, else File.
	ID string
	// Title and Author are those of library.yaml, else what the file name
	// says. Read may find better ones inside the file.
	Title  string
	Author string
	// File is the path of the file or folder inside the library.
	File string
	// Format is "txt", "md", "html", "epub" or "folder".
	Format string
	// Files are the paths inside the library that hold the book: one for a
	// single file or an archive, several for a folder.
	Files []string
	// Settings are what library.yaml says of the book.
	Settings Settings

	named   bool     // the title is library.yaml's
	archive string   // the archive the parts lie in, empty for the library itself
	parts   []string // the files of the text in order, as paths in the archive or library
}

// Fingerprint is the SHA-256, in hexadecimal, over the bytes of the source's
// files, its settings and Version. It fails where a file cannot be read.
func (s Source) Fingerprint(fsys fs.FS) (string, error) {
	hash := sha256.New()
	head, err := json.Marshal([]any{Version, s.ID, s.Title, s.Author, s.Format, s.Files, s.parts, s.Settings})
	if err != nil {
		return "", fmt.Errorf("fingerprint of %s: %w", s.File, err)
	}
	hash.Write(head)
	files := s.Files
	if s.Settings.Aliases != "" {
		files = append(files[:len(files):len(files)], s.Settings.Aliases)
	}
	for _, name := range files {
		n, err := addFile(hash, fsys, name)
		if err != nil {
			return "", fmt.Errorf("fingerprint of %s: %w", s.File, err)
		}
		fmt.Fprintf(hash, "\x00%d\x00", n)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

func addFile(w io.Writer, fsys fs.FS, name string) (int64, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return io.Copy(w, f)
}
