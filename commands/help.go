package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/index/hanzi"
)

func helpCommand(d dictionary) *command {
	return &command{
		definition: d.command("help"), private: true, handle: help,
		presses: map[string]func(context.Context, *request) (*reply, error){"help": help},
	}
}

// help answers /help. Every example is one that has an answer in this library,
// within what the reader has read.
func help(ctx context.Context, q *request) (*reply, error) {
	line, name, phrase := q.examples(ctx)
	lines := []string{
		q.helpLine("quote", line), q.helpLine("who", name), q.helpLine("convert", phrase),
		q.helpLine("progress", ""), q.helpLine("read", ""), q.helpLine("settings", ""),
	}
	if q.mayManageServer() {
		lines = append(lines, q.helpLine("group", ""))
	}
	lines = append(lines, q.say("help.menus", "source", sourceName, "convert", convertName), q.say("help.scope"))
	lines = append(lines, "-# "+q.say("help.here", "books", q.bookList())+q.progressRemark(), "-# "+q.say("help.privacy"))
	return &reply{private: true, embed: &discordgo.MessageEmbed{Title: q.say("help.title"), Description: cut(strings.Join(lines, "\n"), maxDescription)}}, nil
}

// helpLine says what a command does, with an example where there is one.
func (q *request) helpLine(name, example string) string {
	text := q.say("help."+name, "command", q.mention(name))
	if example != "" {
		text += q.say("help.example", "example", "`/"+name+" "+strings.ReplaceAll(example, "`", "")+"`")
	}
	return text
}

// mention is a command that can be clicked; each reader sees its name.
func (q *request) mention(name string) string {
	if id := q.host.CommandID(name); id != "" {
		return "</" + name + ":" + id + ">"
	}
	return "`/" + name + "`"
}

// progressRemark says how far the reader has read what is read here.
func (q *request) progressRemark() string {
	b := q.mainBook()
	if b == nil || b.Last() <= 1 {
		return ""
	}
	if c, ok := q.ownCeiling(b); ok {
		return q.say("help.progress.is", "chapter", escape(q.placeName(b, c.Last(b.Last()))))
	}
	return q.say("help.unset")
}

// Letters of an example.
const (
	leastExample = 6
	mostExample  = 14
)

// examples are a line, a name and a phrase in the other script, taken from
// what the reader may see; empty where there is none.
func (q *request) examples(ctx context.Context) (line, name, phrase string) {
	s := q.unveiled()
	for _, p := range q.library.SuggestPeople("", s.books, s.ceiling, 1) {
		name = p.Name
		found, err := q.library.Who(ctx, name, p.Book.ID, s.books, s.ceiling)
		if err != nil || found.Person == nil {
			continue
		}
		for _, t := range found.Person.Telling {
			if line == "" {
				line = exampleLine(t, found.Person.Name)
			}
		}
	}
	if line == "" {
		if p, ok := q.library.Random(s.books, s.ceiling, func(n int) int { return n / 2 }); ok {
			line = exampleLine(p, "")
		}
	}
	phrase = line
	if phrase == "" {
		return line, name, ""
	}
	to := traditional
	if hanzi.Detect(phrase).Script != book.Simplified {
		to = simplified
	}
	return line, name, q.convert(phrase, to)
}

// exampleLine is a clause of the passage of a fair length, one with the name
// where there is one.
func exampleLine(p index.Passage, name string) string {
	best := ""
	for _, clause := range strings.FieldsFunc(p.Text, func(r rune) bool { return index.Key(string(r)) == "" }) {
		n := len([]rune(clause))
		switch {
		case n < leastExample || n > mostExample:
		case name != "" && strings.Contains(clause, name):
			return clause
		case best == "":
			best = clause
		}
	}
	return best
}
