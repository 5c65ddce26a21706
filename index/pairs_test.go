package index

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shuyou/index/book"
)

// A pair that a book has is never missed, its count is about right, and few of
// those it lacks seem to be there.
func TestPairTable(t *testing.T) {
	var paragraphs []book.Paragraph
	for i := range 3000 {
		text := fmt.Sprintf("山%c%c。", rune(0x5000+i), rune(0x6000+i/100))
		if i%2 == 0 {
			text += "松山，松山"
		}
		paragraphs = append(paragraphs, book.Paragraph{Text: text})
	}
	w, err := newTextWriter(&book.Book{Chapters: []book.Chapter{{Ordinal: 1, Paragraphs: paragraphs}}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), shelfPairs)
	if err := writePairs(path, w); err != nil {
		t.Fatal(err)
	}
	table, err := openPairs(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.close()
	want := map[pairKey]int{}
	for p := range w.paragraphs() {
		here := map[pairKey]bool{}
		runes := []rune(string(w.skeletonOf(p)))
		for i := range len(runes) - 1 {
			here[keyOfPair(runes[i], runes[i+1])] = true
		}
		for key := range here {
			want[key]++
		}
	}
	alike := 0
	for key, n := range want {
		switch got := table.count(key); {
		case got == 0:
			t.Fatalf("%x is missed", key)
		case got > n || 5*got < 4*n:
			alike++
		}
	}
	if alike > len(want)/50 {
		t.Errorf("%d of %d pairs have the count of another", alike, len(want))
	}
	there := 0
	for i := range 10_000 {
		if table.count(keyOfPair(rune(0x7000+i), '山')) > 0 {
			there++
		}
	}
	if there > 200 {
		t.Errorf("%d of 10000 pairs that are not there seem to be", there)
	}
}

// Whatever the file holds, opening it gives a table that can be asked, or an
// error.
func FuzzOpenPairs(f *testing.F) {
	f.Add([]byte(pairsMagic + "\x02\x00\x00\x00" + "\x41\x00\x00\x00"))
	f.Add([]byte(pairsMagic + "\x01\x00\x00\x00" + "\x41\x00"))
	f.Add([]byte(strings.Repeat("\x00", 40)))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), shelfPairs)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := openPairs(path)
		if err != nil {
			return
		}
		table.count(keyOfPair('松', '山'))
		if err := table.close(); err != nil {
			t.Error(err)
		}
	})
}
