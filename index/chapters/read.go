package chapters

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// A text is a book whose files have been read but not divided.
type text struct {
	files    []string // as paths inside the library or archive
	lines    []line
	removed  []removal
	warnings []string
	encoding string
	sure     float64
	title    string // what the files say of themselves
	author   string
	dir      string // the folder of the last file
	reader   *headingReader
}

// limits on what a single book may make the program read, in bytes.
const (
	// maxFile is the size from which on a file is not read. The longest web
	// novels take about 80 MB.
	maxFile = 128 << 20
	// maxBook is the same for all files of a book together.
	maxBook = 256 << 20
)

// Read decodes, divides, cleans and mends the book. What is odd about a text is
// no error but a warning in the book; an error means that there is no book:
// the file cannot be read, is no text, is encrypted, or ctx is done.
func (s Source) Read(ctx context.Context, fsys fs.FS) (*book.Book, error) {
	t, err := s.readText(ctx, fsys)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.File, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.finish(t)
}

// readText reads the lines of all files of the book.
func (s Source) readText(ctx context.Context, fsys fs.FS) (*text, error) {
	t := &text{}
	if s.archive != "" {
		inner, err := openArchive(fsys, s.archive)
		if err != nil {
			return nil, err
		}
		defer inner.Close()
		fsys = inner
	}
	t.reader = &headingReader{words: words()}
	size := 0
	for _, name := range s.parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, err := readFile(fsys, name)
		if err == nil {
			if size += len(data); size > maxBook {
				return nil, fmt.Errorf("larger than %d MB", maxBook>>20)
			}
			err = t.addFile(data, name, s)
		}
		switch {
		case err == nil:
		case len(s.parts) == 1:
			return nil, err
		default:
			t.warnings = append(t.warnings, fmt.Sprintf("%s: %s", name, plain(err)))
		}
	}
	if len(t.files) == 0 && len(t.warnings) > 0 {
		return nil, errors.New(t.warnings[0])
	}
	return t, nil
}

// addFile adds the lines of one file. Where the book is a folder, the name of
// the file stands for a heading that the file itself lacks.
func (t *text) addFile(data []byte, name string, s Source) error {
	before := len(t.lines)
	var err error
	switch formats[strings.ToLower(path.Ext(name))] {
	case "epub":
		return t.addEPUB(data, name)
	case "html":
		err = t.addHTML(data, name, s.Settings)
	case "md":
		err = t.addMarkdown(data, name, s.Settings)
	default:
		err = t.addPlain(data, name, s.Settings)
	}
	if err == nil && s.Format == "folder" {
		t.nameFile(before, name, s.root(), t.reader)
	}
	return err
}

// root is the folder of a book that is one, inside its archive or library.
func (s Source) root() string {
	root := path.Dir(s.parts[0])
	for _, p := range s.parts {
		for root != "." && !strings.HasPrefix(p, root+"/") {
			root = path.Dir(root)
		}
	}
	return root
}

// addPlain decodes a plain text and adds its lines.
func (t *text) addPlain(data []byte, name string, s Settings) error {
	d, err := decode(data, s.Encoding, "")
	if err != nil {
		return err
	}
	t.decoded(d, name)
	lines, removed := cutLines(d.text)
	t.add(name, lines, removed)
	return nil
}

// decoded takes note of how a file was decoded.
func (t *text) decoded(d decoding, name string) {
	if t.encoding == "" || d.sure < t.sure {
		t.encoding, t.sure = d.encoding, d.sure
	}
	if d.other != "" {
		t.warnings = append(t.warnings, fmt.Sprintf("%s: read as %s, but it may be %s; encoding in %s decides", name, d.encoding, d.other, SettingsFile))
	}
	if d.broken > 0 {
		t.warnings = append(t.warnings, fmt.Sprintf("%s: %s not valid %s and stand as \ufffd", name, count(d.broken, "place is", "places are"), d.encoding))
	}
}

// add puts the lines of one file, cleaned of residue and of hard line breaks,
// behind those that are there.
func (t *text) add(name string, lines []line, removed []removal) {
	file := int16(min(len(t.files), 1<<15-1))
	t.files = append(t.files, name)
	for i := range lines {
		lines[i].file = file
	}
	for i := range removed {
		removed[i].file = file
	}
	lines, removed = stripResidue(lines, removed)
	lines, long := cutLong(lines)
	if long > 0 {
		t.warnings = append(t.warnings, fmt.Sprintf("%s: %s too long for a paragraph and %s cut", name, count(long, "line was", "lines were"), were(long)))
	}
	lines = joinWrapped(lines, wrapOf(lines))
	lines, removed = newCleaner().scrub(lines, removed)
	if len(t.lines) == 0 {
		t.lines, t.removed = lines, removed
		return
	}
	t.lines = append(t.lines, lines...)
	t.removed = append(t.removed, removed...)
}

// finish makes the book.
func (s Source) finish(t *text) (*book.Book, error) {
	var matches func(string) bool
	if s.Settings.Heading != "" {
		pattern, err := regexp.Compile(s.Settings.Heading)
		if err != nil {
			return nil, err
		}
		matches = pattern.MatchString
	}
	d := divide(t.lines, s.Settings, matches)
	if len(d.front) == 0 && len(d.drafts) == 0 {
		return nil, fmt.Errorf("%s: no text in it", s.File)
	}
	b := &book.Book{ID: s.ID, Title: s.Title, Author: s.Author, File: s.File, Format: s.Format,
		Encoding: t.encoding, Sure: t.sure, Script: book.Unknown, Warnings: t.warnings}
	s.entitle(b, t, d.front)
	removed := append(t.removed, d.removed...)
	removed = cleanEdges(d.drafts, removed)
	d.drafts = withoutEmptyVolumes(d.drafts)
	b.Chapters = make([]book.Chapter, 0, len(d.drafts)+1)
	if len(d.front) > 0 {
		b.Chapters = append(b.Chapters, book.Chapter{Ordinal: book.FrontMatter, Paragraphs: paragraphs(d.front)})
	}
	for i := range d.drafts {
		b.Chapters = append(b.Chapters, d.drafts[i].chapter(book.Ordinal(i+1)))
	}
	b.Removed = t.named(removed)
	report(b, &d)
	b.Script = script(b)
	return b, nil
}

// chapter makes the chapter of a draft.
func (d *draft) chapter(o book.Ordinal) book.Chapter {
	c := book.Chapter{Ordinal: o, Volume: d.volume, Paragraphs: paragraphs(d.lines)}
	if d.head != nil {
		c.Title = d.head.title
		if d.head.numbered {
			number := d.head.number
			c.Number = &number
		}
	}
	return c
}

func paragraphs(lines []line) []book.Paragraph {
	ps := make([]book.Paragraph, len(lines))
	for i := range lines {
		ps[i].Text = lines[i].text
		if lines[i].is(unescaped) {
			ps[i].Mended = RuleEntities
		}
	}
	turnRound(ps)
	return ps
}

// named gives the removals the names of their files, in the order in which they
// stand there.
func (t *text) named(removed []removal) []book.Removal {
	if len(removed) == 0 {
		return nil
	}
	sortRemovals(removed)
	list := make([]book.Removal, len(removed))
	for i, r := range removed {
		list[i] = book.Removal{Line: int(r.line), Rule: r.rule, Text: r.text}
		if len(t.files) > 1 {
			list[i].File = t.files[r.file]
		}
	}
	return list
}

// script tells the script of a book from samples out of all of it.
func script(b *book.Book) book.Script {
	const sample = 60_000 // bytes
	size := 0
	for i := range b.Chapters {
		for _, p := range b.Chapters[i].Paragraphs {
			size += len(p.Text)
		}
	}
	every := size/sample + 1
	var text strings.Builder
	n := 0
	for i := range b.Chapters {
		for _, p := range b.Chapters[i].Paragraphs {
			if n++; n%every == 0 {
				text.WriteString(p.Text)
			}
		}
	}
	if text.Len() == 0 {
		for i := range b.Chapters {
			text.WriteString(b.Chapters[i].Title)
		}
	}
	return hanzi.Detect(text.String()).Script
}

// readFile reads a file of the library. What is no regular file, such as a
// pipe, is not opened.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, reason{err}
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("not a regular file")
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("larger than %d MB", maxFile>>20)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, reason{err}
	}
	defer f.Close()
	size := info.Size()
	if _, packed := f.(*entryFile); packed {
		size = min(size, 1<<20) // an archive may say anything
	}
	return readAll(f, size, maxFile)
}

// readAll reads up to limit bytes; size is how many are expected.
func readAll(r io.Reader, size, limit int64) ([]byte, error) {
	data := make([]byte, 0, min(size, 64<<20)+512)
	for {
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, reason{err}
		case int64(len(data)) > limit:
			return nil, fmt.Errorf("larger than %d MB", limit>>20)
		}
		if len(data) == cap(data) {
			grown := make([]byte, len(data), 2*len(data))
			copy(grown, data)
			data = grown
		}
	}
}

// count puts a number before a noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// runes counts the characters of paragraphs.
func runes(ps []book.Paragraph) int {
	n := 0
	for _, p := range ps {
		n += utf8.RuneCountInString(p.Text)
	}
	return n
}
