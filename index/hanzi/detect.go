package hanzi

import (
	"unicode"

	"shuyou/index/book"
)

// Detection is what the letters of a text say about its script.
type Detection struct {
	Script book.Script
	// Han counts the Chinese letters, Traditional and Simplified those of
	// them that only one script uses.
	Han, Traditional, Simplified int
	// Regional counts the letters whose form one of three standards has and
	// another has not; Taiwan, HongKong and OpenCC those of them that fit the
	// standard of that name: 為 裡, 為 裏 着, 爲 裏 羣.
	Regional, Taiwan, HongKong, OpenCC int
}

// Region is "tw", "hk" or "opencc" where the letters clearly follow that
// regional standard, else empty: nearly all fit it, and no other so well.
func (d Detection) Region() string {
	best, name, second := 0, "", 0
	for _, r := range []struct {
		n    int
		name string
	}{{d.Taiwan, "tw"}, {d.HongKong, "hk"}, {d.OpenCC, "opencc"}} {
		if r.n > best {
			best, name, second = r.n, r.name, best
		} else {
			second = max(second, r.n)
		}
	}
	if best*10 < d.Regional*9 || best-second < max(2, d.Regional/10) {
		return ""
	}
	return name
}

// mixedShare is the share of the rarer script, in percent of the letters that
// tell, from which a text counts as mixed.
const mixedShare = 1

// Detect tells which script s is written in. A text with no letter that
// belongs to one script alone is unknown.
func Detect(s string) Detection {
	var d Detection
	d.add(s)
	d.judge()
	return d
}

func (d *Detection) add(s string) {
	t, err := openTables()
	if err != nil {
		return
	}
	l := t.letters()
	for _, r := range s {
		if r < 0x2E80 || !unicode.Is(unicode.Han, r) {
			continue
		}
		d.Han++
		sym := t.alphabet.symbol(r)
		switch l.class(sym) {
		case onlyTraditional:
			d.Traditional++
		case onlySimplified:
			d.Simplified++
		}
		if reg := l.regions[sym]; reg != 0 {
			d.Regional++
			d.Taiwan += int(reg & inTaiwan)
			d.HongKong += int(reg & inHongKong >> 1)
			d.OpenCC += int(reg & inOpenCC >> 2)
		}
	}
}

func (d *Detection) judge() {
	s, t := d.Simplified, d.Traditional
	switch few, many := min(s, t), max(s, t); {
	case many == 0:
		d.Script = book.Unknown
	case few*100 > mixedShare*(few+many):
		d.Script = book.Mixed
	case t > s:
		d.Script = book.Traditional
	default:
		d.Script = book.Simplified
	}
}
