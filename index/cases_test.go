package index

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"shuyou/index/book"
)

// Public bug reports of other programs that search Chinese, with inputs made
// for this; the address of each stands with it.
func openCase(t *testing.T, name string) *Library {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "cases", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return openLibrary(t, fstest.MapFS{name + ".txt": {Data: data}}, t.TempDir(), false)
}

// chaptersWith lists the chapters in which the query is found, and checks that
// every passage is the book's own text and is marked where the query stands.
func chaptersWith(t *testing.T, l *Library, name, query string) []string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", "cases", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 100})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	var chapters []string
	for _, p := range result.Passages {
		if !slices.Contains(chapters, p.Chapter.Title) {
			chapters = append(chapters, p.Chapter.Title)
		}
		if !strings.Contains(string(source), p.Text) || strings.ContainsRune(p.Text, '\ufffd') {
			t.Errorf("%s: %q is not the book's text", query, p.Text)
		}
		for _, s := range p.Spans {
			if marked := string([]rune(p.Text)[s.Start:s.End]); Key(marked) != Key(query) {
				t.Errorf("%s: %q is marked", query, marked)
			}
		}
	}
	slices.Sort(chapters)
	return chapters
}

// https://github.com/typesense/typesense/issues/2085: one character finds
// nothing.
func TestCaseSingleCharacters(t *testing.T) {
	l := openCase(t, "B01")
	for query, want := range map[string][]string{
		"蝶": {"第一章 石階"}, "雪": {"第二章 夜行"}, "殺": {"第二章 夜行"}, "𠮷": {"第三章 渡口"}, "〇": {"第三章 渡口"}, "船": {"第三章 渡口"},
		"龜": nil, "凰": nil,
	} {
		if got := chaptersWith(t, l, "B01", query); !slices.Equal(got, want) {
			t.Errorf("%s is found in %v, want %v", query, got, want)
		}
	}
}

// https://github.com/meilisearch/charabia/issues/331: two scripts, two answers.
func TestCaseBothScripts(t *testing.T) {
	l := openCase(t, "B02")
	one, two, three := "第一章 圍城", "第二章 突围", "第三章 餘燼"
	for _, tt := range []struct{ queries, want []string }{
		{[]string{"曹變蛟", "曹变蛟"}, []string{one, three, two}},
		{[]string{"城裡", "城里", "城裏"}, []string{one, three, two}},
		{[]string{"頭髮", "头发"}, []string{two}},
		{[]string{"發現", "发现"}, []string{one}},
		{[]string{"鐘聲", "钟声"}, []string{three}},
	} {
		slices.Sort(tt.want)
		for _, query := range tt.queries {
			if got := chaptersWith(t, l, "B02", query); !slices.Equal(got, tt.want) {
				t.Errorf("%s is found in %v, want %v", query, got, tt.want)
			}
		}
	}
}

// https://github.com/infinilabs/analysis-ik/issues/204: a piece of a phrase is
// not found where the phrase is.
func TestCaseEveryPiece(t *testing.T) {
	l := openCase(t, "B03")
	line := []rune("那年冬天大軍困守松山糧道斷絕已逾半月無人敢言退兵")
	pieces := 0
	for n := 1; n <= 8; n++ {
		for i := 0; i+n <= len(line); i++ {
			pieces++
			query := string(line[i : i+n])
			got := chaptersWith(t, l, "B03", query)
			if !slices.Contains(got, "第一章 冬") || len(got) > 1 && n > 1 {
				t.Errorf("%s is found in %v", query, got)
			}
		}
	}
	if pieces != 164 {
		t.Errorf("%d pieces", pieces)
	}
}

// https://github.com/infinilabs/analysis-stconvert/issues/28: marks are off
// where conversion changes lengths.
func TestCaseMarks(t *testing.T) {
	l := openCase(t, "B07")
	if got := chaptersWith(t, l, "B07", "松山"); len(got) != 3 {
		t.Errorf("松山 is found in %v", got)
	}
}

// https://github.com/Tatoeba/tatoeba2/issues/437: width and zeros.
func TestCaseWidthAndZeros(t *testing.T) {
	l := openCase(t, "B09")
	years := []string{"第三章 年份甲", "第四章 年份乙", "第五章 年份丙"}
	slices.Sort(years)
	for query, want := range map[string][]string{
		"AB-12": {"第一章 門牌"}, "ab-12": {"第一章 門牌"}, "ＡＢ－１２": {"第一章 門牌"},
		"123": {"第二章 編號"}, "１２３": {"第二章 編號"},
		"二〇二三年": years, "二零二三年": years, "二○二三年": years,
	} {
		if got := chaptersWith(t, l, "B09", query); !slices.Equal(got, want) {
			t.Errorf("%s is found in %v, want %v", query, got, want)
		}
	}
}

// Half-remembered in every way a reader misremembers.
func TestMisremembered(t *testing.T) {
	l := openCase(t, "B03")
	for name, query := range map[string]string{
		"a character missing":   "那年冬天大軍困守山糧道斷絕",
		"one added":             "那年冬天的大軍困守松山糧道斷絕",
		"one replaced":          "那年冬天大軍困守杏山糧道斷絕",
		"two exchanged":         "那年冬天大軍守困松山糧道斷絕",
		"halves exchanged":      "糧道斷絕已逾半月大軍困守松山",
		"in the other script":   "那年冬天大军困在松山粮道断绝",
		"with marks of its own": "那年冬天，大軍困守在松山，糧道斷絕",
	} {
		result, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 5, Near: 3, NearBelow: 3})
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Near) == 0 || result.Near[0].Ref != (book.Ref{Book: l.Books()[0].ID, Chapter: 1, Paragraph: 1}) || result.Near[0].Similarity < SimilarEnough {
			t.Errorf("%s: %+v", name, result.Near)
		}
	}
	for _, query := range []string{"孫悟空三打白骨精", "天下大勢分久必合", "Call me Ishmael"} {
		result, err := l.Search(t.Context(), Query{Text: query, Ceiling: everything, Limit: 5, Near: 3, NearBelow: 3})
		if err != nil || len(result.Near) > 0 {
			t.Errorf("%s: %+v, %v", query, result.Near, err)
		}
	}
}
