package index

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"shuyou/index/book"
	"shuyou/index/hanzi"
	"shuyou/seeds"
)

// corpus is the seeds with three old novels, which lie beside the repository.
func corpus(t testing.TB) fstest.MapFS {
	t.Helper()
	if testing.Short() {
		t.Skip("the novels take long under the race detector")
	}
	dir := filepath.Join("..", "..", "shared", "corpus")
	novels, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(novels) == 0 {
		t.Skip("the novels of ../shared/corpus are not here")
	}
	files := fstest.MapFS{}
	for _, path := range novels {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = &fstest.MapFile{Data: data}
	}
	samples, err := fs.Glob(seeds.FS, "*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range samples {
		data, err := fs.ReadFile(seeds.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files
}

// paragraph is one paragraph of a library with where it stands.
type paragraph struct {
	ref  book.Ref
	text string
	key  string
}

func allParagraphs(t testing.TB, l *Library) []paragraph {
	t.Helper()
	var all []paragraph
	for _, b := range l.Books() {
		for _, c := range b.Chapters {
			for n := 1; n <= c.Paragraphs; n++ {
				ref := book.Ref{Book: b.ID, Chapter: c.Ordinal, Paragraph: n}
				p, ok := l.Paragraph(ref, 0, book.Everything())
				if !ok {
					t.Fatalf("%v is missing", ref)
				}
				all = append(all, paragraph{ref, p.Text, Key(p.Text)})
			}
		}
	}
	return all
}

// Random substrings of the corpus, in the book's script and in the other, give
// what a plain scan of the folded text gives, and the same after a rebuild.
func TestSearchEqualsAScan(t *testing.T) {
	files := corpus(t)
	l := openLibrary(t, files, t.TempDir(), false)
	rebuilt := openLibrary(t, files, t.TempDir(), false)
	all := allParagraphs(t, l)
	chance := rand.New(rand.NewPCG(5, 1))
	convert := map[string]*hanzi.Converter{}
	for _, config := range []string{"s2t", "t2s"} {
		c, err := hanzi.NewConverter(config)
		if err != nil {
			t.Fatal(err)
		}
		convert[config] = c
	}
	queries := 0
	for queries < 1000 {
		p := all[chance.IntN(len(all))]
		runes := []rune(p.text)
		n := 1 + chance.IntN(12)
		if len(runes) < n {
			continue
		}
		at := chance.IntN(len(runes) - n + 1)
		query := string(runes[at : at+n])
		if key := Key(query); key == "" || strings.ContainsAny(hanzi.Fold(query), " \"") {
			continue
		}
		queries++
		for _, q := range []string{query, convert["s2t"].Convert(query), convert["t2s"].Convert(query)} {
			key := Key(q)
			var want []book.Ref
			for _, other := range all {
				if strings.Contains(other.key, key) {
					want = append(want, other.ref)
				}
			}
			result, err := l.Search(t.Context(), Query{Text: q, Ceiling: everything, Limit: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			var got []book.Ref
			for _, passage := range result.Passages {
				got = append(got, passage.Ref)
			}
			slices.SortFunc(got, compareRefs)
			slices.SortFunc(want, compareRefs)
			if !slices.Equal(got, want) || result.Total != len(want) {
				t.Fatalf("%q: total %d, found %d, a scan finds %d", q, result.Total, len(got), len(want))
			}
			first, second := firstPage(t, l, q), firstPage(t, rebuilt, q)
			if !slices.Equal(first, second) {
				t.Fatalf("%q: first page %v, after a rebuild %v", q, first, second)
			}
		}
	}
	t.Logf("%d substrings in three spellings over %d paragraphs", queries, len(all))
}

func compareRefs(a, b book.Ref) int {
	return strings.Compare(fmt.Sprintf("%s %06d %06d", a.Book, a.Chapter, a.Paragraph), fmt.Sprintf("%s %06d %06d", b.Book, b.Chapter, b.Paragraph))
}

func firstPage(t *testing.T, l *Library, q string) []book.Ref {
	result, err := l.Search(t.Context(), Query{Text: q, Ceiling: everything, Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	var refs []book.Ref
	for _, p := range result.Passages {
		refs = append(refs, p.Ref)
	}
	return refs
}

// frequent characters stand in for what a reader puts in place of what was
// forgotten.
var frequent = []rune("的一是了不在有人我他这来大上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还")

// misremember makes n edits: a character is lost, replaced or added.
func misremember(chance *rand.Rand, line []rune, n int) string {
	line = slices.Clone(line)
	for range n {
		at := chance.IntN(len(line))
		other := frequent[chance.IntN(len(frequent))]
		switch chance.IntN(3) {
		case 0:
			line = slices.Delete(line, at, at+1)
		case 1:
			line[at] = other
		default:
			line = slices.Insert(line, at, other)
		}
	}
	return string(line)
}

func TestHalfRememberedLines(t *testing.T) {
	l := openLibrary(t, corpus(t), t.TempDir(), false)
	all := allParagraphs(t, l)
	for _, tt := range []struct {
		name             string
		least, most      int // runes
		fewest, mostEdit int
		first, five      float64
	}{
		{"12 to 30 characters with 1 to 3 edits", 12, 30, 1, 3, 0.99, 1.00},
		{"8 to 14 characters with 2 to 3 edits", 8, 14, 2, 3, 0.97, 0.99},
	} {
		t.Run(tt.name, func(t *testing.T) {
			chance := rand.New(rand.NewPCG(7, uint64(tt.least)))
			asked, first, five := 0, 0, 0
			for asked < 400 {
				p := all[chance.IntN(len(all))]
				key := []rune(p.key)
				n := tt.least + chance.IntN(tt.most-tt.least+1)
				if len(key) < n {
					continue
				}
				at := chance.IntN(len(key) - n + 1)
				line := key[at : at+n]
				query := misremember(chance, line, tt.fewest+chance.IntN(tt.mostEdit-tt.fewest+1))
				result, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 5, Near: 5, NearBelow: 3})
				if err != nil {
					t.Fatal(err)
				}
				asked++
				// The line itself may stand in several paragraphs.
				holds := func(p Passage) bool { return strings.Contains(Key(p.Text), string(line)) }
				at = slices.IndexFunc(slices.Concat(result.Passages, result.Near), holds)
				switch {
				case at == 0:
					first++
					five++
				case at > 0 && at < 5:
					five++
				default:
					t.Logf("not found: %s, asked as %s", string(line), query)
				}
			}
			t.Logf("right first %.4f, in the first five %.4f", float64(first)/float64(asked), float64(five)/float64(asked))
			if float64(first) < tt.first*float64(asked) || float64(five) < tt.five*float64(asked) {
				t.Errorf("wanted %.2f and %.2f", tt.first, tt.five)
			}
		})
	}
}
