package chapters

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A page is read as a stream of tags, not as a tree: pages of any size and
// depth, well formed or not, take no more memory than their text.

// A pageReader turns the tags of a page into lines.
type pageReader struct {
	lines   []line
	removed []removal
	title   string

	// anchors gives the names, from a table of contents, of places inside the
	// page.
	anchors map[string]string

	text    strings.Builder // of the line at hand
	space   bool            // white space came last
	linked  int             // runes of it inside links
	all     int             // runes of it
	row     int32           // line of the page
	level   int8            // of the heading we are in
	skipped int             // depth inside elements that are left out
	skip    atom.Atom
	link    int
	pre     int
	inTitle bool
	ruby    strings.Builder // readings that are left out
	reading int
	hidden  int // depth inside an element that is not shown
	hideTag atom.Atom
	pending string             // a name for the next line
	inside  int                // depth inside the element that holds the chapter
	holder  atom.Atom          // that element
	keep    map[atom.Atom]bool // elements that would be left out but are never closed
}

// addHTML decodes a page and adds its lines.
func (t *text) addHTML(data []byte, name string, s Settings) error {
	d, err := decode(data, s.Encoding, claimedCharset(data))
	if err != nil {
		return err
	}
	t.decoded(d, name)
	p := readPage(d.text, nil)
	if t.title == "" {
		t.title = siteTitle(p.title)
	}
	t.add(name, p.lines, p.removed)
	return nil
}

// readPage reads a decoded page. An element that is left out but never closed
// would take the rest of the page with it, so it is read after all.
func readPage(page string, anchors map[string]string) *pageReader {
	keep := map[atom.Atom]bool{}
	for {
		p := &pageReader{anchors: anchors, keep: keep, row: 1}
		p.read(page)
		switch {
		case p.skipped > 0 && p.skip != atom.Script && p.skip != atom.Style && !keep[p.skip]:
			keep[p.skip] = true
		case p.hidden > 0 && !keep[p.hideTag]:
			keep[p.hideTag] = true
		default:
			return p
		}
	}
}

// read reads a decoded page once.
func (p *pageReader) read(page string) {
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break // the end: the tokenizer mends everything else
		}
		raw := z.Raw()
		newlines := int32(bytes.Count(raw, []byte("\n")))
		switch kind {
		case html.TextToken:
			newlines -= p.take(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			name, attrs := z.TagName()
			tag := atom.Lookup(name)
			p.open(z, tag, attrs, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := z.TagName()
			p.close(atom.Lookup(name))
		}
		p.row += newlines
	}
	p.flush()
	p.onlyContent()
	if len(p.lines) > 0 {
		p.lines[0].flags |= opens
	}
	if gone := strings.TrimSpace(p.ruby.String()); gone != "" {
		p.removed = append(p.removed, removal{line: 1, rule: RuleReading, text: gone})
	}
}

// leftOut are the elements whose text is no part of a page's text.
func leftOut(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Noscript, atom.Nav, atom.Svg, atom.Iframe, atom.Textarea, atom.Select, atom.Button,
		atom.Object, atom.Template, atom.Audio, atom.Video, atom.Canvas, atom.Footer, atom.Math:
		return true
	}
	return false
}

// isBlock reports elements that begin and end a line.
func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Br, atom.Li, atom.Ul, atom.Ol, atom.Dl, atom.Dt, atom.Dd, atom.Tr, atom.Td, atom.Th, atom.Table,
		atom.Tbody, atom.Thead, atom.Section, atom.Article, atom.Aside, atom.Header, atom.Main, atom.Blockquote, atom.Pre, atom.Hr,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Body, atom.Html, atom.Head, atom.Form, atom.Center,
		atom.Figure, atom.Figcaption, atom.Address, atom.Title, atom.Fieldset:
		return true
	}
	return false
}

func headingLevel(tag atom.Atom) int8 {
	switch tag {
	case atom.H1:
		return 1
	case atom.H2:
		return 2
	case atom.H3:
		return 3
	case atom.H4:
		return 4
	case atom.H5:
		return 5
	case atom.H6:
		return 6
	}
	return 0
}

// isVoid reports elements that never have an end tag.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Meta, atom.Link, atom.Col, atom.Wbr, atom.Source, atom.Area, atom.Base, atom.Embed, atom.Track, atom.Param:
		return true
	}
	return false
}

func (p *pageReader) open(z *html.Tokenizer, tag atom.Atom, attrs, closed bool) {
	void := closed || isVoid(tag)
	if p.skipped > 0 {
		if tag == p.skip && !void {
			p.skipped++
		}
		return
	}
	if tag == p.holder && p.inside > 0 && !void {
		p.inside++
	}
	if p.hidden > 0 {
		if tag == p.hideTag && !void {
			p.hidden++
		}
	} else if attrs {
		p.attributes(z, tag, void)
	}
	if leftOut(tag) && !p.keep[tag] {
		if !void {
			p.flush()
			p.skip, p.skipped = tag, 1
		}
		return
	}
	if isBlock(tag) || p.keep[tag] {
		p.flush()
	}
	if void {
		return
	}
	switch tag {
	case atom.A:
		p.link++
	case atom.Pre:
		p.pre++
	case atom.Title:
		p.inTitle = true
	case atom.Rt, atom.Rp, atom.Rtc:
		p.reading++
	}
	if l := headingLevel(tag); l > 0 {
		p.level = l
	}
}

// attributes looks for places that a table of contents names, and for what the
// page does not show.
func (p *pageReader) attributes(z *html.Tokenizer, tag atom.Atom, void bool) {
	for {
		k, v, more := z.TagAttr()
		switch string(k) {
		case "id", "name", "class":
			if p.inside == 0 && !void && isContentName(string(v)) {
				p.flush()
				p.inside, p.holder = 1, tag
			}
			if label, ok := p.anchors[string(v)]; ok {
				p.flush()
				p.pending = label
			}
		case "style":
			if p.keep[tag] {
				break
			}
			style := strings.ReplaceAll(strings.ToLower(string(v)), " ", "")
			if !void && (strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") || strings.Contains(style, "font-size:0")) {
				p.hidden, p.hideTag = 1, tag
			}
		case "hidden":
			if !void && !p.keep[tag] {
				p.hidden, p.hideTag = 1, tag
			}
		}
		if !more {
			return
		}
	}
}

func (p *pageReader) close(tag atom.Atom) {
	if p.skipped > 0 {
		if tag == p.skip {
			p.skipped--
		}
		return
	}
	if isBlock(tag) {
		p.flush()
	}
	if p.inside > 0 && tag == p.holder {
		p.flush()
		p.inside--
	}
	if p.hidden > 0 && tag == p.hideTag {
		if p.hidden--; p.hidden == 0 {
			p.hideTag = 0
		}
	}
	switch tag {
	case atom.A:
		p.link = max(p.link-1, 0)
	case atom.Pre:
		p.pre = max(p.pre-1, 0)
	case atom.Title:
		p.inTitle = false
	case atom.Rt, atom.Rp, atom.Rtc:
		p.reading = max(p.reading-1, 0)
	case atom.Ruby:
		p.reading = 0
	}
	if headingLevel(tag) > 0 {
		p.level = 0
	}
}

// take adds text to the line at hand and returns how many line ends it has
// counted. White space is one space, except where it is set as it stands.
func (p *pageReader) take(s string) (counted int32) {
	switch {
	case p.skipped > 0:
		return 0
	case p.inTitle:
		p.title += s
		return 0
	case p.reading > 0:
		if t := strings.TrimSpace(s); t != "" && p.ruby.Len() < 1<<20 {
			p.ruby.WriteString(t + " ")
		}
		return 0
	case p.hidden > 0:
		if t := strings.TrimSpace(s); t != "" {
			p.removed = append(p.removed, removal{line: p.row, rule: RuleHidden, text: t})
		}
		return 0
	}
	var gone []rune
	for _, r := range s {
		if p.pre > 0 && r == '\n' {
			p.flush()
			p.row++
			counted++
			continue
		}
		if r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\f' || r == '\v' {
			r = ' '
		}
		switch {
		case r == ' ', r == '\t', r == '\n', r == '\r':
			p.space = true
			continue
		case isInvisible(r):
			gone = append(gone, r)
			continue
		}
		if p.space && p.text.Len() > 0 {
			p.text.WriteByte(' ')
		}
		p.space = false
		p.text.WriteRune(r)
		if !unicode.IsSpace(r) {
			p.all++
			if p.link > 0 {
				p.linked++
			}
		}
	}
	if len(gone) > 0 {
		p.removed = append(p.removed, removal{line: p.row, rule: RuleInvisible, text: string(gone)})
	}
	return counted
}

// flush ends the line at hand. A line that is all links, and of which links are
// more than one or lead about the site, is navigation.
func (p *pageReader) flush() {
	text := strings.TrimFunc(p.text.String(), unicode.IsSpace)
	linked := p.all > 0 && p.linked == p.all
	p.text.Reset()
	p.space, p.linked, p.all = false, 0, 0
	if text == "" {
		return
	}
	l := line{text: text, number: p.row, level: p.level, flags: afterBlank}
	if p.inside > 0 {
		l.flags |= inContent
	}
	if p.pending != "" {
		// A heading that the table of contents has and the page may lack.
		if squeeze([]rune(key(text))) != squeeze([]rune(key(p.pending))) && p.level == 0 {
			p.lines = append(p.lines, line{text: p.pending, number: p.row, level: tableLevel, flags: afterBlank | named})
		} else if p.level == 0 {
			l.level = tableLevel
		}
		p.pending = ""
	}
	if linked && l.level == 0 {
		p.removed = append(p.removed, l.removal(RuleNavigation))
		return
	}
	p.lines = append(p.lines, l)
}

// tableLevel is the level of a heading that comes from a table of contents or
// the name of a file, below what a page itself sets as one.
const tableLevel = 7
