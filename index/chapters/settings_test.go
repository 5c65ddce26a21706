package chapters

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// libraryOf is a library folder with a library.yaml and a few books.
func libraryOf(settings string) fstest.MapFS {
	return fstest.MapFS{
		SettingsFile:       {Data: []byte(settings)},
		"a.txt":            {Data: []byte("第一章\n甲。")},
		"b.txt":            {Data: []byte("第一章\n乙。")},
		"c/001.txt":        {Data: []byte("丙。")},
		"c/002.txt":        {Data: []byte("丁。")},
		"c/003.txt":        {Data: []byte("戊。")},
		"names/a.aliases":  {Data: []byte("甲=乙")},
		"pictures/one.jpg": {Data: []byte("\xff\xd8\xff")},
	}
}

func TestLibraryYAML(t *testing.T) {
	sources, _, err := Scan(libraryOf(`
# our books
books:
  - file: b.txt
    id: second
    title: 1644
    author: "某某"
    encoding: GBK
    chapters: one
    heading: '^第.+節'
    aliases: names/a.aliases
    order: 2
  - file: c
    title: 丙書
    order: 1
  - file: a.txt
    hidden: true
`))
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) != 2 || sources[0].File != "c" || sources[1].File != "b.txt" {
		t.Fatalf("sources %+v, want c and b.txt", sources)
	}
	c, b := sources[0], sources[1]
	if c.ID != "c" || c.Title != "丙書" || c.Format != "folder" || !slices.Equal(c.Files, []string{"c/001.txt", "c/002.txt", "c/003.txt"}) {
		t.Errorf("%+v", c)
	}
	want := Settings{Order: 2, Encoding: "gb18030", Chapters: One, Heading: "^第.+節", Aliases: "names/a.aliases"}
	if b.ID != "second" || b.Title != "1644" || b.Author != "某某" || b.Settings != want {
		t.Errorf("%+v", b)
	}
}

// The order is that of library.yaml, then the names of the files.
func TestOrder(t *testing.T) {
	fsys := fstest.MapFS{SettingsFile: {Data: []byte("books:\n- file: z.txt\n- file: y.txt\n  order: 1\n")}}
	for _, name := range []string{"10.txt", "9.txt", "x.txt", "y.txt", "z.txt"} {
		fsys[name] = &fstest.MapFile{Data: []byte("甲。")}
	}
	sources, _, err := Scan(fsys)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, s := range sources {
		files = append(files, s.File)
	}
	if want := []string{"y.txt", "z.txt", "9.txt", "10.txt", "x.txt"}; !slices.Equal(files, want) {
		t.Errorf("order %q, want %q", files, want)
	}
}

// Every mistake names the file and line, and what may stand there.
func TestLibraryYAMLMistakes(t *testing.T) {
	tests := []struct {
		name, yaml, want string
	}{
		{"an unknown key at the top", "books: []\ntitel: x\n", `library.yaml:2: unknown key "titel"; allowed: books`},
		{"an unknown key of a book", "books:\n- file: a.txt\n  titel: x\n", `library.yaml:3: unknown key "titel"; allowed: file, id, title, author, order, encoding, chapters, heading, aliases, hidden`},
		{"no list", "books: a.txt\n", `library.yaml:1: books is no list; allowed: a list of books, each begun with “- file: …”`},
		{"no mapping", "books:\n- a.txt\n", `library.yaml:2: a.txt is no mapping; allowed: lines of the form “key: value”`},
		{"no file", "books:\n- title: x\n", `library.yaml:2: a book without file; allowed: file: a path inside the library folder`},
		{"a file that is not there", "books:\n- file: a.txt\n- file: d.txt\n", `library.yaml:3: the file "d.txt": not there; allowed: a file or folder of the library`},
		{"a picture", "books:\n- file: pictures/one.jpg\n", `library.yaml:2: the file "pictures/one.jpg" is of an unknown kind; allowed: txt, md, html, epub, zip, or a folder of these`},
		{"a folder without texts", "books:\n- file: pictures\n", `library.yaml:2: the folder "pictures" holds no text; allowed: a folder with txt, md or html files`},
		{"a path that leads outside", "books:\n- file: ../a.txt\n", `library.yaml:2: the path "../a.txt" leads outside; allowed: a path inside the library folder, with forward slashes`},
		{"a path in disguise", "books:\n- file: c/../../a.txt\n", `library.yaml:2: the path "c/../../a.txt" leads outside; allowed: a path inside the library folder, with forward slashes`},
		{"an absolute path", "books:\n- file: /etc/passwd\n", `library.yaml:2: the path "/etc/passwd" leads outside; allowed: a path inside the library folder, with forward slashes`},
		{"backslashes", "books:\n- file: c\\001.txt\n", `library.yaml:2: the path "c\\001.txt" leads outside; allowed: a path inside the library folder, with forward slashes`},
		{"aliases outside", "books:\n- file: a.txt\n  aliases: ../x\n", `library.yaml:3: the path "../x" leads outside; allowed: a path inside the library folder, with forward slashes`},
		{"aliases that are not there", "books:\n- file: a.txt\n  aliases: x\n", `library.yaml:2: the aliases file "x": not there; allowed: a file of the library`},
		{"an unknown encoding", "books:\n- file: a.txt\n  encoding: latin1\n", `library.yaml:3: unknown encoding "latin1"; allowed: utf-8, gb18030, big5, utf-16le, utf-16be`},
		{"an unknown division", "books:\n- file: a.txt\n  chapters: two\n", `library.yaml:3: chapters "two"; allowed: auto, one, parts`},
		{"a wrong pattern", "books:\n- file: a.txt\n  heading: '('\n", "library.yaml:3: heading \"(\": missing closing ): `(`; allowed: a regular expression as Go writes them"},
		{"a wrong order", "books:\n- file: a.txt\n  order: first\n", `library.yaml:3: order "first"; allowed: a number from 1 up`},
		{"order zero", "books:\n- file: a.txt\n  order: 0\n", `library.yaml:3: order "0"; allowed: a number from 1 up`},
		{"a wrong truth value", "books:\n- file: a.txt\n  hidden: perhaps\n", `library.yaml:3: hidden "perhaps"; allowed: true, false`},
		{"a list for a value", "books:\n- file: a.txt\n  title: [x]\n", `library.yaml:3: title has no single value; allowed: a text on the same line`},
		{"no value", "books:\n- file: a.txt\n  title:\n", `library.yaml:3: title has no single value; allowed: a text on the same line`},
		{"an empty value", "books:\n- file: a.txt\n  title: ''\n", `library.yaml:3: title is empty`},
		{"a file twice", "books:\n- file: a.txt\n- file: a.txt\n", `library.yaml:3: the file "a.txt" stands in line 2 already`},
		{"an id twice", "books:\n- file: a.txt\n  id: x\n- file: b.txt\n  id: x\n", `library.yaml:5: the id "x" stands in line 3 already`},
		{"a key twice", "books:\n- file: a.txt\n  title: x\n  title: y\n", `library.yaml:4: `},
		{"no YAML", "books:\n- file: a.txt\n   title: x\n  : :\n", `library.yaml:`},
		{"tabs", "books:\n\t- file: a.txt\n", `library.yaml:2: `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Scan(libraryOf(tt.yaml))
			var wrong *SettingsError
			if !errors.As(err, &wrong) {
				t.Fatalf("error %v, want a *SettingsError", err)
			}
			if got := err.Error(); got != tt.want && !(strings.HasSuffix(tt.want, ": ") || tt.want == "library.yaml:") || !strings.HasPrefix(got, tt.want) || strings.Contains(got, "\n") {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if wrong.Line < 1 || wrong.Line > strings.Count(tt.yaml, "\n") {
				t.Errorf("line %d", wrong.Line)
			}
		})
	}
}

func TestLibraryYAMLMayBeEmpty(t *testing.T) {
	for _, yaml := range []string{"", "# nothing yet\n", "books:\n", "books: []\n", "---\n"} {
		sources, _, err := Scan(libraryOf(yaml))
		if err != nil || len(sources) != 3 {
			t.Errorf("%q: %d books, %v", yaml, len(sources), err)
		}
	}
}

// The heading pattern of library.yaml decides alone.
func TestHeadingPattern(t *testing.T) {
	fsys := fstest.MapFS{
		SettingsFile: {Data: []byte("books:\n- file: a.txt\n  heading: '^其.+'\n")},
		"a.txt":      {Data: []byte("第一章\n甲。\n其一 山雨\n乙。\n其二 燈火\n丙。\n")},
	}
	sources, _, err := Scan(fsys)
	if err != nil {
		t.Fatal(err)
	}
	b, err := sources[0].Read(t.Context(), fsys)
	if err != nil {
		t.Fatal(err)
	}
	wantTitles(t, b, "其一 山雨", "其二 燈火")
	if len(where(b, "第一章")) != 1 {
		t.Error("a heading of the usual kind is not part of the text")
	}
}

func FuzzLibraryYAML(f *testing.F) {
	f.Add([]byte("books:\n- file: a.txt\n  title: x\n"))
	f.Add([]byte("books: &a\n- *a\n"))
	f.Add([]byte("? - : {[\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := parseSettings(data)
		var wrong *SettingsError
		if err != nil && !errors.As(err, &wrong) {
			t.Errorf("the error is of type %T", err)
		}
	})
}
