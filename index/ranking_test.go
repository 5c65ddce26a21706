package index

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"shuyou/seeds"
)

var update = flag.Bool("update", false, "write the golden files anew")

// testdata/ranking.txt lists queries, each with the passages that come first,
// as a reader would judge them: where, how it matches, and the words around.
func TestRanking(t *testing.T) {
	const path = "testdata/ranking.txt"
	libraries := map[string]*Library{
		"seeds": openLibrary(t, seeds.FS, t.TempDir(), false),
		"own":   openLibrary(t, ownTexts(), t.TempDir(), false),
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	l := libraries["seeds"]
	lines := bufio.NewScanner(strings.NewReader(string(golden)))
	for lines.Scan() {
		line := lines.Text()
		query, isQuery := strings.CutPrefix(line, "? ")
		name, isLibrary := strings.CutPrefix(line, "= ")
		switch {
		case isLibrary:
			l = libraries[name]
			fmt.Fprintln(&got, line)
		case isQuery:
			fmt.Fprintln(&got, line)
			got.WriteString(firstPassages(t, l, query))
		case line == "" || strings.HasPrefix(line, "#"):
			fmt.Fprintln(&got, line)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got.String() != string(golden) {
		t.Errorf("the order is\n%s\nand should be\n%s", got.String(), golden)
	}
}

func firstPassages(t *testing.T, l *Library, query string) string {
	result, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 6, Near: 3, NearBelow: 3})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range append(result.Passages, result.Near...) {
		runes := []rune(p.Text)
		var around string
		if len(p.Spans) > 0 {
			s := p.Spans[0]
			around = string(runes[max(0, s.Start-6):s.Start]) + "[" + string(runes[s.Start:s.End]) + "]" + string(runes[s.End:min(len(runes), s.End+6)])
		}
		fmt.Fprintf(&b, "  %-6s %s %d:%d  %s\n", p.Match, p.Book.Title, p.Ref.Chapter, p.Ref.Paragraph, around)
	}
	return b.String()
}

// ownTexts are made for the rules of ranking that the seeds do not show.
func ownTexts() fstest.MapFS {
	return fstest.MapFS{
		"麵館.txt": {Data: []byte("他洗了面，走到對面的館子裡。\n小二端上一碗麵，熱氣騰騰。\n她面帶微笑，說這麵好吃。\n")},
		"渡口.txt": {Data: []byte("渡口邊有人說起老艄公，也說起柳樹、蘆葦、青石。\n那天夜裡風大，老艄公不肯開船。他坐在岸上抽煙。\n老艄公姓馬，今年六十七，在這渡口撐了四十年船。\n青石邊的柳樹很老了，隔著三丈遠又過了許久，才看得見蘆葦，再往遠處去就是青石。\n柳樹下是蘆葦。\n")},
	}
}
