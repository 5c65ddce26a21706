package chapters

import "bytes"

// Which encoding a text reads best in is told by the classes of its codes, over
// the whole file and without decoding it: how many are letters and marks that
// are common in Chinese, less those that are no characters, private, or hardly
// ever used. GB2312 puts the 3,755 common letters in its first level and Big5
// its 5,401, so the lead byte tells.

// A scored encoding has at most 1, and less the worse the text reads in it.
type scored struct {
	name  string
	value float64
}

func score(data []byte) []scored {
	scores := []scored{
		{gb18030Name, scoreGB18030(data)},
		{big5Name, scoreBig5(data)},
	}
	// Half the bytes of UTF-16 are of any value, control characters among them.
	if len(data) < 4096 || bytes.IndexFunc(data[:4096], isControl) >= 0 {
		scores = append(scores, scored{utf16leName, scoreUTF16(data, 1)}, scored{utf16beName, scoreUTF16(data, 0)})
	}
	return scores
}

func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' }

// A tally sums up the classes of the codes of a text.
type tally struct {
	common int // letters and marks of every Chinese text
	usual  int // letters that some texts use
	rare   int // letters of other scripts and symbols
	wrong  int // no character, a private one, a control character
}

func (t tally) value() float64 {
	all := t.common + t.usual + t.rare + t.wrong
	if all == 0 {
		return 0
	}
	return (float64(t.common) + 0.6*float64(t.usual) - float64(t.rare) - 3*float64(t.wrong)) / float64(all)
}

// ascii counts control characters. The others read the same in any encoding
// and say nothing.
func (t *tally) ascii(b byte) {
	if isControl(rune(b)) && b != 0x1a {
		t.wrong++
	}
}

func scoreGB18030(data []byte) float64 {
	var t tally
	for i := 0; i < len(data); {
		b := data[i]
		if b < 0x80 {
			t.ascii(b)
			i++
			continue
		}
		if b == 0x80 || b == 0xff || i+1 >= len(data) {
			if i+1 < len(data) {
				t.wrong++
			}
			i++
			continue
		}
		c := data[i+1]
		switch {
		case 0x30 <= c && c <= 0x39: // four bytes
			if i+3 < len(data) && 0x81 <= data[i+2] && data[i+2] < 0xff && 0x30 <= data[i+3] && data[i+3] <= 0x39 {
				t.rare++
				i += 4
				continue
			}
			t.wrong++
			i++
			continue
		case c < 0x40 || c == 0x7f || c == 0xff:
			t.wrong++
			i++
			continue
		case c < 0xa1:
			switch {
			case b <= 0xa0, b >= 0xaa && b <= 0xfd: // Traditional letters of GBK
				t.usual++
			default:
				t.wrong++ // 0xa1–0xa9: private, but for a few symbols
			}
		case b == 0xa1, b == 0xa3: // marks, full-width ASCII
			if isGBMark(b, c) {
				t.common++
			} else {
				t.rare++
			}
		case 0xb0 <= b && b <= 0xd7:
			t.common++
		case 0xd8 <= b && b <= 0xf7, b <= 0xa0:
			t.usual++
		case 0xaa <= b && b <= 0xaf, b >= 0xf8: // private
			t.wrong++
		default: // kana, Greek, Cyrillic, box drawing
			t.rare++
		}
		i += 2
	}
	return t.value()
}

// isGBMark reports the marks between clauses and around speech, the
// ideographic space, and full-width digits and letters.
func isGBMark(b, c byte) bool {
	if b == 0xa1 {
		return c <= 0xbf
	}
	return true
}

func scoreBig5(data []byte) float64 {
	var t tally
	for i := 0; i < len(data); {
		b := data[i]
		if b < 0x80 {
			t.ascii(b)
			i++
			continue
		}
		if b == 0x80 || b == 0xff || i+1 >= len(data) {
			if i+1 < len(data) {
				t.wrong++
			}
			i++
			continue
		}
		c := data[i+1]
		if c < 0x40 || c == 0x7f || 0x80 <= c && c < 0xa1 || c == 0xff {
			t.wrong++
			i++
			continue
		}
		switch {
		case b == 0xa1:
			if c <= 0x46 || 0x5d <= c && c <= 0x7e || 0xa1 <= c && c <= 0xac {
				t.common++ // marks and brackets
			} else {
				t.rare++
			}
		case b == 0xa2, b == 0xa3:
			t.rare++ // full-width letters, Greek, Bopomofo
		case 0xa4 <= b && b <= 0xc5, b == 0xc6 && c <= 0x7e:
			t.common++
		case 0xc9 <= b && b <= 0xf9:
			t.usual++
			if b == 0xf9 && c > 0xdc {
				t.rare++
			}
		case b >= 0xfa, 0x81 <= b && b <= 0x86:
			t.wrong++ // private
		default: // letters of HKSCS
			t.rare++
		}
		i += 2
	}
	return t.value()
}

// scoreUTF16 looks at units of two bytes, of which the byte at the offset high
// is the upper one: the second of a little-endian text.
func scoreUTF16(data []byte, high int) float64 {
	var t tally
	for i := 0; i+1 < len(data); i += 2 {
		h, l := data[i+high], data[i+1-high]
		switch {
		case h == 0:
			if l == 0 {
				t.wrong++
			} else if l < 0x80 {
				t.common++
				t.ascii(l)
			} else {
				t.rare++
			}
		case 0x4e <= h && h <= 0x9f:
			t.common++
		case h == 0x30 && l <= 0x1f, h == 0xff && l < 0x60, h == 0x20 && 0x10 <= l && l <= 0x3f:
			t.common++
		case h >= 0xd8 && h <= 0xdb: // half of a letter beyond the first plane
			t.rare++
		case h >= 0xdc && h <= 0xf8:
			t.wrong++
		default:
			t.rare++
		}
	}
	return t.value()
}
