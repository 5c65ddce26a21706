package commands

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/cast"
	"shuyou/index/hanzi"
)

func whoCommand(d dictionary) *command {
	definition := d.command("who")
	definition.Options = []*discordgo.ApplicationCommandOption{d.option("who", "name")}
	definition.Options[0].Required, definition.Options[0].MaxLength = true, maxOptionText
	definition.Options[0].Autocomplete = true
	return &command{
		definition: definition,
		private:    true,
		handle:     who,
		suggest:    suggestPeople,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"who":      whoElse,
			"whotext":  whoInScript,
			"whoone":   whoOne,
			"whopage":  whoPassages,
			"whopage2": turned(whoPassages),
			"wholine":  whoLines,
			"wholine2": turned(whoLines),
			"whowith":  whoCompany,
			"whowith2": turned(whoCompany),
			"whoshare": sharePerson,
			"whochart": drawAppearances,
		},
	}
}

// personMark stands before the value of a suggestion that names one person of
// one book, so that choosing it needs no second question.
const personMark = "\u2063" // an invisible separator: nobody types it

// suggestPeople completes a name, in order of importance so far.
func suggestPeople(_ context.Context, q *request, option, typed string) []choice {
	var choices []choice
	s := q.unveiled()
	for _, p := range q.library.SuggestPeople(typed, s.books, s.ceiling, maxChoices) {
		parts := []string{p.Name}
		if reading := q.pinyin(p.Name); reading != "" {
			parts = append(parts, reading)
		}
		parts = append(parts, p.Book.Title+" ("+number(p.Paragraphs)+")")
		choices = append(choices, choice{strings.Join(parts, " · "), p.Name + personMark + shortBook(p.Book.ID)})
	}
	return choices
}

// who answers /who.
func who(ctx context.Context, q *request) (*reply, error) {
	v := view{page: 1, asker: q.user}
	v.query = q.person("name", &v)
	return q.showPerson(ctx, v)
}

// person is the name that an option holds. One that was chosen from the
// suggestions names its book, too, which the view then has.
func (q *request) person(option string, v *view) string {
	name, short, chosen := strings.Cut(strings.TrimSpace(q.text(option)), personMark)
	if b := q.bookOf(short); chosen && b != nil && v.book == "" {
		v.book = b.ID
	}
	return strings.Join(strings.Fields(name), "")
}

// personPassages lists the paragraphs a person stands in, or says that there is
// nobody.
func (q *request) personPassages(ctx context.Context, name string, v view) (*reply, error) {
	found, err := q.whoIs(ctx, name, v.book, q.scope(false))
	if err != nil {
		return nil, err
	}
	if found.Person == nil {
		v.query = name
		return q.showPerson(ctx, v)
	}
	v.query, v.book = found.Person.Name, found.Person.Book.ID
	return q.passagesOf(ctx, v)
}

// whoIs finds the person with the name in the book that is meant: the one
// named, else the one that is read here, else the one that knows them best.
func (q *request) whoIs(ctx context.Context, name, inBook string, s scope) (*index.Who, error) {
	if main := q.mainBook(); inBook == "" && main != nil {
		inBook = main.ID
	}
	return q.library.Who(ctx, name, inBook, s.books, s.ceiling)
}

// showPerson shows the person with the name in the view's book, the one who is
// mentioned most where the view names none, and offers the others.
func (q *request) showPerson(ctx context.Context, v view) (*reply, error) {
	s := q.scope(false)
	v = q.dressed(v, s)
	found, err := q.whoIs(ctx, v.query, v.book, s)
	switch {
	case errors.Is(err, index.ErrTooLong):
		return note(q.say("bad.long", "n", number(index.MaxQuery), "have", number(len([]rune(v.query)))), ""), nil
	case err != nil:
		return nil, err
	case found.Person != nil:
		return q.card(found.Person, found.Others, v, s), nil
	case len(found.Candidates) > 0:
		return q.candidates(found.Candidates, v, s), nil
	}
	return note(q.say("who.none", "query", cut(escape(v.query), 400)), q.say("who.none.hint")), nil
}

// mostCandidates is how many people are offered for a name.
const mostCandidates = 5

// candidates offers the people whom a name may mean: those who share a title,
// or whose names are like what was typed.
func (q *request) candidates(all []index.Candidate, v view, s scope) *reply {
	title, intro := q.say("who.which", "query", cut(escape(v.query), 100)), q.say("who.shared")
	switch {
	case all[0].How == cast.ByTitle && len(all) == 1:
		intro = q.say("who.called")
	case all[0].How != cast.ByTitle:
		title, intro = q.say("who.none", "query", cut(escape(v.query), 100)), q.say("who.meant")
	}
	lines := []string{intro}
	var buttons []discordgo.MessageComponent
	all = all[:min(len(all), mostCandidates)]
	shown := func(n int) (name, label string) {
		c := all[n]
		if s.veiled(c.Book) { // a button cannot be veiled: it has a number
			return number(n+1) + " ||**" + escape(c.Name) + "**||", number(n + 1)
		}
		label = c.Name
		if slices.ContainsFunc(all, func(o index.Candidate) bool { return o.Book != c.Book && hanzi.Fold(o.Name) == hanzi.Fold(c.Name) }) {
			label += " · " + c.Book.Title
		}
		return "**" + escape(c.Name) + "**", label
	}
	for n, c := range all {
		same := func(o index.Candidate) bool { return o.Passage.Ref == c.Passage.Ref }
		if !slices.ContainsFunc(all[:n], same) { // one passage may name several
			var names []string
			for k, o := range all {
				if name, _ := shown(k); same(o) {
					names = append(names, name)
				}
			}
			lines = append(lines, q.language.list(names)+"\n"+q.tellingOf(c.Passage, v, s, 60, true))
		}
		_, label := shown(n)
		one := v
		one.query, one.book = c.Name, c.Book.ID
		if id, ok := one.encode("whoone"); ok && n < 4 {
			buttons = append(buttons, button(label, id, true))
		}
	}
	if id, ok := v.encode("open"); ok {
		buttons = append(buttons, button(q.say("who.words", "query", v.query), id, true))
	}
	r := &reply{private: true, embed: &discordgo.MessageEmbed{
		Title: cut(title, maxTitle), Description: cut(strings.Join(lines, "\n"), maxDescription), Color: bookColor(all[0].Book),
	}}
	if len(buttons) > 0 {
		r.rows = []discordgo.MessageComponent{row(buttons...)}
	}
	if i := slices.IndexFunc(all, func(c index.Candidate) bool { return s.veiled(c.Book) }); i >= 0 {
		r.rows = append(r.rows, q.askProgress(s, all[i].Book)...)
	}
	return r
}

// whoElse shows the person of the same name in the book that was chosen.
func whoElse(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil || len(q.values) == 0 {
		return nil, errGone
	}
	b := q.bookOf(q.values[0])
	if b == nil {
		return nil, errGone
	}
	v.book = b.ID
	return q.personInPlace(ctx, v)
}

// whoOne shows one of several candidates.
func whoOne(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	return q.personInPlace(ctx, v)
}

// whoInScript shows the card in the other script.
func whoInScript(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	found, err := q.whoIs(ctx, v.query, v.book, q.scope(false))
	if err != nil || found.Person == nil {
		return nil, errGone
	}
	v.script = q.otherScript(v, found.Person.Telling)
	return q.personInPlace(ctx, v)
}

// personInPlace shows a card in place of the presser's own, else as a private
// copy.
func (q *request) personInPlace(ctx context.Context, v view) (*reply, error) {
	own := v.asker == q.user || q.ephemeral()
	v.asker = q.user
	r, err := q.showPerson(ctx, v)
	return q.inPlace(r, own), err
}

// whoPassages shows the paragraphs a person stands in, a page at a time.
func whoPassages(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	return q.passagesOf(ctx, v)
}

func (q *request) passagesOf(ctx context.Context, v view) (*reply, error) {
	b := q.bookOf(shortBook(v.book))
	if b == nil {
		return nil, errGone
	}
	s := q.scope(false)
	v = q.dressed(v, s)
	passages, total, err := q.library.PersonPassages(v.query, v.book, s.ceiling(b), (v.page-1)*passagesPerPage, passagesPerPage)
	if err != nil || len(passages) == 0 {
		return nil, errGone
	}
	var parts []string
	for _, p := range passages {
		parts = append(parts, q.quotation(p, v, windowRunes, s.veiled(p.Book)))
	}
	return q.list(v, "whopage", q.listTitle("who.passages.title", v.query, b, s), parts, total, q.askProgress(s, b)), nil
}

// whoLines shows what a person says, a page at a time. What is only probably
// theirs says so.
func whoLines(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	s := q.scope(false)
	v = q.dressed(v, s)
	found, err := q.whoIs(ctx, v.query, v.book, s)
	if err != nil || found.Person == nil {
		return nil, errGone
	}
	p, first := found.Person, (v.page-1)*passagesPerPage
	if first >= len(p.Speeches) {
		return nil, errGone
	}
	var parts []string
	for _, line := range p.Speeches[first:min(first+passagesPerPage, len(p.Speeches))] {
		text, _ := q.inScript(line.Text, nil, v)
		shown := around(text, nil, lineRunes)
		if s.veiled(p.Book) {
			shown = "||" + shown + "||"
		}
		place := escape(q.at(p, line.Ref, s.veiled(p.Book)))
		if !line.Sure {
			place += " · " + q.say("who.probably")
		}
		parts = append(parts, "> "+shown+"\n-# "+place)
	}
	return q.list(v, "wholine", q.listTitle("who.lines.title", p.Name, p.Book, s), parts, len(p.Speeches), q.askProgress(s, p.Book)), nil
}

// listTitle names whom a list is about, or where that is veiled, the book.
func (q *request) listTitle(key, name string, b *index.BookInfo, s scope) string {
	if s.veiled(b) {
		return escape(b.Title)
	}
	return q.say(key, "name", escape(name))
}

// turned makes a press take the place of the page it stands on.
func turned(press func(context.Context, *request) (*reply, error)) func(context.Context, *request) (*reply, error) {
	return func(ctx context.Context, q *request) (*reply, error) {
		r, err := press(ctx, q)
		return q.inPlace(r, true), err
	}
}

// lineRunes is how much of a spoken line is shown.
const lineRunes = 200

// list is a private page of quotations that belongs to a card. Its first page
// opens beside the card, the others take its place.
func (q *request) list(v view, action, title string, parts []string, total int, ask []discordgo.MessageComponent) *reply {
	pages := (total + passagesPerPage - 1) / passagesPerPage
	first := (v.page-1)*passagesPerPage + 1
	turn := func(emoji string, to int) discordgo.MessageComponent {
		next := v
		next.page, next.asker = to, q.user
		id, ok := next.encode(action + "2")
		if !ok {
			id = "none|" + number(to)
		}
		return emojiButton(emoji, id, ok && to >= 1 && to <= pages)
	}
	r := &reply{private: true, embed: &discordgo.MessageEmbed{
		Title: cut(title, maxTitle), Description: cut(strings.Join(parts, "\n"), maxDescription),
	}}
	if b := q.bookOf(shortBook(v.book)); b != nil {
		r.embed.Color = bookColor(b)
	}
	if pages > 1 {
		r.embed.Footer = &discordgo.MessageEmbedFooter{Text: q.say("quote.pages.one",
			"first", number(first), "last", number(first+len(parts)-1), "total", number(total))}
		r.rows = []discordgo.MessageComponent{row(turn("◀", v.page-1), button(number(v.page)+" / "+number(pages), "none|page", false), turn("▶", v.page+1))}
	}
	r.rows = append(r.rows, ask...)
	return r
}
