package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index/book"
)

// The forms and menus in which a reader, or who manages the server, says how
// far was read.

// opensForm reports whether a form is asked for: nothing can be told beside it,
// so that what is told once has to wait.
func (q *request) opensForm() bool {
	press, ok := q.interaction.Data.(discordgo.MessageComponentInteractionData)
	action, _, _ := strings.Cut(press.CustomID, "|")
	return ok && (action == "readto" || action == "groupto")
}

// askChapter opens the form for the reader's own place.
func askChapter(_ context.Context, q *request) (*reply, error) {
	if q.state == "" && len(q.values) > 0 { // chosen in a menu
		q.state = q.values[0]
	}
	return q.chapterForm("readtoform|", "progress.form")
}

// askGroupChapter opens the form for the channel's place.
func askGroupChapter(_ context.Context, q *request) (*reply, error) {
	if !q.mayManageServer() {
		return note(q.say("bad.manager"), ""), nil
	}
	return q.chapterForm("grouptofor|", "group.form")
}

func (q *request) chapterForm(action, title string) (*reply, error) {
	b := q.bookOf(q.state)
	if b == nil {
		return nil, errGone
	}
	return &reply{form: &form{
		id: action + shortBook(b.ID), title: q.say(title, "book", b.Title),
		label: q.say("progress.form.label"), example: q.say("progress.form.example", "n", number(int(b.Last()))),
	}}, nil
}

func setFromForm(ctx context.Context, q *request) (*reply, error) { return q.fromForm(ctx, ownPlace) }

func setGroupFromForm(ctx context.Context, q *request) (*reply, error) {
	return q.fromForm(ctx, groupPlace)
}

func (q *request) fromForm(ctx context.Context, whose owner) (*reply, error) {
	if whose == groupPlace && !q.mayManageServer() {
		return note(q.say("bad.manager"), ""), nil
	}
	b := q.bookOf(q.state)
	if b == nil || len(q.values) == 0 {
		return nil, errGone
	}
	return q.setProgress(ctx, b, q.values[0], whose)
}

func setFromMenu(ctx context.Context, q *request) (*reply, error) { return q.fromMenu(ctx, ownPlace) }

func setGroupFromMenu(ctx context.Context, q *request) (*reply, error) {
	return q.fromMenu(ctx, groupPlace)
}

func (q *request) fromMenu(ctx context.Context, whose owner) (*reply, error) {
	short, where, _ := strings.Cut(q.state, "|")
	q.where = where
	b := q.bookOf(short)
	if b == nil || len(q.values) == 0 {
		return nil, errGone
	}
	n, err := strconv.Atoi(q.values[0])
	if err != nil || n < 0 || book.Ordinal(n) > b.Last() {
		return nil, errGone
	}
	r, err := q.keepPlace(ctx, b, book.Ordinal(n), whose)
	return q.inPlace(r, q.ephemeral()), err
}
