package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

const (
	// pageUnits is how much of a chapter stands on one page, in UTF-16 units:
	// about two screens of a phone. A longer paragraph has a page of its own.
	pageUnits = 1200
	// pieceRunes is where a paragraph is cut that no message holds.
	pieceRunes = 1800
)

func readCommand(d dictionary) *command {
	definition := d.command("read")
	definition.Options = []*discordgo.ApplicationCommandOption{d.option("read", "place"), d.option("read", "book")}
	for _, o := range definition.Options {
		o.Autocomplete = true
		o.MaxLength = maxFormText
	}
	return &command{
		definition: definition,
		private:    true,
		handle:     read,
		suggest: func(ctx context.Context, q *request, option, typed string) []choice {
			if option == "book" {
				return suggestBook(q, typed)
			}
			return q.suggestIn(typed, q.suggestReadable)
		},
		presses: map[string]func(context.Context, *request) (*reply, error){
			"readon":   readOn,
			"readat":   turnChapter,
			"readnext": finishChapter,
		},
	}
}

// read answers /read: with a place it opens there, without where the reader
// stopped.
func read(ctx context.Context, q *request) (*reply, error) {
	b, miss := q.namedBook()
	typed := strings.TrimSpace(q.text("place"))
	if b == nil && miss == nil {
		b = q.bookOf(chosenBook(typed))
	}
	s := q.scope(false)
	if miss != nil {
		return miss, nil
	}
	var in []string
	var open []book.Ordinal
	if b != nil {
		in, open = []string{b.ID}, q.openChapters(b, typed, s)
	}
	if len(open) > 1 {
		return q.whichOpen(b, open, s), nil
	}
	if ref, ok := q.library.Reference(typed, q.scopeOf(in, s), s.ceiling); ok && q.bookOf(shortBook(ref.Book)) != nil {
		q.wanted = ref
		return q.openChapter(ctx, ref, 0)
	}
	switch {
	case b == nil:
		return q.bookFirst(), nil
	case typed == "":
		return q.readFrom(ctx, b)
	case len(open) == 0:
		return note(q.say("read.miss", "chapter", cut(escape(strings.Trim(typed, personMark)), 100)), q.say("read.miss.hint")), nil
	}
	return q.openChapter(ctx, book.Ref{Book: b.ID, Chapter: open[0], Paragraph: 1}, 0)
}

// openChapters are the chapters that may be meant, of those that may be shown.
func (q *request) openChapters(b *index.BookInfo, typed string, s scope) []book.Ordinal {
	found := b.FindChapters(typed, q.unveiled().ceiling(b))
	if o, ok := chosenOrdinal(typed, b); ok {
		found = []book.Ordinal{o}
	}
	return slices.DeleteFunc(found, func(o book.Ordinal) bool { return !s.ceiling(b).Allows(o) })
}

// whichOpen asks which of several chapters is to be opened.
func (q *request) whichOpen(b *index.BookInfo, open []book.Ordinal, s scope) *reply {
	var options []discordgo.SelectMenuOption
	for _, o := range open[:min(len(open), maxChoices)] {
		options = append(options, discordgo.SelectMenuOption{Label: cut(q.chapterLabel(b, o, s), maxOptionLabel), Value: strconv.Itoa(int(o))})
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: q.say("progress.several", "book", escape(b.Title))},
		rows: []discordgo.MessageComponent{menu("readat|"+shortBook(b.ID), q.say("progress.several.menu"), options)}}
}

// scopeOf are the books a reference may be to: those named, else all of the
// scope.
func (q *request) scopeOf(named []string, s scope) []string {
	if named != nil {
		return named
	}
	return s.books
}

// readFrom opens a book where the reader stopped: at the bookmark, else at the
// last chapter read, else at the beginning.
func (q *request) readFrom(ctx context.Context, b *index.BookInfo) (*reply, error) {
	if ref, ok := q.bookmark(b); ok && q.scope(false).ceiling(b).Allows(ref.Chapter) {
		return q.openChapter(ctx, ref, 0)
	}
	first := book.FrontMatter
	if len(b.Chapters) > 0 {
		first = b.Chapters[0].Ordinal
	}
	at, known := q.ownCeiling(b)
	if known {
		first = max(first, at.Last(b.Last()))
	}
	if !q.scope(false).ceiling(b).Allows(first) { // nothing read, and the book begins with its first chapter
		return q.startBook(b), nil
	}
	return q.openChapter(ctx, book.Ref{Book: b.ID, Chapter: first, Paragraph: 1}, 0)
}

// startBook offers the first chapter to somebody who has read nothing.
func (q *request) startBook(b *index.BookInfo) *reply {
	return &reply{private: true, embed: &discordgo.MessageEmbed{Description: q.say("read.start", "book", escape(b.Title)), Color: bookColor(b)},
		rows: []discordgo.MessageComponent{row(button(q.say("read.next", "n", number(1)), "readnext|"+shortBook(b.ID)+"|1", true))}}
}

// readOn opens the book where the reader stopped.
func readOn(ctx context.Context, q *request) (*reply, error) {
	b := q.bookOf(q.state)
	if b == nil {
		return nil, errGone
	}
	r, err := q.readFrom(ctx, b)
	return q.inPlace(r, false), err
}

// A leaf is a part of a chapter that stands on one page.
type leaf struct {
	first, last int // paragraphs, from 1
	parts       []string
}

// leaves divides a chapter into pages, always alike: paragraph after paragraph
// as they fit, one that is too long on pages of its own.
func (q *request) leaves(b *index.BookInfo, o book.Ordinal, s scope, v view) []leaf {
	var all []leaf
	var now leaf
	room := pageUnits
	add := func(n int, text string) {
		if units(text) > room && len(now.parts) > 0 {
			all, now, room = append(all, now), leaf{}, pageUnits
		}
		if now.first == 0 {
			now.first = n
		}
		now.last = n
		now.parts = append(now.parts, text)
		room -= units(text)
	}
	c := b.Chapter(o)
	for n := 1; c != nil && n <= c.Paragraphs; n++ {
		p, ok := q.library.Paragraph(book.Ref{Book: b.ID, Chapter: o, Paragraph: n}, 0, s.ceiling(b))
		if !ok {
			break
		}
		text, _ := q.inScript(p.Text, nil, v)
		for _, piece := range pieces(text, pieceRunes) {
			shown := escape(piece)
			if n > 1 && q.wanted == (book.Ref{Book: b.ID, Chapter: o, Paragraph: n}) {
				shown = "**▸** " + shown
			}
			add(n, shown)
		}
	}
	if len(now.parts) > 0 {
		all = append(all, now)
	}
	return all
}

// pieces cuts a text into pieces of at most most runes: at the end of a
// sentence, else behind a mark, else between two letters.
func pieces(text string, most int) []string {
	runes := []rune(text)
	var all []string
	for len(runes) > most {
		end := most
		for end > most/2 && !startsSentence(runes, end) {
			end--
		}
		if end == most/2 {
			for end = most; end > most/2 && index.Key(string(runes[end-1:end])) != ""; end-- {
			}
		}
		if end == most/2 {
			end = most
		}
		end = max(graphemeStart(runes, end, 0), 1)
		all, runes = append(all, string(runes[:end])), runes[end:]
	}
	return append(all, string(runes))
}

// openChapter shows the page of a chapter that a paragraph stands on, or the
// page with that number.
func (q *request) openChapter(ctx context.Context, ref book.Ref, page int) (*reply, error) {
	b := q.bookOf(shortBook(ref.Book))
	s := q.scope(false)
	if b == nil || !s.ceiling(b).Allows(ref.Chapter) || b.Chapter(ref.Chapter) == nil {
		return nil, errGone
	}
	v := q.dressed(view{page: 1, asker: q.user}, s)
	leaves := q.leaves(b, ref.Chapter, s, v)
	if len(leaves) == 0 {
		leaves = []leaf{{first: 1, last: 1, parts: []string{"-# " + q.say("read.empty")}}}
	}
	for page == 0 || page > len(leaves) {
		page = len(leaves)
		for n, l := range leaves {
			if ref.Paragraph >= l.first && ref.Paragraph <= l.last {
				page = n + 1
				break
			}
		}
	}
	on := leaves[page-1]
	if err := q.keepBookmark(ctx, b, book.Ref{Book: b.ID, Chapter: ref.Chapter, Paragraph: on.first}, s); err != nil {
		q.log.Error("where a reader stopped was not kept", "cause", err) // the page is there all the same
	}
	c := b.Chapter(ref.Chapter)
	title := q.chapterName(b, c, s.veiled(b))
	if title == "" {
		title = b.Title
	}
	text := cut(strings.Join(on.parts, "\n\n"), maxDescription-200)
	if s.veiled(b) { // one veil over the whole page, lifted once
		text = "||" + text + "||"
	}
	if c.Unreliable {
		text += "\n-# " + q.say("mark.unreliable")
	}
	inside := q.say("range.paragraphs", "first", number(on.first), "last", number(on.last))
	if on.first == on.last {
		inside = q.say("place.paragraph", "n", number(on.first))
	}
	return &reply{private: true, embed: &discordgo.MessageEmbed{
		Title: cut(escape(title), maxTitle), Description: cut(text, maxDescription), Color: bookColor(b),
		Footer: &discordgo.MessageEmbedFooter{Text: cut(b.Title, 200) + " · " + inside},
	}, rows: append(q.leafRows(b, ref.Chapter, page, len(leaves), s), q.askProgress(s, b)...)}, nil
}

// leafRows are the buttons under a page of a chapter.
func (q *request) leafRows(b *index.BookInfo, o book.Ordinal, page, pages int, s scope) []discordgo.MessageComponent {
	at := func(o book.Ordinal, page int) string {
		return fmt.Sprintf("readat|%s|%d|%d", shortBook(b.ID), o, page)
	}
	back, on := at(o, page-1), at(o, page+1)
	before, after := b.Chapter(o-1), b.Chapter(o+1)
	if page == 1 {
		back = at(o-1, -1)
	}
	if page == pages {
		on = at(o+1, 1)
	}
	buttons := []discordgo.MessageComponent{emojiButton("◀", back, page > 1 || before != nil)}
	if pages > 1 {
		buttons = append(buttons, button(number(page)+" / "+number(pages), "none|page", false))
	}
	buttons = append(buttons, emojiButton("▶", on, page < pages || after != nil && s.ceiling(b).Allows(o+1)))
	rows := []discordgo.MessageComponent{row(buttons...)}
	if page == pages && after != nil && !s.ceiling(b).Allows(o+1) {
		rows = append(rows, row(button(q.say("read.next", "n", number(int(o+1))), fmt.Sprintf("readnext|%s|%d", shortBook(b.ID), o+1), true)))
	}
	return rows
}

// keepBookmark remembers where the reader is. A page behind a veil may have
// been opened only to look.
func (q *request) keepBookmark(ctx context.Context, b *index.BookInfo, ref book.Ref, s scope) error {
	if s.veiled(b) {
		return nil
	}
	mark := Bookmark{Place: placeOf(b, ref.Chapter, q.now()), Paragraph: ref.Paragraph}
	err := q.store.UpdateReader(ctx, q.user, func(r *Reader) error {
		if r.LastRead == nil {
			r.LastRead = map[string]Bookmark{}
		}
		r.LastRead[b.ID] = mark
		return nil
	})
	if errors.Is(err, errNoStore) {
		return nil
	}
	return err
}

// turnChapter opens another page, or the chapter that was chosen in a menu.
func turnChapter(ctx context.Context, q *request) (*reply, error) {
	f := strings.Split(q.state, "|")
	if len(f) == 1 && len(q.values) > 0 {
		f = append(f, q.values[0], "1")
	}
	if len(f) != 3 {
		return nil, errGone
	}
	b := q.bookOf(f[0])
	chapter, err1 := strconv.Atoi(f[1])
	page, err2 := strconv.Atoi(f[2])
	if b == nil || err1 != nil || err2 != nil || page < -1 || page > 1<<20 {
		return nil, errGone
	}
	if page == -1 { // the last
		page = 1 << 20
	}
	r, err := q.openChapter(ctx, book.Ref{Book: b.ID, Chapter: book.Ordinal(chapter)}, page)
	return q.inPlace(r, q.ephemeral()), err
}

// finishChapter moves the reader's place to the next chapter and opens it.
func finishChapter(ctx context.Context, q *request) (*reply, error) {
	short, chapter, _ := strings.Cut(q.state, "|")
	b := q.bookOf(short)
	n, err := strconv.Atoi(chapter)
	if b == nil || err != nil || n < 1 || book.Ordinal(n) > b.Last() {
		return nil, errGone
	}
	if c := q.scope(false).ceiling(b); !c.Allows(book.Ordinal(n)) {
		if !c.Allows(book.Ordinal(n - 1)) { // one chapter at a time
			return nil, errGone
		}
		if _, err := q.keepPlace(ctx, b, book.Ordinal(n), ownPlace); err != nil {
			return nil, err
		}
		q.kept.reader.Progress = withPlace(q.kept.reader.Progress, placeOf(b, book.Ordinal(n), q.now()))
	}
	r, err := q.openChapter(ctx, book.Ref{Book: b.ID, Chapter: book.Ordinal(n), Paragraph: 1}, 1)
	return q.inPlace(r, q.ephemeral()), err
}

func withPlace(places map[string]Place, p Place) map[string]Place {
	if places == nil {
		places = map[string]Place{}
	}
	places[p.Book] = p
	return places
}

// suggestReadable completes a chapter that may be opened.
func (q *request) suggestReadable(b *index.BookInfo, typed string, s scope) []choice {
	var open []choice
	for _, c := range q.suggestChapters(b, typed, s) {
		if o, ok := chosenOrdinal(c.value, b); ok && s.ceiling(b).Allows(o) {
			open = append(open, c)
		}
	}
	return open
}
