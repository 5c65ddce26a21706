package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/web"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
)

// Discord waits three seconds for the first answer to an interaction, and
// takes the last one for fifteen minutes.
// https://docs.discord.com/developers/interactions/receiving-and-responding
const (
	deferAfter   = 2 * time.Second
	suggestAfter = time.Second
	answerWithin = time.Minute
	// lastWords is how long what is left to say may take when there is no time
	// any more: after an answer that took too long, or at the program's end.
	lastWords = 3 * time.Second
)

// An answerer answers an interaction; commands.Router is one.
type answerer interface {
	HandleIn(ctx context.Context, i *discordgo.Interaction, parent string) commands.Answer
	Private(*discordgo.Interaction) bool
}

// A dispatcher has interactions answered and carries the answers to Discord:
// one answer each, in time, or a sign that it is coming and the answer later.
// How an interaction came makes a difference to its first answer only.
type dispatcher struct {
	router answerer
	client *wire.Client
	log    *slog.Logger
	// after is the clock's; tests put their own in its place.
	after func(time.Duration) <-chan time.Time
	// observe, where set, is told of each interaction when it is over: what it
	// was, what became of it and how long its first answer took.
	observe func(command, result string, took time.Duration)
}

// respond gives the first answer to the interaction with the id and token.
type respond func(ctx context.Context, id, token string, r *discordgo.InteractionResponse) error

// fromGateway answers an interaction that came over the gateway, by a call.
func (d *dispatcher) fromGateway(ctx context.Context, raw []byte) {
	d.handle(ctx, raw, d.client.Callback)
}

// fromHTTP answers an interaction that came over HTTP, in the response.
func (d *dispatcher) fromHTTP(ctx context.Context, raw []byte, first web.Respond) {
	d.handle(ctx, raw, func(ctx context.Context, _, _ string, r *discordgo.InteractionResponse) error {
		return first(ctx, r)
	})
}

// handle answers one interaction as it came from Discord.
func (d *dispatcher) handle(ctx context.Context, raw []byte, first respond) {
	i, err := wire.Decode(raw)
	if err != nil {
		d.log.Warn("an interaction that cannot be read", "cause", err)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	a := &answering{dispatcher: d, interaction: i.Interaction, first: first, began: time.Now(), result: resultAnswered}
	if c := i.Channel; c != nil && c.IsThread() {
		a.parent = c.ParentID
	}
	answered, stop := a.work(ctx)
	defer stop()
	// What came of the work must be told when there is no time for more.
	telling, done := outlive(ctx, lastWords)
	defer done()
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		a.suggest(telling, answered)
	} else {
		a.answer(telling, answered)
	}
	if d.observe != nil {
		d.observe(subject(i.Interaction), a.result, a.took)
	}
}

// What became of an interaction.
const (
	resultAnswered = "answered" // within two seconds
	resultLate     = "late"     // by a message after that; of suggestions: none in time
	resultLost     = "lost"     // Discord did not take the answer
)

// What an interaction is counted under where it is no command.
const (
	subjectSuggestions = "suggestions"
	subjectButton      = "button"
	subjectForm        = "form"
)

// subject is what an interaction is counted under: of what comes from outside,
// the command's name alone.
func subject(i *discordgo.Interaction) string {
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			return subjectSuggestions
		}
		return data.Name
	case discordgo.MessageComponentInteractionData:
		return subjectButton
	case discordgo.ModalSubmitInteractionData:
		return subjectForm
	}
	return ""
}

// An answering is the work on one interaction.
type answering struct {
	*dispatcher
	interaction *discordgo.Interaction
	parent      string // the channel of the thread it is in
	first       respond
	began       time.Time
	took        time.Duration // until the first answer was given
	result      string
}

// work has the router answer. stop, which may be called at any time, ends that
// and returns when it has ended.
func (a *answering) work(ctx context.Context) (answered <-chan commands.Answer, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	answers, ended := make(chan commands.Answer, 1), make(chan struct{})
	go func() {
		defer close(ended)
		answers <- a.router.HandleIn(ctx, a.interaction, a.parent)
	}()
	return answers, func() { cancel(); <-ended }
}

func (a *answering) answer(ctx context.Context, answered <-chan commands.Answer) {
	select {
	case done := <-answered:
		if a.respond(ctx, "answer", done.Response) {
			a.besides(ctx, done)
		}
	case <-a.after(deferAfter):
		a.answerLate(ctx, answered)
	}
}

// besides does what an answer asks for beside its response.
func (a *answering) besides(ctx context.Context, done commands.Answer) {
	if done.Remove {
		a.remove(ctx)
	}
	if done.Followup != nil {
		a.add(ctx, "followup", done.Followup)
	}
}

// answerLate says that an answer is coming, and sends it when it is there.
func (a *answering) answerLate(ctx context.Context, answered <-chan commands.Answer) {
	coming := a.coming()
	if !a.respond(ctx, "deferred answer", coming) {
		return
	}
	a.result = resultLate
	done := <-answered // the router obeys its context and always answers
	if coming.Type == discordgo.InteractionResponseDeferredMessageUpdate {
		a.afterPress(ctx, done)
	} else {
		a.inPlaceOf(ctx, coming, done)
	}
	if done.Followup != nil {
		a.add(ctx, "followup", done.Followup)
	}
}

// coming is the response that puts an answer off. For a press that is one
// which promises nothing: the answer may then take the place of the message, or
// be a message of its own, to all or to one.
func (a *answering) coming() *discordgo.InteractionResponse {
	if a.interaction.Type == discordgo.InteractionMessageComponent || a.interaction.Message != nil {
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	}
	coming := &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{},
	}
	if a.router.Private(a.interaction) {
		coming.Data.Flags = discordgo.MessageFlagsEphemeral
	}
	return coming
}

// afterPress gives the late answer to a button, a menu or a form.
func (a *answering) afterPress(ctx context.Context, done commands.Answer) {
	switch {
	case done.Remove:
		a.remove(ctx)
	case done.Response.Type == discordgo.InteractionResponseUpdateMessage:
		a.edit(ctx, done.Response.Data)
	case done.Response.Type == discordgo.InteractionResponseChannelMessageWithSource:
		a.add(ctx, "late answer", done.Response.Data)
	case done.Response.Type != discordgo.InteractionResponseDeferredMessageUpdate:
		a.tooLate()
	}
}

// inPlaceOf gives the late answer to a command in place of what was promised.
func (a *answering) inPlaceOf(ctx context.Context, coming *discordgo.InteractionResponse, done commands.Answer) {
	data := done.Response.Data
	const private = discordgo.MessageFlagsEphemeral
	switch {
	case done.Response.Type != discordgo.InteractionResponseChannelMessageWithSource &&
		done.Response.Type != discordgo.InteractionResponseUpdateMessage:
		a.remove(ctx)
		if !done.Remove {
			a.tooLate()
		}
	case data.Flags&private != 0 && coming.Data.Flags&private == 0:
		// Whether an answer is private was settled when it was put off: a
		// public promise is taken back before a private answer is given.
		a.remove(ctx)
		a.add(ctx, "late answer", data)
	default:
		a.edit(ctx, data)
	}
}

// tooLate tells of an answer that only a first response can be, as a form is.
func (a *answering) tooLate() {
	a.result = resultLost
	a.log.Error("an answer of its kind cannot be given late")
}

// suggest answers an autocompletion, with an empty list where it takes long.
func (a *answering) suggest(ctx context.Context, answered <-chan commands.Answer) {
	response := &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{}},
	}
	select {
	case done := <-answered:
		response = done.Response
	case <-a.after(suggestAfter):
		a.result = resultLate
	}
	a.respond(ctx, "suggestions", response)
}

func (a *answering) respond(ctx context.Context, what string, r *discordgo.InteractionResponse) bool {
	err := a.first(ctx, a.interaction.ID, a.interaction.Token, r)
	a.took = time.Since(a.began)
	return a.sent(what, err)
}

func (a *answering) edit(ctx context.Context, data *discordgo.InteractionResponseData) {
	a.sent("late answer", a.settled(ctx, func() error {
		return a.client.EditOriginal(ctx, a.interaction.AppID, a.interaction.Token, data)
	}))
}

func (a *answering) add(ctx context.Context, what string, data *discordgo.InteractionResponseData) {
	a.sent(what, a.settled(ctx, func() error {
		_, err := a.client.Followup(ctx, a.interaction.AppID, a.interaction.Token, data)
		return err
	}))
}

func (a *answering) remove(ctx context.Context) {
	a.sent("delete", a.settled(ctx, func() error {
		return a.client.DeleteOriginal(ctx, a.interaction.AppID, a.interaction.Token)
	}))
}

// settling is how long Discord may take to know of a first answer that it was
// given in a response over HTTP: a call that comes sooner is made again.
var settling = []time.Duration{100 * time.Millisecond, 300 * time.Millisecond, time.Second}

func (a *answering) settled(ctx context.Context, call func() error) error {
	err := call()
	for _, pause := range settling {
		if !errors.Is(err, wire.ErrUnknownWebhook) {
			break
		}
		select {
		case <-a.after(pause):
		case <-ctx.Done():
			return err
		}
		err = call()
	}
	return err
}

// sent logs what Discord refused and reports whether it took it.
func (a *answering) sent(what string, err error) bool {
	switch {
	case err == nil:
		return true
	case errors.Is(err, wire.ErrAlreadyAcknowledged):
		a.log.Error("somebody else answered: another copy of the bot runs with this token", "what", what)
	case errors.Is(err, wire.ErrUnknownInteraction):
		a.log.Warn("Discord had given up waiting", "what", what)
	default:
		a.log.Error("Discord did not take an answer", "what", what, "cause", err)
	}
	a.result = resultLost
	return false
}

// outlive gives a context that ends some time after ctx.
func outlive(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(by):
			cancel()
		case <-longer.Done():
		}
	})
	return longer, func() { stop(); cancel() }
}
