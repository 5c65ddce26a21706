package chapters

import (
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"shuyou/index/book"
)

// File names of novels say more than the title: 《書名》（校對版全本）作者：某某.txt.

var (
	quotedTitle = regexp.MustCompile(`《([^《》]{1,40})》`)
	authorMark  = regexp.MustCompile(`[\s_\-—·,，(（\[【]*(?i:作者|著者|author|by)\s*[:：_ ]\s*([^\s\[\]【】()（）《》,，]{1,20})`)
	wroteMark   = regexp.MustCompile(`^[\s_\-—·]*([^\s\[\]【】()（）《》,，。]{1,12})\s*著$`)
	noteMark    = regexp.MustCompile(`[（(【\[〔][^（(【\[〔）)】\]〕]{1,24}[）)】\]〕]`)
	noteWords   = regexp.MustCompile(`校|全本|完|精|全集|txt|TXT|下载|下載|番外|www|\.com|\.net|网|網|版|删|刪|典藏|繁|简|簡|出书|出書|更新|作者|连载|連載`)
	copyMark    = regexp.MustCompile(`\s*[(（][0-9]{1,3}[)）]$`) // of a file that was downloaded again
	authorLine  = regexp.MustCompile(`^(?:作者|著者|Author|author)\s*[:：]\s*(\S.{0,19})$`)
	titleLine   = regexp.MustCompile(`^(?:书名|書名|小说名|小說名|Title|title)\s*[:：]\s*《?(\S.{0,39}?)》?$`)
)

// bookName gives the title and author that the name of a file tells, or of a
// folder, which ends with "/.".
func bookName(file string) (title, author string) {
	base := path.Base(file)
	if folder, ok := strings.CutSuffix(file, "/."); ok {
		base = path.Base(folder)
	} else {
		base = strings.TrimSuffix(base, path.Ext(base))
	}
	rest := base
	if m := authorMark.FindStringSubmatchIndex(rest); m != nil {
		author = rest[m[2]:m[3]]
		rest = rest[:m[0]] + rest[m[1]:]
	}
	if m := quotedTitle.FindStringSubmatchIndex(rest); m != nil {
		title = strings.TrimSpace(rest[m[2]:m[3]])
		if w := wroteMark.FindStringSubmatch(rest[m[1]:]); author == "" && w != nil {
			author = w[1]
		}
	} else {
		rest = copyMark.ReplaceAllString(rest, "")
		title = noteMark.ReplaceAllStringFunc(rest, func(note string) string {
			if noteWords.MatchString(note) {
				return ""
			}
			return note
		})
		title = strings.TrimFunc(title, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("_-—·()（）[]【】", r) })
	}
	if title == "" {
		title = base
	}
	return title, author
}

// entitle gives a book the title and author that its text tells, where
// library.yaml does not.
func (s Source) entitle(b *book.Book, t *text, front []line) {
	if !s.named && t.title != "" && (s.Format == "epub" || s.Format == "md" || !hasHan(b.Title)) && !isHeadingText(t.title) {
		b.Title = t.title
	}
	if b.Author == "" {
		b.Author = t.author
	}
	for i := range front[:min(12, len(front))] {
		text := front[i].text
		if m := authorLine.FindStringSubmatch(text); m != nil && b.Author == "" {
			b.Author = strings.TrimSpace(m[1])
		}
		if s.named || hasHan(b.Title) {
			continue
		}
		if m := titleLine.FindStringSubmatch(text); m != nil {
			b.Title = m[1]
		} else if m := quotedTitle.FindStringSubmatchIndex(text); m != nil && m[0] == 0 && utf8.RuneCountInString(text) < 50 {
			b.Title = text[m[2]:m[3]]
		}
	}
}

func hasHan(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0
}

func isHeadingText(text string) bool {
	reader := headingReader{words: words()}
	c, ok := reader.read(text)
	return ok && c.trust >= doubtful
}

// nameFile lets the name of a file of a folder stand for the heading that the
// file lacks, and the name of a folder inside it for a volume. before is how
// many lines there were without the file.
func (t *text) nameFile(before int, name, root string, reader *headingReader) {
	if len(t.lines) == before {
		return
	}
	first := t.lines[before]
	var heads []line
	add := func(label string, flags lineFlags) {
		heads = append(heads, line{text: label, number: 1, file: first.file, level: tableLevel, flags: afterBlank | opens | named | flags})
	}
	if dir := path.Dir(name); dir != root && dir != t.dir && dir != "." {
		add(fileLabel(path.Base(dir), reader), volumeName)
	}
	t.dir = path.Dir(name)
	label := fileLabel(strings.TrimSuffix(path.Base(name), path.Ext(name)), reader)
	c, isHeading := reader.read(label)
	headed := false
	for i := before; i < min(before+3, len(t.lines)); i++ {
		if h, ok := reader.read(t.lines[i].text); t.lines[i].level > 0 || ok && h.trust == sure {
			headed = true
		}
	}
	switch {
	case isHeading && c.rank <= 2 && c.trust == sure && headed:
		add(label, volumeName)
	case !headed:
		add(label, 0)
	}
	if len(heads) > 0 {
		t.lines = append(t.lines[:before:before], append(heads, t.lines[before:]...)...)
	}
}

var filePrefix = regexp.MustCompile(`^[0-9]{1,6}[\s._\-、]+`)

// fileLabel makes a heading of a file name: without a running number before a
// heading that has its own.
func fileLabel(base string, reader *headingReader) string {
	label := strings.Join(strings.Fields(strings.ReplaceAll(base, "_", " ")), " ")
	if rest := filePrefix.ReplaceAllString(label, ""); rest != label && rest != "" {
		if c, ok := reader.read(rest); ok && c.trust == sure {
			return rest
		}
	}
	return label
}
