package commands

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// family is one character to a reader, eleven units to Discord.
const family = "👨\u200d👩\u200d👧\u200d👦"

// hostile are texts that somebody may type where a text is asked for.
var hostile = map[string]string{
	"nothing":            "",
	"spaces":             " \u3000\t\n",
	"long":               strings.Repeat("松山", 3000),
	"long of two units":  strings.Repeat("𠮷", 3000),
	"families":           strings.Repeat(family, 500),
	"marks upon marks":   "松" + strings.Repeat("\u0301", 2000),
	"everyone":           "@everyone @here <@&123456789012345678> <@123456789012345678>",
	"spoilers":           "||松山|| |||||||",
	"code":               "```\n松山``` ` `` @here",
	"links":              "[松山](https://example.invalid) <https://example.invalid> https://example.invalid",
	"headings":           "# 松山\n> 松山\n-# 松山\n1. 松山\n- 松山",
	"stars":              "**松山** _松山_ ~~松山~~ __松山__ \\",
	"backslashes":        strings.Repeat(`\`, 4000),
	"escapes to be":      strings.Repeat("*", 4000),
	"turned round":       "\u202e松山\u2066\u200f\ufeff",
	"emoji and time":     ":smile: <:smile:123456789012345678> <t:0:R> </quote:123456789012345678> <#123456789012345678>",
	"not UTF-8":          "松\xff\xfe山",
	"zeros":              "松\x00山\x1b[31m",
	"bars of custom ids": "a|b|c|1|2|||||" + strings.Repeat("|", 200),
	"gaps":               "{query} {book} {/who} {n}",
	"a place":            "渡口記 999999999999999999999:99999999999999999999",
	"a mark of ours":     "沈硯\u2063\u2063\u2063\u206312",
	"signs of a scope":   `"said: who: sort: 第-章 "" book:`,
	"negative":           "-1",
	"one letter":         "沈",
	"a name":             "沈硯",
	"a chapter":          "第二章",
}

// Whatever is typed, wherever, each answer keeps every limit of Discord, calls
// nobody and tears nothing; and so does whatever its buttons lead to.
func TestEveryLimitHoldsWhateverIsTyped(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			for _, options := range [][]string{
				{"quote", "text", text}, {"quote", "text", "渡口", "book", text}, {"quote", "text", "渡口", "who", text},
				{"who", "name", text}, {"convert", "text", text}, {"convert", "text", "松山", "to", text},
				{"progress", "chapter", text, "book", "渡口記"}, {"progress", "book", text}, {"progress", "chapter", text},
				{"read", "place", text, "book", "渡口記"}, {"read", "place", text}, {"read", "book", text},
				{"group", "book", text}, {"group", "chapter", text, "book", "渡口記"}, {"group", "daily", text, "zone", text},
				{"group", "spoilers", text}, {"group", "forget", text}, {"group", "where", text}, {"group", "add", text},
				{"settings", "language", text}, {"settings", "script", text}, {"help", "x", text},
			} {
				p := newPlay(t, novelLibrary, discordgo.ChineseTW)
				inServer(p)
				says(options[0], options[1:]...)(p)
				whole(t, p.last)
				for _, c := range components(p.last) {
					if b, ok := c.(discordgo.Button); ok && !b.Disabled && !strings.HasPrefix(b.CustomID, "delete|") {
						p.do(pressed(p.locale, otherUser, b.CustomID))
						whole(t, p.last)
					}
				}
				types(options[0], options[1:]...)(p)
			}
			for _, menu := range []string{sourceName, convertName} {
				p := newPlay(t, novelLibrary, discordgo.EnglishUS)
				uses(menu, text)(p)
				whole(t, p.last)
			}
			p := newPlay(t, novelLibrary, discordgo.ChineseCN)
			inServer(p)
			attaches("group", "add", text, "第一章\n松山")(p)
			attaches("convert", "file", text, text)(p)
			says("quote", "text", "渡口")(p)
			presses("readto")(p)
			fillsIn(text)(p)
			p.do(pressed(p.locale, reader, cut(text, 90), cut(text, 90)))
			for _, c := range p.router.commands {
				for action := range c.presses {
					p.do(pressed(p.locale, reader, action+"|"+text, text))
				}
			}
		})
	}
}

// whole asserts that of a character of several runes all are there, or none.
func whole(t *testing.T, a Answer) {
	t.Helper()
	if a.Response.Data == nil {
		return
	}
	texts := []string{a.Response.Data.Content}
	for _, e := range a.Response.Data.Embeds {
		texts = append(texts, e.Title, e.Description)
	}
	for _, text := range texts {
		if rest := strings.ReplaceAll(text, family, ""); strings.ContainsAny(rest, "👨👩👧👦\u200d") && strings.Contains(text, family) {
			t.Errorf("a family was torn: %q of %.200q", rest, text)
		}
	}
}

// Books with titles, headings, names and paragraphs of any length and kind keep
// the limits, too, and what was looked for is in sight.
func TestEveryLimitHoldsWhateverBooksSay(t *testing.T) {
	markup := "松山 @everyone ||黑|| `暗號` [松山](https://example.invalid/) <@1> **松山** # > -# "
	books := map[string]string{
		"astral":   "第一章 星\n" + strings.Repeat("𠮷", 3000) + "松山" + strings.Repeat("𠮷", 3000),
		"families": "第一章 家\n" + strings.Repeat(family, 400) + "松山" + strings.Repeat(family, 400),
		"hits":     "第一章 山\n" + strings.Repeat("松山，", 3000),
		"markup":   "第一章 " + markup + "\n" + strings.Repeat(markup, 100),
		"headings": longHeadings(),
		"lines":    "第一章 行\n" + strings.Repeat("曹變蛟說道：「松山。」\n", 400),
	}
	files := fstest.MapFS{}
	for name, text := range books {
		files[strings.Repeat(name, 10)+".txt"] = &fstest.MapFile{Data: []byte(text)}
	}
	library, err := index.Open(t.Context(), index.Options{Files: files, Source: "hostile", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	open := func() (*index.Library, error) { return library, nil }
	p := newPlay(t, open, discordgo.ChineseTW)
	inServer(p)
	says("group", "spoilers", "open", "where", "server")(p)
	for _, b := range library.Books() {
		says("quote", "text", "松山", "book", b.Title)(p)
		text := p.last.Response.Data.Embeds[0].Description
		if !strings.Contains(text, "**松山**") {
			t.Errorf("%.20s: the hit is out of sight: %s", b.Title, text)
		}
		whole(t, p.last)
		asked := p.last
		for _, c := range components(asked) {
			switch c := c.(type) {
			case discordgo.Button:
				if !c.Disabled {
					p.do(pressed(p.locale, reader, c.CustomID))
				}
			case discordgo.SelectMenu:
				p.do(pressed(p.locale, reader, c.CustomID, c.Options[len(c.Options)-1].Value))
			}
			whole(t, p.last)
		}
		says("read", "book", b.Title)(p)
		whole(t, p.last)
		says("progress", "chapter", "1", "book", b.Title)(p)
		says("who", "name", "曹變蛟")(p)
		types("quote", "book", string([]rune(b.Title)[:1]))(p)
		types("progress", "book", b.Title, "chapter", "")(p)
		says("group")(p)
		says("help")(p)
	}
}

// longHeadings is a book of many chapters with headings that are too long for
// anything.
func longHeadings() string {
	var b strings.Builder
	for _, n := range []string{"一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"} {
		b.WriteString("第" + n + "章 " + strings.Repeat("長", 28) + "\n松山城下，曹變蛟又來了。\n\n")
	}
	return b.String()
}

// The commands themselves keep the limits, in every language.
func TestDefinitionsKeepTheLimits(t *testing.T) {
	definitions, err := Definitions()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range definitions {
		if d.Type == discordgo.MessageApplicationCommand {
			checkText(t, "command name", d.Name)
			continue
		}
		for _, language := range append([]discordgo.Locale{""}, discordgo.ChineseTW, discordgo.ChineseCN) {
			total := units(d.Name)
			add := func(what, text string, others map[discordgo.Locale]string) {
				if language != "" && others != nil {
					text = others[language]
				}
				checkText(t, what, text)
				total += units(text)
			}
			add("command name", d.Name, nil)
			add("command description", d.Description, *d.DescriptionLocalizations)
			if len(d.Options) > mostOptions {
				t.Errorf("/%s has %d options", d.Name, len(d.Options))
			}
			for _, o := range d.Options {
				add("option name", o.Name, nil)
				add("option description", o.Description, o.DescriptionLocalizations)
				checkChoices(t, o.Choices)
				for _, c := range o.Choices {
					add("choice", c.Name, c.NameLocalizations)
					total += units(c.Value.(string))
				}
			}
			if total > mostCommand {
				t.Errorf("/%s is %d units long", d.Name, total)
			}
		}
	}
}
