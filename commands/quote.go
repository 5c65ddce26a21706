package commands

import (
	"context"
	"errors"
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
	key := hanzi.Fold(strings.TrimSpace(typed))
	for _, b := range q.library.Books() {
		if strings.Contains(hanzi.Fold(b.Title), key) || strings.Contains(hanzi.Fold(b.File), key) {
			value := b.Title
			if units(value) > maxOptionLabel {
				value = shortBook(b.ID)
			}
			choices = append(choices, choice{b.Title, value})
		}
	}
	return choices
}

// quote answers /quote.
func quote(ctx context.Context, q *request) (*reply, error) {
	v := view{page: 1, asker: q.user, query: strings.TrimSpace(q.text("text"))}
	if v.query == "" && q.given("text") {
		return nil, index.ErrNothingToFind
	}
	if name := strings.TrimSpace(q.text("book")); name != "" {
		b, err := q.findBook(name)
		if err != nil {
			return q.noBook(name), nil
		}
		v.book = b.ID
	}
	if name := q.person("who", &v); name != "" {
		if v.query == "" {
			return q.personPassages(ctx, name, v)
		}
		v.query += " who:" + name
		return q.showPage(ctx, v)
	}
	if v.query == "" {
		return q.showRandom(ctx, v)
	}
	if q.library.WantsBook(v.query, v.books()) {
		return q.whichBook(v.query), nil
	}
	if ref, ok := q.library.Reference(v.query, v.books()); ok {
		v.query = ""
		return q.showPlace(ctx, ref, v)
	}
	return q.showPage(ctx, v)
}

// whichBook answers a reference that may be to any of several books.
func (q *request) whichBook(reference string) *reply {
	var titles []string
	for _, b := range q.library.Books() {
		titles = append(titles, escape(b.Title))
	}
	example := q.library.Books()[0].Title + " " + reference
	return note(q.say("bad.which", "example", escape(cut(example, 100))), q.say("bad.book.list", "books", q.language.list(titles)))
}

// titleUnits is how much of a query stands above its answer.
const titleUnits = 60

// title is the query as it stands above the answer.
func (v view) title() string { return cut(escape(cut(v.query, titleUnits)), maxTitle) }

// books are the books that the view is limited to.
func (v view) books() []string {
	if v.book == "" {
		return nil
	}
	return []string{v.book}
}

// showRandom shows a passage to somebody who asked for none.
func (q *request) showRandom(ctx context.Context, v view) (*reply, error) {
	p, ok := q.library.Random(v.books(), q.scope(ctx).ceiling, q.pick)
	if !ok {
		return nil, index.ErrNothingToFind
	}
	r, err := q.showPlace(ctx, p.Ref, v)
	return q.inPlace(r, false), err
}

// findBook finds the book that an option names.
func (q *request) findBook(name string) (*index.BookInfo, error) {
	if b := q.bookOf(name); b != nil {
		return b, nil
	}
	return q.library.Book(name)
}

func (q *request) noBook(name string) *reply {
	var titles []string
	for _, b := range q.library.Books() {
		titles = append(titles, escape(b.Title))
	}
	return note(q.say("bad.book", "book", cut(escape(name), 100)), q.say("bad.book.list", "books", q.language.list(titles)))
}

// showPage shows one page of the passages that hold the query.
func (q *request) showPage(ctx context.Context, v view) (*reply, error) {
	s := q.scope(ctx)
	result, size, err := q.search(ctx, v, s)
	switch {
	case errors.Is(err, index.ErrTooLong):
		return note(q.say("bad.long", "n", number(index.MaxQuery), "have", number(utf8.RuneCountInString(v.query))), ""), nil
	case err != nil:
		return nil, err
	case result.Total == 0:
		return q.closest(result.Near, v, s), nil
	case len(result.Passages) == 0: // the library has shrunk since the page was numbered
		v.page = 1
		return q.showPage(ctx, v)
	}
	r := &reply{embed: &discordgo.MessageEmbed{
		Title: v.title(),
		Color: bookColor(result.Passages[0].Book),
	}}
	for _, p := range result.Passages {
		r.private = r.private || s.veiled(p.Book)
	}
	if result.Total == 1 {
		p := result.Passages[0]
		whole := q.quotation(p, v, wholeParagraph, s.veiled(p.Book))
		r.embed.Description = cut(whole+q.alsoNear(result.Near, v, s, maxDescription-units(whole)), maxDescription)
		r.rows = q.placeRow(p, v, s.ceiling(p.Book))
		return r, nil
	}
	intro := q.wordsWithin(result)
	r.embed.Description = intro + q.quotations(result.Passages, v, s, maxDescription-units(intro))
	r.embed.Description += q.alsoNear(result.Near, v, s, maxDescription-units(r.embed.Description))
	r.embed.Footer = &discordgo.MessageEmbedFooter{Text: cut(q.footer(v, result, size), maxFooter)}
	r.rows = q.pageRows(v, result, size, s)
	return r, nil
}

// search finds the passages of the view's page, and says how many a page has.
func (q *request) search(ctx context.Context, v view, s scope) (result *index.Result, size int, err error) {
	size = passagesPerPage
	text, scope := index.Typed(v.query)
	if len([]rune(index.Key(text))) == 1 {
		size = passagesBesideWords
	}
	query := index.Query{Text: text, Scope: scope, Ceiling: s.ceiling, Near: nearPassages, NearBelow: fewExact, Within: true, Offset: (v.page - 1) * size, Limit: size}
	query.Books = v.books()
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

// footer says where in the list this page is.
func (q *request) footer(v view, result *index.Result, size int) string {
	first := (v.page-1)*size + 1
	fill := []string{"first", number(first), "last", number(first + len(result.Passages) - 1), "total", number(result.Total)}
	if len(result.Books) == 1 {
		return strings.TrimSpace(q.say("quote.pages.one", fill...) + " " + bar(result.Books[0].Chapters))
	}
	var books []string
	for _, b := range result.Books {
		books = append(books, strings.TrimSpace(q.say("quote.book", "book", b.Book.Title, "n", number(b.Count))+" "+bar(b.Chapters)))
	}
	return q.say("quote.pages", append(fill, "books", strings.Join(books, " · "))...)
}

// pageRows are the buttons under a page of passages.
func (q *request) pageRows(v view, result *index.Result, size int, s scope) []discordgo.MessageComponent {
	v = q.compact(v, result)
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
	rows := []discordgo.MessageComponent{row(append(buttons, q.bin(v)...)...)}
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
			options = append(options, discordgo.SelectMenuOption{
				Label: cut(p.Book.Title+" · "+q.paragraphOf(p, s.veiled(p.Book)), maxOptionLabel), Value: encodePlace(p.Ref),
			})
		}
		rows = append(rows, menu(id, q.say("quote.menu"), options))
	}
	return rows
}

// turnPage shows another page in place of the one whose button was pressed;
// somebody else than the asker gets a private copy.
func turnPage(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil {
		return nil, err
	}
	own := v.asker == q.user || q.ephemeral()
	v.asker = q.user
	r, err := q.showPage(ctx, q.expand(v))
	return q.inPlace(r, own), err
}

// inPlace puts a reply over the pressed message where it is the presser's own,
// and makes it a private one otherwise.
func (q *request) inPlace(r *reply, own bool) *reply {
	if r != nil {
		r.update, r.private = own, !own || r.private
	}
	return r
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

// narrow asks for one of the words that a character is found in.
func narrow(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil || len(q.values) == 0 {
		return nil, errGone
	}
	own := v.asker == q.user || q.ephemeral()
	v.asker, v.page, v.query = q.user, 1, q.values[0]
	r, err := q.showPage(ctx, v)
	return q.inPlace(r, own), err
}

// openPage answers a button with a new private page.
func openPage(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil {
		return nil, err
	}
	v.asker = q.user
	r, err := q.showPage(ctx, q.expand(v))
	return q.inPlace(r, false), err
}

// pageInScript shows the same page in the other script: in place of a private
// one, else as a private copy.
func pageInScript(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil {
		return nil, err
	}
	v = q.expand(v)
	result, _, err := q.search(ctx, v, q.scope(ctx))
	if err != nil {
		return nil, err
	}
	v.script, v.asker = q.otherScript(v, result.Passages), q.user
	r, err := q.showPage(ctx, v)
	return q.inPlace(r, q.ephemeral()), err
}

// openPlace opens the passage that was chosen in the menu, privately.
func openPlace(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(q.state)
	if err != nil || len(q.values) == 0 {
		return nil, errGone
	}
	ref, err := q.decodePlace(q.values[0])
	if err != nil {
		return nil, err
	}
	v.asker = q.user
	r, err := q.showPlace(ctx, ref, q.expand(v))
	return q.inPlace(r, false), err
}

// movePlace goes to the paragraph before or after.
func movePlace(ctx context.Context, q *request) (*reply, error) {
	ref, v, err := q.decodeAt(q.state)
	if err != nil {
		return nil, err
	}
	own := v.asker == q.user || q.ephemeral()
	v.asker = q.user
	r, err := q.showPlace(ctx, ref, v)
	return q.inPlace(r, own), err
}

func placeInScript(ctx context.Context, q *request) (*reply, error) {
	ref, v, err := q.decodeAt(q.state)
	if err != nil {
		return nil, err
	}
	b, err := q.library.Book(ref.Book)
	if err != nil {
		return nil, errGone
	}
	p, ok := q.library.Paragraph(ref, 0, q.scope(ctx).ceiling(b))
	if !ok {
		return nil, errGone
	}
	v.script, v.asker = q.otherScript(v, []index.Passage{p}), q.user
	r, err := q.showPlace(ctx, ref, v)
	return q.inPlace(r, q.ephemeral()), err
}

// deleteAnswer takes an answer away, for the person who asked and for
// moderators.
func deleteAnswer(_ context.Context, q *request) (*reply, error) {
	asker := longUser(q.state)
	if asker != q.user && !q.mayManageMessages() && !q.ephemeral() {
		return note(q.say("bad.owner"), ""), nil
	}
	return &reply{remove: true}, nil
}
