package commands

import (
	"context"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/index/hanzi"
)

// place writes where a passage stands: book, chapter, paragraph.
// Where the passage is veiled, so is the title of its chapter.
func (q *request) place(p index.Passage, veiled bool) string {
	return escape(q.language.say("place.in", "book", p.Book.Title, "place", q.paragraphOf(p, veiled)))
}

// paragraphOf leaves the book out. A book of one chapter needs none named.
func (q *request) paragraphOf(p index.Passage, veiled bool) string {
	place := q.say("place.paragraph", "n", number(p.Ref.Paragraph))
	if chapter := q.chapterName(p.Book, p.Chapter, veiled); chapter != "" {
		place = q.say("place.chapter", "chapter", chapter, "place", place)
	}
	return place
}

// chapterName is the heading as printed, with its volume where it has one;
// where it is veiled, its number alone, which says nothing of what happens.
func (q *request) chapterName(b *index.BookInfo, c *index.ChapterInfo, veiled bool) string {
	if len(b.Chapters) == 1 && c.Title == "" {
		return ""
	}
	name := c.Title
	switch {
	case c.Ordinal == book.FrontMatter:
		return q.say("place.front")
	case veiled && c.Number != nil:
		return q.say("place.number", "n", number(*c.Number))
	case veiled || name == "":
		return q.say("place.number", "n", number(int(c.Ordinal)))
	}
	if c.Volume != "" && !strings.Contains(name, c.Volume) {
		name = c.Volume + " " + name
	}
	return cut(name, 80)
}

// shortPlace is paragraphOf with no more of the chapter's heading than its
// number, for a card, which says much in little room.
func (q *request) shortPlace(p index.Passage, veiled bool) string {
	c := *p.Chapter
	if first := strings.Fields(c.Title); len(first) > 1 && strings.HasPrefix(first[0], "第") {
		c.Title = first[0]
	}
	c.Volume = ""
	p.Chapter = &c
	return q.paragraphOf(p, veiled)
}

// quotation shows a passage as a quotation with its place under it.
func (q *request) quotation(p index.Passage, v view, most int, hidden bool) string {
	text, spans := q.inScript(p.Text, p.Spans, v)
	place := q.place(p, hidden)
	for _, mark := range q.marks(p) {
		place += " · " + mark
	}
	shown := around(text, spans, most)
	for units(shown)+units(place) > maxQuotation && most > 10 { // a long hit, or letters of two units each
		most = most * 2 / 3
		shown = around(text, spans, most)
	}
	if hidden {
		shown = "||" + shown + "||"
	}
	return "> " + shown + "\n-# " + place
}

// maxQuotation is how long, in UTF-16 units, a quotation with its place may be
// beside what else a message says.
const maxQuotation = maxDescription - 200

// marks are the remarks that a passage owes its reader about the source.
func (q *request) marks(p index.Passage) []string {
	var marks []string
	if p.Mended == book.RuleReversed {
		marks = append(marks, q.say("mark.reversed"))
	}
	if p.Chapter.Unreliable {
		marks = append(marks, q.say("mark.unreliable"))
	}
	return marks
}

// inScript converts a passage where the view asks for a script, and finds
// again what is marked in it.
func (q *request) inScript(text string, spans []index.Span, v view) (string, []index.Span) {
	return q.inScriptOf(text, spans, v, v.words())
}

// inScriptOf is inScript for a text in which other words are marked than the
// view's.
func (q *request) inScriptOf(text string, spans []index.Span, v view, words string) (string, []index.Span) {
	if v.script == asWritten {
		return text, spans
	}
	converted := q.convert(text, v.script)
	if len(spans) == 0 {
		return converted, nil
	}
	return converted, marksOf(converted, words)
}

// marksOf finds what a query marks in a text: where it stands, or else what
// comes near it.
func marksOf(text, query string) []index.Span {
	if spans := index.Spans(text, query); len(spans) > 0 {
		return spans
	}
	return index.NearSpans(text, query)
}

// convert shows text in a script; text that cannot be converted stays.
func (q *request) convert(text string, to script) string {
	c, err := q.converter(to)
	if err != nil {
		q.log.Error("no converter", "cause", err)
		return text
	}
	return c.Convert(text)
}

// converters are made when a reader first asks for a script.
type converters struct {
	traditional, simplified func() (*hanzi.Converter, error)
}

func newConverters() converters {
	return converters{
		traditional: sync.OnceValues(func() (*hanzi.Converter, error) { return hanzi.NewConverter("trad") }),
		simplified:  sync.OnceValues(func() (*hanzi.Converter, error) { return hanzi.NewConverter("simp") }),
	}
}

func (c converters) converter(to script) (*hanzi.Converter, error) {
	if to == traditional {
		return c.traditional()
	}
	return c.simplified()
}

// otherScript is the script that the 簡⇄繁 button of a view leads to: the
// reader's own first, the other where the passages stand in that already.
func (q *request) otherScript(v view, passages []index.Passage) script {
	switch v.script {
	case traditional:
		return simplified
	case simplified:
		return traditional
	}
	first, second := traditional, simplified
	if q.interaction.Locale == discordgo.ChineseCN {
		first, second = simplified, traditional
	}
	for _, p := range passages {
		if q.convert(p.Text, first) != p.Text {
			return first
		}
	}
	return second
}

// showPlace shows one paragraph, with ways to the one before and the one
// after.
func (q *request) showPlace(ctx context.Context, ref book.Ref, v view) (*reply, error) {
	b, err := q.library.Book(ref.Book)
	if err != nil {
		return nil, errGone
	}
	s := q.scope(ctx)
	p, ok := q.library.Paragraph(ref, 0, s.ceiling(b))
	if !ok {
		return nil, errGone
	}
	p.Spans = marksOf(p.Text, v.words())
	return &reply{
		private: s.veiled(b),
		embed: &discordgo.MessageEmbed{
			Title:       v.title(),
			Description: cut(q.quotation(p, v, wholeParagraph, s.veiled(b)), maxDescription),
			Color:       bookColor(b),
		},
		rows: q.placeRow(p, v, s.ceiling(b)),
	}, nil
}

// placeRow are the buttons under one paragraph.
func (q *request) placeRow(p index.Passage, v view, c book.Ceiling) []discordgo.MessageComponent {
	step := func(key string, by int) discordgo.MessageComponent {
		next, ok := q.library.Paragraph(p.Ref, by, c)
		if !ok {
			return button(q.say(key), "none|"+key, false)
		}
		id, fits := v.encodeAt("place", next.Ref)
		return button(q.say(key), id, fits)
	}
	buttons := []discordgo.MessageComponent{step("button.before", -1), step("button.after", +1)}
	if id, ok := v.encodeAt("placescript", p.Ref); ok {
		buttons = append(buttons, button(q.say("button.script"), id, true))
	}
	return []discordgo.MessageComponent{row(append(buttons, q.bin(v)...)...)}
}

// bin is the button that deletes a public answer; a private one is dismissed.
func (q *request) bin(v view) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{emojiButton("🗑", "delete|"+shortUser(v.asker), true)}
}

// encodeAt is the custom id for an action on one paragraph. A query that does
// not fit is left out: the paragraph is then shown without marks.
func (v view) encodeAt(action string, r book.Ref) (string, bool) {
	id := strings.Join([]string{action, encodePlace(r), shortUser(v.asker), string(v.script), v.query}, "|")
	if units(id) > maxCustomID {
		id = strings.Join([]string{action, encodePlace(r), shortUser(v.asker), string(v.script), ""}, "|")
	}
	return id, units(id) <= maxCustomID
}

func (q *request) decodeAt(state string) (book.Ref, view, error) {
	f := strings.SplitN(state, "|", 4)
	if len(f) != 4 {
		return book.Ref{}, view{}, errGone
	}
	ref, err := q.decodePlace(f[0])
	return ref, view{asker: longUser(f[1]), script: script(f[2]), query: f[3], page: 1}, err
}

// bookColor is the colour of a book's bar: always the same for a book, and
// muted, so that the text is what is looked at.
func bookColor(b *index.BookInfo) int {
	colors := []int{0x8C5A3C, 0x3C6E8C, 0x5A7D4F, 0x8C3C4A, 0x6B5B95, 0x8A7A3B, 0x3F7F78, 0x7A5C6E}
	sum := 0
	for _, c := range []byte(shortBook(b.ID)) {
		sum = sum*31 + int(c)
	}
	return colors[sum%len(colors)]
}
