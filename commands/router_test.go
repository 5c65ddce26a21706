package commands

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"
)

// Every sentence stands in every language, with the same gaps, and every
// sentence that the code asks for exists.
func TestLanguagesSayTheSame(t *testing.T) {
	all, err := languages()
	if err != nil {
		t.Fatal(err)
	}
	gap := regexp.MustCompile(`\{/?[a-z]+\}`)
	english := all[discordgo.EnglishUS]
	for locale, l := range all {
		for key, sentence := range english.sentences {
			other, ok := l.sentences[key]
			if !ok {
				t.Errorf("%s lacks %s", locale, key)
				continue
			}
			want, got := gap.FindAllString(sentence, -1), gap.FindAllString(other, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s %s has the gaps %v, English %v", locale, key, got, want)
			}
			if strings.ContainsAny(other, "!！") {
				t.Errorf("%s %s raises its voice: %s", locale, key, other)
			}
		}
		if len(l.sentences) != len(english.sentences) {
			t.Errorf("%s has %d sentences, English %d", locale, len(l.sentences), len(english.sentences))
		}
	}
	used := map[string]bool{}
	var built []string // the starts of keys that are put together
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`"([a-z]+(?:\.[a-z]+)+)"`)
	begun := regexp.MustCompile(`"([a-z]+(?:\.[a-z]+)*\.)"\s*\+`)
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllSubmatch(source, -1) {
			used[string(m[1])] = true
		}
		for _, m := range begun.FindAllSubmatch(source, -1) {
			built = append(built, string(m[1]))
		}
	}
	for key := range used {
		if _, ok := english.sentences[key]; !ok && !strings.HasSuffix(key, ".txt") && !strings.HasSuffix(key, ".png") {
			t.Errorf("the code says %s, which no language has", key)
		}
	}
	for key := range english.sentences {
		begins := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
		if !used[key] && !slices.ContainsFunc(built, begins) {
			t.Errorf("nothing says %s", key)
		}
	}
}

// A button that is pressed after a restart, by another router, does the same.
func TestButtonsOutliveTheProcess(t *testing.T) {
	asked := typed(discordgo.ChineseTW, "quote", "text", "松山")
	id := buttonOf(t, newRouter(t), asked, "quote|2")
	own := newRouter(t).Handle(t.Context(), pressed(discordgo.ChineseTW, reader, id)).Response
	if own.Type != discordgo.InteractionResponseUpdateMessage || !strings.Contains(own.Data.Embeds[0].Footer.Text, "6–9 / 9") {
		t.Errorf("the asker's press: %d, %+v", own.Type, own.Data.Embeds)
	}
	copied := newRouter(t).Handle(t.Context(), pressed(discordgo.ChineseTW, otherUser, id)).Response
	if copied.Type != discordgo.InteractionResponseChannelMessageWithSource || copied.Data.Flags != discordgo.MessageFlagsEphemeral {
		t.Errorf("somebody else's press does not make a private copy: %d, flags %d", copied.Type, copied.Data.Flags)
	}
}

// A query too long for a custom id still turns its pages.
func TestLongQueriesTurnPages(t *testing.T) {
	r := newRouter(t)
	query := strings.Repeat("-", 150) + "清軍"
	a := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", query))
	for _, id := range customIDs(a) {
		if units(id) > maxCustomID {
			t.Errorf("custom id of %d units: %s", units(id), id)
		}
	}
	id := buttonOf(t, r, typed(discordgo.ChineseTW, "quote", "text", query), "quote|2")
	turned := r.Handle(t.Context(), pressed(discordgo.ChineseTW, reader, id)).Response
	if turned.Type != discordgo.InteractionResponseUpdateMessage || !strings.Contains(turned.Data.Embeds[0].Footer.Text, "6–10") {
		t.Errorf("the second page: %+v", turned.Data.Embeds)
	}
}

func TestDeleteIsForTheAskerAndModerators(t *testing.T) {
	r := newRouter(t)
	id := buttonOf(t, r, typed(discordgo.ChineseTW, "quote", "text", "松山"), "delete|")
	moderator := pressed(discordgo.ChineseTW, otherUser, id)
	moderator.Member = &discordgo.Member{User: &discordgo.User{ID: otherUser}, Permissions: discordgo.PermissionManageMessages}
	for name, tt := range map[string]struct {
		press   *discordgo.Interaction
		removes bool
	}{
		"the asker":     {pressed(discordgo.ChineseTW, reader, id), true},
		"a moderator":   {moderator, true},
		"somebody else": {pressed(discordgo.ChineseTW, otherUser, id), false},
	} {
		if a := r.Handle(t.Context(), tt.press); a.Remove != tt.removes {
			t.Errorf("%s: removed %v", name, a.Remove)
		}
	}
}

// Whatever comes in, a short private answer goes out, and the log tells
// neither the query nor anything twice.
func TestBadInputIsAnsweredPrivately(t *testing.T) {
	var log bytes.Buffer
	r := newRouter(t)
	r.log = slog.New(slog.NewTextHandler(&log, nil))
	for _, text := range []string{"", " ", "。", `"`, "*", "😀", "\xff\xfe", strings.Repeat("山", 6000), strings.Repeat("\xff", 300)} {
		for _, command := range []struct{ name, option string }{{"quote", "text"}, {"who", "name"}} {
			log.Reset()
			response := r.Handle(t.Context(), typed(discordgo.ChineseTW, command.name, command.option, text)).Response
			if response.Data.Flags != discordgo.MessageFlagsEphemeral || len(response.Data.Embeds) != 1 || units(response.Data.Embeds[0].Description) > 100 {
				t.Errorf("/%s %.20q: %+v", command.name, text, response.Data)
			}
			if strings.Count(log.String(), "\n") > 1 {
				t.Errorf("/%s %.20q logs\n%s", command.name, text, log.String())
			}
		}
	}
	for _, i := range []*discordgo.Interaction{
		{Type: discordgo.InteractionApplicationCommand},
		{Type: discordgo.InteractionMessageComponent},
		{Type: discordgo.InteractionModalSubmit},
		{},
		typed("", "nosuch"),
		typed("", "quote"),
		{Type: discordgo.InteractionApplicationCommand, Data: discordgo.ApplicationCommandInteractionData{Name: "quote", Options: []*discordgo.ApplicationCommandInteractionDataOption{nil, {Name: "text", Value: 3.0}}}},
		pressed("", reader, ""), pressed("", reader, "quote"), pressed("", reader, "quote|x|y|z||松"), pressed("", reader, "quote|0||||松"),
		pressed("", reader, "quote|1||zzzzzz||松"), pressed("", reader, "quote|1|||q|松"), pressed("", reader, "context|1||||松"),
		pressed("", reader, "context|1||||松", "a.b"), pressed("", reader, "place|rh7jcd.1.900|||"), pressed("", reader, "place|"),
		pressed("", reader, "convert|nosuch|x"), pressed("", reader, "convert|trad|"), pressed("", reader, "publish|"),
		pressed("", reader, "quote|1||||=rh7jcd.1.1.5.4"),
	} {
		if a := r.Handle(t.Context(), i); a.Response == nil || a.Response.Data == nil || a.Response.Data.Flags != discordgo.MessageFlagsEphemeral {
			t.Errorf("%+v: %+v", i, a.Response)
		}
	}
}

func TestPanicsAndErrorsBecomeASafeSentence(t *testing.T) {
	var log bytes.Buffer
	r := newRouter(t)
	r.log = slog.New(slog.NewTextHandler(&log, nil))
	for name, handle := range map[string]func(context.Context, *request) (*reply, error){
		"panic": func(context.Context, *request) (*reply, error) { panic("the index is upside down") },
		"error": func(context.Context, *request) (*reply, error) { return nil, errors.New("the disk is gone") },
	} {
		log.Reset()
		r.commands[0].handle = handle
		data := r.Handle(t.Context(), typed(discordgo.EnglishUS, "quote", "text", "洪承疇")).Response.Data
		if got := data.Embeds[0].Description; got != "That did not work this time. Try again." {
			t.Errorf("%s: the reader sees %q", name, got)
		}
		if told := log.String(); !strings.Contains(told, "upside down") && !strings.Contains(told, "disk is gone") || strings.Contains(told, "洪承疇") {
			t.Errorf("%s: the log says %s", name, told)
		}
	}
}

func TestSuggestionsForBooks(t *testing.T) {
	r := newRouter(t)
	i := typed(discordgo.ChineseTW, "quote", "text", "松山", "book", "选")
	i.Type = discordgo.InteractionApplicationCommandAutocomplete
	i.Data.(discordgo.ApplicationCommandInteractionData).Options[1].Focused = true
	response := r.Handle(t.Context(), i).Response
	if response.Type != discordgo.InteractionApplicationCommandAutocompleteResult || len(response.Data.Choices) != 5 {
		t.Errorf("suggestions: %+v", response.Data)
	}
	i = typed(discordgo.ChineseTW, "convert")
	i.Type = discordgo.InteractionApplicationCommandAutocomplete
	if got := r.Handle(t.Context(), i).Response.Data.Choices; got == nil || len(got) != 0 {
		t.Errorf("nothing to suggest must be an empty list, not %v", got)
	}
}

// A text that was shown can be read back from the message under which the
// button stands.
func TestConvertBackFromTheMessage(t *testing.T) {
	r := newRouter(t)
	text := strings.Repeat("曹变蛟突围。*星号* ", 20)
	a := r.Handle(t.Context(), typed(discordgo.ChineseTW, "convert", "text", text))
	press := pressed(discordgo.ChineseTW, reader, "convert|simp|")
	press.Message = &discordgo.Message{Content: a.Response.Data.Content, Flags: discordgo.MessageFlagsEphemeral}
	back := r.Handle(t.Context(), press).Response
	if got := unescape(back.Data.Content); got != strings.TrimSpace(text) && got != text {
		t.Errorf("there and back:\n%s\n%s", text, got)
	}
	if back.Type != discordgo.InteractionResponseUpdateMessage {
		t.Errorf("type %d", back.Type)
	}
}

func TestLongConversionsAreAFile(t *testing.T) {
	r := newRouter(t)
	data := r.Handle(t.Context(), typed(discordgo.ChineseTW, "convert", "text", strings.Repeat("龙", 3000), "to", "trad")).Response.Data
	if len(data.Files) != 1 || units(data.Content) > maxContent || !strings.Contains(data.Content, "龍龍") {
		t.Errorf("%d files, content %q", len(data.Files), data.Content)
	}
}

// A reference is a place, with nothing marked; nothing typed is a passage by
// chance; both can be paged through.
func TestPlacesAndChance(t *testing.T) {
	r := newRouter(t)
	r.pick = func(n int) int { return n - 1 }
	for name, tt := range map[string]struct{ text, wants string }{
		"a reference": {"选段 000 第 25 段", "選段 000 · 第 25 段"},
		"by chance":   {"", "選段 004 · 第 23 段"},
	} {
		asked := typed(discordgo.ChineseTW, "quote")
		if tt.text != "" {
			asked = typed(discordgo.ChineseTW, "quote", "text", tt.text)
		}
		data := r.Handle(t.Context(), asked).Response.Data
		if got := data.Embeds[0]; !strings.Contains(got.Description, tt.wants) || strings.Contains(got.Description, "**") || got.Title != "" {
			t.Errorf("%s: %q %q", name, got.Title, got.Description)
		}
		before := r.Handle(t.Context(), pressed(discordgo.ChineseTW, reader, buttonOf(t, r, asked, "place|"))).Response
		if before.Type != discordgo.InteractionResponseUpdateMessage {
			t.Errorf("%s: ← gives type %d", name, before.Type)
		}
	}
}

// What is written beside the words limits the search and is not looked for.
func TestScopeInTheText(t *testing.T) {
	r := newRouter(t)
	a := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", "sort:first 松山"))
	at := 0
	for _, place := range []string{"選段 000 · 第 3 段", "選段 000 · 第 6 段", "選段 000 · 第 26 段", "選段 001 · 第 23 段"} {
		i := strings.Index(a.Response.Data.Embeds[0].Description, place)
		if i < at {
			t.Errorf("%s is out of the order of reading", place)
		}
		at = i
	}
	none := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", "松山 第7-9章")).Response.Data
	if none.Flags != discordgo.MessageFlagsEphemeral || !strings.Contains(none.Embeds[0].Description, "沒有") {
		t.Errorf("outside the chapters: %+v", none.Embeds[0])
	}
}

// However long the hit and however its letters count, the passage keeps its
// place and its marks, and the reply its limits.
func TestLongHitsKeepTheirPlace(t *testing.T) {
	r := newRouterOver(t, fstest.MapFS{
		"長.txt": {Data: []byte(strings.Repeat("𠮷", 5000) + "松山" + strings.Repeat("👨‍👩‍👧‍👦", 500) + "。\n")},
	})
	for _, query := range []string{"𠮷𠮷", strings.Repeat("𠮷", 200), "松山"} {
		data := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", query)).Response.Data
		text := data.Embeds[0].Description
		if units(text) > maxDescription || !strings.Contains(text, "第 1 段") || strings.Count(text, "**")%2 != 0 || !strings.Contains(text, "**") {
			t.Errorf("%.10s: %d units, %d marks, ends %.40q", query, units(text), strings.Count(text, "**"), text[max(0, len(text)-60):])
		}
	}
}

// A library of several chapters is shown behind a veil, title, facts and all,
// unless the group minds no spoilers.
func TestNothingSaidIsVeiled(t *testing.T) {
	files := fstest.MapFS{"渡口.txt": {Data: []byte("第一章 渡船\n馬三河說道：“今夜不渡。”\n客人對馬三河說道：“我給你三兩銀子。”\n" +
		"第二章 夜渡\n半夜裡馬三河的船自己走了。\n第三章 空船\n馬三河再也沒有回來。\n")}}
	hidden := newRouterOver(t, files)
	for _, asked := range []*discordgo.Interaction{
		typed(discordgo.ChineseTW, "quote", "text", "馬三河"), typed(discordgo.ChineseTW, "quote", "text", "再也沒有回來"), typed(discordgo.ChineseTW, "who", "name", "馬三河"),
	} {
		data := hidden.Handle(t.Context(), asked).Response.Data
		if data.Flags != discordgo.MessageFlagsEphemeral {
			t.Error("the answer is not private")
		}
		for i, line := range strings.Split(data.Embeds[0].Description, "\n") {
			text := strings.TrimPrefix(line, "> ")
			small := strings.HasPrefix(line, "-# ") || line == "\u200b"
			if !small && (!strings.HasPrefix(text, "||") || !strings.HasSuffix(text, "||")) || small && strings.Contains(line, "空船") {
				t.Errorf("line %d is not veiled: %s", i, line)
			}
		}
	}
	hidden.spoilers = true
	open := hidden.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", "再也沒有回來")).Response.Data
	if open.Flags != 0 || strings.Contains(open.Embeds[0].Description, "||") || !strings.Contains(open.Embeds[0].Description, "第三章 空船") {
		t.Errorf("with spoilers open: %+v", open.Embeds[0])
	}
}

// The lists behind a card's buttons open beside it and turn in place.
func TestListsBehindACard(t *testing.T) {
	r := newRouter(t)
	asked := typed(discordgo.ChineseTW, "who", "name", "洪承疇")
	for action, wants := range map[string]string{"whopage|": "第 1 段", "wholine|": "用兵一時", "whowith|": "李副將"} {
		opened := r.Handle(t.Context(), pressed(discordgo.ChineseTW, reader, buttonOf(t, r, asked, action))).Response
		all := ""
		for page := opened; ; {
			all += page.Data.Embeds[0].Description
			next := ""
			for _, id := range customIDs(Answer{Response: page}) {
				if strings.HasPrefix(id, strings.TrimSuffix(action, "|")+"2|") {
					next = id // the last is ▶
				}
			}
			turned := r.Handle(t.Context(), pressed(discordgo.ChineseTW, reader, next)).Response
			if next == "" || turned.Type != discordgo.InteractionResponseUpdateMessage {
				break
			}
			page = turned
		}
		if opened.Type != discordgo.InteractionResponseChannelMessageWithSource || opened.Data.Flags != discordgo.MessageFlagsEphemeral || !strings.Contains(all, wants) {
			t.Errorf("%s opens type %d: %s", action, opened.Type, all)
		}
	}
}

// The option who: leaves the passages in which somebody stands; said: in the
// text those in which the words are theirs.
func TestScopeToAPerson(t *testing.T) {
	r := newRouter(t)
	who := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", "西邊", "who", "曹變蛟")).Response.Data
	if !strings.Contains(who.Embeds[0].Description, "第 19 段") || strings.Contains(who.Embeds[0].Description, "who:") {
		t.Errorf("西邊 with 曹變蛟: %s", who.Embeds[0].Description)
	}
	all := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "who", "曹變蛟")).Response.Data
	if strings.Count(all.Embeds[0].Description, "第 ") != 4 {
		t.Errorf("all of 曹變蛟: %s", all.Embeds[0].Description)
	}
	said := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", "said:洪承疇 用兵一時")).Response.Data
	if !strings.Contains(said.Embeds[0].Description, "第 23 段") {
		t.Errorf("said by 洪承疇: %s", said.Embeds[0].Description)
	}
	not := r.Handle(t.Context(), typed(discordgo.ChineseTW, "quote", "text", "said:夏承德 用兵一時")).Response.Data
	if strings.Contains(not.Embeds[0].Description, "第 23 段") {
		t.Errorf("said by 夏承德: %s", not.Embeds[0].Description)
	}
}
