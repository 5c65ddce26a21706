package main

import (
	"log/slog"

	"shuyou/commands"
)

// drawer draws passages as pages, nil where there is no font to draw with.
func (in *invocation) drawer(*slog.Logger) commands.Drawer { return nil }
