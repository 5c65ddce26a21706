package trie

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func find(t Trie, key []uint16) (uint32, bool) {
	n := t.Root()
	for _, c := range key {
		var ok bool
		if n, ok = t.Child(n, c); !ok {
			return 0, false
		}
	}
	return t.Value(n)
}

func TestFindsWhatWasBuilt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	var es []Entry
	for len(es) < 5000 {
		key := make([]uint16, 1+rng.IntN(5))
		var name strings.Builder
		for i := range key {
			key[i] = uint16(1 + rng.IntN(300))
			name.WriteRune(rune(key[i]))
		}
		if !seen[name.String()] {
			seen[name.String()] = true
			es = append(es, Entry{key, uint32(rng.IntN(MaxValue + 1))})
		}
	}
	cells, err := Build(es)
	if err != nil {
		t.Fatal(err)
	}
	trie := Open(cells)
	for _, e := range es {
		if v, ok := find(trie, e.Key); !ok || v != e.Value {
			t.Fatalf("key %v has the value %d, %v; want %d", e.Key, v, ok, e.Value)
		}
	}
	for range 5000 {
		key := []uint16{uint16(1 + rng.IntN(300)), uint16(1 + rng.IntN(300)), uint16(1 + rng.IntN(300))}
		if _, ok := find(trie, key); ok != seen[string([]rune{rune(key[0]), rune(key[1]), rune(key[2])})] {
			t.Fatalf("key %v is found: %v", key, ok)
		}
	}
	rng.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
	if again, err := Build(es); err != nil || again != cells {
		t.Errorf("the order of the keys shows in the table (%v)", err)
	}
}

func TestBuildRefuses(t *testing.T) {
	for name, es := range map[string][]Entry{
		"an empty key":    {{nil, 1}},
		"the code 0":      {{[]uint16{1, 0}, 1}},
		"the code 0xFFFF": {{[]uint16{free}, 1}},
		"a large value":   {{[]uint16{1}, MaxValue + 1}},
		"a key twice":     {{[]uint16{1}, 1}, {[]uint16{1}, 2}},
	} {
		if _, err := Build(es); err == nil {
			t.Errorf("no error for %s", name)
		}
	}
}

func FuzzWalk(f *testing.F) {
	cells, err := Build([]Entry{{[]uint16{1, 2}, 3}, {[]uint16{1}, 4}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(cells, uint16(1), uint16(2))
	f.Add("", uint16(0), uint16(0))
	f.Fuzz(func(t *testing.T, cells string, a, b uint16) {
		trie := Open(cells)
		n := trie.Root()
		trie.Value(n)
		for _, c := range []uint16{a, b, a} {
			m, ok := trie.Child(n, c)
			if !ok {
				break
			}
			n = m
			if v, ok := trie.Value(n); ok && v > MaxValue {
				t.Errorf("value %d", v)
			}
		}
	})
}
