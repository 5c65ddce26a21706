package chapters

import "strings"

// Number reads a number as headings print it: 12, １２, 十二, 拾貳, 一二〇, with
// or without 第 before it. ok is false for anything else.
func Number(text string) (n int, ok bool) {
	var folded []rune
	for _, r := range strings.TrimPrefix(strings.TrimSpace(text), "第") {
		folded = append(folded, fold(r))
	}
	if len(folded) == 0 || len(folded) > maxDigits {
		return 0, false
	}
	for _, r := range folded {
		if r < '0' || r > '9' {
			return chineseNumber(folded)
		}
		n = n*10 + int(r-'0')
	}
	return n, true
}

// maxDigits is the longest number that is read, in runes.
const maxDigits = 9
