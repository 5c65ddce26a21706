package commands

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/hanzi"
)

const (
	passagesPerPage = 5
	// passagesBesideWords is how many stand beside the words that a common
	// character is found in.
	passagesBesideWords = 3
	// nearPassages is how many passages that only come near are shown where
	// fewer than fewExact hold the query exactly.
	nearPassages = 3
	fewExact     = 3
	// Runes of a paragraph that are shown: around a hit among others, and
	// where it is shown alone.
	windowRunes    = 110
	wholeParagraph = 1200
	// optionRunes is how much of it stands in a menu.
	optionRunes = 45
)

func quoteCommand(d dictionary) *command {
	definition := d.command("quote")
	definition.Options = []*discordgo.ApplicationCommandOption{d.option("quote", "text"), d.option("quote", "book"), d.option("quote", "who")}
	definition.Options[0].MaxLength = maxOptionText
	definition.Options[1].Autocomplete, definition.Options[2].Autocomplete = true, true
	return &command{
		definition: definition,
		handle:     quote,
		suggest:    suggestScope,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"quote":       turnPage,
			"open":        openPage,
			"narrow":      narrow,
			"script":      pageInScript,
			"context":     openPlace,
			"place":       movePlace,
			"placescript": placeInScript,
			"page":        drawPage,
			"share":       sharePassage,
			"sharenow":    shareVeiled,
			"delete":      deleteAnswer,
		},
	}
}

// suggestScope completes a book or a person.
func suggestScope(ctx context.Context, q *request, option, typed string) []choice {
	switch option {
	case "book":
		return suggestBook(q, typed)
	case "who":
		return suggestPeople(ctx, q, option, typed)
	}
	return nil
}

func suggestBook(q *request, typed string) []choice {
	var choices []choice
	for _, b := range q.books() {
		if matchesBook(b, typed) {
			choices = append(choices, q.bookChoice(b))
		}
	}
	return choices
}

// bookChoice offers a book: by a short name where its title is too long to be
// a value, or where another book has the same, and then with its file.
func (q *request) bookChoice(b *index.BookInfo) choice {
	same := slices.ContainsFunc(q.library.Books(), func(o *index.BookInfo) bool { return o.ID != b.ID && o.Title == b.Title })
	switch {
	case same:
		return choice{b.Title + " · " + b.File, shortBook(b.ID)}
	case units(b.Title) > maxOptionLabel:
		return choice{b.Title, shortBook(b.ID)}
	}
	return choice{b.Title, b.Title}
}

// matchesBook reports whether what was typed is a part of the book's title or
// file name, in any script.
func matchesBook(b *index.BookInfo, typed string) bool {
	key := hanzi.Fold(strings.TrimSpace(typed))
	return strings.Contains(hanzi.Fold(b.Title), key) || strings.Contains(hanzi.Fold(b.File), key)
}

// quote answers /quote.
func quote(ctx context.Context, q *request) (*reply, error) {
	v := view{page: 1, asker: q.user, query: strings.TrimSpace(q.text("text"))}
	if v.query == "" && q.given("text") {
		return nil, index.ErrNothingToFind
	}
	if name := strings.TrimSpace(q.text("book")); name != "" {
		b := q.findBook(name)
		if b == nil {
			return q.noBook(name), nil
		}
		v.book = b.ID
	}
	if name := q.person("who", &v); name != "" {
		if v.query == "" {
			return q.personPassages(ctx, name, v)
		}
		v.query += " who:" + name
		return q.showPage(ctx, v, q.public())
	}
	if v.query == "" {
		return q.showRandom(v)
	}
	return q.find(ctx, v, q.public())
}

// find answers a line: as a reference where it is one, else with the passages
// that hold it.
func (q *request) find(ctx context.Context, v view, public bool) (*reply, error) {
	s := q.scope(public)
	if q.library.WantsBook(v.query, s.among(v.book)) {
		return q.whichBook(v.query), nil
	}
	ref, ok := q.library.Reference(v.query, s.among(v.book), s.ceiling)
	if !ok && public { // perhaps one that the asker has reached before the others
		ref, ok = q.library.Reference(v.query, s.among(v.book), q.scope(false).ceiling)
	}
	if ok && q.bookOf(shortBook(ref.Book)) != nil {
		v.query = ""
		return q.showPlace(ref, v, public)
	}
	return q.showPage(ctx, v, public)
}

// whichBook answers a reference that may be to any of several books.
func (q *request) whichBook(reference string) *reply {
	var titles []string
	for _, b := range q.books() {
		titles = append(titles, escape(b.Title))
	}
	example := q.books()[0].Title + " " + reference
	return note(q.say("bad.which", "example", escape(cut(example, 100))), q.say("bad.book.list", "books", q.language.list(titles)))
}

// titleUnits is how much of a query stands above its answer.
const titleUnits = 60

// title is the query as it stands above the answer.
func (v view) title() string { return cut(escape(cut(v.query, titleUnits)), maxTitle) }

// showRandom shows a passage to somebody who asked for none, privately: nobody
// knows what it will be.
func (q *request) showRandom(v view) (*reply, error) {
	s := q.scope(false)
	books := s.among(v.book)
	if main := q.mainBook(); v.book == "" && main != nil {
		books = []string{main.ID}
	}
	p, ok := q.library.Random(books, s.ceiling, q.pick)
	if !ok {
		return note(q.say("quote.unread"), q.say("quote.unread.hint")), nil
	}
	return q.showPlace(p.Ref, v, false)
}

// findBook finds the book that an option names among those that can be asked
// about here; nil where there is none.
func (q *request) findBook(name string) *index.BookInfo {
	if b := q.bookOf(name); b != nil {
		return b
	}
	b, err := q.library.Book(name)
	if err != nil {
		return nil
	}
	return q.bookOf(shortBook(b.ID))
}

func (q *request) noBook(name string) *reply {
	var titles []string
	for _, b := range q.books() {
		titles = append(titles, escape(b.Title))
	}
	return note(q.say("bad.book", "book", cut(escape(name), 100)), q.say("bad.book.list", "books", q.language.list(titles)))
}

// showPage shows one page of the passages that hold the query. public says
// that it is meant for the room; where a passage of a book is found of which
// nothing may be shown there, or only the asker has read what is asked for, the
// answer is private.
func (q *request) showPage(ctx context.Context, v view, public bool) (*reply, error) {
	s := q.scope(public)
	result, size, err := q.search(ctx, v, s)
	if err == nil && public && (result.Total == 0 || holdsClosed(result, s)) {
		own := q.scope(false)
		all, most, failed := q.search(ctx, v, own)
		if failed != nil || all.Total > 0 || len(result.Near) == 0 || holdsClosed(result, s) {
			result, size, err, s = all, most, failed, own
		}
	}
	switch {
	case errors.Is(err, index.ErrTooLong):
		return note(q.say("bad.long", "n", number(index.MaxQuery), "have", number(utf8.RuneCountInString(v.query))), ""), nil
	case err != nil:
		return nil, err
	}
	v = q.dressed(v, s)
	if slices.ContainsFunc(result.Books, func(b index.BookCount) bool { return b.Count > 0 && s.veiled(b.Book) }) {
		result.Within = nil // words of a text that nobody may have read
	}
	switch {
	case result.Total == 0:
		return q.closest(ctx, result.Near, v, s), nil
	case len(result.Passages) == 0: // there are fewer than when the page was numbered
		v.page = 1
		return q.showPage(ctx, v, public)
	}
	r := &reply{private: !s.public, embed: &discordgo.MessageEmbed{
		Title: v.title(),
		Color: bookColor(result.Passages[0].Book),
	}}
	ask := q.askProgress(s, veiledBook(result.Passages, s))
	if result.Total == 1 {
		p := result.Passages[0]
		whole := q.quotation(p, v, wholeParagraph, s.veiled(p.Book))
		r.embed.Description = cut(whole+q.alsoNear(result.Near, v, s, maxDescription-units(whole)), maxDescription)
		r.rows = append(q.placeRow(p, q.compact(ctx, v), s), ask...)
		return r, nil
	}
	intro := q.wordsWithin(result)
	r.embed.Description = intro + q.quotations(result.Passages, v, s, maxDescription-units(intro))
	r.embed.Description += q.alsoNear(result.Near, v, s, maxDescription-units(r.embed.Description))
	if text := q.footer(v, result, size, s); text != "" {
		r.embed.Footer = &discordgo.MessageEmbedFooter{Text: cut(text, maxFooter)}
	}
	r.rows = append(q.pageRows(ctx, v, result, size, s), ask...)
	return r, nil
}

// holdsClosed reports whether a result holds passages, on this page or
// another, of a book of which nothing may be shown to the room.
func holdsClosed(r *index.Result, s scope) bool {
	return slices.ContainsFunc(r.Books, func(b index.BookCount) bool { return b.Count > 0 && s.closed(b.Book) }) ||
		slices.ContainsFunc(r.Near, func(p index.Passage) bool { return s.closed(p.Book) })
}

// veiledBook is the first book of the passages that is veiled, nil where none
// is.
func veiledBook(passages []index.Passage, s scope) *index.BookInfo {
	for _, p := range passages {
		if s.veiled(p.Book) {
			return p.Book
		}
	}
	return nil
}

// search finds the passages of the view's page, and says how many a page has.
func (q *request) search(ctx context.Context, v view, s scope) (result *index.Result, size int, err error) {
	size = passagesPerPage
	text, scope := index.Typed(v.query)
	if len([]rune(index.Key(text))) == 1 {
		size = passagesBesideWords
	}
	query := index.Query{Text: text, Scope: scope, Books: s.among(v.book), Ceiling: s.ceiling, Near: nearPassages, NearBelow: fewExact, Within: true, Chapters: true, Offset: (v.page - 1) * size, Limit: size}
	result, err = q.library.Search(ctx, query)
	if err == nil && size == passagesBesideWords && len(result.Within) == 0 { // not so common after all
		size = passagesPerPage
		query.Offset, query.Limit = (v.page-1)*size, size
		result, err = q.library.Search(ctx, query)
	}
	return result, size, err
}

// quotations sets several passages under one another. Where they do not fit,
// less of each is shown.
func (q *request) quotations(passages []index.Passage, v view, s scope, room int) string {
	for most := windowRunes; ; most = most * 2 / 3 {
		var parts []string
		for _, p := range passages {
			parts = append(parts, q.quotation(p, v, most, s.veiled(p.Book)))
		}
		text := strings.Join(parts, "\n")
		if units(text) <= room {
			return text
		}
		if most < 10 {
			return cut(text, room)
		}
	}
}

// footer says where in the list this page is. Over a veiled book no bar is
// drawn: it would show where the story turns.
func (q *request) footer(v view, result *index.Result, size int, s scope) string {
	drawn := func(b index.BookCount) string {
		if s.veiled(b.Book) {
			return ""
		}
		return bar(b.Chapters)
	}
	first := (v.page-1)*size + 1
	fill := []string{"first", number(first), "last", number(first + len(result.Passages) - 1), "total", number(result.Total)}
	if len(result.Books) == 1 {
		if result.Total <= size { // all of it is here
			return drawn(result.Books[0])
		}
		return strings.TrimSpace(q.say("quote.pages.one", fill...) + " " + drawn(result.Books[0]))
	}
	var books []string
	for _, b := range result.Books {
		books = append(books, strings.TrimSpace(q.say("quote.book", "book", b.Book.Title, "n", number(b.Count))+" "+drawn(b)))
	}
	key := "quote.pages"
	if result.Total <= size {
		key = "quote.all"
	}
	return q.say(key, append(fill, "books", strings.Join(books, " · "))...)
}

// pageRows are the buttons under a page of passages.
func (q *request) pageRows(ctx context.Context, v view, result *index.Result, size int, s scope) []discordgo.MessageComponent {
	v = q.compact(ctx, v)
	pages := (result.Total + size - 1) / size
	turn := func(emoji string, to int) discordgo.MessageComponent {
		next := v
		next.page = to
		id, ok := next.encode("quote")
		if !ok {
			return emojiButton(emoji, "none|"+number(to), false)
		}
		return emojiButton(emoji, id, to >= 1 && to <= pages)
	}
	var buttons []discordgo.MessageComponent
	if pages > 1 {
		buttons = append(buttons, turn("◀", v.page-1), button(number(v.page)+" / "+number(pages), "none|page", false), turn("▶", v.page+1))
	}
	if id, ok := v.encode("script"); ok {
		buttons = append(buttons, button(q.say("button.script"), id, true))
	}
	if s.public {
		buttons = append(buttons, q.bin(v))
	}
	var rows []discordgo.MessageComponent
	if len(buttons) > 0 {
		rows = append(rows, row(buttons...))
	}
	if id, ok := v.encode("narrow"); ok && len(result.Within) > 0 {
		var options []discordgo.SelectMenuOption
		for _, w := range result.Within {
			options = append(options, discordgo.SelectMenuOption{Label: cut(w.Text+" ("+number(w.Paragraphs)+")", maxOptionLabel), Value: w.Text})
		}
		return append(rows, menu(id, q.say("quote.narrow"), options))
	}
	if id, ok := v.encode("context"); ok {
		var options []discordgo.SelectMenuOption
		for _, p := range result.Passages {
			options = append(options, q.passageOption(p, v, s.veiled(p.Book)))
		}
		rows = append(rows, menu(id, q.say("quote.menu"), options))
	}
	return rows
}

// passageOption offers a passage in a menu: its place, and under it, unless it
// is veiled, the words around the hit.
func (q *request) passageOption(p index.Passage, v view, veiled bool) discordgo.SelectMenuOption {
	o := discordgo.SelectMenuOption{Label: cut(p.Book.Title+" · "+q.shortPlace(p, veiled), maxOptionLabel), Value: encodePlace(p.Ref)}
	if !veiled {
		text, spans := q.inScript(p.Text, p.Spans, v)
		runes := []rune(text)
		start, end := sentences(runes, spans, optionRunes)
		o.Description = cut(strings.TrimSpace(string(runes[start:end])), maxOptionLabel)
	}
	return o
}

// wordsWithin lists the words that a common character is found in.
func (q *request) wordsWithin(result *index.Result) string {
	if len(result.Within) == 0 {
		return ""
	}
	var words []string
	for _, w := range result.Within {
		words = append(words, escape(w.Text)+"\u00a0"+number(w.Paragraphs))
	}
	return "-# " + q.say("quote.common", "n", number(result.Total)) + "\n" + strings.Join(words, " · ") + "\n"
}
