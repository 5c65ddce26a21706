package chapters

import (
	"strings"
	"testing"
)

// What a line is worth by itself. This table is the reference of the shapes;
// what whole files make of the weak and doubtful ones is in split_test.go.
func TestHeadingReader(t *testing.T) {
	tests := []struct {
		line   string
		trust  trust
		rank   int8
		number int // -1 where there is none
		volume string
		title  string // empty: the line itself
	}{
		// 第, a number, a unit.
		{"第一章 風起", sure, 4, 1, "", ""},
		{"第１２章　雪夜", sure, 4, 12, "", ""},
		{"第三章", sure, 4, 3, "", ""},
		{"第三章：", sure, 4, 3, "", ""},
		{"第 二 十 章   風 起", sure, 4, 20, "", ""},
		{"第三章風起", sure, 4, 3, "", ""},
		{"第三章 你是誰？", sure, 4, 3, "", ""},
		{"第三章 ……", sure, 4, 3, "", ""},
		{"第三章 ？？？", sure, 4, 3, "", ""},
		{"第十五、十六章 合章", sure, 4, 15, "", ""},
		{"第15-16章 合章", sure, 4, 15, "", ""},
		{"第12.5章 間奏", sure, 4, 12, "", ""},
		{"第零章 序", sure, 4, 0, "", ""},
		{"第Ⅳ章 夜", sure, 4, 4, "", ""},
		{"第三十回 賈寶玉夜遊，林黛玉葬花", sure, 4, 30, "", ""},
		{"第三回賈寶玉夜遊，林黛玉葬花", doubtful, 4, 3, "", ""},
		{"第二節 山道", sure, 5, 2, "", ""},
		{"第二卷 少年", sure, 2, 2, "", ""},
		{"第二部", sure, 1, 2, "", ""},
		{"第二夜 渡口", weak, 4, 2, "", ""},
		{"第三部分 渡口", weak, 2, 3, "", ""},
		{"弟三章 渡口", weak, 4, 3, "", ""},
		{"第三张 渡口", doubtful, 4, 3, "", ""},
		{"第八 斷橋", doubtful, 4, 8, "", ""},
		// The same words in sentences.
		{"第一章寫得最好的，是那個老秀才。", doubtful, 4, 1, "", ""},
		{"第三章 我還沒有寫完。", doubtful, 4, 3, "", ""},
		{"第三章，我還沒有寫完，他說", doubtful, 4, 3, "", ""},
		{"第一章完", doubtful, 4, 1, "", ""},
		{"第三場雨過後，天就涼了。", never, 0, -1, "", ""},
		{"第三部分人留在城外。", never, 0, -1, "", ""},
		{"「第七章呢？」她翻著書問。", never, 0, -1, "", ""},
		{"他說：第八章要重寫。", never, 0, -1, "", ""},
		{"第一", weak, 4, 1, "", ""},
		{"第一，要有糧；第二，要有兵。", never, 0, -1, "", ""},
		{"第二天，雨停了。", never, 0, -1, "", ""},
		// Volumes.
		{"卷三 邊關月", sure, 2, 3, "", ""},
		{"卷之四", sure, 2, 4, "", ""},
		{"卷上", sure, 2, -1, "", ""},
		{"上卷 少年", sure, 2, -1, "", ""},
		{"終卷", sure, 2, -1, "", ""},
		{"卷起褲腿，他下了河。", never, 0, -1, "", ""},
		{"下部落腳的地方", never, 0, -1, "", ""},
		{"第六卷 塞上曲 第二十八章 夜襲", sure, 4, 28, "第六卷 塞上曲", "第二十八章 夜襲"},
		{"第一部第二卷第三章 夜", sure, 4, 3, "第一部第二卷", "第三章 夜"},
		{"卷二·第三章 夜", sure, 4, 3, "卷二", "第三章 夜"},
		{"Vol.2 Chapter 3 The River", sure, 4, 3, "Vol.2", "Chapter 3 The River"},
		// Names.
		{"楔子", sure, 4, -1, "", ""},
		{"番外 少時事", sure, 4, -1, "", ""},
		{"番外之二 故人", sure, 4, -1, "", ""},
		{"番外（三）", sure, 4, -1, "", ""},
		{"番外卷", sure, 2, -1, "", ""},
		{"後記：寫在最後", sure, 4, -1, "", ""},
		{"Prologue", sure, 4, -1, "", ""},
		{"正文", apart, 2, -1, "", ""},
		{"結局", apart, 4, -1, "", ""},
		{"後記得帶傘。", never, 0, -1, "", ""},
		{"序幕拉開的時候", never, 0, -1, "", ""},
		{"番外國人", never, 0, -1, "", ""},
		// Latin.
		{"Chapter 30 The River", sure, 4, 30, "", ""},
		{"chapter thirty-one", sure, 4, 31, "", ""},
		{"CHAPTER XXXII", sure, 4, 32, "", ""},
		{"Ｃｈａｐｔｅｒ　３０　Ｔｈｅ　Ｒｉｖｅｒ", sure, 4, 30, "", ""},
		{"EP01「渡口」", sure, 4, 1, "", ""},
		{"Part II", sure, 2, 2, "", ""},
		{"Part of him wanted to leave.", never, 0, -1, "", ""},
		{"Part one of the plan was simple", never, 0, -1, "", ""},
		{"Chapter and verse, she knew it all.", never, 0, -1, "", ""},
		{"Section eight was empty, he said.", never, 0, -1, "", ""},
		{"No. He would not go.", never, 0, -1, "", ""},
		{"no 5 of them", never, 0, -1, "", ""},
		// Numbers alone.
		{"44章 渡口", weak, 4, 44, "", ""},
		{"35、山雨", weak, 4, 35, "", ""},
		{"37 歸人", weak, 4, 37, "", ""},
		{"四十 燈謎", weak, 4, 40, "", ""},
		{"(41)", weak, 4, 41, "", ""},
		{"（四十二）夜", weak, 4, 42, "", ""},
		{"7", weak, 4, 7, "", ""},
		{"3-12 渡口", weak, 4, 12, "", ""},
		{"學而第一", weak, 4, 1, "", ""},
		{"12、第十三章 夜", sure, 4, 13, "", ""},
		{"1644年，天下大亂。", never, 0, -1, "", ""},
		{"1644 年天下大亂", never, 0, -1, "", ""},
		{"2019-05-01 12:30", never, 0, -1, "", ""},
		{"12:30", never, 0, -1, "", ""},
		{"3人同行，必有我師。", never, 0, -1, "", ""},
		{"一、二、三，起！", never, 0, -1, "", ""},
		// Ornaments, brackets, prefixes.
		{"☆、第46章 星", sure, 4, 46, "", "第46章 星"},
		{"===第四十七章 等號===", sure, 4, 47, "", "第四十七章 等號"},
		{"## 第四十八章", sure, 4, 48, "", "第四十八章"},
		{"【第十六章】方頭括號", sure, 4, 16, "", ""},
		{"「第十七章 夜」", weak, 4, 17, "", ""},
		{"（第一章完）", never, 0, -1, "", ""},
		{"正文 第二十六章 長街", sure, 4, 26, "", ""},
		{"《孤城記》第三章 夜", sure, 4, 3, "", ""},
		{"孤城記 第三章 夜", weak, 4, 3, "", ""},
		{"☆、他的名字", weak, 4, -1, "", "他的名字"},
		{"☆☆☆", never, 0, -1, "", ""},
		{"", never, 0, -1, "", ""},
	}
	reader := headingReader{words: words()}
	for _, tt := range tests {
		c, ok := reader.read(tt.line)
		if !ok {
			c.trust = never
		}
		if c.trust != tt.trust {
			t.Errorf("%s: trust %d, want %d (family %q)", tt.line, c.trust, tt.trust, c.family)
			continue
		}
		if tt.trust == never {
			continue
		}
		number := -1
		if c.numbered {
			number = c.number
		}
		title := tt.title
		if title == "" {
			title = tt.line
		}
		if c.rank != tt.rank || number != tt.number || c.volume != tt.volume || c.title != title {
			t.Errorf("%s: rank %d, number %d, volume %q, title %q", tt.line, c.rank, number, c.volume, c.title)
		}
	}
}

func TestHeadingWords(t *testing.T) {
	v := words()
	for number, text := range strings.Split(headingWords, "\n") {
		fields := strings.Fields(text)
		if len(fields) == 0 || strings.HasPrefix(text, "#") {
			continue
		}
		switch fields[0] {
		case "unit", "weak", "latin", "latinweak":
			if len(fields) < 3 || len(fields[1]) != 1 || fields[1] < "1" || fields[1] > "5" {
				t.Errorf("line %d: %s wants a rank from 1 to 5", number+1, fields[0])
			}
		case "glued", "typo":
			if _, ok := v.units[key(fields[1])]; !ok {
				t.Errorf("line %d: %q is no unit", number+1, fields[1])
			}
		case "division", "ordinal", "name", "alone", "prefix", "holding", "end", "contents":
		default:
			t.Errorf("line %d: unknown kind %q", number+1, fields[0])
		}
	}
}

func FuzzHeadings(f *testing.F) {
	for _, s := range []string{"第一章 風起\n天亮了。\n第二章\n他走了。", "目錄\n第一章\n第二章\n第三章\n第一章\n天亮了。", "一\n二\n三\n四", "☆、甲\n乙。\n☆、丙\n丁。"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, _ := cutLines(strings.ToValidUTF8(text, ""))
		kept := 0
		for i := range lines {
			kept += len(withoutSpace(lines[i].text))
		}
		d := divide(lines, Settings{}, nil)
		got := 0
		for _, l := range d.front {
			got += len(withoutSpace(l.text))
		}
		volume := ""
		for _, c := range d.drafts {
			for _, l := range c.lines {
				got += len(withoutSpace(l.text))
			}
			if c.head != nil {
				got += len(withoutSpace(c.head.title))
			}
			if c.volume != volume && (c.head == nil || c.volume != c.head.title) {
				got += len(withoutSpace(c.volume))
			}
			volume = c.volume
		}
		for _, r := range d.removed {
			got += len(withoutSpace(r.text))
		}
		// The volume of a chapter stands in its heading, or is repeated for
		// chapters below it: at least nothing may be lost but the marks between.
		if got*10 < kept*9-100 {
			t.Errorf("%d of %d bytes are left", got, kept)
		}
	})
}
