package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// everyBook, as a book, takes a limit to some books away.
const everyBook = "*"

// Where a setting holds.
const (
	inChannel  = "channel"
	wholeGuild = "server"
)

func groupCommand(d dictionary) *command {
	definition := d.command("group")
	manage := int64(discordgo.PermissionManageGuild)
	definition.DefaultMemberPermissions = &manage
	definition.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	var options []*discordgo.ApplicationCommandOption
	add := func(name string, change func(*discordgo.ApplicationCommandOption)) {
		o := d.option("group", name)
		change(o)
		options = append(options, o)
	}
	completed := func(o *discordgo.ApplicationCommandOption) { o.Autocomplete, o.MaxLength = true, maxFormText }
	add("book", completed)
	add("chapter", completed)
	add("spoilers", d.choices("spoilers", "hide", "open"))
	add("answers", d.choices("answers", "public", "private"))
	least, most := 0.0, 200.0
	add("weekly", func(o *discordgo.ApplicationCommandOption) {
		o.Type, o.MinValue, o.MaxValue = discordgo.ApplicationCommandOptionInteger, &least, most
	})
	add("day", d.choices("day", weekdays...))
	add("daily", func(o *discordgo.ApplicationCommandOption) { o.MaxLength = 8 })
	add("zone", completed)
	add("where", d.choices("where", inChannel, wholeGuild))
	add("add", func(o *discordgo.ApplicationCommandOption) { o.Type = discordgo.ApplicationCommandOptionAttachment })
	add("forget", d.choices("where", inChannel, wholeGuild))
	definition.Options = options
	return &command{
		definition: definition,
		private:    true,
		handle:     group,
		suggest:    suggestForGroup,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"groupforget": forgetGroup,
			"groupadd":    acceptFile,
			"groupno":     refuseFile,
		},
	}
}

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// group answers /group: it changes what is given, and without anything shows
// what is set.
func group(ctx context.Context, q *request) (*reply, error) {
	switch {
	case !q.inServer():
		return note(q.say("bad.server"), ""), nil
	case !q.mayManageServer():
		return note(q.say("bad.manager"), ""), nil
	case q.given("add"):
		return q.proposeFile(ctx)
	case q.given("forget"):
		where := q.text("forget")
		if where != inChannel && where != wholeGuild {
			return q.notAmong(where, inChannel, wholeGuild), nil
		}
		return q.askForget(where), nil
	case len(q.options) == 0:
		return q.showGroup(ctx, "")
	}
	var done []string
	for _, set := range []func(context.Context) (string, *reply, error){
		q.setBook, q.setChapter, q.setSpoilers, q.setAnswers, q.setSchedule, q.setDaily,
	} {
		said, refused, err := set(ctx)
		if err != nil || refused != nil {
			return refused, err
		}
		if said != "" {
			done = append(done, said)
		}
	}
	if len(done) == 0 { // a zone or a day alone says nothing
		return note(q.say("group.nothing"), q.say("group.nothing.hint")), nil
	}
	if err := q.lookup(ctx); err != nil {
		return nil, err
	}
	return q.showGroup(ctx, strings.Join(done, "\n"))
}

// event starts the note of a change: of the channel, unless the whole server
// is asked for, or is what such a change is usually for.
func (q *request) event(what, usually string) Event {
	e := Event{Guild: q.guild, Channel: q.interaction.ChannelID, User: q.user, What: what, At: q.now().UTC()}
	where := q.text("where")
	if where == wholeGuild || where == "" && usually == wholeGuild {
		e.Channel = ""
	}
	return e
}

// whereName says which place a change is of.
func (q *request) whereName(e Event) string {
	if e.Channel == "" {
		return q.say("group.server")
	}
	return "<#" + e.Channel + ">"
}

func (q *request) setBook(ctx context.Context) (said string, refused *reply, err error) {
	name := strings.TrimSpace(q.text("book"))
	if name == "" || q.given("chapter") || q.given("weekly") || q.given("daily") {
		// beside those it only says which book they mean
		if name == "" || q.mainBook() != nil {
			return "", nil, nil
		}
	}
	e := q.event("book", inChannel)
	if name == everyBook {
		e.To = everyBook
		err = q.store.UpdateGroup(ctx, e, func(g *Group) error { g.Books = nil; return nil })
		return q.say("group.books.all", "where", q.whereName(e)), nil, err
	}
	b := q.anyBook(name)
	if b == nil {
		return "", q.noBook(name), nil
	}
	e.To = b.Title
	err = q.store.UpdateGroup(ctx, e, func(g *Group) error { g.Books = []string{b.ID}; return nil })
	return q.say("group.book.set", "where", q.whereName(e), "book", escape(b.Title)), nil, err
}

// anyBook is a book of the library, whatever the place is limited to: who
// manages the server chooses the limit.
func (q *request) anyBook(name string) *index.BookInfo {
	for _, b := range q.library.Books() {
		if shortBook(b.ID) == name {
			return b
		}
	}
	b, err := q.library.Book(name)
	if err != nil {
		return nil
	}
	return b
}

// groupBook is the book that a change is about.
func (q *request) groupBook() (*index.BookInfo, *reply) {
	if name := strings.TrimSpace(q.text("book")); name != "" && name != everyBook {
		if b := q.anyBook(name); b != nil {
			return b, nil
		}
		return nil, q.noBook(name)
	}
	if b, _ := q.namedBook(); b != nil {
		return b, nil
	}
	return nil, q.bookFirst()
}

func (q *request) setChapter(ctx context.Context) (string, *reply, error) {
	typed := strings.TrimSpace(q.text("chapter"))
	if typed == "" {
		return "", nil, nil
	}
	b, refused := q.groupBook()
	if refused != nil {
		return "", refused, nil
	}
	o, ok := chosenOrdinal(typed, b)
	if !ok && typed != "0" {
		found := b.FindChapters(typed, q.unveiled().ceiling(b))
		if len(found) != 1 { // a question, or that there is none
			r, err := q.setProgress(ctx, b, typed, groupPlace)
			return "", r, err
		}
		o = found[0]
	}
	said, err := q.saveGroupPlace(ctx, b, placeOf(b, o, q.now()))
	return said, nil, err
}

// saveGroupPlace keeps how far the channel has read. It takes the place of a
// schedule for the same book.
func (q *request) saveGroupPlace(ctx context.Context, b *index.BookInfo, place Place) (string, error) {
	e := q.event("chapter", inChannel)
	e.To = b.Title + " " + chapterCode(place)
	stopped := false
	err := q.store.UpdateGroup(ctx, e, func(g *Group) error {
		if g.Ceilings == nil {
			g.Ceilings = map[string]Place{}
		}
		g.Ceilings[b.ID] = place
		if g.Schedule != nil && g.Schedule.Book == b.ID {
			g.Schedule, stopped = nil, true
		}
		return nil
	})
	said := q.say("group.chapter.set", "where", q.whereName(e), "book", escape(b.Title), "chapter", escape(q.reached(b, place.Ordinal)))
	if stopped {
		said += " " + q.say("group.schedule.stopped")
	}
	return said, err
}

// keepGroupPlace keeps what was said in a form or a menu.
func (q *request) keepGroupPlace(ctx context.Context, b *index.BookInfo, place Place) (*reply, error) {
	if !q.mayManageServer() {
		return note(q.say("bad.manager"), ""), nil
	}
	said, err := q.saveGroupPlace(ctx, b, place)
	if err != nil {
		return nil, err
	}
	return note(said, q.say("group.chapter.hint")), nil
}

func (q *request) setSpoilers(ctx context.Context) (string, *reply, error) {
	to := q.text("spoilers")
	if refused := q.oneOf(to, "hide", "open"); to == "" || refused != nil {
		return "", refused, nil
	}
	e := q.event("spoilers", wholeGuild)
	e.To = to
	err := q.store.UpdateGroup(ctx, e, func(g *Group) error { g.Spoilers = to; return nil })
	return q.say("group.spoilers."+to, "where", q.whereName(e)), nil, err
}

func (q *request) setAnswers(ctx context.Context) (string, *reply, error) {
	to := q.text("answers")
	if refused := q.oneOf(to, "public", "private"); to == "" || refused != nil {
		return "", refused, nil
	}
	e := q.event("answers", wholeGuild)
	e.To = to
	err := q.store.UpdateGroup(ctx, e, func(g *Group) error { g.Answers = to; return nil })
	return q.say("group.answers."+to, "where", q.whereName(e)), nil, err
}

// oneOf refuses a value that is none of those allowed; nothing is no value.
func (q *request) oneOf(value string, allowed ...string) *reply {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return note(q.say("bad.choice", "value", cut(escape(value), 60), "allowed", strings.Join(allowed, " ")), "")
}

func (q *request) setSchedule(ctx context.Context) (string, *reply, error) {
	weekly, ok := q.count("weekly")
	if !ok {
		return "", nil, nil
	}
	e := q.event("schedule", inChannel)
	e.To = strconv.Itoa(weekly)
	if weekly <= 0 {
		err := q.store.UpdateGroup(ctx, e, func(g *Group) error { return q.stopSchedule(g) })
		return q.say("group.schedule.off", "where", q.whereName(e)), nil, err
	}
	b, refused := q.groupBook()
	if refused != nil {
		return "", refused, nil
	}
	zone, refused := q.zone()
	if refused != nil {
		return "", refused, nil
	}
	if err := q.lookup(ctx); err != nil { // a chapter may just have been set
		return "", nil, err
	}
	after := book.FrontMatter
	if c, set := q.groupCeiling(b); set {
		after = c.Last(b.Last())
	}
	first := q.firstDay(zone)
	s := &Schedule{Book: b.ID, After: placeOf(b, after, q.now()), Chapters: weekly, First: first.Format(time.DateOnly), Zone: zone.String()}
	e.To = fmt.Sprintf("%s +%d", b.Title, weekly)
	err := q.store.UpdateGroup(ctx, e, func(g *Group) error {
		g.Schedule = s
		delete(g.Ceilings, b.ID)
		return nil
	})
	return q.say("group.schedule.set", "where", q.whereName(e), "book", escape(b.Title), "n", number(weekly), "day", q.weekday(first), "from", fmt.Sprintf("<t:%d:D>", first.Unix())), nil, err
}

// stopSchedule ends a schedule where it has come to.
func (q *request) stopSchedule(g *Group) error {
	if g.Schedule == nil {
		return nil
	}
	if b := q.anyBook(shortBook(g.Schedule.Book)); b != nil {
		g.Ceilings = withPlace(g.Ceilings, placeOf(b, g.Schedule.open(b, q.now()), q.now()))
	}
	g.Schedule = nil
	return nil
}

// firstDay is the next day of the week that was asked for, else a week from
// today: how far was read was just said, and nothing opens at once.
func (q *request) firstDay(zone *time.Location) time.Time {
	y, m, d := q.now().In(zone).Date()
	today := time.Date(y, m, d, 0, 0, 0, 0, zone)
	wanted := slices.Index(weekdays, q.text("day"))
	if wanted < 0 {
		return today.AddDate(0, 0, 7)
	}
	ahead := (wanted-int(today.Weekday())+7)%7 + 1
	return today.AddDate(0, 0, ahead)
}

func (q *request) weekday(t time.Time) string {
	return q.say("day." + weekdays[(int(t.Weekday())+6)%7])
}

func suggestForGroup(_ context.Context, q *request, option, typed string) []choice {
	switch option {
	case "book":
		choices := []choice{{q.say("group.books.every"), everyBook}}
		for _, b := range q.library.Books() {
			if matchesBook(b, typed) {
				choices = append(choices, bookChoice(b))
			}
		}
		return choices
	case "chapter":
		if b, refused := q.groupBook(); refused == nil {
			return q.suggestChapters(b, typed, q.unveiled())
		}
	case "zone":
		return suggestZones(typed)
	}
	return nil
}
