package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/spf13/pflag"
)

// Every line is taken as its writer meant it, or refused with the name of the
// variable.
func TestEnvLines(t *testing.T) {
	for _, test := range []struct {
		name, line string
		variable   string // empty: the line says nothing
		value      string
		fault      string // a part of the error
	}{
		{"plain", `DISCORD_TOKEN=abc.def`, "DISCORD_TOKEN", "abc.def", ""},
		{"empty", `DISCORD_TOKEN=`, "DISCORD_TOKEN", "", ""},
		{"spaces", `  DISCORD_TOKEN = abc  `, "DISCORD_TOKEN", "abc", ""},
		{"of a shell", `export DISCORD_TOKEN=abc`, "DISCORD_TOKEN", "abc", ""},
		{"as in YAML", `DISCORD_TOKEN: abc`, "DISCORD_TOKEN", "abc", ""},
		{"remark", `# DISCORD_TOKEN=abc`, "", "", ""},
		{"dollars", `DATABASE_URL=postgres://u:a$31c$d$$@h/d`, "DATABASE_URL", "postgres://u:a$31c$d$$@h/d", ""},
		{"dollar in double quotes", `DATA_DIR="a$HOMEb"`, "DATA_DIR", "a$HOMEb", ""},
		{"number sign", `DISCORD_TOKEN=a#b`, "DISCORD_TOKEN", "a#b", ""},
		{"remark behind", `DATA_DIR=/data # books # and more`, "DATA_DIR", "/data", ""},
		{"only a remark behind", `DATA_DIR= # books`, "DATA_DIR", "", ""},
		{"number sign in quotes", `DATA_DIR="/my #books" # here`, "DATA_DIR", "/my #books", ""},
		{"begins with a number sign", `DATA_DIR=#books`, "", "", "DATA_DIR begins with #"},
		{"double quotes", `DATA_DIR="/data/my books"`, "DATA_DIR", "/data/my books", ""},
		{"single quotes", `DATA_DIR='/data/$HOME \n'`, "DATA_DIR", `/data/$HOME \n`, ""},
		{"spaces in quotes", `DATA_DIR=' books '`, "DATA_DIR", " books ", ""},
		{"apostrophe", `DATA_DIR=/home/o'neil/$books`, "DATA_DIR", "/home/o'neil/$books", ""},
		{"apostrophe in double quotes", `DATA_DIR="/home/o'neil/my $books"`, "DATA_DIR", "/home/o'neil/my $books", ""},
		{"Windows path", `DATA_DIR=C:\new\books`, "DATA_DIR", `C:\new\books`, ""},
		{"Windows path in quotes", `DATA_DIR="C:\new\books\"`, "DATA_DIR", `C:\new\books\`, ""},
		{"Windows share", `DATA_DIR=\\server\share`, "DATA_DIR", `\\server\share`, ""},
		{"name of something else", `POSTGRES_PASSWORD=abc`, "POSTGRES_PASSWORD", "abc", ""},

		{"expansion", `DATA_DIR=${HOME}/books`, "", "", "DATA_DIR has a $"},
		{"expansion of a path", `DATA_DIR=$HOME/books`, "", "", "DATA_DIR has a $"},
		{"expansion in quotes", `DATA_DIR="$(pwd)/books"`, "", "", "DATA_DIR has a $"},
		{"doubled backslash", `DATA_DIR="C:\\new"`, "", "", "DATA_DIR has a backslash"},
		{"escaped quote", `DATA_DIR="a\"b"`, "", "", "DATA_DIR goes on after"},
		{"not closed", `DISCORD_TOKEN="hunter2`, "", "", "DISCORD_TOKEN has a quotation mark that is not closed"},
		{"not opened", `DISCORD_TOKEN=hunter2"`, "", "", "DISCORD_TOKEN ends with a quotation mark"},
		{"goes on", `DATA_DIR='a'b`, "", "", "DATA_DIR goes on"},
		{"remark without a space", `DATA_DIR='a'#b`, "", "", "DATA_DIR goes on"},
		{"typographic quotes", `DISCORD_TOKEN=“hunter2”`, "", "", "DISCORD_TOKEN has quotation marks of another kind"},
		{"full-width sign", `DISCORD_TOKEN＝hunter2`, "", "", "DISCORD_TOKEN is followed by a full-width ＝"},
		{"zero-width space", "DISCORD_TOKEN=hun\u200bter2", "", "", "DISCORD_TOKEN has a letter that cannot be seen (U+200B)"},
		{"control character", "DISCORD_TOKEN=hun\x1bter2", "", "", "DISCORD_TOKEN has a letter that cannot be seen (U+001B)"},
		{"no name", `hunter2`, "", "", "is no setting"},
		{"name with a space", `DISCORD TOKEN=hunter2`, "", "", "is no setting"},
		{"slip in the name", `DISCORD_TOKE=hunter2`, "", "", "there is no setting DISCORD_TOKE"},
		{"small letters", `discord_token=hunter2`, "", "", "there is no setting discord_token"},
	} {
		t.Run(test.name, func(t *testing.T) {
			variable, value, err := parseEnvLine(test.line)
			switch {
			case test.fault != "":
				var fault *usageError
				if !errors.As(err, &fault) || !strings.Contains(err.Error(), test.fault) || fault.Hint() == "" {
					t.Errorf("%q: error %v, want %q with a hint", test.line, err, test.fault)
				} else if strings.Contains(err.Error()+fault.Hint(), "hunter2") {
					t.Errorf("%q: the error shows the value: %v", test.line, err)
				}
			case err != nil:
				t.Errorf("%q: %v", test.line, err)
			case variable != test.variable || value != test.value:
				t.Errorf("%q: %s=%q, want %s=%q", test.line, variable, value, test.variable, test.value)
			}
		})
	}
}

// readEnv reads a .env file of the given bytes.
func readEnv(t *testing.T, data []byte) (envFile, error) {
	t.Helper()
	p := &program{envFile: filepath.Join(t.TempDir(), ".env")}
	if err := os.WriteFile(p.envFile, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return p.readEnvFile()
}

func wide(order binary.AppendByteOrder, text string) []byte {
	var data []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		data = order.AppendUint16(data, unit)
	}
	return data
}

func TestEnvFilesOfAllEditors(t *testing.T) {
	text := "# 書\nDISCORD_TOKEN=abc\nDATA_DIR='/書 庫'\n"
	for name, data := range map[string][]byte{
		"UTF-8":                []byte(text),
		"byte order mark":      []byte("\ufeff" + text),
		"Windows":              []byte(strings.ReplaceAll(text, "\n", "\r\n")),
		"old Mac":              []byte(strings.ReplaceAll(text, "\n", "\r")),
		"no last line end":     []byte(strings.TrimSuffix(text, "\n")),
		"PowerShell":           wide(binary.LittleEndian, "\ufeff"+text),
		"UTF-16BE":             wide(binary.BigEndian, "\ufeff"+text),
		"UTF-16LE, no mark":    wide(binary.LittleEndian, text),
		"UTF-16BE, no mark":    wide(binary.BigEndian, text),
		"the same value twice": []byte(text + "DISCORD_TOKEN=abc\n"),
		"emptied further down": []byte(text + "DISCORD_TOKEN=\n"),
	} {
		t.Run(name, func(t *testing.T) {
			file, err := readEnv(t, data)
			if err != nil || file.values["DISCORD_TOKEN"] != "abc" || file.values["DATA_DIR"] != "/書 庫" {
				t.Errorf("%q, %v", file.values, err)
			}
		})
	}
	for name, test := range map[string]struct {
		data  []byte
		fault string
	}{
		"GBK":                 {[]byte("LOG_LEVEL=info\nDATA_DIR=/\xca\xe9\n"), "line 2 is not in UTF-8"},
		"half of UTF-16":      {append(wide(binary.LittleEndian, "\ufeffA=1"), 'x'), "is damaged UTF-16"},
		"binary":              {[]byte("DISCORD_TOKEN=a\x00hunter2\n"), "line 1 is not in UTF-8"},
		"two values":          {[]byte("DISCORD_TOKEN=hunter2\nLOG_LEVEL=\nDISCORD_TOKEN=hunter3\n"), "line 3: DISCORD_TOKEN is also set on line 1"},
		"two lines of quotes": {[]byte("DISCORD_TOKEN=\"hunter2\nhunter3\"\n"), "line 2: is no setting"},
		"too large":           {make([]byte, maxEnvFile+1), "is too large"},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := readEnv(t, test.data)
			if err == nil || !strings.Contains(err.Error(), test.fault) || !strings.Contains(err.Error(), file.path) {
				t.Errorf("error %v, want %q", err, test.fault)
			} else if strings.Contains(err.Error(), "hunter") {
				t.Errorf("the error shows the value: %v", err)
			}
		})
	}
	p := &program{envFile: t.TempDir()}
	if _, err := p.readEnvFile(); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
}

// Whatever is put between single quotes comes out again, or is refused.
func FuzzEnvLine(f *testing.F) {
	for _, seed := range []string{"a$b", `\`, `C:\new\`, "a'b", `"`, "#", " x ", "${A}", "書\u3000友"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsAny(value, "'\r\n") {
			t.Skip()
		}
		if _, got, err := parseEnvLine("DATA_DIR='" + value + "'"); err == nil && got != value {
			t.Errorf("%q comes out as %q", value, got)
		}
		parseEnv("x", value)
		decodeEnv([]byte(value))
	})
}

// settingsOf reads settings as the program does, without flags.
func settingsOf(t *testing.T, env map[string]string, envFile string) (settings, error) {
	t.Helper()
	p := &program{envFile: envFile, lookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok }}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.String("library", "", "")
	flags.String("data", "", "")
	return p.readSettings(flags)
}

// Case B36: tokens and paths with $, #, quotes and backslashes, each as listed.
func TestEnvFilesThatWereReportedWrong(t *testing.T) {
	const folder = "../../shared/cases/B36"
	data, err := os.ReadFile(folder + "/expected.json")
	if err != nil {
		t.Skip("the cases are not here: ", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for name, raw := range all {
		var want map[string]string
		if !strings.HasSuffix(name, ".env") || json.Unmarshal(raw, &want) != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := &program{envFile: filepath.Join(folder, name)}
			file, err := p.readEnvFile()
			if err != nil {
				t.Fatal(err)
			}
			for variable, value := range want {
				if file.values[variable] != value {
					t.Errorf("%s=%q, want %q", variable, file.values[variable], value)
				}
			}
		})
	}
	_, err = settingsOf(t, map[string]string{"DISCORD_TOKEN": `"MTIz.abcd.ef"`}, "no-such-file")
	if err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN has quotation marks") || strings.Contains(err.Error(), "MTIz") {
		t.Errorf("quotes in the environment: %v", err)
	}
}
