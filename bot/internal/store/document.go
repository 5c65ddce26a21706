package store

import (
	"bytes"
	"encoding/json"
	"fmt"

	"shuyou/commands"
)

// decode reads a document. What it has that is not known here was written by a
// newer version.
func decode(doc []byte, into any) error {
	if err := json.Unmarshal(doc, into); err != nil {
		return fmt.Errorf("settings that cannot be read: %w", err)
	}
	return nil
}

// edit reads a document, nil where there is none, into value, has it changed,
// and returns the document of what it is then, or nil where nothing changed.
// Fields that value does not know are kept.
func edit(doc []byte, value any, change func() error) ([]byte, error) {
	before := []byte("{}")
	if doc != nil {
		if err := decode(doc, value); err != nil {
			return nil, err
		}
		var err error
		if before, err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	if err := change(); err != nil {
		return nil, err
	}
	after, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(before, after) {
		return nil, nil
	}
	if doc == nil {
		return after, nil
	}
	return keepUnknown(doc, before, after)
}

// keepUnknown puts into after what doc has beside before, which is the part of
// it that is known.
func keepUnknown(doc, before, after []byte) ([]byte, error) {
	var has, known map[string]json.RawMessage
	if err := json.Unmarshal(doc, &has); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(before, &known); err != nil {
		return nil, err
	}
	result, err := keepEqual(has, known, after)
	if err != nil {
		return nil, err
	}
	for name, value := range has {
		if _, taken := result[name]; taken || known[name] != nil {
			continue
		}
		result[name] = value
	}
	return json.Marshal(result)
}

// keepEqual returns the fields of after, those that did not change as they
// stand in has. One that did change loses what is not known inside it: that
// belonged to the former value.
func keepEqual(has, known map[string]json.RawMessage, after []byte) (map[string]json.RawMessage, error) {
	var result map[string]json.RawMessage
	if err := json.Unmarshal(after, &result); err != nil {
		return nil, err
	}
	for name, value := range result {
		switch {
		case known[name] == nil:
		case bytes.Equal(known[name], value):
			result[name] = has[name]
		case value[0] == '{' && known[name][0] == '{' && has[name][0] == '{':
			var hasInside, knownInside map[string]json.RawMessage
			if err := json.Unmarshal(has[name], &hasInside); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(known[name], &knownInside); err != nil {
				return nil, err
			}
			inside, err := keepEqual(hasInside, knownInside, value)
			if err != nil {
				return nil, err
			}
			if result[name], err = json.Marshal(inside); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}

// Times are kept in UTC, whatever zone they come in.

func readerInUTC(r *commands.Reader) {
	for book, place := range r.Progress {
		place.Set = place.Set.UTC()
		r.Progress[book] = place
	}
	for book, mark := range r.LastRead {
		mark.Place.Set = mark.Place.Set.UTC()
		r.LastRead[book] = mark
	}
}

func groupInUTC(g *commands.Group) {
	for book, place := range g.Ceilings {
		place.Set = place.Set.UTC()
		g.Ceilings[book] = place
	}
	if g.Schedule != nil {
		g.Schedule.After.Set = g.Schedule.After.Set.UTC()
	}
	if g.Daily != nil {
		g.Daily.Since = g.Daily.Since.UTC()
	}
}
