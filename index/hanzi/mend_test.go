package hanzi

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file below testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// changeList tells the changes of a text, each with what stands around it.
func changeList(text string, changes []Change) string {
	rs := []rune(strings.NewReplacer("\n", " ", "\r", "").Replace(text))
	var b strings.Builder
	for _, c := range changes {
		b.WriteString(c.From + "→" + c.To + "\t")
		b.WriteString(string(rs[max(0, c.Start-4):c.Start]) + "[" + c.From + "]" + string(rs[c.End:min(len(rs), c.End+4)]) + "\n")
	}
	return b.String()
}

// Seed 002 was converted badly: 隻 for 只 eight times, 沖 for 衝, 複 for 復,
// 準 for 准, 于 for 於, and some letters stayed Simplified. trad mends these
// and nothing else (not 血污, 彌漫, 借此, 一哄而散, 準備, 複雜, 爲, 裏, 着, 麽).
func TestTradMendsSeed002(t *testing.T) {
	text := seedTexts(t)["002"]
	c := mustConverter(t, ToTraditional)
	got, changes := c.Explain(text)
	list := changeList(text, changes)
	t.Logf("%d changes:\n%s", len(changes), list)
	golden(t, "mend-002.golden", list)
	for letter, want := range map[string]int{"隻": 8, "沖": 8, "複": 1, "準": 1, "于": 7} {
		if n := strings.Count(text, letter) - strings.Count(got, letter); n != want {
			t.Errorf("%s was put right %d times, want %d", letter, n, want)
		}
	}
	for _, stays := range []string{"血污", "彌漫", "借此", "一哄而散", "準備", "複雜", "那裏", "沿着", "一隊", "這麽"} {
		if strings.Count(got, stays) != strings.Count(text, stays) {
			t.Errorf("%s did not stay", stays)
		}
	}
}

func TestTradLeavesGoodTraditionalAlone(t *testing.T) {
	c := mustConverter(t, ToTraditional)
	seeds := seedTexts(t)
	if _, changes := c.Explain(seeds["003"]); len(changes) > 0 {
		t.Errorf("seed 003 is Traditional already; changed:\n%s", changeList(seeds["003"], changes))
	}
	// 兩裡的距離 is the one wrong conversion of seed 000.
	if _, changes := c.Explain(seeds["000"]); len(changes) != 1 || changes[0].From != "裡" || changes[0].To != "里" {
		t.Errorf("seed 000: want 裡→里 alone, have\n%s", changeList(seeds["000"], changes))
	}
	for _, s := range []string{
		"血污滿面，煙霧彌漫，借此脫身。", "他佔據高臺，占卜吉凶。", "爲什麽這裏羣衆喫着麪？", "怎麼不托付給台北的朋友？",
		"令狐沖沖茶。", "曹操與皇后、太后同坐。", "三里之外，里正帶着鄉里的人。", "于謙、范仲淹、余秋雨、岳飛、鍾惺。",
		"乾隆年間，乾清宮。", "不准後退，準備好了。", "千萬隻鳥，只有一隻。", "他復仇之後，反覆思量，事情複雜。",
		"子曰詩云，不知所云。", "萬里長征，徵兵徵糧。", "發現白髮。", "升斗小民，鬥爭。", "案上有茶几。",
		"關係、系統、繫上腰帶。", "捨身宿舍。", "吳三桂乾了一杯。", "方纔才有。", "歎息嘆氣。",
	} {
		if got := c.Convert(s); got != s {
			t.Errorf("%s became %s", s, got)
		}
	}
}

func TestTradMends(t *testing.T) {
	c := mustConverter(t, ToTraditional)
	for in, want := range map[string]string{
		"身邊隻有兩千餘騎。":     "身邊只有兩千餘騎。",
		"他們向前沖去，將士向前沖。": "他們向前衝去，將士向前衝。",
		"收複失地，曹操複雜。":    "收復失地，曹操複雜。",
		"將軍準許他退兵。":      "將軍准許他退兵。",
		"他隻遣出一騎，隻見塵土。":  "他只遣出一騎，只見塵土。",
		"皇後娘娘駕到，眾臣跪下。":  "皇后娘娘駕到，眾臣跪下。",
		"他對將軍說：頭發白了。":   "他對將軍說：頭髮白了。",
		"戰斗開始，將士鬥誌昂揚。":  "戰鬥開始，將士鬥志昂揚。",
		"離城三十裡，還有八裡路。":  "離城三十里，還有八里路。",
		"眾將隨着大軍終于到了。":   "眾將隨着大軍終於到了。",
		"衆人觉得這裏很冷。":     "衆人覺得這裏很冷。",
		"呂佈與趙云會戰。":      "呂布與趙雲會戰。",
	} {
		if got := c.Convert(in); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}

// A demonstrative or a number makes a measure of a letter that would else be
// put right; where no measure can be meant it is put right all the same.
func TestTradLeavesMeasuresAlone(t *testing.T) {
	c := mustConverter(t, ToTraditional)
	for _, s := range []string{
		"那隻有病的貓", "這隻有耳朵的貓", "每隻有三斤重的雞", "哪隻有毒", "某隻有名的鳥", "那一隻有角的羊", "這隻會發光的鳥", "那隻要死的貓",
		"那隻能飛的鳥", "這隻好看的鳥", "三隻有病的貓", "兩隻會飛的鳥", "幾隻需要照顧的貓", "三百隻有病的羊",
		"這齣有名的戲", "三齣好戲", "每齣都好看", "三罈有毒的酒", "一捲鋪蓋", "三捲席子", "三鍾酒", "這週會下雨", "每週有三天", "這穀有毒", "排第三只因身體不好",
	} {
		if s = "眾將說，" + s + "。"; c.Convert(s) != s {
			t.Errorf("%s became %s", s, c.Convert(s))
		}
	}
	for in, want := range map[string]string{
		"身邊隻有三百騎": "身邊只有三百騎", "隻有他": "只有他", "他隻有一人": "他只有一人", "唯一隻有他": "唯一只有他", "其中之一隻有一人": "其中之一只有一人",
		"這隻是傳說": "這只是傳說", "那隻能如此": "那只能如此", "那隻要你來": "那只要你來", "這隻好作罷": "這只好作罷", "那隻怕不成": "那只怕不成",
		"他一齣門就看見了": "他一出門就看見了", "那週遇吉守關": "那周遇吉守關", "一錶人才": "一表人才",
	} {
		if got := c.Convert("眾將說，" + in + "。"); got != "眾將說，"+want+"。" {
			t.Errorf("%s became %s", in, got)
		}
	}
}

// In Simplified text simp leaves everything as it is.
func TestSimpLeavesSimplifiedAlone(t *testing.T) {
	c := mustConverter(t, ToSimplified)
	seeds := seedTexts(t)
	for _, name := range []string{"001", "004"} {
		if _, changes := c.Explain(seeds[name]); len(changes) > 0 {
			t.Errorf("seed %s: changed\n%s", name, changeList(seeds[name], changes))
		}
	}
	for _, s := range []string{"什么东西坏了？", "乾隆年间的著名学者徐乾学。", "宫商角徵羽。", "他瞭望远方。", "幺麽小丑们。"} {
		if got := c.Convert(s); got != s {
			t.Errorf("%s became %s", s, got)
		}
	}
}

func TestTradMendsSlips(t *testing.T) {
	c := mustConverter(t, ToTraditional)
	b, err := os.ReadFile("testdata/slips.txt")
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(b)) {
		f := strings.Fields(l)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		want := f[len(f)-1]
		got := c.Convert("眾將說：「" + f[0] + "」。")
		if got != "眾將說：「"+want+"」。" {
			t.Errorf("%s becomes %s, want %s", f[0], got, want)
		}
	}
}

// A word for every use of the letters with several Traditional forms, read
// through by eye; the words stay as they are when trad sees them again.
func TestWordsOfEveryForm(t *testing.T) {
	b, err := os.ReadFile("testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	up, mend := mustConverter(t, "s2tw"), mustConverter(t, ToTraditional)
	var out strings.Builder
	for l := range strings.Lines(string(b)) {
		var words []string
		for _, w := range strings.Fields(l) {
			w = up.Convert(w)
			words = append(words, w)
			if got := mend.Convert("眾人說：" + w); got != "眾人說："+w {
				t.Errorf("trad makes %s of %s", got, w)
			}
		}
		out.WriteString(strings.Join(words, " ") + "\n")
	}
	golden(t, "words.golden", out.String())
}
