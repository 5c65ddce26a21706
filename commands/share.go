package commands

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// Sharing shows to the room what one reader was shown. What lies past the
// channel's place is asked about first, and then stands behind a spoiler mark
// and without the title of its chapter.

// sharePassage shows a passage to the channel, or asks whether to.
func sharePassage(ctx context.Context, q *request) (*reply, error) {
	p, v, err := q.pressedPassage(ctx)
	if err != nil {
		return nil, err
	}
	if q.openInRoom(p.Book, p.Ref.Chapter) {
		return q.shared(p, v, false), nil
	}
	id, fits := v.encodeAt("sharenow", p.Ref)
	if !fits {
		return nil, errGone
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: q.say("share.ask")},
		rows: []discordgo.MessageComponent{row(button(q.say("share.veiled"), id, true))}}, nil
}

// shareVeiled shows a passage to the channel behind a spoiler mark.
func shareVeiled(ctx context.Context, q *request) (*reply, error) {
	p, v, err := q.pressedPassage(ctx)
	if err != nil {
		return nil, err
	}
	return q.shared(p, v, !q.openInRoom(p.Book, p.Ref.Chapter)), nil
}

// pressedPassage is the passage that the pressed button is about, as far as the
// presser may see it.
func (q *request) pressedPassage(ctx context.Context) (index.Passage, view, error) {
	ref, v, err := q.decodeAt(ctx, q.state)
	if err != nil {
		return index.Passage{}, v, err
	}
	p, ok := q.visible(ref)
	if !ok {
		return index.Passage{}, v, errGone
	}
	return p, v, nil
}

// visible is a passage that the presser may see.
func (q *request) visible(ref book.Ref) (index.Passage, bool) {
	b := q.bookOf(shortBook(ref.Book))
	if b == nil {
		return index.Passage{}, false
	}
	return q.library.Paragraph(ref, 0, q.scope(false).ceiling(b))
}

// openInRoom reports whether a chapter may be shown to the channel: it is
// within what the group has read, whatever the presser has.
func (q *request) openInRoom(b *index.BookInfo, o book.Ordinal) bool {
	if b.Last() <= 1 {
		return true
	}
	group, set := q.groupCeiling(b)
	return set && group.Allows(o) || !set && q.spoilersOpen()
}

// shared is a passage for the room, as the book spells it.
func (q *request) shared(p index.Passage, v view, veiled bool) *reply {
	v.script = asWritten
	p.Spans = marksOf(p.Text, v.words())
	return &reply{
		embed: &discordgo.MessageEmbed{
			Description: cut(q.quotation(p, v, wholeParagraph, veiled)+" · "+q.say("share.by", "user", fmt.Sprintf("<@%s>", q.user)), maxDescription),
			Color:       bookColor(p.Book),
		},
		rows: []discordgo.MessageComponent{row(q.bin(view{asker: q.user}))},
	}
}

// sharePerson shows a person's card to the channel, as far as the channel has
// read.
func sharePerson(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	b := q.bookOf(shortBook(v.book))
	if b == nil {
		return nil, errGone
	}
	s := q.scope(true)
	if s.closed(b) {
		return note(q.say("share.unset"), q.say("share.unset.hint")), nil
	}
	found, err := q.library.Who(ctx, v.query, b.ID, []string{b.ID}, s.ceiling)
	if err != nil || found.Person == nil {
		return note(q.say("share.notyet"), ""), nil
	}
	v.script, v.asker = asWritten, q.user
	r := q.card(found.Person, nil, v, s)
	r.private = false
	r.embed.Description = cut(r.embed.Description+"\n-# "+q.say("share.by", "user", fmt.Sprintf("<@%s>", q.user)), maxDescription)
	return r, nil
}
