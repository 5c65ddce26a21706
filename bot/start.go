package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// checkServing checks what serving needs beside what every command does.
func (s settings) checkServing() error {
	return errors.Join(s.checkConnection(), s.checkDatabase(), s.checkLibrary(), index.CheckData(s.dataDir))
}

// checkConnection checks what connecting to Discord needs.
func (s settings) checkConnection() error {
	var faults []error
	if s.httpAddr != "" {
		faults = append(faults, s.checkPublicKey())
	}
	if s.token != "" || s.httpAddr == "" {
		faults = append(faults, s.checkToken())
	}
	return errors.Join(faults...)
}

// checkLibrary checks the folder of the books. One that went away is no fault
// where books were read in before: they still answer.
func (s settings) checkLibrary() error {
	if s.libraryDir == "" {
		return nil
	}
	info, err := os.Stat(s.libraryDir)
	before, _ := os.ReadDir(filepath.Join(s.dataDir, "shelves"))
	if err == nil && info.IsDir() {
		if _, err = os.ReadDir(s.libraryDir); errors.Is(err, os.ErrPermission) && len(before) > 0 {
			err = nil // what was read in before still answers
		}
	}
	if same, _ := filepath.Rel(s.dataDir, s.libraryDir); same == "." && err == nil && info.IsDir() {
		return wrongUse("the bot keeps files of its own in DATA_DIR", "LIBRARY_DIR and DATA_DIR are the same folder, %s", s.libraryDir)
	}
	switch {
	case err == nil && !info.IsDir():
		return wrongUse("name the folder it lies in; bot library --preview shows a single file", "LIBRARY_DIR: %s is no folder", s.libraryDir)
	case errors.Is(err, os.ErrPermission):
		return unreadable(s.libraryDir)
	case errors.Is(err, os.ErrNotExist) && len(before) == 0:
		return wrongUse("put .txt, .md, .html, .epub or .zip files there, or leave LIBRARY_DIR empty for the built-in samples", "LIBRARY_DIR: %s: there is no such folder", s.libraryDir)
	}
	return nil
}

// unreadable says that a folder of books is there and cannot be read.
func unreadable(dir string) error {
	return wrongUse("let that user read it, and the folders on the way to it", "LIBRARY_DIR: %s cannot be read by user %d", dir, os.Getuid())
}

// permissions are the least that the bot needs: to post the daily passage in a
// channel or a thread, with its embed and a picture. An answer to a command
// needs none.
const permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
	discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles

// inviteLink is the page on which somebody takes the bot into their server.
func inviteLink(application string) string {
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id": {application}, "scope": {"bot applications.commands"}, "permissions": {strconv.FormatInt(permissions, 10)},
	}.Encode()
}

// tellLibrary logs what is served.
func tellLibrary(log *slog.Logger, library *index.Library) {
	chapters := 0
	for _, b := range library.Books() {
		chapters += len(b.Chapters)
	}
	books := counted(len(library.Books()), "book")
	says := fmt.Sprintf("serving %s from %s, the built-in samples are off", books, library.Source())
	if library.Source() == builtIn {
		says = fmt.Sprintf("serving %s, %s; your own go into the folder that LIBRARY_DIR names", builtIn, books)
	}
	log.Info(says, "chapters", chapters, "warnings", len(library.Warnings()))
	for _, w := range library.Warnings() {
		log.Warn("not everything was read in", "cause", w)
	}
}

// tellNext logs what is left to do when the bot is connected.
func tellNext(log *slog.Logger, application string, servers int) {
	if servers == 0 {
		log.Info("the bot is in no server yet; take it into yours with this link", "link", inviteLink(application))
		return
	}
	log.Info("type /quote in a channel to begin; bot invite prints the link for another server")
}
