package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
)

// A host does for the commands what needs the world outside: Discord's files
// and members, and the library's folder.
type host struct {
	client     *wire.Client // nil on the terminal
	files      *http.Client // for attachments
	dataDir    string
	libraryDir string // empty where nothing can be added
	reload     func(context.Context)
	now        func() time.Time

	mu      sync.Mutex
	ids     map[string]string // of commands, by name
	members map[string]membership
}

// A membership is remembered for a while: it is asked for with every question
// in a direct message.
type membership struct {
	is    bool
	until time.Time
}

const (
	memberFor  = 10 * time.Minute
	mostAsked  = 10_000
	proposedIn = "incoming" // folder of the data folder for proposed files
	proposeFor = 24 * time.Hour
)

func newHost(client *wire.Client, in *invocation, reload func(context.Context)) *host {
	return &host{
		client: client, dataDir: in.settings.dataDir, libraryDir: in.settings.libraryDir, reload: reload, now: time.Now,
		files:   &http.Client{Timeout: 30 * time.Second, Transport: in.cdn, CheckRedirect: noRedirect},
		members: map[string]membership{},
	}
}

// noRedirect keeps a file from leading to another host.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// attachmentHosts keep what is attached to messages.
// https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
var attachmentHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// Fetch implements commands.Host.
func (h *host) Fetch(ctx context.Context, address string, limit int64) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Port() != "" || !slices.Contains(attachmentHosts, u.Hostname()) {
		return nil, fmt.Errorf("%w: the file is on no host of Discord's", commands.ErrNotPossible)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: the address of the file", commands.ErrNotPossible)
	}
	response, err := h.files.Do(request)
	if err != nil {
		var inner *url.Error
		if errors.As(err, &inner) {
			err = inner.Err // the address is a secret of sorts
		}
		return nil, fmt.Errorf("%w: %w", commands.ErrNotPossible, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: status %d", commands.ErrNotPossible, response.StatusCode)
	}
	return readAtMost(response.Body, limit)
}

func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", commands.ErrNotPossible, err)
	case int64(len(data)) > limit:
		return nil, commands.ErrTooLarge
	}
	return data, nil
}

// IsMember implements commands.Host.
func (h *host) IsMember(ctx context.Context, guild, user string) (bool, error) {
	if h.client == nil {
		return false, commands.ErrNotPossible
	}
	key, now := guild+"|"+user, h.now()
	h.mu.Lock()
	known, ok := h.members[key]
	h.mu.Unlock()
	if ok && now.Before(known.until) {
		return known.is, nil
	}
	is, err := h.client.IsMember(ctx, guild, user)
	if err != nil {
		return false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.members) >= mostAsked {
		clear(h.members)
	}
	h.members[key] = membership{is, now.Add(memberFor)}
	return is, nil
}

// CommandID implements commands.Host.
func (h *host) CommandID(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ids[name]
}

// know remembers the ids of the commands as Discord has them.
func (h *host) know(ids map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ids = ids
}

// Propose implements commands.Host. The file lies in a folder of its own in the
// data folder, named by its content, under the path it will have in the
// library.
func (h *host) Propose(ctx context.Context, into, name string, data []byte) (string, *index.BookInfo, error) {
	if h.libraryDir == "" {
		return "", nil, fmt.Errorf("%w: LIBRARY_DIR is not set", commands.ErrNotPossible)
	}
	name = path.Join(into, fileName(name))
	if reserved(path.Base(name)) {
		return "", nil, fmt.Errorf("%s is a name that the library keeps for itself", path.Base(name))
	}
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", nil, fmt.Errorf("%w: %s leads out of the library", commands.ErrNotPossible, into)
	}
	sum := sha256.Sum256(append([]byte(name+"\x00"), data...))
	key := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:16])
	h.forgetOld()
	dir := filepath.Join(h.dataDir, proposedIn, key)
	if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(into)), 0o700); err != nil {
		return "", nil, fmt.Errorf("keeping a proposed file: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), data, 0o600); err != nil {
		return "", nil, fmt.Errorf("keeping a proposed file: %w", err)
	}
	files, err := index.DirFS(dir)
	if err != nil {
		return "", nil, fmt.Errorf("keeping a proposed file: %w", err)
	}
	b, err := index.Preview(ctx, files, name)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return key, b, nil
}

// reserved reports whether a file of this name is no book in a library, but
// says something about the books.
func reserved(name string) bool {
	name = strings.ToLower(name)
	ext := filepath.Ext(name)
	return ext == ".yaml" || ext == ".yml" || name == "overlay.txt" || strings.TrimSuffix(name, ext) == "readme"
}

// forgetOld removes proposed files that nobody confirmed.
func (h *host) forgetOld() {
	folder := filepath.Join(h.dataDir, proposedIn)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && h.now().Sub(info.ModTime()) > proposeFor {
			os.RemoveAll(filepath.Join(folder, e.Name()))
		}
	}
}

// fileName is a file name that leads nowhere else: the last part of the name,
// without what file systems keep for themselves.
func fileName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) || r == 0x7f {
			return '_'
		}
		return r
	}, name)
	name = strings.TrimLeft(name, ".")
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for len(stem)+len(ext) > 200 { // file systems count bytes
		runes := []rune(stem)
		if len(runes) == 0 {
			return "book.txt"
		}
		stem = string(runes[:len(runes)-1])
	}
	if stem == "" {
		stem = "book"
	}
	return stem + ext
}

// Accept implements commands.Host. A file of the same name is left as it is,
// and the new one gets a number.
func (h *host) Accept(ctx context.Context, key string) error {
	if h.libraryDir == "" {
		return fmt.Errorf("%w: LIBRARY_DIR is not set", commands.ErrNotPossible)
	}
	if key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz234567") != "" {
		return commands.ErrNotProposed
	}
	// Of two who confirm at once, the one who moves the folder away adds it.
	dir := filepath.Join(h.dataDir, proposedIn, key)
	taken := dir + ".taken"
	if err := os.Rename(dir, taken); err != nil {
		return commands.ErrNotProposed
	}
	dir = taken
	name, data, err := proposed(dir)
	if err != nil {
		return err
	}
	if err := addFile(filepath.Join(h.libraryDir, filepath.Dir(name)), filepath.Base(name), data); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("removing a proposed file: %w", err)
	}
	h.reload(ctx)
	return nil
}

// proposed is the one file in a folder and in those under it, with its path
// there.
func proposed(dir string) (name string, data []byte, err error) {
	err = filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if name, err = filepath.Rel(dir, at); err != nil {
			return err
		}
		data, err = os.ReadFile(at)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && name == "":
		return "", nil, commands.ErrNotProposed
	case err != nil:
		return "", nil, fmt.Errorf("reading a proposed file: %w", err)
	}
	return name, data, nil
}

// addFile writes a new file into a folder, whole or not at all, under the first
// name that is free.
func addFile(dir, name string, data []byte) error {
	temporary, err := os.CreateTemp(dir, ".adding-*")
	if err != nil {
		return fmt.Errorf("adding a file to the library: %w", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err != nil {
		return fmt.Errorf("adding a file to the library: %w", err)
	}
	if err := os.Chmod(temporary.Name(), 0o644); err != nil {
		return fmt.Errorf("adding a file to the library: %w", err)
	}
	ext := filepath.Ext(name)
	for n := 1; n < 1000; n++ {
		target := filepath.Join(dir, name)
		if n > 1 {
			target = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), n, ext))
		}
		// A link, unlike a rename, takes no other file's place.
		switch err := os.Link(temporary.Name(), target); {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrExist):
			continue
		default:
			return createNew(target, data)
		}
	}
	return fmt.Errorf("adding a file to the library: every name like %s is taken", name)
}

// createNew writes a file that must not be there, for file systems without
// links.
func createNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("adding a file to the library: %w", err)
	}
	_, err = io.Copy(f, bytes.NewReader(data))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("adding a file to the library: %w", errors.Join(err, os.Remove(path)))
	}
	return nil
}
