// Package bench measures hanzi beside another library, in the same run:
//
//	go test -bench . ./index/hanzi/bench   (run inside that folder)
//
// The texts are the novels in the folder shared/corpus beside the checkout.
package bench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/longbridgeapp/opencc"

	"shuyou/index/hanzi"
)

var runs = []struct {
	name, config, text string
	bounded            bool
}{
	{"t2s", "t2s", "三國演義.txt", false},
	{"s2t", "s2t", "隋唐演义.txt", false},
	{"s2t on word boundaries", "s2t", "隋唐演义.txt", true},
	{"s2tw on word boundaries", "s2tw", "隋唐演义.txt", true},
}

func corpus(b *testing.B, name string) string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "corpus", name))
	if err != nil {
		b.Skipf("reference data not there: %v", err)
	}
	return string(text)
}

func BenchmarkHanzi(b *testing.B) {
	for _, r := range runs {
		b.Run(r.name, func(b *testing.B) {
			text := corpus(b, r.text)
			c, err := hanzi.NewConverter(r.config, hanzi.WithBoundaries(r.bounded))
			if err != nil {
				b.Fatal(err)
			}
			c.Convert(text)
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.Convert(text)
			}
		})
	}
}

func BenchmarkLongbridge(b *testing.B) {
	for _, r := range runs {
		b.Run(r.name, func(b *testing.B) {
			text := corpus(b, r.text)
			c, err := opencc.New(r.config)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := c.Convert(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
