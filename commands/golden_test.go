package commands

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/seeds"
)

var update = flag.Bool("update", false, "write the golden files anew")

const (
	reader    = "100000000000000001"
	otherUser = "100000000000000002"
)

// newRouter is a router over the seeds.
func newRouter(t testing.TB) *Router { return newRouterOver(t, seeds.FS) }

func newRouterOver(t testing.TB, files fs.FS) *Router {
	t.Helper()
	library, err := index.Open(t.Context(), index.Options{Files: files, Source: "test", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	r, err := New(library, Options{Log: slog.New(slog.DiscardHandler), Store: newMemory(), Now: patient()})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// patient is a clock that is an hour later whenever it is looked at, so that
// nobody asks too often.
func patient() func() time.Time {
	var hours atomic.Int64
	start := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	return func() time.Time { return start.Add(time.Duration(hours.Add(1)) * time.Hour) }
}

// typed is a slash command: its name, then names and values of options.
func typed(locale discordgo.Locale, name string, options ...string) *discordgo.Interaction {
	data := discordgo.ApplicationCommandInteractionData{Name: name}
	for i := 0; i+1 < len(options); i += 2 {
		data.Options = append(data.Options, &discordgo.ApplicationCommandInteractionDataOption{
			Name: options[i], Type: discordgo.ApplicationCommandOptionString, Value: options[i+1],
		})
	}
	return &discordgo.Interaction{Type: discordgo.InteractionApplicationCommand, Data: data, Locale: locale, User: &discordgo.User{ID: reader}}
}

// pressed is a button or, with values, a menu.
func pressed(locale discordgo.Locale, user, id string, values ...string) *discordgo.Interaction {
	data := discordgo.MessageComponentInteractionData{CustomID: id, ComponentType: discordgo.ButtonComponent, Values: values}
	return &discordgo.Interaction{Type: discordgo.InteractionMessageComponent, Data: data, Locale: locale, User: &discordgo.User{ID: user}}
}

// Every kind of reply in every language, as Discord is sent it. Read the files
// in testdata/golden as a reader would.
func TestGoldenReplies(t *testing.T) {
	r := newRouter(t)
	replies := []struct {
		name string
		ask  func(discordgo.Locale) *discordgo.Interaction
	}{
		{"quote-five", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "quote", "text", "松山") }},
		{"quote-one", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "quote", "text", "养兵千日用兵一时")
		}},
		{"quote-reversed", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "quote", "text", "錦州圍") }},
		{"quote-common", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "quote", "text", "山") }},
		{"quote-near", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "quote", "text", "养兵千日用在一时")
		}},
		{"quote-book", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "quote", "text", "锦州", "book", "選段 001")
		}},
		{"quote-none", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "quote", "text", "武松") }},
		{"quote-nothing", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "quote", "text", "！") }},
		{"quote-long", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "quote", "text", strings.Repeat("山", 6000))
		}},
		{"quote-no-book", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "quote", "text", "松山", "book", "紅樓夢")
		}},
		{"quote-script", func(l discordgo.Locale) *discordgo.Interaction {
			return pressed(l, otherUser, buttonOf(t, r, typed(l, "quote", "text", "松山"), "script|"))
		}},
		{"quote-context", func(l discordgo.Locale) *discordgo.Interaction {
			return pressed(l, reader, "context|1|"+shortUser(reader)+"|||松山", encodePlace(book.Ref{Book: r.library.Books()[0].ID, Chapter: 1, Paragraph: 6}))
		}},
		{"who", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "who", "name", "曹變蛟") }},
		{"who-none", func(l discordgo.Locale) *discordgo.Interaction { return typed(l, "who", "name", "武松") }},
		{"convert-mend", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "convert", "text", "身邊隻有兩千餘騎", "to", "trad")
		}},
		{"convert-other", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "convert", "text", "曹变蛟突围，“咱们也往南走？”")
		}},
		{"convert-unknown", func(l discordgo.Locale) *discordgo.Interaction {
			return typed(l, "convert", "text", "松山", "to", "klingon")
		}},
	}
	for _, reply := range replies {
		for _, locale := range []discordgo.Locale{discordgo.ChineseTW, discordgo.ChineseCN, discordgo.EnglishUS} {
			name := reply.name + "." + string(locale) + ".json"
			t.Run(name, func(t *testing.T) {
				checkGolden(t, name, r.Handle(t.Context(), reply.ask(locale)).Response)
			})
		}
	}
}

func checkGolden(t *testing.T, name string, response *discordgo.InteractionResponse) {
	t.Helper()
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(response); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the reply is\n%s\nand should be\n%s", got.Bytes(), want)
	}
}

// buttonOf is the custom id of the first button or menu of a reply that starts
// with the action.
func buttonOf(t *testing.T, r *Router, asked *discordgo.Interaction, action string) string {
	t.Helper()
	for _, id := range customIDs(r.Handle(t.Context(), asked)) {
		if strings.HasPrefix(id, action) {
			return id
		}
	}
	t.Fatalf("no button %s", action)
	return ""
}

func customIDs(a Answer) []string {
	var ids []string
	for _, c := range a.Response.Data.Components {
		for _, c := range c.(discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case discordgo.Button:
				ids = append(ids, c.CustomID)
			case discordgo.SelectMenu:
				ids = append(ids, c.CustomID)
			}
		}
	}
	return ids
}
