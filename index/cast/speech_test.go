package cast

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shuyou/index/book"
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

// Whom a title of the court means, the scenes tell: nobody is called 鄭 here.
func TestCalledByTitle(t *testing.T) {
	text := `第一章 一
多爾袞看著濟爾哈朗，點頭道：“好，就這麼辦。”
說到這，多爾袞想到了什麼：“鄭親王，不一起回北京嗎？”
濟爾哈朗搖頭道：“都走了，剩下部隊怎麼辦？”
多爾袞看了濟爾哈朗一眼，說道：“那就一切拜託鄭親王了。”
`
	v := find(t, chaptersOf("稱", text)).At(book.Everything())
	if p := answer(v, "鄭親王"); p == nil || p.Name != "濟爾哈朗" {
		t.Errorf("鄭親王 leads to %v", p)
	}
}

// TestGenresSpeech compares the speakers in the made-up chapters with what a
// reader says.
func TestGenresSpeech(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "genres", "speech.txt"))
	if err != nil {
		t.Fatal(err)
	}
	views := map[string]*View{}
	var all, right int
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 4 || f[0] == "#" {
			continue
		}
		v := views[f[0]]
		if v == nil {
			v = find(t, readTestdata(t, filepath.Join("genres", f[0]+".txt"))).At(book.Everything())
			v.readScenes()
			views[f[0]] = v
		}
		paragraph, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		all++
		_, got := speakersOf(v, v.lines, paragraph, f[2])
		said := strings.Join(got, "+")
		if said == "" {
			said = "?"
		}
		if said == f[3] {
			right++
		} else {
			t.Logf("%s %d %s: %s, not %s", f[0], paragraph, f[2], said, f[3])
		}
	}
	measure(t, "speakers in made-up chapters", right, all, 0.95)
}
