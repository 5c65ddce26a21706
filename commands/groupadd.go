package commands

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// maxAttachment is the largest file that is read, in bytes.
const maxAttachment = 8 << 20

// proposeFile reads an attached chapter file and shows what would be read in
// of it, before anything is added.
func (q *request) proposeFile(ctx context.Context) (*reply, error) {
	a := q.attachment("add")
	if a == nil {
		return note(q.say("bad.attachment"), ""), nil
	}
	into, refused := q.folderOf(strings.TrimSpace(q.text("book")))
	if refused != nil {
		return refused, nil
	}
	data, refused, err := q.fetch(ctx, a)
	if refused != nil || err != nil {
		return refused, err
	}
	key, b, err := q.host.Propose(ctx, into, a.Filename, data)
	switch {
	case errors.Is(err, ErrNotPossible):
		return note(q.say("add.off"), q.say("add.off.hint")), nil
	case err != nil:
		q.log.Warn("an attached file was not read", "cause", err)
		return note(q.say("add.unread", "file", cut(escape(a.Filename), 100)), q.say("add.unread.hint")), nil
	}
	yes := button(q.say("add.yes"), "groupadd|"+key, true)
	yes.Style = discordgo.SuccessButton
	return &reply{private: true,
		embed: &discordgo.MessageEmbed{Title: cut(escape(b.Title), maxTitle), Description: cut(q.reportOf(b), maxDescription)},
		rows:  []discordgo.MessageComponent{row(yes, button(q.say("add.no"), "groupno|", true))},
	}, nil
}

// folderOf is the folder of the book that a chapter is to be added to; empty
// where no book is named, and the file is a book of its own. A book that is one
// file stays as it is.
func (q *request) folderOf(name string) (string, *reply) {
	if name == "" || name == everyBook {
		return "", nil
	}
	b := q.anyBook(name)
	switch {
	case b == nil:
		return "", q.noBook(name)
	case b.Format != "folder":
		return "", note(q.say("add.single", "book", escape(b.Title)), q.say("add.single.hint"))
	}
	return b.File, nil
}

// fetch reads an attached file; refused tells why it is not read.
func (q *request) fetch(ctx context.Context, a *discordgo.MessageAttachment) (data []byte, refused *reply, err error) {
	large := note(q.say("bad.large", "n", number(maxAttachment>>20)), "")
	if a.Size > maxAttachment {
		return nil, large, nil
	}
	data, err = q.host.Fetch(ctx, a.URL, maxAttachment)
	switch {
	case errors.Is(err, ErrTooLarge):
		return nil, large, nil
	case errors.Is(err, ErrNotPossible):
		q.log.Warn("an attachment was not read", "cause", err)
		return nil, note(q.say("bad.attachment"), ""), nil
	}
	return data, nil, err
}

// reportOf says what was understood of a file. The titles of chapters stay
// hidden: whoever adds a book may not have read it.
func (q *request) reportOf(b *index.BookInfo) string {
	paragraphs, mended, doubts := 0, 0, len(b.Warnings)
	for _, c := range b.Chapters {
		paragraphs += c.Paragraphs
		mended += len(c.Mended)
		doubts += len(c.Warnings)
	}
	lines := []string{
		q.say("add.chapters", "n", number(int(b.Last())), "paragraphs", number(paragraphs)),
		q.say("add.text", "encoding", b.Encoding, "script", q.scriptName(b.Script)),
	}
	if numbers := numbersOf(b); numbers != "" {
		lines = append(lines, q.say("add.numbers", "numbers", numbers))
	}
	if len(b.Removed) > 0 || mended > 0 {
		lines = append(lines, q.say("add.cleaned", "removed", number(len(b.Removed)), "mended", number(mended)))
	}
	if doubts > 0 {
		lines = append(lines, q.say("add.doubts", "n", number(doubts)))
	}
	return strings.Join(lines, "\n")
}

// numbersOf are the first and the last printed chapter number.
func numbersOf(b *index.BookInfo) string {
	var first, last string
	for _, c := range b.Chapters {
		if c.Ordinal == book.FrontMatter || c.Number == nil {
			continue
		}
		if last = number(*c.Number); first == "" {
			first = last
		}
	}
	if first == last {
		return first
	}
	return first + "–" + last
}

// acceptFile puts the proposed file among the books.
func acceptFile(ctx context.Context, q *request) (*reply, error) {
	if !q.inServer() || !q.mayManageServer() {
		return note(q.say("bad.manager"), ""), nil
	}
	err := q.host.Accept(ctx, q.state)
	switch {
	case errors.Is(err, ErrNotProposed):
		return q.inPlace(note(q.say("add.gone"), ""), q.ephemeral()), nil
	case errors.Is(err, ErrNotPossible):
		return q.inPlace(note(q.say("add.off"), q.say("add.off.hint")), q.ephemeral()), nil
	case err != nil:
		return nil, err
	}
	e := Event{Guild: q.guild, User: q.user, What: "add", At: q.now().UTC()}
	if err := q.store.UpdateGroup(ctx, e, func(*Group) error { return nil }); err != nil {
		q.log.Error("who added a file was not noted", "cause", err)
	}
	return q.inPlace(note(q.say("add.done"), q.say("add.done.hint")), q.ephemeral()), nil
}

func refuseFile(_ context.Context, q *request) (*reply, error) {
	return q.inPlace(note(q.say("add.refused"), ""), q.ephemeral()), nil
}
