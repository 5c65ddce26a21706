package chapters

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

const (
	simplifiedSample  = "第一章 夜渡\n　　他说：“天亮以前，我们就到对岸去。”众人听了，没有一个出声。船在雾里走了很久，只有水声。\n"
	traditionalSample = "第一章 夜渡\n　　他說：「天亮以前，我們就到對岸去。」眾人聽了，沒有一個出聲。船在霧裡走了很久，只有水聲。\n"
)

func encode(t testing.TB, enc encoding.Encoding, text string) []byte {
	t.Helper()
	data, err := encoding.ReplaceUnsupported(enc.NewEncoder()).Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

var (
	utf16le    = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16be    = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	utf16leBOM = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	utf16beBOM = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
)

func TestDecode(t *testing.T) {
	tests := []struct {
		name     string
		enc      encoding.Encoding
		text     string
		encoding string
	}{
		{"UTF-8", encoding.Nop, simplifiedSample, "utf-8"},
		{"UTF-8 with a mark", unicode.UTF8BOM, simplifiedSample, "utf-8"},
		{"plain ASCII", encoding.Nop, "Chapter 1\nIt rained.\n", "utf-8"},
		{"Simplified in GB18030", simplifiedchinese.GB18030, simplifiedSample, "gb18030"},
		{"Simplified in GBK", simplifiedchinese.GBK, simplifiedSample, "gb18030"},
		{"Traditional in GBK", simplifiedchinese.GBK, traditionalSample, "gb18030"},
		{"Traditional in Big5", traditionalchinese.Big5, traditionalSample, "big5"},
		{"Simplified in UTF-16 LE", utf16le, simplifiedSample, "utf-16le"},
		{"Simplified in UTF-16 BE", utf16be, simplifiedSample, "utf-16be"},
		{"Traditional in UTF-16 LE", utf16le, traditionalSample, "utf-16le"},
		{"Traditional in UTF-16 BE with a mark", utf16beBOM, traditionalSample, "utf-16be"},
		{"Traditional in UTF-16 LE with a mark", utf16leBOM, traditionalSample, "utf-16le"},
		{"ASCII in UTF-16", utf16le, "Chapter 1\nIt rained all day, and nobody came.\n", "utf-16le"},
		{"two words of Big5", traditionalchinese.Big5, "第一回 雪夜\n雪落無聲。\n", "big5"},
		{"two words of GBK", simplifiedchinese.GBK, "第一回 雪夜\n雪落无声。\n", "gb18030"},
		{"letters beyond the first plane", simplifiedchinese.GB18030, strings.Repeat(simplifiedSample, 9) + "𠮷成，字䶮之。\n", "gb18030"},
		{"half English in GBK", simplifiedchinese.GBK, "Chapter 1\nHe said 你好 and left the room.\n他走了。天亮以前，没有人来。\n", "gb18030"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := decode(encode(t, tt.enc, tt.text), "", "")
			if err != nil {
				t.Fatal(err)
			}
			if d.encoding != tt.encoding || d.text != tt.text || d.broken != 0 {
				t.Errorf("got %s (sure %.2f, else %q), %d broken places: %q", d.encoding, d.sure, d.other, d.broken, d.text)
			}
			if d.sure < nearlyEqual || d.other != "" {
				t.Errorf("sure is only %.2f, else %q", d.sure, d.other)
			}
		})
	}
}

func TestDecodeDamaged(t *testing.T) {
	whole := strings.Repeat(simplifiedSample, 20)
	cut := []byte(whole)
	cut = append(cut[:100:100], cut[101:]...) // one byte is lost
	cut[1000] = 0xff                          // one is overwritten
	cut = append(cut, "尾"[:2]...)             // and the end is torn off
	d, err := decode(cut, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if d.encoding != "utf-8" || d.broken != 3 || strings.Count(d.text, "\ufffd") < 3 {
		t.Errorf("got %s with %d broken places, want utf-8 with 3", d.encoding, d.broken)
	}
	if lost := len([]rune(whole)) - len([]rune(d.text)); lost > 4 {
		t.Errorf("%d characters are lost", lost)
	}
}

func TestDecodeSettings(t *testing.T) {
	gbk := encode(t, simplifiedchinese.GBK, simplifiedSample)
	d, err := decode(gbk, "big5", "")
	if err != nil {
		t.Fatal(err)
	}
	if d.encoding != "big5" || d.text == simplifiedSample {
		t.Errorf("the setting is not obeyed: %s", d.encoding)
	}
	if d, _ := decode(append([]byte("\xef\xbb\xbf"), simplifiedSample...), "utf-8", ""); d.text != simplifiedSample {
		t.Errorf("the mark stays in the text: %q", d.text)
	}
	// Four bytes that are two usual words in either encoding.
	d, err = decode([]byte{0xa7, 0xda, 0xa5, 0x5e}, "", "big5")
	if err != nil {
		t.Fatal(err)
	}
	if d.encoding != "big5" {
		t.Errorf("got %s, want what the page claims", d.encoding)
	}
}

func TestDecodeRefuses(t *testing.T) {
	noise := make([]byte, 4096)
	for i := range noise {
		noise[i] = byte(i*i*31 + i>>3)
	}
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "empty"},
		{"a PDF", []byte("%PDF-1.7\n"), "PDF"},
		{"an archive", []byte("PK\x03\x04abc"), "ZIP"},
		{"a Kindle book", append(bytes.Repeat([]byte{1}, 60), "BOOKMOBI"...), "Kindle"},
		{"zeros", make([]byte, 1000), "not a text"},
		{"noise", noise, "not a text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := decode(tt.data, "", "")
			if err == nil {
				t.Fatalf("read as %s: %.60q", d.encoding, d.text)
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error says %q, want one line with %q", err, tt.want)
			}
		})
	}
}

// Whole novels in every encoding that can hold them come back as they were.
func TestDecodeWholeNovels(t *testing.T) {
	for _, name := range []string{"三國演義.txt", "隋唐演义.txt", "鐵冠圖.txt"} {
		text, err := os.ReadFile(shared(t, "corpus", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, enc := range []struct {
			name string
			encoding.Encoding
		}{
			{"gb18030", simplifiedchinese.GB18030}, {"big5", traditionalchinese.Big5},
			{"utf-16le", utf16le}, {"utf-16be", utf16be},
			{"utf-16le", utf16leBOM}, {"utf-16be", utf16beBOM},
		} {
			data, err := enc.NewEncoder().Bytes(text)
			if err != nil {
				continue // letters that Big5 lacks
			}
			d, err := decode(data, "", "")
			if err != nil {
				t.Fatal(err)
			}
			if d.encoding != enc.name || d.text != string(text) || d.sure < 0.5 {
				t.Errorf("%s in %s is read as %s, sure %.2f, same text: %v", name, enc.name, d.encoding, d.sure, d.text == string(text))
			}
			t.Logf("%s in %s: sure %.2f", name, d.encoding, d.sure)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(simplifiedSample), "")
	f.Add([]byte("\xff\xfeA"), "gb18030")
	f.Add([]byte("\xb5\xda\xd2\xbb\xd5\xc2"), "")
	f.Add([]byte("\x84\x31\x95\x33\x81"), "")
	f.Fuzz(func(t *testing.T, data []byte, set string) {
		set, ok := encodingName(set)
		if !ok {
			set = ""
		}
		d, err := decode(data, set, "")
		if err != nil {
			return
		}
		if !strings.HasPrefix(d.text, strings.ToValidUTF8(d.text, "")) {
			t.Errorf("the text is not valid UTF-8: %q", d.text)
		}
	})
}
