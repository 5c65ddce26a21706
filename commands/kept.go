package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// kept is what the answer to one interaction depends on besides the question:
// what the reader has set, and what the place has.
type kept struct {
	reader Reader
	// groups are the places the interaction happens in, from the innermost:
	// the thread, its channel, the server. None in a direct message.
	groups []Group
	// moved are places of the reader that were found elsewhere after a book
	// was read in anew, and must be told once.
	moved []Place
}

// lookup reads what is kept for who asks and for where.
func (q *request) lookup(ctx context.Context) error {
	guild := q.guild
	var channels []string
	if guild != "" {
		for _, c := range []string{q.interaction.ChannelID, q.parent, ""} {
			if !slices.Contains(channels, c) {
				channels = append(channels, c)
			}
		}
		if q.parent == "" && q.interaction.ChannelID == "" {
			channels = []string{""}
		}
	}
	reader, groups, err := q.store.Lookup(ctx, q.user, guild, channels...)
	if err != nil {
		return fmt.Errorf("looking up what is kept: %w", err)
	}
	q.kept = kept{reader: reader, groups: groups}
	if l := q.languages[localeOf(reader.Language)]; l != nil {
		q.language = l
	}
	return nil
}

// server is what the server itself has set; ok is false in a direct message.
func (k *kept) server() (g Group, ok bool) {
	if len(k.groups) == 0 {
		return Group{}, false
	}
	return k.groups[len(k.groups)-1], true
}

// first is what the innermost place has that has set something.
func first[T comparable](groups []Group, of func(Group) T) (value T) {
	for _, g := range groups {
		if v := of(g); v != value {
			return v
		}
	}
	return value
}

// spoilersOpen reports whether the group minds no spoilers.
func (q *request) spoilersOpen() bool {
	switch first(q.kept.groups, func(g Group) string { return g.Spoilers }) {
	case "open":
		return true
	case "hide":
		return false
	}
	return q.spoilers
}

// public reports whether an answer is for the room: the reader's own wish
// comes first, then the place's.
func (q *request) public() bool {
	if q.alone {
		return false
	}
	wish := q.kept.reader.Answers
	if wish == "" {
		wish = first(q.kept.groups, func(g Group) string { return g.Answers })
	}
	return wish != "private"
}

// books are the books that can be asked about here: those the place was given,
// or all. None are left where those it was given have all gone.
func (q *request) books() []*index.BookInfo {
	all := q.library.Books()
	for _, g := range q.kept.groups {
		if len(g.Books) == 0 {
			continue
		}
		var given []*index.BookInfo
		for _, id := range g.Books {
			if i := slices.IndexFunc(all, func(b *index.BookInfo) bool { return b.ID == id }); i >= 0 {
				given = append(given, all[i])
			}
		}
		return given
	}
	return all
}

// booksGone answers where the books that can be asked about here have gone;
// nil where there are some, or the command needs none.
func (q *request) booksGone() *reply {
	if len(q.books()) > 0 || len(q.library.Books()) == 0 {
		return nil
	}
	if data, ok := q.interaction.Data.(discordgo.ApplicationCommandInteractionData); ok &&
		slices.Contains([]string{"group", "settings", "help", "convert", convertName}, data.Name) {
		return nil
	}
	return note(q.say("books.gone"), q.say("books.gone.hint"))
}

// limited is the ids of the books that can be asked about here, nil where all
// can.
func (q *request) limited() []string {
	books := q.books()
	if len(books) == len(q.library.Books()) {
		return nil
	}
	ids := make([]string, len(books))
	for i, b := range books {
		ids[i] = b.ID
	}
	return ids
}

// mainBook is the book that is read here: the one the place names first, or
// the only one.
func (q *request) mainBook() *index.BookInfo {
	for _, g := range q.kept.groups {
		if books := q.books(); len(g.Books) > 0 && len(books) > 0 {
			return books[0]
		}
	}
	if books := q.books(); len(books) == 1 {
		return books[0]
	}
	return nil
}

// ownCeiling is how far the reader has read a book; ok is false where that is
// not known.
func (q *request) ownCeiling(b *index.BookInfo) (c book.Ceiling, ok bool) {
	place, ok := q.kept.reader.Progress[b.ID]
	if !ok {
		return book.Ceiling{}, false
	}
	at, _ := locate(place, b)
	return book.UpTo(at), true
}

// groupCeiling is how far the group has read a book: the innermost place that
// has said so.
func (q *request) groupCeiling(b *index.BookInfo) (c book.Ceiling, ok bool) {
	return q.kept.ceiling(b, q.now())
}

func (k *kept) ceiling(b *index.BookInfo, now time.Time) (c book.Ceiling, ok bool) {
	for _, g := range k.groups {
		if s := g.Schedule; s != nil && s.Book == b.ID {
			return book.UpTo(s.open(b, now)), true
		}
		if place, set := g.Ceilings[b.ID]; set {
			at, _ := locate(place, b)
			return book.UpTo(at), true
		}
	}
	return book.Ceiling{}, false
}

// open is the last chapter of the book that the schedule has opened.
func (s *Schedule) open(b *index.BookInfo, now time.Time) book.Ordinal {
	after, _ := locate(s.After, b)
	weeks := s.weeks(now)
	if weeks > int(b.Last()) { // more than there are chapters
		return b.Last()
	}
	return min(after+book.Ordinal(weeks*s.Chapters), b.Last())
}

// weeks is how many openings there were.
func (s *Schedule) weeks(now time.Time) int {
	first, err := s.firstDay()
	if err != nil || now.Before(first) {
		return 0
	}
	// Calendar days, so that an hour more or less of summer time moves nothing.
	y, m, d := now.In(first.Location()).Date()
	days := int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Sub(time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, time.UTC)).Hours() / 24)
	return days/7 + 1
}

func (s *Schedule) firstDay() (time.Time, error) {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("the zone of a schedule: %w", err)
	}
	return time.ParseInLocation(time.DateOnly, s.First, zone)
}
