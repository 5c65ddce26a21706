package commands

import (
	"context"
	"strings"

	"shuyou/index"
	"shuyou/index/cast"
)

// relationKeys are the sentences that name each kind of tie.
var relationKeys = map[cast.RelationKind]string{
	cast.Fights: "relation.fights", cast.Commands: "relation.commands", cast.Serves: "relation.serves",
	cast.DefectedTo: "relation.defected", cast.TookIn: "relation.took", cast.Advised: "relation.advised",
	cast.AdvisedBy: "relation.advisedby", cast.KinOf: "relation.kin", cast.RelatedToBy: "relation.kin",
}

// relationRunes is how much of the sentence that states a tie is shown.
const relationRunes = 80

// whoCompany shows with whom a person appears, and the ties that the book
// states, each with its sentence.
func whoCompany(ctx context.Context, q *request) (*reply, error) {
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
	p := found.Person
	var parts []string
	for _, r := range p.Relations {
		key, ok := relationKeys[r.Kind]
		if !ok {
			continue
		}
		tie := "**" + q.say(key, "name", escape(r.Other)) + "**"
		if s.veiled(p.Book) {
			tie = "||" + tie + "||"
		}
		parts = append(parts, tie+"\n"+q.tellingOf(r.Sentence, v, s, relationRunes, false))
	}
	if v.page == 1 {
		parts = append([]string{q.everybody(p, s.veiled(p.Book))}, parts...)
	}
	first := min((v.page-1)*passagesPerPage, len(parts))
	shown := parts[first:min(first+passagesPerPage, len(parts))]
	if len(shown) == 0 {
		return nil, errGone
	}
	return q.list(v, "whowith", q.listTitle("who.company.title", p.Name, p.Book, s), shown, len(parts), q.askProgress(s, p.Book)), nil
}

// everybody lists all who stand in the same paragraphs.
func (q *request) everybody(p *index.Person, veiled bool) string {
	var people []string
	for _, c := range p.With[:min(mostListed, len(p.With))] {
		people = append(people, escape(c.Name)+"\u00a0"+number(c.Paragraphs))
	}
	line := strings.Join(people, " · ")
	if veiled {
		line = "||" + line + "||"
	}
	return line
}

// mostListed is how many companions a list names.
const mostListed = 60
