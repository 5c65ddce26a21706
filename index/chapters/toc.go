package chapters

import (
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// contents reads the table of contents of an EPUB, the navigation page of
// EPUB 3 or else the NCX file of EPUB 2, into labels and anchors.
func (p *packageFile) contents(a *archive) {
	for _, item := range p.Manifest {
		if strings.Contains(" "+item.Properties+" ", " nav ") {
			name, _ := p.resolve(p.dir, item.Href)
			if data, err := readFile(a, name); err == nil {
				p.navigation(data, path.Dir(name))
			}
		}
	}
	if len(p.labels)+len(p.anchors) > 0 {
		return
	}
	for _, item := range p.Manifest {
		if item.MediaType != "application/x-dtbncx+xml" && item.ID != p.Spine.Toc {
			continue
		}
		name, _ := p.resolve(p.dir, item.Href)
		var ncx struct {
			Points []navPoint `xml:"navMap>navPoint"`
		}
		if err := readXML(a, name, &ncx); err == nil {
			p.points(ncx.Points, path.Dir(name), 0)
		}
	}
}

type navPoint struct {
	Label   string `xml:"navLabel>text"`
	Content struct {
		Src string `xml:"src,attr"`
	} `xml:"content"`
	Points []navPoint `xml:"navPoint"`
}

// points notes the entries of an NCX file. Deeper ones than four levels are not
// chapters.
func (p *packageFile) points(points []navPoint, dir string, depth int) {
	if depth > 4 {
		return
	}
	for _, n := range points {
		p.note(dir, n.Content.Src, n.Label)
		p.points(n.Points, dir, depth+1)
	}
}

// note remembers the name of a page or of a place inside it. The first name
// for a page counts.
func (p *packageFile) note(dir, href, label string) {
	label = strings.Join(strings.Fields(label), " ")
	name, fragment := p.resolve(dir, href)
	if name == "" || label == "" || len(label) > 300 {
		return
	}
	if fragment == "" {
		if p.labels[name] == "" {
			p.labels[name] = label
		}
		return
	}
	if p.anchors[name] == nil {
		p.anchors[name] = map[string]string{}
	}
	if p.anchors[name][fragment] == "" {
		p.anchors[name][fragment] = label
	}
}

// navigation reads the list of contents of a navigation page; lists of pages
// and landmarks are passed over.
func (p *packageFile) navigation(data []byte, dir string) {
	d, err := decode(data, "", utf8Name)
	if err != nil {
		return
	}
	z := html.NewTokenizer(strings.NewReader(d.text))
	inList, inLink := false, false
	href, label := "", ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			name, more := z.TagName()
			tag := atom.Lookup(name)
			var kind string
			target := ""
			for more {
				var k, v []byte
				k, v, more = z.TagAttr()
				switch string(k) {
				case "epub:type", "role":
					kind += " " + string(v)
				case "href":
					target = string(v)
				}
			}
			switch tag {
			case atom.Nav:
				inList = !strings.Contains(kind, "landmarks") && !strings.Contains(kind, "page-list") && !strings.Contains(kind, "pagelist")
			case atom.A:
				inLink, href, label = inList, target, ""
			}
		case html.TextToken:
			if inLink {
				label += string(z.Text())
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch atom.Lookup(name) {
			case atom.A:
				if inLink {
					p.note(dir, href, label)
				}
				inLink = false
			case atom.Nav:
				inList = false
			}
		}
	}
}
