package index

import (
	"bytes"
	"testing"
)

// A needle is found wherever it stands, whichever of its bytes it is looked
// for by.
func TestNeedles(t *testing.T) {
	texts := []string{"", "山", "松山城外大軍", "大軍至松山", "山山松山", "松松松山", "a山b", "玄德曰孔明曰", "𠮷野家"}
	pieces := []string{"山", "松山", "松山城", "大軍", "松松山", "曰", "德曰", "a", "b", "山b", "𠮷野", "家"}
	for _, text := range texts {
		for _, piece := range pieces {
			for at := range len(piece) {
				n := needle{piece: []byte(piece), at: at}
				if got, want := n.in([]byte(text)), bytes.Contains([]byte(text), []byte(piece)); got != want {
					t.Errorf("%s in %q by byte %d: %v, not %v", piece, text, at, got, want)
				}
			}
		}
	}
}
