package discordtest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"time"
)

// An Endpoint is where the program receives interactions over HTTP, as Discord
// reaches it.
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint
type Endpoint struct {
	// URL is the Interactions Endpoint URL.
	URL string
	// Now is the clock that requests are signed by. Default: time.Now.
	Now func() time.Time

	s    *Server
	http http.Client
}

// Endpoint sends interactions to a URL.
func (s *Server) Endpoint(url string) *Endpoint {
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &Endpoint{URL: url, s: s, http: http.Client{Transport: transport, Timeout: patience}}
}

// Response is what came back over HTTP.
type Response struct {
	Status      int
	ContentType string
	Body        []byte
}

// Sign gives the headers that Discord sends with a body.
func (e *Endpoint) Sign(body []byte) http.Header {
	now := time.Now
	if e.Now != nil {
		now = e.Now
	}
	timestamp := strconv.FormatInt(now().Unix(), 10)
	signature := ed25519.Sign(e.s.key, append([]byte(timestamp), body...))
	return http.Header{
		"Content-Type":          {"application/json"},
		"User-Agent":            {"Discord-Interactions/1.0 (+https://discord.com)"},
		"X-Signature-Ed25519":   {hex.EncodeToString(signature)},
		"X-Signature-Timestamp": {timestamp},
	}
}

// Post sends a body with headers.
func (e *Endpoint) Post(headers http.Header, body []byte) (*Response, error) {
	request, err := http.NewRequest(http.MethodPost, e.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = headers
	response, err := e.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return &Response{response.StatusCode, response.Header.Get("Content-Type"), answer}, nil
}

// Send sends an interaction and takes the response as its first answer. What
// is no answer breaks a rule.
func (e *Endpoint) Send(i Interaction) *Pending {
	e.s.t.Helper()
	p := e.s.Prepare(i)
	response, err := e.Post(e.Sign(p.Raw), p.Raw)
	switch {
	case err != nil:
		e.s.t.Errorf("discordtest: %s over HTTP: %v", p.what(), err)
	case response.Status != http.StatusOK:
		e.s.t.Errorf("discordtest: %s over HTTP: status %d, %.200s", p.what(), response.Status, response.Body)
	default:
		_ = p.Answered(response.ContentType, response.Body) // it recorded what is wrong
	}
	return p
}
