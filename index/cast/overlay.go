package cast

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"shuyou/index/book"
)

// An Overlay is what somebody wrote in cast.yaml beside a book to put the
// finder right. It wins over what was found.
//
//	people:
//	- name: 曹變蛟            # a form of the person that stands in the book
//	  show: 曹總兵            # the name to show
//	  forms:                  # these are the person's as well
//	  - 變蛟
//	  - {form: 小曹將軍, from: 12}
//	  without: [曹將軍]       # these are not
//	  merge: [曹文衡]         # these people are the same
//	  hide: true              # this is no person
//	  notes:
//	  - {text: 後來降清, from: 40}
//
// A plain mapping of names to forms does as well:
//
//	曹變蛟: [變蛟, 曹總兵]
//
// from is the ordinal of the chapter from which a line holds. Without it a
// line holds from where both names stand, a note from where the person does.
type Overlay struct {
	file    string
	entries []overlayEntry
}

type overlayEntry struct {
	name                         dated
	show                         *dated
	forms, without, merge, notes []dated
	hide                         bool
}

// dated is a string of the file with the chapter from which it holds.
type dated struct {
	text string
	from book.Ordinal // 0: from the start
	line int
}

// ParseOverlay reads cast.yaml. file is the name that errors give, with the
// line.
func ParseOverlay(file string, data []byte) (*Overlay, error) {
	o := &Overlay{file: file}
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, doc := range tree.Docs {
		if doc.Body == nil {
			continue
		}
		fields, err := o.mapping(doc.Body)
		if err != nil {
			return nil, err
		}
		for _, f := range fields {
			if f.key != "people" {
				e, err := o.plainEntry(f)
				if err != nil {
					return nil, err
				}
				o.entries = append(o.entries, e)
				continue
			}
			list, ok := f.value.(*ast.SequenceNode)
			if !ok {
				return nil, o.errorAt(f.line, "people must be a list")
			}
			for _, item := range list.Values {
				e, err := o.entry(item)
				if err != nil {
					return nil, err
				}
				o.entries = append(o.entries, e)
			}
		}
	}
	return o, nil
}

// plainEntry reads a name and its forms.
func (o *Overlay) plainEntry(f field) (overlayEntry, error) {
	forms, err := o.list(f.value, "form")
	return overlayEntry{name: dated{text: f.key, line: f.line}, forms: forms}, err
}

func (o *Overlay) errorAt(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", o.file, line, fmt.Sprintf(format, args...))
}

// field is one key of a mapping.
type field struct {
	key   string
	value ast.Node
	line  int
}

func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 0
}

func (o *Overlay) mapping(n ast.Node) ([]field, error) {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return nil, o.errorAt(lineOf(n), "keys and values are wanted here")
	}
	var out []field
	for _, v := range values {
		key, ok := scalar(v.Key)
		if !ok {
			return nil, o.errorAt(lineOf(v.Key), "a key must be a word")
		}
		out = append(out, field{key, v.Value, lineOf(v.Key)})
	}
	return out, nil
}

// scalar is the text of a plain value.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func (o *Overlay) entry(n ast.Node) (overlayEntry, error) {
	var e overlayEntry
	fields, err := o.mapping(n)
	if err != nil {
		return e, err
	}
	for _, f := range fields {
		switch f.key {
		case "name":
			e.name, err = o.dated(f.value, "name")
		case "show":
			var d dated
			d, err = o.dated(f.value, "show")
			e.show = &d
		case "forms":
			e.forms, err = o.list(f.value, "form")
		case "without":
			e.without, err = o.list(f.value, "form")
		case "merge":
			e.merge, err = o.list(f.value, "name")
		case "notes":
			e.notes, err = o.list(f.value, "text")
		case "hide":
			b, ok := f.value.(*ast.BoolNode)
			if !ok {
				return e, o.errorAt(f.line, "hide must be true or false")
			}
			e.hide = b.Value
		default:
			err = o.errorAt(f.line, "unknown key %q; name, show, forms, without, merge, hide and notes are known", f.key)
		}
		if err != nil {
			return e, err
		}
	}
	if e.name.text == "" {
		return e, o.errorAt(lineOf(n), "an entry needs a name")
	}
	return e, nil
}

// list reads one value or several.
func (o *Overlay) list(n ast.Node, key string) ([]dated, error) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d, err := o.dated(n, key)
		return []dated{d}, err
	}
	var out []dated
	for _, item := range seq.Values {
		d, err := o.dated(item, key)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// dated reads a text, or a mapping of key and from.
func (o *Overlay) dated(n ast.Node, key string) (dated, error) {
	d := dated{line: lineOf(n)}
	if s, ok := scalar(n); ok {
		if d.text = strings.TrimSpace(s); d.text == "" {
			return d, o.errorAt(d.line, "the %s is empty", key)
		}
		return d, nil
	}
	fields, err := o.mapping(n)
	if err != nil {
		return d, err
	}
	for _, f := range fields {
		s, ok := scalar(f.value)
		switch {
		case !ok:
			return d, o.errorAt(f.line, "%s must be a word", f.key)
		case f.key == key:
			d.text = strings.TrimSpace(s)
		case f.key == "from":
			v, err := strconv.Atoi(s)
			if err != nil || v < 0 {
				return d, o.errorAt(f.line, "from must be the number of a chapter in reading order")
			}
			d.from = book.Ordinal(v)
		default:
			return d, o.errorAt(f.line, "unknown key %q; %s and from are known", f.key, key)
		}
	}
	if d.text == "" {
		return d, o.errorAt(d.line, "the %s is missing", key)
	}
	return d, nil
}
