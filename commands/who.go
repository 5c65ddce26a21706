package commands

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// cardRunes is how much of each telling passage a card shows.
const cardRunes = 150

func whoCommand(d dictionary) *command {
	definition := d.command("who")
	definition.Options = []*discordgo.ApplicationCommandOption{d.option("who", "name")}
	definition.Options[0].Required, definition.Options[0].MaxLength = true, maxOptionText
	return &command{
		definition: definition,
		private:    true,
		handle:     who,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"who":     whoElse,
			"whotext": whoInScript,
		},
	}
}

// who answers /who.
func who(ctx context.Context, q *request) (*reply, error) {
	return q.showPerson(ctx, view{page: 1, asker: q.user, query: strings.TrimSpace(q.text("name"))})
}

// showPerson shows the person with the name in the view's book, the one who is
// mentioned most where the view names none, and offers the others.
func (q *request) showPerson(ctx context.Context, v view) (*reply, error) {
	s := q.scope(ctx)
	persons, err := q.library.Persons(ctx, v.query, s.ceiling)
	switch {
	case errors.Is(err, index.ErrTooLong):
		return note(q.say("bad.long", "n", number(index.MaxQuery), "have", number(len([]rune(v.query)))), ""), nil
	case err != nil:
		return nil, err
	case len(persons) == 0:
		return note(q.say("who.none", "query", cut(escape(v.query), 400)), q.say("who.none.hint")), nil
	}
	shown := persons[0]
	var others []index.Person
	for _, p := range persons {
		if p.Book.ID == v.book {
			shown = p
		}
	}
	for _, p := range persons {
		if p.Book != shown.Book {
			others = append(others, p)
		}
	}
	return q.card(shown, others, v, s), nil
}

// card introduces a person: how the book calls them, where they appear, and a
// few passages with their places.
func (q *request) card(p index.Person, others []index.Person, v view, s scope) *reply {
	var lines []string
	head := q.say("who.head", "name", escape(q.otherSpelling(p.Name)), "book", escape(p.Book.Title))
	if q.otherSpelling(p.Name) == p.Name {
		head = escape(p.Book.Title)
	}
	lines = append(lines, "-# "+head)
	var forms []string
	for _, f := range p.Forms {
		forms = append(forms, q.say("who.form", "form", escape(f.Text), "n", number(f.Count)))
	}
	lines = append(lines, q.say("who.forms", "forms", strings.Join(forms, " · ")))
	seen := q.say("who.seen", "range", escape(q.extent(p, s.veiled(p.Book))))
	if len(p.With) > 0 {
		var people []string
		for _, c := range p.With {
			people = append(people, escape(c.Name)+" "+number(c.Paragraphs))
		}
		seen += " · " + q.say("who.with", "people", q.language.list(people))
	}
	lines = append(lines, seen)
	v.book = p.Book.ID
	lines = append(lines, q.tellings(p, v, s))
	return &reply{
		private: true,
		embed: &discordgo.MessageEmbed{
			Title:       cut(escape(p.Name), maxTitle),
			Description: cut(strings.Join(lines, "\n"), maxDescription),
			Color:       bookColor(p.Book),
		},
		rows: q.cardRows(p, others, v),
	}
}

// tellings quotes the passages of a card, each with its place in the book.
func (q *request) tellings(p index.Person, v view, s scope) string {
	var parts []string
	for _, t := range p.Telling {
		text, spans := q.inScript(t.Text, t.Spans, v)
		shown := around(text, spans, cardRunes)
		if s.veiled(p.Book) {
			shown = "||" + shown + "||"
		}
		place := escape(q.paragraphOf(t, s.veiled(p.Book)))
		for _, mark := range q.marks(t) {
			place += " · " + mark
		}
		parts = append(parts, "> "+shown+"\n-# "+place)
	}
	return strings.Join(parts, "\n")
}

// extent says from where to where a person appears.
func (q *request) extent(p index.Person, veiled bool) string {
	first, last := q.at(p, p.First, veiled), q.at(p, p.Last, veiled)
	switch {
	case p.First == p.Last:
		return first
	case p.First.Chapter == p.Last.Chapter && len(p.Book.Chapters) == 1:
		return q.say("range.paragraphs", "first", number(p.First.Paragraph), "last", number(p.Last.Paragraph))
	}
	return q.say("range.places", "first", first, "last", last)
}

func (q *request) at(p index.Person, r book.Ref, veiled bool) string {
	return q.paragraphOf(index.Passage{Book: p.Book, Chapter: p.Book.Chapter(r.Chapter), Ref: r}, veiled)
}

// otherSpelling is a name in the other script than the one it is written in.
func (q *request) otherSpelling(name string) string {
	to := simplified
	if hanzi.Detect(name).Script == book.Simplified {
		to = traditional
	}
	return q.convert(name, to)
}

// cardRows are the buttons under a card, and the menu that leads to the same
// name in other books.
func (q *request) cardRows(p index.Person, others []index.Person, v view) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	all := v
	all.query, all.script = p.Name, asWritten
	if id, ok := all.encode("open"); ok {
		buttons = append(buttons, button(q.say("who.passages", "n", number(p.Paragraphs)), id, true))
	}
	if id, ok := v.encode("whotext"); ok {
		buttons = append(buttons, button(q.say("button.script"), id, true))
	}
	var rows []discordgo.MessageComponent
	if len(buttons) > 0 {
		rows = append(rows, row(buttons...))
	}
	if id, ok := v.encode("who"); ok && len(others) > 0 {
		var options []discordgo.SelectMenuOption
		for _, o := range others {
			label := q.say("who.other", "book", o.Book.Title, "name", o.Name, "n", number(o.Paragraphs))
			options = append(options, discordgo.SelectMenuOption{Label: cut(label, maxOptionLabel), Value: shortBook(o.Book.ID)})
		}
		rows = append(rows, menu(id, q.say("who.menu"), options))
	}
	return rows
}

// whoElse shows the person of the same name in the book that was chosen.
func whoElse(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil || len(q.values) == 0 {
		return nil, errGone
	}
	b := q.bookOf(q.values[0])
	if b == nil {
		return nil, errGone
	}
	own := v.asker == q.user
	v.book, v.asker = b.ID, q.user
	r, err := q.showPerson(ctx, v)
	return q.inPlace(r, own), err
}

// whoInScript shows the card in the other script.
func whoInScript(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil {
		return nil, err
	}
	persons, err := q.library.Persons(ctx, v.query, q.scope(ctx).ceiling)
	if err != nil {
		return nil, err
	}
	var passages []index.Passage
	for _, p := range persons {
		if p.Book.ID == v.book {
			passages = p.Telling
		}
	}
	own := v.asker == q.user
	v.script, v.asker = q.otherScript(v, passages), q.user
	r, err := q.showPerson(ctx, v)
	return q.inPlace(r, own), err
}
