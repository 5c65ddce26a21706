package commands

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

func progressCommand(d dictionary) *command {
	definition := d.command("progress")
	definition.Options = []*discordgo.ApplicationCommandOption{d.option("progress", "chapter"), d.option("progress", "book")}
	for _, o := range definition.Options {
		o.Autocomplete = true
		o.MaxLength = maxFormText
	}
	return &command{
		definition: definition,
		private:    true,
		handle:     progress,
		suggest:    suggestChapter,
		presses: map[string]func(context.Context, *request) (*reply, error){
			"readto":     askChapter,
			"groupto":    askGroupChapter,
			"readtoform": setFromForm,
			"grouptofor": setGroupFromForm,
			"readpick":   setFromMenu,
			"grouppick":  setGroupFromMenu,
			"forgetread": forgetProgress,
		},
	}
}

// progress answers /progress: with a chapter it sets, without it shows.
func progress(ctx context.Context, q *request) (*reply, error) {
	b, miss := q.namedBook()
	if chosen := q.bookOf(chosenBook(q.text("chapter"))); b == nil && miss == nil {
		b = chosen
	}
	switch {
	case miss != nil:
		return miss, nil
	case q.text("chapter") == "" && !q.given("book"):
		return q.showProgress(), nil
	case b == nil:
		return q.bookFirst(), nil
	case q.text("chapter") == "":
		return q.progressOf(b), nil
	}
	return q.setProgress(ctx, b, q.text("chapter"), ownPlace)
}

// namedBook is the book that the option names, else the one that is read here;
// nil where there are several. miss answers a name that no book has.
func (q *request) namedBook() (b *index.BookInfo, miss *reply) {
	if name := strings.TrimSpace(q.text("book")); name != "" {
		if b = q.findBook(name); b == nil {
			miss = q.noBook(name)
		}
		return b, miss
	}
	if b = q.mainBook(); b != nil {
		return b, nil
	}
	if long := q.longBooks(); len(long) == 1 {
		return long[0], nil
	}
	return nil, nil
}

// longBooks are the books of several chapters: those that have something to
// hide.
func (q *request) longBooks() []*index.BookInfo {
	var long []*index.BookInfo
	for _, b := range q.books() {
		if b.Last() > 1 {
			long = append(long, b)
		}
	}
	return long
}

// bookFirst asks for the book.
func (q *request) bookFirst() *reply {
	return note(q.say("progress.which"), q.say("bad.book.list", "books", q.bookList()))
}

// showProgress lists how far the reader has read.
func (q *request) showProgress() *reply {
	var lines []string
	var reading *index.BookInfo
	for _, b := range q.books() {
		place, ok := q.kept.reader.Progress[b.ID]
		if !ok {
			continue
		}
		if reading == nil || place.Set.After(q.kept.reader.Progress[reading.ID].Set) {
			reading = b
		}
		at, _ := locate(place, b)
		lines = append(lines, q.say("progress.line", "book", escape(b.Title), "chapter", escape(q.placeName(b, at)), "n", number(int(b.Last()))))
	}
	if len(lines) == 0 {
		return q.noProgress()
	}
	r := &reply{private: true, embed: &discordgo.MessageEmbed{Title: q.say("progress.title"), Description: cut(strings.Join(lines, "\n"), maxDescription)}}
	if reading != nil {
		r.embed.Description = cut(r.embed.Description+q.lastRead(reading), maxDescription)
		r.rows = []discordgo.MessageComponent{row(q.readOn(reading), button(q.say("button.read"), "readto|"+shortBook(reading.ID), true))}
	}
	return r
}

// noProgress asks somebody who has set nothing how far they have read, of the
// book that they choose where there are several.
func (q *request) noProgress() *reply {
	long := q.longBooks()
	r := &reply{private: true, embed: &discordgo.MessageEmbed{Description: q.say("progress.none") + "\n-# " + q.say("progress.none.hint")}}
	switch len(long) {
	case 0:
		return note(q.say("progress.nothing"), "")
	case 1:
		r.rows = q.askFor(long[0])
		return r
	}
	var options []discordgo.SelectMenuOption
	for _, b := range long[:min(len(long), maxChoices)] {
		options = append(options, discordgo.SelectMenuOption{Label: cut(b.Title, maxOptionLabel), Value: shortBook(b.ID)})
	}
	r.rows = []discordgo.MessageComponent{menu("readto|", q.say("progress.pick"), options)}
	return r
}

// progressOf shows how far the reader has read one book.
func (q *request) progressOf(b *index.BookInfo) *reply {
	place, ok := q.kept.reader.Progress[b.ID]
	if !ok {
		return &reply{private: true, embed: &discordgo.MessageEmbed{
			Description: q.say("progress.unset", "book", escape(b.Title)) + "\n-# " + q.say("progress.none.hint")}, rows: q.askFor(b)}
	}
	at, _ := locate(place, b)
	return &reply{private: true, rows: []discordgo.MessageComponent{row(q.readOn(b),
		button(q.say("button.read"), "readto|"+shortBook(b.ID), true),
		button(q.say("progress.forget"), "forgetread|"+shortBook(b.ID), true))},
		embed: &discordgo.MessageEmbed{Title: cut(escape(b.Title), maxTitle), Color: bookColor(b), Description: cut(
			q.say("progress.line", "book", escape(b.Title), "chapter", escape(q.placeName(b, at)), "n", number(int(b.Last())))+q.lastRead(b), maxDescription)}}
}

// lastRead quotes where the reader stopped reading in the bot.
func (q *request) lastRead(b *index.BookInfo) string {
	ref, ok := q.bookmark(b)
	if !ok {
		return ""
	}
	p, ok := q.library.Paragraph(ref, 0, q.scope(false).ceiling(b))
	if !ok {
		return ""
	}
	return "\n-# " + q.say("progress.last") + "\n" + q.quotation(p, q.dressed(view{}, q.scope(false)), windowRunes, false)
}

// bookmark is where the reader stopped reading in the bot.
func (q *request) bookmark(b *index.BookInfo) (book.Ref, bool) {
	mark, ok := q.kept.reader.LastRead[b.ID]
	if !ok {
		return book.Ref{}, false
	}
	at, moved := locate(mark.Place, b)
	c := b.Chapter(at)
	if moved || c == nil || mark.Paragraph > c.Paragraphs {
		return book.Ref{}, false
	}
	return book.Ref{Book: b.ID, Chapter: at, Paragraph: mark.Paragraph}, true
}

// readOn is the button that opens the book where the reader stopped.
func (q *request) readOn(b *index.BookInfo) discordgo.MessageComponent {
	return button(q.say("progress.on"), "readon|"+shortBook(b.ID), true)
}

func (q *request) askFor(b *index.BookInfo) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{row(button(q.say("button.read"), "readto|"+shortBook(b.ID), true))}
}

// placeName is a chapter that was reached, as it is printed; nothing read is
// said so.
func (q *request) placeName(b *index.BookInfo, o book.Ordinal) string {
	c := b.Chapter(o)
	if o == book.FrontMatter || c == nil {
		return q.say("progress.start")
	}
	if name := q.chapterName(b, c, false); name != "" {
		return name
	}
	return q.say("place.number", "n", number(int(o)))
}

// chapterCode names a place in no language, and tells nothing of what happens
// there: the printed number, or the place in reading order.
func chapterCode(p Place) string {
	if p.Number != nil {
		return number(*p.Number)
	}
	return number(int(p.Ordinal))
}

// reached is a chapter that the group has reached, named as far as the person
// who asks has read themselves.
func (q *request) reached(b *index.BookInfo, o book.Ordinal) string {
	if o == book.FrontMatter || b.Chapter(o) == nil {
		return q.say("progress.start")
	}
	return q.chapterLabel(b, o, q.unveiled())
}

// An owner says whose place is set.
type owner int

const (
	ownPlace   owner = iota // the reader's
	groupPlace              // the channel's
)

// setProgress sets how far the reader or the channel has read, from what was
// typed.
func (q *request) setProgress(ctx context.Context, b *index.BookInfo, typed string, whose owner) (*reply, error) {
	o, asked := q.chapterMeant(b, strings.TrimSpace(typed), whose)
	if asked != nil {
		return asked, nil
	}
	return q.keepPlace(ctx, b, o, whose)
}

// chapterMeant is the chapter that was typed or chosen, 0 for nothing read.
// Where there is none, or several may be meant, asked says so or asks which.
func (q *request) chapterMeant(b *index.BookInfo, typed string, whose owner) (o book.Ordinal, asked *reply) {
	if o, ok := chosenOrdinal(typed, b); ok {
		return o, nil
	}
	if typed == "0" {
		return book.FrontMatter, nil
	}
	found := b.FindChapters(typed, q.unveiled().ceiling(b))
	switch len(found) {
	case 0:
		return 0, q.noChapter(b, typed)
	case 1:
		return found[0], nil
	}
	return 0, q.whichChapter(b, found, whose)
}

func (q *request) noChapter(b *index.BookInfo, typed string) *reply {
	return note(q.say("progress.miss", "chapter", cut(escape(typed), 100), "book", escape(b.Title), "n", number(int(b.Last()))), q.say("progress.miss.hint"))
}

// whichChapter asks which of several chapters is meant. Those past what may be
// shown are named by volume and number alone.
func (q *request) whichChapter(b *index.BookInfo, found []book.Ordinal, whose owner) *reply {
	var options []discordgo.SelectMenuOption
	for _, o := range found[:min(len(found), maxChoices)] {
		options = append(options, discordgo.SelectMenuOption{Label: cut(q.chapterLabel(b, o, q.unveiled()), maxOptionLabel), Value: strconv.Itoa(int(o))})
	}
	id := "readpick|" + shortBook(b.ID)
	if whose == groupPlace {
		id = "grouppick|" + shortBook(b.ID)
		if q.event("", inChannel).Channel == "" {
			id += "|" + wholeGuild
		}
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: q.say("progress.several", "book", escape(b.Title))},
		rows: []discordgo.MessageComponent{menu(id, q.say("progress.several.menu"), options)}}
}

// chapterLabel names a chapter in a list: with its heading where that may be
// shown, else by volume and number.
func (q *request) chapterLabel(b *index.BookInfo, o book.Ordinal, s scope) string {
	c := b.Chapter(o)
	hidden := s.veiled(b) || !s.ceiling(b).Allows(o)
	name := q.chapterName(b, c, hidden)
	if name == "" {
		name = q.say("place.number", "n", number(int(o)))
	}
	return name
}

// keepPlace keeps how far was read and says what was understood.
func (q *request) keepPlace(ctx context.Context, b *index.BookInfo, o book.Ordinal, whose owner) (*reply, error) {
	place := placeOf(b, o, q.now())
	if whose == groupPlace {
		return q.keepGroupPlace(ctx, b, place)
	}
	err := q.store.UpdateReader(ctx, q.user, func(r *Reader) error {
		r.Progress = withPlace(r.Progress, place)
		return nil
	})
	if err != nil {
		return nil, err
	}
	said := q.say("progress.set", "book", escape(b.Title), "chapter", escape(q.placeName(b, o)))
	if o == book.FrontMatter {
		said = q.say("progress.set.none", "book", escape(b.Title))
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: cut(said+"\n-# "+q.say("progress.set.hint"), maxDescription), Color: bookColor(b)},
		rows: []discordgo.MessageComponent{row(q.readOn(b))}}, nil
}

// forgetProgress takes a reader's place in a book away.
func forgetProgress(ctx context.Context, q *request) (*reply, error) {
	b := q.bookOf(q.state)
	if b == nil {
		return nil, errGone
	}
	err := q.store.UpdateReader(ctx, q.user, func(r *Reader) error {
		maps.DeleteFunc(r.Progress, func(id string, _ Place) bool { return id == b.ID })
		return nil
	})
	if err != nil {
		return nil, err
	}
	return q.inPlace(note(q.say("progress.forgotten", "book", escape(b.Title)), ""), q.ephemeral()), nil
}
