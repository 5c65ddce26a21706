package bench

import (
	"encoding/json"
	"log/slog"
	"runtime"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"shuyou/commands"
)

// BenchmarkAnswer measures the whole answer to /quote: read, search, rank,
// render and turn into JSON.
func BenchmarkAnswer(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		router, err := commands.New(s.library, commands.Options{Log: slog.New(slog.DiscardHandler), Spoilers: true})
		if err != nil {
			b.Fatal(err)
		}
		var texts []string
		for _, k := range exactKinds {
			for _, q := range queriesOf(s.paragraphs, k, 50) {
				texts = append(texts, q.text)
			}
		}
		exact := len(texts)
		for _, k := range rememberedKinds {
			for _, l := range linesOf(s.paragraphs, k, 50) {
				texts = append(texts, l.query)
			}
		}
		runtime.GC()
		var found, remembered times
		for b.Loop() {
			for i, text := range repeated(texts) {
				side, n := &found, i
				if i >= exact {
					side, n = &remembered, i-exact
				}
				side.measure(n, func() {
					a := router.Handle(b.Context(), quote(text))
					if _, err := json.Marshal(a.Response); err != nil {
						b.Fatal(err)
					}
				})
			}
		}
		noTime(b)
		found.report(b, "exact")
		remembered.report(b, "half-remembered")
		slices.Concat(found, remembered).report(b, "all")
	})
}

func quote(text string) *discordgo.Interaction {
	return &discordgo.Interaction{
		Type: discordgo.InteractionApplicationCommand, Locale: discordgo.ChineseTW,
		User: &discordgo.User{ID: "100000000000000001"},
		Data: discordgo.ApplicationCommandInteractionData{
			Name: "quote",
			Options: []*discordgo.ApplicationCommandInteractionDataOption{
				{Name: "text", Type: discordgo.ApplicationCommandOptionString, Value: text},
			},
		},
	}
}
