package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"shuyou/bot/internal/wire"
)

// settings are what the environment, the .env file and the flags say. The
// environment wins over the file, a flag over both.
type settings struct {
	envFile envFile // that was read

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

	// secretFiles are the files that a secret was read from.
	secretFiles []string
}

// settingNames are the variables that are read. Each of the secrets may stand
// in a file that is named in its place.
var settingNames = []string{
	"DISCORD_TOKEN", tokenFile, "LIBRARY_DIR", "DATA_DIR", "SPOILERS", "ALLOWED_GUILDS",
	"DATABASE_URL", databaseFile, "HTTP_ADDR", "DISCORD_PUBLIC_KEY", "METRICS_ADDR", "FONT_FILE",
	"LOG_LEVEL", "LOG_FORMAT", "DISCORD_API_URL",
}

const (
	tokenFile    = "DISCORD_TOKEN_FILE"
	databaseFile = "DATABASE_URL_FILE"
)

const defaultDataDir = "data"

// readSettings reads and checks everything at once, so that all faults are
// told in one go. A fault names the variable, never its value.
func (p *program) readSettings(flags *pflag.FlagSet) (settings, error) {
	file, err := p.readEnvFile()
	from := &source{program: p, file: file, faults: []error{err}}
	from.checkQuotes()
	s := settings{
		envFile: file, token: from.secret("DISCORD_TOKEN", tokenFile), databaseURL: from.secret("DATABASE_URL", databaseFile),
		libraryDir: from.path("LIBRARY_DIR"), dataDir: from.path("DATA_DIR"), fontFile: from.path("FONT_FILE"),
		publicKey: from.text("DISCORD_PUBLIC_KEY"), httpAddr: from.address("HTTP_ADDR"), metricsAddr: from.address("METRICS_ADDR"),
	}
	for flag, setting := range map[string]*string{"library": &s.libraryDir, "data": &s.dataDir} {
		if value, _ := flags.GetString(flag); flags.Changed(flag) {
			*setting = from.absolute("--"+flag, value, "")
		}
	}
	if s.dataDir == "" {
		s.dataDir = from.absolute("DATA_DIR", defaultDataDir, "")
	}
	if s.apiURL, err = wire.ParseBaseURL(from.text("DISCORD_API_URL")); err != nil {
		from.fault("leave it empty to use Discord itself", "DISCORD_API_URL must be an https address, or one of this machine")
	}
	from.oneOf("SPOILERS", "leave it empty to hide them", "hide or open", map[string]func(){"hide": nil, "open": func() { s.spoilers = true }})
	from.oneOf("LOG_LEVEL", "leave it empty for info", "debug, info, warn or error", map[string]func(){
		"debug": func() { s.logLevel = slog.LevelDebug }, "info": nil,
		"warn": func() { s.logLevel = slog.LevelWarn }, "error": func() { s.logLevel = slog.LevelError },
	})
	from.oneOf("LOG_FORMAT", "leave it empty for text", "text or json", map[string]func(){"text": nil, "json": func() { s.logJSON = true }})
	for _, id := range strings.FieldsFunc(from.text("ALLOWED_GUILDS"), func(r rune) bool { return r == ',' || r == ' ' }) {
		if _, err := strconv.ParseUint(id, 10, 64); err != nil {
			from.fault("right-click the server → Copy Server ID; several with commas between", "ALLOWED_GUILDS: a server's id is a number")
			break
		}
		s.guilds = append(s.guilds, id)
	}
	s.secretFiles = from.secretFiles
	return s, errors.Join(from.faults...)
}

// A source is where settings come from. It gathers the faults.
type source struct {
	*program
	file        envFile
	secretFiles []string
	faults      []error
}

func (s *source) fault(hint, format string, args ...any) {
	s.faults = append(s.faults, wrongUse(hint, format, args...))
}

// value looks a variable up. base is the folder that a relative path in it
// begins at: that of the .env file, or empty for the one the program runs in.
func (s *source) value(name string) (text, base string) {
	if value, ok := s.lookupEnv(name); ok {
		return strings.TrimSpace(value), ""
	}
	return s.file.values[name], filepath.Dir(s.file.path)
}

func (s *source) text(name string) string {
	text, _ := s.value(name)
	return text
}

// path reads a path and makes it whole.
func (s *source) path(name string) string {
	text, base := s.value(name)
	return s.absolute(name, text, base)
}

func (s *source) absolute(name, path, base string) string {
	if path == "" {
		return ""
	}
	path = s.homeOf(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		s.faults = append(s.faults, fmt.Errorf("%s: %w", name, err))
	}
	return whole
}

// checkQuotes finds values that still have their quotation marks on: what
// starts a container may pass them on as a part of the value.
func (s *source) checkQuotes() {
	for _, name := range settingNames {
		value, ok := s.lookupEnv(name)
		if ok && len(value) > 1 && strings.ContainsAny(value[:1], `"'`) && value[0] == value[len(value)-1] {
			s.fault("leave them out where the environment is set; docker run --env-file, for one, passes them on as they stand", "%s has quotation marks around it", name)
		}
	}
}

// address reads host:port; the host may be missing.
func (s *source) address(name string) string {
	text := s.text(name)
	if text == "" {
		return ""
	}
	_, port, err := net.SplitHostPort(text)
	if number, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || number == 0 && port != "0" {
		s.fault("write 127.0.0.1:8080, or :8080 for every address of this machine", "%s must be an address and a port", name)
	}
	return text
}

// oneOf reads a word. The empty one stands for what is usual.
func (s *source) oneOf(name, hint, words string, means map[string]func()) {
	word := strings.ToLower(s.text(name))
	does, known := means[word]
	switch {
	case word != "" && !known:
		s.fault(hint, "%s must be %s", name, words)
	case does != nil:
		does()
	}
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

// logger writes to standard error as the settings say.
func (in *invocation) logger() *slog.Logger {
	options := &slog.HandlerOptions{Level: in.settings.logLevel}
	if in.settings.logJSON {
		return slog.New(slog.NewJSONHandler(in.stderr, options))
	}
	return slog.New(slog.NewTextHandler(in.stderr, options))
}
