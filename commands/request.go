package commands

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
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
	// parent is the channel of the thread it happens in, empty elsewhere.
	parent string
	kept   kept
}

func (r *Router) newRequest(i *discordgo.Interaction, parent string) *request {
	q := &request{Router: r, interaction: i, language: r.languages.language(i.Locale), parent: parent}
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
	case discordgo.ModalSubmitInteractionData:
		_, q.state, _ = strings.Cut(data.CustomID, "|")
		q.values = inputsOf(data)
	}
	return q
}

func (q *request) say(key string, fill ...string) string { return q.language.say(key, fill...) }

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
	return m != nil && m.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
}

// ephemeral reports whether the message whose button was pressed is private.
func (q *request) ephemeral() bool {
	m := q.interaction.Message
	return m != nil && m.Flags&discordgo.MessageFlagsEphemeral != 0
}

// number writes a small count as the language's readers expect it.
func number(n int) string { return strconv.Itoa(n) }
