package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// schema is Discord's OpenAPI description
// (https://github.com/discord/discord-api-spec), made strict: a field that an
// object does not list is an error, where Discord would silently ignore it.
type schema struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

var loadSchema = sync.OnceValues(func() (*schema, error) {
	path, err := schemaFile()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return newSchema(raw)
})

// schemaFile finds shared/discord/openapi.json beside the folder that holds
// go.mod.
func schemaFile() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(dir), "shared", "discord", "openapi.json"), nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above")
		}
		dir = filepath.Dir(dir)
	}
}

func newSchema(raw []byte) (*schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("OpenAPI description: %w", err)
	}
	forbidUnknown(doc)
	s := &schema{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	if err := s.compiler.AddResource("discord.json", doc); err != nil {
		return nil, fmt.Errorf("OpenAPI description: %w", err)
	}
	return s, nil
}

func forbidUnknown(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok {
			if _, said := v["additionalProperties"]; !said {
				v["additionalProperties"] = false
			}
		}
		for _, child := range v {
			forbidUnknown(child)
		}
	case []any:
		for _, child := range v {
			forbidUnknown(child)
		}
	}
}

// check holds body against the part of the description at pointer. Without a
// description everything is right.
func (s *schema) check(pointer string, body []byte) error {
	if s == nil {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sch := s.compiled[pointer]
	if sch == nil {
		if sch, err = s.compiler.Compile("discord.json#" + pointer); err != nil {
			return fmt.Errorf("the description has no %s: %w", pointer, err)
		}
		s.compiled[pointer] = sch
	}
	return shortened(sch.Validate(v))
}

// request checks the JSON body of a call by the path it has in the description.
func (s *schema) request(method, path string, body []byte) error {
	escaped := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
	return s.check("/paths/"+escaped+"/"+strings.ToLower(method)+"/requestBody/content/application~1json/schema", body)
}

// callbackSchemas has the schema of each type of callback. The description
// offers them as alternatives, and an error would speak of all.
var callbackSchemas = map[int]string{
	1: "PongInteractionCallbackRequest",
	4: "CreateMessageInteractionCallbackRequest",
	5: "CreateMessageInteractionCallbackRequest",
	6: "UpdateMessageInteractionCallbackRequest",
	7: "UpdateMessageInteractionCallbackRequest",
	8: "ApplicationCommandAutocompleteCallbackRequest",
	9: "ModalInteractionCallbackRequest",
}

func (s *schema) callback(body []byte) error {
	var c struct {
		Type int `json:"type"`
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return err
	}
	name, ok := callbackSchemas[c.Type]
	if !ok {
		return fmt.Errorf("callback type %d", c.Type)
	}
	return s.check("/components/schemas/"+name, body)
}

// shortened keeps the complaints that help: of several alternatives (a row's
// buttons and menus), those of the alternative that the type field chose.
func shortened(err error) error {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	printer := message.NewPrinter(language.English)
	var lines []string
	for _, e := range leaves(invalid) {
		line := "/" + strings.Join(e.InstanceLocation, "/") + ": " + e.ErrorKind.LocalizedString(printer)
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return errors.New(strings.Join(lines[:min(len(lines), 6)], "; "))
}

func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var chosen, all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		found := leaves(cause)
		all = append(all, found...)
		if !slices.ContainsFunc(found, anotherType) {
			chosen = append(chosen, found...)
		}
	}
	if len(chosen) > 0 {
		return chosen
	}
	return all
}

// anotherType tells of an alternative that a type field, or a null, did not
// choose.
func anotherType(e *jsonschema.ValidationError) bool {
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return slices.Equal(k.Want, []string{"null"})
	case *kind.Enum, *kind.Const:
		return len(e.InstanceLocation) > 0 && e.InstanceLocation[len(e.InstanceLocation)-1] == "type"
	}
	return false
}
