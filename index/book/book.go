// Package book holds the words every other room shares: a book, its chapters
// and paragraphs, the reference that names a place in it, and the ceiling that
// says how far a reader may look. It imports nothing of ours.
package book

// Ordinal is the place of a chapter in reading order: 1, 2, 3 … whatever
// number is printed above it. Ordinal 0 is the front matter, the text before
// the first heading.
type Ordinal int

// FrontMatter is the ordinal of the text before the first heading. It is
// always open: it spoils nothing.
const FrontMatter Ordinal = 0

// Script says which letters a text is written in.
type Script string

// The scripts a text can be found to have.
const (
	Unknown     Script = "unknown"
	Traditional Script = "traditional"
	Simplified  Script = "simplified"
	Mixed       Script = "mixed"
)

// A Book is one text as it was read in.
type Book struct {
	// ID stays the same through renames of the file: it is what settings and
	// buttons remember.
	ID     string `json:"id"`
	Title  string `json:"title"`
	Author string `json:"author,omitempty"`
	// File is the path inside the library folder, with forward slashes.
	File string `json:"file"`
	// Format is "txt", "md", "html", "epub" or "folder".
	Format string `json:"format"`
	// Encoding is the IANA name of what the bytes were decoded from.
	Encoding string `json:"encoding"`
	// Sure says how clearly that encoding stood out from the others, from 0 to
	// 1; it is 1 where the file or a setting names it.
	Sure   float64 `json:"encoding_sure,omitempty"`
	Script Script  `json:"script"`
	// Chapters stand in reading order. Front matter, where there is any, is
	// the first and has ordinal 0.
	Chapters []Chapter `json:"chapters"`
	// Removed lists every line or piece of a line that was left out.
	Removed  []Removal `json:"removed,omitempty"`
	Warnings []string  `json:"warnings,omitempty"`
}

// A Chapter is one chapter of a book.
type Chapter struct {
	Ordinal Ordinal `json:"ordinal"`
	// Number is the number that is printed, nil where there is none.
	Number *int   `json:"number"`
	Volume string `json:"volume,omitempty"`
	// Title is the heading as printed, empty where there is none.
	Title      string      `json:"title"`
	Paragraphs []Paragraph `json:"paragraphs"`
	Warnings   []string    `json:"warnings,omitempty"`
	// Unreliable marks a chapter whose text is damaged beyond mending; every
	// passage quoted from it says so.
	Unreliable bool `json:"unreliable,omitempty"`
}

// A Paragraph is one kept paragraph, in the book's own spelling.
type Paragraph struct {
	Text string `json:"text"`
	// Mended names the rule by which the paragraph was put right, such as
	// RuleReversed; empty where the text stands as it was found.
	Mended string `json:"mended,omitempty"`
}

// RuleReversed is the mending of a paragraph whose characters stood in
// reverse order.
const RuleReversed = "reversed"

// A Removal is a piece of the source that was left out, with the rule that
// took it. Line counts the lines of the decoded source from 1; File names the
// source where the book consists of several, as a path inside the library or
// archive.
type Removal struct {
	Line int    `json:"line"`
	Rule string `json:"rule"`
	Text string `json:"text"`
	File string `json:"file,omitempty"`
}

// Last is the highest ordinal of the book, 0 where it has no chapter.
func (b *Book) Last() Ordinal {
	if len(b.Chapters) == 0 {
		return 0
	}
	return b.Chapters[len(b.Chapters)-1].Ordinal
}

// A Ref names one paragraph of one book. Paragraph counts the kept paragraphs
// of the chapter from 1.
type Ref struct {
	Book      string  `json:"book"`
	Chapter   Ordinal `json:"chapter"`
	Paragraph int     `json:"paragraph"`
}
