package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/joho/godotenv"
	utf16 "golang.org/x/text/encoding/unicode"
)

// An envFile is what a .env file says. Values are taken as they were written:
// nothing is filled in after a $, no backslash stands for something else. A
// line that can be read in two ways is a fault, and a fault names file, line
// and variable, never the value.
type envFile struct {
	path   string // whole
	found  bool
	values map[string]string
}

// maxEnvFile is the size in bytes from which on a file is no .env file.
const maxEnvFile = 1 << 20

// readEnvFile reads the .env file, which may be missing.
func (p *program) readEnvFile() (envFile, error) {
	path, err := filepath.Abs(p.envFile)
	if err != nil {
		return envFile{}, fmt.Errorf("the folder of %s: %w", p.envFile, err)
	}
	file := envFile{path: path}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file, nil
	case err == nil && info.IsDir():
		return file, wrongUse("put a file in its place; Docker makes a folder where the file to mount is missing", "%s is a folder", path)
	case err == nil && info.Size() > maxEnvFile:
		return file, wrongUse(".env.example shows what belongs there", "%s is too large for settings", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return file, wrongUse("let that user read it, or remove it", "%s cannot be read by user %d", path, os.Getuid())
	}
	file.found = true
	text, err := decodeEnv(data)
	if err != nil {
		return file, wrongUse("save it as UTF-8", "%s: %w", path, err)
	}
	file.values, err = parseEnv(path, text)
	return file, err
}

// decodeEnv makes UTF-8 of what an editor or a shell may have written.
func decodeEnv(data []byte) (string, error) {
	utf8BOM, littleBOM, bigBOM := []byte("\ufeff"), []byte{0xff, 0xfe}, []byte{0xfe, 0xff}
	order, wide := utf16.LittleEndian, false
	switch {
	case bytes.HasPrefix(data, utf8BOM):
		data = data[len(utf8BOM):]
	case bytes.HasPrefix(data, littleBOM):
		wide, data = true, data[2:]
	case bytes.HasPrefix(data, bigBOM):
		wide, order, data = true, utf16.BigEndian, data[2:]
	case len(data) > 1 && data[0] != 0 && data[1] == 0:
		wide = true
	case len(data) > 1 && data[0] == 0 && data[1] != 0:
		wide, order = true, utf16.BigEndian
	}
	if wide {
		text, err := utf16.UTF16(order, utf16.IgnoreBOM).NewDecoder().Bytes(data)
		if err != nil || len(data)%2 != 0 {
			return "", errors.New("is damaged UTF-16")
		}
		data = text
	}
	for n, line := range envLines(string(data)) {
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\x00\ufffd") {
			return "", fmt.Errorf("line %d is not in UTF-8", n+1)
		}
	}
	return string(data), nil
}

// envLines splits a text at the line ends of any system.
func envLines(text string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
}

// parseEnv reads the lines of a .env file and tells all faults at once.
func parseEnv(path, text string) (map[string]string, error) {
	values, at := map[string]string{}, map[string]int{}
	var faults []error
	for n, line := range envLines(text) {
		name, value, err := parseEnvLine(line)
		if err == nil && name != "" {
			if before, again := values[name]; again && before != "" && value != "" && before != value {
				err = &usageError{fmt.Errorf("%s is also set on line %d", name, at[name]), "leave one of the two"}
			}
		}
		if err != nil {
			var fault *usageError
			errors.As(err, &fault)
			faults = append(faults, wrongUse(fault.hint, "%s: line %d: %w", path, n+1, fault.err))
			continue
		}
		if name != "" && (value != "" || values[name] == "") {
			values[name], at[name] = value, n+1
		}
	}
	return values, errors.Join(faults...)
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// parseEnvLine reads one line; name is empty where it says nothing. The value
// is what stands there, and godotenv must read the same out of it: it is given
// in a form in which godotenv changes nothing.
func parseEnvLine(line string) (name, value string, err error) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return "", "", nil
	}
	if rest, ok := strings.CutPrefix(line, "export"); ok && strings.TrimLeft(rest, " \t") != rest {
		line = strings.TrimSpace(rest)
	}
	cut := strings.IndexAny(line, "=:")
	if cut < 0 || !envName.MatchString(strings.TrimSpace(line[:cut])) {
		if before, _, wide := strings.Cut(line, "＝"); wide && envName.MatchString(strings.TrimSpace(before)) {
			return "", "", wrongUse("write = in its place", "%s is followed by a full-width ＝", strings.TrimSpace(before))
		}
		return "", "", wrongUse("every line must read NAME=value; .env.example shows them all", "is no setting")
	}
	name = strings.TrimSpace(line[:cut])
	if meant := meantName(name); meant != "" {
		return "", "", wrongUse("write "+meant, "there is no setting %s", name)
	}
	if strings.HasPrefix(line[cut+1:], "#") {
		return "", "", wrongUse("put it in single quotes, or leave a space before a remark", "%s begins with #", name)
	}
	if value, err = envText(name, strings.TrimSpace(line[cut+1:])); err != nil {
		return "", "", err
	}
	for _, r := range value {
		if unicode.In(r, unicode.Cc, unicode.Cf) || r == '\u00a0' {
			return "", "", wrongUse("type it anew, or copy it again", "%s has a letter that cannot be seen (%U)", name, r)
		}
	}
	for _, form := range envForms(value) {
		if read, err := godotenv.Unmarshal(name + "=" + form); err == nil && read[name] == value {
			return name, value, nil
		}
	}
	return "", "", wrongUse("set it in the environment instead", "%s cannot be read as it was written", name)
}

// expansion is what a shell would fill in.
var expansion = regexp.MustCompile(`\$[{(]|^\$[A-Z_][A-Z0-9_]*([/\\]|$)`)

// envText is the value that a person meant by what stands after the name.
func envText(name, written string) (string, error) {
	inQuotes := "put the value in single quotes to have it taken as it stands"
	if written == "" {
		return "", nil
	}
	first, _ := utf8.DecodeRuneInString(written)
	switch {
	case first == '"' || first == '\'':
		return quotedText(name, written)
	case strings.ContainsRune("“”‘’「『`", first):
		return "", wrongUse("write ' or \" in their place, or none", "%s has quotation marks of another kind around it", name)
	case first == '#':
		return "", nil // NAME= # a remark
	}
	for i := 1; i < len(written); i++ {
		if written[i] == '#' && strings.ContainsRune(" \t", rune(written[i-1])) {
			written = strings.TrimSpace(written[:i])
			break
		}
	}
	switch {
	case strings.ContainsRune(`"'`, rune(written[len(written)-1])):
		return "", wrongUse("put one before it too, or take this one away", "%s ends with a quotation mark", name)
	case expansion.MatchString(written):
		return "", wrongUse("write it out; "+inQuotes, "%s has a $ that stands for something else, and nothing is filled in here", name)
	}
	return written, nil
}

// quotedText is what stands between the quotation marks.
func quotedText(name, written string) (string, error) {
	mark := written[:1]
	end := strings.Index(written[1:], mark) + 1
	if end == 0 {
		return "", wrongUse("close it on the same line", "%s has a quotation mark that is not closed", name)
	}
	text, rest := written[1:end], written[end+1:]
	after := strings.TrimSpace(rest)
	switch {
	case after != "" && (after[0] != '#' || after == rest):
		return "", wrongUse("leave out the quotation marks, or put marks of the other kind around the whole", "%s goes on after its quotation mark", name)
	case mark == "'":
		return text, nil
	case strings.Contains(text, `\\`) || strings.Contains(text, `\$`):
		return "", wrongUse("put it in single quotes and write it just as it is", "%s has a backslash that can be read in two ways", name)
	case expansion.MatchString(text):
		return "", wrongUse("write it out, or put it in single quotes to have it taken as it stands", "%s has a $ that stands for something else, and nothing is filled in here", name)
	}
	return text, nil
}

// envForms are the ways of writing a value down for godotenv, which fills in
// what stands after $ and takes backslashes away except in single quotes.
func envForms(value string) []string {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(value)
	return []string{"'" + value + "'", value, `"` + escaped + `"`}
}

// meantName is the setting that is meant by a name with a slip in it, empty
// where there is none: a name of something else may stand in the file.
func meantName(name string) string {
	if slices.Contains(settingNames, name) {
		return ""
	}
	for _, known := range settingNames {
		if strings.EqualFold(name, known) || slips(name, known) == 1 {
			return known
		}
	}
	return ""
}

// slips is how many letters must be put in, taken out or changed to make one
// word the other.
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
