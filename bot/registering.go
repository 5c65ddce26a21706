package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/wire"
	"shuyou/commands"
)

// A registrar tells Discord about the commands, once in the life of the
// program.
type registrar struct {
	*serving
	mu   sync.Mutex
	done bool
}

func (r *registrar) registerOnce(ctx context.Context, application string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done {
		return
	}
	definitions, err := commands.Definitions()
	if err != nil {
		r.log.Error("the commands were not registered", "cause", err)
		return
	}
	ids, ok := registerUntilDone(ctx, r.log, r.client, application, definitions)
	if ok {
		r.done = true
		r.host.know(ids)
	}
}

// registerUntilDone registers the commands, but only where what Discord has is
// something else: commands that are sent anew are briefly unusable. It tries
// until it succeeds, Discord refuses for good, or the context ends, and returns
// the ids of the commands by name.
func registerUntilDone(ctx context.Context, log *slog.Logger, client *wire.Client, application string, definitions []*discordgo.ApplicationCommand) (ids map[string]string, ok bool) {
	ids, changed, err := registerCommands(ctx, client, application, definitions)
	for pause := firstPause; err != nil; pause = min(2*pause, lastPause) {
		if ctx.Err() != nil { // the program is ending
			return nil, false
		}
		log.Error("the commands could not be registered; those that Discord has stay", "cause", err)
		var refused *wire.APIError
		if errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests {
			return nil, false
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, false
		}
		ids, changed, err = registerCommands(ctx, client, application, definitions)
	}
	if changed {
		log.Info("the commands were registered; if Discord does not show them, reload it", "commands", len(definitions))
	} else {
		log.Info("the commands are registered", "commands", len(definitions))
	}
	return ids, true
}

// How long to wait between two tries to register the commands.
const (
	firstPause = 2 * time.Second
	lastPause  = 5 * time.Minute
)

// registerCommands sends the commands where Discord has others, and returns
// their ids by name.
func registerCommands(ctx context.Context, client *wire.Client, application string, definitions []*discordgo.ApplicationCommand) (ids map[string]string, changed bool, err error) {
	have, err := client.Commands(ctx, application)
	if err != nil {
		return nil, false, fmt.Errorf("asking for the registered commands: %w", err)
	}
	if !wire.SameCommands(have, definitions) {
		if have, err = client.PutCommands(ctx, application, definitions); err != nil {
			return nil, false, fmt.Errorf("registering the commands: %w", err)
		}
		changed = true
	}
	ids = map[string]string{}
	for _, c := range have {
		ids[c.Name] = c.ID
	}
	return ids, changed, nil
}
