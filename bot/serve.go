package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"shuyou/bot/internal/gateway"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
)

// serve answers Discord until the context ends or Discord refuses for good.
func serve(ctx context.Context, in *invocation) error {
	if err := in.settings.checkToken(); err != nil {
		return err
	}
	log := in.logger()
	library, err := in.open(ctx, log, true)
	if err != nil {
		return err
	}
	defer library.Close()
	router, err := commands.New(library, log)
	if err != nil {
		return err
	}
	tellLibrary(log, library)
	client := wire.NewClient(wire.ClientConfig{BaseURL: in.settings.apiURL, Token: in.settings.token, Version: programVersion()})
	dispatcher := &dispatcher{router: router, client: client, log: log, after: time.After}
	var registered sync.Once
	err = gateway.Run(ctx, gateway.Config{
		Client: client, Token: in.settings.token, Log: log, Interaction: dispatcher.handle,
		Ready: func(ctx context.Context, ready gateway.Ready) {
			log.Info("connected to Discord", "bot", ready.Name, "servers", ready.Guilds)
			registered.Do(func() { register(ctx, log, client, router, ready.ApplicationID) })
			if in.ready != nil {
				in.ready()
			}
		},
	})
	if err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// tellLibrary logs what is served.
func tellLibrary(log *slog.Logger, library *index.Library) {
	chapters := 0
	for _, b := range library.Books() {
		chapters += len(b.Chapters)
	}
	log.Info("serving the library", "source", library.Source(), "books", len(library.Books()), "chapters", chapters)
	for _, w := range library.Warnings() {
		log.Warn("not everything was read in", "cause", w)
	}
}

// register tells Discord about the commands, but only where what it has is
// something else: commands that are sent anew are briefly unusable.
func register(ctx context.Context, log *slog.Logger, client *wire.Client, router *commands.Router, application string) {
	changed, err := registerCommands(ctx, client, router, application)
	switch {
	case err != nil:
		log.Error("the commands could not be registered; those that Discord has stay", "cause", err)
	case changed:
		log.Info("the commands were registered; if Discord does not show them, reload it", "commands", len(router.Definitions()))
	default:
		log.Info("the commands are registered", "commands", len(router.Definitions()))
	}
}

func registerCommands(ctx context.Context, client *wire.Client, router *commands.Router, application string) (changed bool, err error) {
	have, err := client.Commands(ctx, application)
	if err != nil {
		return false, fmt.Errorf("asking for the registered commands: %w", err)
	}
	if wire.SameCommands(have, router.Definitions()) {
		return false, nil
	}
	if _, err := client.PutCommands(ctx, application, router.Definitions()); err != nil {
		return false, fmt.Errorf("registering the commands: %w", err)
	}
	return true, nil
}
