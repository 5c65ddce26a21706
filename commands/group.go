package commands

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
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
	changes, refused := q.changes(ctx)
	if refused != nil {
		return refused, nil
	}
	if len(changes) == 0 { // a zone or a day alone says nothing
		return note(q.say("group.nothing"), q.say("group.nothing.hint")), nil
	}
	var done []string
	for _, c := range changes {
		if err := q.store.UpdateGroup(ctx, c.event, c.apply); err != nil {
			return nil, err
		}
		done = append(done, c.said())
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
	if where == "" {
		where = q.where
	}
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
				choices = append(choices, q.bookChoice(b))
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
