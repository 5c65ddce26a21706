package commands

import (
	"maps"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// What /group is asked for at once is kept whole or not at all.
func TestGroupKeepsAllOrNothing(t *testing.T) {
	d := tideDesk(t, 12, 3)
	before := maps.Clone(d.kept.groups)
	text := told(t, d.ask(t, managing(typed(discordgo.ChineseTW, "group", "spoilers", "open", "daily", "99:99")), false))
	if !strings.Contains(text, "99") {
		t.Errorf("is answered %s", text)
	}
	for key, g := range d.kept.groups {
		if g.Spoilers != before[key].Spoilers {
			t.Errorf("%v: spoilers are %q", key, g.Spoilers)
		}
	}
}

// A schedule starts from where its own place stands, and one for another book
// leaves what was open open, and no more.
func TestSchedulesStartWhereTheirPlaceStands(t *testing.T) {
	d := tideDesk(t, 12, 10)
	b := d.library.Books()[0]
	server := [2]string{tideGuild, ""}
	g := d.kept.groups[server]
	g.Ceilings = map[string]Place{b.ID: placeOf(b, 2, d.now())}
	d.kept.groups[server] = g
	weekly := func(where string) {
		i := managing(typed(discordgo.ChineseTW, "group", "book", b.Title, "where", where))
		data := i.Data.(discordgo.ApplicationCommandInteractionData)
		data.Options = append(data.Options, &discordgo.ApplicationCommandInteractionDataOption{
			Name: "weekly", Type: discordgo.ApplicationCommandOptionInteger, Value: 1.0})
		i.Data = data
		d.ask(t, i, false)
	}
	weekly(wholeGuild)
	if s := d.kept.groups[server].Schedule; s == nil || s.After.Ordinal != 2 {
		t.Errorf("the server's schedule is %+v", s)
	}
	weekly(inChannel)
	channel := [2]string{tideGuild, tideChannel}
	other := d.kept.groups[channel]
	if other.Schedule == nil || other.Schedule.After.Ordinal != 10 {
		t.Fatalf("the channel's schedule is %+v", other.Schedule)
	}
	other.Schedule.Book = "another"
	other.Ceilings = map[string]Place{}
	d.kept.groups[channel] = other
	weekly(inChannel)
	if s := d.kept.groups[channel].Schedule; s == nil || s.Book != b.ID || s.After.Ordinal != 2 {
		t.Errorf("the channel's new schedule is %+v", s)
	}
}

// Where the books of a place have gone, no others are answered in their stead.
func TestBooksThatAreGone(t *testing.T) {
	d := tideDesk(t, 12, 12)
	channel := [2]string{tideGuild, tideChannel}
	g := d.kept.groups[channel]
	g.Books = []string{"gone"}
	d.kept.groups[channel] = g
	for _, i := range []*discordgo.Interaction{
		typed(discordgo.ChineseTW, "quote", "text", "馬三河"), typed(discordgo.ChineseTW, "quote"), typed(discordgo.ChineseTW, "who", "name", "馬三河"),
		typed(discordgo.ChineseTW, "read"), typed(discordgo.ChineseTW, "progress", "chapter", "3"),
	} {
		if text := told(t, d.ask(t, inChannelOf(i, tideChannel), false)); !strings.Contains(text, "不在書庫裡") {
			t.Errorf("is answered %s", text)
		}
	}
	if text := told(t, d.ask(t, managing(typed(discordgo.ChineseTW, "group")), false)); strings.Contains(text, "不在書庫裡") {
		t.Errorf("/group is answered %s", text)
	}
}
