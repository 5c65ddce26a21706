// Package commands answers Discord's interactions: slash commands, buttons,
// menus and autocompletion. A command is a function from a request to a reply;
// it never touches a connection, so the same router serves the gateway, HTTP
// and the terminal.
//
// Every answer obeys how far the person who asks has read, says where each
// passage stands, and shows texts of books and readers escaped, so that
// nothing in them pings, links or formats. A command never fails towards the
// reader: errors become a safe sentence, and the cause goes to the log without
// the query.
package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// A Router finds the command for an interaction and has it answered. It is
// safe for concurrent use.
type Router struct {
	library   *index.Library
	store     Store
	log       *slog.Logger
	languages dictionary
	commands  []*command
	spoilers  bool            // nobody in the group minds them
	pick      func(n int) int // a number from 0 to n-1, by chance
	now       func() time.Time
	limits    *limits
	host      Host
	draws     Drawer
	guilds    []string // the only ones answered, all where empty
	converters
}

// A command is one slash command, or one entry of a message's menu, with the
// buttons of its replies.
type command struct {
	definition *discordgo.ApplicationCommand
	// private says whether the answer can be expected to be for the asker
	// alone, which Discord wants to know before a slow answer is ready.
	private bool
	handle  func(context.Context, *request) (*reply, error)
	// suggest completes the option that is being typed. It may be nil.
	suggest func(ctx context.Context, q *request, option, typed string) []choice
	// presses answer buttons, menus and forms, by the action their custom id
	// starts with.
	presses map[string]func(context.Context, *request) (*reply, error)
}

// A choice is one line of an autocompletion.
type choice struct{ name, value string }

// Options say how a router answers. The zero value of each field is of use.
type Options struct {
	Log *slog.Logger
	// Store keeps what readers and groups set; nil keeps nothing.
	Store Store
	// Host does what needs the world outside; nil is a host that can do
	// nothing.
	Host Host
	// Drawer draws passages as pages; nil where there is no font.
	Drawer Drawer
	// Spoilers shows everything to everybody who has not said how far they
	// have read. Without it, passages of books of several chapters are then
	// shown privately and behind spoiler marks.
	Spoilers bool
	// Guilds are the ids of the servers that are answered, all where none is
	// named.
	Guilds []string
	// Now is the clock; nil is the real one.
	Now func() time.Time
}

// New makes a router over the library.
func New(library *index.Library, o Options) (*Router, error) {
	d, err := languages()
	if err != nil {
		return nil, fmt.Errorf("reading what the bot says: %w", err)
	}
	r := &Router{
		library: library, store: o.Store, log: o.Log, spoilers: o.Spoilers, languages: d, converters: newConverters(),
		pick: rand.IntN, now: o.Now, host: o.Host, draws: o.Drawer, guilds: o.Guilds,
		commands: all(d),
	}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	if r.store == nil {
		r.store = forgetful{}
	}
	if r.host == nil {
		r.host = noHost{}
	}
	if r.now == nil {
		r.now = time.Now
	}
	r.limits = newLimits(r.now)
	return r, nil
}

// all are the commands of the bot.
func all(d dictionary) []*command {
	return []*command{
		quoteCommand(d), whoCommand(d), convertCommand(d), progressCommand(d), readCommand(d), groupCommand(d),
		settingsCommand(d), helpCommand(d), sourceMenu(d), convertMenu(d),
	}
}

// Definitions are the commands as Discord is told about them.
func Definitions() ([]*discordgo.ApplicationCommand, error) {
	d, err := languages()
	if err != nil {
		return nil, fmt.Errorf("reading what the bot says: %w", err)
	}
	var definitions []*discordgo.ApplicationCommand
	for _, c := range all(d) {
		definitions = append(definitions, c.definition)
	}
	return definitions, nil
}

// Definitions are the commands as Discord is told about them.
func (r *Router) Definitions() []*discordgo.ApplicationCommand {
	var definitions []*discordgo.ApplicationCommand
	for _, c := range r.commands {
		definitions = append(definitions, c.definition)
	}
	return definitions
}

// StillReading answers an interaction while the books are read in and there is
// no router yet.
func StillReading(i *discordgo.Interaction) Answer {
	d, err := languages()
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete || err != nil {
		return suggested(nil)
	}
	l := d.language(i.Locale)
	return note(l.say("bad.reading"), l.say("bad.reading.hint")).answer()
}

// Private reports whether the answer to the interaction is expected to be for
// the person who asked alone.
func (r *Router) Private(i *discordgo.Interaction) bool {
	if data, ok := i.Data.(discordgo.ApplicationCommandInteractionData); ok {
		if c := r.command(data.Name); c != nil {
			return c.private
		}
	}
	return true
}

// Handle answers an interaction outside threads. It returns an answer whatever
// happens.
func (r *Router) Handle(ctx context.Context, i *discordgo.Interaction) Answer {
	return r.HandleIn(ctx, i, "")
}

// HandleIn answers an interaction that happens in a thread of the channel
// parent; empty outside threads. It returns an answer whatever happens.
func (r *Router) HandleIn(ctx context.Context, i *discordgo.Interaction, parent string) (answer Answer) {
	// The texts are mapped from files; where one is cut under a running
	// program, that is a panic to recover from and not its end.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	q := r.newRequest(i, parent)
	defer func() {
		if cause := recover(); cause != nil {
			r.log.Error("a command panicked", "command", nameOf(i), "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
			if answer = q.failure().answer(); i.Type == discordgo.InteractionApplicationCommandAutocomplete {
				answer = suggested(nil)
			}
		}
	}()
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return r.suggestions(ctx, q)
	}
	handle := r.handlerOf(i)
	if handle == nil {
		r.log.Warn("an interaction that nothing answers", "command", nameOf(i))
		return note(q.say("bad.command"), "").answer()
	}
	reply, err := q.served(ctx, handle)
	if err != nil {
		reply = q.explain(err)
	}
	return q.withGreeting(ctx, reply.answer())
}

// served answers who may be answered, as often as is fair.
func (q *request) served(ctx context.Context, handle func(context.Context, *request) (*reply, error)) (*reply, error) {
	if wait := q.limits.wait(q.user, q.guild); wait > 0 {
		return note(q.say("bad.often", "n", number(int(wait.Seconds())+1)), ""), nil
	}
	if err := q.admit(ctx); err != nil {
		return nil, err
	}
	if err := q.lookup(ctx); err != nil {
		return nil, err
	}
	if gone := q.booksGone(); gone != nil {
		return gone, nil
	}
	if !q.opensForm() {
		if err := q.followPlaces(ctx); err != nil { // the answer needs no more than was looked up
			q.log.Error("where a book was read in anew was not noted", "cause", err)
		}
	}
	return handle(ctx, q)
}

func (r *Router) command(name string) *command {
	for _, c := range r.commands {
		if c.definition.Name == name {
			return c
		}
	}
	return nil
}

func (r *Router) handlerOf(i *discordgo.Interaction) func(context.Context, *request) (*reply, error) {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		if c := r.command(data.Name); c != nil {
			return c.handle
		}
	case discordgo.MessageComponentInteractionData:
		action, _, _ := strings.Cut(data.CustomID, "|")
		for _, c := range r.commands {
			if press := c.presses[action]; press != nil {
				return press
			}
		}
	case discordgo.ModalSubmitInteractionData:
		action, _, _ := strings.Cut(data.CustomID, "|")
		for _, c := range r.commands {
			if press := c.presses[action]; press != nil {
				return press
			}
		}
	}
	return nil
}

// nameOf names an interaction for the log: never what was typed.
func nameOf(i *discordgo.Interaction) string {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return data.Name
	case discordgo.MessageComponentInteractionData:
		action, _, _ := strings.Cut(data.CustomID, "|")
		return "button " + action
	case discordgo.ModalSubmitInteractionData:
		action, _, _ := strings.Cut(data.CustomID, "|")
		return "form " + action
	}
	return fmt.Sprintf("type %d", i.Type)
}

// explain turns an error into what the reader is told. Errors that are the
// reader's to mend are not logged; all others are, with their cause.
func (q *request) explain(err error) *reply {
	switch {
	case errors.Is(err, index.ErrNothingToFind):
		return note(q.say("bad.nothing"), "")
	case errors.Is(err, index.ErrInvalidText):
		return note(q.say("bad.invalid"), "")
	case errors.Is(err, errElsewhere):
		return note(q.say("bad.elsewhere"), "")
	case errors.Is(err, errNoStore):
		return note(q.say("bad.store"), "")
	case errors.Is(err, errGone):
		return note(q.say("bad.gone"), "")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		q.log.Warn("an answer took too long", "command", nameOf(q.interaction))
		return note(q.say("bad.slow"), "")
	}
	q.log.Error("a command failed", "command", nameOf(q.interaction), "cause", err)
	return q.failure()
}

func (q *request) failure() *reply { return note(q.say("bad.failed"), "") }

// suggestions answers an autocompletion: an empty list where there is nothing
// to suggest.
func (r *Router) suggestions(ctx context.Context, q *request) Answer {
	var choices []choice
	data, ok := q.interaction.Data.(discordgo.ApplicationCommandInteractionData)
	c := r.command(data.Name)
	if ok && c != nil && c.suggest != nil && r.limits.typing(q.user) == 0 && q.admit(ctx) == nil {
		if err := q.lookup(ctx); err != nil {
			q.explain(err) // to the log; suggestions have no room for a sentence
		} else if o := focused(q.options); o != nil {
			typed, _ := o.Value.(string)
			choices = c.suggest(ctx, q, o.Name, typed)
		}
	}
	return suggested(choices)
}

func suggested(choices []choice) Answer {
	list := []*discordgo.ApplicationCommandOptionChoice{}
	for _, c := range choices {
		if len(list) == maxChoices {
			break
		}
		if units(c.value) > maxOptionLabel { // a cut value would mean something else
			continue
		}
		list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: cut(c.name, maxOptionLabel), Value: c.value})
	}
	return Answer{Response: &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: list},
	}}
}
