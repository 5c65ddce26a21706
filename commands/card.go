package commands

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/index/cast"
	"shuyou/index/hanzi"
)

const (
	// Runes of a card's passages: of each, and in all.
	cardRunes = 170
	// mostCompany, mostForms and mostOffices are how many of each a card names.
	mostCompany   = 6
	mostForms     = 8
	mostAddresses = 3
	mostOffices   = 4
)

// card introduces a person from what the book says, each fact with its place.
func (q *request) card(p *index.Person, others []index.PersonSummary, v view, s scope) *reply {
	v.book = p.Book.ID
	title, heading := escape(p.Name), "-# "+q.heading(p, s)
	if s.veiled(p.Book) { // what somebody is called may be what is to be found out
		title, heading = escape(p.Book.Title), "||**"+escape(p.Name)+"** · "+q.heading(p, s)+"||"
	}
	lines := append([]string{heading}, q.facts(p, s.veiled(p.Book))...)
	// A line of its own parts the facts from the passages.
	lines = append(lines, "\u200b")
	room := maxDescription - units(strings.Join(lines, "\n"))
	for _, t := range p.Telling {
		part := q.tellingOf(t, v, s, cardRunes, false)
		if room -= units(part) + 1; room < 0 {
			break
		}
		lines = append(lines, part)
	}
	return &reply{
		private: true,
		embed: &discordgo.MessageEmbed{
			Title:       cut(title, maxTitle),
			Description: cut(strings.Join(lines, "\n"), maxDescription),
			Color:       bookColor(p.Book),
		},
		rows: append(q.cardRows(p, others, v, s), q.askProgress(s, veiledBook(p.Telling, s))...),
	}
}

// facts are what the card says of a person before it quotes. What nobody has
// said may be shown stands behind a spoiler mark like the passages.
func (q *request) facts(p *index.Person, veiled bool) []string {
	var lines []string
	if opening := q.opening(p, veiled); opening != "" {
		lines = append(lines, opening)
	}
	lines = append(lines, q.say("who.forms", "forms", q.forms(p)))
	if offices := q.offices(p, veiled); offices != "" {
		lines = append(lines, q.say("who.offices", "offices", offices))
	}
	drawn := bar(p.Chapters)
	if veiled {
		drawn = ""
	}
	lines = append(lines, strings.TrimSpace(q.say("who.seen", "range", escape(q.extent(p, veiled)))+" "+drawn))
	if company := q.company(p, mostCompany); company != "" {
		lines = append(lines, company)
	}
	for _, n := range p.Notes {
		lines = append(lines, q.say("who.note", "text", escape(n.Text)))
	}
	if veiled {
		for i := range lines {
			lines[i] = "||" + lines[i] + "||"
		}
	}
	return lines
}

// heading is the name in the other script where it differs, its sound, the
// book, and whether there is a name at all.
func (q *request) heading(p *index.Person, s scope) string {
	var parts []string
	if other := q.otherSpelling(p.Name); other != p.Name {
		parts = append(parts, escape(other))
	}
	if reading := q.pinyin(p.Name); reading != "" {
		parts = append(parts, reading)
	}
	parts = append(parts, escape(p.Book.Title))
	switch {
	case !p.Unnamed:
	case s.ceiling(p.Book).Allows(p.Book.Last()):
		parts = append(parts, q.say("who.unnamed"))
	default:
		parts = append(parts, q.say("who.unnamed.sofar"))
	}
	return strings.Join(parts, " · ")
}

// pinyin is the sound of a name as the reader likes to read it; empty where
// they do not, or where it is no Chinese name.
func (q *request) pinyin(name string) string {
	switch q.kept.reader.Reading {
	case "none":
		return ""
	case "zhuyin":
		return hanzi.Pinyin(name).Zhuyin
	}
	return hanzi.Pinyin(name).Marked
}

// otherSpelling is a name in the other script than the one it is written in.
func (q *request) otherSpelling(name string) string {
	to := simplified
	if hanzi.Detect(name).Script == book.Simplified {
		to = traditional
	}
	return q.convert(name, to)
}

// opening is one sentence put together from facts: office, first appearance,
// company.
func (q *request) opening(p *index.Person, veiled bool) string {
	var facts []string
	if len(p.Offices) > 0 {
		o := p.Offices[0]
		facts = append(facts, q.say("who.fact.office", "office", escape(o.Office), "place", escape(q.at(p, o.Ref, veiled))))
	}
	facts = append(facts, q.say("who.fact.first", "place", escape(q.at(p, p.First, veiled))))
	there := slices.IndexFunc(p.With, func(c index.Company) bool { return !c.SpokenOf })
	if there >= 0 && p.With[there].Paragraphs > 1 {
		facts = append(facts, q.say("who.fact.with", "name", escape(p.With[there].Name)))
	}
	if len(facts) < 2 { // the line under it says the same
		return ""
	}
	return q.say("who.opening", "facts", strings.Join(facts, q.say("who.fact.join")))
}

// forms lists how the text names the person, with what the scene calls them
// apart.
func (q *request) forms(p *index.Person) string {
	var forms []string
	for _, f := range p.Forms[:min(mostForms, len(p.Forms))] {
		form := q.say("who.form", "form", escape(f.Form), "n", number(f.Count))
		if f.Kind == cast.SelfName {
			form = q.say("who.form.self", "form", escape(f.Form), "n", number(f.Count))
		}
		forms = append(forms, form)
	}
	for _, a := range p.Addressed[:min(mostAddresses, len(p.Addressed))] {
		by := q.say("who.form.scene")
		if len(a.By) > 0 {
			by = q.say("who.form.by", "names", q.language.list(escapeAll(a.By)))
		}
		forms = append(forms, q.say("who.form.address", "form", escape(a.Form), "n", number(a.Count), "by", by))
	}
	return strings.Join(forms, " · ")
}

func escapeAll(texts []string) []string {
	var escaped []string
	for _, t := range texts[:min(3, len(texts))] {
		escaped = append(escaped, escape(t))
	}
	return escaped
}

// offices lists the offices after the first, which the opening names.
func (q *request) offices(p *index.Person, veiled bool) string {
	var offices []string
	for i, o := range p.Offices {
		if i > 0 && i <= mostOffices {
			offices = append(offices, q.say("who.office", "office", escape(o.Office), "place", escape(q.at(p, o.Ref, veiled))))
		}
	}
	return strings.Join(offices, q.say("who.fact.join"))
}

// company names who is in the same places, apart from those of whom the person
// only speaks.
func (q *request) company(p *index.Person, most int) string {
	var there, spokenOf []string
	for _, c := range p.With[:min(most, len(p.With))] {
		one := escape(c.Name) + "\u00a0" + number(c.Paragraphs)
		if c.SpokenOf {
			spokenOf = append(spokenOf, one)
		} else {
			there = append(there, one)
		}
	}
	var parts []string
	if len(there) > 0 {
		parts = append(parts, q.say("who.with", "people", q.language.list(there)))
	}
	if len(spokenOf) > 0 {
		parts = append(parts, q.say("who.speaksof", "people", q.language.list(spokenOf)))
	}
	return strings.Join(parts, " · ")
}

// tellingOf quotes the window of a passage with its place under it.
func (q *request) tellingOf(t index.Passage, v view, s scope, most int, inBook bool) string {
	veiled := s.veiled(t.Book)
	runes, spans := []rune(t.Text), t.Spans
	shown := t.Text
	if w := t.Window; w.End > w.Start && w.End <= len(runes) {
		shown = string(runes[w.Start:w.End])
		spans = within(spans, w)
	}
	text, spans := q.inScriptOf(shown, spans, v, v.query)
	shown = around(text, spans, most)
	if end := t.Window.End; end > 0 && end < len(runes) && !strings.HasSuffix(shown, "…") {
		shown += "…"
	}
	if veiled {
		shown = "||" + shown + "||"
	}
	place := escape(q.shortPlace(t, veiled))
	if inBook {
		place = q.place(t, veiled)
	}
	if len(t.Said) > 0 && !veiled {
		place += " · " + q.say("who.said", "names", q.language.list(escapeAll(t.Said)))
	}
	for _, mark := range q.marks(t) {
		place += " · " + mark
	}
	return "> " + shown + "\n-# " + place
}

// within are the spans inside a window, counted from its start.
func within(spans []index.Span, w index.Span) []index.Span {
	var inside []index.Span
	for _, s := range spans {
		if s.Start >= w.Start && s.End <= w.End {
			inside = append(inside, index.Span{Start: s.Start - w.Start, End: s.End - w.Start})
		}
	}
	return inside
}

// extent says from where to where a person appears.
func (q *request) extent(p *index.Person, veiled bool) string {
	switch {
	case p.First == p.Last:
		return q.at(p, p.First, veiled)
	case p.First.Chapter == p.Last.Chapter:
		inside := q.say("range.paragraphs", "first", number(p.First.Paragraph), "last", number(p.Last.Paragraph))
		if chapter := q.chapterName(p.Book, p.Book.Chapter(p.First.Chapter), veiled); chapter != "" {
			inside = q.say("place.chapter", "chapter", chapter, "place", inside)
		}
		return inside
	}
	chapter := func(r book.Ref) string { return q.shortChapter(p.Book, p.Book.Chapter(r.Chapter), veiled) }
	return q.say("range.places", "first", chapter(p.First), "last", chapter(p.Last))
}

func (q *request) at(p *index.Person, r book.Ref, veiled bool) string {
	return q.shortPlace(index.Passage{Book: p.Book, Chapter: p.Book.Chapter(r.Chapter), Ref: r}, veiled)
}

// cardRows are the buttons under a card, and the menu that leads to the same
// name in other books.
func (q *request) cardRows(p *index.Person, others []index.PersonSummary, v view, s scope) []discordgo.MessageComponent {
	own := v
	own.query, own.page = p.Name, 1
	var buttons []discordgo.MessageComponent
	add := func(action, label string) {
		if id, ok := own.encode(action); ok {
			buttons = append(buttons, button(label, id, true))
		}
	}
	counted := func(key string, n int) string {
		if s.veiled(p.Book) {
			return strings.TrimSpace(q.say(key, "n", ""))
		}
		return q.say(key, "n", number(n))
	}
	add("whopage", counted("who.passages", p.Paragraphs))
	if len(p.Speeches) > 0 {
		add("wholine", counted("who.lines", len(p.Speeches)))
	}
	if len(p.With) > 0 {
		add("whowith", counted("who.company", len(p.With)))
	}
	add("whotext", q.say("button.script"))
	if !s.public && q.inServer() {
		add("whoshare", q.say("button.share"))
	}
	var rows []discordgo.MessageComponent
	if len(buttons) > 0 {
		rows = append(rows, row(buttons...))
	}
	buttons = nil
	if q.draws != nil && len(p.Chapters) >= barFrom && !s.veiled(p.Book) {
		add("whochart", q.say("button.chart"))
	}
	if s.public {
		buttons = append(buttons, q.bin(v))
	}
	if len(buttons) > 0 {
		rows = append(rows, row(buttons...))
	}
	if id, ok := v.encode("who"); ok && len(others) > 0 {
		var options []discordgo.SelectMenuOption
		for _, o := range others {
			label := q.say("who.other", "book", o.Book.Title, "name", o.Name, "n", number(o.Paragraphs))
			if s.veiled(o.Book) {
				label = o.Book.Title
			}
			options = append(options, discordgo.SelectMenuOption{Label: cut(label, maxOptionLabel), Value: shortBook(o.Book.ID)})
		}
		rows = append(rows, menu(id, q.say("who.menu"), options))
	}
	return rows
}
