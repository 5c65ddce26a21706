package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// aheadBy is how much more similar than the next the best of several near
// passages must be to be shown alone.
const aheadBy = 0.10

// closest answers a query that nothing holds exactly: with the line that was
// meant, with a few that it may have been, or with nothing.
func (q *request) closest(ctx context.Context, near []index.Passage, v view, s scope) *reply {
	if len(near) == 0 {
		return note(q.say("quote.none", "query", cut(escape(v.query), 400)), q.say("quote.none.hint"))
	}
	best := near[0]
	shown := near[:1]
	for _, p := range near[1:] {
		if p.Similarity >= index.SimilarEnough && p.Similarity > best.Similarity-aheadBy {
			shown = append(shown, p)
		}
	}
	r := &reply{
		// A weak likeness is an answer to one person's memory, not to the room.
		private: !s.public || best.Similarity < index.SimilarEnough,
		embed:   &discordgo.MessageEmbed{Title: v.title(), Color: bookColor(best.Book)},
	}
	if r.private {
		s.public = false // as far as the buttons go
	}
	ask := q.askProgress(s, veiledBook(shown, s))
	intro := "-# " + q.say("quote.closest") + "\n"
	if len(shown) == 1 {
		r.embed.Description = cut(intro+q.quotation(best, v, wholeParagraph, s.veiled(best.Book)), maxDescription)
		r.rows = append(q.placeRow(best, q.compact(ctx, v), s), ask...)
		return r
	}
	r.embed.Description = cut(intro+q.quotations(shown, v, s, maxDescription-units(intro)), maxDescription)
	r.rows = append(q.pageRows(ctx, v, &index.Result{Total: len(shown), Passages: shown}, passagesPerPage, s), ask...)
	return r
}

// alsoNear adds near passages under a heading of their own, as they fit into
// room, in UTF-16 units.
func (q *request) alsoNear(near []index.Passage, v view, s scope, room int) string {
	heading := "\n**" + q.say("quote.near") + "**"
	room -= units(heading)
	var parts []string
	for _, p := range near {
		part := "\n" + q.quotation(p, v, windowRunes, s.veiled(p.Book))
		if p.Similarity < index.SimilarEnough || units(part) > room {
			continue
		}
		room -= units(part)
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return heading + strings.Join(parts, "")
}
