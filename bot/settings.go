package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/joho/godotenv"
	"github.com/spf13/pflag"

	"shuyou/bot/internal/wire"
)

// settings are what the environment, the .env file and the flags say. The
// environment wins over the file, a flag over both.
type settings struct {
	libraryDir string // empty: the built-in samples
	dataDir    string
	token      string
	apiURL     *url.URL
	spoilers   bool     // nobody in the group minds them
	guilds     []string // the only servers that are answered, all where empty

	databaseURL string // empty: SQLite in the data folder
	httpAddr    string // empty: over the gateway
	publicKey   string // of the application, for HTTP
	metricsAddr string // empty: no metrics
	fontFile    string // empty: the system's
	logLevel    slog.Level
	logJSON     bool
}

const defaultDataDir = "data"

// readSettings reads and checks everything at once, so that all faults are
// told in one go. A fault names the variable, never its value.
func (p *program) readSettings(flags *pflag.FlagSet) (settings, error) {
	file, err := p.readEnvFile()
	if err != nil {
		return settings{}, err
	}
	get := func(name string) string {
		if value, ok := p.lookupEnv(name); ok {
			return strings.TrimSpace(value)
		}
		return strings.TrimSpace(file[name])
	}
	s := settings{
		libraryDir: get("LIBRARY_DIR"), dataDir: get("DATA_DIR"), token: get("DISCORD_TOKEN"),
		databaseURL: get("DATABASE_URL"), httpAddr: get("HTTP_ADDR"), publicKey: get("DISCORD_PUBLIC_KEY"),
		metricsAddr: get("METRICS_ADDR"), fontFile: p.homeOf(get("FONT_FILE")),
	}
	for flag, setting := range map[string]*string{"library": &s.libraryDir, "data": &s.dataDir} {
		if value, _ := flags.GetString(flag); flags.Changed(flag) {
			*setting = value
		}
	}
	if s.dataDir == "" {
		s.dataDir = defaultDataDir
	}
	if s.dataDir, err = filepath.Abs(p.homeOf(s.dataDir)); err != nil {
		return s, fmt.Errorf("DATA_DIR: %w", err)
	}
	if s.libraryDir != "" {
		s.libraryDir = p.homeOf(s.libraryDir)
		if s.libraryDir, err = filepath.Abs(s.libraryDir); err != nil {
			return s, fmt.Errorf("LIBRARY_DIR: %w", err)
		}
	}
	var faults []error
	if s.apiURL, err = wire.ParseBaseURL(get("DISCORD_API_URL")); err != nil {
		faults = append(faults, wrongUse("leave it empty to use Discord itself", "DISCORD_API_URL must be an https address, or one of this machine"))
	}
	switch level := strings.ToLower(get("LOG_LEVEL")); level {
	case "", "info":
	case "debug", "warn", "error":
		faults = append(faults, s.logLevel.UnmarshalText([]byte(level)))
	default:
		faults = append(faults, wrongUse("leave it empty for info", "LOG_LEVEL must be debug, info, warn or error"))
	}
	switch spoilers := strings.ToLower(get("SPOILERS")); spoilers {
	case "", "hide":
	case "open":
		s.spoilers = true
	default:
		faults = append(faults, wrongUse("leave it empty to hide them", "SPOILERS must be hide or open"))
	}
	for _, id := range strings.FieldsFunc(get("ALLOWED_GUILDS"), func(r rune) bool { return r == ',' || r == ' ' }) {
		if _, err := strconv.ParseUint(id, 10, 64); err != nil {
			faults = append(faults, wrongUse("right-click the server → Copy Server ID; several with commas between", "ALLOWED_GUILDS: a server's id is a number"))
			break
		}
		s.guilds = append(s.guilds, id)
	}
	switch format := strings.ToLower(get("LOG_FORMAT")); format {
	case "", "text":
	case "json":
		s.logJSON = true
	default:
		faults = append(faults, wrongUse("leave it empty for text", "LOG_FORMAT must be text or json"))
	}
	return s, errors.Join(faults...)
}

// homeOf writes ~ out, which a shell does and a file does not.
func (p *program) homeOf(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, set := p.lookupEnv("HOME"); set {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// readEnvFile reads the .env file, which may be missing.
func (p *program) readEnvFile() (map[string]string, error) {
	data, err := os.ReadFile(p.envFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, wrongUse("make it readable, or remove it", "%s cannot be read", p.envFile)
	}
	// A byte order mark would become part of the first name.
	text := strings.TrimPrefix(string(data), "\ufeff")
	values, err := godotenv.Unmarshal(text)
	if err != nil {
		// godotenv's own words quote the line, and with it the secret.
		return nil, wrongUse("every line must read NAME=value; .env.example shows them all", "%s: line %d cannot be read", p.envFile, badLine(text))
	}
	return values, nil
}

// badLine is the first line that is no setting, or else the first at which the
// text cannot be read any more.
func badLine(text string) int {
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !strings.ContainsAny(line, "=:") {
			return n + 1
		}
		if _, err := godotenv.Unmarshal(strings.Join(lines[:n+1], "\n")); err != nil {
			return n + 1
		}
	}
	return len(lines)
}

// tokenShape is what a bot token looks like: the bot's id, a time and a
// signature, in base64 with dots between.
var tokenShape = regexp.MustCompile(`^[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}$`)

// checkToken checks what serving needs. A server other than Discord's own may
// give out tokens of any shape.
func (s settings) checkToken() error {
	const portal = "https://discord.com/developers/applications → your application → Bot → Reset Token"
	const without = "; to try without Discord: bot ask '/quote 松山'"
	switch {
	case s.token == "":
		return wrongUse("copy it from "+portal+", into .env as DISCORD_TOKEN=…"+without, "DISCORD_TOKEN is not set")
	case strings.HasPrefix(s.token, "Bot "):
		return wrongUse("leave out the word Bot in front of it", "DISCORD_TOKEN is malformed")
	case strings.ContainsAny(s.token, " \t\r\n\"'"), s.apiURL == nil || s.apiURL.String() == wire.DefaultBaseURL && !tokenShape.MatchString(s.token):
		return wrongUse("it has three parts with dots between; copy it again from "+portal+without, "DISCORD_TOKEN is malformed")
	}
	return nil
}

// logger writes to standard error as the settings say.
func (in *invocation) logger() *slog.Logger {
	options := &slog.HandlerOptions{Level: in.settings.logLevel}
	if in.settings.logJSON {
		return slog.New(slog.NewJSONHandler(in.stderr, options))
	}
	return slog.New(slog.NewTextHandler(in.stderr, options))
}
