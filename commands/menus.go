package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// The names of the entries in a message's menu, in both languages.
const (
	sourceName  = "出處 Find the source"
	convertName = "轉換簡繁 Convert"
)

func sourceMenu(d dictionary) *command {
	return &command{definition: d.menu(sourceName), private: true, handle: findSource}
}

func convertMenu(d dictionary) *command {
	return &command{definition: d.menu(convertName), private: true, handle: convertMessage}
}

// target is the text of the message whose menu was used: what was written, or
// else what the bot's own message quotes.
func (q *request) target() string {
	data, ok := q.interaction.Data.(discordgo.ApplicationCommandInteractionData)
	if !ok || data.Resolved == nil {
		return ""
	}
	m := data.Resolved.Messages[data.TargetID]
	if m == nil {
		return ""
	}
	if text := strings.TrimSpace(m.Content); text != "" {
		return unescape(text)
	}
	for _, e := range m.Embeds {
		if e != nil && e.Description != "" {
			return unescape(e.Description)
		}
	}
	return ""
}

// findSource looks for where a message comes from, as a line half remembered.
func findSource(ctx context.Context, q *request) (*reply, error) {
	line := remembered(q.target())
	if index.Key(line) == "" {
		return note(q.say("menu.empty"), ""), nil
	}
	return q.showPage(ctx, view{page: 1, asker: q.user, query: line}, false)
}

// remembered is the part of a message to look for: a quotation in it, else its
// longest line, as much as can be looked for at once.
func remembered(text string) string {
	var quoted, lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "-# "):
		case strings.HasPrefix(line, "> "):
			quoted = append(quoted, strings.TrimPrefix(line, "> "))
		default:
			lines = append(lines, line)
		}
	}
	if len(quoted) > 0 {
		lines = quoted
	}
	longest := slices.MaxFunc(append(lines, ""), func(a, b string) int { return len(index.Key(a)) - len(index.Key(b)) })
	longest = strings.NewReplacer("**", "", "||", "", "…", "", "\"", "", "\n", " ").Replace(longest)
	return string([]rune(longest)[:min(len([]rune(longest)), mostRemembered)])
}

// mostRemembered is how many runes of a message are looked for: a few
// sentences tell a place from all others.
const mostRemembered = 80

// convertMessage converts a message to the other script.
func convertMessage(ctx context.Context, q *request) (*reply, error) {
	text := q.target()
	if index.Key(text) == "" {
		return note(q.say("menu.empty"), ""), nil
	}
	return q.convertedTo(ctx, text, "")
}

// readersScript is the configuration that leads to the script that the reader
// reads.
func (q *request) readersScript() string {
	switch {
	case q.kept.reader.Script == "hk":
		return "s2hk"
	case q.kept.reader.Script == "trad" || q.kept.reader.Script == "simp":
		return q.kept.reader.Script
	case q.language.locale == discordgo.ChineseCN:
		return "simp"
	}
	return "trad"
}

// scriptBesides is the configuration that leads to the other script than the
// one given.
func scriptBesides(config string) string {
	if scriptOf(config) == book.Simplified {
		return "trad"
	}
	return "simp"
}
