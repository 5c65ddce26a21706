package commands

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index/book"
)

// A schedule opens chapters when its day begins where the group lives, week
// after week, through summer time and to the end of the book.
func TestSchedulesOpenChapters(t *testing.T) {
	b := openTide(t, tide(len(tideChapters))).Books()[0]
	for _, tt := range []struct {
		name     string
		after    book.Ordinal
		chapters int
		first    string
		zone     string
		now      string
		want     book.Ordinal
	}{
		{"before the first day", 2, 2, "2024-03-04", "Asia/Taipei", "2024-03-03T15:59:59Z", 2},
		{"as the first day begins", 2, 2, "2024-03-04", "Asia/Taipei", "2024-03-03T16:00:00Z", 4},
		{"the last second of the first week", 2, 2, "2024-03-04", "Asia/Taipei", "2024-03-10T15:59:59Z", 4},
		{"the second week", 2, 2, "2024-03-04", "Asia/Taipei", "2024-03-10T16:00:00Z", 6},
		{"before summer time begins", 0, 1, "2024-03-24", "Europe/Berlin", "2024-03-30T22:59:59Z", 1},
		{"the day summer time begins", 0, 1, "2024-03-24", "Europe/Berlin", "2024-03-30T23:00:00Z", 2},
		{"the week after summer time began", 0, 1, "2024-03-24", "Europe/Berlin", "2024-04-06T22:00:00Z", 3},
		{"a second before that", 0, 1, "2024-03-24", "Europe/Berlin", "2024-04-06T21:59:59Z", 2},
		{"after summer time ended", 0, 1, "2024-10-20", "America/New_York", "2024-11-10T05:00:00Z", 4},
		{"a second before that", 0, 1, "2024-10-20", "America/New_York", "2024-11-10T04:59:59Z", 3},
		{"the end of the book", 2, 5, "2024-03-04", "UTC", "2024-12-01T00:00:00Z", 12},
		{"a thousand years later", 2, 200, "2024-03-04", "UTC", "3024-12-01T00:00:00Z", 12},
		{"a zone that there is not", 2, 5, "2024-03-04", "Mars/Olympus", "2024-12-01T00:00:00Z", 2},
		{"a day that is none", 2, 5, "soon", "UTC", "2024-12-01T00:00:00Z", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, tt.now)
			if err != nil {
				t.Fatal(err)
			}
			s := &Schedule{Book: b.ID, After: placeOf(b, tt.after, now), Chapters: tt.chapters, First: tt.first, Zone: tt.zone}
			if got := s.open(b, now); got != tt.want {
				t.Errorf("open up to %d, want %d", got, tt.want)
			}
		})
	}
}

// A schedule that is set with the command opens week by week what the room is
// shown, in threads, too, and keeps what is open when it stops.
func TestAScheduleOverWeeks(t *testing.T) {
	d := tideDesk(t, 12, -1)
	d.kept.groups[[2]string{tideGuild, ""}] = Group{Greeted: true}
	d.time.set(2024, 5, 6, 1) // a Monday
	set := managing(typed(discordgo.ChineseTW, "group", "chapter", "第二章 黑衣人", "day", "wednesday"))
	data := set.Data.(discordgo.ApplicationCommandInteractionData)
	data.Options = append(data.Options, &discordgo.ApplicationCommandInteractionDataOption{Name: "weekly", Type: discordgo.ApplicationCommandOptionInteger, Value: 2.0})
	set.Data = data
	if text := told(t, d.ask(t, set, false)); strings.Contains(text, "第三章") {
		t.Errorf("set: %s", text)
	}
	shown := func() Answer { return d.ask(t, asks("馬三河 sort:first"), true) }
	for _, week := range []struct {
		day, want int
	}{{7, 4}, {8, 8}, {14, 8}, {15, 11}, {22, 12}} {
		d.time.set(2024, 5, week.day, 1)
		if a := shown(); totalOf(a) != week.want || isPrivate(a) {
			t.Errorf("on day %d %d passages, want %d: %s", week.day, totalOf(a), week.want, told(t, a))
		}
	}
	stop := managing(typed(discordgo.ChineseTW, "group"))
	stop.Data = discordgo.ApplicationCommandInteractionData{Name: "group", Options: []*discordgo.ApplicationCommandInteractionDataOption{
		{Name: "weekly", Type: discordgo.ApplicationCommandOptionInteger, Value: 0.0}}}
	d.ask(t, stop, false)
	d.time.set(2024, 8, 1, 1)
	if a := shown(); totalOf(a) != 12 {
		t.Errorf("after it stopped: %s", told(t, a))
	}
}

// The daily passage is due once its hour has come, for some hours, and not
// before it was set.
func TestWhenTheDailyPassageIsDue(t *testing.T) {
	daily := Daily{Hour: 22, Minute: 30, Zone: "Asia/Taipei", Since: time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)}
	for _, tt := range []struct {
		name, now, day string
		change         func(*Daily)
	}{
		{name: "a second early", now: "2024-05-07T14:29:59Z"},
		{name: "on time", now: "2024-05-07T14:30:00Z", day: "2024-05-07"},
		{name: "after midnight", now: "2024-05-07T17:00:00Z", day: "2024-05-07"},
		{name: "six hours late", now: "2024-05-07T20:30:00Z", day: "2024-05-07"},
		{name: "later than that", now: "2024-05-07T20:30:01Z"},
		{name: "set after it was due", now: "2024-05-06T14:40:00Z", change: func(d *Daily) { d.Since = time.Date(2024, 5, 6, 14, 31, 0, 0, time.UTC) }},
		{name: "the day after that", now: "2024-05-07T14:40:00Z", day: "2024-05-07", change: func(d *Daily) { d.Since = time.Date(2024, 5, 6, 14, 31, 0, 0, time.UTC) }},
		{name: "an hour that summer time leaves out", now: "2024-05-07T01:00:00Z", day: "2024-05-06",
			change: func(d *Daily) { d.Zone, d.Hour, d.Minute = "America/New_York", 20, 0 }},
		{name: "a zone that there is not", now: "2024-05-07T14:30:00Z", change: func(d *Daily) { d.Zone = "Mars/Olympus" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, tt.now)
			if err != nil {
				t.Fatal(err)
			}
			d := daily
			if tt.change != nil {
				tt.change(&d)
			}
			due, ok := DailyDue(Group{Guild: "1", Channel: "2", Daily: &d}, now)
			if ok != (tt.day != "") || due.Day != tt.day {
				t.Errorf("due %+v, %v", due, ok)
			}
		})
	}
	if _, ok := DailyDue(Group{}, time.Now()); ok {
		t.Error("due where none is set")
	}
}

// The daily passage is one that the channel has read, the same for a day
// whoever asks, and another on most others. A thread has read what its channel
// has.
func TestTheDailyPassage(t *testing.T) {
	d := tideDesk(t, -1, 2)
	key := func(channel string) [2]string { return [2]string{tideGuild, channel} }
	at := func(channel, day string) (string, bool) {
		t.Helper()
		data, ok, err := d.DailyMessage(t.Context(), Due{Guild: tideGuild, Channel: channel, Day: day})
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return "", false
		}
		return data.Embeds[0].Description, true
	}
	g := d.kept.groups[key(tideChannel)]
	g.Daily = &Daily{Hour: 8, Zone: "UTC"}
	d.kept.groups[key(tideChannel)] = g
	d.kept.groups[key("")] = Group{Ceilings: ceilings(d.book, 12)}
	d.kept.groups[key(tideThread)] = Group{Daily: &Daily{Hour: 8, Zone: "UTC", Parent: tideChannel}}
	late := namesAfter(2)
	different := map[string]bool{}
	for day := range 60 {
		date := time.Date(2024, 5, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		for _, channel := range []string{tideChannel, tideThread} {
			text, ok := at(channel, date)
			again, _ := at(channel, date)
			if !ok || text != again {
				t.Fatalf("on %s: %v, %s, and then %s", date, ok, text, again)
			}
			different[text] = true
			for _, name := range late {
				if strings.Contains(text, name) {
					t.Errorf("on %s %s is posted: %s", date, name, text)
				}
			}
		}
	}
	if len(different) < 3 {
		t.Errorf("only %d passages in sixty days", len(different))
	}
	d.channel(0)
	g.Ceilings = ceilings(d.book, 0)
	d.kept.groups[key(tideChannel)] = g
	if text, ok := at(tideChannel, "2024-05-01"); ok && !strings.Contains(text, "卷首") {
		t.Errorf("where nothing was read: %s", text)
	}
	g.Ceilings = nil
	d.kept.groups[key(tideChannel)], d.kept.groups[key("")] = g, Group{}
	if text, ok := at(tideChannel, "2024-05-01"); ok {
		t.Errorf("where nobody said how far was read: %s", text)
	}
	d.guilds = []string{"300000000000000009"}
	g.Ceilings = ceilings(d.book, 12)
	d.kept.groups[key(tideChannel)] = g
	if text, ok := at(tideChannel, "2024-05-01"); ok {
		t.Errorf("in a server that is not answered any more: %s", text)
	}
}

// A thread's daily passage remembers the channel that it is set in a thread of.
func TestADailyPassageSetInAThread(t *testing.T) {
	d := tideDesk(t, 12, 2)
	d.ask(t, managing(typed(discordgo.ChineseTW, "group", "daily", "8")), true)
	if daily := d.kept.groups[[2]string{tideGuild, tideThread}].Daily; daily == nil || daily.Parent != tideChannel {
		t.Errorf("kept: %+v", daily)
	}
}

// A random passage is one that the asker has read, and for them alone.
func TestTheRandomPassage(t *testing.T) {
	d := tideDesk(t, 2, 12)
	late := namesAfter(2)
	turn := 0
	d.pick = func(n int) int { turn++; return turn % n }
	for range 40 {
		a := d.ask(t, typed(discordgo.ChineseTW, "quote"), false)
		text := told(t, a)
		if !isPrivate(a) {
			t.Errorf("is public: %s", text)
		}
		for _, name := range late {
			if strings.Contains(text, name) {
				t.Errorf("tells of %s: %s", name, text)
			}
		}
	}
}
