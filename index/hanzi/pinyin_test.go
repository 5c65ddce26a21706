package hanzi

import (
	"os"
	"strings"
	"testing"
)

func TestPinyin(t *testing.T) {
	for _, c := range []struct{ in, marked, plain, initials string }{
		{"曹變蛟", "Cáo Biànjiāo", "cao bianjiao", "cbj"},
		{"曹变蛟", "Cáo Biànjiāo", "cao bianjiao", "cbj"},
		{"洪承疇", "Hóng Chéngchóu", "hong chengchou", "hcc"},
		{"單雄信", "Shàn Xióngxìn", "shan xiongxin", "sxx"},
		{"仇士良", "Qiú Shìliáng", "qiu shiliang", "qsl"},
		{"尉遲敬德", "Yùchí Jìngdé", "yuchi jingde", "ycjd"},
		{"尉遲恭", "Yùchí Gōng", "yuchi gong", "ycg"},
		{"諸葛亮", "Zhūgě Liàng", "zhuge liang", "zgl"},
		{"万俟卨", "Mòqí Xiè", "moqi xie", "mqx"},
		{"长孙无忌", "Zhǎngsūn Wújì", "zhangsun wuji", "zswj"},
		{"呂布", "Lǚ Bù", "lv bu", "lb"},
		{"徐乾學", "Xú Qiánxué", "xu qianxue", "xqx"},
		{"任我行", "Rén Wǒxíng", "ren woxing", "rwx"},
		{"解縉", "Xiè Jìn", "xie jin", "xj"},
		{"种師道", "Chóng Shīdào", "chong shidao", "csd"},
		{"多爾袞", "Duō'ěrgǔn", "duoergun", "deg"},
		{"阿列克謝·米哈伊洛夫", "Ālièkèxiè·Mǐhāyīluòfū", "aliekexie mihayiluofu", "alkxmhylf"},
		{"單于", "Chányú", "chanyu", "cy"},
		{"曾国藩", "Zēng Guófān", "zeng guofan", "zgf"},
		{"李重进", "Lǐ Zhòngjìn", "li zhongjin", "lzj"},
		{"重慶", "Chóngqìng", "chongqing", "cq"},
		{"", "", "", ""},
	} {
		got := Pinyin(c.in)
		got.Zhuyin = "" // has a test of its own
		if want := (Reading{Marked: c.marked, Plain: c.plain, Initials: c.initials}); got != want {
			t.Errorf("Pinyin(%s) = %q, want %q", c.in, got, want)
		}
	}
}

func TestReadingMatch(t *testing.T) {
	r := Pinyin("曹變蛟")
	for _, typed := range []string{"cao bianjiao", "caobianjiao", "cbj", "Cáo Biànjiāo", "CAO BIANJIAO", "cao bian jiao"} {
		if !r.Match(typed) {
			t.Errorf("%q does not find %q", typed, r.Marked)
		}
	}
	for _, typed := range []string{"", "cao", "cb", "bianjiao", "曹變蛟"} {
		if r.Match(typed) {
			t.Errorf("%q finds %q", typed, r.Marked)
		}
	}
	for _, typed := range []string{"lv bu", "lu bu", "lübu", "Lǚ Bù", "lb"} {
		if !Pinyin("呂布").Match(typed) {
			t.Errorf("%q does not find Lǚ Bù", typed)
		}
	}
}

func TestPinyinOfTitles(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"李副將", "Lǐ fùjiàng"},
		{"李副将", "Lǐ fùjiàng"},
		{"王參將", "Wáng cānjiàng"},
		{"王將軍", "Wáng jiāngjūn"},
		{"武將軍", "Wǔ jiāngjūn"}, // no 武將 is here
		{"祖大壽將軍", "Zǔ Dàshòu jiāngjūn"},
		{"尉遲將軍", "Yùchí jiāngjūn"},
		{"諸葛丞相", "Zhūgě chéngxiàng"},
		{"多爾袞貝勒", "Duō'ěrgǔn bèilè"},
		{"李左都督", "Lǐ zuǒdūdū"},
		{"袁督師", "Yuán dūshī"},
		{"魏公公", "Wèi gōnggōng"},
		{"張氏", "Zhāng shì"},
		{"李大夫", "Lǐ dàifu"},
		{"御史大夫", "Yùshǐdàfū"},
		{"禮部侍郎", "Lǐbù shìláng"},
		// a title that stands alone begins like any name
		{"參將", "Cānjiàng"},
		{"將領", "Jiànglǐng"},
		{"將士", "Jiàngshì"},
		{"將帥", "Jiàngshuài"},
		{"大將", "Dàjiàng"},
		{"大將軍", "Dàjiāngjūn"},
		{"老將", "Lǎojiàng"},
		{"都督", "Dūdū"},
		{"太監", "Tàijiàn"},
		{"大太監", "Dàtàijiàn"},
		{"校尉", "Xiàowèi"},
		{"可汗", "Kèhán"},
		{"尉遲", "Yùchí"},
		{"給事中", "Jǐshìzhōng"},
		{"僕射", "Púyè"},
		{"相國", "Xiàngguó"},
		{"丞相", "Chéngxiàng"},
		{"少傅", "Shàofù"},
		{"太尉", "Tàiwèi"},
		{"尚書", "Shàngshū"},
		{"祭酒", "Jìjiǔ"},
		{"行軍", "Xíngjūn"},
		{"行伍", "Hángwǔ"},
		{"將", "Jiāng"},
	} {
		if got := Pinyin(c.in).Marked; got != c.want {
			t.Errorf("Pinyin(%s) = %q, want %q", c.in, got, c.want)
		}
	}
	if r := Pinyin("李副將"); r.Plain != "li fujiang" || r.Initials != "lfj" || !r.Match("lifujiang") {
		t.Errorf("李副將 is found by %q and %q", r.Plain, r.Initials)
	}
}

// The tables hold what data/readings.txt says.
func TestCuratedReadings(t *testing.T) {
	b, err := os.ReadFile("data/readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for l := range strings.Lines(string(b)) {
		f := strings.Fields(l)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		if seen[f[0]] {
			t.Errorf("%s stands twice", f[0])
		}
		seen[f[0]] = true
		d, err := openTables()
		if err != nil {
			t.Fatal(err)
		}
		var syms []symbol
		for _, r := range f[0] {
			syms = append(syms, d.alphabet.symbol(r))
		}
		if got := d.syllablesOf(syms, syms); strings.Join(got, " ") != strings.Join(f[1:], " ") {
			t.Errorf("%s is read %v, want %v: make the tables anew", f[0], got, f[1:])
		}
	}
}

func TestTitlesStandOnce(t *testing.T) {
	seen := map[string]bool{}
	for l := range strings.Lines(titleLines) {
		if strings.HasPrefix(l, "#") {
			continue
		}
		for _, w := range strings.Fields(l) {
			if seen[w] {
				t.Errorf("%s stands twice", w)
			}
			seen[w] = true
		}
	}
	if len(seen) < 100 {
		t.Errorf("%d titles", len(seen))
	}
}
