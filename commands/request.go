package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// A request is one interaction with what a command needs to answer it.
type request struct {
	*Router
	interaction *discordgo.Interaction
	language    *language
	user        string // Discord's id of who asks
	options     []*discordgo.ApplicationCommandInteractionDataOption
	// state is what follows the action in the custom id of a pressed button,
	// values what was chosen in a menu.
	state  string
	values []string
}

func (r *Router) newRequest(i *discordgo.Interaction) *request {
	q := &request{Router: r, interaction: i, language: r.languages.language(i.Locale)}
	switch {
	case i.Member != nil && i.Member.User != nil:
		q.user = i.Member.User.ID
	case i.User != nil:
		q.user = i.User.ID
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		q.options = data.Options
	case discordgo.MessageComponentInteractionData:
		_, q.state, _ = strings.Cut(data.CustomID, "|")
		q.values = data.Values
	}
	return q
}

func (q *request) say(key string, fill ...string) string { return q.language.say(key, fill...) }

// text is the value of a text option, empty where it was not given.
func (q *request) text(name string) string {
	for _, o := range q.options {
		if o == nil || o.Name != name {
			continue
		}
		if s, ok := o.Value.(string); ok {
			return s
		}
	}
	return ""
}

// given reports whether an option was filled in.
func (q *request) given(name string) bool {
	return slices.ContainsFunc(q.options, func(o *discordgo.ApplicationCommandInteractionDataOption) bool {
		return o != nil && o.Name == name
	})
}

// mayManageMessages reports whether the person who presses may delete other
// people's messages in this channel.
func (q *request) mayManageMessages() bool {
	m := q.interaction.Member
	return m != nil && m.Permissions&(discordgo.PermissionManageMessages|discordgo.PermissionAdministrator) != 0
}

// ephemeral reports whether the message whose button was pressed is private.
func (q *request) ephemeral() bool {
	m := q.interaction.Message
	return m != nil && m.Flags&discordgo.MessageFlagsEphemeral != 0
}

// A scope says how much of each book an answer may show, and how.
type scope struct {
	ceiling func(*index.BookInfo) book.Ceiling
	// veiled reports whether passages of the book stand behind a spoiler mark,
	// in a private answer: nobody has said how far this reader has read.
	veiled func(*index.BookInfo) bool
}

// scope is how much the person who asks may be shown. A book of one chapter
// has nothing to hide.
func (q *request) scope(context.Context) scope {
	return scope{
		ceiling: func(*index.BookInfo) book.Ceiling { return book.Everything() },
		veiled:  func(b *index.BookInfo) bool { return !q.spoilers && b.Last() > 1 },
	}
}

// number writes a small count as the language's readers expect it.
func number(n int) string { return strconv.Itoa(n) }
