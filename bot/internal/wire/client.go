package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// DefaultBaseURL is Discord's own API.
const DefaultBaseURL = "https://discord.com/api/v10"

// ParseBaseURL reads the address that every REST call goes to; empty stands for
// Discord's own. A bare host gets the path /api/v10, as before a proxy; one that
// ends in /api gets /v10. Only https, or http on a loopback address, is taken.
// The error does not repeat the address.
func ParseBaseURL(s string) (*url.URL, error) {
	if s == "" {
		s = DefaultBaseURL
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("not an address such as " + DefaultBaseURL)
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && isLoopback(u.Hostname())) {
		return nil, errors.New("neither https nor http on a loopback address")
	}
	switch u.Path = strings.TrimRight(u.Path, "/"); {
	case u.Path == "":
		u.Path = "/api/v10"
	case strings.HasSuffix(u.Path, "/api"):
		u.Path += "/v10"
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ClientConfig is what a Client needs. The zero value of each field has a
// meaning of its own, given with it.
type ClientConfig struct {
	BaseURL *url.URL     // from ParseBaseURL; nil is Discord's own
	Token   string       // the bot token, without "Bot "; empty is enough for interactions
	HTTP    *http.Client // its transport and timeout are used; nil is one with a timeout of 15 seconds
	Home    string       // where to read about this program, for the User-Agent; empty is a name that leads nowhere
	Version string       // of this program, for the User-Agent
	// Wait sleeps until the time is over or the context done; nil is the clock's.
	Wait func(context.Context, time.Duration) error
	// Chance gives numbers in [0, 1) for spreading retries; nil is math/rand.
	Chance func() float64
}

// Client makes the REST calls of an application that answers interactions. It
// is safe for use by several goroutines.
//
// Every call obeys its context. A call that Discord asks to repeat later
// (status 429) is repeated then, unless the context ends sooner. After a 5xx or
// a lost connection only what does no harm twice is repeated. Errors are an
// *APIError, or say that there was no answer; they contain no token.
type Client struct {
	base      string
	token     string
	http      http.Client
	userAgent string
	wait      func(context.Context, time.Duration) error
	chance    func() float64
}

// NewClient returns a client for c.
func NewClient(c ClientConfig) *Client {
	client := &Client{
		base:      DefaultBaseURL,
		token:     strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot "),
		http:      http.Client{Timeout: 15 * time.Second},
		userAgent: fmt.Sprintf("DiscordBot (%s, %s)", cmp.Or(c.Home, "https://shuyou.invalid"), cmp.Or(c.Version, "devel")),
		wait:      c.Wait,
		chance:    c.Chance,
	}
	if c.BaseURL != nil {
		client.base = strings.TrimRight(c.BaseURL.String(), "/")
	}
	if c.HTTP != nil {
		client.http = *c.HTTP
	}
	// A redirect would carry a token in its path to wherever it points.
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	if client.wait == nil {
		client.wait = sleep
	}
	if client.chance == nil {
		client.chance = rand.Float64
	}
	return client
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Callback answers an interaction. Discord takes one answer within 3 seconds.
// An error that is ErrAlreadyAcknowledged means that somebody else answered.
func (c *Client) Callback(ctx context.Context, interactionID, token string, r *discordgo.InteractionResponse) error {
	body, contentType, err := Body(r)
	if err != nil {
		return err
	}
	return c.do(ctx, call{
		op: "callback", method: http.MethodPost, secret: token,
		path: "/interactions/" + url.PathEscape(interactionID) + "/" + url.PathEscape(token) + "/callback",
		body: body, contentType: contentType,
		// Discord refuses a second answer, so repeating a lost one is safe.
		harmless: true,
	})
}

// EditOriginal replaces the answer to an interaction, or the placeholder of a
// deferred one.
func (c *Client) EditOriginal(ctx context.Context, appID, token string, data *discordgo.InteractionResponseData) error {
	payload, err := EncodeEdit(data)
	if err != nil {
		return err
	}
	body, contentType, err := withFiles(payload, data.Files)
	if err != nil {
		return err
	}
	return c.do(ctx, call{
		op: "edit original", method: http.MethodPatch, secret: token,
		path: webhookPath(appID, token) + "/messages/@original",
		body: body, contentType: contentType, harmless: true,
	})
}

// Followup sends a further message to an interaction that was answered, and
// returns its id.
func (c *Client) Followup(ctx context.Context, appID, token string, data *discordgo.InteractionResponseData) (messageID string, err error) {
	payload, err := EncodeMessage(data)
	if err != nil {
		return "", err
	}
	body, contentType, err := withFiles(payload, data.Files)
	if err != nil {
		return "", err
	}
	var m struct {
		ID string `json:"id"`
	}
	err = c.do(ctx, call{
		op: "followup", method: http.MethodPost, secret: token,
		path: webhookPath(appID, token), body: body, contentType: contentType, into: &m,
	})
	return m.ID, err
}

// DeleteOriginal removes the answer to an interaction.
func (c *Client) DeleteOriginal(ctx context.Context, appID, token string) error {
	return c.do(ctx, call{
		op: "delete original", method: http.MethodDelete, secret: token,
		path: webhookPath(appID, token) + "/messages/@original", harmless: true,
	})
}

func webhookPath(appID, token string) string {
	return "/webhooks/" + url.PathEscape(appID) + "/" + url.PathEscape(token)
}

// Send posts a message to a channel and returns its id. Two calls with the same
// nonce (at most 25 characters) within a few minutes make one message.
func (c *Client) Send(ctx context.Context, channelID, nonce string, data *discordgo.InteractionResponseData) (messageID string, err error) {
	m, err := createdMessage(data)
	if err != nil {
		return "", fmt.Errorf("encode message: %w", err)
	}
	payload, err := marshal(struct {
		messageJSON
		Nonce   string `json:"nonce,omitempty"`
		Enforce bool   `json:"enforce_nonce,omitempty"`
	}{m, nonce, nonce != ""})
	if err != nil {
		return "", err
	}
	body, contentType, err := withFiles(payload, data.Files)
	if err != nil {
		return "", err
	}
	var sent struct {
		ID string `json:"id"`
	}
	err = c.do(ctx, call{
		op: "send", method: http.MethodPost, bot: true, path: "/channels/" + url.PathEscape(channelID) + "/messages",
		body: body, contentType: contentType, harmless: nonce != "", into: &sent,
	})
	return sent.ID, err
}

// Application is what Discord says of the application the token belongs to.
type Application struct {
	ID                      string `json:"id"`
	Name                    string `json:"name"`
	VerifyKey               string `json:"verify_key"` // hex, the DISCORD_PUBLIC_KEY of HTTP interactions
	InteractionsEndpointURL string `json:"interactions_endpoint_url"`
	ApproximateGuildCount   int    `json:"approximate_guild_count"`
	Flags                   int    `json:"flags"`
}

// Application asks whose token this is.
func (c *Client) Application(ctx context.Context) (*Application, error) {
	var a Application
	err := c.do(ctx, call{op: "application", method: http.MethodGet, path: "/applications/@me", bot: true, harmless: true, into: &a})
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// Me asks for the bot's own user.
func (c *Client) Me(ctx context.Context) (*discordgo.User, error) {
	var u discordgo.User
	err := c.do(ctx, call{op: "user", method: http.MethodGet, path: "/users/@me", bot: true, harmless: true, into: &u})
	if err != nil {
		return nil, err
	}
	return &u, nil
}

// Commands fetches the global commands as Discord has them, with their
// translations, for SameCommands.
func (c *Client) Commands(ctx context.Context, appID string) ([]*discordgo.ApplicationCommand, error) {
	var list commandList
	err := c.do(ctx, call{
		op: "commands", method: http.MethodGet, bot: true, harmless: true, into: &list,
		path: "/applications/" + url.PathEscape(appID) + "/commands?with_localizations=true",
	})
	return list, err
}

// PutCommands replaces all global commands and returns them as Discord has
// them now, with the ids that a clickable mention (</quote:id>) needs.
func (c *Client) PutCommands(ctx context.Context, appID string, commands []*discordgo.ApplicationCommand) ([]*discordgo.ApplicationCommand, error) {
	body, err := EncodeCommands(commands)
	if err != nil {
		return nil, err
	}
	var list commandList
	err = c.do(ctx, call{
		op: "put commands", method: http.MethodPut, bot: true, harmless: true, into: &list,
		path: "/applications/" + url.PathEscape(appID) + "/commands", body: body, contentType: jsonType,
	})
	return list, err
}

// GatewayURL asks where the gateway is: a wss address, or a ws one on loopback
// for tests. The token is to be sent there, so nothing else is taken.
func (c *Client) GatewayURL(ctx context.Context) (*url.URL, error) {
	var g struct {
		URL string `json:"url"`
	}
	if err := c.do(ctx, call{op: "gateway", method: http.MethodGet, path: "/gateway", bot: true, harmless: true, into: &g}); err != nil {
		return nil, err
	}
	u, err := url.Parse(g.URL)
	if err != nil || u.Host == "" || u.Scheme != "wss" && !(u.Scheme == "ws" && isLoopback(u.Hostname())) {
		return nil, errors.New("discord: gateway: the address is neither wss nor ws on loopback")
	}
	return u, nil
}

// IsMember asks whether a user is a member of a server that the bot is in.
func (c *Client) IsMember(ctx context.Context, guildID, userID string) (bool, error) {
	err := c.do(ctx, call{
		op: "member", method: http.MethodGet, bot: true, harmless: true,
		path: "/guilds/" + url.PathEscape(guildID) + "/members/" + url.PathEscape(userID),
	})
	var refused *APIError
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
		return false, nil
	}
	return err == nil, err
}
