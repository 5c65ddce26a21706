package cast

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"shuyou/index/book"
)

// root is the folder of the checkout.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if up := filepath.Dir(dir); up != dir {
			dir = up
			continue
		}
		t.Fatal("no go.mod above the package")
	}
}

// shared is a path in the folder of reference data beside the checkout; the
// test is skipped where there is none.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{filepath.Dir(root(t)), "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s beside the checkout", filepath.Join(append([]string{"shared"}, parts...)...))
	}
	return path
}

func readShared(t testing.TB, into any, parts ...string) {
	t.Helper()
	data, err := os.ReadFile(shared(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// readSeed reads a seed text as one chapter: residue of markup is dropped, and
// lines whose characters stand in reverse order are turned round.
func readSeed(t testing.TB, file string) *book.Book {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), "seeds", file))
	if err != nil {
		t.Fatal(err)
	}
	chapter := book.Chapter{Ordinal: 1}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "br") {
			continue
		}
		if rs := []rune(line); strings.ContainsRune("。！？”", rs[0]) {
			slices.Reverse(rs)
			line = string(rs)
		}
		chapter.Paragraphs = append(chapter.Paragraphs, book.Paragraph{Text: line})
	}
	return &book.Book{ID: file, Title: file, Chapters: []book.Chapter{chapter}}
}

// chaptersOf cuts a text at lines that start a chapter: 第…回 or 第…章.
func chaptersOf(id, text string) *book.Book {
	b := &book.Book{ID: id, Title: id}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		rs := []rune(line)
		if len(rs) == 0 {
			continue
		}
		if rs[0] == '第' && len(rs) < 40 && strings.ContainsAny(string(rs[:min(8, len(rs))]), "回章") {
			b.Chapters = append(b.Chapters, book.Chapter{Ordinal: book.Ordinal(len(b.Chapters) + 1), Title: line})
			continue
		}
		if len(b.Chapters) == 0 {
			b.Chapters = append(b.Chapters, book.Chapter{Ordinal: 1})
		}
		last := &b.Chapters[len(b.Chapters)-1]
		last.Paragraphs = append(last.Paragraphs, book.Paragraph{Text: line})
	}
	return b
}

func readCorpus(t testing.TB, name string) *book.Book {
	t.Helper()
	data, err := os.ReadFile(shared(t, "corpus", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return chaptersOf(name, string(data))
}

func find(t testing.TB, b *book.Book) *Cast {
	t.Helper()
	c, err := Find(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// found remembers the casts of books that several tests read.
var found sync.Map

func findOnce(t testing.TB, id string, read func() *book.Book) *Cast {
	t.Helper()
	if c, ok := found.Load(id); ok {
		return c.(*Cast)
	}
	c := find(t, read())
	found.Store(id, c)
	return c
}

func folded(s string) string { return string(foldRunes(s)) }
