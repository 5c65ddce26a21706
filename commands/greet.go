package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// followPlaces finds again what is remembered of the reader and of the place in
// books that were read in anew. What moved is kept as it is now, so that it is
// told once: the reader's own in a message, the group's among its changes.
func (q *request) followPlaces(ctx context.Context) error {
	for _, id := range slices.Sorted(maps.Keys(q.kept.reader.Progress)) {
		b := q.bookOf(shortBook(id))
		if b == nil {
			continue
		}
		at, moved := locate(q.kept.reader.Progress[id], b)
		if !moved {
			continue
		}
		now := placeOf(b, at, q.now())
		q.kept.reader.Progress[id] = now
		q.kept.moved = append(q.kept.moved, now)
	}
	if len(q.kept.moved) > 0 {
		err := q.store.UpdateReader(ctx, q.user, func(r *Reader) error {
			for _, place := range q.kept.moved {
				if _, still := r.Progress[place.Book]; still {
					r.Progress[place.Book] = place
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("following a reader's place: %w", err)
		}
	}
	return q.followGroupPlaces(ctx)
}

func (q *request) followGroupPlaces(ctx context.Context) error {
	for _, g := range q.kept.groups {
		for _, id := range slices.Sorted(maps.Keys(g.Ceilings)) {
			b := q.bookOf(shortBook(id))
			if b == nil {
				continue
			}
			at, moved := locate(g.Ceilings[id], b)
			if !moved {
				continue
			}
			now := placeOf(b, at, q.now())
			g.Ceilings[id] = now
			err := q.groupMoved(ctx, g, b, now, func(g *Group) {
				if _, still := g.Ceilings[id]; still {
					g.Ceilings[id] = now
				}
			})
			if err != nil {
				return err
			}
		}
		if err := q.followSchedule(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// followSchedule finds again the chapter after which a schedule began.
func (q *request) followSchedule(ctx context.Context, g Group) error {
	if g.Schedule == nil {
		return nil
	}
	b := q.bookOf(shortBook(g.Schedule.Book))
	if b == nil {
		return nil
	}
	at, moved := locate(g.Schedule.After, b)
	if !moved {
		return nil
	}
	before, now := g.Schedule.After, placeOf(b, at, q.now())
	g.Schedule.After = now
	return q.groupMoved(ctx, g, b, placeOf(b, g.Schedule.open(b, q.now()), q.now()), func(g *Group) {
		if s := g.Schedule; s != nil && s.Book == b.ID && s.After.Hash == before.Hash && s.After.Ordinal == before.Ordinal {
			s.After = now
		}
	})
}

// groupMoved keeps that a group's place moved, among its changes.
func (q *request) groupMoved(ctx context.Context, g Group, b *index.BookInfo, now Place, change func(*Group)) error {
	e := Event{Guild: g.Guild, Channel: g.Channel, What: "reread", To: b.Title + " " + chapterCode(now), At: q.now().UTC()}
	err := q.store.UpdateGroup(ctx, e, func(g *Group) error {
		change(g)
		return nil
	})
	if err != nil {
		return fmt.Errorf("following a group's place: %w", err)
	}
	return nil
}

var errGreeted = errors.New("somebody here was greeted already")

// withGreeting adds what the reader is told once: that a place moved, and in a
// server where nobody has been told yet, what can be asked.
func (q *request) withGreeting(ctx context.Context, a Answer) Answer {
	var lines []string
	for _, place := range q.kept.moved {
		if b := q.bookOf(shortBook(place.Book)); b != nil {
			lines = append(lines, q.say("progress.moved", "book", escape(b.Title), "chapter", escape(q.placeName(b, place.Ordinal))))
		}
	}
	var rows []discordgo.MessageComponent
	server, inServer := q.kept.server()
	if _, slash := q.interaction.Data.(discordgo.ApplicationCommandInteractionData); slash && inServer && !server.Greeted {
		err := q.store.UpdateGroup(ctx, Event{Guild: server.Guild}, func(g *Group) error {
			if g.Greeted {
				return errGreeted
			}
			g.Greeted = true
			return nil
		})
		if err == nil {
			text, more := q.greeting()
			lines, rows = append(lines, text...), more
		} else if !errors.Is(err, errGreeted) && !errors.Is(err, errNoStore) {
			q.log.Error("a greeting was left out", "cause", err)
		}
	}
	if len(lines) == 0 {
		return a
	}
	told := (&reply{private: true, content: cut(strings.Join(lines, "\n"), maxContent), rows: rows}).answer()
	a.Followup = told.Response.Data
	return a
}

// greeting says what can be asked here and, where there is something to
// spoil, that nobody has said how far the group has read.
func (q *request) greeting() (lines []string, rows []discordgo.MessageComponent) {
	lines = []string{q.say("greet.hello", "books", q.bookList())}
	s := q.scope(false)
	for _, b := range q.books() {
		if s.veiled(b) {
			asked := q.askProgress(s, b)[0].(discordgo.ActionsRow)
			asked.Components = append(asked.Components, button(q.say("button.help"), "help|", true))
			return append(lines, q.say("greet.unset")), []discordgo.MessageComponent{asked}
		}
	}
	return lines, nil
}

// mostTitles is how many books a list names.
const mostTitles = 8

// bookList names the books that can be asked about here.
func (q *request) bookList() string {
	books := q.books()
	var titles []string
	for _, b := range books[:min(mostTitles, len(books))] {
		titles = append(titles, escape(cut(b.Title, 60)))
	}
	list := q.language.list(titles)
	if len(books) > mostTitles {
		return q.say("books.more", "books", list, "n", number(len(books)))
	}
	return list
}

// askProgress are the buttons that ask how far the reader, and where they may
// say so the channel, has read the book. None where b is nil or nothing is
// veiled.
func (q *request) askProgress(s scope, b *index.BookInfo) []discordgo.MessageComponent {
	if b == nil || !s.veiled(b) {
		return nil
	}
	buttons := []discordgo.MessageComponent{button(q.say("button.read"), "readto|"+shortBook(b.ID), true)}
	if q.mayManageServer() {
		buttons = append(buttons, button(q.say("button.channel"), "groupto|"+shortBook(b.ID), true))
	}
	return []discordgo.MessageComponent{row(buttons...)}
}
