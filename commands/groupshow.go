package commands

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	eventsShown     = 8
	deliveriesShown = 3
)

// showGroup shows what holds here, under what was just done, and who changed
// what when.
func (q *request) showGroup(ctx context.Context, done string) (*reply, error) {
	events, err := q.store.Events(ctx, q.guild, eventsShown)
	if err != nil {
		return nil, fmt.Errorf("looking up changes: %w", err)
	}
	deliveries, err := q.store.Deliveries(ctx, q.guild, deliveriesShown)
	if err != nil {
		return nil, fmt.Errorf("looking up deliveries: %w", err)
	}
	var parts []string
	if done != "" {
		parts = append(parts, done, "\u200b")
	}
	parts = append(parts, q.say("group.books", "books", q.bookList()))
	parts = append(parts, q.ceilingLines()...)
	parts = append(parts, q.groupLines()...)
	if lines := q.deliveryLines(deliveries); len(lines) > 0 {
		parts = append(parts, lines...)
	}
	if len(events) > 0 {
		parts = append(parts, "\u200b", "-# **"+q.say("group.events")+"**")
		for _, e := range events {
			parts = append(parts, "-# "+q.eventLine(e))
		}
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{
		Title: q.say("group.title"), Description: cut(strings.Join(parts, "\n"), maxDescription),
	}}, nil
}

// ceilingLines say how far the group has read each book of several chapters.
func (q *request) ceilingLines() []string {
	const most = 10
	var lines []string
	for _, b := range q.books() {
		if b.Last() <= 1 {
			continue
		}
		if len(lines) == most {
			return append(lines, "…")
		}
		c, set := q.groupCeiling(b)
		switch {
		case set:
			at := c.Last(b.Last())
			lines = append(lines, q.say("progress.line", "book", escape(b.Title), "chapter", escape(q.reached(b, at)), "n", number(int(b.Last()))))
		default:
			lines = append(lines, q.say("group.unset", "book", escape(b.Title)))
		}
	}
	return lines
}

func (q *request) groupLines() []string {
	var lines []string
	if q.spoilersOpen() {
		lines = append(lines, q.say("group.is.open"))
	} else {
		lines = append(lines, q.say("group.is.hidden"))
	}
	if first(q.kept.groups, func(g Group) string { return g.Answers }) == "private" {
		lines = append(lines, q.say("group.is.private"))
	} else {
		lines = append(lines, q.say("group.is.public"))
	}
	for _, g := range q.kept.groups {
		if s := g.Schedule; s != nil {
			if day, err := s.firstDay(); err == nil {
				lines = append(lines, q.say("group.is.schedule", "where", q.placeOfGroup(g), "book", q.titleOf(s.Book), "n", number(s.Chapters), "day", q.weekday(day)))
			}
		}
		if d := g.Daily; d != nil {
			lines = append(lines, q.say("group.is.daily", "where", q.placeOfGroup(g), "time", fmt.Sprintf("%02d:%02d", d.Hour, d.Minute), "zone", d.Zone))
		}
	}
	return lines
}

func (q *request) placeOfGroup(g Group) string { return q.whereName(Event{Channel: g.Channel}) }

func (q *request) titleOf(id string) string {
	for _, b := range q.library.Books() {
		if b.ID == id {
			return escape(b.Title)
		}
	}
	return q.say("group.book.gone")
}

// deliveryLines tell of daily passages that did not arrive.
func (q *request) deliveryLines(all []Delivery) []string {
	var lines []string
	for _, d := range all {
		switch d.State {
		case DeliveryFailed:
			lines = append(lines, q.say("group.delivery.failed", "day", d.Day, "where", "<#"+d.Channel+">", "reason", q.reason(d.Reason)))
		case DeliveryClaimed:
			if q.now().Sub(d.At) > time.Hour {
				lines = append(lines, q.say("group.delivery.lost", "day", d.Day, "where", "<#"+d.Channel+">"))
			}
		}
	}
	return lines
}

// Why a daily passage did not arrive, as it is kept with the delivery.
const (
	ReasonForbidden = "forbidden" // the bot may not write there
	ReasonGone      = "gone"      // there is no such channel
	ReasonNothing   = "nothing"   // nothing may be shown
	ReasonDiscord   = "discord"   // Discord did not take it
)

func (q *request) reason(r string) string {
	switch r {
	case ReasonForbidden:
		return q.say("reason.forbidden")
	case ReasonGone:
		return q.say("reason.gone")
	case ReasonNothing:
		return q.say("reason.nothing")
	}
	return q.say("reason.discord")
}

// eventLine says who changed what when.
func (q *request) eventLine(e Event) string {
	who := q.say("group.somebody")
	if e.User != "" {
		who = "<@" + e.User + ">"
	}
	key := "event." + e.What
	if !slices.Contains(slices.Collect(maps.Keys(q.language.sentences)), key) {
		key = "event.other"
	}
	to := escape(cut(e.To, 80))
	switch {
	case e.To == everyBook:
		to = q.say("group.books.every")
	case e.What == "spoilers" && (e.To == "hide" || e.To == "open"), e.What == "answers" && (e.To == "public" || e.To == "private"):
		to = q.say("choice." + e.What + "." + e.To)
	}
	return q.say(key, "when", fmt.Sprintf("<t:%d:R>", e.At.Unix()), "who", who, "where", q.whereName(e), "to", to)
}

// askForget asks once more before what a place has set is forgotten.
func (q *request) askForget(where string) *reply {
	key := "group.forget.channel"
	if where == wholeGuild {
		key = "group.forget.server"
	}
	yes := button(q.say("button.forget"), "groupforget|"+where, true)
	yes.Style = discordgo.DangerButton
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: q.say(key)}, rows: []discordgo.MessageComponent{row(yes)}}
}

func forgetGroup(ctx context.Context, q *request) (*reply, error) {
	if !q.inServer() || !q.mayManageServer() {
		return note(q.say("bad.manager"), ""), nil
	}
	if q.state == wholeGuild {
		if err := q.store.ForgetServer(ctx, q.guild); err != nil {
			return nil, err
		}
		return q.inPlace(note(q.say("group.forgotten"), ""), q.ephemeral()), nil
	}
	e := Event{Guild: q.guild, Channel: q.interaction.ChannelID, User: q.user, What: "forget", At: q.now().UTC()}
	err := q.store.UpdateGroup(ctx, e, func(g *Group) error {
		*g = Group{Guild: g.Guild, Channel: g.Channel}
		return nil
	})
	return q.inPlace(note(q.say("group.forgotten"), ""), q.ephemeral()), err
}
