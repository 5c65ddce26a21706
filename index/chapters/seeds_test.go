package chapters

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"shuyou/index/book"
	"shuyou/seeds"
)

func readSeeds(t *testing.T) []*book.Book {
	t.Helper()
	sources, warnings, err := Scan(seeds.FS)
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) > 0 {
		t.Errorf("warnings: %q", warnings)
	}
	var books []*book.Book
	for _, s := range sources {
		b, err := s.Read(t.Context(), seeds.FS)
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, b)
	}
	return books
}

func TestSeeds(t *testing.T) {
	books := readSeeds(t)
	if len(books) != 5 {
		t.Fatalf("%d books, want 5", len(books))
	}
	for i, b := range books {
		if want := "選段 00" + strconv.Itoa(i); b.Title != want {
			t.Errorf("book %d is titled %q, want %q", i, b.Title, want)
		}
		if b.Encoding != "utf-8" || b.Format != "txt" {
			t.Errorf("%s: format %q, encoding %q", b.Title, b.Format, b.Encoding)
		}
		if len(b.Chapters) != 1 || b.Last() != 1 {
			t.Errorf("%s: %d chapters up to %d, want one", b.Title, len(b.Chapters), b.Last())
			continue
		}
		mended := 0
		for j, p := range b.Chapters[0].Paragraphs {
			if p.Mended == "" {
				continue
			}
			mended++
			if i != 3 || j+1 < 29 || p.Mended != book.RuleReversed {
				t.Errorf("%s: paragraph %d is mended by %q: %s", b.Title, j+1, p.Mended, p.Text)
			}
		}
		if i == 3 && mended != 21 {
			t.Errorf("%s: %d paragraphs are turned round, want 21", b.Title, mended)
		}
		switch {
		case i == 4:
			if len(b.Removed) != 1 || b.Removed[0] != (book.Removal{Line: 1, Rule: RuleResidue, Text: "br />"}) {
				t.Errorf("%s: removed %+v, want the residue in line 1", b.Title, b.Removed)
			}
		case len(b.Removed) > 0:
			t.Errorf("%s: removed %+v, want nothing", b.Title, b.Removed)
		}
	}
}

// The gold data counts lines of the file. In 003 no line is empty or left out,
// so they are our paragraphs.
func TestReversedParagraphsOfTheSeeds(t *testing.T) {
	data, err := os.ReadFile(shared(t, "gold", "seeds.json"))
	if err != nil {
		t.Fatal(err)
	}
	var gold struct {
		Seeds []struct {
			File    string
			Decoded map[string]string
		}
	}
	if err := json.Unmarshal(data, &gold); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, b := range readSeeds(t) {
		for _, g := range gold.Seeds {
			if g.File != b.File {
				continue
			}
			for number, want := range g.Decoded {
				n, err := strconv.Atoi(number)
				if err != nil {
					t.Fatal(err)
				}
				compared++
				if got := b.Chapters[0].Paragraphs[n-1].Text; got != want {
					t.Errorf("%s, paragraph %d\n got %s\nwant %s", b.Title, n, got, want)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("the gold data holds no reversed paragraph")
	}
}

func TestFingerprint(t *testing.T) {
	sources, _, err := Scan(seeds.FS)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, s := range sources {
		sum, err := s.Fingerprint(seeds.FS)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := s.Fingerprint(seeds.FS); again != sum {
			t.Errorf("%s: two fingerprints of the same bytes", s.Title)
		}
		if len(sum) != 64 || strings.Trim(sum, "0123456789abcdef") != "" {
			t.Errorf("%s: %q is no SHA-256", s.Title, sum)
		}
		s.Settings.Chapters = Parts
		other, err := s.Fingerprint(seeds.FS)
		if err != nil {
			t.Fatal(err)
		}
		if other == sum {
			t.Errorf("%s: other settings, same fingerprint", s.Title)
		}
		if before, twice := seen[sum]; twice {
			t.Errorf("%s and %s have the same fingerprint", before, s.Title)
		}
		seen[sum] = s.Title
	}
}
