package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"
	"github.com/spf13/pflag"

	"shuyou/bot/internal/wire"
	"shuyou/commands"
)

func registerFlags(f *pflag.FlagSet) {
	f.Bool("clear", false, "take the commands away from Discord")
}

// register tells Discord about the commands without serving, or takes them
// away.
func register(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "register [--clear]"); err != nil {
		return err
	}
	if err := in.settings.checkToken(); err != nil {
		return err
	}
	client := wire.NewClient(wire.ClientConfig{BaseURL: in.settings.apiURL, Token: in.settings.token, Version: programVersion()})
	application, err := client.Application(ctx)
	if err != nil {
		return refusedToken(fmt.Errorf("asking whose token this is: %w", err))
	}
	if in.on("clear") {
		if _, err := client.PutCommands(ctx, application.ID, []*discordgo.ApplicationCommand{}); err != nil {
			return fmt.Errorf("taking the commands away: %w", err)
		}
		_, err = fmt.Fprintf(in.stdout, "%s has no commands any more; serving registers them again\n", application.Name)
		return err
	}
	definitions, err := commands.Definitions()
	if err != nil {
		return err
	}
	_, changed, err := registerCommands(ctx, client, application.ID, definitions)
	if err != nil {
		return err
	}
	says := "registered already"
	if changed {
		says = "registered; if Discord does not show them, reload it"
	}
	_, err = fmt.Fprintf(in.stdout, "%s: %s %s\n", application.Name, counted(len(definitions), "command"), says)
	return err
}

// refusedToken says what to do about a token that Discord refuses.
func refusedToken(err error) error {
	if errors.Is(err, wire.ErrUnauthorized) {
		return &hintedError{err, "copy DISCORD_TOKEN anew from " + portal + "Bot → Reset Token"}
	}
	return err
}
