package commands

import (
	"context"

	"shuyou/index"
)

// What the buttons and menus under passages do. A public answer turns its own
// pages, for the person who asked; anybody else gets a private copy, at their
// own ceiling.

// onOwn reports whether what is pressed may be answered in place of the
// message, and whether the message is for the room.
func (q *request) onOwn(v view) (own, public bool) {
	own = v.asker == q.user || q.ephemeral()
	return own, own && !q.ephemeral()
}

// inPlace puts a reply over the pressed message where it is the presser's own,
// and makes it a private one otherwise. What is private is never put over a
// message that the room sees.
func (q *request) inPlace(r *reply, own bool) *reply {
	if r != nil {
		r.update = own && (q.ephemeral() || !r.private)
		r.private = !r.update || r.private
	}
	return r
}

// turnPage shows another page.
func turnPage(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	own, public := q.onOwn(v)
	v.asker = q.user
	r, err := q.showPage(ctx, v, public)
	return q.inPlace(r, own), err
}

// narrow asks for one of the words that a character is found in.
func narrow(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil || len(q.values) == 0 {
		return nil, errGone
	}
	own, public := q.onOwn(v)
	v.asker, v.page, v.query = q.user, 1, q.values[0]
	r, err := q.showPage(ctx, v, public)
	return q.inPlace(r, own), err
}

// openPage answers a button with a new private page.
func openPage(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	v.asker = q.user
	r, err := q.showPage(ctx, v, false)
	return q.inPlace(r, false), err
}

// pageInScript shows the same page in the other script: in place of a private
// one, else as a private copy.
func pageInScript(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil {
		return nil, err
	}
	result, _, err := q.search(ctx, v, q.scope(false))
	if err != nil {
		return nil, err
	}
	v.script, v.asker = q.otherScript(v, result.Passages), q.user
	r, err := q.showPage(ctx, v, false)
	return q.inPlace(r, q.ephemeral()), err
}

// openPlace opens the passage that was chosen in the menu, privately.
func openPlace(ctx context.Context, q *request) (*reply, error) {
	v, err := q.decodeView(ctx, q.state)
	if err != nil || len(q.values) == 0 {
		return nil, errGone
	}
	ref, err := q.decodePlace(q.values[0])
	if err != nil {
		return nil, err
	}
	v.asker = q.user
	r, err := q.showPlace(ref, v, false)
	return q.inPlace(r, false), err
}

// movePlace goes to the paragraph before or after.
func movePlace(ctx context.Context, q *request) (*reply, error) {
	ref, v, err := q.decodeAt(ctx, q.state)
	if err != nil {
		return nil, err
	}
	own, public := q.onOwn(v)
	v.asker = q.user
	r, err := q.showPlace(ref, v, public)
	return q.inPlace(r, own), err
}

func placeInScript(ctx context.Context, q *request) (*reply, error) {
	ref, v, err := q.decodeAt(ctx, q.state)
	if err != nil {
		return nil, err
	}
	b, err := q.library.Book(ref.Book)
	if err != nil {
		return nil, errGone
	}
	p, ok := q.library.Paragraph(ref, 0, q.scope(false).ceiling(b))
	if !ok {
		return nil, errGone
	}
	v.script, v.asker = q.otherScript(v, []index.Passage{p}), q.user
	r, err := q.showPlace(ref, v, false)
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
