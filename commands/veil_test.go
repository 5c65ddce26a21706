package commands

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"shuyou/index/hanzi"
)

var (
	behind = regexp.MustCompile(`\|\|.*?\|\|`)
	ids    = regexp.MustCompile(`"(custom_id|value)":"[^"]*"`)
	bars   = regexp.MustCompile(`[▁▂▃▄▅▆▇█]`)
)

// Where nobody said how far was read, answers are private, and whatever the
// book says after its front matter stands behind a veil; what readers see
// before they lift it names no chapter by its title and draws no bar. A button
// asks how far, and another one those who manage the server.
func TestWhereNothingIsSetAllIsVeiled(t *testing.T) {
	d := deskOver(t, openTide(t, tide(len(tideChapters))), Options{})
	d.channel(-1)
	names := namesAfter(0)
	passages := 0
	d.walk(t, discordgo.ChineseTW, false, func(i *discordgo.Interaction, question string, a Answer) {
		text := told(t, a)
		press, _ := i.Data.(discordgo.MessageComponentInteractionData)
		shared := strings.HasPrefix(press.CustomID, "sharenow|") || strings.HasPrefix(press.CustomID, "publish|")
		if forTheRoom(i, a) && !shared {
			t.Errorf("%s\nis answered to the room: %s", question, text)
		}
		// A custom id is seen by nobody.
		seen := hanzi.Fold(behind.ReplaceAllString(ids.ReplaceAllString(text, ""), ""))
		for _, name := range names {
			if before, after, found := strings.Cut(seen, name); found && !strings.Contains(hanzi.Fold(question), name) {
				t.Errorf("%s\ntells of %s: …%s%s%s…", question, name, before[max(0, len(before)-200):], name, after[:min(200, len(after))])
			}
		}
		if bars.MatchString(text) {
			t.Errorf("%s\nis answered with a bar: %s", question, text)
		}
		if !strings.Contains(ids.ReplaceAllString(text, ""), "||") || shared || a.Response.Data == nil || len(a.Response.Data.Embeds) == 0 ||
			i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			return
		}
		passages++
		manager := i.Member != nil && i.Member.Permissions != 0
		if !strings.Contains(text, `"readto|`) || strings.Contains(text, `"groupto|`) != manager {
			t.Errorf("%s\ndoes not ask how far was read: %s", question, text)
		}
	})
	if passages < 50 {
		t.Errorf("only %d answers stand behind a veil", passages)
	}
}

// Suggestions show nothing where nothing is set, but chapters by number.
func TestSuggestionsWhereNothingIsSet(t *testing.T) {
	d := deskOver(t, openTide(t, tide(len(tideChapters))), Options{})
	d.channel(-1)
	for _, i := range everything(discordgo.EnglishUS) {
		if i.Type != discordgo.InteractionApplicationCommandAutocomplete {
			continue
		}
		for _, c := range d.ask(t, i, false).Response.Data.Choices {
			data, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if c.Name != "潮生渡" && c.Name != "all books" && !strings.Contains(c.Name, "第") && c.Value != everyBook {
				t.Errorf("%s suggests %s", inWords(t, i), data)
			}
		}
	}
}

// A book of one chapter has nothing to hide.
func TestBooksOfOneChapterAreNeverPrivate(t *testing.T) {
	d := deskOver(t, openTide(t, tide(1)), Options{})
	d.channel(-1)
	a := d.ask(t, typed(discordgo.ChineseTW, "quote", "text", "今夜風大"), false)
	if text := told(t, a); a.Response.Data.Flags != 0 || strings.Contains(ids.ReplaceAllString(text, ""), "||") || strings.Contains(text, "readto|") {
		t.Errorf("a book of one chapter: %s", text)
	}
}

// Front matter is always open: to who has read nothing, and to the room.
func TestFrontMatterIsAlwaysOpen(t *testing.T) {
	d := deskOver(t, openTide(t, tide(len(tideChapters))), Options{})
	for name, set := range map[string]func(){"reader": func() { d.own(0); d.channel(-1) }, "channel": func() { d.own(-1); d.channel(0) }} {
		set()
		text := told(t, d.ask(t, typed(discordgo.ChineseTW, "quote", "text", "潮州渡口"), false))
		if !strings.Contains(text, "這本書說的是") || strings.Contains(ids.ReplaceAllString(text, ""), "||") {
			t.Errorf("%s: %s", name, text)
		}
		if text := told(t, d.ask(t, typed(discordgo.ChineseTW, "quote", "text", "今夜風大"), false)); strings.Contains(text, "不渡") {
			t.Errorf("%s, who has read nothing, is shown %s", name, text)
		}
	}
}
