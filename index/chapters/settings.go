package chapters

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// SettingsFile is the file of a library folder that says more about its books.
const SettingsFile = "library.yaml"

// Settings are what library.yaml says of one book, beside its names.
type Settings struct {
	// Order sorts the books, lowest first; 0 where none was given.
	Order int `json:"order,omitempty"`
	// Encoding is the IANA name of the encoding to decode from; empty to find
	// it out.
	Encoding string `json:"encoding,omitempty"`
	// Chapters says how to split: Auto, One or Parts.
	Chapters Division `json:"chapters,omitempty"`
	// Heading is a regular expression; where it is given, exactly the lines
	// that match it are headings.
	Heading string `json:"heading,omitempty"`
	// Aliases is the path, inside the library, of the file that says which
	// names are one person.
	Aliases string `json:"aliases,omitempty"`
}

// A Division is a way to make chapters of a text.
type Division string

// The ways to make chapters. Auto is the zero value.
const (
	Auto  Division = ""      // at the headings, else in parts
	One   Division = "one"   // the whole text is one chapter
	Parts Division = "parts" // parts of about 5,000 characters
)

// A SettingsError tells what is wrong in library.yaml.
type SettingsError struct {
	File    string
	Line    int
	Problem string
	Allowed string // what may stand there instead
}

func (e *SettingsError) Error() string {
	msg := fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem)
	if e.Allowed != "" {
		msg += "; allowed: " + e.Allowed
	}
	return msg
}

// An entry is one book of library.yaml.
type entry struct {
	line   int // where the entry starts
	files  []located
	id     located
	title  string
	author string
	hidden bool
	Settings
}

// A located value is text with the line it stands on.
type located struct {
	text string
	line int
}

// maxSettings is the size in bytes from which on library.yaml is refused.
const maxSettings = 1 << 20

// readSettings reads library.yaml of a library folder, nothing where there is
// none.
func readSettings(fsys fs.FS) ([]entry, error) {
	data, err := fs.ReadFile(fsys, SettingsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseSettings(data)
}

func wrong(line int, allowed, format string, args ...any) error {
	return &SettingsError{File: SettingsFile, Line: line, Problem: fmt.Sprintf(format, args...), Allowed: allowed}
}

func parseSettings(data []byte) (entries []entry, err error) {
	if len(data) > maxSettings {
		return nil, wrong(1, "", "larger than %d bytes", maxSettings)
	}
	file, err := parseYAML(data)
	if err != nil {
		return nil, err
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if _, empty := doc.Body.(*ast.NullNode); empty {
			continue
		}
		top, err := pairs(doc.Body)
		if err != nil {
			return nil, err
		}
		for _, p := range top {
			if p.key != "books" {
				return nil, wrong(p.line, "books", "unknown key %q", p.key)
			}
			if _, empty := p.value.(*ast.NullNode); empty {
				continue
			}
			list, ok := p.value.(*ast.SequenceNode)
			if !ok {
				return nil, wrong(p.line, "a list of books, each begun with “- file: …”", "books is no list")
			}
			for _, node := range list.Values {
				e, err := parseEntry(node)
				if err != nil {
					return nil, err
				}
				entries = append(entries, e)
			}
		}
	}
	return entries, unique(entries)
}

// parseYAML parses the file. The parser is known to panic on a few inputs that
// are no YAML; that is one more way to be told so.
func parseYAML(data []byte) (file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			file, err = nil, wrong(1, "", "not a YAML file")
		}
	}()
	file, err = parser.ParseBytes(data, 0)
	if err == nil {
		return file, nil
	}
	// The parser's message begins with its place, [line:column].
	line, problem := 1, strings.TrimSpace(strings.SplitN(err.Error(), "\n", 2)[0])
	if m := yamlPlace.FindStringSubmatch(problem); m != nil {
		line, _ = strconv.Atoi(m[1])
		problem = m[2]
	}
	return nil, wrong(line, "", "not a YAML file: %s", problem)
}

var yamlPlace = regexp.MustCompile(`^\[(\d+):\d+\] (.*)`)

// A keyed is one key of a mapping, with its value and line.
type keyed struct {
	key   string
	value ast.Node
	line  int
}

// pairs lists the keys of a mapping in order. A key that stands twice is an
// error.
func pairs(node ast.Node) ([]keyed, error) {
	var values []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return nil, wrong(lineOf(node), "lines of the form “key: value”", "%s is no mapping", describe(node))
	}
	var list []keyed
	for _, v := range values {
		k := keyed{key: describe(v.Key), value: v.Value, line: lineOf(v.Key)}
		if slices.ContainsFunc(list, func(o keyed) bool { return o.key == k.key }) {
			return nil, wrong(k.line, "", "the key %q stands twice", k.key)
		}
		list = append(list, k)
	}
	return list, nil
}

func lineOf(node ast.Node) int {
	if node == nil {
		return 1
	}
	if t := node.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}

// describe gives the text of a node as it is written.
func describe(node ast.Node) string {
	if node == nil || node.GetToken() == nil {
		return ""
	}
	return node.GetToken().Value
}

// scalar gives the text of a single value as it is written, so that a title
// such as 1644 needs no quotation marks.
func scalar(p keyed) (string, error) {
	var text string
	switch n := p.value.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = strings.TrimSpace(n.Value.Value)
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		text = describe(n)
	default:
		return "", wrong(p.line, "a text on the same line", "%s has no single value", p.key)
	}
	if strings.TrimSpace(text) == "" {
		return "", wrong(p.line, "", "%s is empty", p.key)
	}
	return text, nil
}

const entryKeys = "file, id, title, author, order, encoding, chapters, heading, aliases, hidden"

func parseEntry(node ast.Node) (entry, error) {
	e := entry{line: lineOf(node)}
	keys, err := pairs(node)
	if err != nil {
		return e, err
	}
	for _, p := range keys {
		if e.line > p.line || e.line == 0 {
			e.line = p.line
		}
		if p.key == "file" {
			if e.files, err = fileList(p); err != nil {
				return e, err
			}
			continue
		}
		if !slices.Contains(strings.Split(entryKeys, ", "), p.key) {
			return e, wrong(p.line, entryKeys, "unknown key %q", p.key)
		}
		text, err := scalar(p)
		if err != nil {
			return e, err
		}
		if err := e.set(p.key, text, p.line); err != nil {
			return e, err
		}
	}
	if len(e.files) == 0 {
		return e, wrong(e.line, "file: a path inside the library folder", "a book without file")
	}
	return e, nil
}

func (e *entry) set(key, text string, line int) (err error) {
	switch key {
	case "id":
		e.id = located{text, line}
	case "title":
		e.title = text
	case "author":
		e.author = text
	case "order":
		if e.Order, err = strconv.Atoi(text); err != nil || e.Order < 1 {
			return wrong(line, "a number from 1 up", "order %q", text)
		}
	case "encoding":
		name, ok := encodingName(text)
		if !ok {
			return wrong(line, strings.Join(encodingNames(), ", "), "unknown encoding %q", text)
		}
		e.Encoding = name
	case "chapters":
		switch text {
		case "auto":
			e.Chapters = Auto
		case string(One), string(Parts):
			e.Chapters = Division(text)
		default:
			return wrong(line, "auto, one, parts", "chapters %q", text)
		}
	case "heading":
		if _, err := regexp.Compile(text); err != nil {
			return wrong(line, "a regular expression as Go writes them", "heading %q: %s", text, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
		e.Heading = text
	case "aliases":
		if e.Aliases, err = insidePath(located{text, line}); err != nil {
			return err
		}
	case "hidden":
		switch text {
		case "true", "false":
			e.hidden = text == "true"
		default:
			return wrong(line, "true, false", "hidden %q", text)
		}
	}
	return nil
}

// fileList reads the value of file: one path, or a list of them.
func fileList(p keyed) ([]located, error) {
	nodes := []ast.Node{p.value}
	if list, ok := p.value.(*ast.SequenceNode); ok {
		nodes = list.Values
	}
	var files []located
	for _, node := range nodes {
		line := p.line
		if len(nodes) > 1 {
			line = lineOf(node)
		}
		text, err := scalar(keyed{p.key, node, line})
		if err != nil {
			return nil, err
		}
		name, err := insidePath(located{text, line})
		if err != nil {
			return nil, err
		}
		files = append(files, located{name, line})
	}
	return files, nil
}

// insidePath checks that a path stays inside the library folder.
func insidePath(p located) (string, error) {
	name := path.Clean(strings.TrimPrefix(p.text, "./"))
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		return "", wrong(p.line, "a path inside the library folder, with forward slashes", "the path %q leads outside", p.text)
	}
	return name, nil
}

// unique refuses a file or an id that two books claim.
func unique(entries []entry) error {
	files, ids := map[string]int{}, map[string]int{}
	for _, e := range entries {
		for _, f := range e.files {
			if before := files[f.text]; before != 0 {
				return wrong(f.line, "", "the file %q stands in line %d already", f.text, before)
			}
			files[f.text] = f.line
		}
		if e.id.text == "" {
			continue
		}
		if before := ids[e.id.text]; before != 0 {
			return wrong(e.id.line, "", "the id %q stands in line %d already", e.id.text, before)
		}
		ids[e.id.text] = e.id.line
	}
	return nil
}

// byOrder compares the places of two books: by order where given, then as
// listed, then by file.
func byOrder(a, b placed) int {
	last := func(n int) int {
		if n == 0 {
			return int(^uint(0) >> 1)
		}
		return n
	}
	return cmp.Or(cmp.Compare(last(a.Settings.Order), last(b.Settings.Order)),
		cmp.Compare(last(a.listed), last(b.listed)), compareNatural(a.File, b.File))
}

// A placed source knows its place in library.yaml from 1, 0 where it has none.
type placed struct {
	Source
	listed int
}
