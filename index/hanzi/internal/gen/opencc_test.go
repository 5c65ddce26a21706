package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// writePackage lays out a package with the dictionaries given.
func writePackage(t *testing.T, dictionaries map[string]string) *opencc {
	t.Helper()
	dir := t.TempDir()
	folder := filepath.Join(dir, "data", "dictionary")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range dictionaries {
		if err := os.WriteFile(filepath.Join(folder, name+".txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o, err := openOpenCC(dir)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestDerivedDictionaries(t *testing.T) {
	o := writePackage(t, map[string]string{
		"TWVariants":   "# @reverse-prefer: 台 臺\n檯\t台\n臺\t台\n爲\t為\n",
		"TSCharacters": "# a comment\n變\t变\n# @tofu-risk: rare\n圞\t圞 𪢮\n軟\t软\n體\t体\n印\t印\n",
		"TSPhrases":    "乾坤\t乾坤\n", "CJK_Compatibility_Ideographs": "\uf914\t樂\n",
		"TWPhrases": "軟體包\t軟件包\n軟體\t軟件\n", "HKPhrases": "軟體包\t軟件\n",
	})
	for _, c := range []struct {
		name string
		want []entry
	}{
		{"TWVariants", []entry{{"檯", []string{"台"}}, {"爲", []string{"為"}}, {"臺", []string{"台"}}}},
		{"TWVariantsRev", []entry{{"台", []string{"臺", "檯"}}, {"為", []string{"爲"}}}},
		{"TSCharactersExt", []entry{{"圞", []string{"𪢮"}}}},
		{"STPhrases_GeneratedFromRegionalPhrases", []entry{{"软体包", []string{"軟體包"}}}},
	} {
		got, err := o.dict(c.name)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		same := func(a, b entry) bool { return a.key == b.key && slices.Equal(a.vals, b.vals) }
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%s is %v, want %v", c.name, got, c.want)
		}
	}
	for _, missing := range []string{"None", "NoneRev"} {
		if _, err := o.dict(missing); err == nil {
			t.Errorf("no error for the dictionary %s", missing)
		}
	}
}

// A dictionary of single letters joins the one before it, another does not.
func TestStagesJoinLetters(t *testing.T) {
	o := writePackage(t, map[string]string{"A": "甲乙\t丙丁\n甲\t戊\n", "B": "甲\t己\n乙\t庚\n", "C": "甲乙\t辛\n"})
	st, err := o.stage(dictConfig{Type: "group", Dicts: []dictConfig{{File: "A.ocd2"}, {File: "B.ocd2"}, {File: "C.txt"}, {File: "D.txt", Rare: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(st) != 2 || st[0].name != "A+B" || st[1].name != "C" || len(st[0].entries) != 3 {
		t.Errorf("stages %v", st)
	}
	if i := slices.IndexFunc(st[0].entries, func(e entry) bool { return e.key == "甲" }); st[0].entries[i].vals[0] != "戊" {
		t.Error("of equal keys the earlier dictionary must win")
	}
}

func TestFoldKeys(t *testing.T) {
	f := &folding{to: map[rune]rune{}, rank: map[rune]int{'变': 1}, common: map[rune]bool{'变': true, '只': true}}
	f.attach('變', '变', false)
	f.attach('変', '變', false) // step by step
	f.attach('只', '变', false) // common letters are not folded away
	f.variants([][2]rune{{'䘒', '变'}, {'䘓', '变'}, {'䘓', '只'}})
	if err := f.curate("# groups\n零〇\tzero\n"); err != nil {
		t.Fatal(err)
	}
	got := f.table()
	for r, want := range map[rune]rune{'變': '变', '変': '变', '䘒': '变', '〇': '零', '只': 0, '䘓': 0} {
		if got[r] != want {
			t.Errorf("the key of %c is %c, want %c", r, got[r], want)
		}
	}
	for _, bad := range []string{"零〇", "零〇\t", "零\tone letter"} {
		if err := f.curate(bad); err == nil {
			t.Errorf("no error for the group %q", bad)
		}
	}
}
