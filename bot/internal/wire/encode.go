package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// EncodeResponse gives the JSON of an interaction callback, the same whether
// it is posted, answered over HTTP or printed.
//
// Types 4 and 7 carry a message. Type 4 creates one and writes only what is
// there. Type 7 replaces one: its content, embeds and components are always
// written, empty where data has none, so that nothing of the former page is
// left standing (components version 2 has no content and embeds to write). Types 5
// and 6 carry at most flags; type 8 always carries its choices.
//
// AllowedMentions is not looked at: an empty parse is always sent. Files stand
// in the JSON as attachments; Body gives the bytes that go with them.
//
// The error names a response or component that cannot be sent.
func EncodeResponse(r *discordgo.InteractionResponse) ([]byte, error) {
	if r == nil {
		return nil, errors.New("encode response: nothing to send")
	}
	data := r.Data
	if data == nil {
		data = &discordgo.InteractionResponseData{}
	}
	out := struct {
		Type int `json:"type"`
		Data any `json:"data,omitempty"`
	}{Type: int(r.Type)}
	var err error
	switch r.Type {
	case discordgo.InteractionResponsePong, discordgo.InteractionResponseDeferredMessageUpdate:
	case discordgo.InteractionResponseDeferredChannelMessageWithSource:
		if data.Flags != 0 {
			out.Data = messageJSON{Flags: int(data.Flags)}
		}
	case discordgo.InteractionResponseChannelMessageWithSource:
		out.Data, err = createdMessage(data)
	case discordgo.InteractionResponseUpdateMessage:
		out.Data, err = replacedMessage(data)
	case discordgo.InteractionApplicationCommandAutocompleteResult:
		out.Data = struct {
			Choices []choiceJSON `json:"choices"`
		}{choicesJSON(data.Choices)}
	case discordgo.InteractionResponseModal:
		var components []any
		components, err = componentsJSON(data.Components)
		out.Data = struct {
			CustomID   string `json:"custom_id"`
			Title      string `json:"title"`
			Components []any  `json:"components"`
		}{data.CustomID, data.Title, components}
	default:
		err = fmt.Errorf("response type %d is not known", r.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("encode response: %w", err)
	}
	return marshal(out)
}

// EncodeMessage gives the JSON of a new message: a followup. It writes what is
// there and allowed_mentions.
func EncodeMessage(data *discordgo.InteractionResponseData) ([]byte, error) {
	m, err := createdMessage(data)
	if err != nil {
		return nil, fmt.Errorf("encode message: %w", err)
	}
	return marshal(m)
}

// EncodeEdit gives the JSON that replaces a message: an edit of the original
// answer. Content, embeds and components are always written, as in a type 7
// response.
func EncodeEdit(data *discordgo.InteractionResponseData) ([]byte, error) {
	m, err := replacedMessage(data)
	if err != nil {
		return nil, fmt.Errorf("encode edit: %w", err)
	}
	return marshal(m)
}

type messageJSON struct {
	Content         *string                    `json:"content,omitempty"`
	Embeds          *[]*discordgo.MessageEmbed `json:"embeds,omitempty"`
	AllowedMentions *mentionsJSON              `json:"allowed_mentions,omitempty"`
	Components      *[]any                     `json:"components,omitempty"`
	Attachments     *[]attachmentJSON          `json:"attachments,omitempty"`
	TTS             bool                       `json:"tts,omitempty"`
	Flags           int                        `json:"flags,omitempty"`
}

type mentionsJSON struct {
	Parse []string `json:"parse"`
}

type attachmentJSON struct {
	ID       string `json:"id"`
	Filename string `json:"filename,omitempty"`
}

// editableFlags are the flags an edit may set; Discord ignores or refuses the
// others, and whether a message is private was settled when it was created.
// https://docs.discord.com/developers/resources/message#edit-message
const editableFlags = discordgo.MessageFlagsSuppressEmbeds | discordgo.MessageFlagsIsComponentsV2

func createdMessage(data *discordgo.InteractionResponseData) (messageJSON, error) {
	m, err := wholeMessage(data)
	if err != nil {
		return m, err
	}
	if *m.Content == "" {
		m.Content = nil
	}
	if len(*m.Embeds) == 0 {
		m.Embeds = nil
	}
	if len(*m.Components) == 0 {
		m.Components = nil
	}
	return m, nil
}

func replacedMessage(data *discordgo.InteractionResponseData) (messageJSON, error) {
	m, err := wholeMessage(data)
	if err != nil {
		return m, err
	}
	m.TTS = false
	m.Flags &= int(editableFlags)
	if m.Flags&int(discordgo.MessageFlagsIsComponentsV2) != 0 {
		if *m.Content == "" {
			m.Content = nil
		}
		if len(*m.Embeds) == 0 {
			m.Embeds = nil
		}
	}
	return m, nil
}

func wholeMessage(data *discordgo.InteractionResponseData) (messageJSON, error) {
	if data == nil {
		return messageJSON{}, errors.New("nothing to send")
	}
	if data.Poll != nil {
		return messageJSON{}, errors.New("polls are not sent")
	}
	components, err := componentsJSON(data.Components)
	if err != nil {
		return messageJSON{}, err
	}
	embeds := []*discordgo.MessageEmbed{}
	for _, e := range data.Embeds {
		if e != nil {
			embeds = append(embeds, sendableEmbed(*e))
		}
	}
	return messageJSON{
		Content:         &data.Content,
		Embeds:          &embeds,
		AllowedMentions: &mentionsJSON{Parse: []string{}},
		Components:      &components,
		Attachments:     attachmentsJSON(data),
		TTS:             data.TTS,
		Flags:           int(data.Flags),
	}, nil
}

// sendableEmbed drops the fields of an embed that only Discord fills in.
func sendableEmbed(e discordgo.MessageEmbed) *discordgo.MessageEmbed {
	e.Provider, e.Video = nil, nil
	if e.Type == discordgo.EmbedTypeRich {
		e.Type = ""
	}
	if e.Footer != nil {
		e.Footer = &discordgo.MessageEmbedFooter{Text: e.Footer.Text, IconURL: e.Footer.IconURL}
	}
	if e.Author != nil {
		e.Author = &discordgo.MessageEmbedAuthor{Name: e.Author.Name, URL: e.Author.URL, IconURL: e.Author.IconURL}
	}
	if e.Image != nil {
		if e.Image = (&discordgo.MessageEmbedImage{URL: e.Image.URL}); e.Image.URL == "" {
			e.Image = nil
		}
	}
	if e.Thumbnail != nil {
		if e.Thumbnail = (&discordgo.MessageEmbedThumbnail{URL: e.Thumbnail.URL}); e.Thumbnail.URL == "" {
			e.Thumbnail = nil
		}
	}
	var fields []*discordgo.MessageEmbedField
	for _, f := range e.Fields {
		if f != nil {
			fields = append(fields, f)
		}
	}
	e.Fields = fields
	return &e
}

// attachmentsJSON lists the attachments that stay and then the files that are
// sent along, whose id is their number in the multipart body. Nil when data
// speaks of neither, which leaves a message's attachments as they are.
func attachmentsJSON(data *discordgo.InteractionResponseData) *[]attachmentJSON {
	if data.Attachments == nil && len(data.Files) == 0 {
		return nil
	}
	list := []attachmentJSON{}
	if data.Attachments != nil {
		for _, a := range *data.Attachments {
			if a != nil {
				list = append(list, attachmentJSON{ID: a.ID, Filename: a.Filename})
			}
		}
	}
	for n, f := range data.Files {
		if f != nil {
			list = append(list, attachmentJSON{ID: strconv.Itoa(n), Filename: f.Name})
		}
	}
	return &list
}

type choiceJSON struct {
	Name              string                      `json:"name"`
	NameLocalizations map[discordgo.Locale]string `json:"name_localizations,omitempty"`
	Value             any                         `json:"value"`
}

func choicesJSON(choices []*discordgo.ApplicationCommandOptionChoice) []choiceJSON {
	list := []choiceJSON{}
	for _, c := range choices {
		if c != nil {
			list = append(list, choiceJSON{c.Name, c.NameLocalizations, c.Value})
		}
	}
	return list
}

// marshal is json.Marshal without the escaping meant for HTML pages.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
