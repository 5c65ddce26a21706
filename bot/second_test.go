package main

import (
	"bytes"
	"strings"
	"testing"

	"shuyou/bot/internal/discordtest"
)

// A second server on the same data folder stops with a line, before it has said
// a word to Discord; the first is not disturbed, and other commands work beside
// it.
func TestASecondServerStops(t *testing.T) {
	discord, data := discordtest.New(t), t.TempDir()
	first := startServing(t, discord, data)
	env := map[string]string{"DISCORD_TOKEN": discord.Token, "DISCORD_API_URL": discord.APIURL, "DATA_DIR": data, "FONT_FILE": "none"}
	run := func(args ...string) (status int, out, errs string) {
		var stdout, stderr bytes.Buffer
		p := &program{
			stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, envFile: "no-such-file", terminal: func(any) bool { return false },
			lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		}
		return p.run(t.Context(), args), stdout.String(), stderr.String()
	}
	status, _, errs := run()
	if status != statusFailed || !strings.Contains(errs, "in use") || !strings.Contains(errs, data) || strings.Contains(errs, "goroutine") {
		t.Errorf("the second server ends with status %d: %s", status, errs)
	}
	if n := discord.Conns(); n != 1 {
		t.Errorf("%d connections to the gateway", n)
	}
	for _, beside := range []struct {
		args  []string
		shows string
	}{
		{[]string{"ask", "/quote 松山"}, "松山"},
		{[]string{"health"}, "ready"},
		{[]string{"library"}, "選段 000"},
	} {
		if status, out, errs := run(beside.args...); status != statusDone || !strings.Contains(out, beside.shows) {
			t.Errorf("beside it, %v ends with status %d: %s%s", beside.args, status, out, errs)
		}
	}
	if found := first.ask(discordtest.Slash("quote", discordtest.Text("text", "松山"))); !strings.Contains(found.Text(), "松山") {
		t.Errorf("the first answers %s", found.Text())
	}
}
