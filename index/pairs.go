package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/blevesearch/mmap-go"
)

// A pair table says how many paragraphs of a book hold two neighbouring
// letters, without asking bleve's dictionary, which takes a microsecond: a
// book that lacks a pair of the query costs nothing, and of the others the
// rarest pair is known. It is a hash table in a file beside the text, mapped
// into memory, three bytes a pair:
//
//	magic, slots n (uint32, little-endian)
//	slots [n] of uint16: ten bits of the pair's hash, six bits of the count
//
// A pair stands in the first free slot from where its hash points to. Two
// pairs may look alike, so that one of two hundred pairs a book lacks seems to
// be there: what the table gives is a hint, and bleve has the last word.
const (
	pairsMagic  = "SHUYOUP1"
	countBits   = 6
	slotsFor100 = 150 // slots for a hundred pairs
)

// pairKey is a pair as one number.
type pairKey uint64

func keyOfPair(a, b rune) pairKey { return pairKey(uint32(a))<<32 | pairKey(uint32(b)) }

// place is where the pair belongs in a table of so many slots, and its mark.
func (k pairKey) place(slots int) (slot int, mark uint16) {
	h := uint64(k) * 0x9E3779B97F4A7C15
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	h ^= h >> 29
	return int(h >> 32 * uint64(slots) >> 32), uint16(h) << countBits
}

// Counts are kept in six bits: exact to 15, then in steps of a quarter of
// their size.
func shortCount(n int) uint16 {
	if n < 16 {
		return uint16(n)
	}
	length := bits.Len(uint(n))
	return uint16(min(16+(length-5)*4+(n>>(length-3))&3, 1<<countBits-1))
}

func longCount(c uint16) int {
	if c < 16 {
		return int(c)
	}
	length := int(c-16)/4 + 5
	return (4 + int(c-16)%4) << (length - 3)
}

// pairTable is an opened table.
type pairTable struct {
	slots  []byte
	n      int
	mapped mmap.MMap // nil where the file was read instead
}

// count is in about how many paragraphs of the book the pair stands; 0 is
// certain.
func (t *pairTable) count(k pairKey) int {
	slot, mark := k.place(t.n)
	for {
		v := binary.LittleEndian.Uint16(t.slots[2*slot:])
		if v == 0 {
			return 0
		}
		if v>>countBits<<countBits == mark {
			return longCount(v & (1<<countBits - 1))
		}
		if slot++; slot == t.n {
			slot = 0
		}
	}
}

// writePairs writes the table of the paragraphs.
func writePairs(path string, w *textWriter) error {
	// The paragraph that was counted last stands above the count.
	counts := map[pairKey]uint64{}
	for p := range w.paragraphs() {
		previous := rune(-1)
		for skeleton := w.skeletonOf(p); len(skeleton) > 0; {
			r, size := utf8.DecodeRune(skeleton)
			skeleton = skeleton[size:]
			if previous >= 0 {
				key := keyOfPair(previous, r)
				if c := counts[key]; c == 0 || c>>32 != uint64(p) {
					counts[key] = uint64(p)<<32 | (c+1)&(1<<32-1)
				}
			}
			previous = r
		}
	}
	slots := len(counts)*slotsFor100/100 + 1
	table := append(make([]byte, 0, len(pairsMagic)+4+2*slots), pairsMagic...)
	table = binary.LittleEndian.AppendUint32(table, uint32(slots))
	at := table[len(table) : len(table)+2*slots]
	// The same pairs give the same file only in an order of their own.
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		slot, mark := key.place(slots)
		for binary.LittleEndian.Uint16(at[2*slot:]) != 0 {
			if slot++; slot == slots {
				slot = 0
			}
		}
		binary.LittleEndian.PutUint16(at[2*slot:], mark|shortCount(int(counts[key]&(1<<32-1))))
	}
	return os.WriteFile(path, table[:len(table)+2*slots], 0o600)
}

// openPairs maps the table at path.
func openPairs(path string) (*pairTable, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &pairTable{}
	var data []byte
	if t.mapped, err = mmap.Map(f, mmap.RDONLY, 0); err == nil {
		data = t.mapped
	} else if data, err = os.ReadFile(path); err != nil { // some file systems cannot be mapped
		return nil, err
	}
	const head = len(pairsMagic) + 4
	if len(data) < head || string(data[:len(pairsMagic)]) != pairsMagic {
		return nil, errors.Join(fmt.Errorf("%s: not a table of pairs of this version", path), t.close())
	}
	t.n, t.slots = int(binary.LittleEndian.Uint32(data[len(pairsMagic):])), data[head:]
	if t.n == 0 || len(t.slots) != 2*t.n || !t.hasRoom() {
		return nil, errors.Join(fmt.Errorf("%s: damaged", path), t.close())
	}
	return t, nil
}

// hasRoom reports whether a slot is free, without which no search would end.
func (t *pairTable) hasRoom() bool {
	for i := range t.n {
		if binary.LittleEndian.Uint16(t.slots[2*i:]) == 0 {
			return true
		}
	}
	return false
}

func (t *pairTable) close() error {
	if t.mapped == nil {
		return nil
	}
	return t.mapped.Unmap()
}
