package index

import (
	"bytes"
	"strings"

	"shuyou/index/hanzi"
)

// What the index only made likely is verified in the skeleton. A byte of a
// query is quickly found, so the one is looked for that is the rarest in the
// book, and the rest compared where it stands.

// needle is a skeleton that is looked for by one of its bytes.
type needle struct {
	piece []byte
	at    int // of the byte
}

// longestNeedle is how many bytes of a needle the rarest is chosen from.
const longestNeedle = 60

// needles are the pieces of the wording as they are looked for in the book.
func (s *shelf) needles(w *wording) []needle {
	needles := make([]needle, 0, len(w.sought))
	for _, piece := range w.sought {
		n := needle{piece: piece}
		for i := range min(len(piece), longestNeedle) {
			if s.bytes[piece[i]] < s.bytes[piece[n.at]] {
				n.at = i
			}
		}
		needles = append(needles, n)
	}
	return needles
}

// in reports whether the needle stands in the text.
func (n needle) in(text []byte) bool {
	after := len(n.piece) - n.at // from the byte on
	for from := n.at; from+after <= len(text); from++ {
		i := bytes.IndexByte(text[from:len(text)-after+1], n.piece[n.at])
		if i < 0 {
			return false
		}
		if from += i; bytes.Equal(text[from-n.at:from+after], n.piece) {
			return true
		}
	}
	return false
}

// hasAll reports whether the paragraph has all needles of the wording.
func (s *shelf) hasAll(needles []needle, p int, w *wording) bool {
	skeleton := s.text.skeletonOf(p)
	for _, n := range needles {
		if !n.in(skeleton) {
			return false
		}
	}
	return s.holdsLiteral(p, w)
}

// holds is the same where few paragraphs are looked at.
func (s *shelf) holds(p int, w *wording) bool {
	skeleton := s.text.skeletonOf(p)
	for _, piece := range w.sought {
		if indexOf(skeleton, piece) < 0 {
			return false
		}
	}
	return s.holdsLiteral(p, w)
}

func (s *shelf) holdsLiteral(p int, w *wording) bool {
	return w.literal == "" || strings.Contains(hanzi.Fold(string(s.text.textOf(p))), w.literal)
}

// byteCounts says how often each byte stands in a stretch of the skeletons,
// which is enough to know the rare ones.
func (t *textFile) byteCounts() (counts [256]uint32) {
	const stretch = 1 << 16
	for _, b := range t.skeleton[:min(len(t.skeleton), stretch)] {
		counts[b]++
	}
	return counts
}
