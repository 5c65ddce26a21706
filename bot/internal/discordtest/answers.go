package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/wire"
)

// interaction is what the server remembers of one that it sent.
type interaction struct {
	Interaction
	id, token string
	sentAt    time.Time
	expired   bool
	answered  time.Duration // how long the callback took
	callback  int           // its type; 0 while there is none
	loading   bool          // deferred, and not filled in yet
	deleted   bool
	choices   []*discordgo.ApplicationCommandOptionChoice
	modal     *discordgo.InteractionResponseData
	message   object   // the answer, with its edits merged; nil where there is none
	followups []object // further messages
}

// allowed are the types of callback that a type of interaction may have.
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
var allowed = map[discordgo.InteractionType][]int{
	discordgo.InteractionPing:                           {1},
	discordgo.InteractionApplicationCommand:             {4, 5, 9},
	discordgo.InteractionMessageComponent:               {4, 5, 6, 7, 9},
	discordgo.InteractionApplicationCommandAutocomplete: {8},
	discordgo.InteractionModalSubmit:                    {4, 5, 6, 7},
}

func (s *Server) callback(w http.ResponseWriter, r *http.Request, id, token string, b body) {
	i := s.interactions[id]
	if i == nil || i.token != token || i.expired {
		refuse(w, 404, 10062, "Unknown interaction")
		return
	}
	if i.callback != 0 {
		refuse(w, 400, 40060, "Interaction has already been acknowledged.")
		return
	}
	if err := s.accept(i, b); err != nil {
		s.violate("callback: %v", err)
		refuse(w, 400, 50035, "Invalid Form Body")
		return
	}
	s.change()
	if r.URL.Query().Get("with_response") == "true" {
		reply(w, 200, object{"interaction": object{"id": id, "type": int(i.Interaction.kind)}})
		return
	}
	w.WriteHeader(204)
}

// accept takes a callback as the answer to i, unless something is wrong with it.
func (s *Server) accept(i *interaction, b body) error {
	if err := s.schema.callback(b.json); err != nil {
		return err
	}
	response, err := wire.DecodeCallback(b.json)
	if err != nil {
		return err
	}
	kind := int(response.Type)
	if !slices.Contains(allowed[i.Interaction.kind], kind) {
		return fmt.Errorf("type %d does not answer an interaction of type %d", kind, i.Interaction.kind)
	}
	if err := wire.Check(response); err != nil {
		return err
	}
	var raw struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(b.json, &raw); err != nil {
		return err
	}
	if len(raw.Data) > 0 {
		if err := houseRules(raw.Data, kind == 4 || kind == 7); err != nil {
			return err
		}
		if err := filesMatch(raw.Data, b); err != nil {
			return err
		}
	}
	var data object
	_ = json.Unmarshal(raw.Data, &data) // absent in some types
	i.callback, i.answered = kind, time.Since(i.sentAt)
	switch kind {
	case 4, 5:
		i.message = newMessage(s.newID(), i.channel)
		i.loading = kind == 5
		s.merge(i.message, data, b)
	case 6, 7:
		i.message = i.Interaction.message
		i.loading = kind == 6
		s.merge(i.message, data, b)
	case 8:
		if response.Data != nil {
			i.choices = response.Data.Choices
		}
	case 9:
		i.modal = response.Data
	}
	return nil
}

// merge applies what was sent to a message: a field that was sent replaces the
// message's, what was not stays.
func (s *Server) merge(m, sent object, b body) {
	for _, field := range []string{"content", "embeds", "components", "tts"} {
		if v, ok := sent[field]; ok {
			m[field] = v
		}
	}
	if flags, ok := sent["flags"].(float64); ok {
		before, _ := m["flags"].(int)
		// Whether a message is private stays as it was created.
		m["flags"] = before&int(discordgo.MessageFlagsEphemeral) | int(flags)
	}
	if list, ok := sent["attachments"].([]any); ok {
		attachments := []any{}
		for _, a := range list {
			attachments = append(attachments, s.attach(m, a.(object), b))
		}
		m["attachments"] = attachments
	}
}

func (s *Server) attach(m, named object, b body) any {
	id, _ := named["id"].(string)
	f, isNew := b.files["files["+id+"]"]
	if !isNew {
		for _, a := range m["attachments"].([]any) {
			if a.(object)["id"] == id {
				return a
			}
		}
		return named
	}
	id = s.newID()
	address := s.publish(id, f.filename, f.content)
	return object{"id": id, "filename": f.filename, "size": len(f.content), "content_type": f.contentType, "url": address, "proxy_url": address}
}

// byToken finds an interaction by the token that edits use.
func (s *Server) byToken(appID, token string) *interaction {
	for _, i := range s.interactions {
		if i.token == token && appID == AppID {
			return i
		}
	}
	return nil
}

func (s *Server) followup(w http.ResponseWriter, appID, token string, b body) {
	i := s.byToken(appID, token)
	if i == nil || i.expired || i.callback == 0 {
		refuse(w, 404, 10015, "Unknown Webhook")
		return
	}
	if !s.proper(w, "followup", b, s.schema.check("/components/schemas/IncomingWebhookRequestPartial", b.json), created) {
		return
	}
	var sent object
	_ = json.Unmarshal(b.json, &sent)
	m := i.message
	if i.loading && i.callback == 5 {
		// To the placeholder of a deferred answer, a followup is an edit.
		i.loading = false
	} else {
		m = newMessage(s.newID(), i.channel)
		i.followups = append(i.followups, m)
		i.loading = false // a press that was put off has its answer
	}
	s.merge(m, sent, b)
	s.change()
	reply(w, 200, m)
}

// webhookMessage edits, deletes or shows the answer (@original) or a followup.
func (s *Server) webhookMessage(w http.ResponseWriter, method, appID, token, id string, b body) {
	i := s.byToken(appID, token)
	if i == nil || i.expired || i.callback == 0 {
		refuse(w, 404, 10015, "Unknown Webhook")
		return
	}
	m := i.message
	if id != "@original" {
		at := slices.IndexFunc(i.followups, func(m object) bool { return m["id"] == id })
		if at < 0 {
			refuse(w, 404, 10008, "Unknown Message")
			return
		}
		m = i.followups[at]
	}
	if m == nil || id == "@original" && i.deleted {
		refuse(w, 404, 10008, "Unknown Message")
		return
	}
	switch method {
	case http.MethodGet:
		reply(w, 200, m)
	case http.MethodPatch:
		path := "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
		if !s.proper(w, "edit", b, s.schema.request(method, path, b.json), edited) {
			return
		}
		var sent object
		_ = json.Unmarshal(b.json, &sent)
		s.merge(m, sent, b)
		if id == "@original" {
			i.loading = false
		}
		s.change()
		reply(w, 200, m)
	case http.MethodDelete:
		if id == "@original" {
			i.deleted, i.loading = true, false
		} else {
			i.followups = slices.DeleteFunc(i.followups, func(m object) bool { return m["id"] == id })
		}
		s.change()
		w.WriteHeader(204)
	default:
		refuse(w, 405, 0, "405: Method Not Allowed")
	}
}

// globalCommands shows or replaces the commands, in the shape that Discord
// gives them.
func (s *Server) globalCommands(w http.ResponseWriter, r *http.Request, b body) {
	switch r.Method {
	case http.MethodGet:
		list := []object{}
		for _, c := range s.commands {
			if r.URL.Query().Get("with_localizations") != "true" {
				c = without(c, "name_localizations", "description_localizations").(object)
			}
			list = append(list, c)
		}
		reply(w, 200, list)
	case http.MethodPut:
		var sent []object
		if err := s.properCommands(b.json, &sent); err != nil {
			s.violate("put commands: %v", err)
			refuse(w, 400, 50035, "Invalid Form Body")
			return
		}
		before := s.commands
		s.commands = []object{}
		for _, c := range sent {
			s.commands = append(s.commands, s.registered(c, before))
		}
		s.change()
		reply(w, 200, s.commands)
	default:
		refuse(w, 405, 0, "405: Method Not Allowed")
	}
}

func (s *Server) properCommands(raw []byte, sent *[]object) error {
	if err := s.schema.request("PUT", "/applications/{application_id}/commands", raw); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, sent); err != nil {
		return err
	}
	if at := nullIn(toAny(*sent), ""); at != "" {
		return fmt.Errorf("%s is null", at)
	}
	commands, err := wire.DecodeCommands(raw)
	if err != nil {
		return err
	}
	return wire.CheckCommands(commands)
}

func toAny(list []object) []any {
	out := make([]any, len(list))
	for n, v := range list {
		out[n] = v
	}
	return out
}

// registered gives a command as Discord shows it: with an id, which a name keeps,
// and the defaults.
func (s *Server) registered(sent object, before []object) object {
	c := object{
		"application_id": AppID, "version": s.newID(), "type": 1.0, "default_member_permissions": nil, "nsfw": false,
		"name_localizations": nil, "description": "", "description_localizations": nil, "dm_permission": true,
		"contexts": nil, "integration_types": []any{0.0},
	}
	for key, v := range sent {
		if key == "default_member_permissions" {
			v = strings.TrimSuffix(fmt.Sprintf("%f", v), ".000000")
		}
		c[key] = v
	}
	c["id"] = s.newID()
	for _, old := range before {
		if old["name"] == c["name"] && old["type"] == c["type"] {
			c["id"] = old["id"]
		}
	}
	return c
}

// without copies a tree and leaves some fields out.
func without(v any, fields ...string) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for key, child := range v {
			if !slices.Contains(fields, key) {
				out[key] = without(child, fields...)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for n, child := range v {
			out[n] = without(child, fields...)
		}
		return out
	}
	return v
}

// Commands are the commands that were registered, by name, with their ids.
func (s *Server) Commands() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := map[string]string{}
	for _, c := range s.commands {
		ids[c["name"].(string)] = c["id"].(string)
	}
	return ids
}
