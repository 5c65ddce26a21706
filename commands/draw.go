package commands

import (
	"context"
	"fmt"
	"io"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// drawPage answers with the passage as a printed page, for the presser alone:
// they may share the picture as they like.
func drawPage(ctx context.Context, q *request) (*reply, error) {
	p, v, err := q.pressedPassage(ctx)
	if err != nil {
		return nil, err
	}
	if q.draws == nil {
		return nil, errGone
	}
	s := q.scope(false)
	v = q.dressed(v, s)
	text, spans := q.inScript(p.Text, marksOf(p.Text, v.words()), v)
	png, cut, err := q.draws.Page(ctx, Page{
		Text: text, Marks: spans, Title: p.Book.Title, Colophon: q.paragraphOf(p, s.veiled(p.Book)), Color: bookColor(p.Book),
	})
	if err != nil {
		return nil, fmt.Errorf("drawing a page: %w", err)
	}
	r := pictured(png, "page.png", s.veiled(p.Book))
	if cut {
		r.content = "-# " + q.say("page.cut")
	}
	return r, nil
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
	png, err := q.draws.Appearances(ctx, Appearances{
		Name: p.Name, Book: p.Book.Title, Counts: p.Chapters,
		First: q.endOf(p, 0), Last: q.endOf(p, len(p.Chapters)-1), Color: bookColor(p.Book),
		Caption: func(chaptersPerBar, highest int) string {
			return q.say("chart.caption", "n", number(chaptersPerBar), "most", number(highest))
		},
	})
	if err != nil {
		return nil, fmt.Errorf("drawing appearances: %w", err)
	}
	return pictured(png, "appearances.png", false), nil
}

// endOf names the chapter at an end of the row of counts, by its number alone.
func (q *request) endOf(p *index.Person, n int) string {
	return q.chapterName(p.Book, &p.Book.Chapters[n], true)
}
