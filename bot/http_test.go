package main

import (
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/web"
	"shuyou/commands"
)

// address is the address that the program says it does something on.
func (s *served) address(t *testing.T, doing string) string {
	t.Helper()
	m := regexp.MustCompile(regexp.QuoteMeta(doing) + `.* address=(\S+)`).FindStringSubmatch(s.log.String())
	if m == nil {
		t.Fatalf("the log does not say %s:\n%s", doing, s.log)
	}
	return m[1]
}

// The program answers over HTTP what it answers over the gateway: every command
// that there is, suggestions, buttons, menus and forms. Each answer is held
// against Discord's OpenAPI description.
func TestServesOverHTTP(t *testing.T) {
	discord := discordtest.New(t)
	s := startServing(t, discord, t.TempDir(), "HTTP_ADDR=127.0.0.1:0", "METRICS_ADDR=127.0.0.1:0", "DISCORD_PUBLIC_KEY="+discord.PublicKey)
	discordSends := discord.Endpoint("http://" + s.address(t, "answering over HTTP") + web.Path)
	ask := func(i discordtest.Interaction) *discordtest.Reply { return discordSends.Send(i).Await() }

	if pong := discordSends.Send(discordtest.Ping()).AwaitCallback(); pong.Kind != discordgo.InteractionResponsePong {
		t.Errorf("a ping is answered with %d", pong.Kind)
	}
	definitions, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	said, reader := map[string]bool{}, 500000000000000000
	for _, d := range definitions {
		for _, locale := range []string{"zh-TW", "zh-CN", "en-US"} {
			for _, i := range asked(d) {
				reader++ // one alone may not ask that much
				r := ask(i.Locale(locale).As(strconv.Itoa(reader), "讀者").Can(discordgo.PermissionManageGuild))
				if r.Text() == "" && r.Modal == nil {
					t.Errorf("%s in %s: nothing is said", d.Name, locale)
				}
				said[r.Text()] = true
			}
		}
	}
	if len(said) < 2*len(definitions) {
		t.Errorf("all commands together say only %d things", len(said))
	}
	found := ask(discordtest.Slash("quote", discordtest.Text("text", "松山")))
	if !strings.Contains(found.Message.Embeds[0].Description, "**松山**周邊的兵力") {
		t.Errorf("/quote: %s", found.Text())
	}
	turned := ask(found.Press(customID(t, found, "quote|2")))
	if turned.Kind != discordgo.InteractionResponseUpdateMessage || !strings.HasPrefix(turned.Message.Embeds[0].Footer.Text, "6–9") {
		t.Errorf("▶: %s", turned.Text())
	}
	if other := ask(found.Press(customID(t, found, "quote|2")).As("200000000000000002", "乙")); !other.Private {
		t.Error("somebody else's ▶ is for all")
	}
	place := found.Menu()
	if opened := ask(found.Choose(place.CustomID, place.Options[4].Value)); !opened.Private || !strings.Contains(opened.Text(), "第 6 段") {
		t.Errorf("看前後文: %s", opened.Text())
	}
	deleted := discordSends.Send(found.Press(customID(t, found, "delete|")))
	deleted.AwaitReply("the message is deleted", func(r *discordtest.Reply) bool { return r.Deleted })
	long := ask(discordtest.Slash("convert", discordtest.Text("text", strings.Repeat("龙", 3000)), discordtest.Text("to", "trad")))
	if string(long.Files["converted.txt"]) != strings.Repeat("龍", 3000) {
		t.Errorf("a long /convert: %s", long.Text())
	}
	if books := ask(discordtest.Suggest("quote", discordtest.Text("text", "松"), discordtest.Text("book", "选").Typing())); len(books.Choices) != 5 {
		t.Errorf("suggestions: %v", books.Choices)
	}
	for _, i := range []discordtest.Interaction{discordtest.Press("nosuch|1"), discordtest.Submit("nosuch", map[string]string{"text": "十二"}), discordtest.Slash("nosuch")} {
		if r := ask(i); !r.Private {
			t.Errorf("what is unknown is answered with %s", r.Text())
		}
	}
	for _, line := range []string{
		`shuyou_interactions_total{command="other",result="answered"} 1`, // the unknown command
		`shuyou_interactions_total{command="form",result="answered"} 1`,
		`shuyou_index_books 5`,
	} {
		// What is answered is counted a moment later.
		for late := time.Now().Add(10 * time.Second); ; {
			metrics := fetch(t, "http://"+s.address(t, "showing metrics")+"/metrics")
			if strings.Contains(metrics, "\n"+line+"\n") {
				break
			}
			if time.Now().After(late) {
				t.Errorf("the metrics lack %s:\n%s", line, metrics)
				break
			}
		}
	}
	if fetch(t, "http://"+s.address(t, "showing metrics")+"/readyz") != "ready\n" {
		t.Error("it is not ready")
	}
	if log := s.log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "松山") {
		t.Errorf("the log says\n%s", log)
	}
}

// asked is a command in the ways in which somebody may use it.
func asked(d *discordgo.ApplicationCommand) []discordtest.Interaction {
	if d.Type == discordgo.MessageApplicationCommand {
		return []discordtest.Interaction{discordtest.MessageMenu(d.Name, "曹變蛟卻徑直向清軍大營攻去")}
	}
	uses := []discordtest.Interaction{discordtest.Slash(d.Name)}
	for _, o := range d.Options {
		switch o.Type {
		case discordgo.ApplicationCommandOptionSubCommand:
			uses = append(uses, discordtest.Slash(d.Name, discordtest.Sub(o.Name)))
		case discordgo.ApplicationCommandOptionString:
			uses = append(uses, discordtest.Slash(d.Name, discordtest.Text(o.Name, "曹變蛟")))
		}
	}
	return uses
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// What is missing for HTTP ends the program with a line and a remedy.
func TestHTTPThatCannotBeServed(t *testing.T) {
	discord := discordtest.New(t)
	taken := startServing(t, discord, t.TempDir(), "HTTP_ADDR=127.0.0.1:0", "DISCORD_PUBLIC_KEY="+discord.PublicKey)
	for name, tt := range map[string]struct {
		settings map[string]string
		says     string
	}{
		"no key":             {map[string]string{"HTTP_ADDR": "127.0.0.1:0"}, "DISCORD_PUBLIC_KEY"},
		"a token as the key": {map[string]string{"HTTP_ADDR": "127.0.0.1:0", "DISCORD_PUBLIC_KEY": discord.Token}, "looks like a bot token"},
		"a port in use":      {map[string]string{"HTTP_ADDR": taken.address(t, "answering over HTTP"), "DISCORD_PUBLIC_KEY": discord.PublicKey}, "HTTP_ADDR"},
		"metrics' port in use": {map[string]string{"HTTP_ADDR": "127.0.0.1:0", "DISCORD_PUBLIC_KEY": discord.PublicKey,
			"METRICS_ADDR": taken.address(t, "answering over HTTP")}, "METRICS_ADDR"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr lockedBuffer
			env := tt.settings
			env["DISCORD_TOKEN"], env["DISCORD_API_URL"], env["DATA_DIR"] = discord.Token, discord.APIURL, t.TempDir()
			p := &program{
				stdout: io.Discard, stderr: &stderr, envFile: "no-such-file", terminal: func(any) bool { return false },
				lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
			}
			if status := p.run(t.Context(), nil); status != statusUsage {
				t.Errorf("status %d", status)
			}
			if out := stderr.String(); !strings.Contains(out, tt.says) || !strings.Contains(out, "bot: hint: ") || strings.Contains(out, discord.Token) {
				t.Errorf("it says\n%s", out)
			}
		})
	}
}
