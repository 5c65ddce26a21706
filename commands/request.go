package commands

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index/book"
)

// A request is one interaction with what a command needs to answer it.
type request struct {
	*Router
	interaction *discordgo.Interaction
	language    *language
	user        string // Discord's id of who asks
	guild       string // the server whose settings hold, empty outside
	alone       bool   // others may look on who are not meant to
	sub         string // the subcommand, where the command has some
	options     []*discordgo.ApplicationCommandInteractionDataOption
	// state is what follows the action in the custom id of a pressed button,
	// values what was chosen in a menu.
	state  string
	values []string
	// parent is the channel of the thread it happens in, empty elsewhere.
	parent string
	// where is the place that a button is about, as the option where says it.
	where string
	kept  kept
	// wanted is the paragraph that was asked for by its place, to be pointed
	// out among others.
	wanted book.Ref
}

func (r *Router) newRequest(i *discordgo.Interaction, parent string) *request {
	q := &request{Router: r, interaction: i, guild: i.GuildID, language: r.languages.language(i.Locale), parent: parent}
	switch {
	case i.Member != nil && i.Member.User != nil:
		q.user = i.Member.User.ID
	case i.User != nil:
		q.user = i.User.ID
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		q.options = data.Options
		if len(data.Options) == 1 && data.Options[0] != nil && data.Options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
			q.sub, q.options = data.Options[0].Name, data.Options[0].Options
		}
	case discordgo.MessageComponentInteractionData:
		_, q.state, _ = strings.Cut(data.CustomID, "|")
		q.values = data.Values
	case discordgo.ModalSubmitInteractionData:
		_, q.state, _ = strings.Cut(data.CustomID, "|")
		q.values = inputsOf(data)
	}
	return q
}

// say is the sentence in the reader's language. Where it names a command, as
// {/who}, the name can be clicked.
func (q *request) say(key string, fill ...string) string {
	for _, name := range q.language.commandsIn(key) {
		fill = append(fill, "/"+name, q.mention(name))
	}
	return q.language.say(key, fill...)
}

// inputsOf is what was written into the fields of a form, in their order.
func inputsOf(data discordgo.ModalSubmitInteractionData) []string {
	var values []string
	for _, c := range data.Components {
		r, ok := c.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range r.Components {
			if input, ok := c.(*discordgo.TextInput); ok {
				values = append(values, input.Value)
			}
		}
	}
	return values
}

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

// count is the value of a number option; ok is false where it was not given.
func (q *request) count(name string) (n int, ok bool) {
	for _, o := range q.options {
		if o != nil && o.Name == name {
			f, isNumber := o.Value.(float64)
			return int(f), isNumber
		}
	}
	return 0, false
}

// attachment is the file that was given with an option, nil where none was.
func (q *request) attachment(name string) *discordgo.MessageAttachment {
	data, ok := q.interaction.Data.(discordgo.ApplicationCommandInteractionData)
	if !ok || data.Resolved == nil {
		return nil
	}
	return data.Resolved.Attachments[q.text(name)]
}

// focused is the option that is being typed, nil where there is none.
func focused(options []*discordgo.ApplicationCommandInteractionDataOption) *discordgo.ApplicationCommandInteractionDataOption {
	for _, o := range options {
		if o != nil && o.Focused {
			return o
		}
	}
	return nil
}

// inServer reports whether the question was asked in a server.
func (q *request) inServer() bool { return q.guild != "" }

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

// mayManageServer reports whether the person may change what the server has
// set.
func (q *request) mayManageServer() bool {
	m := q.interaction.Member
	return m != nil && q.inServer() && m.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
}

// ephemeral reports whether the message whose button was pressed is private.
func (q *request) ephemeral() bool {
	m := q.interaction.Message
	return m != nil && m.Flags&discordgo.MessageFlagsEphemeral != 0
}

// number writes a small count as the language's readers expect it.
func number(n int) string { return strconv.Itoa(n) }
