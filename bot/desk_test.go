package main

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
)

// While the books are read in, readers are told so; then they are answered.
func TestReadersAreToldWhileBooksAreReadIn(t *testing.T) {
	closed := &desk{log: slog.New(slog.DiscardHandler)}
	open := newServing(t, discordtest.New(t), t.TempDir()).desk
	asked := func(kind discordgo.InteractionType) *discordgo.Interaction {
		return &discordgo.Interaction{
			Type: kind, Locale: discordgo.ChineseTW, User: &discordgo.User{ID: "3"},
			Data: discordgo.ApplicationCommandInteractionData{Name: "quote", Options: []*discordgo.ApplicationCommandInteractionDataOption{
				{Name: "text", Type: discordgo.ApplicationCommandOptionString, Value: "松山"}}},
		}
	}
	a := closed.HandleIn(t.Context(), asked(discordgo.InteractionApplicationCommand), "").Response
	if a.Data.Flags != discordgo.MessageFlagsEphemeral || !strings.Contains(a.Data.Embeds[0].Description, "還在讀入") {
		t.Errorf("while reading in: %+v", a.Data)
	}
	if a := closed.HandleIn(t.Context(), asked(discordgo.InteractionApplicationCommandAutocomplete), "").Response; a.Data.Choices == nil || len(a.Data.Choices) != 0 {
		t.Errorf("suggestions while reading in: %+v", a.Data)
	}
	if a := open.HandleIn(t.Context(), asked(discordgo.InteractionApplicationCommand), "").Response; !strings.Contains(a.Data.Embeds[0].Description, "**松山**") {
		t.Errorf("afterwards: %+v", a.Data)
	}
}
