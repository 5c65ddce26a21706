package bench

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/seeds"
)

// cacheVariable names a folder in which the generated corpus, the indexes over
// it and the databases are kept from one run to the next.
const cacheVariable = "SHUYOU_BENCH_CACHE"

// cacheDir is that folder, or one that goes when the process ends.
var cacheDir = sync.OnceValue(func() string {
	if dir := os.Getenv(cacheVariable); dir != "" {
		return dir
	}
	dir, err := os.MkdirTemp("", "shuyou-bench-")
	if err != nil {
		panic(err)
	}
	return dir
})

func everything(*index.BookInfo) book.Ceiling { return book.Everything() }

// novels are the three old novels that lie beside the repository.
func novels(t testing.TB) fstest.MapFS {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Skip("the novels of ../shared/corpus are not here")
	}
	files := fstest.MapFS{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = &fstest.MapFile{Data: data}
	}
	return files
}

// samples are the texts that come with the bot.
func samples(t testing.TB) fstest.MapFS {
	t.Helper()
	names, err := fs.Glob(seeds.FS, "*.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range names {
		data, err := fs.ReadFile(seeds.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files
}

// paragraph is one paragraph of a library: where it stands, and its letters.
type paragraph struct {
	ref  book.Ref
	text string
	key  string
}

// paragraphsOf lists the paragraphs of a library in reading order.
func paragraphsOf(t testing.TB, l *index.Library) []paragraph {
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
				all = append(all, paragraph{ref, p.Text, index.Key(p.Text)})
			}
		}
	}
	return all
}

// The large corpus repeats the novels: their paragraphs are shuffled for each
// book, one character in twenty is put in the place of another, and chapters
// are cut anew. Its sizes are those of long web novels, 100 MB in all. The
// books are Traditional and Simplified in turn.
var largeSizes = []int{2, 3, 5, 8, 12, 15, 16, 19, 20} // MB of UTF-8

const (
	largeVersion     = "2" // changes whenever the same novels would give other books
	varied           = 20  // one character in so many
	chapterSize      = 12_000
	megabyte         = 1_000_000
	largeLibraryName = "large"
)

// largeName is the file name of a generated book. Names that count would make
// the parts of one book of them.
func largeName(i int) string { return string([]rune("甲乙丙丁戊己庚辛壬")[i]) + ".txt" }

// material is what a generated book is made of.
type material struct {
	paragraphs []string
	characters []rune // every Chinese character, as often as it stands there
}

func materialOf(paragraphs []paragraph, keep func(book.Ref) bool) material {
	var m material
	for _, p := range paragraphs {
		if !keep(p.ref) || len(p.key) < 6 {
			continue
		}
		m.paragraphs = append(m.paragraphs, p.text)
		for _, r := range p.text {
			if unicode.Is(unicode.Han, r) {
				m.characters = append(m.characters, r)
			}
		}
	}
	return m
}

// write makes a book of about size bytes. The same chance gives the same book.
func (m material) write(chance *rand.Rand, size int) []byte {
	var text strings.Builder
	chapter, inChapter := 0, chapterSize
	for text.Len() < size {
		for _, i := range chance.Perm(len(m.paragraphs)) {
			if text.Len() >= size {
				break
			}
			if inChapter >= chapterSize {
				chapter++
				inChapter = 0
				fmt.Fprintf(&text, "第%d回\n\n", chapter)
			}
			before := text.Len()
			for _, r := range m.paragraphs[i] {
				if unicode.Is(unicode.Han, r) && chance.IntN(varied) == 0 {
					r = m.characters[chance.IntN(len(m.characters))]
				}
				text.WriteRune(r)
			}
			text.WriteString("\n\n")
			inChapter += text.Len() - before
		}
	}
	return []byte(text.String())
}

// largeFolder is the folder of the large corpus, made where it is missing.
func largeFolder(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(cacheDir(), "books-"+largeVersion)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	all := corpus(t).paragraphs
	titles := map[string]book.Script{}
	for _, b := range corpus(t).library.Books() {
		titles[b.ID] = b.Script
	}
	of := func(script book.Script) material {
		return materialOf(all, func(ref book.Ref) bool { return titles[ref.Book] == script })
	}
	kinds := []material{of(book.Traditional), of(book.Simplified)}
	making := dir + ".making"
	if err := os.MkdirAll(making, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, size := range largeSizes {
		data := kinds[i%2].write(rand.New(rand.NewPCG(5, uint64(i))), size*megabyte)
		if err := os.WriteFile(filepath.Join(making, largeName(i)), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(making, dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// setting is a library with the same paragraphs in the hands of its peers.
type setting struct {
	library    *index.Library
	paragraphs []paragraph
	place      map[book.Ref]int // in paragraphs
	scan       *scan
	trigram    *trigram
	bigram     *bigram
}

var (
	corpusOnce, largeOnce sync.Once
	corpusSet, largeSet   *setting
)

// corpus is the setting of the novels and the samples.
func corpus(t testing.TB) *setting {
	t.Helper()
	files := novels(t)
	corpusOnce.Do(func() {
		for name, file := range samples(t) {
			files[name] = file
		}
		data := filepath.Join(cacheDir(), "data")
		l, err := index.Open(t.Context(), index.Options{Files: files, Source: "corpus", DataDir: data})
		if err != nil {
			t.Fatal(err)
		}
		corpusSet = newSetting(t, l, cacheDir(), "corpus")
	})
	return corpusSet
}

// large is the setting of the large corpus. It is read in by another process,
// so that this one's memory stays its own.
func large(t testing.TB) *setting {
	t.Helper()
	folder := largeFolder(t)
	largeOnce.Do(func() {
		readInApart(t, folder, largeData())
		l, err := index.Open(t.Context(), index.Options{Files: os.DirFS(folder), Source: largeLibraryName, DataDir: largeData()})
		if err != nil {
			t.Fatal(err)
		}
		largeSet = newSetting(t, l, cacheDir(), largeLibraryName)
	})
	return largeSet
}

func largeData() string { return filepath.Join(cacheDir(), "data") }

// newSetting lists the paragraphs of the library and opens its peers, whose
// database is kept in dir.
func newSetting(t testing.TB, l *index.Library, dir, name string) *setting {
	t.Helper()
	s := &setting{library: l, paragraphs: paragraphsOf(t, l), place: map[book.Ref]int{}}
	for i, p := range s.paragraphs {
		s.place[p.ref] = i
	}
	s.scan = newScan(s.paragraphs)
	db := openPeers(t, s.paragraphs, dir, name)
	s.trigram, s.bigram = &trigram{peer{db, s.paragraphs, &sync.Map{}}}, &bigram{peer{db, s.paragraphs, &sync.Map{}}}
	return s
}

// both runs a benchmark on either corpus.
func both(b *testing.B, run func(*testing.B, *setting)) {
	b.Run("corpus", func(b *testing.B) { run(b, corpus(b)) })
	b.Run("100MB", func(b *testing.B) { run(b, large(b)) })
}

// shelfSizes are the bytes of one book as they lie in the data folder.
type shelfSizes struct{ text, terms, textFile, pairs int64 }

// sizesOf finds the sizes of the books of a library, by id.
func sizesOf(t testing.TB, s *setting, data string) map[string]*shelfSizes {
	t.Helper()
	sizes := map[string]*shelfSizes{}
	for _, p := range s.paragraphs {
		if sizes[p.ref.Book] == nil {
			sizes[p.ref.Book] = &shelfSizes{}
		}
		sizes[p.ref.Book].text += int64(len(p.text))
	}
	shelves, err := filepath.Glob(filepath.Join(data, "shelves", "*", "book.json"))
	if err != nil || len(shelves) == 0 {
		t.Fatalf("no shelves in %s: %v", data, err)
	}
	for _, path := range shelves {
		var info index.BookInfo
		about, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(about, &info)
		}
		if err != nil {
			t.Fatal(err)
		}
		size := sizes[info.ID]
		if size == nil {
			continue
		}
		size.terms = folderSize(t, filepath.Join(filepath.Dir(path), "terms"))
		size.textFile = folderSize(t, filepath.Join(filepath.Dir(path), "text.bin"))
		size.pairs = folderSize(t, filepath.Join(filepath.Dir(path), "pairs.bin"))
	}
	return sizes
}

func folderSize(t testing.TB, path string) (size int64) {
	t.Helper()
	err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		size += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}
