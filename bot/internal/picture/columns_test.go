package picture

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the golden files anew")

// half is a font whose letters in words are half an em wide.
func half(word string) int { return utf8.RuneCountInString(word) * em / 2 }

func atomizerFor(area string) atomizer {
	return atomizer{measure: half, centred: area != "cn", longest: 7 * em}
}

// shownColumns shows columns as a reader of a test can follow them: a line for each
// column, two blanks for an indent, (12) side by side, [word] sideways, marks
// between *, <+250> where an atom does not follow the one before it closely,
// and at the end where the column ends, in thousandths of an em.
func shownColumns(columns []column) string {
	var b strings.Builder
	for i, c := range columns {
		fmt.Fprintf(&b, "%2d ", i+1)
		at := 0
		for j, a := range c.atoms {
			switch gap := c.tops[j] - at; {
			case j == 0:
				b.WriteString(strings.Repeat("　", gap/em))
			case gap != 0:
				fmt.Fprintf(&b, "<%+d>", gap)
			}
			text := a.text
			switch a.setting {
			case together:
				text = "(" + text + ")"
			case sideways:
				text = "[" + text + "]"
			}
			if a.marked {
				text = "*" + text + "*"
			}
			b.WriteString(text)
			at = c.tops[j] + a.advance
		}
		fmt.Fprintf(&b, " | %d\n", c.bottom())
	}
	return b.String()
}

// What a page of a book does with a passage, without any font.
func TestColumnsGolden(t *testing.T) {
	const dialogue = "夏承德愣了一下，道：“督師，我們還要走東撤這條路嗎？”\n洪承疇嘆了一口氣道：“事已至此，不得不如此啊！撤退之時，最忌慌亂……”"
	for _, tt := range []struct {
		name, area, text string
		rows             int
		marks            [][2]int
	}{
		{"dialogue", "tw", dialogue, 12, [][2]int{{13, 15}}},
		{"dialogue-simplified", "cn", dialogue, 12, nil},
		{"stop-hangs-below-the-foot", "tw", "一二三四五六七八九十，一二三", 12, nil},
		{"bracket-is-squeezed-in", "tw", "一二三四五六七八九。」一二三", 11, nil},
		{"bracket-takes-a-letter-along", "tw", "一二三四五六七八九」一二三", 11, nil},
		{"opening-bracket-goes-on", "tw", "一二三四五六七八九「一二三」", 12, nil},
		{"many-stops-in-a-row", "tw", "一二三四五六七八九？！？！？！？！一二", 12, nil},
		{"numbers", "tw", "他在1644年3月15日領350人、12門炮，用了50000兩，50%的錢。", 14, nil},
		{"words", "tw", "他說“OK，no problem——don’t worry”，用iPhone 15 Pro Max 打了電話", 14, nil},
		{"word-longer-than-a-column", "tw", "這是pneumonoultramicroscopicsilicovolcanoconiosis病", 9, nil},
		{"typed-with-ascii", "tw", "\"怎麼,可能?\"洪承疇說:\"好.\"他(很慢)走了...走了--遠了~", 12, nil},
		{"nested-quotation", "cn", "他说：“我听见‘撤退’二字……”——便走了。", 10, nil},
		{"long-dashes-and-dots", "tw", "啊————————！………………", 9, nil},
		{"clusters", "tw", "𠮷野家有👨‍👩‍👧和🇹🇼，葛󠄀城、é與e\u0301", 9, nil},
		{"steering-letters", "tw", "\ufeff　　甲\u200b乙\u202e丙\u0000丁\t 戊  \r\n\r\n　\n己", 9, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			z := atomizerFor(tt.area)
			z.marks = tt.marks
			got := tt.text + "\n\n"
			for _, p := range z.paragraphs(tt.text, 0) {
				got += shownColumns(setColumns(p, indent, tt.rows*em))
			}
			path := filepath.Join("testdata", "columns", tt.name+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("columns differ from %s (go test -update writes it anew):\n%s", path, got)
			}
		})
	}
}

// Whatever the text: all of it is set, in order, no column is too long, and
// punctuation stands where it may, unless nothing else would fit.
func FuzzColumns(f *testing.F) {
	f.Add("夏承德愣了一下，道：“督師，我們還要走東撤這條路嗎？”", uint8(3), true)
	f.Add("「「「「「「「「「「「「「「", uint8(0), false)
	f.Add("。。。。。。。。。。。。。。。。abc defghij klm 12 345 6789", uint8(1), false)
	f.Add("!'!0'''''''' ''''''''", uint8(213), true) // a word that is only closing signs
	f.Add("說 「好」，走東！!!!!", uint8(5), true)
	f.Fuzz(func(t *testing.T, text string, more uint8, centred bool) {
		if !utf8.ValidString(text) || len(text) > 4000 {
			return
		}
		height := (minRows + int(more)%30) * em
		z := atomizerFor("tw")
		z.centred = centred
		for _, p := range z.paragraphs(text, 0) {
			checkColumns(t, p, setColumns(p, indent, height), height)
		}
	})
}

func checkColumns(t *testing.T, p []atom, columns []column, height int) {
	t.Helper()
	var want, got strings.Builder
	for _, a := range p {
		if a.setting != blank {
			want.WriteString(a.text)
		}
	}
	from := 0
	for i, c := range columns {
		for j, a := range c.atoms {
			if a.setting != blank {
				got.WriteString(a.text)
			}
			if a.from < from || a.to < a.from {
				t.Fatalf("column %d: %q stands for %d to %d, after %d", i+1, a.text, a.from, a.to, from)
			}
			from = a.from
			if j > 0 && c.tops[j] < c.tops[j-1] {
				t.Fatalf("column %d: %q is above %q", i+1, a.text, c.atoms[j-1].text)
			}
		}
		last := c.atoms[len(c.atoms)-1]
		if over := c.bottom() - height; over > 0 && !(last.hangs && over <= last.advance) && over > last.after {
			t.Fatalf("column %d is %d too long:\n%s", i+1, over, shownColumns(columns))
		}
		if i > 0 && c.atoms[0].noStart && couldBreak(columns[i-1], height) {
			t.Fatalf("column %d begins with %q:\n%s", i+1, c.atoms[0].text, shownColumns(columns))
		}
	}
	if got.String() != want.String() {
		t.Fatalf("set %q of %q", got.String(), want.String())
	}
}

// couldBreak says that a column had a place to end at that was not too far up.
func couldBreak(c column, height int) bool {
	for n := len(c.atoms) - 1; n > 0; n-- {
		if mayBreak(c.atoms, n) && height-c.tops[n] <= maxSpread {
			return true
		}
	}
	return false
}
