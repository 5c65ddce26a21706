package commands

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// A limit is how long, in UTF-16 units, Discord lets a text be, and at least.
type limit struct{ least, most int }

// Discord's limits of texts.
// https://docs.discord.com/developers/resources/message#embed-object-embed-limits
// https://docs.discord.com/developers/components/reference
// https://docs.discord.com/developers/interactions/application-commands
var limitOf = map[string]limit{
	"content": {0, 2000}, "title": {0, 256}, "description": {0, 4096}, "field name": {1, 256}, "field value": {1, 1024},
	"footer": {0, 2048}, "author": {0, 256},
	"label": {0, 80}, "custom id": {1, 100}, "placeholder": {0, 150},
	"entry": {1, 100}, "entry value": {1, 100}, "entry description": {0, 100},
	"form title": {1, 45}, "form label": {1, 45}, "form placeholder": {0, 100}, "form value": {0, 4000},
	"choice": {1, 100}, "choice value": {1, 100},
	"command name": {1, 32}, "command description": {1, 100}, "option name": {1, 32}, "option description": {1, 100},
}

const (
	mostInEmbeds = 6000 // over all embeds of a message
	mostRows     = 5
	mostInRow    = 5
	mostEntries  = 25
	mostOptions  = 25
	mostCommand  = 8000 // over names, descriptions and choices of a command
)

// checkText asserts the limit of a text, and that it is whole.
func checkText(t testing.TB, what, text string) {
	t.Helper()
	l, known := limitOf[what]
	if n := units(text); !known || n < l.least || n > l.most {
		t.Errorf("a %s of %d units; from %d to %d can be sent", what, n, l.least, l.most)
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
		t.Errorf("a %s was torn: %q", what, text)
	}
	checkEnd(t, what, text)
}

// checkEnd asserts that no cut tore a character or what is written for a mark.
func checkEnd(t testing.TB, what, text string) {
	t.Helper()
	for _, torn := range []string{"\u200d…", "…\u200d"} { // half a character
		if strings.Contains(text, torn) {
			t.Errorf("a %s was cut at %q", what, torn)
		}
	}
	if before, cut := strings.CutSuffix(text, "…"); cut && trailingBackslashes(before)%2 != 0 {
		t.Errorf("a %s ends in half an escape", what)
	}
	if what == "description" && strings.Count(text, "||")%2 != 0 {
		t.Errorf("a %s leaves a veil open: %s", what, text)
	}
}

// checkAnswer asserts everything that Discord limits in an answer.
func checkAnswer(t testing.TB, a Answer) {
	t.Helper()
	if a.Response == nil {
		t.Fatal("nothing was answered")
	}
	if data := a.Response.Data; data != nil {
		switch a.Response.Type {
		case discordgo.InteractionApplicationCommandAutocompleteResult:
			checkChoices(t, data.Choices)
		case discordgo.InteractionResponseModal:
			checkForm(t, data)
		default:
			checkMessage(t, data)
		}
	}
	if a.Followup != nil {
		checkMessage(t, a.Followup)
	}
}

func checkMessage(t testing.TB, data *discordgo.InteractionResponseData) {
	t.Helper()
	if m := data.AllowedMentions; m == nil || m.Parse == nil || len(m.Parse)+len(m.Users)+len(m.Roles) > 0 {
		t.Errorf("somebody may be called: %+v", m)
	}
	if data.Content == "" && len(data.Embeds) == 0 && len(data.Files) == 0 {
		t.Error("an empty message")
	}
	checkText(t, "content", data.Content)
	total := 0
	for _, e := range data.Embeds {
		total += checkEmbed(t, e)
	}
	if total > mostInEmbeds {
		t.Errorf("embeds of %d units", total)
	}
	if len(data.Components) > mostRows {
		t.Errorf("%d rows", len(data.Components))
	}
	ids := map[string]bool{}
	for _, c := range data.Components {
		checkRow(t, c.(discordgo.ActionsRow).Components, ids)
	}
}

// checkEmbed returns how many units the embed has.
func checkEmbed(t testing.TB, e *discordgo.MessageEmbed) int {
	t.Helper()
	total := units(e.Title) + units(e.Description)
	checkText(t, "title", e.Title)
	checkText(t, "description", e.Description)
	if e.Footer != nil {
		checkText(t, "footer", e.Footer.Text)
		total += units(e.Footer.Text)
	}
	if e.Author != nil {
		checkText(t, "author", e.Author.Name)
		total += units(e.Author.Name)
	}
	if len(e.Fields) > mostEntries {
		t.Errorf("%d fields", len(e.Fields))
	}
	for _, f := range e.Fields {
		checkText(t, "field name", f.Name)
		checkText(t, "field value", f.Value)
		total += units(f.Name) + units(f.Value)
	}
	if total == 0 && e.Image == nil {
		t.Error("an empty embed")
	}
	return total
}

func checkRow(t testing.TB, row []discordgo.MessageComponent, ids map[string]bool) {
	t.Helper()
	if len(row) == 0 || len(row) > mostInRow {
		t.Errorf("%d buttons in a row", len(row))
	}
	once := func(id string) {
		t.Helper()
		checkText(t, "custom id", id)
		if ids[id] {
			t.Errorf("two components with the custom id %q", id)
		}
		ids[id] = true
	}
	for _, c := range row {
		switch c := c.(type) {
		case discordgo.Button:
			once(c.CustomID)
			checkText(t, "label", c.Label)
			if c.Label == "" && c.Emoji == nil {
				t.Error("an empty button")
			}
		case discordgo.SelectMenu:
			once(c.CustomID)
			checkMenu(t, c)
			if len(row) > 1 {
				t.Error("a menu beside something else")
			}
		default:
			t.Errorf("a %T in a row", c)
		}
	}
}

func checkMenu(t testing.TB, m discordgo.SelectMenu) {
	t.Helper()
	checkText(t, "placeholder", m.Placeholder)
	if len(m.Options) == 0 || len(m.Options) > mostEntries {
		t.Errorf("%d entries in a menu", len(m.Options))
	}
	values := map[string]bool{}
	for _, o := range m.Options {
		checkText(t, "entry", o.Label)
		checkText(t, "entry value", o.Value)
		checkText(t, "entry description", o.Description)
		if values[o.Value] {
			t.Errorf("two entries with the value %q", o.Value)
		}
		values[o.Value] = true
	}
}

func checkForm(t testing.TB, data *discordgo.InteractionResponseData) {
	t.Helper()
	checkText(t, "custom id", data.CustomID)
	checkText(t, "form title", data.Title)
	if n := len(data.Components); n == 0 || n > mostRows {
		t.Errorf("%d fields in a form", n)
	}
	for _, c := range data.Components {
		for _, c := range c.(discordgo.ActionsRow).Components {
			input := c.(discordgo.TextInput)
			checkText(t, "custom id", input.CustomID)
			checkText(t, "form label", input.Label)
			checkText(t, "form placeholder", input.Placeholder)
			checkText(t, "form value", input.Value)
		}
	}
}

func checkChoices(t testing.TB, choices []*discordgo.ApplicationCommandOptionChoice) {
	t.Helper()
	if len(choices) > mostEntries {
		t.Errorf("%d choices", len(choices))
	}
	for _, c := range choices {
		checkText(t, "choice", c.Name)
		if value, ok := c.Value.(string); ok {
			checkText(t, "choice value", value)
		}
	}
}
