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
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// Version changes whenever the same bytes would be read differently.
const Version = "t1"

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
	// Files are the paths inside the library that hold the book.
	Files []string
	// Settings are what library.yaml says of the book.
	Settings Settings

	named bool // the title is library.yaml's
}

// Fingerprint is the SHA-256, in hexadecimal, over the bytes of the source's
// files, its settings and Version. It fails where a file cannot be read.
func (s Source) Fingerprint(fsys fs.FS) (string, error) {
	hash := sha256.New()
	head, err := json.Marshal([]any{Version, s.ID, s.Title, s.Author, s.Format, s.Files, s.Settings})
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

// Read decodes, splits, cleans and mends the book. What is odd about a text is
// no error but a warning in the book; an error means that there is no book:
// the file cannot be read, is no text, or ctx is done.
func (s Source) Read(ctx context.Context, fsys fs.FS) (*book.Book, error) {
	b := &book.Book{ID: s.ID, Title: s.Title, Author: s.Author, File: s.File, Format: s.Format, Script: book.Unknown}
	var paragraphs []book.Paragraph
	for _, name := range s.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, err := readFile(fsys, name)
		if err != nil {
			return nil, err
		}
		d, err := decode(data, s.Settings.Encoding, "")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.Encoding = d.encoding
		lines, invisible := cutLines(d.text)
		b.Removed = append(b.Removed, invisible...)
		for _, l := range lines {
			kept, removed := stripResidue(l)
			b.Removed = append(b.Removed, removed...)
			if kept != "" {
				paragraphs = append(paragraphs, book.Paragraph{Text: kept})
			}
		}
	}
	turnRound(paragraphs)
	b.Script = scriptOf(paragraphs)
	b.Chapters = []book.Chapter{{Ordinal: 1, Paragraphs: paragraphs}}
	return b, nil
}

// scriptOf tells the script of the kept paragraphs together.
func scriptOf(paragraphs []book.Paragraph) book.Script {
	var all strings.Builder
	for _, p := range paragraphs {
		all.WriteString(p.Text)
		all.WriteByte('\n')
	}
	return hanzi.Detect(all.String()).Script
}

// maxFile is the size in bytes from which on a file is not read. The longest
// web novels take about 80 MB.
const maxFile = 256 << 20

func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: more than %d MB", name, maxFile>>20)
	}
	return data, nil
}
