package chapters

import (
	"slices"
	"strings"
)

// numeral gives the value of a Chinese digit. The rune is folded: the common
// and most financial forms, and the ways to write zero, have one key each.
func numeral(r rune) (int, bool) {
	switch r {
	case '零':
		return 0, true
	case '一', '幺':
		return 1, true
	case '二', '两', '贰', '貮', '弍':
		return 2, true
	case '三', '弎', '参': // 參, which folds to 参, stands for 三 beside 貳 and 肆
		return 3, true
	case '四', '肆':
		return 4, true
	case '五', '伍':
		return 5, true
	case '六', '陆':
		return 6, true
	case '七':
		return 7, true
	case '八':
		return 8, true
	case '九':
		return 9, true
	}
	return 0, false
}

// multiple gives the value of a folded Chinese unit of ten, hundred and so on;
// 廿 and its like are whole tens.
func multiple(r rune) (int, bool) {
	switch r {
	case '十', '拾':
		return 10, true
	case '廿':
		return 20, true
	case '卅':
		return 30, true
	case '卌':
		return 40, true
	case '百':
		return 100, true
	case '千':
		return 1000, true
	case '万':
		return 10000, true
	}
	return 0, false
}

// isNumeral reports whether a folded rune may stand in a Chinese number.
func isNumeral(r rune) bool {
	_, digit := numeral(r)
	_, tens := multiple(r)
	return digit || tens
}

// chineseNumber reads a number that fills all of the folded text: 一百二十三,
// 一〇三, 廿三, 两百, 十, 千二.
func chineseNumber(text []rune) (int, bool) {
	if len(text) == 0 || len(text) > 12 {
		return 0, false
	}
	if !slices.ContainsFunc(text, func(r rune) bool { _, ok := multiple(r); return ok }) {
		return positionalNumber(text)
	}
	total, section, digit := 0, 0, -1
	for _, r := range text {
		if d, ok := numeral(r); ok {
			if digit > 0 {
				return 0, false // two digits without a unit between them
			}
			digit = d
			continue
		}
		m, ok := multiple(r)
		switch {
		case !ok:
			return 0, false
		case m == 20 || m == 30 || m == 40:
			section += m
		case m == 10000:
			total = (section + max(digit, 0)) * m
			section = 0
		case digit > 0:
			section += digit * m
		default: // 十二, 百二十: the one is not written
			section += m
		}
		digit = -1
	}
	return total + section + max(digit, 0), true
}

// positionalNumber reads digits one after the other, as in 一二三 or 二〇.
func positionalNumber(text []rune) (int, bool) {
	n := 0
	for _, r := range text {
		d, ok := numeral(r)
		if !ok {
			return 0, false
		}
		n = n*10 + d
	}
	return n, len(text) <= 5
}

// romanNumber reads a Roman numeral in lower case, up to 399.
func romanNumber(text string) (int, bool) {
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}
	n := 0
	for i := 0; i < len(text); i++ {
		v := values[text[i]]
		if v == 0 {
			return 0, false
		}
		if i+1 < len(text) && values[text[i+1]] > v {
			v = -v
		}
		n += v
	}
	return n, len(text) > 0 && n > 0 && n < 400 && roman(n) == text
}

// roman writes a number up to 399 as the Romans did.
func roman(n int) string {
	var s strings.Builder
	for _, step := range []struct {
		value int
		form  string
	}{{100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= step.value {
			s.WriteString(step.form)
			n -= step.value
		}
	}
	return s.String()
}

// englishNumber reads a number word in lower case at the start of a text,
// seven, thirty-one or thirty one, and tells how many bytes it takes.
func englishNumber(text string) (n, size int, ok bool) {
	word := letters(text)
	if n = slices.Index(englishNumbers, word); n >= 1 {
		return n, len(word), true
	}
	tens := slices.Index(englishTens, word)
	if tens < 2 {
		return 0, 0, false
	}
	n, size = tens*10, len(word)
	if rest := text[size:]; strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, " ") {
		second := letters(rest[1:])
		if unit := slices.Index(englishNumbers, second); unit >= 1 && unit <= 9 {
			return n + unit, size + 1 + len(second), true
		}
	}
	return n, size, true
}

// letters are the lower-case letters a text begins with.
func letters(text string) string {
	n := 0
	for n < len(text) && 'a' <= text[n] && text[n] <= 'z' {
		n++
	}
	return text[:n]
}

var (
	englishNumbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
		"twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}
	englishTens = []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)
