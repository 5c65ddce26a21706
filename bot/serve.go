package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"shuyou/bot/internal/gateway"
	"shuyou/bot/internal/health"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
)

// serve answers Discord until the context ends or Discord refuses for good.
func serve(ctx context.Context, in *invocation) error {
	log := in.logger()
	library, err := in.open(ctx, log, true)
	if err != nil {
		return err
	}
	defer library.Close()
	router, err := commands.New(library, commands.Options{Log: log, Spoilers: in.settings.spoilers})
	if err != nil {
		return err
	}
	tellLibrary(log, library)
	client := wire.NewClient(wire.ClientConfig{BaseURL: in.settings.apiURL, Token: in.settings.token, Version: programVersion()})
	dispatcher := &dispatcher{router: router, client: client, log: log, after: time.After}
	var connected atomic.Bool
	besides, stop := context.WithCancel(ctx)
	var tasks sync.WaitGroup
	defer tasks.Wait()
	defer stop()
	tasks.Go(func() { watch(besides, log, library, in.settings.libraryDir, usualPace) })
	tasks.Go(func() { in.answerOnSocket(besides, log, library, &connected) })
	var registering sync.Mutex
	registered := false
	err = gateway.Run(ctx, gateway.Config{
		Client: client, Token: in.settings.token, Log: log, Interaction: dispatcher.fromGateway,
		Lost: func(error, time.Duration) { connected.Store(false) },
		Ready: func(ctx context.Context, ready gateway.Ready) {
			connected.Store(true)
			log.Info("connected to Discord", "bot", ready.Name, "servers", ready.Guilds)
			registering.Lock()
			if !registered {
				registered = register(ctx, log, client, router, ready.ApplicationID)
			}
			registering.Unlock()
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

// answerOnSocket lets other commands on this machine ask for the status and
// for a new reading-in.
func (in *invocation) answerOnSocket(ctx context.Context, log *slog.Logger, library *index.Library, connected *atomic.Bool) {
	server := health.Server{
		Status: func() health.Status {
			s := health.Status{Ready: connected.Load(), Books: len(library.Books())}
			if !s.Ready {
				s.Detail = "not connected to Discord"
			}
			return s
		},
		Reload: func(ctx context.Context) (string, error) { return reload(ctx, library) },
	}
	if err := server.Serve(ctx, in.settings.dataDir); err != nil {
		log.Warn("bot health and bot library --reload cannot ask this process", "cause", err)
	}
}

// askHealth asks the serving process whether all is well.
func askHealth(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "health"); err != nil {
		return err
	}
	status, err := health.Ask(ctx, in.settings.dataDir)
	if err != nil {
		return err
	}
	if !status.Ready {
		return fmt.Errorf("not ready: %s", status.Detail)
	}
	_, err = fmt.Fprintf(in.stdout, "ready, serving %s\n", counted(status.Books, "book"))
	return err
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
// something else: commands that are sent anew are briefly unusable. It tries
// until it succeeds, Discord refuses for good, or the context ends.
func register(ctx context.Context, log *slog.Logger, client *wire.Client, router *commands.Router, application string) bool {
	changed, err := registerCommands(ctx, client, router, application)
	for pause := firstPause; err != nil; pause = min(2*pause, lastPause) {
		log.Error("the commands could not be registered; those that Discord has stay", "cause", err)
		var refused *wire.APIError
		if errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests {
			return false
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return false
		}
		changed, err = registerCommands(ctx, client, router, application)
	}
	switch {
	case changed:
		log.Info("the commands were registered; if Discord does not show them, reload it", "commands", len(router.Definitions()))
	default:
		log.Info("the commands are registered", "commands", len(router.Definitions()))
	}
	return true
}

// How long to wait between two tries to register the commands.
const (
	firstPause = 2 * time.Second
	lastPause  = 5 * time.Minute
)

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
