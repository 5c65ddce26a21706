package commands

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
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

// A scene is something that readers do; its reply, in every language, is in
// testdata/golden under its name.
type scene struct {
	name  string
	steps []step
}

// Replies over the texts that come with the bot, which hide nothing.
var seedScenes = []scene{
	{"quote-five", []step{says("quote", "text", "松山")}},
	{"quote-one", []step{says("quote", "text", "养兵千日用兵一时")}},
	{"quote-reversed", []step{says("quote", "text", "錦州圍")}},
	{"quote-common", []step{says("quote", "text", "山")}},
	{"quote-near", []step{says("quote", "text", "养兵千日用在一时")}},
	{"quote-title", []step{says("quote", "text", "將軍")}},
	{"quote-book", []step{says("quote", "text", "锦州", "book", "選段 001")}},
	{"quote-none", []step{says("quote", "text", "武松")}},
	{"quote-nothing", []step{says("quote", "text", "！")}},
	{"quote-long", []step{says("quote", "text", strings.Repeat("山", 6000))}},
	{"quote-no-book", []step{says("quote", "text", "松山", "book", "紅樓夢")}},
	{"quote-which-book", []step{says("quote", "text", "1:25")}},
	{"quote-script", []step{says("quote", "text", "松山"), pressesAs(otherUser, "script")}},
	{"quote-context", []step{says("quote", "text", "松山"), presses("context")}},
	{"quote-narrow", []step{says("quote", "text", "山"), presses("narrow")}},
	{"quote-menu", []step{uses(sourceName, "洪承疇不是說過「養兵千日，用兵一時」嗎？")}},
	{"quote-menu-empty", []step{uses(sourceName, "👍")}},
	{"who", []step{says("who", "name", "曹變蛟")}},
	{"who-leader", []step{inServer, says("who", "name", "洪承疇")}},
	{"who-other-book", []step{says("who", "name", "洪承疇"), presses("who")}},
	{"who-unnamed", []step{says("who", "name", "李副將")}},
	{"who-office", []step{says("who", "name", "太子")}},
	{"who-title", []step{says("who", "name", "將軍")}},
	{"who-alike", []step{says("who", "name", "洪承涛")}},
	{"who-none", []step{says("who", "name", "武松")}},
	{"who-passages", []step{says("who", "name", "李副將"), presses("whopage")}},
	{"who-lines", []step{says("who", "name", "洪承疇"), presses("wholine")}},
	{"who-company", []step{says("who", "name", "洪承疇"), presses("whowith")}},
	{"who-shared", []step{inServer, says("who", "name", "王廷臣"), presses("whoshare")}},
	{"convert-mend", []step{says("convert", "text", "身邊隻有兩千餘騎", "to", "trad")}},
	{"convert-other", []step{says("convert", "text", "曹变蛟突围，“咱们也往南走？”")}},
	{"convert-names", []step{says("convert", "text", "王朴是个草包，他害怕自己走会遭遇埋伏，所以才拉上能打的吴三桂。")}},
	{"convert-same", []step{says("convert", "text", "松山")}},
	{"convert-unknown", []step{says("convert", "text", "松山", "to", "klingon")}},
	{"convert-long", []step{says("convert", "text", strings.Repeat("松山突围。", 450))}},
	{"convert-file", []step{attaches("convert", "file", "notes.txt", "曹变蛟突围，王朴也突围。")}},
	{"convert-menu", []step{uses(convertName, "曹变蛟突围")}},
	{"convert-public", []step{says("convert", "text", "曹变蛟突围"), presses("publish")}},
	{"help", []step{says("help")}},
	{"settings", []step{says("settings")}},
	{"settings-kept", []step{says("settings", "script", "hk", "reading", "zhuyin", "answers", "private")}},
	{"settings-erase", []step{says("settings"), presses("erase")}},
	{"settings-erased", []step{says("settings"), presses("erase"), presses("eraseyes")}},
	{"greeting-seeds", []step{inServer, says("help"), followup}},
	{"suggest-person", []step{types("who", "name", "cao")}},
	{"suggest-book", []step{types("quote", "text", "松山", "book", "001")}},
	{"too-often", []step{impatient, says("help"), repeated(12, says("help"))}},
	{"reading-in", []step{stillReading}},
}

// Replies over novels of several chapters.
var novelScenes = []scene{
	{"quote-unset", []step{inServer, says("quote", "text", "渡口", "book", "渡口記")}},
	{"quote-channel", []step{inServer, says("group", "chapter", "6", "book", "渡口記"), asGuest, says("quote", "text", "渡口", "book", "渡口記")}},
	{"quote-own", []step{says("progress", "chapter", "12", "book", "渡口記"), says("quote", "text", "沈硯", "book", "渡口記")}},
	{"quote-private", []step{inServer, says("group", "chapter", "6", "book", "渡口記"), says("group", "answers", "private"), says("quote", "text", "船夫張五")}},
	{"quote-random", []step{says("progress", "chapter", "12", "book", "渡口記"), says("quote", "book", "渡口記")}},
	{"quote-place", []step{says("progress", "chapter", "12", "book", "渡口記"), says("quote", "text", "渡口記 第三章 2")}},
	{"quote-shared", []step{inServer, says("group", "chapter", "6", "book", "渡口記"), says("progress", "chapter", "12", "book", "渡口記"),
		says("settings", "answers", "private"), says("quote", "text", "二十輛糧車"), presses("share")}},
	{"quote-share-ask", sharing},
	{"quote-shared-veiled", append(slices.Clone(sharing), presses("sharenow"))},
	{"who-unset", []step{inServer, says("who", "name", "沈硯")}},
	{"who-long-book", []step{inServer, says("progress", "chapter", "12", "book", "渡口記"), says("who", "name", "沈硯")}},
	{"who-not-shared", []step{inServer, says("progress", "chapter", "12", "book", "渡口記"), says("who", "name", "沈硯"), presses("whoshare")}},
	{"progress-none", []step{says("progress")}},
	{"progress-unset", []step{says("progress", "book", "渡口記")}},
	{"progress-set", []step{says("progress", "chapter", "第三章", "book", "渡口記")}},
	{"progress-begin", []step{says("progress", "chapter", "0", "book", "渡口記")}},
	{"progress-shown", []step{says("progress", "chapter", "第三章", "book", "渡口記"), says("read", "book", "渡口記"), says("progress")}},
	{"progress-book", []step{says("progress", "chapter", "第三章", "book", "渡口記"), says("read", "book", "渡口記"), says("progress", "book", "渡口記")}},
	{"progress-which-book", []step{says("progress", "chapter", "3")}},
	{"progress-which-chapter", []step{says("progress", "chapter", "2", "book", "三山記")}},
	{"progress-miss", []step{says("progress", "chapter", "99", "book", "渡口記")}},
	{"progress-form", []step{says("progress", "book", "渡口記"), presses("readto")}},
	{"progress-filled-in", []step{says("progress", "book", "渡口記"), presses("readto"), fillsIn("第三章")}},
	{"progress-cleared", []step{says("progress", "chapter", "3", "book", "渡口記"), says("progress", "book", "渡口記"), presses("forgetread")}},
	{"read-page", []step{says("progress", "chapter", "12", "book", "渡口記"), says("read", "place", "5", "book", "渡口記")}},
	{"read-last", []step{says("progress", "chapter", "3", "book", "渡口記"), says("read", "book", "渡口記")}},
	{"read-next", []step{says("progress", "chapter", "3", "book", "渡口記"), says("read", "book", "渡口記"), presses("readnext")}},
	{"read-place", []step{says("progress", "chapter", "12", "book", "渡口記"), says("read", "place", "渡口記 1:2")}},
	{"read-unset", []step{says("read", "place", "3", "book", "渡口記")}},
	{"read-begin", []step{says("progress", "chapter", "0", "book", "渡口記"), says("read", "book", "渡口記")}},
	{"read-miss", []step{says("progress", "chapter", "3", "book", "渡口記"), says("read", "place", "9", "book", "渡口記")}},
	{"read-which-chapter", []step{says("read", "place", "第二章", "book", "三山記")}},
	{"group-nothing-set", []step{inServer, says("group")}},
	{"group-book", []step{inServer, says("group", "book", "渡口記")}},
	{"group-chapter", []step{inServer, says("group", "chapter", "6", "book", "渡口記")}},
	{"group-form", []step{inServer, says("quote", "text", "渡口", "book", "渡口記"), presses("groupto")}},
	{"group-filled-in", []step{inServer, says("quote", "text", "渡口", "book", "渡口記"), presses("groupto"), fillsIn("6")}},
	{"group-everything", []step{inServer, says("group", "book", "渡口記"), says("group", "chapter", "3"), weekly(2, "day", "monday", "zone", "Asia/Taipei"),
		says("group", "daily", "08:30", "zone", "Asia/Taipei"), says("group", "spoilers", "hide", "answers", "private"), undelivered, says("group")}},
	{"group-changes", []step{inServer, says("group", "spoilers", "open", "answers", "public")}},
	{"group-alone", []step{inServer, says("group", "day", "monday")}},
	{"group-bad-time", []step{inServer, says("group", "daily", "noon")}},
	{"group-bad-zone", []step{inServer, says("group", "chapter", "3", "book", "渡口記"), says("group", "daily", "08:30", "zone", "Mars")}},
	{"group-forget", []step{inServer, says("group", "forget", "server")}},
	{"group-forgotten", []step{inServer, says("group", "forget", "channel"), presses("groupforget")}},
	{"group-add", []step{inServer, attaches("group", "add", "book.txt", "第一章\n松山")}},
	{"group-added", []step{inServer, attaches("group", "add", "book.txt", "第一章\n松山"), presses("groupadd")}},
	{"group-not-added", []step{inServer, attaches("group", "add", "book.txt", "第一章\n松山"), presses("groupno")}},
	{"group-guest", []step{asGuest, says("group")}},
	{"group-direct", []step{says("group")}},
	{"help-novels", []step{inServer, says("group", "book", "渡口記"), says("progress", "chapter", "3"), says("help")}},
	{"greeting", []step{inServer, says("help"), followup}},
	{"suggest-chapter", []step{says("progress", "chapter", "3", "book", "渡口記"), types("progress", "book", "渡口記", "chapter", "")}},
}

// sharing a passage past what the channel has read.
var sharing = []step{inServer, says("group", "chapter", "3", "book", "渡口記"), says("progress", "chapter", "12", "book", "渡口記"),
	says("settings", "answers", "private"), says("quote", "text", "木頭順水漂下來"), presses("share")}

// followup looks at what is sent after the answer.
func followup(p *play) {
	p.last.Response = &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: p.last.Followup}
}

// impatient stops the clock, so that a reader can ask too often.
func impatient(p *play) {
	now := p.router.now()
	p.router.limits.now = func() time.Time { return now }
}

func repeated(n int, s step) step {
	return func(p *play) {
		for range n {
			s(p)
		}
	}
}

func stillReading(p *play) { p.last = StillReading(typed(p.locale, "help")) }

// undelivered has two daily passages that did not arrive.
func undelivered(p *play) {
	p.store.deliveries = []Delivery{
		{Guild: aServer, Channel: aChannel, Day: "2024-05-07", State: DeliveryFailed, Reason: ReasonForbidden},
		{Guild: aServer, Channel: aChannel, Day: "2024-05-06", State: DeliveryClaimed},
	}
}

// Every kind of reply in every language, as Discord is sent it. Read the files
// in testdata/golden as a reader would.
func TestGoldenReplies(t *testing.T) {
	play := func(open func() (*index.Library, error), scenes []scene) {
		for _, scene := range scenes {
			for _, locale := range []discordgo.Locale{discordgo.ChineseTW, discordgo.ChineseCN, discordgo.EnglishUS} {
				name := scene.name + "." + string(locale) + ".json"
				t.Run(name, func(t *testing.T) {
					p := newPlay(t, open, locale)
					for _, step := range scene.steps {
						step(p)
					}
					checkGolden(t, name, p.last.Response)
				})
			}
		}
	}
	play(seedLibrary, seedScenes)
	play(novelLibrary, novelScenes)
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
