package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// ErrNotInteraction is returned for bytes that are no interaction: no JSON
// object, or one without a type.
var ErrNotInteraction = errors.New("not an interaction")

// Interaction is an interaction with the fields discordgo's type has no room
// for.
type Interaction struct {
	*discordgo.Interaction
	// Channel is where it happened; ParentID is set for a thread. Nil when
	// Discord did not say.
	Channel *discordgo.Channel
	// AttachmentSizeLimit is the largest file in bytes that an answer may
	// carry; 0 when Discord did not say.
	AttachmentSizeLimit int
}

// DecodeInteraction reads an interaction as the gateway (the d of
// INTERACTION_CREATE) or an HTTP request delivers it. What cannot be read is
// left out; see Decode.
func DecodeInteraction(raw []byte) (*discordgo.Interaction, error) {
	i, err := Decode(raw)
	if err != nil {
		return nil, err
	}
	return i.Interaction, nil
}

// Decode is DecodeInteraction with the fields discordgo's type has no room for.
//
// Data has the type that belongs to the interaction's, even where Discord sent
// none; it is nil for a ping and for types unknown here. An option whose value
// does not fit its type is left out, so that discordgo's accessors
// (StringValue and the like) do not panic. Without a context field, an
// interaction outside a server counts as one in a direct message.
//
// The error wraps ErrNotInteraction and tells nothing of the content.
func Decode(raw []byte) (*Interaction, error) {
	fields, err := readObject(raw)
	if err != nil {
		return nil, err
	}
	data, message := fields["data"], fields["message"]
	delete(fields, "data")
	delete(fields, "message")

	i := discordgo.Interaction(readable[interactionFields](fields))
	if i.Type == 0 {
		return nil, fmt.Errorf("%w: no type", ErrNotInteraction)
	}
	if _, ok := fields["context"]; !ok && i.GuildID == "" {
		i.Context = discordgo.InteractionContextBotDM
	}
	if message != nil {
		m := readable[discordgo.Message](message)
		i.Message = &m
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		d := readable[discordgo.ApplicationCommandInteractionData](data)
		d.Options = fittingOptions(d.Options)
		i.Data = d
	case discordgo.InteractionMessageComponent:
		i.Data = readable[discordgo.MessageComponentInteractionData](data)
	case discordgo.InteractionModalSubmit:
		i.Data = readable[discordgo.ModalSubmitInteractionData](data)
	}

	out := &Interaction{Interaction: &i}
	if fields["channel"] != nil {
		c := readable[discordgo.Channel](fields["channel"])
		out.Channel = &c
	}
	out.AttachmentSizeLimit = readable[int](fields["attachment_size_limit"])
	return out, nil
}

// interactionFields is discordgo's type without its decoder, which gives up at
// the first thing it does not know.
type interactionFields discordgo.Interaction

// fittingOptions keeps the options whose value has the kind that their type
// promises. A focused option may hold a string whatever its type: it is what
// the user has typed so far.
func fittingOptions(options []*discordgo.ApplicationCommandInteractionDataOption) []*discordgo.ApplicationCommandInteractionDataOption {
	kept := options[:0]
	for _, o := range options {
		if o == nil || o.Name == "" {
			continue
		}
		o.Options = fittingOptions(o.Options)
		_, isString := o.Value.(string)
		fits := true
		switch o.Type {
		case discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup:
		case discordgo.ApplicationCommandOptionInteger, discordgo.ApplicationCommandOptionNumber:
			_, isNumber := o.Value.(float64)
			fits = isNumber || o.Focused && isString
		case discordgo.ApplicationCommandOptionBoolean:
			_, fits = o.Value.(bool)
		default:
			fits = isString
		}
		if fits {
			kept = append(kept, o)
		}
	}
	return kept
}

// DecodeCallback reads an interaction response as it is sent: what
// EncodeResponse wrote. Meant for tests; unlike DecodeInteraction it refuses
// what it does not know.
func DecodeCallback(raw []byte) (*discordgo.InteractionResponse, error) {
	var r struct {
		Type discordgo.InteractionResponseType `json:"type"`
		Data json.RawMessage                   `json:"data"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("callback: %w", err)
	}
	out := &discordgo.InteractionResponse{Type: r.Type}
	if len(r.Data) == 0 || string(r.Data) == "null" {
		return out, nil
	}
	data, err := DecodeMessage(r.Data)
	if err != nil {
		return nil, err
	}
	out.Data = data
	return out, nil
}

// DecodeMessage reads the body of a followup or an edit: what EncodeMessage or
// EncodeEdit wrote. Meant for tests, like DecodeCallback.
func DecodeMessage(raw []byte) (*discordgo.InteractionResponseData, error) {
	var m struct {
		Components []json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("message: %w", err)
	}
	// The interface slice of the discordgo type cannot be decoded into, so the
	// field is shadowed and filled from the raw components.
	type plain discordgo.InteractionResponseData
	var rest struct {
		plain
		Components json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(raw, &rest); err != nil {
		return nil, fmt.Errorf("message: %w", err)
	}
	data := discordgo.InteractionResponseData(rest.plain)
	if m.Components != nil {
		data.Components = []discordgo.MessageComponent{}
	}
	for n, raw := range m.Components {
		c, err := discordgo.MessageComponentFromJSON(raw)
		if err != nil {
			return nil, fmt.Errorf("message: components[%d]: %w", n, err)
		}
		data.Components = append(data.Components, c)
	}
	return &data, nil
}
