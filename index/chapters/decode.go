package chapters

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// The encodings a text may be in, by IANA name. GB18030 covers GBK and GB2312,
// and Big5 is read with the characters of HKSCS and ETEN.
const (
	utf8Name    = "utf-8"
	gb18030Name = "gb18030"
	big5Name    = "big5"
	utf16leName = "utf-16le"
	utf16beName = "utf-16be"
)

func encodingNames() []string {
	return []string{utf8Name, gb18030Name, big5Name, utf16leName, utf16beName}
}

// DecodeText turns the bytes of a text into UTF-8 and names the encoding they
// were found to be in, by IANA name. It fails for an empty file and for what is
// no text.
func DecodeText(data []byte) (text, encoding string, err error) {
	d, err := decode(data, "", "")
	if err != nil {
		return "", "", err
	}
	return d.text, d.encoding, nil
}

// encodingName gives the IANA name of an encoding by any usual name.
func encodingName(name string) (string, bool) {
	name = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "_", "-"))
	switch name {
	case "utf8", "utf-8-sig":
		name = utf8Name
	case "gbk", "gb2312", "gb-2312", "cp936", "gb-18030":
		name = gb18030Name
	case "big5-hkscs", "big-5", "cp950":
		name = big5Name
	case "utf16le", "utf-16", "utf16", "unicode":
		name = utf16leName
	case "utf16be":
		name = utf16beName
	}
	return name, slices.Contains(encodingNames(), name)
}

// A decoding is a text with the encoding it was found to be in.
type decoding struct {
	text     string
	encoding string
	// sure says how clearly that encoding stood out, from 0 to 1; it is 1
	// where a byte order mark or a setting tells.
	sure float64
	// other is the encoding that came closest, empty where none came near.
	other string
	// broken counts the places that are no text in that encoding. Each stands
	// as U+FFFD in the text.
	broken int
}

// nearlyEqual is the sureness below which another encoding may be the right
// one.
const nearlyEqual = 0.2

// decode turns the bytes of a file into text. The encoding is the one that was
// set, else what a byte order mark says, else what the whole file reads best
// in; claimed is what the file says of itself, such as the charset of a page,
// and decides only between equals.
func decode(data []byte, set, claimed string) (decoding, error) {
	if len(data) == 0 {
		return decoding{}, errors.New("the file is empty")
	}
	if kind := foreignKind(data); kind != "" {
		return decoding{}, fmt.Errorf("%s, not a text", kind)
	}
	marked, length := byteOrderMark(data)
	if set == "" && marked != "" {
		return decodeAs(data[length:], marked, 1), nil
	}
	if set != "" {
		if set == marked {
			data = data[length:]
		}
		return decodeAs(data, set, 1), nil
	}
	if text, broken, ok := tolerantUTF8(data); ok {
		d := decoding{text: text, encoding: utf8Name, sure: 1, broken: broken}
		if broken > 0 {
			d.sure = 1 - float64(broken)*40/float64(len(data))
		}
		return d, nil
	}
	scores := score(data)
	for i := range scores {
		if scores[i].name == claimed {
			scores[i].value += 0.02
		}
	}
	slices.SortStableFunc(scores, func(a, b scored) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	best, second := scores[0], scores[1]
	if best.value < 0.3 {
		return decoding{}, errors.New("not a text in any encoding known here")
	}
	d := decodeAs(data, best.name, min(1, (best.value-max(second.value, 0))/best.value))
	if d.sure < nearlyEqual {
		d.other = second.name
	}
	return d, nil
}

func byteOrderMark(data []byte) (name string, length int) {
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return utf8Name, 3
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return utf16leName, 2
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return utf16beName, 2
	case bytes.HasPrefix(data, []byte{0x84, 0x31, 0x95, 0x33}):
		return gb18030Name, 4
	}
	return "", 0
}

func decodeAs(data []byte, name string, sure float64) decoding {
	d := decoding{encoding: name, sure: sure}
	var enc encoding.Encoding
	switch name {
	case utf8Name:
		d.text, d.broken = toValid(data)
		return d
	case gb18030Name:
		enc = simplifiedchinese.GB18030
	case big5Name:
		enc = traditionalchinese.Big5
	case utf16leName:
		enc = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case utf16beName:
		enc = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	d.text = transcode(enc, data)
	d.broken = strings.Count(d.text, "\ufffd")
	return d
}

// transcode decodes into one buffer that is seldom grown. A decoder of this
// kind writes U+FFFD for what it cannot read and never fails.
func transcode(enc encoding.Encoding, data []byte) string {
	var text strings.Builder
	text.Grow(len(data) + len(data)/2 + 16)
	w := enc.NewDecoder()
	buf := make([]byte, 64<<10)
	for rest := data; len(rest) > 0; {
		n, read, err := w.Transform(buf, rest, true)
		text.Write(buf[:n])
		rest = rest[read:]
		if err == nil || (n == 0 && read == 0) {
			break
		}
	}
	return text.String()
}

// toValid makes a string of UTF-8 with U+FFFD for each byte that belongs to no
// character, and counts them.
func toValid(data []byte) (string, int) {
	if utf8.Valid(data) {
		return string(data), 0
	}
	var text strings.Builder
	text.Grow(len(data) + 64)
	broken := 0
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			// Bytes that follow one another are one damaged place.
			for size < len(data) && !utf8.RuneStart(data[size]) {
				size++
			}
			broken++
			text.WriteString("\ufffd")
		} else {
			text.Write(data[:size])
		}
		data = data[size:]
	}
	return text.String(), broken
}

// tolerantUTF8 accepts a text with a few damaged places as UTF-8. The letters
// of other encodings seldom form the three bytes of a Chinese character, so
// where most do, it is UTF-8.
func tolerantUTF8(data []byte) (text string, broken int, ok bool) {
	if utf8.Valid(data) {
		if zeros := bytes.Count(data, []byte{0}); zeros*100 > len(data) {
			return "", 0, false
		}
		return string(data), 0, true
	}
	whole, damaged := 0, 0
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			damaged++
		case size == 3 && (0x3000 <= r && r < 0xa000 || 0xff00 <= r && r < 0xfff0 || 0x2000 <= r && r < 0x2070):
			whole++
		}
		i += size
		if damaged > 2000 && whole < damaged { // it will not become UTF-8 any more
			break
		}
	}
	if whole < 8*damaged {
		return "", 0, false
	}
	text, broken = toValid(data)
	return text, broken, true
}

// foreignKind names the kind of a file that is no text at all by its first
// bytes.
func foreignKind(data []byte) string {
	for _, k := range []struct {
		at          int
		magic, kind string
	}{
		{0, "PK\x03\x04", "a ZIP archive"},
		{0, "PK\x05\x06", "an empty ZIP archive"},
		{0, "Rar!", "a RAR archive"},
		{0, "7z\xbc\xaf\x27\x1c", "a 7z archive"},
		{0, "\x1f\x8b", "a gzip file"},
		{0, "%PDF-", "a PDF"},
		{60, "BOOKMOBI", "a Kindle book"},
		{0, "\x89PNG", "a picture"},
		{0, "\xff\xd8\xff", "a picture"},
		{0, "GIF8", "a picture"},
		{0, "\x7fELF", "a program"},
		{0, "MZ\x90\x00", "a program"},
		{0, "\xd0\xcf\x11\xe0", "a Word document"},
		{0, "{\\rtf", "an RTF document"},
		{0, "ITSF", "a CHM file"},
		{0, "SQLite format 3", "a database"},
	} {
		if len(data) > k.at && bytes.HasPrefix(data[k.at:], []byte(k.magic)) {
			return k.kind
		}
	}
	return ""
}
