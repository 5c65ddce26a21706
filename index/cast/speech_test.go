package cast

import (
	"slices"
	"strings"
	"testing"
)

// speakersOf names the speakers of the line of a one-chapter book that starts
// with the text.
func speakersOf(v *View, lines []speech, paragraph int, text string) (*speech, []string) {
	for i := range lines {
		l := &lines[i]
		if int(l.paragraph)+1 != paragraph {
			continue
		}
		rs := []rune(v.c.text(int(l.paragraph)))
		if !strings.HasPrefix(string(rs[l.quote.open:l.quote.close]), string([]rune(text)[:min(6, len([]rune(text)))])) {
			continue
		}
		var names []string
		for _, a := range l.speakers {
			if a.person >= 0 {
				names = append(names, v.people[a.person].Name)
			} else {
				names = append(names, "@"+a.role)
			}
		}
		return l, names
	}
	return nil, nil
}

func TestSeedsSpeech(t *testing.T) {
	var all, right, sure, sureRight int
	for _, g := range readGold(t) {
		v := seedView(t, g.File)
		lines := v.attribute().speeches
		names := map[string]string{}
		roles := map[string]bool{}
		for _, c := range g.Characters {
			names[c.ID] = folded(c.Name)
			roles[c.ID] = c.Kind == "role"
		}
		for _, q := range g.Quotes {
			all++
			line, got := speakersOf(v, lines, q.Paragraph, q.Text)
			ok := line != nil
			var wanted []string
			for _, id := range q.Speakers {
				if !strings.HasPrefix(id, "@") && !roles[id] {
					wanted = append(wanted, names[id])
				}
			}
			var people []string
			for _, n := range got {
				if !strings.HasPrefix(n, "@") {
					people = append(people, folded(n))
				}
			}
			slices.Sort(wanted)
			slices.Sort(people)
			ok = ok && slices.Equal(wanted, people)
			if ok {
				right++
			} else {
				t.Logf("%s %d %s: %v, not %v", g.File[:3], q.Paragraph, q.Text[:min(len(q.Text), 30)], got, q.Speakers)
			}
			if line != nil && line.sure {
				sure++
				if ok {
					sureRight++
				}
			}
		}
	}
	measure(t, "speakers", right, all, 0.92)
	measure(t, "speakers the text names", sureRight, sure, 0.97)
}
