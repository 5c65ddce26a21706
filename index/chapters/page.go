package chapters

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

// What a page of a novel site says of itself: its encoding, its title, and where
// in it the chapter is.

var charsetPattern = regexp.MustCompile(`(?i)charset\s*=\s*["']?\s*([a-z0-9_-]+)`)

// claimedCharset is the encoding that a page claims for itself.
func claimedCharset(data []byte) string {
	if m := charsetPattern.FindSubmatch(data[:min(len(data), 2048)]); m != nil {
		if name, ok := encodingName(string(m[1])); ok {
			return name
		}
	}
	return ""
}

// onlyContent leaves out what stands outside the element that holds the chapter,
// where there is one with most of the text. Headings stay.
func (p *pageReader) onlyContent() {
	within, all := 0, 0
	for i := range p.lines {
		if p.lines[i].level > 0 {
			continue
		}
		n := len(p.lines[i].text)
		all += n
		if p.lines[i].is(inContent) {
			within += n
		}
	}
	if within*2 < all || within == all {
		return
	}
	kept := p.lines[:0]
	for _, l := range p.lines {
		if l.is(inContent) || l.level > 0 && l.level <= 2 {
			kept = append(kept, l)
		} else {
			p.removed = append(p.removed, l.removal(RuleNavigation))
		}
	}
	p.lines = kept
}

//go:embed data/pages.txt
var contentNames string

var contentNameTable = sync.OnceValue(func() map[string]bool {
	table := map[string]bool{}
	for _, w := range dataWords(contentNames) {
		table[w] = true
	}
	return table
})

// isContentName reports an id, or one of several classes, of the element that
// holds a chapter.
func isContentName(names string) bool {
	for _, n := range strings.Fields(strings.ToLower(names)) {
		if contentNameTable()[n] {
			return true
		}
	}
	return false
}

// siteTitle takes the name of the site off the title of a page.
func siteTitle(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if at := strings.IndexAny(title, "_|｜"); at > 0 {
		title = title[:at]
	}
	if at := strings.Index(title, " - "); at > 0 {
		title = title[:at]
	}
	return strings.TrimSpace(title)
}
