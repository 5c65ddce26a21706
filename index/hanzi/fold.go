package hanzi

import (
	_ "embed"
	"unicode/utf8"
)

// FoldVersion names the fold table. It changes whenever a rune gets another
// key, so an index that was built with another version must be built anew.
const FoldVersion = "f1"

//go:embed data/fold.bin
var foldTable string

const (
	foldPage  = 128                    // runes a page covers
	foldIndex = 0x32400 / foldPage * 2 // bytes of page numbers before the pages
)

// FoldRune returns the search key of r: one rune for each, so rune offsets
// into a folded text are rune offsets into the text. Traditional, Simplified,
// regional and old forms of a letter share a key, and so do the widths and
// cases of Latin letters, the ways to write zero and the kinds of quotation
// mark, dash and middle dot. Folding a key gives the key.
func FoldRune(r rune) rune {
	if uint32(r) >= foldIndex/2*foldPage {
		return r
	}
	i := uint(r) / foldPage * 2
	page := uint(foldTable[i]) | uint(foldTable[i+1])<<8
	d := foldTable[foldIndex+(page*foldPage+uint(r)%foldPage)*4:][:4]
	return r + rune(uint32(d[0])|uint32(d[1])<<8|uint32(d[2])<<16|uint32(d[3])<<24)
}

// Fold returns the search key of s. Bytes that are not UTF-8 stay as they
// are, so the number of runes is kept.
func Fold(s string) string {
	return string(AppendFold(make([]byte, 0, len(s)+len(s)/16), s))
}

// AppendFold appends the search key of s to dst.
func AppendFold(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		if b := s[i]; b < utf8.RuneSelf {
			if 'A' <= b && b <= 'Z' {
				b += 'a' - 'A'
			}
			dst = append(dst, b)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, s[i])
		} else {
			dst = utf8.AppendRune(dst, FoldRune(r))
		}
		i += n
	}
	return dst
}
