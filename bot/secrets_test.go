package main

import (
	"bytes"
	"strings"
	"testing"
)

// A secret that was put where the name of a file belongs is named as such, and
// shown nowhere.
func TestSecretsInPlaceOfFiles(t *testing.T) {
	for name, secret := range map[string]string{
		"DISCORD_TOKEN_FILE": "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB",
		"DATABASE_URL_FILE":  "postgres://u:secretpw@h/db",
	} {
		for _, args := range [][]string{{"doctor"}, nil} {
			var out bytes.Buffer
			env := map[string]string{name: secret, "DATA_DIR": t.TempDir(), "FONT_FILE": ""}
			p := &program{
				stdin: strings.NewReader(""), stdout: &out, stderr: &out, envFile: "no-such-file", terminal: func(any) bool { return false },
				lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
			}
			if status := p.run(t.Context(), args); status == statusDone {
				t.Errorf("%s %v: done", name, args)
			}
			if said := out.String(); !strings.Contains(said, name+" holds the secret itself") || strings.Contains(said, "secretpw") || strings.Contains(said, secret[:10]) {
				t.Errorf("%s %v says\n%s", name, args, said)
			}
		}
	}
}
