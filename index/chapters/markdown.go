package chapters

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Markdown is read as text, with its headings taken at their word and the marks
// of emphasis left off. What looks like a paragraph on each line is one: those
// who keep novels in Markdown seldom break lines inside paragraphs.

var (
	mdHeading  = regexp.MustCompile(`^(#{1,6})[ \t\x{3000}]+(.*?)[ \t\x{3000}]*#*$`)
	mdUnder    = regexp.MustCompile(`^={3,}$`)
	mdImage    = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	mdLink     = regexp.MustCompile(`\[([^\]]+)\]\((?:https?:|#|/|\.)[^)]*\)`)
	mdStrong   = regexp.MustCompile(`\*\*([^*]+)\*\*|__([^_]+)__`)
	mdEmphasis = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
	mdEscape   = regexp.MustCompile("\\\\([\\\\`*_{}\\[\\]()#+.!~>|-])")
)

// addMarkdown decodes a Markdown text and adds its lines.
func (t *text) addMarkdown(data []byte, name string, s Settings) error {
	d, err := decode(data, s.Encoding, "")
	if err != nil {
		return err
	}
	t.decoded(d, name)
	lines, removed := cutLines(d.text)
	lines = t.frontBlock(lines)
	kept := lines[:0]
	for i := range lines {
		l := lines[i]
		if len(kept) > 0 && mdUnder.MatchString(l.text) && !l.is(afterBlank) {
			kept[len(kept)-1].level = 1
			continue
		}
		if m := mdHeading.FindStringSubmatch(l.text); m != nil && m[2] != "" {
			l.level, l.text = int8(len(m[1])), m[2]
		} else if rest, ok := strings.CutPrefix(l.text, "> "); ok {
			l.text = strings.TrimSpace(rest)
		}
		for _, image := range mdImage.FindAllString(l.text, -1) {
			removed = append(removed, l.removalOf(RuleResidue, image))
		}
		l.text = plainMarkdown(l.text)
		if l.text != "" {
			kept = append(kept, l)
		}
	}
	t.add(name, kept, removed)
	return nil
}

// plainMarkdown leaves off the marks inside a line.
func plainMarkdown(text string) string {
	if !strings.ContainsAny(text, "*_[\\") {
		return text
	}
	text = mdImage.ReplaceAllString(text, "")
	text = mdLink.ReplaceAllString(text, "$1")
	text = mdStrong.ReplaceAllString(text, "$1$2")
	text = mdEmphasis.ReplaceAllString(text, "$1")
	text = mdEscape.ReplaceAllString(text, "$1")
	return strings.TrimSpace(strings.TrimSuffix(text, "\\"))
}

// frontBlock reads title and author from the block between --- and --- that
// may begin a Markdown file, and leaves it off.
func (t *text) frontBlock(lines []line) []line {
	if len(lines) == 0 || lines[0].text != "---" || lines[0].number != 1 {
		return lines
	}
	for i := 1; i < len(lines) && i < 40; i++ {
		if lines[i].text == "---" || lines[i].text == "..." {
			if i+1 < len(lines) {
				lines[i+1].flags |= opens | afterBlank
			}
			return lines[i+1:]
		}
		k, v, ok := strings.Cut(lines[i].text, ":")
		v = strings.Trim(strings.TrimSpace(v), `"'`)
		if !ok || v == "" || utf8.RuneCountInString(v) > 60 {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(k)) {
		case "title":
			t.title = v
		case "author":
			t.author = v
		}
	}
	return lines
}
