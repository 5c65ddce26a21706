package commands

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// targets are the configurations that /convert offers; any other of hanzi's
// may be typed.
var targets = []string{"trad", "simp", "s2hk", "s2t", "s2twp", "tw2sp"}

func convertCommand(d dictionary) *command {
	definition := d.command("convert")
	definition.Options = []*discordgo.ApplicationCommandOption{d.option("convert", "text"), d.option("convert", "to"), d.option("convert", "file")}
	definition.Options[0].MaxLength = maxOptionText
	definition.Options[2].Type = discordgo.ApplicationCommandOptionAttachment
	for _, config := range targets {
		name, localized := d.localized("target." + config)
		definition.Options[1].Choices = append(definition.Options[1].Choices,
			&discordgo.ApplicationCommandOptionChoice{Name: name, NameLocalizations: localized, Value: config})
	}
	return &command{
		definition: definition,
		private:    true,
		handle:     convert,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"convert": convertBack,
			"publish": publish,
		},
	}
}

// convert answers /convert.
func convert(ctx context.Context, q *request) (*reply, error) {
	text, to := q.text("text"), strings.ToLower(strings.TrimSpace(q.text("to")))
	if to != "" && to != "trad" && to != "simp" && !slices.Contains(hanzi.Configs(), to) {
		return note(q.say("bad.script", "to", cut(escape(to), 100), "allowed", strings.Join(targets, " ")), ""), nil
	}
	if q.given("file") {
		return q.convertFile(ctx, to)
	}
	if !utf8.ValidString(text) {
		return nil, index.ErrInvalidText
	}
	if strings.TrimSpace(escape(text)) == "" {
		return note(q.say("bad.nothing.convert"), ""), nil
	}
	return q.convertedTo(ctx, text, to)
}

// convertedTo is converted, to the other script than the text's where none is
// named.
func (q *request) convertedTo(ctx context.Context, text, to string) (*reply, error) {
	if to == "" {
		to = q.otherThan(text)
	}
	return q.converted(ctx, text, to)
}

// otherThan is the configuration that leads to the script that a text is not
// in; where it is in both or in none, to the reader's own.
func (q *request) otherThan(text string) string {
	to := q.readersScript()
	switch hanzi.Detect(text).Script {
	case book.Traditional:
		to = "simp"
	case book.Simplified:
		to = "trad"
	}
	changes := func(config string) bool {
		c, err := hanzi.NewConverter(config)
		return err == nil && c.Convert(text) != text
	}
	if other := scriptBesides(to); !changes(to) && changes(other) { // it is in that script already
		return other
	}
	return to
}

// converted is the answer with a converted text: the result alone in the
// content, so that it can be copied, and what was done under it.
func (q *request) converted(_ context.Context, text, to string) (*reply, error) {
	s := q.unveiled()
	c, names, err := q.library.Converter(to, text, s.books, s.ceiling)
	if err != nil {
		return nil, err
	}
	result, changes := c.Explain(text)
	r := &reply{private: true, content: escapeLines(result)}
	if units(r.content) > maxContent {
		r.content = q.say("convert.long") + "\n" + cut(escapeLines(result), 300)
		r.file = &discordgo.File{Name: "converted.txt", ContentType: "text/plain; charset=utf-8", Reader: strings.NewReader(result)}
	}
	r.embed = &discordgo.MessageEmbed{Description: cut("-# "+q.remark(c, text, to, changes, names), maxDescription)}
	var buttons []discordgo.MessageComponent
	back, label := scriptBesides(to), q.say("convert.back.simp")
	if back == "trad" {
		label = q.say("convert.back.trad")
	}
	if r.file == nil && len(changes) > 0 {
		buttons = append(buttons,
			button(label, withText("convert|"+back+"|", result), true),
			button(q.say("convert.publish"), withText("publish|", result), true))
		r.rows = []discordgo.MessageComponent{row(buttons...)}
	}
	return r, nil
}

// remark says what was done: the direction, or, where a text was only mended,
// each change.
// Names that keep their letters are named.
func (q *request) remark(c *hanzi.Converter, text, to string, changes []hanzi.Change, names []string) string {
	from := hanzi.Detect(text).Script
	switch {
	case len(changes) == 0:
		return q.say("convert.same")
	case from != book.Unknown && from != book.Mixed && from != scriptOf(to):
		remark := q.say("convert.direction", "from", q.scriptName(from), "to", q.targetName(to))
		if len(names) == 0 {
			return remark
		}
		var kept []string
		for _, name := range names[:min(len(names), maxNames)] {
			kept = append(kept, escape(c.Convert(name)))
		}
		return remark + " · " + q.say("convert.names", "names", q.language.list(kept))
	}
	const told = 12
	var list []string
	for _, c := range changes[:min(told, len(changes))] {
		list = append(list, q.say("convert.change", "from", escape(c.From), "to", escape(c.To)))
	}
	all := q.language.list(list)
	if len(changes) > told {
		all += q.say("convert.more", "n", number(len(changes)))
	}
	return q.say("convert.changed", "n", number(len(changes)), "changes", all)
}

// scriptOf is the script that a configuration leads to.
func scriptOf(config string) book.Script {
	if config == "simp" || strings.HasSuffix(config, "2s") || strings.HasSuffix(config, "2sp") {
		return book.Simplified
	}
	return book.Traditional
}

func (q *request) scriptName(s book.Script) string { return q.say("script." + string(s)) }

// targetName is the choice's name in the reader's language.
func (q *request) targetName(config string) string {
	if slices.Contains(targets, config) {
		return q.say("target." + config)
	}
	return config
}

// maxNames is how many names a remark lists.
const maxNames = 8

// withText is a custom id that carries the text where it fits. Where it does
// not, the text is taken from the message when the button is pressed.
func withText(id, text string) string {
	if units(id+text) <= maxCustomID {
		return id + text
	}
	return id
}

// pressedText is the text that a button of a conversion carries.
func (q *request) pressedText(carried string) (string, error) {
	if carried != "" {
		return carried, nil
	}
	if m := q.interaction.Message; m != nil && m.Content != "" {
		return unescape(m.Content), nil
	}
	return "", errGone
}

// convertBack converts the text of the pressed message once more.
func convertBack(ctx context.Context, q *request) (*reply, error) {
	to, carried, _ := strings.Cut(q.state, "|")
	text, err := q.pressedText(carried)
	if err != nil || to != "trad" && to != "simp" {
		return nil, errGone
	}
	r, err := q.converted(ctx, text, to)
	return q.inPlace(r, q.ephemeral()), err
}

// publish shows a private conversion to everybody.
func publish(_ context.Context, q *request) (*reply, error) {
	text, err := q.pressedText(q.state)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(escape(text)) == "" {
		return nil, errGone
	}
	return &reply{bare: true, content: cut(escapeLines(text), maxContent)}, nil
}
