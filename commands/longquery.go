package commands

import (
	"context"
	"fmt"
	"strings"
)

// A query that is too long for a custom id is kept in the store, and the
// button holds its key. Such a query starts with a mark that a typed one never
// keeps, since it is no letter.
const keptMark = "="

// compact makes the view's query short enough for a custom id where it is not.
func (q *request) compact(ctx context.Context, v view) view {
	v.query = strings.TrimLeft(v.query, keptMark)
	if _, ok := v.encode(longestAction); ok {
		return v
	}
	key, err := q.store.KeepQuery(ctx, v.query, q.now())
	if err != nil { // the buttons are then left out
		q.log.Error("a long query was not kept", "cause", err)
		return v
	}
	v.query = keptMark + key
	return v
}

// expand gives a view back the query that compact put away.
func (q *request) expand(ctx context.Context, v view) (view, error) {
	key, kept := strings.CutPrefix(v.query, keptMark)
	if !kept {
		return v, nil
	}
	query, ok, err := q.store.Query(ctx, key)
	switch {
	case err != nil:
		return v, fmt.Errorf("looking up a long query: %w", err)
	case !ok:
		return v, errGone
	}
	v.query = query
	return v, nil
}
