package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
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

// What the container files set are settings, in the folders of the image.
func TestContainerFiles(t *testing.T) {
	variable := regexp.MustCompile(`(?m)^ +([A-Z][A-Z_]+): (.*)$`)
	others := []string{"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD_FILE", "SHUYOU_DOMAIN"}
	for _, name := range []string{"../compose.yaml", "../deploy/compose.postgres.yaml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Services map[string]any `yaml:"services"`
			Volumes  map[string]any `yaml:"volumes"`
		}
		if err := yaml.Unmarshal(text, &file); err != nil || len(file.Services) == 0 || len(file.Volumes) == 0 {
			t.Errorf("%s: %v", name, err)
		}
		for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(settingNames, m[1]) && !slices.Contains(others, m[1]) {
				t.Errorf("%s sets %s, which is not read", name, m[1])
			}
			if m[1] == "DATA_DIR" && m[2] != "/data" {
				t.Errorf("%s: DATA_DIR is %s, and the image has /data", name, m[2])
			}
		}
	}
}
