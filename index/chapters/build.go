package chapters

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A draft is a chapter on its way: its heading, if it has one, and its lines.
type draft struct {
	head   *candidate
	volume string
	lines  []line
	group  bool // the heading is a volume's, with text of its own below it
}

// partSize is about how many characters a part of a text without headings has.
const partSize = 5000

// A divided text has its chapters, the text before them, and what was left out.
type divided struct {
	front   []line
	drafts  []draft
	removed []removal
	parts   bool // there is no heading; the text was cut into parts
}

// divide cuts a text into chapters as the settings say.
func divide(lines []line, s Settings, matches func(string) bool) divided {
	if len(lines) == 0 {
		return divided{}
	}
	switch s.Chapters {
	case One:
		return divided{drafts: []draft{{lines: lines}}}
	case Parts:
		return divided{drafts: cutParts(lines), parts: true}
	}
	var heads, cands []candidate
	if matches != nil {
		heads = headingPatterns(lines, matches)
	} else {
		cands = readCandidates(lines)
		heads = findHeadings(lines, cands)
	}
	drop := dropped{}
	heads = dropContents(lines, heads, drop)
	heads = mergeDoubled(lines, heads, drop)
	dropEchoes(lines, heads, cands, drop)
	takeTitles(lines, heads, drop)
	d := gather(lines, heads, drop)
	if len(heads) == 0 {
		d.drafts, d.front = cutParts(d.front), nil
		d.parts = true
	}
	return d
}

// gather puts the lines below their headings.
func gather(lines []line, heads []candidate, drop dropped) (d divided) {
	volumes := volumeStack{}
	grouping := groups(heads, drop)
	take := func(from, to int) (kept []line) {
		for i := from; i < to; i++ {
			switch drop[i] {
			case "":
				if kept == nil {
					kept = make([]line, 0, to-i)
				}
				kept = append(kept, lines[i])
			case ruleTitle:
			default:
				d.removed = append(d.removed, lines[i].removal(drop[i]))
			}
		}
		return kept
	}
	first := len(lines)
	if len(heads) > 0 {
		first = heads[0].at
	}
	d.front = take(0, first)
	for i := range heads {
		h := &heads[i]
		end := len(lines)
		if i+1 < len(heads) {
			end = heads[i+1].at
		}
		l := &lines[h.at]
		for _, ornament := range []string{h.front, h.back} {
			if ornament != "" {
				d.removed = append(d.removed, l.removalOf(RuleOrnament, ornament))
			}
		}
		if h.page != "" {
			if at := strings.LastIndexAny(h.title, "(（"); at > 0 {
				d.removed = append(d.removed, l.removalOf(RulePagination, h.title[at:]))
				h.title = strings.TrimSpace(h.title[:at])
			}
		}
		text := take(h.at+1, end)
		if h.volume != "" {
			volumes.set(2, h.volume)
		}
		if grouping[i] {
			volumes.set(h.rank, h.title)
			holds := i+1 < len(heads) && (!grouping[i+1] || heads[i+1].rank > h.rank)
			if len(text) == 0 && holds {
				continue
			}
		}
		d.drafts = append(d.drafts, draft{head: h, volume: volumes.String(), lines: text, group: grouping[i]})
	}
	return d
}

// withoutEmptyVolumes leaves out the volumes that turned out to have no text of
// their own: they live on in the chapters below them.
func withoutEmptyVolumes(drafts []draft) []draft {
	kept := drafts[:0]
	for i := range drafts {
		d := drafts[i]
		if d.group && len(d.lines) == 0 && i+1 < len(drafts) && strings.HasPrefix(drafts[i+1].volume, d.volume) && !drafts[i+1].group {
			continue
		}
		kept = append(kept, d)
	}
	return kept
}

// A volumeStack holds the names of the volumes a chapter stands in, by rank.
type volumeStack [6]string

func (v *volumeStack) set(rank int8, name string) {
	v[rank] = name
	for r := int(rank) + 1; r < len(v); r++ {
		v[r] = ""
	}
}

func (v *volumeStack) String() string {
	var names []string
	for _, name := range v {
		if name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// cutParts cuts a text without headings at ends of paragraphs.
func cutParts(lines []line) []draft {
	if len(lines) == 0 {
		return nil
	}
	total := 0
	for i := range lines {
		total += utf8.RuneCountInString(lines[i].text)
	}
	count := max(1, (total+partSize/2)/partSize)
	var parts []draft
	from, reached := 0, 0
	for i := range lines {
		reached += utf8.RuneCountInString(lines[i].text)
		// Parts of equal size, so that the last is no scrap.
		if reached*count >= total*(len(parts)+1) || i+1 == len(lines) {
			parts = append(parts, draft{lines: slices.Clip(lines[from : i+1])})
			from = i + 1
		}
	}
	return parts
}
