package main

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"shuyou/commands"
)

// A desk answers interactions from the moment the program is connected: that
// the books are still being read in, until the router is there.
type desk struct {
	log    *slog.Logger
	router atomic.Pointer[commands.Router]
}

func (d *desk) open(r *commands.Router) { d.router.Store(r) }

// HandleIn answers an interaction; see commands.Router.
func (d *desk) HandleIn(ctx context.Context, i *discordgo.Interaction, parent string) commands.Answer {
	if r := d.router.Load(); r != nil {
		return r.HandleIn(ctx, i, parent)
	}
	return commands.StillReading(i)
}

// Private reports whether the answer is expected to be for one person.
func (d *desk) Private(i *discordgo.Interaction) bool {
	if r := d.router.Load(); r != nil {
		return r.Private(i)
	}
	return true
}
