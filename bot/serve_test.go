package main

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
)

// A served is the program as it serves Discord in a test.
type served struct {
	discord *discordtest.Server
	log     *lockedBuffer
	stop    context.CancelFunc
	status  chan int
}

// lockedBuffer is what the program writes to standard error.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// startServing starts the program and waits until its commands are registered,
// or it answers over HTTP. settings are further ones, as NAME=value. It ends with
// the test.
func startServing(t *testing.T, discord *discordtest.Server, data string, settings ...string) *served {
	t.Helper()
	return startServingBooks(t, discord, data, "", settings...)
}

// startServingBooks is startServing over the books of a folder.
func startServingBooks(t *testing.T, discord *discordtest.Server, data, books string, settings ...string) *served {
	t.Helper()
	s := &served{discord: discord, log: &lockedBuffer{}, status: make(chan int, 1)}
	env := map[string]string{"DISCORD_TOKEN": discord.Token, "DISCORD_API_URL": discord.APIURL, "DATA_DIR": data, "LIBRARY_DIR": books}
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		env[name] = value
	}
	ready := make(chan struct{}, 16)
	p := &program{
		stdout: &bytes.Buffer{}, stderr: s.log, envFile: "no-such-file", terminal: func(any) bool { return false },
		lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		ready:     func() { ready <- struct{}{} },
		cdn:       discord.Transport(),
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stop = cancel
	go func() { s.status <- p.run(ctx, nil) }()
	select {
	case <-ready:
	case status := <-s.status:
		t.Fatalf("the program stopped with status %d:\n%s", status, s.log)
	case <-time.After(30 * time.Second):
		t.Fatalf("the program does not serve:\n%s", s.log)
	}
	t.Cleanup(func() {
		cancel()
		select {
		case status := <-s.status:
			if status != statusDone {
				t.Errorf("the program ended with status %d:\n%s", status, s.log)
			}
		case <-time.After(10 * time.Second):
			t.Error("the program does not stop")
		}
		if token := discord.Token; strings.Contains(s.log.String(), token) {
			t.Error("the log holds the token")
		}
	})
	// Until the books are read in, which may come later, everything is answered
	// with that.
	s.logged(t, `msg="serving `)
	return s
}

// eventually waits until something holds that the program does by itself.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); <-time.After(10 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Errorf("%s: not in 20 seconds", what)
}

func (s *served) ask(i discordtest.Interaction) *discordtest.Reply {
	return s.discord.Dispatch(i).Await()
}

func TestServesDiscord(t *testing.T) {
	s := startServing(t, discordtest.New(t), t.TempDir())

	found := s.ask(discordtest.Slash("quote", discordtest.Text("text", "松山")))
	if found.Private || !strings.Contains(found.Message.Embeds[0].Description, "**松山**周邊的兵力") {
		t.Errorf("/quote: %s", found.Text())
	}
	turned := s.ask(found.Press(customID(t, found, "quote|2")))
	if turned.Kind != discordgo.InteractionResponseUpdateMessage || !strings.HasPrefix(turned.Message.Embeds[0].Footer.Text, "6–9") {
		t.Errorf("▶: %s", turned.Text())
	}
	other := s.ask(found.Press(customID(t, found, "quote|2")).As("200000000000000002", "乙"))
	if !other.Private || other.Kind != discordgo.InteractionResponseChannelMessageWithSource {
		t.Errorf("somebody else's ▶: %+v", other.Kind)
	}
	place := found.Menu()
	opened := s.ask(found.Choose(place.CustomID, place.Options[4].Value))
	if !opened.Private || !strings.Contains(opened.Message.Embeds[0].Description, "第 6 段") {
		t.Errorf("看前後文: %s", opened.Text())
	}
	deleted := s.discord.Dispatch(found.Press(customID(t, found, "delete|")))
	deleted.AwaitReply("the message is deleted", func(r *discordtest.Reply) bool { return r.Deleted })

	who := s.ask(discordtest.Slash("who", discordtest.Text("name", "曹變蛟")).Locale("en-US"))
	if !who.Private || who.Message.Embeds[0].Title != "曹变蛟" || !strings.Contains(who.Message.Embeds[0].Description, "**Called**") {
		t.Errorf("/who: %s", who.Text())
	}
	converted := s.ask(discordtest.Slash("convert", discordtest.Text("text", "曹变蛟突围"), discordtest.Text("to", "trad")))
	if !converted.Private || converted.Message.Content != "曹變蛟突圍" {
		t.Errorf("/convert: %s", converted.Text())
	}
	long := s.ask(discordtest.Slash("convert", discordtest.Text("text", strings.Repeat("龙", 3000)), discordtest.Text("to", "trad")))
	if string(long.Files["converted.txt"]) != strings.Repeat("龍", 3000) {
		t.Errorf("a long /convert: %s", long.Text())
	}
	books := s.ask(discordtest.Suggest("quote", discordtest.Text("text", "松"), discordtest.Text("book", "选").Typing()))
	if len(books.Choices) != 5 {
		t.Errorf("suggestions: %v", books.Choices)
	}
	for _, text := range []string{"", "！", "\"", strings.Repeat("山", 6000)} {
		if r := s.ask(discordtest.Slash("quote", discordtest.Text("text", text))); !r.Private {
			t.Errorf("/quote %.10q is answered to everybody", text)
		}
	}
	if strings.Contains(s.log.String(), "level=ERROR") || strings.Contains(s.log.String(), "松山") {
		t.Errorf("the log says\n%s", s.log)
	}
}

func customID(t *testing.T, r *discordtest.Reply, action string) string {
	t.Helper()
	for _, row := range r.Message.Components {
		for _, c := range row.(*discordgo.ActionsRow).Components {
			if b, ok := c.(*discordgo.Button); ok && strings.HasPrefix(b.CustomID, action) {
				return b.CustomID
			}
		}
	}
	t.Fatalf("no button %s", action)
	return ""
}

// Commands are sent only where Discord has others: sending them anew makes
// them unusable for a moment.
func TestRegistersOnlyWhatDiffers(t *testing.T) {
	discord := discordtest.New(t)
	data := t.TempDir()
	first := startServing(t, discord, data)
	if n := discord.CallsTo("PUT", "/applications/*/commands"); n != 1 {
		t.Errorf("the first start sent the commands %d times", n)
	}
	first.stop()
	if status := <-first.status; status != statusDone {
		t.Errorf("status %d", status)
	}
	first.status <- statusDone
	startServing(t, discord, data)
	if n := discord.CallsTo("PUT", "/applications/*/commands"); n != 1 {
		t.Errorf("the second start sent them again: %d times", n)
	}
	if len(discord.Commands()) != 10 {
		t.Errorf("commands: %v", discord.Commands())
	}
}

// A button of a message from before a restart works after it.
func TestButtonsWorkAfterARestart(t *testing.T) {
	discord := discordtest.New(t)
	data := t.TempDir()
	first := startServing(t, discord, data)
	found := first.ask(discordtest.Slash("quote", discordtest.Text("text", "清军")))
	first.stop()
	status := <-first.status
	first.status <- status
	second := startServing(t, discord, data)
	turned := second.ask(found.Press(customID(t, found, "quote|2")))
	if turned.Kind != discordgo.InteractionResponseUpdateMessage {
		t.Errorf("▶ after a restart: %s", turned.Text())
	}
}

// Other commands work beside a serving program; a second server says so.
func TestBesideAServingProgram(t *testing.T) {
	discord := discordtest.New(t)
	data := t.TempDir()
	startServing(t, discord, data)
	env := map[string]string{"DISCORD_TOKEN": discord.Token, "DISCORD_API_URL": discord.APIURL, "DATA_DIR": data}
	run := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		p := &program{
			stdin: strings.NewReader("松山\n"), stdout: &stdout, stderr: &stderr, envFile: "no-such-file", terminal: func(any) bool { return false },
			lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		}
		return p.run(t.Context(), args), stdout.String(), stderr.String()
	}
	for _, args := range [][]string{{"health"}, {"library", "--reload"}, {"ask", "/quote 松山"}, {"search", "松山"}, {"search", "-"}, {"library"}, {"click", "quote|2||||松山"}} {
		if status, out, err := run(args...); status != statusDone || out == "" {
			t.Errorf("%v beside a server: status %d, %s", args, status, err)
		}
	}
	status, _, err := run()
	if status != statusFailed || !strings.Contains(err, "in use by another process") || !strings.Contains(err, "bot: hint: ") {
		t.Errorf("a second server: status %d, %s", status, err)
	}
}

// A token that Discord refuses ends the program with a reason and a remedy.
func TestARefusedTokenEndsTheProgram(t *testing.T) {
	discord := discordtest.New(t)
	var stderr bytes.Buffer
	env := map[string]string{"DISCORD_TOKEN": "T" + discord.Token, "DISCORD_API_URL": discord.APIURL, "DATA_DIR": t.TempDir()}
	p := &program{
		stdout: &bytes.Buffer{}, stderr: &stderr, envFile: "no-such-file", terminal: func(any) bool { return false },
		lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	}
	discord.Script(discordtest.Script{Identified: func(c *discordtest.Conn) { c.Close(4004, "Authentication failed.") }})
	if status := p.run(t.Context(), nil); status != statusFailed {
		t.Errorf("status %d", status)
	}
	if out := stderr.String(); !strings.Contains(out, "bot: hint: copy DISCORD_TOKEN anew") || strings.Contains(out, discord.Token) {
		t.Errorf("the program says\n%s", out)
	}
	discord.TakeViolations() // the refused token is the point
}
