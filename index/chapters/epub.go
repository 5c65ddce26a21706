package chapters

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html/charset"
)

// An EPUB is an archive of pages. The spine says in which order they are read;
// the table of contents names the chapters whose pages do not.

// addEPUB reads the pages of an EPUB and adds their lines.
func (t *text) addEPUB(data []byte, name string) error {
	reader, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return errors.New("a damaged EPUB: its archive cannot be opened")
	}
	a, err := newArchive(reader)
	if err != nil {
		return err
	}
	t.warnings = append(t.warnings, prefixed(name, a.warnings)...)
	p, err := openPackage(a)
	if err != nil {
		return err
	}
	t.title, t.author = p.title(), p.author()
	t.encoding, t.sure = utf8Name, 1
	pages, size := 0, 0
	for _, item := range p.reading() {
		if a.encrypted[item] {
			return errors.New("an encrypted EPUB (it has copy protection)")
		}
		page, err := readFile(a, item)
		if err != nil {
			t.warnings = append(t.warnings, fmt.Sprintf("%s: %s: %s", name, item, plain(err)))
			continue
		}
		if size += len(page); size > maxBook {
			return fmt.Errorf("larger than %d MB", maxBook>>20)
		}
		d, err := decode(page, "", claimedCharset(page))
		if err != nil {
			continue // an empty page
		}
		r := readPage(d.text, p.anchors[item])
		if label := p.labels[item]; label != "" {
			r.lines = labelled(r.lines, label)
		}
		t.add(item, r.lines, r.removed)
		pages++
	}
	if pages == 0 {
		return errors.New("an EPUB without readable pages")
	}
	return nil
}

// labelled gives a page the name that the table of contents has for it, unless
// it begins with a heading of its own.
func labelled(lines []line, label string) []line {
	if len(lines) == 0 {
		return lines
	}
	want := squeeze([]rune(key(label)))
	for i := range lines[:min(3, len(lines))] {
		if lines[i].level > 0 {
			return lines
		}
		if got := squeeze([]rune(key(lines[i].text))); got == want && got != "" {
			lines[i].level = tableLevel
			return lines
		}
	}
	head := line{text: label, number: lines[0].number, level: tableLevel, flags: afterBlank | opens | named}
	return append([]line{head}, lines...)
}

// A packageFile is what an EPUB says of itself.
type packageFile struct {
	Metadata struct {
		Titles   []string `xml:"title"`
		Creators []string `xml:"creator"`
	} `xml:"metadata"`
	Manifest []struct {
		ID         string `xml:"id,attr"`
		Href       string `xml:"href,attr"`
		MediaType  string `xml:"media-type,attr"`
		Properties string `xml:"properties,attr"`
	} `xml:"manifest>item"`
	Spine struct {
		Toc   string `xml:"toc,attr"`
		Items []struct {
			IDRef  string `xml:"idref,attr"`
			Linear string `xml:"linear,attr"`
		} `xml:"itemref"`
	} `xml:"spine"`
	Guide []struct {
		Type string `xml:"type,attr"`
		Href string `xml:"href,attr"`
	} `xml:"guide>reference"`

	dir     string
	labels  map[string]string            // names of whole pages
	anchors map[string]map[string]string // names of places inside pages
	nav     string                       // the navigation page
}

// openPackage reads the package file and the table of contents.
func openPackage(a *archive) (*packageFile, error) {
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	if err := readXML(a, "META-INF/container.xml", &container); err != nil || len(container.Roots) == 0 {
		return nil, errors.New("a damaged EPUB: META-INF/container.xml is missing or wrong")
	}
	a.encrypted = encryptedFiles(a)
	p := &packageFile{labels: map[string]string{}, anchors: map[string]map[string]string{}}
	opf := path.Clean(container.Roots[0].Path)
	if a.encrypted[opf] {
		return nil, errors.New("an encrypted EPUB (it has copy protection)")
	}
	if err := readXML(a, opf, p); err != nil {
		return nil, fmt.Errorf("a damaged EPUB: its package file %s is missing or wrong", opf)
	}
	p.dir = path.Dir(opf)
	p.contents(a)
	return p, nil
}

// readXML reads a file of the archive into v, forgiving what browsers forgive.
func readXML(a *archive, name string, v any) error {
	data, err := readFile(a, name)
	if err != nil {
		return err
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	return d.Decode(v)
}

// encryptedFiles lists the files that are encrypted. Fonts that are only made
// unreadable for other uses do not count.
func encryptedFiles(a *archive) map[string]bool {
	var encryption struct {
		Data []struct {
			Method struct {
				Algorithm string `xml:"Algorithm,attr"`
			} `xml:"EncryptionMethod"`
			Reference struct {
				URI string `xml:"URI,attr"`
			} `xml:"CipherData>CipherReference"`
		} `xml:"EncryptedData"`
	}
	list := map[string]bool{}
	if err := readXML(a, "META-INF/encryption.xml", &encryption); err != nil {
		return list
	}
	for _, d := range encryption.Data {
		switch d.Method.Algorithm {
		case "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC":
			continue
		}
		if name, err := url.PathUnescape(d.Reference.URI); err == nil {
			list[path.Clean(name)] = true
		}
	}
	return list
}

// resolve gives the path in the archive of a reference, and its fragment.
func (p *packageFile) resolve(dir, href string) (name, fragment string) {
	href, fragment, _ = strings.Cut(href, "#")
	if plain, err := url.PathUnescape(href); err == nil {
		href = plain
	}
	name = path.Join(dir, href)
	if !fs.ValidPath(name) {
		return "", ""
	}
	return name, fragment
}

// reading lists the pages in the order in which they are read: the spine, and
// after it what the spine leaves to the reader to open.
func (p *packageFile) reading() []string {
	files := map[string]string{}
	for _, item := range p.Manifest {
		kind := item.MediaType
		if strings.Contains(kind, "html") || strings.Contains(kind, "xml") && strings.Contains(item.Href, "htm") || kind == "text/plain" {
			name, _ := p.resolve(p.dir, item.Href)
			files[item.ID] = name
		}
		if strings.Contains(" "+item.Properties+" ", " nav ") {
			p.nav, _ = p.resolve(p.dir, item.Href)
		}
	}
	contents := map[string]bool{p.nav: true, "": true}
	for _, r := range p.Guide {
		if r.Type == "toc" {
			name, _ := p.resolve(p.dir, r.Href)
			contents[name] = true
		}
	}
	var linear, aside []string
	seen := map[string]bool{}
	for _, item := range p.Spine.Items {
		name := files[item.IDRef]
		if contents[name] || seen[name] {
			continue
		}
		seen[name] = true
		if item.Linear == "no" {
			aside = append(aside, name)
		} else {
			linear = append(linear, name)
		}
	}
	return append(linear, aside...)
}

func (p *packageFile) title() string {
	for _, t := range p.Metadata.Titles {
		if t = strings.TrimSpace(t); t != "" {
			return t
		}
	}
	return ""
}

func (p *packageFile) author() string {
	var names []string
	for _, c := range p.Metadata.Creators {
		if c = strings.TrimSpace(c); c != "" {
			names = append(names, c)
		}
	}
	return strings.Join(names, "、")
}
