package chapters

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	container = `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`
	opfHead   = `<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>孤城記</dc:title><dc:creator>某某</dc:creator></metadata>`
)

// epubOf makes an EPUB of a package file and other members.
func epubOf(t testing.TB, opf string, members ...member) []byte {
	t.Helper()
	all := append([]member{{"mimetype", "application/epub+zip"}, {"META-INF/container.xml", container}, {"OEBPS/content.opf", opfHead + opf + "</package>"}}, members...)
	return zipOf(t, all...)
}

// spineOf is a package file whose spine has the given pages, without a table of
// contents.
func spineOf(pages ...string) string {
	var manifest, spine strings.Builder
	for _, p := range pages {
		manifest.WriteString(`<item id="` + p + `" href="` + p + `" media-type="application/xhtml+xml"/>`)
		spine.WriteString(`<itemref idref="` + p + `"/>`)
	}
	return "<manifest>" + manifest.String() + "</manifest><spine>" + spine.String() + "</spine>"
}

func TestEPUB(t *testing.T) {
	ncx := func(points string) member {
		return member{"OEBPS/toc.ncx", `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>` + points + `</navMap></ncx>`}
	}
	point := func(label, src string) string {
		return `<navPoint><navLabel><text>` + label + `</text></navLabel><content src="` + src + `"/></navPoint>`
	}
	withNCX := func(opf string) string {
		return strings.Replace(opf, "</manifest><spine>", `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="ncx">`, 1)
	}
	tests := []struct {
		name string
		data []byte
		want []string // title: number of paragraphs
	}{
		{"headings in the pages", epubOf(t, spineOf("a.xhtml", "b.xhtml"),
			member{"OEBPS/a.xhtml", "<h1>第一章 雨</h1><p>甲。</p>"}, member{"OEBPS/b.xhtml", "<h1>番外之夜</h1><p>乙。</p>"}),
			[]string{"第一章 雨", "番外之夜"}},
		{"a chapter that goes on in the next page", epubOf(t, spineOf("a.xhtml", "b.xhtml", "c.xhtml"),
			member{"OEBPS/a.xhtml", "<h1>雨</h1><p>甲。</p>"}, member{"OEBPS/b.xhtml", "<p>乙。</p>"}, member{"OEBPS/c.xhtml", "<h1>雪</h1><p>丙。</p>"}),
			[]string{"雨", "雪"}},
		{"names from the table of contents", epubOf(t, withNCX(spineOf("a.xhtml", "b.xhtml")), ncx(point("雨", "a.xhtml")+point("雪", "b.xhtml")),
			member{"OEBPS/a.xhtml", "<p>甲。</p>"}, member{"OEBPS/b.xhtml", "<p>雪</p><p>乙。</p>"}),
			[]string{"雨", "雪"}},
		{"several chapters in a page", epubOf(t, withNCX(spineOf("a.xhtml")), ncx(point("雨", "a.xhtml#x")+point("雪", "a.xhtml#y")),
			member{"OEBPS/a.xhtml", `<p id="x">甲。</p><p>乙。</p><div id="y"><p>丙。</p></div>`}),
			[]string{"雨", "雪"}},
		{"headings as pictures of text, with their number in the text", epubOf(t, withNCX(spineOf("a.xhtml", "b.xhtml")), ncx(point("第一章 雨", "a.xhtml")+point("第二章 雪", "b.xhtml")),
			member{"OEBPS/a.xhtml", "<p>第一章</p><p>甲。</p>"}, member{"OEBPS/b.xhtml", "<p>第二章</p><p>乙。</p>"}),
			[]string{"第一章 雨", "第二章 雪"}},
		{"a page of links", epubOf(t, spineOf("toc.xhtml", "a.xhtml"),
			member{"OEBPS/toc.xhtml", "<h1>目錄</h1><p><a href='a.xhtml'>第一章 雨</a></p>"}, member{"OEBPS/a.xhtml", "<h1>第一章 雨</h1><p>甲。</p>"}),
			[]string{"第一章 雨"}},
		{"a page that is missing", epubOf(t, spineOf("a.xhtml", "none.xhtml"), member{"OEBPS/a.xhtml", "<h1>雨</h1><p>甲。</p>"}),
			[]string{"雨"}},
		{"a page in GBK", epubOf(t, spineOf("a.xhtml"), member{"OEBPS/a.xhtml", gbk(t, `<?xml version="1.0" encoding="gbk"?><html><h1>第一章 雨</h1><p>天亮以前，我們就到對岸去。</p></html>`)}),
			[]string{"第一章 雨"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := readBytes(t, "book.epub", tt.data)
			if got := titles(b); !slices.Equal(got, tt.want) {
				t.Errorf("chapters %q, want %q", got, tt.want)
			}
			if b.Title != "孤城記" || b.Author != "某某" || b.Format != "epub" {
				t.Errorf("%q by %q, %s", b.Title, b.Author, b.Format)
			}
			for _, c := range b.Chapters {
				if len(c.Paragraphs) == 0 {
					t.Errorf("%q is empty", c.Title)
				}
			}
		})
	}
}

func TestEncryptedEPUB(t *testing.T) {
	encryption := func(algorithm, uri string) member {
		return member{"META-INF/encryption.xml", `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="` + algorithm + `"/><enc:CipherData><enc:CipherReference URI="` + uri + `"/></enc:CipherData></enc:EncryptedData></encryption>`}
	}
	page := member{"OEBPS/a.xhtml", "<h1>雨</h1><p>甲。</p>"}
	data := epubOf(t, spineOf("a.xhtml"), page, encryption("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OEBPS/a.xhtml"))
	_, err := Preview(t.Context(), fstest.MapFS{"a.epub": {Data: data}}, "a.epub")
	if err == nil || err.Error() != "a.epub: an encrypted EPUB (it has copy protection)" {
		t.Errorf("error %v", err)
	}
	// A font that only this book may use is no protection of the text.
	data = epubOf(t, spineOf("a.xhtml"), page, encryption("http://www.idpf.org/2008/embedding", "OEBPS/font.otf"))
	wantTitles(t, readBytes(t, "a.epub", data), "雨")
}

// Packed to a thousandth, the pages of an EPUB are refused before they are
// unpacked; a page that claims to be small is cut off where it says it ends.
func TestBombs(t *testing.T) {
	bomb := member{"OEBPS/b.xhtml", "<p>" + strings.Repeat("天", 4<<20) + "</p>"}
	b := readBytes(t, "a.epub", epubOf(t, spineOf("a.xhtml", "b.xhtml"), member{"OEBPS/a.xhtml", "<h1>雨</h1><p>甲。</p>"}, bomb))
	wantTitles(t, b, "雨")
	if len(b.Warnings) != 1 || b.Warnings[0] != "a.epub: OEBPS/b.xhtml: "+errBomb.Error() {
		t.Errorf("warnings %q", b.Warnings)
	}
	data := zipOf(t, member{"a.txt", strings.Repeat("天地玄黃。", 1000)})
	for i := range data { // the size in the list of files at the end of the archive
		if bytes.HasPrefix(data[i:], []byte("PK\x01\x02")) {
			copy(data[i+24:], []byte{100, 0, 0, 0})
			break
		}
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	a, err := newArchive(r)
	if err != nil {
		t.Fatal(err)
	}
	f, err := a.Open("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err == nil {
		t.Errorf("%d bytes were read without an error", len(text))
	}
}

func TestArchiveIsAFileSystem(t *testing.T) {
	data := zipOf(t, member{"a.txt", "甲"}, member{"b/c.txt", "乙"}, member{"b/d/e.txt", "丙"})
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	a, err := newArchive(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(a, "a.txt", "b/c.txt", "b/d/e.txt"); err != nil {
		t.Error(err)
	}
}

func FuzzEPUB(f *testing.F) {
	page := member{"OEBPS/a.xhtml", "<h1>第一章 雨</h1><p>甲。</p>"}
	f.Add(epubOf(f, spineOf("a.xhtml"), page))
	f.Add(epubOf(f, `<manifest><item id="nav" href="a.xhtml" properties="nav"/></manifest><spine><itemref idref="nav"/></spine>`, page))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"a.epub", "a.zip"} {
			fsys := fstest.MapFS{name: {Data: data}}
			sources, _, err := Scan(fsys)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sources {
				if b, err := s.Read(t.Context(), fsys); err == nil && len(b.Chapters) == 0 {
					t.Error("a book without chapters")
				}
			}
		}
	})
}

// FuzzContents reads what the pages and the package file of an EPUB hold, past
// the checksums of the archive.
func FuzzContents(f *testing.F) {
	f.Add(spineOf("a.xhtml"), "<h1>第一章 雨</h1><p>甲。</p>", `<nav epub:type="toc"><a href="a.xhtml#x">雨</a></nav>`)
	f.Add("<manifest><item", "<p id=x>甲", "<a href='%zz'>x</a>")
	f.Fuzz(func(t *testing.T, opf, page, nav string) {
		data := epubOf(t, opf, member{"OEBPS/a.xhtml", page}, member{"OEBPS/nav.xhtml", nav})
		_, _ = Preview(t.Context(), fstest.MapFS{"a.epub": {Data: data}}, "a.epub")
	})
}
