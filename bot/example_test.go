package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The example and the README name every setting, and no other; the example is
// a .env file that changes nothing.
func TestEverySettingIsDocumented(t *testing.T) {
	example, err := os.ReadFile("../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	values, err := parseEnv(".env.example", string(example))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range settingNames {
		if value, ok := values[name]; !ok || value != "" {
			t.Errorf(".env.example: %s=%q, want it empty", name, value)
		}
		if !strings.Contains(string(readme), "`"+name+"`") {
			t.Errorf("README.md does not name %s", name)
		}
		delete(values, name)
	}
	for name := range values {
		t.Errorf(".env.example names %s, which is not read", name)
	}
}

// Every command of the command line stands in the README.
func TestEveryCommandIsDocumented(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range subcommands() {
		if !regexp.MustCompile(strings.TrimSpace("`bot "+c.name) + `\b`).Match(readme) {
			t.Errorf("README.md does not name bot %s", c.name)
		}
	}
}
