package wire

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Limits of a message, in UTF-16 units where they are lengths of text. Discord
// does not say what it counts in; UTF-16 units are never fewer than characters.
const (
	MaxContent          = 2000 // https://docs.discord.com/developers/resources/message#create-message
	MaxEmbeds           = 10
	MaxEmbedTitle       = 256 // https://docs.discord.com/developers/resources/message#embed-object-embed-limits
	MaxEmbedDescription = 4096
	MaxEmbedFields      = 25
	MaxFieldName        = 256
	MaxFieldValue       = 1024
	MaxFooter           = 2048
	MaxAuthor           = 256
	MaxEmbedsTotal      = 6000 // over all embeds of a message
	MaxURL              = 2048
	MaxFiles            = 10
	MaxFilename         = 1024

	MaxRows              = 5 // https://docs.discord.com/developers/components/reference
	MaxButtonsInRow      = 5
	MaxButtonLabel       = 80
	MaxButtonURL         = 512
	MaxCustomID          = 100
	MaxSelectOptions     = 25
	MaxSelectLabel       = 100
	MaxSelectValue       = 100
	MaxSelectDescription = 100
	MaxPlaceholder       = 150
	MaxComponents        = 40   // in a message of components version 2, nested ones too
	MaxTextDisplay       = 4000 // over all text displays of such a message

	MaxModalTitle       = 45 // https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-modal
	MaxModalComponents  = 5
	MaxInputLabel       = 45
	MaxInputPlaceholder = 100
	MaxInputValue       = 4000

	MaxChoices     = 25 // https://docs.discord.com/developers/interactions/application-commands
	MaxChoiceName  = 100
	MaxChoiceValue = 100
)

// UTF16Len is the length of s in UTF-16 units, in which the limits count.
func UTF16Len(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// Fault is one thing that Discord would refuse.
type Fault struct {
	Path   string // where, as data.embeds[0].title
	Reason string // what; never the text itself
}

// LimitError lists everything that Discord would refuse.
type LimitError struct{ Faults []Fault }

func (e *LimitError) Error() string {
	var b strings.Builder
	b.WriteString("discord would refuse it: ")
	for n, f := range e.Faults {
		if n > 0 {
			b.WriteString("; ")
		}
		b.WriteString(f.Path + ": " + f.Reason)
	}
	return b.String()
}

// Check tells what Discord would refuse in an interaction callback: limits,
// empty texts where it wants some, fields that exclude one another, custom_ids
// that stand twice. It returns nil or a *LimitError.
func Check(r *discordgo.InteractionResponse) error {
	var c checker
	if r == nil {
		c.add("response", "missing")
		return c.err()
	}
	data := r.Data
	if data == nil {
		data = &discordgo.InteractionResponseData{}
	}
	switch r.Type {
	case discordgo.InteractionResponsePong, discordgo.InteractionResponseDeferredMessageUpdate:
		if r.Data != nil {
			c.add("data", "not wanted by this type of response")
		}
	case discordgo.InteractionResponseDeferredChannelMessageWithSource:
		c.flags("data", data.Flags)
		if data.Content != "" || len(data.Embeds)+len(data.Components)+len(data.Files) > 0 {
			c.add("data", "a deferred answer carries flags only")
		}
	case discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseUpdateMessage:
		c.message("data", data, r.Type == discordgo.InteractionResponseChannelMessageWithSource)
	case discordgo.InteractionApplicationCommandAutocompleteResult:
		c.choices("data.choices", data.Choices, false)
	case discordgo.InteractionResponseModal:
		c.modal(data)
	default:
		c.add("type", "%d is not known", r.Type)
	}
	return c.err()
}

// CheckMessage is Check for a followup or, with edit, for an edit.
func CheckMessage(data *discordgo.InteractionResponseData, edit bool) error {
	var c checker
	if data == nil {
		c.add("message", "missing")
		return c.err()
	}
	c.message("message", data, !edit)
	return c.err()
}

type checker struct{ faults []Fault }

func (c *checker) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	return &LimitError{c.faults}
}

func (c *checker) add(path, format string, args ...any) {
	c.faults = append(c.faults, Fault{path, fmt.Sprintf(format, args...)})
}

// text checks a text that may be empty.
func (c *checker) text(path, s string, most int) {
	if !utf8.ValidString(s) {
		c.add(path, "not UTF-8")
	}
	if n := UTF16Len(s); n > most {
		c.add(path, "%d UTF-16 units, at most %d", n, most)
	}
}

// required checks a text that Discord wants. It trims texts first, so blanks
// count as nothing.
func (c *checker) required(path, s string, most int) {
	c.text(path, s, most)
	if strings.TrimSpace(s) == "" {
		c.add(path, "empty")
	}
}

func (c *checker) count(path string, n, most int) {
	if n > most {
		c.add(path, "%d of them, at most %d", n, most)
	}
}

func (c *checker) url(path, s string, most int, schemes ...string) {
	c.text(path, s, most)
	for _, scheme := range schemes {
		if rest, ok := strings.CutPrefix(s, scheme+"://"); ok && rest != "" {
			return
		}
	}
	c.add(path, "not an address that starts with %s", strings.Join(schemes, ", "))
}

// settableFlags are the flags an application may put on a message it creates.
// https://docs.discord.com/developers/resources/message#message-object-message-flags
const settableFlags = discordgo.MessageFlagsSuppressEmbeds | discordgo.MessageFlagsEphemeral |
	discordgo.MessageFlagsSuppressNotifications | discordgo.MessageFlagsIsVoiceMessage | discordgo.MessageFlagsIsComponentsV2

func (c *checker) flags(path string, f discordgo.MessageFlags) {
	if f&^settableFlags != 0 {
		c.add(path+".flags", "%d cannot be set", f&^settableFlags)
	}
}

// message checks the message in data; a created one must not be empty.
func (c *checker) message(path string, data *discordgo.InteractionResponseData, created bool) {
	c.flags(path, data.Flags)
	c.text(path+".content", data.Content, MaxContent)
	c.embeds(path+".embeds", data.Embeds)
	attached := len(data.Files)
	if data.Attachments != nil {
		attached += len(*data.Attachments)
	}
	c.count(path+".files", attached, MaxFiles)
	for n, f := range data.Files {
		if f == nil {
			c.add(fmt.Sprintf("%s.files[%d]", path, n), "missing")
			continue
		}
		c.required(fmt.Sprintf("%s.files[%d].filename", path, n), f.Name, MaxFilename)
	}
	if m := data.AllowedMentions; m != nil && len(m.Parse)+len(m.Users)+len(m.Roles) > 0 {
		c.add(path+".allowed_mentions", "nobody is to be pinged")
	}
	if data.Poll != nil {
		c.add(path+".poll", "polls are not sent")
	}
	if len(data.Choices) > 0 || data.CustomID != "" || data.Title != "" {
		c.add(path, "choices, custom_id and title do not belong in a message")
	}
	components := componentChecker{checker: c, ids: map[string]bool{}}
	if data.Flags&discordgo.MessageFlagsIsComponentsV2 != 0 {
		if data.Content != "" || len(data.Embeds) > 0 {
			c.add(path, "components version 2 excludes content and embeds")
		}
		components.layout(path+".components", data.Components)
		if created && len(data.Components) == 0 {
			c.add(path, "an empty message")
		}
		return
	}
	components.rows(path+".components", data.Components)
	if created && strings.TrimSpace(data.Content) == "" && len(data.Embeds) == 0 && attached == 0 {
		c.add(path, "an empty message")
	}
}

func (c *checker) embeds(path string, embeds []*discordgo.MessageEmbed) {
	c.count(path, len(embeds), MaxEmbeds)
	total := 0
	for n, e := range embeds {
		at := fmt.Sprintf("%s[%d]", path, n)
		if e == nil {
			c.add(at, "missing")
			continue
		}
		total += c.embed(at, e)
	}
	if total > MaxEmbedsTotal {
		c.add(path, "%d UTF-16 units in all, at most %d", total, MaxEmbedsTotal)
	}
}

// embed checks one embed and returns what it adds to the total.
func (c *checker) embed(at string, e *discordgo.MessageEmbed) (length int) {
	c.text(at+".title", e.Title, MaxEmbedTitle)
	c.text(at+".description", e.Description, MaxEmbedDescription)
	length = UTF16Len(e.Title) + UTF16Len(e.Description)
	if e.URL != "" {
		c.url(at+".url", e.URL, MaxURL, "http", "https")
	}
	if e.Color < 0 || e.Color > 0xFFFFFF {
		c.add(at+".color", "not between 0 and 0xFFFFFF")
	}
	if f := e.Footer; f != nil {
		c.required(at+".footer.text", f.Text, MaxFooter)
		length += UTF16Len(f.Text)
		if f.IconURL != "" {
			c.url(at+".footer.icon_url", f.IconURL, MaxURL, "http", "https", "attachment")
		}
	}
	if a := e.Author; a != nil {
		c.required(at+".author.name", a.Name, MaxAuthor)
		length += UTF16Len(a.Name)
		if a.URL != "" {
			c.url(at+".author.url", a.URL, MaxURL, "http", "https")
		}
		if a.IconURL != "" {
			c.url(at+".author.icon_url", a.IconURL, MaxURL, "http", "https", "attachment")
		}
	}
	if e.Image != nil {
		c.url(at+".image.url", e.Image.URL, MaxURL, "http", "https", "attachment")
	}
	if e.Thumbnail != nil {
		c.url(at+".thumbnail.url", e.Thumbnail.URL, MaxURL, "http", "https", "attachment")
	}
	c.count(at+".fields", len(e.Fields), MaxEmbedFields)
	for n, f := range e.Fields {
		field := fmt.Sprintf("%s.fields[%d]", at, n)
		if f == nil {
			c.add(field, "missing")
			continue
		}
		c.required(field+".name", f.Name, MaxFieldName)
		c.required(field+".value", f.Value, MaxFieldValue)
		length += UTF16Len(f.Name) + UTF16Len(f.Value)
	}
	shown := strings.TrimSpace(e.Title+e.Description) != "" || len(e.Fields) > 0 ||
		e.Footer != nil || e.Author != nil || e.Image != nil || e.Thumbnail != nil
	if !shown {
		c.add(at, "an empty embed")
	}
	return length
}

// choices checks suggestions, or with fixed the choices of an option.
func (c *checker) choices(path string, choices []*discordgo.ApplicationCommandOptionChoice, fixed bool) {
	c.count(path, len(choices), MaxChoices)
	names, values := map[string]bool{}, map[string]bool{}
	for n, choice := range choices {
		at := fmt.Sprintf("%s[%d]", path, n)
		if choice == nil {
			c.add(at, "missing")
			continue
		}
		c.required(at+".name", choice.Name, MaxChoiceName)
		for locale, name := range choice.NameLocalizations {
			c.required(at+".name_localizations."+string(locale), name, MaxChoiceName)
		}
		c.choiceValue(at+".value", choice.Value)
		value := fmt.Sprint(choice.Value)
		if names[choice.Name] && (fixed || values[value]) {
			c.add(at+".name", "stands twice")
		}
		if fixed && values[value] {
			c.add(at+".value", "stands twice")
		}
		names[choice.Name], values[value] = true, true
	}
}

func (c *checker) choiceValue(path string, v any) {
	const maxExact = 1 << 53 // https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-type
	switch v := v.(type) {
	case string:
		c.required(path, v, MaxChoiceValue)
	case int:
		if v < -maxExact || v > maxExact {
			c.add(path, "beyond 2^53")
		}
	case int64:
		if v < -maxExact || v > maxExact {
			c.add(path, "beyond 2^53")
		}
	case float64:
		if !(v >= -maxExact && v <= maxExact) {
			c.add(path, "beyond 2^53")
		}
	default:
		c.add(path, "neither a string nor a number")
	}
}
