package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/hanzi"
	"shuyou/seeds"
)

// openSeeds opens the seeds in a fresh data folder.
func openSeeds(t testing.TB) *Library { return openLibrary(t, seeds.FS, t.TempDir(), false) }

func openLibrary(t testing.TB, files fs.FS, data string, serve bool) *Library {
	t.Helper()
	l, err := Open(t.Context(), Options{Files: files, Source: "test", DataDir: data, Serve: serve})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func everything(*BookInfo) book.Ceiling { return book.Everything() }

// places lists where a query is found, as book and paragraph.
func places(t *testing.T, l *Library, text string) []string {
	t.Helper()
	result, err := l.Search(t.Context(), Query{Text: text, Ceiling: everything, Limit: 1 << 20})
	if err != nil {
		t.Fatalf("search %q: %v", text, err)
	}
	if len(result.Passages) != result.Total {
		t.Errorf("search %q: %d passages, total %d", text, len(result.Passages), result.Total)
	}
	var at []string
	for _, p := range result.Passages {
		at = append(at, fmt.Sprintf("%s ¶%d", p.Book.Title, p.Ref.Paragraph))
	}
	return at
}

func TestSearchSeeds(t *testing.T) {
	l := openSeeds(t)
	tests := []struct {
		query string
		want  []string
	}{
		{"松山", []string{
			"選段 000 ¶3", "選段 001 ¶23", "選段 002 ¶19", "選段 003 ¶36",
			"選段 000 ¶6", "選段 000 ¶26", "選段 001 ¶25", "選段 001 ¶27", "選段 001 ¶29",
		}},
		{"養兵千日用兵一時", []string{"選段 000 ¶23"}},
		{"兵千日，用兵", []string{"選段 000 ¶23"}},
		{"錦州圍", []string{"選段 003 ¶29"}},
		{"皇太極已經進軍到了錦州，將錦州圍了起來。", []string{"選段 003 ¶29"}},
		{"松山 錦州", []string{"選段 003 ¶36"}},
		{"-松山城中的百姓", []string{"選段 000 ¶26"}},
		{"「軍放心，我們」", []string{"選段 003 ¶3"}},
		{"「軍放心我們」", nil}, // the book has a comma there
		{"武松", nil},
	}
	for _, tt := range tests {
		t.Run(tt.query, func(t *testing.T) {
			if got := places(t, l, tt.query); !slices.Equal(got, tt.want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

func TestAnyScriptFindsAnyScript(t *testing.T) {
	l := openSeeds(t)
	for _, spellings := range [][]string{
		{"曹變蛟", "曹变蛟"}, {"洪承疇", "洪承畴"}, {"只有", "隻有"}, {"這裡", "这里", "這裏"}, {"為", "爲", "为"},
	} {
		want := places(t, l, spellings[0])
		slices.Sort(want)
		if len(want) == 0 {
			t.Errorf("%s is not found", spellings[0])
		}
		for _, spelling := range spellings[1:] {
			got := places(t, l, spelling)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s is found at %v, %s at %v", spelling, got, spellings[0], want)
			}
		}
	}
}

func TestOwnSpellingComesFirst(t *testing.T) {
	l := openSeeds(t)
	for query, want := range map[string]Match{"曹变蛟": MatchExact, "曹變蛟": MatchExact, "隻有": MatchExact, "曹変蛟": MatchFolded} {
		result, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 1})
		if err != nil || len(result.Passages) == 0 {
			t.Fatalf("%s: %v, %v", query, result, err)
		}
		if got := result.Passages[0]; got.Match != want {
			t.Errorf("%s: %s match in %q", query, got.Match, got.Text)
		}
	}
}

// Every run of two to eight characters with a letter or digit in it, in any
// paragraph, finds its paragraph; and nothing is returned that lacks it.
func TestEveryRunIsFound(t *testing.T) {
	l := openSeeds(t)
	texts := map[string]string{} // by place, folded to letters
	seen := map[string]bool{}
	queries := 0
	for _, b := range l.Books() {
		for _, c := range b.Chapters {
			for n := 1; n <= c.Paragraphs; n++ {
				p, ok := l.Paragraph(book.Ref{Book: b.ID, Chapter: c.Ordinal, Paragraph: n}, 0, book.Everything())
				if !ok {
					t.Fatalf("%s ¶%d is missing", b.Title, n)
				}
				texts[fmt.Sprintf("%s ¶%d", b.Title, n)] = string(appendSkeleton(nil, p.Text))
			}
		}
	}
	for _, b := range l.Books() {
		for n := 1; n <= b.Chapters[0].Paragraphs; n++ {
			p, _ := l.Paragraph(book.Ref{Book: b.ID, Chapter: b.Chapters[0].Ordinal, Paragraph: n}, 0, book.Everything())
			here := fmt.Sprintf("%s ¶%d", b.Title, n)
			runes := []rune(p.Text)
			for length := 2; length <= 8; length++ {
				for i := 0; i+length <= len(runes); i++ {
					query := string(runes[i : i+length])
					key := string(appendSkeleton(nil, query))
					if key == "" || seen[query] || strings.ContainsAny(hanzi.Fold(query), " \"") {
						continue
					}
					seen[query] = true
					queries++
					found := places(t, l, query)
					if !slices.Contains(found, here) {
						t.Fatalf("%q is not found at %s", query, here)
					}
					for _, at := range found {
						if !strings.Contains(texts[at], key) {
							t.Fatalf("%q is found at %s, which lacks it", query, at)
						}
					}
				}
			}
		}
	}
	t.Logf("%d different runs, all found, nothing else found", queries)
}

func TestQueriesThatCannotBeLookedUp(t *testing.T) {
	l := openSeeds(t)
	for query, want := range map[string]error{
		"": ErrNothingToFind, " ": ErrNothingToFind, "，。！": ErrNothingToFind, `"`: ErrNothingToFind, "「」": ErrNothingToFind,
		"*": ErrNothingToFind, "😀": ErrNothingToFind, "\xff\xfe": ErrInvalidText, strings.Repeat("松", 6000): ErrTooLong,
	} {
		if _, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 5}); !errors.Is(err, want) {
			t.Errorf("%.20q: %v, want %v", query, err, want)
		}
	}
	if _, err := l.Search(t.Context(), Query{Text: "松山", Books: []string{"紅樓夢"}, Ceiling: everything}); !errors.Is(err, ErrUnknownBook) {
		t.Errorf("an unknown book: %v", err)
	}
}

func TestBooksByAnyName(t *testing.T) {
	l := openSeeds(t)
	for _, name := range []string{"選段 003", "选段 003", "003_fd36cd2faa0011f2.txt", l.Books()[3].ID} {
		result, err := l.Search(t.Context(), Query{Text: "錦州", Books: []string{name}, Ceiling: everything, Limit: 100})
		if err != nil || result.Total == 0 || len(result.Books) != 1 || result.Books[0].Book.Title != "選段 003" {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
}

// volumes is a small library of several chapters, of our own making.
func volumes() fstest.MapFS {
	return fstest.MapFS{"渡口.txt": {Data: []byte("渡口\n\n第一章 渡船\n" +
		"老艄公把船繫在柳樹下。\n第二章 來客\n一個撐傘的客人要過河。\n老艄公說：“今夜不渡。”\n第三章 夜渡\n半夜裡船自己走了。\n")}}
}

func TestOpenedAgainIsTheSame(t *testing.T) {
	data := t.TempDir()
	first := places(t, openLibrary(t, seeds.FS, data, false), "清軍")
	before := modified(t, data)
	again := places(t, openLibrary(t, seeds.FS, data, false), "清軍")
	if !slices.Equal(first, again) {
		t.Errorf("first %v, then %v", first, again)
	}
	if after := modified(t, data); after != before {
		t.Errorf("opening again wrote something:\n%s\nbefore:\n%s", after, before)
	}
	if rebuilt := places(t, openSeeds(t), "清軍"); !slices.Equal(first, rebuilt) {
		t.Errorf("first %v, rebuilt %v", first, rebuilt)
	}
}

func modified(t *testing.T, dir string) string {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		fmt.Fprintln(&b, path, info.Size(), info.ModTime().UnixNano())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Whatever file is cut, emptied, altered or missing, the library answers.
func TestDamageIsRebuilt(t *testing.T) {
	pristine := t.TempDir()
	l := openLibrary(t, volumes(), pristine, false)
	want := places(t, l, "船")
	var files []string
	err := filepath.WalkDir(pristine, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(pristine, path)
			files = append(files, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	damages := map[string]func(path string) error{
		"missing": os.Remove,
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"cut": func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return os.Truncate(path, info.Size()/2)
		},
		"altered": func(path string) error {
			data, err := os.ReadFile(path)
			if err != nil || len(data) == 0 {
				return err
			}
			data[len(data)/2] ^= 0xFF
			return os.WriteFile(path, data, 0o600)
		},
	}
	for name, damage := range damages {
		for _, file := range files {
			t.Run(name+" "+filepath.Base(file), func(t *testing.T) {
				data := t.TempDir()
				if err := os.CopyFS(data, os.DirFS(pristine)); err != nil {
					t.Fatal(err)
				}
				if err := damage(filepath.Join(data, file)); err != nil {
					t.Fatal(err)
				}
				if got := places(t, openLibrary(t, volumes(), data, false), "船"); !slices.Equal(got, want) {
					t.Errorf("found %v, want %v", got, want)
				}
			})
		}
	}
}

// What stands in the way of a shelf and does not bear our marker is moved
// aside, not removed, and the library answers.
func TestWhatIsInTheWayIsMovedAside(t *testing.T) {
	for name, spoil := range map[string]func(data, shelf string) error{
		"no marker, damaged": func(_, shelf string) error {
			return errors.Join(os.Remove(filepath.Join(shelf, shelfMarker)), os.Truncate(filepath.Join(shelf, shelfText), 10))
		},
		"an empty folder": func(_, shelf string) error { return errors.Join(os.RemoveAll(shelf), os.Mkdir(shelf, 0o700)) },
		"a file": func(_, shelf string) error {
			return errors.Join(os.RemoveAll(shelf), os.WriteFile(shelf, []byte("x"), 0o600))
		},
		"shelves is a file": func(data, _ string) error {
			shelves := filepath.Join(data, shelvesDir)
			return errors.Join(os.RemoveAll(shelves), os.WriteFile(shelves, []byte("x"), 0o600))
		},
		"a staging place without a marker": func(data, shelf string) error {
			return errors.Join(os.RemoveAll(shelf), os.Mkdir(filepath.Join(data, shelvesDir, stagingGlob+"1"), 0o700))
		},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			want := places(t, openLibrary(t, volumes(), data, false), "船")
			if err := spoil(data, filepath.Join(data, shelvesDir, shelfNames(t, data)[0])); err != nil {
				t.Fatal(err)
			}
			if got := places(t, openLibrary(t, volumes(), data, false), "船"); !slices.Equal(got, want) {
				t.Errorf("found %v, want %v", got, want)
			}
			for _, left := range shelfNames(t, data) {
				if strings.HasPrefix(left, stagingGlob) {
					t.Errorf("%s is left", left)
				}
			}
		})
	}
}

func TestOnlyChangedBooksAreReadAgain(t *testing.T) {
	data := t.TempDir()
	files := volumes()
	files["山.txt"] = &fstest.MapFile{Data: []byte("山上有座廟。\n廟裡有個老和尚。\n")}
	openLibrary(t, files, data, false)
	before := shelfNames(t, data)
	files["山.txt"] = &fstest.MapFile{Data: []byte("山上有座廟。\n廟裡有個小和尚。\n")}
	l := openLibrary(t, files, data, false)
	if got := places(t, l, "小和尚"); len(got) != 1 {
		t.Errorf("the changed book is found at %v", got)
	}
	if got := places(t, l, "老和尚"); len(got) != 0 {
		t.Errorf("the old text is still found at %v", got)
	}
	after := shelfNames(t, data)
	kept := 0
	for _, name := range before {
		if slices.Contains(after, name) {
			kept++
		}
	}
	if len(before) != 2 || len(after) != 2 || kept != 1 {
		t.Errorf("shelves %v became %v", before, after)
	}
}

func shelfNames(t *testing.T, data string) []string {
	entries, err := os.ReadDir(filepath.Join(data, shelvesDir))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A folder that lost its books never takes the place of a good library.
func TestEmptyFolderKeepsTheLibrary(t *testing.T) {
	data := t.TempDir()
	want := places(t, openLibrary(t, volumes(), data, false), "船")
	l := openLibrary(t, fstest.MapFS{}, data, false)
	if got := places(t, l, "船"); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if len(l.Warnings()) != 1 {
		t.Errorf("warnings: %v", l.Warnings())
	}
	_, err := Open(t.Context(), Options{Files: fstest.MapFS{}, Source: "elsewhere", DataDir: data})
	if !errors.Is(err, ErrNoBooks) {
		t.Errorf("a folder that never had books: %v", err)
	}
}

func TestBesideAServer(t *testing.T) {
	data := t.TempDir()
	server := openLibrary(t, volumes(), data, true)
	if got := places(t, openLibrary(t, volumes(), data, false), "船"); len(got) == 0 {
		t.Error("nothing is found beside a server")
	}
	_, err := Open(t.Context(), Options{Files: volumes(), Source: "test", DataDir: data, Serve: true, Patience: 300 * time.Millisecond})
	if !errors.Is(err, ErrInUse) {
		t.Errorf("a second server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, Options{Files: seeds.FS, Source: "other", DataDir: data}); !errors.Is(err, context.Canceled) {
		t.Errorf("a build that is cancelled while it waits: %v", err)
	}
	if got := places(t, server, "船"); len(got) == 0 {
		t.Error("the server no longer answers")
	}
}

func TestManyReadersAndAClose(t *testing.T) {
	l := openSeeds(t)
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			for range 50 {
				_, err := l.Search(context.Background(), Query{Text: "清軍", Ceiling: everything, Limit: 5})
				if err != nil && !errors.Is(err, errClosed) {
					t.Error(err)
				}
			}
		})
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	readers.Wait()
}

func TestSearchObeysItsContext(t *testing.T) {
	l := openSeeds(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Search(ctx, Query{Text: "清軍", Ceiling: everything, Limit: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search: %v", err)
	}
}

func FuzzSpans(f *testing.F) {
	f.Add("洪承疇道：“養兵千日，用兵一時。”", "千日用兵")
	f.Add("１２３ＡＢ－12 𠮷 👨‍👩‍👧", "123ab")
	f.Add("\xff山", "山")
	f.Fuzz(func(t *testing.T, text, query string) {
		last := 0
		runes := []rune(text)
		for _, s := range Spans(text, query) {
			if s.Start < last || s.End <= s.Start || s.End > len(runes) {
				t.Fatalf("span %v of %d runes after %d", s, len(runes), last)
			}
			last = s.End
			if !utf8.ValidString(query) {
				t.Fatal("an invalid query was found")
			}
		}
	})
}
