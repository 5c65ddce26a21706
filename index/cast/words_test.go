package cast

import (
	"io/fs"
	"slices"
	"strconv"
	"testing"
)

// Every line of data/ is read by somebody: a key nobody knows is a slip.
func TestDataKeys(t *testing.T) {
	known := map[string][]string{
		"characters.txt": {"never", "inner", "grammar", "after", "personverb", "before", "afterplace", "beforeplace", "badlast", "speech",
			"quantity", "pronoun", "adverb", "coverb", "aspect", "location", "force", "org", "particle", "direction", "state", "roleend"},
		"titles.txt":    {"rank", "court", "style", "kin", "bare", "short", "familiar", "female", "maiden", "male", "post", "sole"},
		"naming.txt":    {"known", "called", "same", "introduces"},
		"speech.txt":    {"role", "group", "prefix", "object", "reply", "vocative", "follows"},
		"telling.txt":   {"decide", "mind", "describe", "plan", "owned"},
		"offices.txt":   {"after", "raise", "lead", "skip", "stop"},
		"relations.txt": {"fights", "commands", "serves", "defected", "advised", "mutual", "under", "above", "kin", "filler"},
		"notnames.txt":  {"act", "word", "anyone", "thing"},
		"gender.txt":    {"female", "male", "herself", "himself"},
		"weights.txt": append(slices.Clone(featureNames[:]), "accept.short", "accept.long", "accept.once", "accept.twice",
			"accept.weak", "accept.unseen"),
	}
	files, err := fs.ReadDir(dataFiles, "data")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		keys, ok := known[f.Name()]
		if !ok {
			t.Errorf("nobody reads data/%s", f.Name())
			continue
		}
		s := readSections(f.Name())
		for key, fields := range s {
			if !slices.Contains(keys, key) {
				t.Errorf("%s: nobody reads %q", f.Name(), key)
			}
			if f.Name() == "weights.txt" {
				if _, err := strconv.ParseFloat(fields[0], 64); err != nil || len(fields) != 1 {
					t.Errorf("%s: %s is not one number: %v", f.Name(), key, fields)
				}
			}
		}
		for _, key := range keys {
			if len(s[key]) == 0 {
				t.Errorf("%s: no %q", f.Name(), key)
			}
		}
	}
}

func TestPhrases(t *testing.T) {
	p := newPhrases([]string{"下令", "下令讓", "決定"})
	for s, want := range map[string]int{"下令让他走": 3, "下令走": 2, "下": 0, "": 0, "走": 0} {
		if got := p.longest([]rune(s)); got != want {
			t.Errorf("%s starts with a phrase of %d, want %d", s, got, want)
		}
	}
	if got := p.in([]rune("决定下令，决定下令让他走"), 5); got != 3 {
		t.Errorf("%d phrases, want 3", got)
	}
	if !p.has([]rune("决定")) || p.has([]rune("决定下")) {
		t.Error("決定 is a phrase, 決定下 is none")
	}
}
