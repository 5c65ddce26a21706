package store

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"shuyou/commands"
)

func number(n int) *int { return &n }

var (
	pine = commands.Place{
		Book: "songshan", Ordinal: 12, Number: number(12), Volume: "卷二", Heading: "第十二章 \x00松山 <>",
		Hash: "abc", Before: []string{"def", "ghi"}, Set: now,
	}
	fullReader = commands.Reader{
		User: "1", Language: "zh-TW", Script: "hk", Reading: "zhuyin", Answers: "private",
		Progress: map[string]commands.Place{"songshan": pine, "b": {Book: "b", Set: now}},
		LastRead: map[string]commands.Bookmark{"songshan": {Place: pine, Paragraph: 3}},
	}
	fullGroup = commands.Group{
		Guild: "10", Channel: "11", Books: []string{"songshan", "b"}, Ceilings: map[string]commands.Place{"songshan": pine},
		Spoilers: "open", Answers: "public", Greeted: true,
		Schedule: &commands.Schedule{Book: "songshan", After: pine, Chapters: 3, First: "2026-05-04", Zone: "Asia/Taipei"},
		Daily:    &commands.Daily{Book: "b", Hour: 8, Minute: 5, Zone: "Asia/Taipei", Since: now},
	}
)

func setReader(to commands.Reader) func(*commands.Reader) error {
	return func(r *commands.Reader) error { *r = to; return nil }
}

func setGroup(to commands.Group) func(*commands.Group) error {
	return func(g *commands.Group) error { *g = to; return nil }
}

func TestWhatWasSetIsFound(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		reader, groups := lookup(t, s, "1", "10", "11", "", "11")
		want := []commands.Group{{Guild: "10", Channel: "11"}, {Guild: "10"}, {Guild: "10", Channel: "11"}}
		if !reflect.DeepEqual(reader, commands.Reader{User: "1"}) || !reflect.DeepEqual(groups, want) {
			t.Fatalf("where nothing is set: %+v %+v", reader, groups)
		}
		must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
		must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", Channel: "11"}, setGroup(fullGroup)))
		must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10"}, func(g *commands.Group) error { g.Spoilers = "hide"; return nil }))
		must(t, s.UpdateGroup(ctx, commands.Event{Guild: "20", Channel: "11"}, func(g *commands.Group) error { g.Spoilers = "open"; return nil }))

		// Another process, or the next one.
		s = start(t, config)
		reader, groups = lookup(t, s, "1", "10", "11", "12", "")
		want = []commands.Group{fullGroup, {Guild: "10", Channel: "12"}, {Guild: "10", Spoilers: "hide"}}
		if !reflect.DeepEqual(reader, fullReader) || !reflect.DeepEqual(groups, want) {
			t.Errorf("got  %+v %+v\nwant %+v %+v", reader, groups, fullReader, want)
		}
		if reader, groups := lookup(t, s, "2", "10"); reader.Language != "" || len(groups) != 0 {
			t.Errorf("another reader without a place: %+v %+v", reader, groups)
		}
		must(t, s.Ping(ctx))
	})
}

func TestTimesAreKeptInUTC(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		taipei := now.In(time.FixedZone("", 8*60*60))
		place := commands.Place{Book: "b", Set: taipei}
		must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error {
			r.Progress = map[string]commands.Place{"b": place}
			r.LastRead = map[string]commands.Bookmark{"b": {Place: place}}
			return nil
		}))
		must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", What: "daily", At: taipei}, func(g *commands.Group) error {
			g.Ceilings = map[string]commands.Place{"b": place}
			g.Schedule = &commands.Schedule{After: place}
			g.Daily = &commands.Daily{Since: taipei}
			return nil
		}))
		r, g := lookup(t, s, "1", "10", "")
		events, err := s.Events(ctx, "10", 1)
		must(t, err)
		for name, at := range map[string]time.Time{
			"progress": r.Progress["b"].Set, "last read": r.LastRead["b"].Place.Set, "ceiling": g[0].Ceilings["b"].Set,
			"schedule": g[0].Schedule.After.Set, "daily": g[0].Daily.Since, "event": events[0].At,
		} {
			if at != now {
				t.Errorf("%s: %v", name, at)
			}
		}
	})
}

func TestAnErrorChangesNothing(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		refused := errors.New("refused")
		err := s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Script = "hk"; return refused })
		if !errors.Is(err, refused) {
			t.Errorf("reader: %v", err)
		}
		err = s.UpdateGroup(ctx, commands.Event{Guild: "10", What: "spoilers"}, func(g *commands.Group) error { g.Spoilers = "open"; return refused })
		if !errors.Is(err, refused) {
			t.Errorf("group: %v", err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Script = "hk"; panic("a fault") })
		}()
		reader, groups := lookup(t, s, "1", "10", "")
		events, err := s.Events(ctx, "10", 10)
		if reader.Script != "" || groups[0].Spoilers != "" || len(events) != 0 || err != nil {
			t.Errorf("changed: %+v %+v %+v %v", reader, groups, events, err)
		}
		must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Script = "hk"; return nil }))
	})
}

func TestEventsComeNewestFirst(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		for n := range 4 {
			at := now.Add(time.Duration(n/2) * time.Hour) // two at a time
			must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", Channel: "11", User: "1", What: "chapter", To: fmt.Sprint(n), At: at},
				func(*commands.Group) error { return nil }))
		}
		must(t, s.UpdateGroup(ctx, commands.Event{Guild: "20", What: "chapter", At: now}, setGroup(commands.Group{Greeted: true})))
		must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", At: now}, setGroup(commands.Group{Greeted: true})))
		events, err := s.Events(ctx, "10", 3)
		must(t, err)
		want := []commands.Event{
			{Guild: "10", Channel: "11", User: "1", What: "chapter", To: "3", At: now.Add(time.Hour)},
			{Guild: "10", Channel: "11", User: "1", What: "chapter", To: "2", At: now.Add(time.Hour)},
			{Guild: "10", Channel: "11", User: "1", What: "chapter", To: "1", At: now},
		}
		if !reflect.DeepEqual(events, want) {
			t.Errorf("got %+v", events)
		}
		for limit, want := range map[int]int{-1: 0, 0: 0, 100: 4} {
			if events, err := s.Events(ctx, "10", limit); len(events) != want || err != nil {
				t.Errorf("limit %d: %d events, %v", limit, len(events), err)
			}
		}
	})
}

func TestAReaderIsForgotten(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
		must(t, s.UpdateReader(ctx, "2", func(r *commands.Reader) error { r.Script = "hk"; return nil }))
		for _, user := range []string{"1", "2"} {
			must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", User: user, What: "chapter", To: user, At: now}, setGroup(fullGroup)))
		}
		must(t, s.EraseReader(ctx, "1"))
		must(t, s.EraseReader(ctx, "unknown"))
		reader, groups := lookup(t, s, "1", "10", "")
		if !reflect.DeepEqual(reader, commands.Reader{User: "1"}) || groups[0].Spoilers != "open" {
			t.Errorf("%+v %+v", reader, groups)
		}
		if other, _ := lookup(t, s, "2", "10"); other.Script != "hk" {
			t.Errorf("the other reader: %+v", other)
		}
		events, err := s.Events(ctx, "10", 10)
		if err != nil || len(events) != 2 || events[0].User != "2" || events[1].User != "" || events[1].To != "1" {
			t.Errorf("%+v %v", events, err)
		}
	})
}

func TestAServerIsForgotten(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		for _, guild := range []string{"10", "20"} {
			for _, channel := range []string{"", "11"} {
				must(t, s.UpdateGroup(ctx, commands.Event{Guild: guild, Channel: channel, What: "daily", At: now}, setGroup(fullGroup)))
			}
			claim(t, s, guild, "11", "2026-05-04", now, true)
		}
		must(t, s.ForgetServer(ctx, "10"))
		for guild, want := range map[string]int{"10": 0, "20": 2} {
			_, groups := lookup(t, s, "1", guild, "", "11")
			for _, g := range groups {
				if (g.Daily != nil) != (want > 0) {
					t.Errorf("%s: %+v", guild, g)
				}
			}
			events, err := s.Events(ctx, guild, 10)
			if len(events) != want || err != nil {
				t.Errorf("%s: %d events, %v", guild, len(events), err)
			}
			deliveries, err := s.Deliveries(ctx, guild, 10)
			if len(deliveries) != want/2 || err != nil {
				t.Errorf("%s: %d deliveries, %v", guild, len(deliveries), err)
			}
		}
		if dailies, err := s.Dailies(ctx); len(dailies) != 2 || err != nil {
			t.Errorf("%+v %v", dailies, err)
		}
	})
}

func TestQueriesAreKeptUnderAShortKey(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		for name, query := range map[string]string{"long": strings.Repeat("松山", 500), "empty": "", "not text": "a\x00\xff"} {
			key, err := s.KeepQuery(ctx, query, now)
			must(t, err)
			if len(key) == 0 || len(key) > 16 || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
				t.Errorf("%s: key %q", name, key)
			}
			if again, err := s.KeepQuery(ctx, query, now.Add(time.Hour)); again != key || err != nil {
				t.Errorf("%s: %q, then %q, %v", name, key, again, err)
			}
			if other, err := s.KeepQuery(ctx, query+"!", now); other == key || err != nil {
				t.Errorf("%s: another query has the same key, %v", name, err)
			}
			if got, ok, err := start(t, config).Query(ctx, key); got != query || !ok || err != nil {
				t.Errorf("%s: %q %v %v", name, got, ok, err)
			}
		}
		if got, ok, err := s.Query(ctx, "unknown"); got != "" || ok || err != nil {
			t.Errorf("unknown key: %q %v %v", got, ok, err)
		}
	})
}

func TestOldQueriesAreForgotten(t *testing.T) {
	const day = 24 * time.Hour
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		old, err := s.KeepQuery(ctx, "kept once", now)
		must(t, err)
		hours, err := s.KeepQuery(ctx, "kept again within hours", now)
		must(t, err)
		weeks, err := s.KeepQuery(ctx, "kept again weeks later", now)
		must(t, err)
		_, err = s.KeepQuery(ctx, "kept again within hours", now.Add(20*time.Hour))
		must(t, err)
		_, err = s.KeepQuery(ctx, "kept again weeks later", now.Add(30*day))
		must(t, err)
		for _, tt := range []struct {
			at   time.Duration
			want []string
		}{
			{commands.QueryLifetime, []string{old, hours, weeks}},
			{20*time.Hour + commands.QueryLifetime, []string{hours, weeks}},
			{30*day + commands.QueryLifetime, []string{weeks}},
			{40*day + commands.QueryLifetime, nil},
		} {
			_, err := s.KeepQuery(ctx, "another", now.Add(tt.at))
			must(t, err)
			for _, key := range tt.want {
				if _, ok, err := s.Query(ctx, key); !ok || err != nil {
					t.Errorf("after %v: %s is gone, %v", tt.at, key, err)
				}
			}
		}
		for _, key := range []string{old, hours, weeks} {
			if _, ok, err := s.Query(ctx, key); ok || err != nil {
				t.Errorf("%s is still there, %v", key, err)
			}
		}
	})
}

func TestUnknownFieldsAreKept(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
		const doc = `{"script":"hk","colour":"red","progress":{"a":{"book":"a","ordinal":1,"set":"2026-05-04T00:00:00Z","word":7},"b":{"book":"b","ordinal":1,"set":"2026-05-04T00:00:00Z","word":8}}}`
		tx, err := s.db.begin(ctx, "")
		must(t, err)
		_, err = tx.Exec("UPDATE readers SET doc = $1 WHERE id = '1'", doc)
		must(t, err)
		must(t, tx.Commit())
		must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error {
			if r.Script != "hk" {
				t.Errorf("read %+v", r)
			}
			r.Script, r.Reading = "", "pinyin"
			b := r.Progress["b"]
			b.Ordinal = 2
			r.Progress["b"] = b
			return nil
		}))
		got, err := document(s.db.reader().QueryRow("SELECT doc FROM readers WHERE id = '1'"))
		must(t, err)
		// What was beside the former chapter of b does not go with the new one.
		const want = `{"colour":"red","progress":{"a":{"book":"a","ordinal":1,"set":"2026-05-04T00:00:00Z","word":7},"b":{"book":"b","ordinal":2,"set":"2026-05-04T00:00:00Z"}},"reading":"pinyin"}`
		if string(got) != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

func TestDailies(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		set := func(channel string, daily *commands.Daily) {
			must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", Channel: channel}, func(g *commands.Group) error { g.Daily = daily; return nil }))
		}
		eight := &commands.Daily{Hour: 8, Zone: "Asia/Taipei", Since: now}
		set("2", eight)
		set("1", eight)
		set("", nil)
		set("3", eight)
		set("3", nil)
		got, err := s.Dailies(ctx)
		must(t, err)
		want := []commands.Group{{Guild: "10", Channel: "1", Daily: eight}, {Guild: "10", Channel: "2", Daily: eight}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v", got)
		}
	})
}
