package commands

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// setDaily sets when a passage is posted every day, or that none is.
func (q *request) setDaily(context.Context) (*change, *reply) {
	typed := strings.ToLower(strings.TrimSpace(q.text("daily")))
	if typed == "" {
		return nil, nil
	}
	e := Event{Guild: q.guild, Channel: q.interaction.ChannelID, User: q.user, What: "daily", To: typed, At: q.now().UTC()}
	if typed == "off" || typed == "no" || typed == "0" {
		e.To = "off"
		return &change{e, func(g *Group) error { g.Daily = nil; return nil }, fixed(q.say("group.daily.off", "where", q.whereName(e)))}, nil
	}
	hour, minute, ok := clock(typed)
	if !ok {
		return nil, note(q.say("bad.time", "time", cut(escape(typed), 20)), q.say("bad.time.hint"))
	}
	zone, refused := q.zone()
	if refused != nil {
		return nil, refused
	}
	d := Daily{Hour: hour, Minute: minute, Zone: zone.String(), Parent: q.parent, Since: q.now().UTC()}
	if name := q.text("book"); name != "" && name != everyBook {
		b, refused := q.groupBook()
		if refused != nil {
			return nil, refused
		}
		d.Book = b.ID
	}
	if _, ok := q.dailyPassage(&d, "2006-01-02"); !ok {
		return nil, note(q.say("group.daily.nothing"), q.say("group.daily.nothing.hint"))
	}
	e.To = fmt.Sprintf("%02d:%02d %s", hour, minute, d.Zone)
	said := q.say("group.daily.set", "where", q.whereName(e), "time", fmt.Sprintf("%02d:%02d", hour, minute), "zone", d.Zone)
	return &change{e, func(g *Group) error { g.Daily = &d; return nil }, fixed(said)}, nil
}

// clock reads a time of day: 8, 08:30, 8：30.
func clock(text string) (hour, minute int, ok bool) {
	h, m, cut := strings.Cut(strings.ReplaceAll(text, "：", ":"), ":")
	if !cut {
		m = "0"
	}
	hour, err1 := strconv.Atoi(h)
	minute, err2 := strconv.Atoi(m)
	return hour, minute, err1 == nil && err2 == nil && hour >= 0 && hour < 24 && minute >= 0 && minute < 60
}

// zone is the time zone that was given, else the one that most of those who
// speak the reader's language live in.
func (q *request) zone() (*time.Location, *reply) {
	name := strings.TrimSpace(q.text("zone"))
	if name == "" {
		name = map[discordgo.Locale]string{discordgo.ChineseTW: "Asia/Taipei", discordgo.ChineseCN: "Asia/Shanghai"}[q.language.locale]
	}
	if name == "" {
		name = "UTC"
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, note(q.say("bad.zone", "zone", cut(escape(name), 60)), q.say("bad.zone.hint"))
	}
	return zone, nil
}

// zones are those offered first: where readers of Chinese live.
var zones = []string{
	"Asia/Taipei", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Macau", "Asia/Singapore", "Asia/Kuala_Lumpur", "Asia/Tokyo",
	"Asia/Seoul", "Australia/Sydney", "Australia/Melbourne", "Pacific/Auckland", "Europe/London", "Europe/Paris",
	"Europe/Berlin", "America/New_York", "America/Toronto", "America/Chicago", "America/Denver", "America/Los_Angeles",
	"America/Vancouver", "America/Sao_Paulo", "UTC",
}

func suggestZones(typed string) []choice {
	var choices []choice
	key := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(typed), " ", "_"))
	for _, z := range zones {
		if strings.Contains(strings.ToLower(z), key) {
			choices = append(choices, choice{z, z})
		}
	}
	if zone, err := time.LoadLocation(strings.TrimSpace(typed)); len(choices) == 0 && err == nil {
		choices = append(choices, choice{zone.String(), zone.String()})
	}
	return choices
}

// A Due is a daily passage whose time has come.
type Due struct {
	Guild, Channel, Day string
}

// DailyDue is the passage that is due in a place at a time: today's, once its
// hour has come, or yesterday's shortly after midnight. One that is more than
// some hours late is left out: nobody wants last night's in the morning.
func DailyDue(g Group, now time.Time) (Due, bool) {
	const late = 6 * time.Hour
	d := g.Daily
	if d == nil {
		return Due{}, false
	}
	zone, err := time.LoadLocation(d.Zone)
	if err != nil {
		return Due{}, false
	}
	y, m, day := now.In(zone).Date()
	for back := range 2 {
		at := time.Date(y, m, day-back, d.Hour, d.Minute, 0, 0, zone)
		if !now.Before(at) && now.Sub(at) <= late && at.After(d.Since) {
			return Due{g.Guild, g.Channel, at.Format(time.DateOnly)}, true
		}
	}
	return Due{}, false
}

// DailyMessage is what a place is posted on a day: a passage within what the
// group has read, the same whoever asks. ok is false where nothing may be
// shown.
func (r *Router) DailyMessage(ctx context.Context, due Due) (data *discordgo.InteractionResponseData, ok bool, err error) {
	i := &discordgo.Interaction{GuildID: due.Guild, ChannelID: due.Channel, Locale: discordgo.ChineseTW}
	q := r.newRequest(i, "")
	if err := q.admit(ctx); err != nil { // the server is none of those that are answered any more
		return nil, false, nil
	}
	if err := q.lookup(ctx); err != nil {
		return nil, false, err
	}
	d := q.kept.groups[0].Daily
	if d == nil {
		return nil, false, nil
	}
	if q.parent = d.Parent; q.parent != "" { // what a thread has not set, its channel has
		if err := q.lookup(ctx); err != nil {
			return nil, false, err
		}
	}
	p, ok := q.dailyPassage(d, due.Day)
	if !ok {
		return nil, false, nil
	}
	reply := &reply{embed: &discordgo.MessageEmbed{
		Description: cut(q.quotation(p, view{}, wholeParagraph, false), maxDescription), Color: bookColor(p.Book),
	}}
	return reply.answer().Response.Data, true, nil
}

// dailyPassage draws a passage for the room by the day and the place.
func (q *request) dailyPassage(d *Daily, day string) (index.Passage, bool) {
	s := q.scope(true)
	var open []string
	for _, b := range q.books() {
		if !s.closed(b) && (d.Book == "" || d.Book == b.ID) {
			open = append(open, b.ID)
		}
	}
	if len(open) == 0 {
		return index.Passage{}, false
	}
	turn := 0
	return q.library.Random(open, s.ceiling, func(n int) int {
		h := fnv.New64a()
		io.WriteString(h, day+"|"+q.interaction.ChannelID+"|"+strconv.Itoa(turn))
		turn++
		return int(h.Sum64() % uint64(n))
	})
}
