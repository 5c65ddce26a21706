package main

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/store"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
	"shuyou/seeds"
)

// newServing is the program at work over the samples, without a way in:
// interactions are handed to its desk.
func newServing(t *testing.T, discord *discordtest.Server, dataDir string) *serving {
	t.Helper()
	apiURL, err := wire.ParseBaseURL(discord.APIURL)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	kept, err := store.Open(t.Context(), store.Config{DataDir: dataDir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	library, err := index.Open(t.Context(), index.Options{Files: seeds.FS, Source: "test", DataDir: dataDir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	in := &invocation{program: &program{stderr: &bytes.Buffer{}, cdn: discord.Transport()}, settings: settings{dataDir: dataDir, token: discord.Token}}
	s := &serving{
		invocation: in, log: log, kept: kept, desk: &desk{log: log},
		client: wire.NewClient(wire.ClientConfig{BaseURL: apiURL, Token: discord.Token}),
	}
	s.host = newHost(s.client, in, s.reloadNow)
	s.library.Store(library)
	router, err := commands.New(library, commands.Options{Log: log, Store: kept, Host: s.host})
	if err != nil {
		t.Fatal(err)
	}
	s.desk.open(router)
	return s
}

// askGroup sends /group as who manages the server.
func (s *serving) askGroup(t *testing.T, options ...*discordgo.ApplicationCommandInteractionDataOption) string {
	t.Helper()
	a := s.desk.HandleIn(t.Context(), &discordgo.Interaction{
		Type: discordgo.InteractionApplicationCommand, Locale: discordgo.ChineseTW, GuildID: "1", ChannelID: "2",
		Data:   discordgo.ApplicationCommandInteractionData{Name: "group", Options: options},
		Member: &discordgo.Member{User: &discordgo.User{ID: "3"}, Permissions: discordgo.PermissionManageGuild},
	}, "")
	return a.Response.Data.Embeds[0].Description
}

func daily(at string) []*discordgo.ApplicationCommandInteractionDataOption {
	return []*discordgo.ApplicationCommandInteractionDataOption{
		{Name: "daily", Type: discordgo.ApplicationCommandOptionString, Value: at},
		{Name: "zone", Type: discordgo.ApplicationCommandOptionString, Value: "Asia/Taipei"},
	}
}

// However many copies look, the passage of a day goes out once, and not again
// after a restart.
func TestTheDailyPassageGoesOutOnce(t *testing.T) {
	discord, data := discordtest.New(t), t.TempDir()
	one, two := newServing(t, discord, data), newServing(t, discord, data)
	if said := one.askGroup(t, daily("8:30")...); !strings.Contains(said, "08:30") {
		t.Fatalf("/group daily: %s", said)
	}
	day := time.Now().AddDate(0, 0, 2)
	at := func(hour, minute int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), hour-8, minute, 0, 0, time.UTC)
	}
	look := func(now time.Time, all ...*serving) {
		var looking sync.WaitGroup
		for range 4 {
			for _, s := range all {
				looking.Go(func() { s.postDue(t.Context(), now) })
			}
		}
		looking.Wait()
	}
	for _, step := range []struct {
		name string
		now  time.Time
		sent int
	}{
		{"before its time", at(8, 29), 0},
		{"when it is due", at(8, 30), 1},
		{"a while later", at(9, 0), 1},
		{"the next day", at(8+24, 31), 2},
		{"a day on which nobody looked in time", at(24+24+16, 0), 2},
	} {
		look(step.now, one, two)
		if sent := discord.Sent(); len(sent) != step.sent {
			t.Fatalf("%s: %d messages", step.name, len(sent))
		}
	}
	look(at(8+24, 40), newServing(t, discord, data))
	sent := discord.Sent()
	if len(sent) != 2 || sent[0].Message.ChannelID != "2" || !strings.Contains(sent[0].Message.Embeds[0].Description, "選段") {
		t.Errorf("after a restart: %d messages, the first %s", len(sent), sent[0].Text())
	}
	if sent[0].Message.Embeds[0].Description == sent[1].Message.Embeds[0].Description {
		t.Error("two days have the same passage")
	}
}

// What Discord refuses is shown to who asks what is set, and is tried again
// only where it cannot have arrived.
func TestADailyPassageThatFails(t *testing.T) {
	for name, tt := range map[string]struct {
		fault  discordtest.Fault
		shown  string
		lastly int // messages, when it is looked at again later
	}{
		"no permission":  {discordtest.Refused(403, 50001, "Missing Access"), "沒有在那裡發言的權限", 0},
		"no channel":     {discordtest.Refused(404, 10003, "Unknown Channel"), "不在了", 0},
		"Discord is ill": {discordtest.Status(502), "沒有收下", 0},
	} {
		t.Run(name, func(t *testing.T) {
			discord := discordtest.New(t)
			s := newServing(t, discord, t.TempDir())
			s.client = wire.NewClient(wire.ClientConfig{BaseURL: must(wire.ParseBaseURL(discord.APIURL)), Token: discord.Token,
				Wait: func(context.Context, time.Duration) error { return nil }})
			s.askGroup(t, daily("8:30")...)
			discord.Fail("POST", "/channels/*/messages", 5, tt.fault)
			day := time.Now().AddDate(0, 0, 2)
			due := time.Date(day.Year(), day.Month(), day.Day(), 0, 45, 0, 0, time.UTC)
			s.postDue(t.Context(), due)
			if shown := s.askGroup(t); !strings.Contains(shown, tt.shown) {
				t.Errorf("/group shows %s", shown)
			}
			s.postDue(t.Context(), due.Add(time.Hour))
			if sent := discord.Sent(); len(sent) != tt.lastly {
				t.Errorf("an hour later there are %d messages", len(sent))
			}
		})
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
