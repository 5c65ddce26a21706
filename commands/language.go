package commands

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"
	"github.com/goccy/go-yaml"
)

//go:embed texts/*.yaml
var textFiles embed.FS

// A language says what the bot says. Its sentences stand in texts/NAME.yaml,
// where NAME is Discord's name of the locale.
type language struct {
	locale    discordgo.Locale
	sentences map[string]string
}

// A dictionary holds the languages.
type dictionary map[discordgo.Locale]*language

var languages = sync.OnceValues(func() (dictionary, error) {
	read := dictionary{}
	for _, locale := range []discordgo.Locale{discordgo.ChineseTW, discordgo.ChineseCN, discordgo.EnglishUS} {
		// Not String(): discordgo's gives a display name.
		name := "texts/" + string(locale) + ".yaml"
		data, err := textFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		l := &language{locale: locale}
		if err := yaml.Unmarshal(data, &l.sentences); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		read[locale] = l
	}
	return read, nil
})

// language is the one for a reader whose client is set to the locale: Chinese
// where it is Chinese, English for everybody else.
func (d dictionary) language(locale discordgo.Locale) *language {
	if l := d[locale]; l != nil {
		return l
	}
	return d[discordgo.EnglishUS]
}

// localized is a sentence in English, and in the other languages by locale.
func (d dictionary) localized(key string) (english string, others map[discordgo.Locale]string) {
	others = map[discordgo.Locale]string{}
	for locale, l := range d {
		if locale != discordgo.EnglishUS {
			others[locale] = l.say(key)
		}
	}
	return d[discordgo.EnglishUS].say(key), others
}

// command starts the definition of a slash command. Names are English for
// everybody, so that in a mixed group "type /quote" works; descriptions are in
// each reader's language.
func (d dictionary) command(name string) *discordgo.ApplicationCommand {
	english, others := d.localized("command." + name)
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name,
		Description: english, DescriptionLocalizations: &others,
	}
}

// option starts the definition of a command's text option.
func (d dictionary) option(command, name string) *discordgo.ApplicationCommandOption {
	english, others := d.localized("command." + command + "." + name)
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: name,
		Description: english, DescriptionLocalizations: others,
	}
}

// choices makes an option one of a few values, whose names are the sentences
// choice.PREFIX.VALUE.
func (d dictionary) choices(prefix string, values ...string) func(*discordgo.ApplicationCommandOption) {
	return func(o *discordgo.ApplicationCommandOption) {
		for _, value := range values {
			english, others := d.localized("choice." + prefix + "." + value)
			o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: english, NameLocalizations: others, Value: value})
		}
	}
}

// menu starts the definition of an entry in a message's menu. Its name is the
// same for everybody, in both languages.
func (d dictionary) menu(name string) *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{Type: discordgo.MessageApplicationCommand, Name: name}
}

// localeOf is the locale that a setting names.
func localeOf(setting string) discordgo.Locale { return discordgo.Locale(setting) }

// say returns the sentence with its gaps filled: fill holds names and values
// in turn. The values are taken as they are; who passes a text of a book or a
// reader escapes it first.
func (l *language) say(key string, fill ...string) string {
	sentence, ok := l.sentences[key]
	if !ok {
		return key
	}
	pairs := make([]string, 0, len(fill))
	for i := 0; i+1 < len(fill); i += 2 {
		pairs = append(pairs, "{"+fill[i]+"}", fill[i+1])
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}

// commandIn finds the name of a command in a sentence: {/who}.
var commandIn = regexp.MustCompile(`\{/([a-z]+)\}`)

// commandsIn are the commands that a sentence names.
func (l *language) commandsIn(key string) []string {
	var names []string
	for _, m := range commandIn.FindAllStringSubmatch(l.sentences[key], -1) {
		names = append(names, m[1])
	}
	return names
}

// list joins items as the language does.
func (l *language) list(items []string) string { return strings.Join(items, l.say("list.and")) }
