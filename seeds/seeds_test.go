package seeds

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"testing"
)

// The texts must stay byte for byte what the project was started from.
func TestTextsAreUntouched(t *testing.T) {
	want := map[string]string{
		"000_84ac70d5db2479b3.txt": "dc95b8ac09085fea1903e0046179e4ead93ad895db1f9c04909a334c00be5b5e",
		"001_e89458517a2099e7.txt": "e3319b49fa8b5ce13a699e70392eb4a6ee1cb5cbc2ea1d44e7889131cc605859",
		"002_f61b28e64cca08b5.txt": "bbdbcfc5dc9f1f7965500ef59355877a5c438a4cd7c4909b6c7189784588f0e1",
		"003_fd36cd2faa0011f2.txt": "1ed45443db1913629a801864b56635646f671a90c7cf1957baa31d03a76d4f21",
		"004_90fcedb983bd036f.txt": "85ebc285c56aa7e1b9e4415f6499de9860d517fc5c870775b7c09f71d30246bf",
	}
	names, err := fs.Glob(FS, "*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != len(want) {
		t.Errorf("%d texts are embedded, want %d", len(names), len(want))
	}
	for _, name := range names {
		text, err := fs.ReadFile(FS, name)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		if got := hex.EncodeToString(sum[:]); got != want[name] {
			t.Errorf("%s has SHA-256 %s, want %s", name, got, want[name])
		}
	}
}
