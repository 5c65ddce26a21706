package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Pending is an interaction that was sent and whose answer is awaited.
type Pending struct {
	// ID and Token are those of the interaction.
	ID, Token string
	// Raw is its JSON, as the gateway or an HTTP request delivers it.
	Raw []byte

	s *Server
	i *interaction
}

// Reply is what the user sees in the end.
type Reply struct {
	// Kind is the type of the callback.
	Kind discordgo.InteractionResponseType
	// Took is the time from the interaction to the callback.
	Took time.Duration
	// Message is the answer with its edits applied; nil for suggestions,
	// modals and pongs. Deleted tells that it was removed again.
	Message *discordgo.Message
	Deleted bool
	// Private tells whether only the user sees it.
	Private bool
	// Files are the attachments by their name.
	Files map[string][]byte
	// Choices are the suggestions.
	Choices []*discordgo.ApplicationCommandOptionChoice
	// Modal is the modal that was opened.
	Modal *discordgo.InteractionResponseData
	// Followups are the further messages.
	Followups []*discordgo.Message

	raw  object
	from Interaction
}

// Prepare makes an interaction known without sending it, for a test that brings
// it to the program itself: Raw over HTTP, and the answer back by Answered.
func (s *Server) Prepare(i Interaction) *Pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := &interaction{Interaction: i, id: s.newID(), sentAt: time.Now()}
	state.token = "aW50ZXJhY3Rpb246" + state.id + ":discordtest"
	// An update works on the message that was clicked; it must not reach back
	// into the reply that the test holds.
	state.Interaction.message = copied(i.message)
	s.publishAttached(state)
	payload := state.payload(state.id, state.token)
	raw, err := json.Marshal(payload)
	if err != nil {
		s.t.Errorf("discordtest: an interaction that does not encode: %v", err)
	}
	s.interactions[state.id] = state
	return &Pending{ID: state.id, Token: state.token, Raw: raw, s: s, i: state}
}

func copied(m object) object {
	if m == nil {
		return nil
	}
	return without(m).(object)
}

// Dispatch sends an interaction over the gateway, once a session is there. Where
// the session turns out to be ending, the interaction goes into the next.
func (s *Server) Dispatch(i Interaction) *Pending {
	s.t.Helper()
	p := s.Prepare(i)
	for {
		c := s.AwaitSession()
		s.mu.Lock()
		p.i.sentAt = time.Now()
		s.mu.Unlock()
		if c.Dispatch("INTERACTION_CREATE", json.RawMessage(p.Raw)) == nil {
			return p
		}
		c.AwaitEnd()
	}
}

// Answered takes the answer that came back over HTTP as the callback.
func (p *Pending) Answered(contentType string, raw []byte) error {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	b, err := readBody(contentType, raw)
	if err == nil && p.i.callback != 0 {
		err = fmt.Errorf("answered before, with type %d", p.i.callback)
	}
	if err == nil {
		err = p.s.accept(p.i, b)
	}
	if err != nil {
		p.s.violate("answer over HTTP: %v", err)
		return err
	}
	p.s.change()
	return nil
}

// Expire makes the interaction unknown, as after three seconds without an
// answer or fifteen minutes with one.
func (p *Pending) Expire() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.i.expired = true
}

// Acknowledge answers in the place of another copy of the program.
func (p *Pending) Acknowledge() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	p.i.callback = 5
	p.i.message = newMessage(p.s.newID(), p.i.channel)
	p.i.loading = true
}

// AwaitCallback waits until the interaction is answered, or deferred, and
// returns what the user sees at that moment.
func (p *Pending) AwaitCallback() *Reply {
	p.s.t.Helper()
	p.s.await("an answer to "+p.what(), func() bool { return p.i.callback != 0 })
	return p.now()
}

// Await waits for the final answer: where it was deferred, until the
// placeholder was filled in or removed.
func (p *Pending) Await() *Reply {
	p.s.t.Helper()
	p.s.await("the final answer to "+p.what(), func() bool { return p.i.callback != 0 && !p.i.loading })
	return p.now()
}

// AwaitReply waits until the answer is as ok wants it, for edits that come after
// the first answer.
func (p *Pending) AwaitReply(what string, ok func(*Reply) bool) *Reply {
	p.s.t.Helper()
	p.s.await(what, func() bool { return p.i.callback != 0 && !p.i.loading && ok(p.reply()) })
	return p.now()
}

func (p *Pending) what() string {
	name, _ := p.i.data["name"].(string)
	if name == "" {
		name, _ = p.i.data["custom_id"].(string)
	}
	return fmt.Sprintf("an interaction of type %d (%s)", p.i.Interaction.kind, name)
}

func (p *Pending) now() *Reply {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.reply()
}

// reply shows the state of the answer. The lock must be held.
func (p *Pending) reply() *Reply {
	r := p.s.newReply(p.i.message)
	r.Kind = discordgo.InteractionResponseType(p.i.callback)
	r.Took, r.Deleted, r.Choices, r.Modal = p.i.answered, p.i.deleted, p.i.choices, p.i.modal
	r.from = p.i.Interaction
	for _, f := range p.i.followups {
		r.Followups = append(r.Followups, p.s.decode(f))
	}
	return r
}

func (s *Server) newReply(m object) *Reply {
	r := &Reply{raw: copied(m), Files: map[string][]byte{}, from: newInteraction(0, nil)}
	if m == nil {
		return r
	}
	r.from.channel, _ = m["channel_id"].(string)
	r.Message = s.decode(m)
	r.Private = r.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	for _, a := range r.Message.Attachments {
		r.Files[a.Filename] = s.files[a.URL]
	}
	return r
}

func (s *Server) decode(m object) *discordgo.Message {
	raw, err := json.Marshal(m)
	if err != nil {
		s.t.Errorf("discordtest: a message that does not encode: %v", err)
	}
	var out discordgo.Message
	if err := json.Unmarshal(raw, &out); err != nil {
		s.t.Errorf("discordtest: a message that does not decode: %v", err)
	}
	return &out
}

// Text is all that can be read in the message: content, embeds and labels, a
// line each.
func (r *Reply) Text() string {
	if r.Message == nil {
		return ""
	}
	lines := []string{r.Message.Content}
	for _, e := range r.Message.Embeds {
		if e.Author != nil {
			lines = append(lines, e.Author.Name)
		}
		lines = append(lines, e.Title, e.Description)
		for _, f := range e.Fields {
			lines = append(lines, f.Name, f.Value)
		}
		if e.Footer != nil {
			lines = append(lines, e.Footer.Text)
		}
	}
	r.eachComponent(func(c discordgo.MessageComponent) {
		switch c := c.(type) {
		case *discordgo.Button:
			lines = append(lines, c.Label)
		case *discordgo.SelectMenu:
			lines = append(lines, c.Placeholder)
			for _, o := range c.Options {
				lines = append(lines, o.Label, o.Description)
			}
		}
	})
	kept := lines[:0]
	for _, l := range lines {
		if l != "" {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

// Button finds a button by its label or the name of its emoji; nil where there
// is none.
func (r *Reply) Button(label string) *discordgo.Button {
	var found *discordgo.Button
	r.eachComponent(func(c discordgo.MessageComponent) {
		b, ok := c.(*discordgo.Button)
		if ok && found == nil && (b.Label == label || b.Emoji != nil && b.Emoji.Name == label) {
			found = b
		}
	})
	return found
}

// Menu is the first menu of the message; nil where there is none.
func (r *Reply) Menu() *discordgo.SelectMenu {
	var found *discordgo.SelectMenu
	r.eachComponent(func(c discordgo.MessageComponent) {
		if m, ok := c.(*discordgo.SelectMenu); ok && found == nil {
			found = m
		}
	})
	return found
}

func (r *Reply) eachComponent(do func(discordgo.MessageComponent)) {
	if r.Message == nil {
		return
	}
	var walk func(list []discordgo.MessageComponent)
	walk = func(list []discordgo.MessageComponent) {
		for _, c := range list {
			do(c)
			switch c := c.(type) {
			case *discordgo.ActionsRow:
				walk(c.Components)
			case *discordgo.Container:
				walk(c.Components)
			case *discordgo.Section:
				walk(append(c.Components, c.Accessory))
			}
		}
	}
	walk(r.Message.Components)
}

// publish puts a file on the CDN and returns its address. The lock must be held.
func (s *Server) publish(id, filename string, content []byte) string {
	address := "https://cdn.discordapp.com/attachments/" + ChannelID + "/" + id + "/" + url.PathEscape(filename) + "?ex=67a&is=67b&hm=" + id
	s.files[address] = content
	return address
}

// publishAttached puts the files of an interaction on the CDN and names them in
// its data.
func (s *Server) publishAttached(i *interaction) {
	if len(i.attached) == 0 {
		return
	}
	attachments := object{}
	for id, f := range i.attached {
		address := s.publish(id, f.name, f.content)
		attachments[id] = object{
			"id": id, "filename": f.name, "size": len(f.content), "content_type": "text/plain; charset=utf-8", "ephemeral": true,
			"url": address, "proxy_url": strings.Replace(address, "cdn.discordapp.com", "media.discordapp.net", 1),
		}
	}
	i.data = copied(i.data)
	i.data["resolved"] = object{"attachments": attachments}
}

// Transport reaches Discord's CDN, which is the Server's memory, and by way of
// the network everything else.
func (s *Server) Transport() http.RoundTripper { return cdn{s} }

type cdn struct{ s *Server }

func (c cdn) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "cdn.discordapp.com" {
		return http.DefaultTransport.RoundTrip(r)
	}
	c.s.mu.Lock()
	content, ok := c.s.files[r.URL.String()]
	c.s.mu.Unlock()
	w := httptest.NewRecorder()
	if !ok {
		w.WriteHeader(http.StatusNotFound)
	} else {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write(content)
	}
	return w.Result(), nil
}
