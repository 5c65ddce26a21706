package chapters

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"shuyou/index/book"
)

func TestTurnRound(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  []string // empty where the line stays
	}{
		{"shuffled, not reversed: nothing is guessed", []string{"。們老來坐口因在，為門沒人回他還都是有"}, nil},
		{"Traditional", []string{"。來回有沒都他為因，口門在坐是還人老"}, []string{"老人還是坐在門口，因為他都沒有回來。"}},
		{"Simplified", []string{"。来回有没都他为因，口门在坐是还人老"}, []string{"老人还是坐在门口，因为他都没有回来。"}},
		{"speech at the start", []string{"。道聲大人老”？去裡哪到要們你“"}, []string{"“你們要到哪裡去？”老人大聲道。"}},
		{"speech at the end", []string{"」！了道知經已們我「：道說聲大們他"}, []string{"他們大聲說道：「我們已經知道了！」"}},
		{"marks that were mirrored besides", []string{"。了道知經已們他，《（上）記城邊》了過讀他"}, []string{"他讀過了《邊城記（上）》，他們已經知道了。"}},
		{"straight quotes", []string{"\"！了来回们我\"：道说声大们他"}, []string{"他们大声说道：\"我们回来了！\""}},
		{"nested brackets", []string{"。了道知經已們他，》）上（記城邊《了過讀他"}, []string{"他讀過了《邊城記（上）》，他們已經知道了。"}},
		{"a short one follows its neighbour", []string{"。來回有沒都他為因，口門在坐是還人老", "。樓雪"}, []string{"老人還是坐在門口，因為他都沒有回來。", "雪樓。"}},
		{"a short one alone is left", []string{"。樓雪"}, nil},
		{"a line of verse begins with a mark", []string{"，我們自己已經可以知道什麼是國家"}, nil},
		{"a hard-wrapped line begins with a mark", []string{"。他們大聲說道我們已經回來了，老人還是坐在"}, nil},
		{"ends like a paragraph", []string{"，來回有沒都他為因，口門在坐是還人老。"}, nil},
		{"wrong quotes, right way", []string{"”我們回來了，他們已經知道了。“"}, nil},
		{"nothing but marks", []string{"……", "。", "」", "\"", ""}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var ps []book.Paragraph
			for _, l := range tt.lines {
				ps = append(ps, book.Paragraph{Text: l})
			}
			n := turnRound(ps)
			if want := len(tt.want); n != want {
				t.Errorf("turned %d paragraphs, want %d", n, want)
			}
			for i, p := range ps {
				want, rule := tt.lines[i], ""
				if tt.want != nil {
					want, rule = tt.want[i], book.RuleReversed
				}
				if p.Text != want || p.Mended != rule {
					t.Errorf("got %q (%s), want %q (%s)", p.Text, p.Mended, want, rule)
				}
			}
		})
	}
}

// backward turns a text round rune by rune, as it is found in damaged files.
func backward(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// Old novels in both scripts: as they stand nothing may be turned, and what is
// reversed must come back.
func TestTurnRoundOnWholeNovels(t *testing.T) {
	for _, name := range []string{"三國演義.txt", "隋唐演义.txt", "鐵冠圖.txt"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(shared(t, "corpus", name))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var lines []string
			scanner := bufio.NewScanner(f)
			scanner.Buffer(nil, 1<<20)
			for scanner.Scan() {
				if l := strings.TrimSpace(scanner.Text()); l != "" {
					lines = append(lines, l)
				}
			}
			if err := scanner.Err(); err != nil {
				t.Fatal(err)
			}
			ps := make([]book.Paragraph, len(lines))
			for i, l := range lines {
				ps[i].Text = l
			}
			turnRound(ps)
			for i, p := range ps {
				if p.Mended != "" {
					t.Errorf("line %d was turned round: %s", i+1, p.Text)
				}
			}
			candidates, missed := 0, 0
			for i, l := range lines {
				ps[i] = book.Paragraph{Text: backward(l)}
			}
			turnRound(ps)
			for i, p := range ps {
				if r, _ := utf8.DecodeLastRuneInString(lines[i]); !strings.ContainsRune("。！？", r) || utf8.RuneCountInString(lines[i]) < 20 {
					continue // verse and headings
				}
				candidates++
				if p.Text != lines[i] {
					missed++
				}
			}
			if missed*40 > candidates {
				t.Errorf("%d of %d reversed paragraphs stayed, want at most one in 40", missed, candidates)
			}
			t.Logf("%d of %d reversed paragraphs came back", candidates-missed, candidates)
		})
	}
}

func TestDirectionTables(t *testing.T) {
	for number, line := range strings.Split(directionPairs+clausePairs, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		weight, rest, _ := strings.Cut(line, " ")
		if len(weight) != 1 || weight < "1" || weight > "9" {
			t.Errorf("line %d begins with %q, want a weight from 1 to 9", number+1, weight)
		}
		for _, pair := range strings.Fields(rest) {
			if utf8.RuneCountInString(pair) != 2 {
				t.Errorf("line %d: %q is no pair", number+1, pair)
			}
		}
	}
}
