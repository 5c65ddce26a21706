package bench

import (
	"encoding/json"
	"log/slog"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/commands"
)

// leastAnswer is shorter, in bytes, than any answer with a passage.
const leastAnswer = 600

// BenchmarkAnswer measures the whole answer to /quote: read, search, rank,
// render and turn into JSON.
func BenchmarkAnswer(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		now := time.Now() // a reader may ask only so often: an hour passes between two questions
		router, err := commands.New(s.library, commands.Options{Log: slog.New(slog.DiscardHandler), Spoilers: true, Now: func() time.Time {
			now = now.Add(time.Hour)
			return now
		}})
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
				var answer []byte
				side.measure(n, func() {
					a := router.Handle(b.Context(), quote(text))
					if answer, err = json.Marshal(a.Response); err != nil {
						b.Fatal(err)
					}
				})
				if len(answer) < leastAnswer {
					b.Fatalf("%q is not answered: %s", text, answer)
				}
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
