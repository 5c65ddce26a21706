package commands

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index/book"
)

// A text is chapters with a line of text each: "heading|text".
func numberedBook(chapters ...string) fstest.MapFS {
	var text strings.Builder
	for _, c := range chapters {
		heading, line, _ := strings.Cut(c, "|")
		text.WriteString(heading + "\n" + line + "走了很遠的路，終於看見了那座山上的燈火。\n\n")
	}
	return fstest.MapFS{"b.txt": {Data: []byte(text.String())}, "library.yaml": {Data: []byte("books:\n- file: b.txt\n  id: b\n  title: 燈火\n")}}
}

// Where a place is after the book was read in anew: as far as it is sure that
// it was read, and told where it moved.
func TestPlacesSurviveANewReadingIn(t *testing.T) {
	before := []string{"第一章 甲|張三", "第二章 乙|李四", "第三章 丙|王五", "第四章 丁|趙六", "第五章 戊|錢七", "第六章 己|孫八"}
	bare := []string{"第一章|張三", "第二章|李四", "第三章|王五", "第四章|趙六"}
	for _, tt := range []struct {
		name  string
		was   []string
		read  book.Ordinal
		is    []string
		want  book.Ordinal
		moved bool
	}{
		{"nothing changed", before, 3, before, 3, false},
		{"nothing was read", before, 0, before[1:], 0, false},
		{"a chapter more at the end", before, 6, append(slices.Clone(before), "第七章 庚|周九"), 6, false},
		{"its heading was changed", before, 3, with(before, 2, "第三章 丙丙|王五"), 3, false},
		{"its text was corrected", before, 3, with(before, 2, "第三章 丙|王伍"), 3, false},
		{"a text before it was corrected", before, 3, with(before, 1, "第二章 乙|李泗"), 3, false},
		{"a prologue was added", before, 6, append([]string{"第零章 序|吳十"}, before...), 7, true},
		{"a chapter was put in before it", before, 5, slices.Insert(slices.Clone(before), 3, "第四章 又|吳十"), 3, true},
		{"a chapter was put in after it", before, 3, slices.Insert(slices.Clone(before), 4, "第五章 又|吳十"), 3, false},
		{"a chapter before it was taken out", before, 4, slices.Delete(slices.Clone(before), 1, 2), 3, true},
		{"it was taken out", before, 4, slices.Delete(slices.Clone(before), 3, 4), 3, true},
		{"it was swapped with the next", before, 3, with(with(before, 2, before[3]), 3, before[2]), 2, true},
		{"it was swapped with the one before", before, 3, with(with(before, 1, before[2]), 2, before[1]), 2, true},
		{"one before it was swapped with a later one", before, 4, with(with(before, 1, before[5]), 5, before[1]), 1, true},
		{"it was joined to the next", before, 3, slices.Concat(before[:2], []string{"第三章 丙丁|王五趙六"}, before[4:]), 2, true},
		{"its text was corrected, and it has no heading", bare, 3, with(bare, 2, "第三章|王伍"), 3, false},
		{"another book with the same headings", before, 4, []string{"第一章 子|何一", "第二章 丑|何二", "第三章 寅|何三", "第四章 卯|何四", "第五章 辰|何五"}, 0, true},
		{"another book that has numbers alone, too", bare, 3, []string{"第一章|何一", "第二章|何二", "第三章|何三", "第四章|何四"}, 0, true},
		{"a book of fewer chapters", before, 5, before[:2], 2, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			was, is := openTide(t, numberedBook(tt.was...)).Books()[0], openTide(t, numberedBook(tt.is...)).Books()[0]
			if int(was.Last()) != len(tt.was) || int(is.Last()) != len(tt.is) {
				t.Fatalf("%d and %d chapters were read in", was.Last(), is.Last())
			}
			at, moved := locate(placeOf(was, tt.read, time.Unix(0, 0)), is)
			if at != tt.want || moved != tt.moved {
				t.Errorf("the place is %d, moved %v; want %d, %v", at, moved, tt.want, tt.moved)
			}
		})
	}
}

func with(chapters []string, at int, chapter string) []string {
	changed := slices.Clone(chapters)
	changed[at] = chapter
	return changed
}

// A reader is told once that their place moved, in a message beside the
// answer; a group finds it among its changes.
func TestMovedPlacesAreToldOnce(t *testing.T) {
	old := openTide(t, tide(len(tideChapters))).Books()[0]
	changed := append([]volumeChapter{}, tideChapters[3:]...)
	d := deskOver(t, openTide(t, tide(2, changed...)), Options{}) // without the third
	d.channel(-1)
	d.kept.readers[reader] = Reader{Progress: map[string]Place{old.ID: placeOf(old, 5, d.time.now())}}
	d.kept.groups[[2]string{tideGuild, tideChannel}] = Group{
		Schedule: &Schedule{Book: old.ID, After: placeOf(old, 6, d.time.now()), Chapters: 1, First: "2030-01-01", Zone: "UTC"},
	}
	if form := d.ask(t, pressed(discordgo.ChineseTW, reader, "readto|"+shortBook(old.ID)), false); form.Followup != nil {
		t.Errorf("told beside a form: %+v", form.Followup)
	}
	first := d.ask(t, typed(discordgo.ChineseTW, "who", "name", "馬三河"), false)
	if first.Followup == nil || first.Followup.Flags != discordgo.MessageFlagsEphemeral || !strings.Contains(first.Followup.Content, "第五章 周子安上岸") {
		t.Errorf("told beside the answer: %+v", first.Followup)
	}
	if again := d.ask(t, typed(discordgo.ChineseTW, "who", "name", "馬三河"), false); again.Followup != nil {
		t.Errorf("told again: %+v", again.Followup)
	}
	if p := d.kept.readers[reader].Progress[old.ID]; p.Ordinal != 4 {
		t.Errorf("the place is kept as %d", p.Ordinal)
	}
	if p := d.kept.groups[[2]string{tideGuild, tideChannel}].Schedule.After; p.Ordinal != 5 {
		t.Errorf("the schedule begins after %d", p.Ordinal)
	}
	events, err := d.kept.Events(t.Context(), tideGuild, 5)
	if err != nil || len(events) != 1 || events[0].What != "reread" || events[0].User != "" {
		t.Errorf("the group's changes: %+v, %v", events, err)
	}
}

// Setting how far was read, in every way that it is typed.
func TestSettingHowFarWasRead(t *testing.T) {
	library := openTide(t, tide(len(tideChapters)))
	for _, tt := range []struct {
		typed string
		own   int
		want  book.Ordinal // -1: nothing was set
		says  string
		never string
	}{
		{"6", -1, 6, "第六章 官兵到了", "州城"},
		{"第六章", -1, 6, "第六章 官兵到了", ""},
		{"第六章 官兵到了", -1, 6, "第六章 官兵到了", ""},
		{"官兵到了", -1, 6, "第六章 官兵到了", ""},
		{"官兵", 6, 6, "第六章 官兵到了", ""},
		{"官兵", 5, -1, "找不到", "第六章 官兵到了"},
		{"之死", 3, -1, "找不到", "何世雄"},
		{"周子安", 4, -1, "找不到", "上岸"},
		{"第２章", 12, -1, "不只一章", ""},
		{"第一章", 3, -1, "第 2 卷", "州城"},
		{"1", -1, -1, "第 1 卷", "渡船"},
		{"2-3", -1, 10, "參將何世雄", ""},
		{"卷二 第三章", -1, 10, "參將何世雄", ""},
		{"0", 5, 0, "", "渡船"},
		{"77", -1, -1, "全書 12 章", ""},
		{"-1", -1, -1, "找不到", ""},
		{"說不清", -1, -1, "找不到", ""},
		{strings.Repeat("長", 90), -1, -1, "找不到", ""},
		{personMark + "99" + personMark + shortBook(tideBook), -1, -1, "找不到", ""},
	} {
		t.Run(tt.typed, func(t *testing.T) {
			d := deskOver(t, library, Options{})
			d.channel(-1)
			d.own(tt.own)
			text := told(t, d.ask(t, typed(discordgo.ChineseTW, "progress", "chapter", tt.typed), false))
			if !strings.Contains(text, tt.says) || tt.never != "" && strings.Contains(text, tt.never) {
				t.Errorf("is answered %s", text)
			}
			p, set := d.kept.readers[reader].Progress[tideBook]
			if want := tt.want; want < 0 {
				if was := book.Ordinal(tt.own); set && p.Ordinal != was {
					t.Errorf("was set to %d", p.Ordinal)
				}
			} else if !set || p.Ordinal != want {
				t.Errorf("was set to %d, %v", p.Ordinal, set)
			}
		})
	}
}

// Read up to a chapter includes that chapter, and the menu that asks which of
// two is meant sets the one that is chosen.
func TestReadUpToIncludesTheChapter(t *testing.T) {
	d := deskOver(t, openTide(t, tide(len(tideChapters))), Options{})
	d.channel(-1)
	id := buttonOf(t, d.Router, inChannelOf(typed(discordgo.ChineseTW, "progress", "chapter", "第一章"), tideChannel), "readpick|")
	d.ask(t, pressed(discordgo.ChineseTW, reader, id, "8"), false)
	for line, want := range map[string]bool{"本州要保舉你做參將": true, "劫了大獄": false} {
		text := told(t, d.ask(t, typed(discordgo.ChineseTW, "quote", "text", line), false))
		if got := strings.Contains(text, "**"+line+"**"); got != want {
			t.Errorf("%s after the eighth chapter: %s", line, text)
		}
	}
	if text := told(t, d.ask(t, pressed(discordgo.ChineseTW, reader, "readpick|"+shortBook(tideBook), "13"), false)); d.kept.readers[reader].Progress[tideBook].Ordinal != 8 {
		t.Errorf("a chapter that there is not was set: %s", text)
	}
}
