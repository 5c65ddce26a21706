package commands

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// memberships is a host that knows who is a member of which server.
type memberships struct {
	noHost
	of    map[string]string // a server by user
	fails error
}

func (h memberships) IsMember(_ context.Context, guild, user string) (bool, error) {
	return h.of[user] == guild, h.fails
}

// Only the servers that were named are answered, and in direct messages only
// their members.
func TestOnlyNamedServersAreAnswered(t *testing.T) {
	library := openTide(t, tide(len(tideChapters)))
	direct := func(user string) *discordgo.Interaction {
		i := asks("馬三河")
		i.User = &discordgo.User{ID: user}
		return i
	}
	elsewhere := inChannelOf(asks("馬三河"), tideChannel)
	elsewhere.GuildID = "300000000000000009"
	brought := func(user string) *discordgo.Interaction {
		i := *elsewhere
		i.Member = &discordgo.Member{User: &discordgo.User{ID: user}, Permissions: discordgo.PermissionManageGuild}
		i.User = nil
		i.AuthorizingIntegrationOwners = map[discordgo.ApplicationIntegrationType]string{discordgo.ApplicationIntegrationUserInstall: user}
		return &i
	}
	down := errors.New("Discord is down")
	for _, tt := range []struct {
		name    string
		asked   *discordgo.Interaction
		fails   error
		refused bool
	}{
		{"the named server", inChannelOf(asks("馬三河"), tideChannel), nil, false},
		{"the named server while members cannot be asked", inChannelOf(asks("馬三河"), tideChannel), down, false},
		{"another server", elsewhere, nil, true},
		{"a member's direct message", direct(reader), nil, false},
		{"a stranger's direct message", direct(otherUser), nil, true},
		{"a stranger while members cannot be asked", direct(otherUser), down, true},
		{"a member who brings it along to another server", brought(reader), nil, false},
		{"a stranger who brings it along", brought(otherUser), nil, true},
		{"a host that can ask nobody", direct(otherUser), ErrNotPossible, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := deskOver(t, library, Options{Guilds: []string{tideGuild}, Host: memberships{of: map[string]string{reader: tideGuild}, fails: tt.fails}})
			d.own(12)
			d.channel(12)
			text := told(t, d.Handle(t.Context(), tt.asked))
			if strings.Contains(text, "第一章") == tt.refused {
				t.Errorf("is answered %s", text)
			}
			if tt.refused && (strings.Contains(text, "潮生渡") || !strings.Contains(text, `"flags":64`)) {
				t.Errorf("is refused with %s", text)
			}
			if tt.asked.AuthorizingIntegrationOwners != nil && !strings.Contains(text, `"flags":64`) {
				t.Errorf("strangers look on: %s", text)
			}
			// Suggestions and buttons are no way around.
			typing := typed(discordgo.ChineseTW, "who", "name", "馬")
			typing.Type = discordgo.InteractionApplicationCommandAutocomplete
			typing.Data.(discordgo.ApplicationCommandInteractionData).Options[0].Focused = true
			press := pressed(discordgo.ChineseTW, reader, "readat|"+shortBook(tideBook)+"|1|1")
			for _, i := range []*discordgo.Interaction{typing, press} {
				i.GuildID, i.ChannelID, i.User, i.Member = tt.asked.GuildID, tt.asked.ChannelID, tt.asked.User, tt.asked.Member
				i.AuthorizingIntegrationOwners = tt.asked.AuthorizingIntegrationOwners
				if text := told(t, d.Handle(t.Context(), i)); strings.Contains(text, "馬三河") == tt.refused {
					t.Errorf("%s is answered %s", inWords(t, &discordgo.Interaction{Type: i.Type, Data: i.Data, User: &discordgo.User{ID: reader}}), text)
				}
			}
		})
	}
}

// What a server has set is changed and shown only by those who may manage it,
// in every way that leads there.
func TestGroupsAreForThoseWhoManageThem(t *testing.T) {
	d := tideDesk(t, 3, 3)
	d.kept.groups[[2]string{tideGuild, ""}] = Group{Greeted: true, Answers: "public"}
	short := shortBook(tideBook)
	form := func(id, text string) *discordgo.Interaction {
		return &discordgo.Interaction{Type: discordgo.InteractionModalSubmit, Locale: discordgo.ChineseTW, User: &discordgo.User{ID: reader},
			Data: discordgo.ModalSubmitInteractionData{CustomID: id, Components: []discordgo.MessageComponent{
				&discordgo.ActionsRow{Components: []discordgo.MessageComponent{&discordgo.TextInput{CustomID: "text", Value: text}}}}}}
	}
	attempts := map[string]*discordgo.Interaction{
		"show":           typed(discordgo.ChineseTW, "group"),
		"chapter":        typed(discordgo.ChineseTW, "group", "chapter", "12"),
		"spoilers":       typed(discordgo.ChineseTW, "group", "spoilers", "open"),
		"forget":         typed(discordgo.ChineseTW, "group", "forget", "server"),
		"daily":          typed(discordgo.ChineseTW, "group", "daily", "8"),
		"form":           pressed(discordgo.ChineseTW, reader, "groupto|"+short),
		"form sent":      form("grouptofor|"+short, "7"),
		"which chapter":  form("grouptofor|"+short, "第一章"),
		"menu":           pressed(discordgo.ChineseTW, reader, "grouppick|"+short, "12"),
		"forget channel": pressed(discordgo.ChineseTW, reader, "groupforget|channel"),
		"forget server":  pressed(discordgo.ChineseTW, reader, "groupforget|server"),
		"add":            pressed(discordgo.ChineseTW, reader, "groupadd|0123456789abcdef"),
	}
	before := told(t, d.ask(t, managing(typed(discordgo.ChineseTW, "group")), false))
	for name, i := range attempts {
		refused := d.language(discordgo.ChineseTW).say("bad.manager")
		if text := told(t, d.ask(t, i, false)); !strings.Contains(text, refused) {
			t.Errorf("%s is answered %s", name, text)
		}
		moderator := *i
		moderator.Member = &discordgo.Member{User: i.User, Permissions: discordgo.PermissionManageMessages | discordgo.PermissionManageChannels}
		if text := told(t, d.ask(t, &moderator, false)); !strings.Contains(text, refused) {
			t.Errorf("%s by a moderator is answered %s", name, text)
		}
	}
	if after := told(t, d.ask(t, managing(typed(discordgo.ChineseTW, "group")), false)); after != before || len(d.kept.events) > 0 {
		t.Errorf("something was changed: %s\nwas %s", after, before)
	}
	if text := told(t, d.ask(t, managing(form("grouptofor|"+short, "7")), false)); d.kept.groups[[2]string{tideGuild, tideChannel}].Ceilings[tideBook].Ordinal != 7 {
		t.Errorf("who manages the server sends the form: %s", text)
	}
}

func (d *desk) language(locale discordgo.Locale) *language { return d.languages.language(locale) }

// Who asks too often is told so privately, and answered again a little later;
// nobody else waits for it.
func TestAskingTooOften(t *testing.T) {
	d := tideDesk(t, 12, 12)
	answered := func(user string) bool {
		i := asks("馬三河")
		i.User = &discordgo.User{ID: user}
		a := d.Handle(t.Context(), inChannelOf(i, tideChannel))
		refused := !strings.Contains(told(t, a), "第一章")
		if refused && !isPrivate(a) {
			t.Errorf("a public refusal: %s", told(t, a))
		}
		return !refused
	}
	n := 0
	for answered(reader) {
		if n++; n > 100 {
			t.Fatal("nobody is ever told to wait")
		}
	}
	if n < 10 {
		t.Errorf("only %d questions at once are answered", n)
	}
	if !answered(otherUser) {
		t.Error("somebody else has to wait, too")
	}
	d.time.move(time.Second)
	if !answered(reader) || answered(reader) {
		t.Error("a second later one more is not answered, or more are")
	}
	// Who refuses to wait is not made to wait for longer.
	for range 50 {
		answered(reader)
	}
	d.time.move(time.Second)
	if !answered(reader) {
		t.Error("asking while waiting makes the wait longer")
	}
	// A whole server has an allowance, too.
	n = 0
	for user := 1000; answered(shortNumber(user)); user++ {
		if n++; n > 1000 {
			t.Fatal("a server is never told to wait")
		}
	}
}

func shortNumber(n int) string { return "20000000000000" + number(n) }

// Erasing forgets everything of a reader, and nothing of others.
func TestErasing(t *testing.T) {
	d := tideDesk(t, 12, 12)
	d.ask(t, managing(typed(discordgo.ChineseTW, "group", "chapter", "6")), false)
	d.ask(t, typed(discordgo.ChineseTW, "settings", "script", "simp"), false)
	d.ask(t, typed(discordgo.ChineseTW, "read", "place", "6"), false)
	if r := d.kept.readers[reader]; r.Script == "" || len(r.LastRead) == 0 || len(r.Progress) == 0 || len(d.kept.events) != 1 || d.kept.events[0].User != reader {
		t.Fatalf("before: %+v, %+v", r, d.kept.events)
	}
	asked := d.press(t, reader, d.ask(t, typed(discordgo.ChineseTW, "settings"), false), "erase|")
	if len(d.kept.readers[reader].Progress) == 0 {
		t.Fatal("erased before it was confirmed")
	}
	d.press(t, reader, asked, "eraseyes|")
	if _, still := d.kept.readers[reader]; still || d.kept.events[0].User != "" {
		t.Errorf("still kept: %+v, %+v", d.kept.readers[reader], d.kept.events)
	}
	if len(d.kept.readers[otherUser].Progress) == 0 || d.kept.groups[[2]string{tideGuild, tideChannel}].Ceilings[tideBook].Ordinal != 6 {
		t.Error("something of others was erased")
	}
}
