package commands

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/seeds"
)

const (
	aServer  = "500000000000000001"
	aChannel = "500000000000000002"
)

// Libraries for tests: the texts that come with the bot, and two short novels
// of several chapters.
var (
	seedLibrary  = sync.OnceValues(func() (*index.Library, error) { return openedFor(index.Options{Files: seeds.FS, Source: "seeds"}) })
	novelLibrary = sync.OnceValues(func() (*index.Library, error) {
		return openedFor(index.Options{Files: os.DirFS("testdata/novels"), Source: "novels"})
	})
)

// openedFor opens a library that all tests share.
func openedFor(o index.Options) (*index.Library, error) {
	dir, err := os.MkdirTemp(sharedData, "library")
	if err != nil {
		return nil, err
	}
	o.DataDir = dir
	return index.Open(context.Background(), o)
}

// sharedData is a folder that is gone when the tests are done.
var sharedData string

func TestMain(m *testing.M) {
	var err error
	if sharedData, err = os.MkdirTemp("", "commands"); err != nil {
		panic(err)
	}
	code := m.Run()
	for _, open := range []func() (*index.Library, error){seedLibrary, novelLibrary} {
		if library, err := open(); err == nil {
			library.Close()
		}
	}
	os.RemoveAll(sharedData)
	os.Exit(code)
}

// A play is a reader who does one thing after another, with a bot of their own
// that remembers nothing from before.
type play struct {
	t      testing.TB
	router *Router
	store  *memory
	locale discordgo.Locale
	// server says that it happens in a server, and can what the reader may do
	// there.
	server bool
	can    int64
	last   Answer
}

func newPlay(t testing.TB, open func() (*index.Library, error), locale discordgo.Locale) *play {
	t.Helper()
	library, err := open()
	if err != nil {
		t.Fatal(err)
	}
	p := &play{t: t, store: newMemory(), locale: locale}
	p.router, err = New(library, Options{
		Log: slog.New(slog.DiscardHandler), Store: p.store, Now: patient(), Host: helpful{library: library}, Drawer: blank{},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.router.pick = func(n int) int { return n / 2 }
	return p
}

// do has the reader send an interaction.
func (p *play) do(i *discordgo.Interaction) {
	p.t.Helper()
	if p.server {
		i.GuildID, i.ChannelID = aServer, aChannel
		i.Member, i.User = &discordgo.Member{User: i.User, GuildID: aServer, Permissions: p.can}, nil
	}
	p.last = p.router.Handle(p.t.Context(), i)
	checkAnswer(p.t, p.last)
}

// A step is one thing that a reader does.
type step func(*play)

// says is a slash command: its name, then names and values of options.
func says(name string, options ...string) step {
	return func(p *play) { p.do(typed(p.locale, name, options...)) }
}

// weekly is /group with a number.
func weekly(n float64, options ...string) step {
	return func(p *play) {
		i := typed(p.locale, "group", options...)
		data := i.Data.(discordgo.ApplicationCommandInteractionData)
		data.Options = append(data.Options, &discordgo.ApplicationCommandInteractionDataOption{
			Name: "weekly", Type: discordgo.ApplicationCommandOptionInteger, Value: n,
		})
		i.Data = data
		p.do(i)
	}
}

// attaches is a slash command with a file.
func attaches(name, option, file, content string) step {
	return func(p *play) {
		i := typed(p.locale, name, option, "1")
		data := i.Data.(discordgo.ApplicationCommandInteractionData)
		data.Resolved = &discordgo.ApplicationCommandInteractionDataResolved{Attachments: map[string]*discordgo.MessageAttachment{
			"1": {ID: "1", Filename: file, Size: len(content), URL: content},
		}}
		i.Data = data
		p.do(i)
	}
}

// uses is an entry of the menu of somebody's message.
func uses(menu, message string) step {
	return func(p *play) {
		p.do(&discordgo.Interaction{Type: discordgo.InteractionApplicationCommand, Locale: p.locale, User: &discordgo.User{ID: reader},
			Data: discordgo.ApplicationCommandInteractionData{Name: menu, CommandType: discordgo.MessageApplicationCommand, TargetID: "9",
				Resolved: &discordgo.ApplicationCommandInteractionDataResolved{Messages: map[string]*discordgo.Message{"9": {ID: "9", Content: message}}}}})
	}
}

// presses is the first button or menu of the last answer that starts with the
// action; of a menu, the first entry is chosen.
func presses(action string) step { return pressesAs(reader, action) }

func pressesAs(user, action string) step {
	return func(p *play) {
		p.t.Helper()
		for _, c := range components(p.last) {
			var i *discordgo.Interaction
			switch c := c.(type) {
			case discordgo.Button:
				i = pressed(p.locale, user, c.CustomID)
				if !strings.HasPrefix(c.CustomID, action+"|") {
					continue
				}
			case discordgo.SelectMenu:
				i = pressed(p.locale, user, c.CustomID, c.Options[0].Value)
				if !strings.HasPrefix(c.CustomID, action+"|") {
					continue
				}
			}
			data := p.last.Response.Data
			i.Message = &discordgo.Message{ID: "8", Content: data.Content, Embeds: data.Embeds, Flags: data.Flags}
			p.do(i)
			return
		}
		p.t.Fatalf("no button %s", action)
	}
}

// fillsIn answers the form of the last answer.
func fillsIn(text string) step {
	return func(p *play) {
		p.do(&discordgo.Interaction{Type: discordgo.InteractionModalSubmit, Locale: p.locale, User: &discordgo.User{ID: reader},
			Data: discordgo.ModalSubmitInteractionData{CustomID: p.last.Response.Data.CustomID, Components: []discordgo.MessageComponent{
				&discordgo.ActionsRow{Components: []discordgo.MessageComponent{&discordgo.TextInput{CustomID: "text", Value: text}}},
			}}})
	}
}

// types is a slash command whose last option is still being typed.
func types(name string, options ...string) step {
	return func(p *play) {
		i := typed(p.locale, name, options...)
		i.Type = discordgo.InteractionApplicationCommandAutocomplete
		data := i.Data.(discordgo.ApplicationCommandInteractionData)
		data.Options[len(data.Options)-1].Focused = true
		p.do(i)
	}
}

// inServer moves to a server, as somebody who may manage it, or only ask.
func inServer(p *play) { p.server, p.can = true, discordgo.PermissionManageGuild }
func asGuest(p *play)  { p.server, p.can = true, 0 }

// components are the buttons and menus of an answer.
func components(a Answer) []discordgo.MessageComponent {
	var all []discordgo.MessageComponent
	for _, c := range a.Response.Data.Components {
		all = append(all, c.(discordgo.ActionsRow).Components...)
	}
	return all
}

// helpful is a host on which everything works: what is attached is where its
// address stands.
type helpful struct{ library *index.Library }

func (helpful) Fetch(_ context.Context, url string, _ int64) ([]byte, error) { return []byte(url), nil }
func (helpful) IsMember(context.Context, string, string) (bool, error)       { return true, nil }
func (helpful) CommandID(name string) string {
	return map[string]string{
		"quote": "710000000000000001", "who": "710000000000000002", "convert": "710000000000000003", "progress": "710000000000000004",
		"read": "710000000000000005", "group": "710000000000000006", "settings": "710000000000000007", "help": "710000000000000008",
	}[name]
}
func (h helpful) Propose(context.Context, string, string, []byte) (string, *index.BookInfo, error) {
	return "4f3a", h.library.Books()[0], nil
}
func (helpful) Accept(context.Context, string) error { return nil }

// blank draws nothing.
type blank struct{}

func (blank) Page(context.Context, Page) (io.Reader, bool, error) {
	return bytes.NewReader(nil), false, nil
}
func (blank) Appearances(context.Context, Appearances) (io.Reader, error) {
	return bytes.NewReader(nil), nil
}
