package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"

	"shuyou/index/book"
	"shuyou/index/chapters"
)

// A BookInfo is what the library knows about a book without its texts. Its
// JSON is that of `bot library`.
type BookInfo struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Author   string `json:"author,omitempty"`
	File     string `json:"file"`
	Format   string `json:"format"`
	Encoding string `json:"encoding"`
	// EncodingSure says how sure the encoding is, from 0 to 1.
	EncodingSure float64        `json:"encoding_sure"`
	Script       book.Script    `json:"script"`
	Chapters     []ChapterInfo  `json:"chapters"`
	Removed      []book.Removal `json:"removed"`
	Warnings     []string       `json:"warnings"`
	// Ambiguous are the folded letters that the book writes in several ways.
	Ambiguous string `json:"ambiguous,omitempty"`
}

// A ChapterInfo describes one chapter.
type ChapterInfo struct {
	Ordinal book.Ordinal `json:"ordinal"`
	// Number is the printed number, nil where there is none.
	Number *int   `json:"number"`
	Volume string `json:"volume"`
	// Title is the heading as printed.
	Title string `json:"title"`
	// Paragraphs counts the kept paragraphs.
	Paragraphs int      `json:"paragraphs"`
	Mended     []Mended `json:"mended"`
	Warnings   []string `json:"warnings"`
	Unreliable bool     `json:"unreliable,omitempty"`
	// Hash tells the chapter's text from others, so that a place in it is found
	// again after the book was read in anew.
	Hash string `json:"hash"`
}

// Mended says that a paragraph, counted from 1, was put right by a rule.
type Mended struct {
	Paragraph int    `json:"paragraph"`
	Rule      string `json:"rule"`
}

func infoOf(b *book.Book) *BookInfo {
	info := &BookInfo{
		ID: b.ID, Title: b.Title, Author: b.Author, File: b.File, Format: b.Format,
		Encoding: b.Encoding, EncodingSure: b.Sure, Script: b.Script,
		Removed: notNil(b.Removed), Warnings: notNil(b.Warnings), Ambiguous: ambiguous(b),
	}
	for _, c := range b.Chapters {
		chapter := ChapterInfo{
			Ordinal: c.Ordinal, Number: c.Number, Volume: c.Volume, Title: c.Title,
			Paragraphs: len(c.Paragraphs), Mended: []Mended{}, Warnings: notNil(c.Warnings),
			Unreliable: c.Unreliable, Hash: hashOf(c.Paragraphs),
		}
		for i, p := range c.Paragraphs {
			if p.Mended != "" {
				chapter.Mended = append(chapter.Mended, Mended{Paragraph: i + 1, Rule: p.Mended})
			}
		}
		info.Chapters = append(info.Chapters, chapter)
	}
	return info
}

// hashOf is of the paragraphs as they are kept; a collision among the chapters
// of a library is out of the question at 64 bits.
func hashOf(paragraphs []book.Paragraph) string {
	sum := sha256.New()
	for _, p := range paragraphs {
		io.WriteString(sum, p.Text)
		io.WriteString(sum, "\n")
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// DirFS is a folder as a library: links in it cannot lead out of it.
func DirFS(dir string) (fs.FS, error) { return chapters.DirFS(dir) }

// DecodeText turns the bytes of a text into UTF-8, and names the encoding they
// were found to be in. It fails for an empty file and for what is no text.
func DecodeText(data []byte) (text, encoding string, err error) { return chapters.DecodeText(data) }

// Preview reads one file as a library would, without taking it in.
func Preview(ctx context.Context, files fs.FS, file string) (*BookInfo, error) {
	b, err := chapters.Preview(ctx, files, file)
	if err != nil {
		return nil, err
	}
	return infoOf(b), nil
}

// notNil makes an absent list an empty one, so that its JSON is [] and not
// null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Chapter is the chapter with the ordinal, nil where there is none.
func (b *BookInfo) Chapter(o book.Ordinal) *ChapterInfo {
	for i := range b.Chapters {
		if b.Chapters[i].Ordinal == o {
			return &b.Chapters[i]
		}
	}
	return nil
}

// Last is the highest ordinal, 0 where the book has front matter only.
func (b *BookInfo) Last() book.Ordinal {
	if len(b.Chapters) == 0 {
		return book.FrontMatter
	}
	return b.Chapters[len(b.Chapters)-1].Ordinal
}

// mendedBy is the rule by which the paragraph was put right, empty where it
// stands as it was found.
func (c *ChapterInfo) mendedBy(paragraph int) string {
	for _, m := range c.Mended {
		if m.Paragraph == paragraph {
			return m.Rule
		}
	}
	return ""
}
