package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/wire"
	"shuyou/commands"
)

// Discord waits three seconds for the first answer to an interaction, and
// takes the last one for fifteen minutes.
// https://docs.discord.com/developers/interactions/receiving-and-responding
const (
	deferAfter   = 2 * time.Second
	suggestAfter = time.Second
	answerWithin = time.Minute
)

// A dispatcher has interactions answered and carries the answers to Discord:
// one answer each, in time, or a sign that it is coming and the answer later.
type dispatcher struct {
	router *commands.Router
	client *wire.Client
	log    *slog.Logger
	// after is the clock's; tests put their own in its place.
	after func(time.Duration) <-chan time.Time
}

// handle answers one interaction as it came from Discord.
func (d *dispatcher) handle(ctx context.Context, raw []byte) {
	i, err := wire.DecodeInteraction(raw)
	if err != nil {
		d.log.Warn("an interaction that cannot be read", "cause", err)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		d.suggest(ctx, i)
		return
	}
	answered := make(chan commands.Answer, 1)
	go func() { answered <- d.router.Handle(ctx, i) }()
	select {
	case a := <-answered:
		d.sent("answer", d.client.Callback(ctx, i.ID, i.Token, a.Response))
		if a.Remove {
			d.sent("delete", d.client.DeleteOriginal(ctx, i.AppID, i.Token))
		}
	case <-d.after(deferAfter):
		d.answerLate(ctx, i, answered)
	}
}

// answerLate says that an answer is coming, and sends it when it is there.
func (d *dispatcher) answerLate(ctx context.Context, i *discordgo.Interaction, answered <-chan commands.Answer) {
	private := d.router.Private(i)
	coming := &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{},
	}
	if private {
		coming.Data.Flags = discordgo.MessageFlagsEphemeral
	}
	if !d.sent("deferred answer", d.client.Callback(ctx, i.ID, i.Token, coming)) {
		return
	}
	a := <-answered // the router obeys the context and always answers
	// An answer that ran into the time limit must still be told.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerWithin)
	defer cancel()
	data := a.Response.Data
	switch {
	case a.Remove:
		d.sent("delete", d.client.DeleteOriginal(ctx, i.AppID, i.Token))
	case data.Flags&discordgo.MessageFlagsEphemeral != 0 && !private:
		// Whether an answer is private was settled when it was put off: a
		// public promise is taken back before a private answer is given.
		d.sent("delete", d.client.DeleteOriginal(ctx, i.AppID, i.Token))
		_, err := d.client.Followup(ctx, i.AppID, i.Token, data)
		d.sent("late answer", err)
	default:
		d.sent("late answer", d.client.EditOriginal(ctx, i.AppID, i.Token, data))
	}
}

// suggest answers an autocompletion, with an empty list where it takes long.
func (d *dispatcher) suggest(ctx context.Context, i *discordgo.Interaction) {
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	answered := make(chan commands.Answer, 1)
	go func() { answered <- d.router.Handle(working, i) }()
	response := &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{}},
	}
	select {
	case a := <-answered:
		response = a.Response
	case <-d.after(suggestAfter):
	}
	d.sent("suggestions", d.client.Callback(ctx, i.ID, i.Token, response))
}

// sent logs what Discord refused and reports whether it took it.
func (d *dispatcher) sent(what string, err error) bool {
	switch {
	case err == nil:
		return true
	case errors.Is(err, wire.ErrAlreadyAcknowledged):
		d.log.Error("somebody else answered: another copy of the bot runs with this token", "what", what)
	case errors.Is(err, wire.ErrUnknownInteraction):
		d.log.Warn("Discord had given up waiting", "what", what)
	default:
		d.log.Error("Discord did not take an answer", "what", what, "cause", err)
	}
	return false
}
