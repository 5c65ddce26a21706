package hanzi

import (
	"strings"
	"testing"
)

// The grammar of contexts.txt, rule by rule on small texts.
func TestContextPatterns(t *testing.T) {
	d, err := openTables()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, rules, text string
		want              string // the letters that are settled, ? after a weak one
	}{
		{"before", "里→里 三_", "三里四里", "-里--"},
		{"behind", "里→里 _外", "里外里", "里--"},
		{"both sides", "里→里 三_外", "三里外三里", "-里---"},
		{"a list", "里→里 {三,十四}_", "三里十四里四里", "-里--里--"},
		{"a class", "@count 三 四\n里→里 {count}_", "三里四里", "-里-里"},
		{"a class of classes", "@a 三\n@b @a 四\n里→里 {b}_", "三里四里", "-里-里"},
		{"a class in a list", "@a 三\n里→里 {@a,四}_", "三里四里", "-里-里"},
		{"none of", "里→里 三_{!外}", "三里外三里内三里", "----里--里"},
		{"perhaps", "里→里 三{多?}_", "三里三多里三四里", "-里--里---"},
		{"any letter", "里→里 _.", "里，里外", "--里-"},
		{"no letter", "里→里 _^", "里，里外里", "里---里"},
		{"no letter in a list", "里→里 _{^,外}", "里，里内里外", "里---里-"},
		{"a letter, but not this", "里→里 _{!^,外}", "里，里内里外", "--里---"},
		{"a word ends", "里→里 _|路", "三里路", "-里-"},
		{"the first that holds", "里→里 三_\n里→裏 _", "三里里", "-里裏"},
		{"weak", "里→?里 _", "三里", "-里?"},
	} {
		ctx, err := readContexts("test", c.rules, &d.alphabet)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var l line
		l.read(&d.alphabet, c.text)
		d.words(&l, &paths{})
		ctx.pin(&l)
		var got strings.Builder
		for i := range l.syms {
			switch {
			case len(l.pins) == 0 || l.pins[i] == 0:
				got.WriteByte('-')
			case l.pins[i]&weakPin != 0:
				got.WriteString(string(d.alphabet.rune(l.pins[i]&^weakPin)) + "?")
			default:
				got.WriteRune(d.alphabet.rune(l.pins[i]))
			}
		}
		if got.String() != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.name, c.text, got.String(), c.want)
		}
	}
}

func TestContextErrorsNameTheLine(t *testing.T) {
	d, err := openTables()
	if err != nil {
		t.Fatal(err)
	}
	for rules, want := range map[string]string{
		"里→里":          "f:1: want a letter",
		"# x\n里里 _":    "f:2: \"里里\" is not a letter",
		"里→里 三":        "f:1: pattern \"三\" wants the letter",
		"里→里 _三_":      "f:1: pattern",
		"里→里 _{三":      "f:1: pattern \"_{三\": a brace is open",
		"里→里 _{}":      "f:1: pattern",
		"里→里 _{@none}": "f:1: pattern",
		"@b @none":     "f:1: no class none",
		"a→里 _三":       "f:1: \"a→里\": ",
	} {
		if _, err := readContexts("f", rules, &d.alphabet); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want one that begins %s", rules, err, want)
		}
	}
}

// Every form that a context settles is one the dictionaries give the letter.
func TestContextsGiveKnownForms(t *testing.T) {
	d, err := openTables()
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := d.contexts()
	if err != nil {
		t.Fatal(err)
	}
	for letter, rules := range ctx.rules {
		known := map[symbol]bool{letter: true}
		for _, f := range d.letters().forms(letter) {
			known[f] = true
		}
		for _, r := range rules {
			if !known[r.form] {
				t.Errorf("%c has no form %c", d.alphabet.rune(letter), d.alphabet.rune(r.form))
			}
		}
	}
	if len(ctx.rules) < 60 {
		t.Errorf("contexts settle %d letters, want 60", len(ctx.rules))
	}
}

// Sentences of our own, the kinds that phrases and words leave open.
func TestContexts(t *testing.T) {
	c := mustConverter(t, "s2tw")
	for in, want := range map[string]string{
		"这一只是他的，那只会飞，那只能等。":  "這一隻是他的，那隻會飛，那只能等。",
		"万一只剩三百，五百只剩一百。":     "萬一只剩三百，五百只剩一百。",
		"周六只来了三只。":           "週六只來了三隻。",
		"八里外，方圆百里，数十里路。":     "八里外，方圓百里，數十里路。",
		"沉到海里去，心里。":          "沉到海裡去，心裡。",
		"余大人说，十余骑有余。":        "余大人說，十餘騎有餘。",
		"范总兵与范文程是模范。":        "范總兵與范文程是模範。",
		"姓岳的岳父登上五岳。":         "姓岳的岳父登上五嶽。",
		"于大人败于松山，于谦死于非命。":    "于大人敗於松山，于謙死於非命。",
		"衣服都干了，活也干了，不干你的事。":  "衣服都乾了，活也幹了，不干你的事。",
		"他是我军的干将，干戈不息。":      "他是我軍的幹將，干戈不息。",
		"洪水冲走了他，他冲了上去，怒气冲天。": "洪水沖走了他，他衝了上去，怒氣沖天。",
		"不准备，不准走，看不准，准奏。":    "不準備，不准走，看不準，准奏。",
		"征粮征兵，征讨四方，征人。":      "徵糧徵兵，征討四方，征人。",
		"须发皆白，必须发兵，捋须一笑。":    "鬚髮皆白，必須發兵，捋鬚一笑。",
		"伏几而卧，茶几上有几杯茶。":      "伏几而臥，茶几上有幾杯茶。",
		"吃了一碗面，黑面大汉翻了面皮。":    "吃了一碗麵，黑面大漢翻了面皮。",
		"钱谷、山谷、谷子。":          "錢穀、山谷、穀子。",
		"三斗米，两虎相斗。":          "三斗米，兩虎相鬥。",
		"马系于柱上，此系军机，系统。":     "馬繫於柱上，此係軍機，系統。",
		"舍不得，取舍妹来，宿舍。":       "捨不得，取舍妹來，宿舍。",
		"松了口气，手一松，松山。":       "鬆了口氣，手一鬆，松山。",
		"太史占星，占了三城。":         "太史占星，佔了三城。",
		"吕布下马，布下重兵，布政使。":     "呂布下馬，佈下重兵，布政使。",
		"大军在山前扎住，挣扎起来。":      "大軍在山前紮住，掙扎起來。",
		"有诗赞道，赞成。":           "有詩讚道，贊成。",
		"筑一坛，一坛酒。":           "築一壇，一罈酒。",
		"又唱了一出戏，令一出，一出戏院。":   "又唱了一齣戲，令一出，一出戲院。",
		"铁制的刀，制度，制造。":        "鐵製的刀，制度，製造。",
		"御敌于外，御史，何以御之。":      "禦敵於外，御史，何以禦之。",
		"当时赵云道：书中云：“天下”。":    "當時趙雲道：書中云：“天下”。",
		"吕后与周后之后，后来。":        "呂后與周后之後，後來。",
		"咸来相会，咸鱼太咸。":         "咸來相會，鹹魚太鹹。",
		"万历皇历。":              "萬曆皇曆。",
	} {
		if got := c.Convert(in); got != want {
			t.Errorf("%s\n got  %s\n want %s", in, got, want)
		}
	}
}

func FuzzContexts(f *testing.F) {
	f.Add("里→里 {三,四}_{!外}\n@a 三")
	f.Add("里→?里 _{^,.}|")
	d, err := openTables()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, rules string) {
		ctx, err := readContexts("f", rules, &d.alphabet)
		if err != nil {
			return
		}
		var l line
		l.read(&d.alphabet, "三里外，四里")
		ctx.pin(&l)
		if len(l.pins) != 0 && len(l.pins) != len(l.syms) {
			t.Errorf("%d pins for %d letters", len(l.pins), len(l.syms))
		}
	})
}
