package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
)

// logged waits until the log says something.
func (s *served) logged(t *testing.T, what string) {
	t.Helper()
	eventually(t, "the log says "+what, func() bool { return strings.Contains(s.log.String(), what) })
}

// Whatever happens to the connection, the program comes back and answers.
func TestComesBack(t *testing.T) {
	discord := discordtest.New(t)
	discord.Fail("GET", "/gateway", 1, discordtest.Status(502))
	discord.Fail("PUT", "/applications/*/commands", 1, discordtest.RateLimited(time.Millisecond))
	discord.Fail("GET", "/applications/*/commands", 1, discordtest.Cut)
	s := startServing(t, discord, t.TempDir())
	for _, fault := range []struct {
		name string
		do   func(*discordtest.Conn)
		says string
	}{
		{"dropped", (*discordtest.Conn).Drop, "connection lost"},
		{"closed 4009", func(c *discordtest.Conn) { c.Close(4009, "Session timed out.") }, "session timed out (4009)"},
	} {
		c := discord.AwaitSession()
		fault.do(c)
		c.AwaitEnd()
		if r := s.ask(discordtest.Slash("quote", discordtest.Text("text", "松山"))); !strings.Contains(r.Text(), "**松山**") {
			t.Errorf("%s: answered %s", fault.name, r.Text())
		}
		s.logged(t, fault.says)
	}
	if len(discord.Commands()) == 0 {
		t.Error("the commands were not registered")
	}
}

// Where another copy runs with the same token, the log says so.
func TestSaysThatAnotherCopyRuns(t *testing.T) {
	discord := discordtest.New(t)
	s := startServing(t, discord, t.TempDir())
	asked := discord.Prepare(discordtest.Slash("quote", discordtest.Text("text", "松山")))
	asked.Acknowledge()
	if err := discord.AwaitSession().Dispatch("INTERACTION_CREATE", json.RawMessage(asked.Raw)); err != nil {
		t.Fatal(err)
	}
	s.logged(t, "another copy of the bot runs with this token")
}

// The program's end waits for what is being answered.
func TestStopsBetweenAnswers(t *testing.T) {
	for way, settings := range map[string][]string{"gateway": nil, "HTTP": {"HTTP_ADDR=127.0.0.1:0"}} {
		t.Run(way, func(t *testing.T) {
			discord := discordtest.New(t)
			s := startServing(t, discord, t.TempDir(), append(settings, "DISCORD_PUBLIC_KEY="+discord.PublicKey)...)
			// Discord takes the answer only when the program has been told to stop.
			stopped := make(chan struct{})
			const edits = "/webhooks/*/*/messages/@original"
			discord.Hold("DELETE", edits, stopped)
			press := discordtest.Press("delete|").Can(discordgo.PermissionManageMessages)
			var asked *discordtest.Pending
			if way == "gateway" {
				asked = discord.Dispatch(press)
			} else {
				asked = discord.Endpoint("http://" + s.address(t, "answering over HTTP") + "/interactions").Send(press)
			}
			asked.AwaitCallback()
			discord.AwaitCall("DELETE", edits, 1)
			s.stop()
			close(stopped)
			asked.AwaitReply("the deletion", func(r *discordtest.Reply) bool { return r.Deleted })
			if status := <-s.status; status != statusDone {
				t.Errorf("status %d", status)
			}
			s.status <- statusDone
		})
	}
}
