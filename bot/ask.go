package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/spf13/pflag"

	"shuyou/bot/internal/store"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
)

func askFlags(f *pflag.FlagSet) {
	f.Bool("json", false, "print exactly what Discord would be sent")
	f.String("locale", string(discordgo.ChineseTW), "zh-TW, zh-CN or en-US")
	f.String("user", "100000000000000001", "who asks, as a Discord id")
	f.String("guild", "", "the server it is asked in; none is a direct message")
	f.String("channel", "100000000000000003", "the channel it is asked in")
	f.String("files", "", "folder that attachments are put in")
}

func clickFlags(f *pflag.FlagSet) {
	askFlags(f)
	f.StringArray("value", nil, "what is chosen in a menu")
	f.String("text", "", "what is typed into a form")
}

// ask answers a slash command on the terminal.
func ask(ctx context.Context, in *invocation) error {
	return in.slash(ctx, discordgo.InteractionApplicationCommand, "ask '/quote 松山'")
}

// suggest completes the last option of a slash command.
func suggest(ctx context.Context, in *invocation) error {
	return in.slash(ctx, discordgo.InteractionApplicationCommandAutocomplete, "suggest '/quote 松山 book:選'")
}

func (in *invocation) slash(ctx context.Context, kind discordgo.InteractionType, usage string) error {
	if err := in.arguments(1, usage); err != nil {
		return err
	}
	router, done, err := in.router(ctx)
	if err != nil {
		return err
	}
	defer done()
	i, err := in.interaction(kind)
	if err != nil {
		return err
	}
	data, err := parseSlash(in.args[0], router.Definitions())
	if err != nil {
		return err
	}
	if i.Data, err = in.attached(data); err != nil {
		return err
	}
	return in.answer(router.Handle(ctx, i))
}

// click presses a button of a former reply, or chooses in its menu.
func click(ctx context.Context, in *invocation) error {
	if err := in.arguments(1, "click CUSTOM_ID"); err != nil {
		return err
	}
	router, done, err := in.router(ctx)
	if err != nil {
		return err
	}
	defer done()
	if in.flags.Changed("text") {
		return in.submit(ctx, router)
	}
	i, err := in.interaction(discordgo.InteractionMessageComponent)
	if err != nil {
		return err
	}
	values, _ := in.flags.GetStringArray("value")
	pressed := discordgo.MessageComponentInteractionData{CustomID: in.args[0], ComponentType: discordgo.ButtonComponent}
	if len(values) > 0 {
		pressed.ComponentType, pressed.Values = discordgo.SelectMenuComponent, values
	}
	i.Data = pressed
	return in.answer(router.Handle(ctx, i))
}

// submit sends a form that a button opened, filled in.
func (in *invocation) submit(ctx context.Context, router *commands.Router) error {
	i, err := in.interaction(discordgo.InteractionModalSubmit)
	if err != nil {
		return err
	}
	i.Data = discordgo.ModalSubmitInteractionData{CustomID: in.args[0], Components: []discordgo.MessageComponent{
		&discordgo.ActionsRow{Components: []discordgo.MessageComponent{&discordgo.TextInput{CustomID: "text", Value: in.text("text")}}},
	}}
	return in.answer(router.Handle(ctx, i))
}

// router opens the library and what is kept, and makes a router over them.
func (in *invocation) router(ctx context.Context) (r *commands.Router, done func(), err error) {
	log := in.logger()
	library, err := in.open(ctx, log, false, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	options := commands.Options{Log: log, Spoilers: in.settings.spoilers, Drawer: in.drawer(log)}
	done = func() { library.Close() }
	kept, err := store.Open(ctx, store.Config{DataDir: in.settings.dataDir, DatabaseURL: in.settings.databaseURL})
	if err == nil {
		options.Store = kept
		done = func() { kept.Close(); library.Close() }
	} else { // a finished index answers from a folder that cannot be written
		fmt.Fprintf(in.stderr, "bot: nothing that is set counts here: %v\n", err)
	}
	options.Host = &terminalHost{newHost(nil, in, func(ctx context.Context) {
		if _, err := library.Reload(ctx); err != nil {
			log.Warn("the library stays as it was", "cause", err)
		}
	})}
	if r, err = commands.New(library, options); err != nil {
		done()
		return nil, nil, err
	}
	return r, done, nil
}

// A terminalHost reads files from this machine in place of Discord's.
type terminalHost struct{ *host }

// Fetch reads the file of a path.
func (*terminalHost) Fetch(_ context.Context, path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", commands.ErrNotPossible, err)
	}
	defer f.Close()
	return readAtMost(f, limit)
}

// attached puts the files that options name into the data, as Discord does.
func (in *invocation) attached(data discordgo.ApplicationCommandInteractionData) (discordgo.ApplicationCommandInteractionData, error) {
	for n, o := range data.Options {
		path, isText := o.Value.(string)
		if o.Type != discordgo.ApplicationCommandOptionAttachment || !isText {
			continue
		}
		info, err := os.Stat(in.homeOf(path))
		if err != nil || info.IsDir() {
			return data, wrongUse("give the path of a file", "%s: cannot be read: %s", o.Name, path)
		}
		if data.Resolved == nil {
			data.Resolved = &discordgo.ApplicationCommandInteractionDataResolved{Attachments: map[string]*discordgo.MessageAttachment{}}
		}
		id := strconv.Itoa(n + 1)
		data.Resolved.Attachments[id] = &discordgo.MessageAttachment{ID: id, Filename: filepath.Base(path), URL: in.homeOf(path), Size: int(info.Size())}
		o.Value = id
	}
	return data, nil
}

// interaction is what Discord would have sent, without its data.
func (in *invocation) interaction(kind discordgo.InteractionType) (*discordgo.Interaction, error) {
	locale := discordgo.Locale(in.text("locale"))
	switch locale {
	case discordgo.ChineseTW, discordgo.ChineseCN, discordgo.EnglishUS:
	default:
		return nil, wrongUse("--locale zh-TW, --locale zh-CN or --locale en-US", "no locale %q", string(locale))
	}
	for _, flag := range []string{"user", "guild", "channel"} {
		if id := in.text(flag); id != "" {
			if _, err := strconv.ParseUint(id, 10, 64); err != nil {
				return nil, wrongUse("a Discord id is a number", "--%s is no Discord id", flag)
			}
		}
	}
	i := &discordgo.Interaction{
		ID: "1", Type: kind, Token: "terminal", Version: 1, Locale: locale,
		ChannelID: in.text("channel"), GuildID: in.text("guild"),
	}
	user := &discordgo.User{ID: in.text("user"), Username: "terminal"}
	if i.GuildID != "" {
		// Who sits at the host's terminal may do what an administrator may.
		i.Member = &discordgo.Member{User: user, GuildID: i.GuildID, Permissions: discordgo.PermissionAdministrator}
	} else {
		i.User = user
	}
	return i, nil
}

// answer prints what a command answered.
func (in *invocation) answer(a commands.Answer) error {
	data := a.Response.Data
	var files []*discordgo.File
	if data != nil {
		files = data.Files
	}
	if in.on("json") {
		body, err := wire.EncodeResponse(a.Response)
		if err != nil {
			return fmt.Errorf("encoding the answer: %w", err)
		}
		if _, err := fmt.Fprintf(in.stdout, "%s\n", body); err != nil {
			return err
		}
	} else if err := printResponse(in.stdout, a, in.terminal(in.stdout)); err != nil {
		return err
	}
	return in.keepFiles(files)
}

// keepFiles puts the attachments of an answer into the folder that --files
// names.
func (in *invocation) keepFiles(files []*discordgo.File) error {
	dir := in.text("files")
	if dir == "" {
		return nil
	}
	for _, f := range files {
		out, err := os.Create(filepath.Join(dir, filepath.Base(f.Name)))
		if err != nil {
			return fmt.Errorf("keeping an attachment: %w", err)
		}
		_, err = io.Copy(out, f.Reader)
		if closed := out.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return fmt.Errorf("keeping an attachment: %w", err)
		}
	}
	return nil
}

// parseSlash reads a slash command as a person types it. The first option may
// stand bare; its value runs to the next " name:" where name is an option of
// the command. Of a pair, only the first colon splits.
func parseSlash(line string, definitions []*discordgo.ApplicationCommand) (discordgo.ApplicationCommandInteractionData, error) {
	var data discordgo.ApplicationCommandInteractionData
	name, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "/"), " ")
	var command *discordgo.ApplicationCommand
	var known []string
	for _, d := range definitions {
		known = append(known, "/"+d.Name)
		if d.Name == name {
			command = d
		}
	}
	if command == nil {
		return data, wrongUse("the commands are "+strings.Join(known, ", "), "no command /%s", name)
	}
	data.Name, data.CommandType = name, discordgo.ChatApplicationCommand
	for _, pair := range splitOptions(rest, command.Options) {
		value, err := optionValue(pair.option, pair.text)
		if err != nil {
			return data, err
		}
		data.Options = append(data.Options, &discordgo.ApplicationCommandInteractionDataOption{
			Name: pair.option.Name, Type: pair.option.Type, Value: value,
		})
	}
	if n := len(data.Options); n > 0 {
		data.Options[n-1].Focused = true
	}
	return data, nil
}

type typedOption struct {
	option *discordgo.ApplicationCommandOption
	text   string
}

func splitOptions(rest string, options []*discordgo.ApplicationCommandOption) []typedOption {
	if len(options) == 0 {
		return nil
	}
	var names []string
	byName := map[string]*discordgo.ApplicationCommandOption{}
	for _, o := range options {
		names = append(names, regexp.QuoteMeta(o.Name))
		byName[o.Name] = o
	}
	starts := regexp.MustCompile(`(?:^|\s)(`+strings.Join(names, "|")+`):`).FindAllStringSubmatchIndex(rest, -1)
	var typed []typedOption
	first := len(rest)
	if len(starts) > 0 {
		first = starts[0][0]
	}
	if bare := strings.TrimSpace(rest[:first]); bare != "" {
		typed = append(typed, typedOption{options[0], bare})
	}
	for n, at := range starts {
		end := len(rest)
		if n+1 < len(starts) {
			end = starts[n+1][0]
		}
		typed = append(typed, typedOption{byName[rest[at[2]:at[3]]], strings.TrimSpace(rest[at[1]:end])})
	}
	return typed
}

// optionValue is what Discord's client would send for what was typed: the
// value of a choice that was picked by its name, a number for a number.
func optionValue(o *discordgo.ApplicationCommandOption, text string) (any, error) {
	for _, c := range o.Choices {
		if c.Name == text {
			return c.Value, nil
		}
	}
	switch o.Type {
	case discordgo.ApplicationCommandOptionInteger, discordgo.ApplicationCommandOptionNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, wrongUse(o.Name+":3", "%s: must be a number", o.Name)
		}
		return n, nil
	case discordgo.ApplicationCommandOptionBoolean:
		on, err := strconv.ParseBool(text)
		if err != nil {
			return nil, wrongUse(o.Name+":true", "%s: must be true or false", o.Name)
		}
		return on, nil
	}
	return text, nil
}
