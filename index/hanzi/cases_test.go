package hanzi

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestConversions(t *testing.T) {
	b, err := os.ReadFile("testdata/conversions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for l := range strings.Lines(string(b)) {
		if l = strings.TrimSuffix(l, "\n"); l == "" || l[0] == '#' {
			continue
		}
		f := strings.Split(l, "\t")
		if len(f) != 4 {
			t.Fatalf("want four columns in %q", l)
		}
		n++
		config, off := strings.CutSuffix(f[0], "/off")
		if got := mustConverter(t, config, WithBoundaries(!off)).Convert(f[1]); got != f[2] {
			t.Errorf("%s, %s: %s becomes %s, want %s", f[0], f[3], f[1], got, f[2])
		}
	}
	if n < 36 {
		t.Errorf("%d conversions, want three dozen", n)
	}
}

func TestConfigs(t *testing.T) {
	want := "hk2s hk2sp hk2t jp2t s2hk s2hkp s2t s2tw s2twp t2hk t2jp t2s t2tw tw2s tw2sp tw2t trad simp"
	if got := strings.Join(Configs(), " "); got != want {
		t.Errorf("Configs() = %s, want %s", got, want)
	}
	for _, bad := range []string{"", "s2x", "S2T", "trad "} {
		if _, err := NewConverter(bad); err == nil || !strings.Contains(err.Error(), "s2twp") {
			t.Errorf("NewConverter(%q): error %v should list what there is", bad, err)
		}
	}
}

// The cases come from public bug reports: names that must keep their letters
// (B23), phrases that must not match across words (B24).
func TestPublicCases(t *testing.T) {
	for _, c := range []struct{ file, config string }{
		{"B23.json", ToSimplified}, {"B23.json", "tw2s"}, {"B24.json", ToTraditional}, {"B24.json", "s2tw"},
	} {
		var want struct {
			Names []string    `json:"glossary_names"`
			Pairs [][2]string `json:"pairs"`
			Never []string    `json:"must_not_contain"`
		}
		b, err := os.ReadFile(filepath.Join("testdata", "cases", c.file))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
		conv := mustConverter(t, c.config, WithNames(want.Names))
		for _, p := range want.Pairs {
			got := conv.Convert(p[0])
			if got != p[1] {
				t.Errorf("%s %s: %s becomes %s, want %s", c.file, c.config, p[0], got, p[1])
			}
			for _, never := range want.Never {
				if strings.Contains(got, never) {
					t.Errorf("%s %s: %s contains %s", c.file, c.config, got, never)
				}
			}
		}
	}
}

func TestLeftAlone(t *testing.T) {
	c := mustConverter(t, ToTraditional)
	for _, s := range []string{
		"https://zh.wikipedia.org/wiki/曹变蛟", "看 http://example.org/变?q=发#台 。", "ftp://变/发",
		"`变量`", "``a`变``", "```\n变\n发\n```", "```go\n变量```",
		"<@123456789>", "<@!1>", "<#77>", "<@&5>", "<:变:123>", "<a:发财:456>", "<t:1700000000:R>", "</变 发:12>", "<id:customize>",
		"0123 ４５６ ⅷ", "  　\t ", "Hello, ｗｏｒｌｄ",
	} {
		if got := c.Convert(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	for in, want := range map[string]string{
		"变https://a.b/变，变":   "變https://a.b/变，變",
		"变`变`变":              "變`变`變",
		"变<:变:1>变<变>":        "變<:变:1>變<變>",
		"```变\n变```变":        "```变\n变```變",
		"变：//变":              "變：//變",
		"`变":                 "`變",
		"变```" + "变\n" + "发": "變```变\n发",
	} {
		if got := c.Convert(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	// a stray fence in a book does not swallow the rest
	long := "```" + strings.Repeat("变，", fenceMost) + "变"
	if got := c.Convert(long); !strings.HasSuffix(got, "變") {
		t.Error("a fence that is never closed has no end")
	}
}

// A letter of a Simplified name converts where its own shape is hardly one of
// a Traditional name; where people have either form, the book decides.
func TestNameLetters(t *testing.T) {
	for in, want := range map[string]string{
		"白广恩": "白廣恩", "叶向高": "葉向高", "宁完我": "寧完我", "皇太极": "皇太極", "万斯同": "萬斯同", "陈胜": "陳勝",
		"方腊": "方臘", "寇准": "寇準", "仆固怀恩": "僕固懷恩", "刘据": "劉據", "张儿": "張兒", "东厂": "東廠", "刘知几": "劉知幾", "张荐": "張薦", "蔡确": "蔡確",
		"王朴": "王朴", "范文程": "范文程", "余应桂": "余應桂", "于谦": "于謙", "岳托": "岳托", "钟惺": "鍾惺", "万俟卨": "万俟卨",
		"种师道": "种師道", "李愿": "李愿", "洪适": "洪适", "党进": "党進", "张三丰": "張三丰", "后稷": "后稷", "云中鹤": "云中鶴", "百里奚": "百里奚",
	} {
		for _, config := range []string{ToTraditional, "s2t"} {
			if got := mustConverter(t, config, WithNames([]string{in})).Convert(in); got != want {
				t.Errorf("%s: %s became %s, want %s", config, in, got, want)
			}
		}
	}
	// towards Simplified nothing changes
	if got := mustConverter(t, ToSimplified, WithNames([]string{"白廣恩"})).Convert("白廣恩"); got != "白广恩" {
		t.Errorf("白廣恩 became %s", got)
	}
}

// Every letter of data/names.txt has several forms of which it is one, and
// would else stay.
func TestNameLettersAreAmongTheirForms(t *testing.T) {
	d, err := openTables()
	if err != nil {
		t.Fatal(err)
	}
	convert, err := d.nameLetters()
	if err != nil {
		t.Fatal(err)
	}
	if len(convert) != strings.Count(nameLines, "\t") {
		t.Errorf("%d letters in %d lines: one stands twice", len(convert), strings.Count(nameLines, "\t"))
	}
	for s := range convert {
		forms := d.letters().forms(s)
		if len(forms) < 2 || !slices.Contains(forms, s) || d.letter(traditional, s) == s {
			t.Errorf("%c needs no line", d.alphabet.rune(s))
		}
	}
	for _, bad := range []string{"广", "广\t", "广厂\ttwo letters", "\tno letter"} {
		if _, err := readNameLetters(bad, &d.alphabet); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestNames(t *testing.T) {
	names := WithNames([]string{"王朴", "徐乾學", "吴三桂", "曹变蛟", "范文程", "余應桂", "岳鍾琪", "一"})
	for _, c := range []struct{ config, in, want string }{
		{ToTraditional, "王朴与徐乾学", "王朴與徐乾學"},
		{"s2tw", "王朴来了，朴素的王樸", "王朴來了，樸素的王朴"}, // found however it is written
		{"s2t", "吴三桂、曹变蛟", "吳三桂、曹變蛟"},
		{"t2s", "徐乾學與王朴、乾糧", "徐乾学与王朴、干粮"},
		{ToSimplified, "徐乾學校書三年", "徐乾学校书三年"},
		{ToTraditional, "范文程、余应桂、岳钟琪", "范文程、余應桂、岳鍾琪"},
		{ToTraditional, "一发", "一發"},
		// without a name, as ever
		{ToTraditional, "万历年间", "萬曆年間"},
	} {
		if got := mustConverter(t, c.config, names).Convert(c.in); got != c.want {
			t.Errorf("%s: %s became %s, want %s", c.config, c.in, got, c.want)
		}
	}
}

func TestOverlay(t *testing.T) {
	v, err := ParseOverlay("overlay.txt", []byte("\ufeff# our group's words\n头发发白\t頭发發白\n\n头发  頭發\r\n王朴 王朴\n"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := ParseOverlay("second", []byte("头发 頭髮\n里程 裡程"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ config, in, want string }{
		{"s2t", "头发，头发发白，里程", "頭發，頭发發白，裡程"}, // the longest first, the first overlay before the second
		{ToTraditional, "頭髮和头发", "頭發和頭發"},   // found however it is written
		{"t2s", "頭發，王朴", "头发，王朴"},
	} {
		if got := mustConverter(t, c.config, WithOverlay(v), WithOverlay(w), WithOverlay(nil)).Convert(c.in); got != c.want {
			t.Errorf("%s: %s became %s, want %s", c.config, c.in, got, c.want)
		}
	}
	got, changes := mustConverter(t, "s2t", WithOverlay(v)).Explain("看头发")
	if got != "看頭發" || len(changes) != 1 || changes[0] != (Change{"头发", "頭發", 1, 3}) {
		t.Errorf("Explain = %s, %v", got, changes)
	}
}

func TestOverlayErrorsNameFileAndLine(t *testing.T) {
	for text, want := range map[string]string{
		"头发 頭髮\n\n一":           "overlay.txt:3: ",
		"a b c":                "overlay.txt:1: ",
		"# \xff\n头发\t\xff\xfe": "overlay.txt:2: ",
	} {
		v, err := ParseOverlay("overlay.txt", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || v != nil {
			t.Errorf("ParseOverlay(%q) = %v, %v; want an error that begins %s", text, v, err, want)
		}
	}
}

func TestExplain(t *testing.T) {
	got, changes := mustConverter(t, "s2twp").Explain("a头发，软件\xff变")
	if got != "a頭髮，軟體\xff變" {
		t.Errorf("Explain = %q", got)
	}
	want := []Change{{"头发", "頭髮", 1, 3}, {"软件", "軟體", 4, 6}, {"变", "變", 7, 8}}
	if len(changes) != len(want) {
		t.Fatalf("changes %v, want %v", changes, want)
	}
	for i := range want {
		if changes[i] != want[i] {
			t.Errorf("change %d is %v, want %v", i, changes[i], want[i])
		}
	}
}
