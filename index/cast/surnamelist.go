package cast

import (
	"slices"

	"shuyou/index/cast/lexicon"
)

// people counted before a title they share: 馬、高、兩位將軍; 張李二位大人.
var sharedTitleCounts = []string{"两位", "二位", "三位", "四位", "几位", "诸位"}

// surnamesIn calls found for every surname in a list that shares a title: the
// rune where it stands, and the surname with the title.
func surnamesIn(rs []rune, w *words, found func(at int, text []rune)) {
	for i := range rs {
		if i == 0 || !slices.ContainsFunc(sharedTitleCounts, func(s string) bool { return hasRunes(rs[i:], s) }) {
			continue
		}
		title := 0
		for n := 3; n >= 2; n-- {
			if end := i + 2 + n; end <= len(rs) && w.title(rs[i+2:end]) != noTitle {
				title = n
				break
			}
		}
		if title == 0 {
			continue
		}
		var at []int
		for j := i - 1; j >= 0; j-- {
			if rs[j] == '、' {
				continue
			}
			if !isHan(rs[j]) || lexicon.Surname(rs[j]) == lexicon.NoSurname || j+1 < i && rs[j+1] != '、' {
				break
			}
			at = append(at, j)
		}
		if len(at) < 2 {
			continue
		}
		if j := at[len(at)-1]; j > 0 && isHan(rs[j-1]) && !w.before.has(rs[j-1]) {
			continue
		}
		for _, j := range slices.Backward(at) {
			found(j, slices.Concat(rs[j:j+1], rs[i+2:i+2+title]))
		}
	}
}
