package hanzi

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// An Overlay is a list of phrases that outrank all dictionaries.
type Overlay struct {
	phrases []overlayPhrase
}

type overlayPhrase struct{ simplified, traditional string }

// ParseOverlay reads an overlay: one phrase a line, Simplified and
// Traditional, with a tab or spaces between them; equal sides keep the phrase
// as it is. Empty lines and lines that begin with # do not count. The phrase
// is found however it is written, the longest first; conversions to
// Traditional put the right side, those to Simplified the left. Errors name
// the file, by the name given, and the line.
func ParseOverlay(name string, data []byte) (*Overlay, error) {
	v := &Overlay{}
	text := strings.TrimPrefix(string(data), "\ufeff")
	for n, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		if !utf8.ValidString(l) {
			return nil, fmt.Errorf("%s:%d: not UTF-8", name, n+1)
		}
		f := strings.Fields(l)
		if len(f) != 2 {
			return nil, fmt.Errorf("%s:%d: want a Simplified and a Traditional phrase, have %d words", name, n+1, len(f))
		}
		v.phrases = append(v.phrases, overlayPhrase{f[0], f[1]})
	}
	return v, nil
}

// overlaySet is a set of phrases that is made at run time.
type overlaySet struct {
	next   map[overlayEdge]int32
	starts [1 << 10]uint64 // by the low 16 bits of what a phrase begins with
	texts  map[int32]string
}

type overlayEdge struct {
	node int32
	by   symbol
}

func newOverlaySet() *overlaySet {
	return &overlaySet{next: map[overlayEdge]int32{}, texts: map[int32]string{}}
}

func (o *overlaySet) empty() bool { return o == nil || len(o.next) == 0 }

// grow makes the node of a key, 0 for the empty one.
func (o *overlaySet) grow(key []symbol) int32 {
	node := int32(0)
	for i, s := range key {
		if i == 0 {
			o.starts[uint16(s)>>6] |= 1 << (uint16(s) & 63)
		}
		e := overlayEdge{node, s}
		n, ok := o.next[e]
		if !ok {
			n = int32(len(o.next) + 1)
			o.next[e] = n
		}
		node = n
	}
	return node
}

// addFolded gives a text a value, by its search key.
func (o *overlaySet) addFolded(key, value string) {
	var k []symbol
	for _, r := range key {
		k = append(k, symbol(FoldRune(r)))
	}
	node := o.grow(k)
	if _, ok := o.texts[node]; !ok && node != 0 {
		o.texts[node] = value
	}
}

func (o *overlaySet) canStart(s symbol) bool {
	return o.starts[uint16(s)>>6]&(1<<(uint16(s)&63)) != 0
}

// matchFolded finds the longest phrase at the start of s by search key: its
// length in bytes and its value.
func (o *overlaySet) matchFolded(s string) (int, string) {
	node, best, value := int32(0), 0, ""
	for i, r := range s {
		by := symbol(FoldRune(r))
		if i == 0 && !o.canStart(by) {
			return 0, ""
		}
		n, ok := o.next[overlayEdge{node, by}]
		if !ok {
			break
		}
		node = n
		if v, ok := o.texts[node]; ok {
			_, w := utf8.DecodeRuneInString(s[i:])
			best, value = i+w, v
		}
	}
	return best, value
}
