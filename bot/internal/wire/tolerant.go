package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/bwmarrin/discordgo"
)

// maxDepth bounds how deep a payload is read. The deepest that Discord
// documents, a menu's emoji in a forwarded message, lies about 14 deep.
const maxDepth = 32

// readObject parses raw and clears it of what discordgo's decoders choke on.
func readObject(raw []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: not JSON", ErrNotInteraction)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: more than one JSON value", ErrNotInteraction)
	}
	fields, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%w: not a JSON object", ErrNotInteraction)
	}
	cleaned, _ := clean(fields, 0).(map[string]any)
	return cleaned, nil
}

// clean drops nulls, what lies deeper than maxDepth, and message components
// that discordgo cannot decode. One of those would otherwise cost the whole
// message they stand in.
func clean(v any, depth int) any {
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case map[string]any:
		for key, child := range v {
			child = clean(child, depth+1)
			switch key {
			case "components":
				child = knownComponents(child)
			case "accessory":
				if !knownComponent(child) {
					child = nil
				}
			}
			if child == nil {
				delete(v, key)
			} else {
				v[key] = child
			}
		}
		return v
	case []any:
		kept := v[:0]
		for _, child := range v {
			if child = clean(child, depth+1); child != nil {
				kept = append(kept, child)
			}
		}
		return kept
	}
	return v
}

func knownComponents(v any) any {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	kept := list[:0]
	for _, c := range list {
		if knownComponent(c) {
			kept = append(kept, c)
		}
	}
	return kept
}

func knownComponent(v any) bool {
	raw, err := json.Marshal(v)
	if err != nil {
		return false
	}
	_, err = discordgo.MessageComponentFromJSON(raw)
	return err == nil
}

// readable decodes v into a T, leaving out the parts that do not fit one.
func readable[T any](v any) T {
	var out T
	decode := func(v any) bool {
		raw, err := json.Marshal(v)
		if err != nil {
			return false
		}
		var t T
		if json.Unmarshal(raw, &t) != nil {
			return false
		}
		out = t
		return true
	}
	if decode(v) || decode(fitting(v, decode)) {
		return out
	}
	var zero T
	return zero
}

// fitting returns v without the parts that ok refuses, nil when nothing is
// left. Each part is tried alone, inside whatever holds it, so one bad field
// costs that field only.
func fitting(v any, ok func(any) bool) any {
	if ok(v) {
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		for key, child := range v {
			child = fitting(child, func(c any) bool { return ok(map[string]any{key: c}) })
			if child == nil {
				delete(v, key)
			} else {
				v[key] = child
			}
		}
		if ok(v) {
			return v
		}
	case []any:
		kept := v[:0]
		for _, child := range v {
			if child = fitting(child, func(c any) bool { return ok([]any{c}) }); child != nil {
				kept = append(kept, child)
			}
		}
		if ok(kept) {
			return kept
		}
	}
	return nil
}
