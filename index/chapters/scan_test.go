package chapters

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// A member is a file for an archive. Its name is written as it stands, in any
// encoding.
type member struct{ name, text string }

func zipOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Deflate, NonUTF8: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func gbk(t testing.TB, text string) string {
	return string(encode(t, simplifiedchinese.GBK, text))
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// described is what a test wants to know of a source.
func described(s Source) string { return s.Format + " " + s.File + " " + s.Title }

func TestScan(t *testing.T) {
	chapter := "天亮了。\n"
	tests := []struct {
		name     string
		fsys     fstest.MapFS
		want     []string
		warnings []string
	}{
		{"single files of every kind", fstest.MapFS{
			"a.txt": file(chapter), "b.md": file(chapter), "c.HTML": file(chapter), "d.epub": file("x"), "sub/e.txt": file(chapter),
		}, []string{"txt a.txt a", "md b.md b", "html c.HTML c", "epub d.epub d", "txt sub/e.txt e"}, nil},
		{"names that tell title and author", fstest.MapFS{
			"《孤城記》（校對版全本）作者：某某.txt": file(chapter), "長街 [完結].txt": file(chapter),
		}, []string{"txt 《孤城記》（校對版全本）作者：某某.txt 孤城記", "txt 長街 [完結].txt 長街"}, nil},
		{"a folder of chapters", fstest.MapFS{
			"書/第一章 雨.txt": file(chapter), "書/第二章 雪.txt": file(chapter), "書/第十章 風.txt": file(chapter),
		}, []string{"folder 書 書"}, nil},
		{"a folder of numbers", fstest.MapFS{
			"書/1.txt": file(chapter), "書/2.txt": file(chapter), "書/10.txt": file(chapter), "書/11.html": file(chapter),
		}, []string{"folder 書 書"}, nil},
		{"a collection of numbered books", fstest.MapFS{
			"集/001 甲書.txt": file(strings.Repeat(chapter, 10000)), "集/002 乙書.txt": file(strings.Repeat(chapter, 10000)), "集/003 丙書.txt": file(strings.Repeat(chapter, 10000)),
		}, []string{"txt 集/001 甲書.txt 001 甲書", "txt 集/002 乙書.txt 002 乙書", "txt 集/003 丙書.txt 003 丙書"}, nil},
		{"folders of volumes", fstest.MapFS{
			"書/第一卷 山/第一章.txt": file(chapter), "書/第一卷 山/第二章.txt": file(chapter), "書/第二卷 海/第一章.txt": file(chapter), "書/第二卷 海/第二章.txt": file(chapter),
		}, []string{"folder 書 書"}, nil},
		{"an archive of books", fstest.MapFS{
			"庫.zip": {Data: zipOf(t, member{"甲書.txt", chapter}, member{"sub/乙書.md", chapter}, member{"__MACOSX/x.txt", chapter})},
		}, []string{"md 庫.zip/sub/乙書.md 乙書", "txt 庫.zip/甲書.txt 甲書"}, nil},
		{"an archive of chapters with names in GBK", fstest.MapFS{
			"長街.zip": {Data: zipOf(t, member{gbk(t, "第一章 雨.txt"), chapter}, member{gbk(t, "第二章 雪.txt"), chapter})},
		}, []string{"folder 長街.zip 長街"}, nil},
		{"what is no book", fstest.MapFS{
			"cover.jpg": file("x"), "overlay.txt": file("x"), "cast.yaml": file("x"), "README.md": file("x"), ".hidden.txt": file("x"), ".git/a.txt": file("x"), "a.txt": file(chapter),
		}, []string{"txt a.txt a"}, []string{"cover.jpg: not a kind of file that holds a book"}},
		{"a data folder inside", fstest.MapFS{
			"a.txt": file(chapter), "data/.shuyou": file(""), "data/books/b.txt": file(chapter),
		}, []string{"txt a.txt a"}, nil},
		{"a damaged archive", fstest.MapFS{
			"a.txt": file(chapter), "x.zip": file("PK\x03\x04 no archive"),
		}, []string{"txt a.txt a"}, []string{"x.zip: a damaged archive"}},
		{"an archive with nothing in it", fstest.MapFS{
			"x.zip": {Data: zipOf(t, member{"cover.jpg", "x"})},
		}, nil, []string{"x.zip/cover.jpg: not a kind of file that holds a book", "x.zip: no book in it"}},
		{"an archive that climbs out", fstest.MapFS{
			"x.zip": {Data: zipOf(t, member{"../../evil.txt", chapter}, member{"/etc/evil.txt", chapter}, member{`..\evil.txt`, chapter}, member{"good.txt", chapter})},
		}, []string{"txt x.zip/good.txt good"}, []string{
			`x.zip: "../../evil.txt" leads out of the archive; not read`,
			`x.zip: "/etc/evil.txt" leads out of the archive; not read`,
			`x.zip: "../evil.txt" leads out of the archive; not read`,
		}},
		{"nothing", fstest.MapFS{}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sources, warnings, err := Scan(tt.fsys)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range sources {
				got = append(got, described(s))
				if _, err := s.Fingerprint(tt.fsys); err != nil {
					t.Error(err)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if !slices.Equal(warnings, tt.warnings) {
				t.Errorf("warnings %q, want %q", warnings, tt.warnings)
			}
		})
	}
}

func TestReadFolders(t *testing.T) {
	tests := []struct {
		name string
		fsys fstest.MapFS
		want []string // volume/title of each chapter
	}{
		{"names for headings that the files lack, in the order of their numbers", fstest.MapFS{
			"書/第十章 風.txt": file("丙。"), "書/第二章 雪.txt": file("乙。"), "書/第一章 雨.txt": file("甲。"),
		}, []string{"/第一章 雨", "/第二章 雪", "/第十章 風"}},
		{"headings that the files have", fstest.MapFS{
			"書/001.txt": file("第一章 雨\n甲。"), "書/002.txt": file("　　第二章 雪\n乙。"), "書/003.txt": file("丙。"),
		}, []string{"/第一章 雨", "/第二章 雪", "/003"}},
		{"a running number before the heading", fstest.MapFS{
			"書/0001_第一章 雨.txt": file("甲。"), "書/0002_第二章 雪.txt": file("乙。"),
		}, []string{"/第一章 雨", "/第二章 雪"}},
		{"a file for each volume", fstest.MapFS{
			"書/第一卷 山.txt": file("第一章 雨\n甲。\n第二章 雪\n乙。"), "書/第二卷 海.txt": file("第一章 風\n丙。"),
		}, []string{"第一卷 山/第一章 雨", "第一卷 山/第二章 雪", "第二卷 海/第一章 風"}},
		{"a folder for each volume", fstest.MapFS{
			"書/第一卷 山/1.txt": file("第一章 雨\n甲。"), "書/第一卷 山/2.txt": file("第二章 雪\n乙。"), "書/第一卷 山/3.txt": file("第三章 霜\n乙。"),
			"書/第二卷 海/1.txt": file("第一章 風\n丙。"), "書/第二卷 海/2.txt": file("第二章 浪\n丁。"), "書/第二卷 海/3.txt": file("第三章 岸\n丁。"),
		}, []string{"第一卷 山/第一章 雨", "第一卷 山/第二章 雪", "第一卷 山/第三章 霜", "第二卷 海/第一章 風", "第二卷 海/第二章 浪", "第二卷 海/第三章 岸"}},
		{"an archive of pages in GBK", fstest.MapFS{
			"書.zip": {Data: zipOf(t, member{gbk(t, "第二章 雪.html"), gbk(t, "<h1>第二章 雪</h1><p>乙。</p>")}, member{gbk(t, "第一章 雨.html"), gbk(t, "<h1>第一章 雨</h1><p>甲。</p>")})},
		}, []string{"/第一章 雨", "/第二章 雪"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sources, _, err := Scan(tt.fsys)
			if err != nil || len(sources) != 1 {
				t.Fatalf("%d books, %v", len(sources), err)
			}
			b, err := sources[0].Read(t.Context(), tt.fsys)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range b.Chapters {
				got = append(got, c.Volume+"/"+c.Title)
				if len(c.Paragraphs) != 1 {
					t.Errorf("%s has %d paragraphs", c.Title, len(c.Paragraphs))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// A file of a folder that cannot be read is told; the others are read.
func TestReadFolderWithDamage(t *testing.T) {
	fsys := fstest.MapFS{"書/第一章.txt": file("甲。"), "書/第二章.txt": file("%PDF-1.7"), "書/第三章.txt": file("丙。")}
	b, err := Preview(t.Context(), fsys, "書")
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Chapters) != 2 || len(b.Warnings) != 1 || b.Warnings[0] != "書/第二章.txt: a PDF, not a text" {
		t.Errorf("%d chapters, warnings %q", len(b.Chapters), b.Warnings)
	}
}

func TestPreviewOfArchives(t *testing.T) {
	fsys := fstest.MapFS{"庫.zip": {Data: zipOf(t, member{"甲書.txt", "第一章\n甲。"}, member{"乙書.txt", "第一章\n乙。"})}}
	if b, err := Preview(t.Context(), fsys, "庫.zip/乙書.txt"); err != nil || len(where(b, "乙。")) != 1 || b.File != "庫.zip/乙書.txt" {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := Preview(t.Context(), fsys, "庫.zip"); err == nil || !strings.Contains(err.Error(), "2 books") {
		t.Errorf("error %v, want one that says that there are two books", err)
	}
	if _, err := Preview(t.Context(), fsys, "庫.zip/丙書.txt"); err == nil {
		t.Error("a book that is not there was read")
	}
}

func TestReadRefuses(t *testing.T) {
	locked := zipOf(t, member{"a.txt", "第一章\n甲。"})
	locked[6] |= 1 // the flag of encryption, in the file's header …
	locked[bytes.Index(locked, []byte("PK\x01\x02"))+8] |= 1
	tests := []struct {
		name, file string
		data       []byte
		want       string
	}{
		{"an empty file", "a.txt", nil, "a.txt: the file is empty"},
		{"white space", "a.txt", []byte(" \n\u3000\n"), "a.txt: no text in it"},
		{"a picture", "a.txt", []byte("\x89PNG\r\n"), "a.txt: a picture, not a text"},
		{"no archive", "a.epub", []byte("no archive"), "a.epub: a damaged EPUB: its archive cannot be opened"},
		{"an archive that is no EPUB", "a.epub", zipOf(t, member{"a.txt", "x"}), "a.epub: a damaged EPUB: META-INF/container.xml is missing or wrong"},
		{"a locked archive", "a.zip", locked, "a.zip/a.txt: encrypted with a password"},
		{"a bomb", "a.zip", zipOf(t, member{"a.txt", strings.Repeat("天", 8<<20)}), "a.zip/a.txt: " + errBomb.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Preview(t.Context(), fstest.MapFS{tt.file: {Data: tt.data}}, tt.file)
			if err == nil {
				t.Fatal("it was read")
			}
			if err.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
		})
	}
}

func TestReadIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Preview(ctx, fstest.MapFS{"a.txt": file("甲。")}, "a.txt"); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// On a real folder: links that lead out are not followed, pipes are not opened,
// and a folder without permission is told.
func TestDirFS(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "secret.txt"), "第一章\n祕密。")
	write(filepath.Join(dir, "a.txt"), "第一章\n甲。")
	links := map[string]string{
		"out.txt": filepath.Join(outside, "secret.txt"), "up.txt": "../" + filepath.Base(outside) + "/secret.txt",
		"folder": outside, "loop.txt": "loop.txt", "in.txt": "a.txt",
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	fsys, err := DirFS(dir)
	if err != nil {
		t.Fatal(err)
	}
	sources, warnings, err := Scan(fsys)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, s := range sources {
		files = append(files, s.File)
		if _, err := s.Read(t.Context(), fsys); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(files, []string{"a.txt", "in.txt"}) {
		t.Errorf("files %q", files)
	}
	if len(warnings) != 4 {
		t.Errorf("warnings %q, want one for each of four links", warnings)
	}
	for _, name := range []string{"out.txt", "up.txt", "folder/secret.txt", "../" + filepath.Base(outside) + "/secret.txt"} {
		if b, err := Preview(t.Context(), fsys, name); err == nil {
			t.Errorf("%s was read: %v", name, b.Chapters)
		}
	}
	if _, err := DirFS(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there was opened")
	}
}

// forbidden is a library with a folder that may not be read.
type forbidden struct{ fstest.MapFS }

func (f forbidden) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "closed" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.ReadDir(name)
}

func TestScanWithoutPermission(t *testing.T) {
	sources, warnings, err := Scan(forbidden{fstest.MapFS{"a.txt": file("甲。"), "closed/b.txt": file("乙。")}})
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) != 1 || !slices.Equal(warnings, []string{"closed: no permission to read it"}) {
		t.Errorf("%d books, warnings %q", len(sources), warnings)
	}
}
