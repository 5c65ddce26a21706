package main

import (
	"context"
	"fmt"
)

// invite prints the link that takes the bot into a server. It asks nobody: the
// token begins with the id of the application.
func invite(_ context.Context, in *invocation) error {
	if err := in.arguments(0, "invite"); err != nil {
		return err
	}
	if err := in.settings.checkToken(); err != nil {
		return err
	}
	application := applicationID(in.settings.token)
	if application == "" {
		return wrongUse("copy the link from "+portal+"Installation", "DISCORD_TOKEN does not say which application it belongs to")
	}
	_, err := fmt.Fprintln(in.stdout, inviteLink(application))
	return err
}
