package commands

import (
	"github.com/bwmarrin/discordgo"
)

// Limits of a message, in UTF-16 units where they count text.
// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxContent     = 2000
	maxTitle       = 256
	maxDescription = 4096
	maxFooter      = 2048
	maxLabel       = 80  // of a button
	maxOptionLabel = 100 // of a menu entry and of an autocompletion
	maxCustomID    = 100
	maxOptionText  = 6000 // of a text that is typed into an option
	maxChoices     = 25
)

// A reply is what a command answers, before it is put into Discord's words.
type reply struct {
	private bool
	// update puts the reply in place of the message whose button was pressed.
	update bool
	// remove deletes the message whose button was pressed.
	remove bool
	// bare keeps Discord from adding previews of what the text links to.
	bare bool

	content string
	embed   *discordgo.MessageEmbed
	rows    []discordgo.MessageComponent
	file    *discordgo.File
	// form asks for something to be typed, in place of an answer.
	form *form
}

// A form is one field that the reader fills in.
type form struct {
	id, title, label string
	// value stands in the field at first, example greyed where it is empty.
	value, example string
}

// Limits of a form.
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal
const (
	maxFormTitle = 45
	maxFormLabel = 45
	maxFormText  = 100
)

// An Answer is what becomes of an interaction.
type Answer struct {
	// Response is what Discord is sent.
	Response *discordgo.InteractionResponse
	// Remove says that the message the interaction came from goes, after the
	// response.
	Remove bool
	// Followup, where not nil, is a private message that is sent after the
	// response.
	Followup *discordgo.InteractionResponseData
}

func (r *reply) answer() Answer {
	if r.remove {
		return Answer{Response: &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}, Remove: true}
	}
	if r.form != nil {
		return r.form.answer()
	}
	data := &discordgo.InteractionResponseData{
		Content:    r.content,
		Components: r.rows,
		// Nothing a book or a reader wrote may call anybody.
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	if r.embed != nil {
		data.Embeds = []*discordgo.MessageEmbed{r.embed}
	}
	if r.file != nil {
		data.Files = []*discordgo.File{r.file}
	}
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if r.update {
		kind = discordgo.InteractionResponseUpdateMessage
	} else if r.private {
		data.Flags = discordgo.MessageFlagsEphemeral
	}
	if r.bare {
		data.Flags |= discordgo.MessageFlagsSuppressEmbeds
	}
	return Answer{Response: &discordgo.InteractionResponse{Type: kind, Data: data}}
}

func (f *form) answer() Answer {
	return Answer{Response: &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{CustomID: f.id, Title: cut(f.title, maxFormTitle), Components: []discordgo.MessageComponent{row(
			discordgo.TextInput{
				CustomID: "text", Label: cut(f.label, maxFormLabel), Style: discordgo.TextInputShort, Required: true,
				Value: cut(f.value, maxFormText), Placeholder: cut(f.example, maxFormText), MinLength: 1, MaxLength: maxFormText,
			},
		)}},
	}}
}

// note is a short private answer of one or two sentences.
func note(text, hint string) *reply {
	if hint != "" {
		text += "\n-# " + hint
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: cut(text, maxDescription)}}
}

// button makes a grey button; an empty id makes one that cannot be pressed.
func button(label, id string, enabled bool) discordgo.Button {
	return discordgo.Button{Label: cut(label, maxLabel), Style: discordgo.SecondaryButton, CustomID: id, Disabled: !enabled}
}

func emojiButton(emoji, id string, enabled bool) discordgo.Button {
	return discordgo.Button{
		Emoji: &discordgo.ComponentEmoji{Name: emoji}, Style: discordgo.SecondaryButton,
		CustomID: id, Disabled: !enabled,
	}
}

func row(components ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: components}
}

// menu makes a row with a select menu, nil where it has nothing to select.
func menu(id, placeholder string, options []discordgo.SelectMenuOption) discordgo.MessageComponent {
	return row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: id, Placeholder: cut(placeholder, 150),
		Options: options[:min(len(options), 25)],
	})
}
