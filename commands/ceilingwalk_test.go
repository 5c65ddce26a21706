package commands

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// A walk asks everything that can be asked and presses everything that is
// answered.

// moves are the actions that change what is kept.
var moves = []string{"readtoform", "grouptofor", "readpick", "grouppick", "forgetread", "readnext", "eraseyes", "groupforget", "groupadd", "none"}

// asked is what readers type: what comes early, late, twice and never, in all
// the ways that lead to a passage, a person or a chapter.
var asked = struct{ lines, names, places []string }{
	lines: []string{
		"", "馬三河", "今夜風大", "今夜風很大不渡", "江上只有風聲和水聲", "江上只有水聲和風聲", "風", "江", "周", "何世雄", "何参将", "周無咎在雪夜殺了何世雄",
		"雪夜殺了何世熊", "無人知道", "長刀 said:黑衣人", "大人 said:何世雄", "刀 who:周無咎", "渡 who:何世雄", "江 sort:first", "第9-12章 馬三河", "第一章 風",
		"第三章 2", "3:2", "9:1", "潮生渡 11:2", "第十一章 1", "第五章", "何世雄之死", "“今夜風大”", "馬三河說道", "ma san he", "！",
	},
	names: []string{
		"馬三河", "黑衣人", "周子安", "周無咎", "无咎", "何世雄", "何參將", "參將", "千總", "知州", "范后山", "沈萬鈞", "趙小燕", "小燕", "zhou wujiu", "zhouzian",
		"hsx", "ㄕㄣˇ", "沈萬均", "船家", "莊主", "爹", "孟長風", "沒有此人", "老三",
	},
	places: []string{"", "1", "第一章", "第三章", "2:3", "3:2", "9", "10:1", "第七章", "第十二章", "卷二 第二章", "周子安", "何世雄之死", "第五章 何世雄之死", "改名", "99", "說不清"},
}

func everything(locale discordgo.Locale) []*discordgo.Interaction {
	var all []*discordgo.Interaction
	add := func(name string, options ...string) { all = append(all, typed(locale, name, options...)) }
	typing := func(name, option, text string, rest ...string) {
		i := typed(locale, name, append([]string{option, text}, rest...)...)
		i.Type = discordgo.InteractionApplicationCommandAutocomplete
		i.Data.(discordgo.ApplicationCommandInteractionData).Options[0].Focused = true
		all = append(all, i)
	}
	add("quote")
	for _, line := range asked.lines {
		add("quote", "text", line)
		all = append(all, menuOn(locale, sourceName, line), menuOn(locale, convertName, line))
		add("convert", "text", line)
	}
	add("quote", "text", "風", "book", "潮生渡")
	add("quote", "text", "風", "book", "沒有這本")
	add("convert", "text", "范后山和沈万钧说：“何参将死了。”")
	for _, name := range asked.names {
		add("who", "name", name)
		add("quote", "who", name)
		add("quote", "text", "江", "who", name)
		typing("who", "name", name)
		typing("quote", "who", name)
	}
	for _, start := range []string{"", "馬", "周", "何", "沈", "m", "zhou", "h", "f", "趙"} {
		typing("who", "name", start)
		typing("quote", "who", start)
	}
	for _, place := range asked.places {
		add("read", "place", place)
		add("read", "place", place, "book", "潮生渡")
		typing("progress", "chapter", place)
		typing("read", "place", place)
		typing("group", "chapter", place)
		typing("group", "chapter", place, "book", "潮生渡")
	}
	typing("quote", "book", "潮")
	typing("progress", "book", "")
	add("progress")
	add("progress", "book", "潮生渡")
	add("progress", "chapter", "九百")
	add("progress", "chapter", "之")
	add("help")
	add("settings")
	all = append(all, managing(typed(locale, "group")), managing(typed(locale, "help")), managing(typed(locale, "quote", "text", "風")))
	for _, i := range all {
		if data, ok := i.Data.(discordgo.ApplicationCommandInteractionData); ok {
			for n := range data.Options { // an empty option is none
				if data.Options[n].Value == "" && !data.Options[n].Focused {
					data.Options = data.Options[:n]
					break
				}
			}
			i.Data = data
		}
	}
	return all
}

// menuOn is the menu of a message that says the text.
func menuOn(locale discordgo.Locale, name, text string) *discordgo.Interaction {
	i := typed(locale, name)
	i.Data = discordgo.ApplicationCommandInteractionData{Name: name, TargetID: "5", CommandType: discordgo.MessageApplicationCommand,
		Resolved: &discordgo.ApplicationCommandInteractionDataResolved{Messages: map[string]*discordgo.Message{"5": {ID: "5", Content: text}}}}
	return i
}

// told is everything that an answer shows, as one text.
func told(t testing.TB, a Answer) string {
	t.Helper()
	data, err := json.Marshal(a.Response)
	if err != nil {
		t.Fatal(err)
	}
	all := string(data)
	if a.Response.Data != nil {
		for _, f := range a.Response.Data.Files {
			content, err := io.ReadAll(f.Reader)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(f.Name, "SPOILER_") { // Discord hides it until it is clicked
				content = []byte("||" + strings.ReplaceAll(string(content), "\n", " ") + "||")
			}
			all += "\n" + f.Name + "\n" + string(content)
		}
	}
	if a.Followup != nil {
		more, err := json.Marshal(a.Followup)
		if err != nil {
			t.Fatal(err)
		}
		all += "\n" + string(more)
	}
	return all
}

// pressesOn are all buttons and menu entries of an answer that change nothing,
// pressed by who asked and by somebody else, on the message as it was sent.
func pressesOn(i *discordgo.Interaction, a Answer) []*discordgo.Interaction {
	if a.Response.Data == nil || a.Response.Type == discordgo.InteractionResponseModal {
		return nil
	}
	var all []*discordgo.Interaction
	message := &discordgo.Message{ID: "7", Content: a.Response.Data.Content, Flags: a.Response.Data.Flags & discordgo.MessageFlagsEphemeral, Embeds: a.Response.Data.Embeds}
	if a.Response.Type == discordgo.InteractionResponseUpdateMessage && i.Message != nil {
		message.Flags = i.Message.Flags & discordgo.MessageFlagsEphemeral
	}
	press := func(id string, values ...string) {
		if action, _, _ := strings.Cut(id, "|"); slices.Contains(moves, action) {
			return
		}
		users := []string{reader}
		if message.Flags == 0 {
			users = append(users, otherUser)
		}
		for _, user := range users {
			p := pressed(i.Locale, user, id, values...)
			p.Message = message
			if i.Member != nil && i.Member.Permissions != 0 && user == reader {
				p = managing(p)
			}
			all = append(all, p)
		}
	}
	for _, c := range a.Response.Data.Components {
		for _, c := range c.(discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case discordgo.Button:
				if !c.Disabled {
					press(c.CustomID)
				}
			case discordgo.SelectMenu:
				for _, o := range c.Options {
					press(c.CustomID, o.Value)
				}
			}
		}
	}
	return all
}

// mostPresses is where a walk ends.
const mostPresses = 450

// walk asks everything of a desk and tells each answer to visit, with the
// question in words.
func (d *desk) walk(t testing.TB, locale discordgo.Locale, thread bool, visit func(i *discordgo.Interaction, question string, a Answer)) (visited int) {
	t.Helper()
	todo := everything(locale)
	seen := map[string]bool{}
	for ; len(todo) > 0 && visited < mostPresses; todo = todo[1:] {
		i := todo[0]
		question := inWords(t, i)
		if seen[question] {
			continue
		}
		seen[question] = true
		visited++
		a := d.ask(t, i, thread)
		visit(i, question, a)
		todo = append(todo, pressesOn(i, a)...)
	}
	return visited
}

// inWords writes an interaction as a reader would tell of it.
func inWords(t testing.TB, i *discordgo.Interaction) string {
	t.Helper()
	who := "asker"
	if i.User.ID != reader {
		who = "somebody else"
	}
	if i.Member != nil && i.Member.Permissions != 0 {
		who = "manager"
	}
	if i.Message != nil && i.Message.Flags != 0 {
		who += ", privately"
	}
	data, err := json.Marshal(i.Data)
	if err != nil {
		t.Fatal(err)
	}
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		who += " typing"
	}
	return who + ": " + string(data)
}
