package hanzi

import "testing"

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
		if want := (Reading{c.marked, c.plain, c.initials}); got != want {
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
