package commands

import (
	"context"
	"regexp"
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

// placeAmong is place without the words of the chapter's heading, for a list.
func (q *request) placeAmong(p index.Passage, veiled bool) string {
	return escape(q.language.say("place.in", "book", p.Book.Title, "place", q.shortPlace(p, veiled)))
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
	case veiled:
		return q.numberOf(b, c)
	case name == "":
		return q.say("place.number", "n", number(int(c.Ordinal)))
	}
	if c.Volume != "" && !strings.Contains(name, c.Volume) {
		name = c.Volume + " " + name
	}
	return cut(name, 80)
}

// numberOf names a chapter by the numbers of its volume and its own, which say
// nothing of what happens.
func (q *request) numberOf(b *index.BookInfo, c *index.ChapterInfo) string {
	name := numberPrinted.FindString(c.Title)
	switch {
	case c.Number == nil:
		name = q.say("place.number", "n", number(int(c.Ordinal)))
	case name == "":
		name = q.say("place.number", "n", number(*c.Number))
	}
	if v := b.VolumeOf(c.Ordinal); v > 0 {
		name = q.say("place.volume", "n", number(v)) + " " + name
	}
	return name
}

// numberPrinted is the number of a heading as it is printed, which says nothing
// of what happens: 第十二回.
var numberPrinted = regexp.MustCompile(`^第[0-9０-９〇零一二三四五六七八九十百千兩两廿卅]+[章回節节集折卷篇話话]`)

// shortPlace is paragraphOf with no more of the chapter's heading than its
// number, for a card, which says much in little room.
func (q *request) shortPlace(p index.Passage, veiled bool) string {
	place := q.say("place.paragraph", "n", number(p.Ref.Paragraph))
	if chapter := q.shortChapter(p.Book, p.Chapter, veiled); chapter != "" {
		place = q.say("place.chapter", "chapter", chapter, "place", place)
	}
	return place
}

// shortChapter is chapterName without the words of the headings.
func (q *request) shortChapter(b *index.BookInfo, chapter *index.ChapterInfo, veiled bool) string {
	c := *chapter
	if first := strings.Fields(c.Title); len(first) > 1 && strings.HasPrefix(first[0], "第") {
		c.Title = first[0]
	}
	if first := strings.Fields(c.Volume); len(first) > 1 {
		c.Volume = first[0]
	}
	return q.chapterName(b, &c, veiled)
}

// quotation shows a passage as a quotation with its place under it.
func (q *request) quotation(p index.Passage, v view, most int, hidden bool) string {
	text, spans := q.inScript(p.Text, p.Spans, v)
	place := q.place(p, hidden)
	if most <= windowRunes { // one of several
		place = q.placeAmong(p, hidden)
	}
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
	traditional, simplified, hongKong func() (*hanzi.Converter, error)
}

func newConverters() converters {
	return converters{
		traditional: sync.OnceValues(func() (*hanzi.Converter, error) { return hanzi.NewConverter("trad") }),
		simplified:  sync.OnceValues(func() (*hanzi.Converter, error) { return hanzi.NewConverter("simp") }),
		hongKong:    sync.OnceValues(func() (*hanzi.Converter, error) { return hanzi.NewConverter("s2hk") }),
	}
}

func (c converters) converter(to script) (*hanzi.Converter, error) {
	switch to {
	case traditional:
		return c.traditional()
	case hongKong:
		return c.hongKong()
	}
	return c.simplified()
}

// otherScript is the script that the 簡⇄繁 button of a view leads to: the
// reader's own first, the other where the passages stand in that already.
func (q *request) otherScript(v view, passages []index.Passage) script {
	switch v.script {
	case traditional, hongKong:
		return simplified
	case simplified:
		return traditional
	}
	first, second := traditional, simplified
	if q.language.locale == discordgo.ChineseCN {
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
// after. public says that it is meant for the room; what may not be shown there
// is answered privately.
func (q *request) showPlace(ref book.Ref, v view, public bool) (*reply, error) {
	b, err := q.library.Book(ref.Book)
	if err != nil {
		return nil, errGone
	}
	s := q.scope(public)
	if public && (s.closed(b) || !s.ceiling(b).Allows(ref.Chapter)) {
		s = q.scope(false)
	}
	p, ok := q.library.Paragraph(ref, 0, s.ceiling(b))
	if !ok {
		return nil, errGone
	}
	p.Spans = marksOf(p.Text, v.words())
	v = q.dressed(v, s)
	return &reply{
		private: !s.public,
		embed: &discordgo.MessageEmbed{
			Title:       v.title(),
			Description: cut(q.quotation(p, v, wholeParagraph, s.veiled(b)), maxDescription),
			Color:       bookColor(b),
		},
		rows: append(q.placeRow(p, v, s), q.askProgress(s, b)...),
	}, nil
}

// dressed is the view in the script that the reader likes, where the answer is
// for them alone. What the room sees is as the book spells it.
func (q *request) dressed(v view, s scope) view {
	if !s.public && v.script == asWritten {
		v.script = scriptsByName[q.kept.reader.Script]
	}
	return v
}

var scriptsByName = map[string]script{"trad": traditional, "simp": simplified, "hk": hongKong}

// placeRow are the buttons under one paragraph.
func (q *request) placeRow(p index.Passage, v view, s scope) []discordgo.MessageComponent {
	step := func(key string, by int) discordgo.MessageComponent {
		next, ok := q.library.Paragraph(p.Ref, by, s.ceiling(p.Book))
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
	if id, ok := v.encodeAt("page", p.Ref); ok && q.draws != nil {
		buttons = append(buttons, button(q.say("button.page"), id, true))
	}
	if id, ok := v.encodeAt("share", p.Ref); ok && !s.public && q.inServer() {
		buttons = append(buttons, button(q.say("button.share"), id, true))
	}
	if s.public {
		buttons = append(buttons, q.bin(v))
	}
	return []discordgo.MessageComponent{row(buttons...)}
}

// bin is the button that deletes a public answer; a private one is dismissed.
func (q *request) bin(v view) discordgo.MessageComponent {
	return emojiButton("🗑", "delete|"+shortUser(v.asker), true)
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

func (q *request) decodeAt(ctx context.Context, state string) (book.Ref, view, error) {
	f := strings.SplitN(state, "|", 4)
	if len(f) != 4 {
		return book.Ref{}, view{}, errGone
	}
	ref, err := q.decodePlace(f[0])
	if err != nil || !script(f[2]).known() {
		return book.Ref{}, view{}, errGone
	}
	v, err := q.expand(ctx, view{asker: longUser(f[1]), script: script(f[2]), query: f[3], page: 1})
	return ref, v, err
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
