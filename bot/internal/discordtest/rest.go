package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"time"

	"shuyou/bot/internal/wire"
)

var apiPath = regexp.MustCompile(`^/api/v(\d+)(/.*)$`)

// body is what came with a request.
type body struct {
	json  []byte
	files map[string]upload // by part: files[0] …
	kind  string            // media type
}

type upload struct {
	filename, contentType string
	content               []byte
}

func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // the other side has gone
	}
	m := apiPath.FindStringSubmatch(r.URL.Path)
	s.mu.Lock()
	defer s.mu.Unlock()
	if m == nil || m[1] != "10" {
		s.violate("%s %s: not under /api/v10", r.Method, r.URL.Path)
		refuse(w, 404, 0, "404: Not Found")
		return
	}
	b, readErr := readBody(r.Header.Get("Content-Type"), raw)
	s.calls = append(s.calls, Call{r.Method, m[2], r.URL.RawQuery, r.Header.Get("Authorization"), b.json, time.Now()})
	s.change()
	if f := s.takeFault(r.Method, m[2]); f != nil {
		s.mu.Unlock()
		f(w, r)
		s.mu.Lock()
		return
	}
	if !strings.HasPrefix(r.UserAgent(), "DiscordBot (") {
		s.violate("%s %s: User-Agent %q does not begin with DiscordBot (", r.Method, m[2], r.UserAgent())
		refuse(w, 403, 40333, "internal network error")
		return
	}
	if len(raw) > 0 && readErr != nil {
		s.violate("%s %s: %v", r.Method, m[2], readErr)
		refuse(w, 400, 50109, "The request body contains invalid JSON.")
		return
	}
	s.route(w, r, m[2], b)
}

func readBody(contentType string, raw []byte) (body, error) {
	b := body{json: raw, files: map[string]upload{}}
	if len(raw) == 0 {
		return b, nil
	}
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return b, fmt.Errorf("content type %q: %w", contentType, err)
	}
	b.kind = kind
	switch kind {
	case "application/json":
	case "multipart/form-data":
		b.json = nil
		parts := multipart.NewReader(bytes.NewReader(raw), params["boundary"])
		for {
			p, err := parts.NextPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				return b, fmt.Errorf("multipart: %w", err)
			}
			content, err := io.ReadAll(p)
			if err != nil {
				return b, fmt.Errorf("multipart: %w", err)
			}
			if p.FormName() == "payload_json" {
				b.json = content
			} else {
				// FileName would cut the name at slashes, as a browser may not.
				_, disposition, _ := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
				b.files[p.FormName()] = upload{disposition["filename"], p.Header.Get("Content-Type"), content}
			}
		}
	default:
		return b, fmt.Errorf("content type %q is not taken", contentType)
	}
	if !json.Valid(b.json) {
		return b, fmt.Errorf("the body is not JSON")
	}
	return b, nil
}

func (s *Server) route(w http.ResponseWriter, r *http.Request, path string, b body) {
	part := strings.Split(strings.Trim(path, "/"), "/")
	is := func(method, pattern string) bool { return r.Method == method && matches(pattern, path) }
	switch {
	case is("POST", "/interactions/*/*/callback"):
		s.callback(w, r, part[1], part[2], b)
		return
	case is("POST", "/webhooks/*/*"):
		s.followup(w, part[1], part[2], b)
		return
	case matches("/webhooks/*/*/messages/*", path):
		s.webhookMessage(w, r.Method, part[1], part[2], part[4], b)
		return
	}
	if r.Header.Get("Authorization") != "Bot "+s.Token {
		refuse(w, 401, 0, "401: Unauthorized")
		return
	}
	switch {
	case is("GET", "/gateway"):
		reply(w, 200, object{"url": "ws" + strings.TrimPrefix(s.http.URL, "http") + "/gateway/"})
	case is("GET", "/users/@me"):
		reply(w, 200, object{"id": AppID, "username": BotName, "global_name": nil, "discriminator": "0000", "avatar": nil, "bot": true, "verified": true, "mfa_enabled": true, "flags": 0})
	case is("GET", "/applications/@me"):
		reply(w, 200, object{"id": AppID, "name": BotName, "icon": nil, "description": "", "verify_key": s.PublicKey, "interactions_endpoint_url": nil, "flags": 0, "approximate_guild_count": 1, "bot_public": true})
	case matches("/applications/*/commands", path):
		if part[1] != AppID {
			s.violate("%s %s: application %s is not ours", r.Method, path, part[1])
			refuse(w, 403, 20012, "You are not authorized to perform this action on this application")
			return
		}
		s.globalCommands(w, r, b)
	case is("GET", "/guilds/*/members/*"):
		if !s.members[part[1]+"|"+part[3]] {
			refuse(w, 404, 10007, "Unknown Member")
			return
		}
		reply(w, 200, object{"user": newUser(part[3], "du", "讀者"), "roles": []any{}, "flags": 0, "deaf": false, "mute": false, "joined_at": "2023-04-05T06:07:08.901000+00:00"})
	case is("POST", "/channels/*/messages"):
		s.channelMessage(w, part[1], b)
	default:
		s.violate("%s %s: there is no such endpoint here", r.Method, path)
		refuse(w, 404, 0, "404: Not Found")
	}
}

// matches compares a path with a pattern in which * stands for one part.
func matches(pattern, path string) bool {
	p, q := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(p) != len(q) {
		return false
	}
	for n := range p {
		if p[n] != "*" && p[n] != q[n] {
			return false
		}
	}
	return true
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// A client that has gone misses its answer.
	_ = json.NewEncoder(w).Encode(v)
}

// refuse answers as Discord refuses.
func refuse(w http.ResponseWriter, status, code int, message string) {
	reply(w, status, object{"message": message, "code": code})
}

// channelMessage is a message that the bot sends without being asked.
func (s *Server) channelMessage(w http.ResponseWriter, channel string, b body) {
	if !s.proper(w, "send", b, s.schema.request("POST", "/channels/{channel_id}/messages", b.json), created) {
		return
	}
	var sent object
	_ = json.Unmarshal(b.json, &sent)
	if nonce, ok := sent["nonce"].(string); ok && sent["enforce_nonce"] == true {
		for _, m := range s.messages {
			if m["nonce"] == nonce && m["channel_id"] == channel {
				reply(w, 200, m)
				return
			}
		}
	}
	m := newMessage(s.newID(), channel)
	m["type"] = 0
	m["nonce"] = sent["nonce"]
	s.merge(m, sent, b)
	s.messages = append(s.messages, m)
	s.change()
	reply(w, 200, m)
}

// AddMember makes a user a member of a server that the bot is in.
func (s *Server) AddMember(guild, user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.members == nil {
		s.members = map[string]bool{}
	}
	s.members[guild+"|"+user] = true
}

// Sent are the messages that were sent to channels, oldest first.
func (s *Server) Sent() []*Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Reply
	for _, m := range s.messages {
		list = append(list, s.newReply(m))
	}
	return list
}

type form int

const (
	created form = iota
	edited
)

// proper checks the body of a message that is created or edited, and answers
// where something is wrong.
func (s *Server) proper(w http.ResponseWriter, what string, b body, schemaErr error, f form) bool {
	err := schemaErr
	if err == nil {
		err = houseRules(b.json, true)
	}
	if err == nil {
		data, decodeErr := wire.DecodeMessage(b.json)
		if err = decodeErr; err == nil {
			err = wire.CheckMessage(data, f == edited)
		}
	}
	if err == nil {
		err = filesMatch(b.json, b)
	}
	if err != nil {
		s.violate("%s: %v", what, err)
		refuse(w, 400, 50035, "Invalid Form Body")
		return false
	}
	return true
}

// houseRules are what this program asks of itself: no nulls, and in messages
// allowed_mentions that allow nothing.
func houseRules(raw []byte, message bool) error {
	var m object
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	if at := nullIn(m, ""); at != "" {
		return fmt.Errorf("%s is null", at)
	}
	if !message {
		return nil
	}
	mentions, err := json.Marshal(m["allowed_mentions"])
	if err != nil || string(mentions) != `{"parse":[]}` {
		return fmt.Errorf("allowed_mentions is %s, not an empty parse", mentions)
	}
	return nil
}

func nullIn(v any, at string) string {
	switch v := v.(type) {
	case nil:
		return at
	case object:
		for key, child := range v {
			if found := nullIn(child, at+"/"+key); found != "" {
				return found
			}
		}
	case []any:
		for n, child := range v {
			if found := nullIn(child, fmt.Sprintf("%s/%d", at, n)); found != "" {
				return found
			}
		}
	}
	return ""
}

// filesMatch checks that the parts of a multipart body and the attachments in
// its JSON name the same files.
func filesMatch(message []byte, b body) error {
	var m struct {
		Attachments []struct{ ID, Filename string } `json:"attachments"`
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return err
	}
	named := map[string]string{}
	for _, a := range m.Attachments {
		named["files["+a.ID+"]"] = a.Filename
	}
	for part, f := range b.files {
		if name, ok := named[part]; !ok || name != f.filename {
			return fmt.Errorf("part %s (%q) is %q in attachments", part, f.filename, name)
		}
	}
	for part := range named {
		// Longer ids are those of attachments that a message already has.
		if _, ok := b.files[part]; !ok && len(part) < len("files[000000]") {
			return fmt.Errorf("attachments name %s, which was not sent", part)
		}
	}
	return nil
}
