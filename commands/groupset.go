package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"shuyou/index"
	"shuyou/index/book"
)

// A change is what one option of /group does. All options are looked at before
// anything is kept.
type change struct {
	event Event
	apply func(*Group) error
	// said says what was done, once it is.
	said func() string
}

// changes are what the options ask for, or the refusal of the first that
// cannot be. Each is tried on what was looked up, so that the next one sees it:
// a passage a day may depend on the chapter that is set beside it.
func (q *request) changes(ctx context.Context) (all []change, refused *reply) {
	for _, of := range []func(context.Context) (*change, *reply){
		q.setBook, q.setChapter, q.setSpoilers, q.setAnswers, q.setSchedule, q.setDaily,
	} {
		c, refused := of(ctx)
		if refused != nil {
			return nil, refused
		}
		if c == nil {
			continue
		}
		for i := range q.kept.groups {
			if q.kept.groups[i].Channel == c.event.Channel {
				if err := c.apply(&q.kept.groups[i]); err != nil {
					return nil, q.failure()
				}
			}
		}
		all = append(all, *c)
	}
	return all, nil
}

// fixed is a sentence that is known before.
func fixed(sentence string) func() string { return func() string { return sentence } }

// setBook limits the place to some books. Beside a chapter, a schedule or a
// daily passage the book only says which one they mean.
func (q *request) setBook(context.Context) (*change, *reply) {
	name := strings.TrimSpace(q.text("book"))
	if name == "" || q.given("chapter") || q.given("weekly") || q.given("daily") {
		return nil, nil
	}
	e := q.event("book", inChannel)
	if name == everyBook {
		e.To = everyBook
		return &change{e, func(g *Group) error { g.Books = nil; return nil }, fixed(q.say("group.books.all", "where", q.whereName(e)))}, nil
	}
	var ids, titles []string
	names := []string{name}
	if q.anyBook(name) == nil { // several, with commas between
		names = strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("、，,；;", r) })
	}
	for _, one := range names {
		b := q.anyBook(strings.TrimSpace(one))
		if b == nil {
			return nil, q.noBook(one)
		}
		ids, titles = append(ids, b.ID), append(titles, b.Title)
	}
	e.To = strings.Join(titles, " ")
	said := q.say("group.book.set", "where", q.whereName(e), "book", q.language.list(escapeTitles(titles)))
	return &change{e, func(g *Group) error { g.Books = slices.Clone(ids); return nil }, fixed(said)}, nil
}

func escapeTitles(titles []string) []string {
	escaped := make([]string, len(titles))
	for i, t := range titles {
		escaped[i] = escape(t)
	}
	return escaped
}

func (q *request) setChapter(context.Context) (*change, *reply) {
	typed := strings.TrimSpace(q.text("chapter"))
	if typed == "" {
		return nil, nil
	}
	b, refused := q.groupBook()
	if refused != nil {
		return nil, refused
	}
	o, refused := q.chapterMeant(b, typed, groupPlace)
	if refused != nil {
		return nil, refused
	}
	return q.groupPlaceChange(b, placeOf(b, o, q.now())), nil
}

// groupPlaceChange keeps how far the place has read. It takes the place of a
// schedule for the same book.
func (q *request) groupPlaceChange(b *index.BookInfo, place Place) *change {
	e := q.event("chapter", inChannel)
	e.To = b.Title + " " + chapterCode(place)
	stopped := false
	return &change{e, func(g *Group) error {
		g.Ceilings = withPlace(g.Ceilings, place)
		if g.Schedule != nil && g.Schedule.Book == b.ID {
			g.Schedule, stopped = nil, true
		}
		return nil
	}, func() string {
		said := q.say("group.chapter.set", "where", q.whereName(e), "book", escape(b.Title), "chapter", escape(q.reached(b, place.Ordinal)))
		if stopped {
			said += " " + q.say("group.schedule.stopped")
		}
		return said
	}}
}

// keepGroupPlace keeps what was said in a form or a menu.
func (q *request) keepGroupPlace(ctx context.Context, b *index.BookInfo, place Place) (*reply, error) {
	if !q.mayManageServer() {
		return note(q.say("bad.manager"), ""), nil
	}
	c := q.groupPlaceChange(b, place)
	if err := q.store.UpdateGroup(ctx, c.event, c.apply); err != nil {
		return nil, err
	}
	return note(c.said(), q.say("group.chapter.hint")), nil
}

func (q *request) setSpoilers(context.Context) (*change, *reply) {
	to := q.text("spoilers")
	if refused := q.oneOf(to, "hide", "open"); to == "" || refused != nil {
		return nil, refused
	}
	e := q.event("spoilers", wholeGuild)
	e.To = to
	return &change{e, func(g *Group) error { g.Spoilers = to; return nil }, fixed(q.say("group.spoilers."+to, "where", q.whereName(e)))}, nil
}

func (q *request) setAnswers(context.Context) (*change, *reply) {
	to := q.text("answers")
	if refused := q.oneOf(to, "public", "private"); to == "" || refused != nil {
		return nil, refused
	}
	e := q.event("answers", wholeGuild)
	e.To = to
	return &change{e, func(g *Group) error { g.Answers = to; return nil }, fixed(q.say("group.answers."+to, "where", q.whereName(e)))}, nil
}

// oneOf refuses a value that is none of those allowed; nothing is no value.
func (q *request) oneOf(value string, allowed ...string) *reply {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return q.notAmong(value, allowed...)
}

// setSchedule opens chapters by the week, from where the place itself stands.
func (q *request) setSchedule(context.Context) (*change, *reply) {
	weekly, ok := q.count("weekly")
	if !ok {
		return nil, nil
	}
	e := q.event("schedule", inChannel)
	e.To = strconv.Itoa(weekly)
	if weekly <= 0 {
		return &change{e, q.stopSchedule, fixed(q.say("group.schedule.off", "where", q.whereName(e)))}, nil
	}
	b, refused := q.groupBook()
	if refused != nil {
		return nil, refused
	}
	zone, refused := q.zone()
	if refused != nil {
		return nil, refused
	}
	first := q.firstDay(zone)
	e.To = fmt.Sprintf("%s +%d", b.Title, weekly)
	after := placeOf(b, q.groupReached(b, e.Channel), q.now())
	stopped := ""
	return &change{e, func(g *Group) error {
		if g.Schedule != nil && g.Schedule.Book != b.ID {
			stopped = " " + q.say("group.schedule.stopped")
			if err := q.stopSchedule(g); err != nil {
				return err
			}
		}
		g.Schedule = &Schedule{Book: b.ID, After: after, Chapters: weekly, First: first.Format(time.DateOnly), Zone: zone.String()}
		delete(g.Ceilings, b.ID)
		return nil
	}, func() string {
		return q.say("group.schedule.set", "where", q.whereName(e), "book", escape(b.Title), "n", number(weekly), "day", q.weekday(first), "from", fmt.Sprintf("<t:%d:D>", first.Unix())) + stopped
	}}, nil
}

// groupReached is how far a place has read by itself or by what holds around
// it, whatever the places inside it say.
func (q *request) groupReached(b *index.BookInfo, channel string) book.Ordinal {
	at := slices.IndexFunc(q.kept.groups, func(g Group) bool { return g.Channel == channel })
	if at < 0 {
		return book.FrontMatter
	}
	around := kept{groups: q.kept.groups[at:]}
	if c, set := around.ceiling(b, q.now()); set {
		return c.Last(b.Last())
	}
	return book.FrontMatter
}
