package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"shuyou/bot/internal/store"
	"shuyou/bot/internal/web"
	"shuyou/bot/internal/wire"
)

// The page of Discord's developer portal that values come from.
const portal = "https://discord.com/developers/applications → your application → "

// maxSecret is the size in bytes from which on a file holds no secret.
const maxSecret = 64 << 10

// secret reads a variable, or the file that the other one names. What comes
// from the environment wins over the .env file, whichever of the two it is.
func (s *source) secret(name, fileName string) string {
	value, base := s.value(name)
	path, pathBase := s.value(fileName)
	_, inEnv := s.lookupEnv(name)
	_, fileInEnv := s.lookupEnv(fileName)
	switch {
	case path == "" || value != "" && inEnv && !fileInEnv:
		if value != "" && base != "" {
			s.secretFiles = append(s.secretFiles, s.file.path)
		}
		return value
	case value != "" && inEnv == fileInEnv:
		s.fault("leave one of the two empty", "%s and %s are both set", name, fileName)
		return value
	}
	if looksSecret(path) {
		s.fault("put it after "+name+"=, or its file's path after "+fileName+"=", "%s holds the secret itself where the name of a file belongs", fileName)
		return ""
	}
	path = s.absolute(fileName, path, pathBase)
	text, err := readSecret(path)
	if err != nil {
		s.fault("the file holds the value and nothing else, and this user must be able to read it", "%s: %s %w", fileName, path, err)
		return ""
	}
	s.secretFiles = append(s.secretFiles, path)
	return text
}

// looksSecret reports whether what should be the name of a file is a token, an
// address with a password or another long value of one piece. It must then not
// be shown.
func looksSecret(path string) bool {
	_, err := os.Stat(path)
	return err != nil && (strings.Contains(path, "://") || longValue.MatchString(filepath.Base(path)))
}

// longValue is what no file is called: thirty letters and digits on end, or a
// token.
var longValue = regexp.MustCompile(`[A-Za-z0-9_-]{30,}|^[\w-]{18,}\.[\w-]{4,}\.`)

// readSecret reads a file that holds one value. Errors go on after its name.
func readSecret(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errors.New("is not there")
	case err == nil && (info.IsDir() || info.Size() > maxSecret):
		return "", errors.New("is no file with a value")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("cannot be read by user %d", os.Getuid())
	}
	text, err := decodeEnv(data)
	text = strings.TrimSpace(text)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", errors.New("is empty")
	case strings.ContainsAny(text, "\r\n"):
		return "", errors.New("has more than one line")
	}
	return text, nil
}

// tokenShape is what a bot token looks like: the bot's id, a time and a
// signature, in base64 with dots between.
var (
	tokenShape       = regexp.MustCompile(`^[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}$`)
	publicKeyShape   = regexp.MustCompile(`^[0-9A-Fa-f]{64}$`)
	secretShape      = regexp.MustCompile(`^[\w-]{32}$`)
	applicationShape = regexp.MustCompile(`^[0-9]{15,21}$`)
)

// checkToken checks the token. A server other than Discord's own may give out
// tokens of any shape.
func (s settings) checkToken() error {
	const copyIt = "copy the token from " + portal + "Bot → Reset Token"
	isDiscord := s.apiURL != nil && s.apiURL.String() == wire.DefaultBaseURL
	took := func(what string) error {
		return wrongUse(copyIt, "DISCORD_TOKEN looks like %s, which is not the bot's token", what)
	}
	switch {
	case s.token == "":
		return wrongUse(copyIt+", into "+s.envFile.path+" as DISCORD_TOKEN=…; to try without Discord: bot ask '/quote 松山'", "DISCORD_TOKEN is not set%s", s.envFile.missing())
	case strings.HasPrefix(s.token, "Bot ") || strings.HasPrefix(s.token, "Bearer "):
		return wrongUse("leave out the word in front of it", "DISCORD_TOKEN begins with the word Bot or Bearer")
	case publicKeyShape.MatchString(s.token):
		return took("the public key of the application (64 hexadecimal digits)")
	case secretShape.MatchString(s.token):
		return took("the client secret of the application (32 letters)")
	case applicationShape.MatchString(s.token):
		return took("the id of the application (digits)")
	case strings.Contains(s.token, "://"):
		return took("an address")
	case strings.ContainsAny(s.token, " \t\r\n\"'"), isDiscord && !tokenShape.MatchString(s.token):
		return wrongUse("it has three parts with dots between; "+copyIt, "DISCORD_TOKEN is malformed")
	}
	return nil
}

func (s settings) checkPublicKey() error {
	const copyIt = "copy it from " + portal + "General Information → Public Key"
	if s.publicKey == "" {
		return wrongUse(copyIt+", or leave HTTP_ADDR empty to serve over the gateway", "HTTP_ADDR is set, and DISCORD_PUBLIC_KEY is not")
	}
	if _, err := web.ParsePublicKey(s.publicKey); err != nil {
		return wrongUse(copyIt, "DISCORD_PUBLIC_KEY: %w", err)
	}
	return nil
}

func (s settings) checkDatabase() error {
	if s.databaseURL == "" {
		return nil
	}
	err := store.CheckAddress(s.databaseURL)
	var fault *store.Error
	if errors.As(err, &fault) {
		return wrongUse(fault.Hint(), "%w", err)
	}
	return err
}

// missing tells that there is no .env file where one was looked for.
func (f envFile) missing() string {
	if f.found {
		return ""
	}
	return ", and there is no .env in " + filepath.Dir(f.path)
}

// applicationID is the id of the application that the token belongs to: it is
// the token's first part. It is empty where that says something else.
func applicationID(token string) string {
	first, _, _ := strings.Cut(token, ".")
	id, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(first, "="))
	if err != nil || !applicationShape.Match(id) {
		return ""
	}
	return string(id)
}

// containerSecrets is where a container finds its secrets: with the mode they
// have on the host, and nobody else to read them.
const containerSecrets = "/run/secrets/"

// exposed lists the files with secrets that every user of this machine can
// read. That is told and goes no further: on a machine of one person, or in a
// container, it harms nobody, and `cp .env.example .env` makes such a file.
func (s settings) exposed() []string {
	if runtime.GOOS == "windows" { // the mode says nothing there
		return nil
	}
	var files []string
	for _, path := range s.secretFiles {
		if !strings.HasPrefix(path, containerSecrets) && readableByAll(path) {
			files = append(files, path)
		}
	}
	return files
}

// readableByAll reports whether the file, and every folder on the way to it,
// is open to everybody.
func readableByAll(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o004 == 0 {
		return false
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// warnExposed says a line for each file with secrets that is open to all.
func (in *invocation) warnExposed() {
	for _, path := range in.settings.exposed() {
		fmt.Fprintf(in.stderr, "bot: warning: %s holds a secret, and every user of this machine can read it; chmod 600 %s\n", path, path)
	}
}
