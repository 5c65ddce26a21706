package commands

import (
	"context"
	"fmt"
	"io"

	"github.com/bwmarrin/discordgo"

	"shuyou/index/book"
)

// drawPage answers with the passage as a printed page, for the presser alone:
// they may share the picture as they like.
func drawPage(ctx context.Context, q *request) (*reply, error) {
	ref, v, err := q.decodeAt(ctx, q.state)
	if err != nil {
		return nil, err
	}
	p, ok := q.visible(ref)
	if !ok || q.draws == nil {
		return nil, errGone
	}
	s := q.scope(false)
	text, spans := q.inScript(p.Text, marksOf(p.Text, v.words()), v)
	simplifiedText := v.script == simplified || v.script == asWritten && p.Book.Script == book.Simplified
	picture, err := q.draws.Page(ctx, Page{
		Text: text, Marks: spans, Colophon: p.Book.Title + " · " + q.paragraphOf(p, s.veiled(p.Book)),
		Simplified: simplifiedText, Color: bookColor(p.Book),
	})
	if err != nil {
		return nil, fmt.Errorf("drawing a page: %w", err)
	}
	return pictured(picture, "page.png", s.veiled(p.Book)), nil
}

// pictured is an answer that is a picture, behind a spoiler mark where it is
// veiled: Discord hides files whose names start so.
func pictured(png io.Reader, name string, veiled bool) *reply {
	if veiled {
		name = "SPOILER_" + name
	}
	return &reply{private: true, file: &discordgo.File{Name: name, ContentType: "image/png", Reader: png}}
}

// drawAppearances answers with the mentions of a person over the chapters.
func drawAppearances(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	s := q.scope(false)
	found, err := q.whoIs(ctx, v.query, v.book, s)
	if err != nil || found.Person == nil || q.draws == nil {
		return nil, errGone
	}
	p := found.Person
	if len(p.Chapters) < barFrom || s.veiled(p.Book) {
		return nil, errGone
	}
	picture, err := q.draws.Appearances(ctx, Appearances{
		Name: p.Name, Book: p.Book.Title, Counts: p.Chapters,
		First: q.say("place.number", "n", number(1)), Last: q.say("place.number", "n", number(len(p.Chapters))),
		Color: bookColor(p.Book),
	})
	if err != nil {
		return nil, fmt.Errorf("drawing appearances: %w", err)
	}
	return pictured(picture, "appearances.png", false), nil
}
