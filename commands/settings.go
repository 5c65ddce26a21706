package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// A preference is one thing that a reader may set, with what it can be. The
// first value is what holds where nothing is set, and is kept as nothing.
type preference struct {
	name   string
	values []string
	of     func(*Reader) *string
}

var preferences = []preference{
	{"language", []string{"auto", "zh-TW", "zh-CN", "en-US"}, func(r *Reader) *string { return &r.Language }},
	{"script", []string{"original", "trad", "simp", "hk"}, func(r *Reader) *string { return &r.Script }},
	{"reading", []string{"pinyin", "zhuyin", "none"}, func(r *Reader) *string { return &r.Reading }},
	{"answers", []string{"place", "public", "private"}, func(r *Reader) *string { return &r.Answers }},
}

func settingsCommand(d dictionary) *command {
	definition := d.command("settings")
	for _, p := range preferences {
		o := d.option("settings", p.name)
		d.choices(p.name, p.values...)(o)
		definition.Options = append(definition.Options, o)
	}
	return &command{
		definition: definition,
		private:    true,
		handle:     settings,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"erase":    askErase,
			"eraseyes": eraseReader,
		},
	}
}

// settings answers /settings: it keeps what is given and shows what holds.
func settings(ctx context.Context, q *request) (*reply, error) {
	changed := false
	for _, p := range preferences {
		value := q.text(p.name)
		if value == "" {
			continue
		}
		if !slices.Contains(p.values, value) {
			return q.notAmong(value, p.values...), nil
		}
		changed = true
	}
	if changed {
		err := q.store.UpdateReader(ctx, q.user, func(r *Reader) error {
			for _, p := range preferences {
				switch value := q.text(p.name); value {
				case "":
				case p.values[0]:
					*p.of(r) = ""
				default:
					*p.of(r) = value
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if err := q.relookup(ctx); err != nil {
			return nil, err
		}
	}
	var lines []string
	for _, p := range preferences {
		value := *p.of(&q.kept.reader)
		if value == "" {
			value = p.values[0]
		}
		lines = append(lines, q.say("settings.line", "name", q.say("settings."+p.name), "value", q.say("choice."+p.name+"."+value)))
	}
	title := "settings.title"
	if changed {
		title = "settings.kept"
	}
	erase := button(q.say("settings.erase"), "erase|", true)
	erase.Style = discordgo.DangerButton
	return &reply{private: true, embed: &discordgo.MessageEmbed{
		Title: q.say(title), Description: strings.Join(lines, "\n") + "\n-# " + q.say("settings.hint"),
	}, rows: []discordgo.MessageComponent{row(erase)}}, nil
}

// notAmong answers a value that is none of those that can be chosen.
func (q *request) notAmong(value string, allowed ...string) *reply {
	return note(q.say("bad.choice", "value", cut(escape(value), 60), "allowed", strings.Join(allowed, " ")), "")
}

// relookup reads anew what is kept, with the language it says.
func (q *request) relookup(ctx context.Context) error {
	q.language = q.languages.language(q.interaction.Locale)
	return q.lookup(ctx)
}

// askErase asks once more before everything about a reader is forgotten.
func askErase(_ context.Context, q *request) (*reply, error) {
	yes := button(q.say("settings.erase.yes"), "eraseyes|", true)
	yes.Style = discordgo.DangerButton
	return q.inPlace(&reply{embed: &discordgo.MessageEmbed{Description: q.say("settings.erase.ask")},
		rows: []discordgo.MessageComponent{row(yes)}}, q.ephemeral()), nil
}

func eraseReader(ctx context.Context, q *request) (*reply, error) {
	if err := q.store.EraseReader(ctx, q.user); err != nil {
		return nil, err
	}
	return q.inPlace(note(q.say("settings.erased"), ""), q.ephemeral()), nil
}
