package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
)

const (
	aServer  = "500000000000000001"
	aChannel = "500000000000000002"
)

// serveNovels serves two short novels of several chapters.
func serveNovels(t *testing.T) *served {
	t.Helper()
	books := t.TempDir()
	for _, name := range []string{"ferry.txt", "hills.txt", "library.yaml"} {
		text, err := os.ReadFile(filepath.Join("..", "commands", "testdata", "novels", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, books, name, string(text), 0o644)
	}
	return startServingBooks(t, discordtest.New(t), t.TempDir(), books)
}

// asker gives every question somebody else's name, so that nobody asks too
// often.
type asker int

func (n *asker) next() (id, name string) {
	*n++
	return strconv.Itoa(200000000000000100 + int(*n)), "讀者" + strconv.Itoa(int(*n))
}

// Every command, subcase, suggestion, menu, button and form is answered over the
// gateway as Discord wants it: the fake checks each request.
func TestEveryReplyOverTheGateway(t *testing.T) {
	s := serveNovels(t)
	text, slash := discordtest.Text, discordtest.Slash
	manage := func(i discordtest.Interaction) discordtest.Interaction {
		return i.In(aServer, aChannel).Can(discordgo.PermissionManageGuild)
	}
	var n asker
	ferry := text("book", "渡口記")
	for _, tt := range []struct {
		name  string
		ask   discordtest.Interaction
		press []string // one after another, each on the answer before
		says  string
	}{
		{"nothing typed", slash("quote"), nil, "第"},
		{"veiled", slash("quote", text("text", "渡口"), ferry), []string{"quote", "script", "context"}, "||"},
		{"a reference", slash("quote", text("text", "渡口記 1:2")), []string{"place", "placescript"}, ""},
		{"no hit", slash("quote", text("text", "武松")), nil, "「武松」"},
		{"in a person's passages", slash("quote", text("text", "渡口"), text("who", "沈硯")), nil, "沈硯"},
		{"a card", slash("who", text("name", "沈硯"), ferry), []string{"whopage", "whopage2"}, "渡口記"},
		{"what somebody says", slash("who", text("name", "沈硯")), []string{"wholine"}, "||"},
		{"company", slash("who", text("name", "沈硯")), []string{"whowith"}, "白雪芹"},
		{"a card in the other script", slash("who", text("name", "沈硯")), []string{"whotext"}, ""},
		{"a title", slash("who", text("name", "將軍")), nil, "將軍"},
		{"nobody", slash("who", text("name", "武松")), nil, "武松"},
		{"a conversion", slash("convert", text("text", "沈砚在渡口")), []string{"convert", "publish"}, ""},
		{"a file converted", slash("convert", discordtest.Attachment("file", "notes.txt", []byte("沈砚在渡口，来了。"))), nil, "UTF-8"},
		{"no text in the file", slash("convert", discordtest.Attachment("file", "a.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00"))), nil, "a.png"},
		{"no progress", slash("progress"), []string{"readto"}, ""},
		{"progress", slash("progress", text("chapter", "第三章"), ferry), []string{"readon", "readnext", "readat"}, ""},
		{"which chapter", slash("progress", text("chapter", "2"), text("book", "三山記")), []string{"readpick", "readon"}, ""},
		{"no such chapter", slash("progress", text("chapter", "99"), ferry), nil, "12"},
		{"no such book", slash("progress", text("chapter", "1"), text("book", "紅樓夢")), nil, "紅樓夢"},
		{"a chapter", slash("read", text("place", "3"), ferry), []string{"readat"}, ""},
		{"past the end", slash("read", text("place", "99"), ferry), nil, "99"},
		{"the group", manage(slash("group")), nil, "渡口記"},
		{"the group's book", manage(slash("group", ferry)), nil, "渡口記"},
		{"the group's place", manage(slash("group", ferry, text("chapter", "6"))), nil, "第六章"},
		{"spoilers", manage(slash("group", text("spoilers", "hide"), text("where", "server"))), nil, "劇透"},
		{"answers", manage(slash("group", text("answers", "public"))), nil, "公開"},
		{"a schedule", manage(slash("group", ferry, discordtest.Integer("weekly", 2), text("day", "monday"), text("zone", "Asia/Taipei"))), nil, "2 章"},
		{"a daily passage", manage(slash("group", text("daily", "08:30"), text("zone", "Asia/Taipei"))), nil, "08:30"},
		{"the daily passage ends", manage(slash("group", text("daily", "off"))), nil, "不再"},
		{"a file to add", manage(slash("group", discordtest.Attachment("add", "newer.txt", []byte("第一章 雪\n\n雪落在渡口。\n")))), []string{"groupno"}, ""},
		{"forget", manage(slash("group", text("forget", "channel"))), []string{"groupforget"}, ""},
		{"not for everybody", slash("group").In(aServer, aChannel), nil, "管理"},
		{"settings", slash("settings", text("reading", "zhuyin"), text("script", "simp")), []string{"erase", "eraseyes"}, ""},
		{"help", slash("help"), nil, "</quote:"},
		{"help in English", slash("help").Locale("en-US"), nil, "Find a line"},
		{"help in the mainland's Chinese", slash("help").Locale("zh-CN"), nil, "删除我的数据"},
		{"in a thread", slash("quote", text("text", "船夫張五")).InThread(aServer, aChannel, "500000000000000077"), nil, "張五"},
		{"in a direct message", slash("quote", text("text", "船夫張五")).InDM(), nil, "張五"},
		{"among friends", slash("quote", text("text", "船夫張五")).InGroupDM(), nil, "張五"},
		{"installed by a user", slash("who", text("name", "沈硯")).In(aServer, aChannel).InstalledByUser(), nil, "沈硯"},
		{"where a message comes from", discordtest.MessageMenu("出處 Find the source", "渡口只有一條船"), nil, "張五"},
		{"a message converted", discordtest.MessageMenu("轉換簡繁 Convert", "沈砚在渡口"), nil, "沈硯在渡口"},
		{"nothing in the message", discordtest.MessageMenu("出處 Find the source", "👍"), nil, "沒有"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id, name := n.next()
			r := s.ask(tt.ask.As(id, name))
			if tt.says != "" && !strings.Contains(r.Text(), tt.says) {
				t.Errorf("it says\n%s\nwithout %s", r.Text(), tt.says)
			}
			for _, action := range tt.press {
				press, ok := pressOf(r, action)
				if !ok {
					t.Fatalf("no button %s under\n%s", action, r.Text())
				}
				r = s.ask(press.As(id, name))
				if r.Kind != discordgo.InteractionResponseModal && r.Text() == "" && len(r.Files) == 0 {
					t.Errorf("nothing comes of %s", action)
				}
			}
		})
	}
	for _, typing := range []discordtest.Interaction{
		discordtest.Suggest("quote", text("book", "渡").Typing()), discordtest.Suggest("quote", text("who", "").Typing()),
		discordtest.Suggest("who", text("name", "").Typing()), discordtest.Suggest("progress", ferry, text("chapter", "").Typing()),
		discordtest.Suggest("read", text("place", "1").Typing()), discordtest.Suggest("group", text("zone", "Tai").Typing()).In(aServer, aChannel),
	} {
		id, name := n.next()
		s.ask(typing.As(id, name))
	}
}

// pressOf presses the first button of a reply that can be pressed and starts
// with the action, or chooses the last entry of its menu.
func pressOf(r *discordtest.Reply, action string) (discordtest.Interaction, bool) {
	for _, row := range r.Message.Components {
		for _, c := range row.(*discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case *discordgo.Button:
				if strings.HasPrefix(c.CustomID, action+"|") && !c.Disabled {
					return r.Press(c.CustomID), true
				}
			case *discordgo.SelectMenu:
				if strings.HasPrefix(c.CustomID, action+"|") {
					return r.Choose(c.CustomID, c.Options[len(c.Options)-1].Value), true
				}
			}
		}
	}
	return discordtest.Interaction{}, false
}

// A reader says in the form how far they have read, and from then on is shown
// that much.
func TestFormOverTheGateway(t *testing.T) {
	s := serveNovels(t)
	asked := s.ask(discordtest.Slash("progress", discordtest.Text("book", "渡口記")))
	press, _ := pressOf(asked, "readto")
	form := s.ask(press)
	if form.Kind != discordgo.InteractionResponseModal {
		t.Fatalf("the button opens %d", form.Kind)
	}
	done := s.ask(discordtest.Submit("readtoform|"+strings.TrimPrefix(customID(t, asked, "readto|"), "readto|"), map[string]string{"text": "第三章"}))
	if !strings.Contains(done.Text(), "讀完第三章") {
		t.Errorf("the form: %s", done.Text())
	}
	if r := s.ask(discordtest.Slash("quote", discordtest.Text("text", "二十輛糧車"))); strings.Contains(r.Text(), "羅謙") {
		t.Errorf("past the ceiling: %s", r.Text())
	}
}

// Of paragraphs of thousands of letters of two units, and of emoji of seven
// letters, the part with the hit is shown, whole characters, within every limit.
func TestLongParagraphs(t *testing.T) {
	const family = "👨\u200d👩\u200d👧\u200d👦"
	books := t.TempDir()
	write(t, books, "astral.txt", "第一章 星\n"+strings.Repeat("𠮷", 3000)+"松山"+strings.Repeat("😀", 3000)+"\n", 0o644)
	write(t, books, "long.txt", "第一章 長段\n"+strings.Repeat("松山的雪下了三天三夜，𠮷家的老人數著更聲，"+family+"站在門口，誰也不肯先進屋。", 260)+"\n第二章 短\n松山。\n", 0o644)
	s := startServingBooks(t, discordtest.New(t), t.TempDir(), books)
	for _, book := range []string{"astral", "long"} {
		r := s.ask(discordtest.Slash("quote", discordtest.Text("text", "松山"), discordtest.Text("book", book)))
		shown := r.Message.Embeds[0].Description
		if !strings.Contains(shown, "松山") || strings.ContainsRune(shown, '\uFFFD') || !strings.Contains(shown, "…") {
			t.Errorf("%s is shown as %s", book, shown)
		}
		if rest := strings.ReplaceAll(shown, family, ""); strings.ContainsAny(rest, "👨👩👧👦\u200d") {
			t.Errorf("a family was torn: %s", shown)
		}
	}
}

// What a book or a query says takes no effect: it calls nobody, links nowhere,
// formats nothing, and reads as it is written.
func TestMarkupIsText(t *testing.T) {
	source, err := os.ReadFile("testdata/markup.txt")
	if err != nil {
		t.Fatal(err)
	}
	books := t.TempDir()
	write(t, books, "markup.txt", string(source), 0o644)
	s := startServingBooks(t, discordtest.New(t), t.TempDir(), books)
	var n asker
	ask := func(i discordtest.Interaction) *discordtest.Reply {
		id, name := n.next()
		return s.ask(i.As(id, name))
	}
	seen := ""
	found := ask(discordtest.Slash("quote", discordtest.Text("text", "松山")))
	for {
		for line := range strings.Lines(found.Message.Embeds[0].Description) {
			quoted, isQuotation := strings.CutPrefix(strings.TrimSpace(line), "> ")
			if isQuotation {
				seen += plain(t, quoted) + "\n"
			} else {
				plain(t, strings.TrimPrefix(line, "-# "))
			}
		}
		next, ok := pressOf(found, "quote|2")
		if !ok || found.Kind == discordgo.InteractionResponseUpdateMessage {
			break
		}
		found = s.ask(next.As("200000000000000101", "讀者1"))
	}
	for line := range strings.Lines(string(source)) {
		if line = strings.TrimSpace(line); strings.Contains(line, "松山") && !strings.Contains(seen, line) {
			t.Errorf("%q is not shown as it is written; shown are\n%s", line, seen)
		}
	}
	for _, query := range []string{"@everyone", "||松山||", "``` @here", "[a](https://example.invalid)", "<@123456789012345678> 武松"} {
		for _, i := range []discordtest.Interaction{
			discordtest.Slash("quote", discordtest.Text("text", query)), discordtest.Slash("who", discordtest.Text("name", query)),
			discordtest.Slash("quote", discordtest.Text("text", "松山"), discordtest.Text("book", query)),
			discordtest.Slash("convert", discordtest.Text("text", query)), discordtest.Slash("progress", discordtest.Text("chapter", query)),
			discordtest.MessageMenu("出處 Find the source", query),
		} {
			r := ask(i)
			plain(t, r.Message.Content)
			for _, e := range r.Message.Embeds {
				plain(t, e.Title)
				for line := range strings.Lines(e.Description) {
					plain(t, strings.TrimPrefix(strings.TrimPrefix(line, "-# "), "> "))
				}
			}
		}
	}
}

// plain asserts that nothing in a line takes effect but what the program itself
// sets in bold or veils, and returns the line as it reads.
func plain(t *testing.T, line string) string {
	t.Helper()
	line = strings.NewReplacer(`\\`, `\\`, `\*`, `\*`, `\|`, `\|`, "**", "", "||", "").Replace(line)
	var reads strings.Builder
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
			continue
		case strings.ContainsRune("*_~`|<@[", r) && !isOurs(line):
			t.Errorf("%q takes effect in %s", r, line)
		}
		reads.WriteRune(r)
	}
	return reads.String()
}

// isOurs reports whether a line names a command that can be clicked.
func isOurs(line string) bool { return strings.Contains(line, "</") }

// Where the index takes longer than Discord waits, there is one first response
// in time, and one final message; suggestions are then none.
func TestSlowIndex(t *testing.T) {
	const discordWaits = 2500 * time.Millisecond
	if deferAfter > discordWaits || suggestAfter > discordWaits {
		t.Errorf("put off after %v, suggested after %v", deferAfter, suggestAfter)
	}
	router := newRouter(t)
	for _, i := range []struct {
		ask, typing discordtest.Interaction
	}{
		{discordtest.Slash("quote", discordtest.Text("text", "松山")), discordtest.Suggest("quote", discordtest.Text("book", "選").Typing())},
		{discordtest.Slash("who", discordtest.Text("name", "曹變蛟")), discordtest.Suggest("who", discordtest.Text("name", "曹").Typing())},
		{discordtest.Slash("convert", discordtest.Text("text", "松山")), discordtest.Suggest("quote", discordtest.Text("who", "曹").Typing())},
	} {
		discord := discordtest.New(t)
		d := newSlowDispatcher(t, discord, router)
		asked := discord.Prepare(i.ask)
		d.fromGateway(t.Context(), asked.Raw)
		asked.Await()
		asked.AwaitReply("a final message", func(r *discordtest.Reply) bool { return r.Text() != "" })
		if n := discord.CallsTo("POST", "/interactions/*/*/callback"); n != 1 {
			t.Errorf("%d first responses", n)
		}
		if n := discord.CallsTo("PATCH", "/webhooks/*/*/messages/@original") + discord.CallsTo("POST", "/webhooks/*/*"); n != 1 {
			t.Errorf("%d final messages", n)
		}
		typing := discord.Prepare(i.typing)
		d.fromGateway(t.Context(), typing.Raw)
		if r := typing.Await(); r.Kind != discordgo.InteractionApplicationCommandAutocompleteResult || len(r.Choices) > 0 {
			t.Errorf("suggestions: type %d, %v", r.Kind, r.Choices)
		}
	}
}
