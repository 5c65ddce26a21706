// Package trie is a double-array trie over 16-bit letter codes that is read in
// place from a string, so that an embedded table costs neither time nor heap
// when the program starts.
//
// A table is a row of six-byte cells, little endian: the letter by which the
// cell is reached (16 bits) and its word (32 bits). A word is either the value
// of a leaf or the base from which its children are counted; a value on the
// way stands in the child with letter 0. No two nodes share a base, which is
// why the letter alone says whose child a cell is.
package trie

const (
	cellSize = 6
	leaf     = 1 << 31
	inner    = 1 << 30
	mask     = 1<<30 - 1
	free     = 0xFFFF
)

// MaxValue is the largest value a key may have.
const MaxValue = mask

// Node is a place in a trie. The zero Node has no children and no value.
type Node uint32

// Trie reads a table made by Build. The zero Trie is empty.
type Trie struct{ cells string }

// Open returns the trie whose cells are given. Any string is safe to walk;
// only one that Build made is of use.
func Open(cells string) Trie { return Trie{cells} }

// Root is the node of the empty key.
func (t Trie) Root() Node {
	if len(t.cells) < cellSize {
		return 0
	}
	return Node(t.word(0))
}

// Child is the node reached from n by code, false where no key goes on so.
func (t Trie) Child(n Node, code uint16) (Node, bool) {
	if n&leaf != 0 {
		return 0, false
	}
	at := (uint(n&mask) + uint(code)) * cellSize
	if at+cellSize > uint(len(t.cells)) {
		return 0, false
	}
	c := t.cells[at : at+cellSize]
	if uint16(c[0])|uint16(c[1])<<8 != code || code == 0 {
		return 0, false
	}
	return Node(uint32(c[2]) | uint32(c[3])<<8 | uint32(c[4])<<16 | uint32(c[5])<<24), true
}

// Value is the value of the key that ends in n, false where none does.
func (t Trie) Value(n Node) (uint32, bool) {
	if n&leaf != 0 {
		return uint32(n) & mask, true
	}
	if n&inner != 0 {
		return t.word(uint(n&mask)) & mask, true
	}
	return 0, false
}

func (t Trie) word(cell uint) uint32 {
	at := cell * cellSize
	if at+cellSize > uint(len(t.cells)) {
		return 0
	}
	c := t.cells[at : at+cellSize]
	return uint32(c[2]) | uint32(c[3])<<8 | uint32(c[4])<<16 | uint32(c[5])<<24
}
