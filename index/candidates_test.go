package index

import (
	"bytes"
	"testing"
)

// indexOf is bytes.Index for any bytes.
func FuzzIndexOf(f *testing.F) {
	f.Add("洪承疇道：“養兵千日，用兵一時。”", "用兵")
	f.Add("千日千日用", "千日用")
	f.Add("\x00\x80\x80\xE4\x80\x80", "\xE4\x80\x80")
	f.Add("a山", "山")
	f.Add("山", "")
	f.Fuzz(func(t *testing.T, text, piece string) {
		if got, want := indexOf([]byte(text), []byte(piece)), bytes.Index([]byte(text), []byte(piece)); got != want {
			t.Errorf("%q in %q: %d, want %d", piece, text, got, want)
		}
	})
}
