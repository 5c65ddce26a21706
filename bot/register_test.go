package main

import (
	"bytes"
	"strings"
	"testing"

	"shuyou/bot/internal/discordtest"
	"shuyou/commands"
)

// runIn runs the program with an environment, and returns its status and what
// it wrote.
func runIn(t *testing.T, env map[string]string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := &program{
		stdin: strings.NewReader(""), stdout: &out, stderr: &errs, envFile: "no-such-file", terminal: func(any) bool { return false },
		lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	}
	status = p.run(t.Context(), args)
	return status, out.String(), errs.String()
}

// Commands are registered, found registered, and taken away, without serving.
func TestRegistersWithoutServing(t *testing.T) {
	discord := discordtest.New(t)
	env := map[string]string{"DISCORD_TOKEN": discord.Token, "DISCORD_API_URL": discord.APIURL, "DATA_DIR": t.TempDir()}
	definitions, err := commands.Definitions()
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args  []string
		says  string
		there int
	}{
		{[]string{"register"}, "registered; if Discord does not show them", len(definitions)},
		{[]string{"register"}, "registered already", len(definitions)},
		{[]string{"register", "--clear"}, "has no commands any more", 0},
	} {
		status, out, errs := runIn(t, env, step.args...)
		if status != statusDone || !strings.Contains(out, step.says) {
			t.Errorf("%v: status %d, %s%s", step.args, status, out, errs)
		}
		if n := len(discord.Commands()); n != step.there {
			t.Errorf("after %v Discord has %d commands, want %d", step.args, n, step.there)
		}
	}
	if n := discord.CallsTo("PUT", "/applications/*/commands"); n != 2 {
		t.Errorf("the commands were sent %d times, want 2", n)
	}
	env["DISCORD_TOKEN"] = "T" + discord.Token
	status, _, errs := runIn(t, env, "register")
	if status != statusFailed || !strings.Contains(errs, "bot: hint: copy DISCORD_TOKEN anew") || strings.Contains(errs, discord.Token) {
		t.Errorf("a refused token: status %d, %s", status, errs)
	}
	discord.TakeViolations() // the refused token is the point
}
