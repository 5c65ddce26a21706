package hanzi

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

//go:embed data/zhuyin.txt
var zhuyinLines string

// zhuyinTable is the table of zhuyin.txt, by kind and Pinyin.
var zhuyinTable = sync.OnceValue(func() map[string]map[string]string {
	table := map[string]map[string]string{}
	for line := range strings.Lines(zhuyinLines) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		if table[fields[0]] == nil {
			table[fields[0]] = map[string]string{}
		}
		for _, pair := range fields[1:] {
			from, to, _ := strings.Cut(pair, "=")
			table[fields[0]][from] = to
		}
	}
	return table
})

// The marks of the tones. The first has none; that of the neutral tone stands
// before its syllable.
var (
	zhuyinTones = map[rune]string{'\u0301': "ˊ", '\u030C': "ˇ", '\u0300': "ˋ"}
	neutralTone = "˙"
)

// zhuyin writes one syllable with its tone mark in Zhuyin; what is no syllable
// stays as it is.
func zhuyin(syllable string) string {
	table, tone, marked := zhuyinTable(), "", false
	for _, r := range norm.NFD.String(syllable) {
		if mark, ok := zhuyinTones[r]; ok {
			tone, marked = mark, true
		} else if r == '\u0304' { // the macron of the first tone
			marked = true
		}
	}
	plain := plainSyllable(strings.ToLower(syllable))
	if alone, ok := table["alone"][plain]; ok {
		return toned(table["final"][alone], tone, marked)
	}
	for cut := min(2, len(plain)); cut >= 0; cut-- {
		initial, ok := table["initial"][plain[:cut]]
		if !ok && cut > 0 {
			continue
		}
		final := plain[cut:]
		if u, ok := table["palatal"][final]; ok && strings.ContainsAny(plain[:cut], "jqx") {
			final = u
		}
		if final == "i" && len(initial) > 0 && strings.Contains("ㄓㄔㄕㄖㄗㄘㄙ", initial) { // 知 has no final
			return toned(initial, tone, marked)
		}
		if sound, ok := table["final"][final]; ok {
			return toned(initial+sound, tone, marked)
		}
	}
	return syllable
}

func toned(sound, tone string, marked bool) string {
	if !marked {
		return neutralTone + sound
	}
	return sound + tone
}
