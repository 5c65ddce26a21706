package trie

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// Entry is one key with its value. Codes are not 0 and not 0xFFFF.
type Entry struct {
	Key   []uint16
	Value uint32
}

type buildNode struct {
	lo, hi, depth int // the entries below this node
	value         uint32
	hasValue      bool
	kids          []uint16
	first         int // index of the first child
	base          int
}

// Build makes the cells of a trie. Keys must differ; their order does not
// matter, and the result depends on nothing else.
func Build(entries []Entry) (string, error) {
	es := slices.Clone(entries)
	slices.SortFunc(es, func(a, b Entry) int { return slices.Compare(a.Key, b.Key) })
	for i, e := range es {
		if len(e.Key) == 0 || slices.Contains(e.Key, 0) || slices.Contains(e.Key, free) {
			return "", fmt.Errorf("trie: key %d is empty or holds a reserved code", i)
		}
		if e.Value > MaxValue {
			return "", fmt.Errorf("trie: value %d is too large", e.Value)
		}
		if i > 0 && slices.Equal(es[i-1].Key, e.Key) {
			return "", fmt.Errorf("trie: key %v is given twice", e.Key)
		}
	}
	nodes := grow(es)
	cells := place(nodes)
	return encode(nodes, cells), nil
}

// grow lays out the nodes breadth first.
func grow(es []Entry) []buildNode {
	nodes := []buildNode{{lo: 0, hi: len(es)}}
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		lo := n.lo
		if n.depth > 0 && lo < n.hi && len(es[lo].Key) == n.depth {
			n.value, n.hasValue = es[lo].Value, true
			lo++
		}
		n.first = len(nodes)
		for lo < n.hi {
			code := es[lo].Key[n.depth]
			hi := lo + 1
			for hi < n.hi && es[hi].Key[n.depth] == code {
				hi++
			}
			n.kids = append(n.kids, code)
			nodes = append(nodes, buildNode{lo: lo, hi: hi, depth: n.depth + 1})
			lo = hi
		}
		nodes[i] = n
	}
	return nodes
}

// place finds a base for every node, those with most children first, and
// returns the number of cells.
func place(nodes []buildNode) int {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(nodes[b].kids), len(nodes[a].kids)) })
	free := freeList{next: []int{1}}
	based := map[int]bool{}
	size := 1
	for _, i := range order {
		n := &nodes[i]
		if len(n.kids) == 0 {
			continue
		}
		slots := n.kids
		if n.hasValue {
			slots = append([]uint16{0}, slots...)
		}
		for f := free.from(1); ; f = free.from(f + 1) {
			base := f - int(slots[0])
			if base < 1 || based[base] || slices.ContainsFunc(slots, func(c uint16) bool { return !free.has(base + int(c)) }) {
				continue
			}
			n.base, based[base] = base, true
			for _, c := range slots {
				free.take(base + int(c))
				size = max(size, base+int(c)+1)
			}
			break
		}
	}
	return size
}

// freeList knows the cells that are not taken: next[i] is i where cell i is
// free, else a cell further on from which to look.
type freeList struct{ next []int }

func (l *freeList) grow(i int) {
	for len(l.next) <= i {
		l.next = append(l.next, len(l.next))
	}
}

func (l *freeList) has(i int) bool {
	l.grow(i)
	return l.next[i] == i
}

func (l *freeList) take(i int) {
	l.grow(i)
	l.next[i] = i + 1
}

// from is the first free cell at or after i.
func (l *freeList) from(i int) int {
	to := i
	for !l.has(to) {
		to = l.next[to]
	}
	for i < to { // shorten the way for the next to come
		l.next[i], i = to, l.next[i]
	}
	return to
}

func encode(nodes []buildNode, size int) string {
	cells := make([]byte, size*cellSize)
	for i := range size {
		binary.LittleEndian.PutUint16(cells[i*cellSize:], free)
	}
	put := func(at int, label uint16, word uint32) {
		binary.LittleEndian.PutUint16(cells[at*cellSize:], label)
		binary.LittleEndian.PutUint32(cells[at*cellSize+2:], word)
	}
	word := func(n *buildNode) uint32 {
		switch {
		case len(n.kids) == 0 && n.hasValue:
			return leaf | n.value
		case n.hasValue:
			return inner | uint32(n.base)
		}
		return uint32(n.base)
	}
	put(0, free, word(&nodes[0]))
	for i := range nodes {
		n := &nodes[i]
		for k, c := range n.kids {
			put(n.base+int(c), c, word(&nodes[n.first+k]))
		}
		if n.hasValue && len(n.kids) > 0 {
			put(n.base, 0, n.value)
		}
	}
	return string(cells)
}
