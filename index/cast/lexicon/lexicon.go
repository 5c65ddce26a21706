// Package lexicon knows which strings are everyday words and which characters
// stand in names. It lets the cast tell 高平安 | 全軍 from 高平 | 安全 without
// a segmenter.
//
// The tables are precompiled by ./gen from jieba.dict.utf8, the word list of
// the jieba segmenter (MIT licence, by Sun Junyi and the cppjieba authors), in
// folded spelling: hanzi.FoldRune of every character. They are embedded and
// read in place, so that opening them costs a few microseconds.
package lexicon

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sort"
	"sync"
)

//go:generate go run ./gen

//go:embed words.bin
var wordData []byte

//go:embed characters.bin
var characterData []byte

// Class says what kind of word an entry is.
type Class uint8

// The classes of the word list.
const (
	Other    Class = iota // an everyday word
	Person                // a person's name
	Foreign               // a transliterated name
	Place                 // a place
	Body                  // an organisation
	Verb                  // a verb
	Function              // a pronoun, adverb, conjunction, preposition or particle
	Measure               // a number, a measure, a time
)

// A Word is what the list knows of a string.
type Word struct {
	Class Class
	// Weight is log10(frequency+1) in the list's corpus, 0 for the rarest.
	Weight float64
}

// Everyday reports whether the word is neither a name nor a place.
func (w Word) Everyday() bool {
	return w.Class != Person && w.Class != Foreign && w.Class != Place
}

// A Key identifies a string of folded characters.
type Key uint64

// Start is the key of the empty string.
const Start Key = 0xcbf29ce484222325

// Extend is the key of the string with one more character.
func (k Key) Extend(r rune) Key {
	k = (k ^ Key(r)) * 0x9e3779b97f4a7c15
	return k ^ k>>29
}

// KeyOf is the key of a string.
func KeyOf(rs []rune) Key {
	k := Start
	for _, r := range rs {
		k = k.Extend(r)
	}
	return k
}

// The word table: bucketBits of the mixed key choose a bucket; an entry is
// little-endian: 24 bits of the key, 3 bits of class, 5 bits of weight in
// steps of weightStep.
const (
	bucketBits = 17
	weightStep = 0.2
	entrySize  = 4
)

func mix(k Key) uint64 {
	h := uint64(k)
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// bucketStarts turns the bucket sizes in front of the table into places.
var bucketStarts = sync.OnceValue(func() []uint32 {
	starts := make([]uint32, 1<<bucketBits+1)
	at := uint32(1 << bucketBits)
	for i := range 1 << bucketBits {
		starts[i] = at
		at += uint32(wordData[i]) * entrySize
	}
	starts[1<<bucketBits] = at
	return starts
})

// Lookup finds the string with the key. About one string in ten million that
// the list does not hold is taken for one that it holds.
func Lookup(k Key) (Word, bool) {
	h := mix(k)
	starts := bucketStarts()
	b := h & (1<<bucketBits - 1)
	print := uint32(h>>bucketBits) & 0xffffff
	for at := starts[b]; at < starts[b+1]; at += entrySize {
		if e := binary.LittleEndian.Uint32(wordData[at:]); e>>8 == print {
			return Word{Class: Class(e >> 5 & 7), Weight: float64(e&31) * weightStep}, true
		}
	}
	return Word{}, false
}

// LookupRunes finds the string.
func LookupRunes(rs []rune) (Word, bool) { return Lookup(KeyOf(rs)) }

// A Character holds how much more often a character stands in a place of a
// name than in everyday words, as natural logarithms: 0 is as often as
// anywhere, 2 is seven times as often.
type Character struct {
	Given1  float64 // the given name of one character
	Given2  float64 // the first of two
	Given3  float64 // the second of two
	Foreign float64 // a transliterated name
	// Rate is the share of the character among those of everyday words.
	Rate float64
}

// The character table: the characters in order as uint32, then six bytes for
// each: the four logarithms in sixteenths as int8, the rate as a uint16 half
// logarithm.
const (
	logStep    = 1.0 / 16
	rateStep   = 1.0 / 2048
	recordSize = 6
)

// characterTable holds the records in order; of says which one a character of
// the basic plane has, 0 for none.
type characterTable struct {
	records []Character
	of      [1 << 16]uint16
}

var characters = sync.OnceValue(func() *characterTable {
	n := int(binary.LittleEndian.Uint32(characterData))
	t := &characterTable{records: make([]Character, 1, n+1)}
	for i := range n {
		r := rune(binary.LittleEndian.Uint32(characterData[4+4*i:]))
		rec := characterData[4+4*n+recordSize*i:]
		if !basic(r) {
			continue
		}
		t.of[r] = uint16(len(t.records))
		t.records = append(t.records, Character{
			Given1:  float64(int8(rec[0])) * logStep,
			Given2:  float64(int8(rec[1])) * logStep,
			Given3:  float64(int8(rec[2])) * logStep,
			Foreign: float64(int8(rec[3])) * logStep,
			Rate:    math.Exp(-float64(binary.LittleEndian.Uint16(rec[4:])) * rateStep),
		})
	}
	return t
})

// CharacterOf is what the table knows of the folded character; all zero where
// it knows nothing. It must not be changed.
func CharacterOf(r rune) *Character {
	t := characters()
	if !basic(r) {
		return &t.records[0]
	}
	return &t.records[t.of[r]]
}

// Tables builds the two tables; it is what ./gen writes. Words are keyed by
// their folded spelling.
func Tables(words map[string]Word, chars map[rune]Character) (wordTable, characterTable []byte) {
	buckets := make([][]uint32, 1<<bucketBits)
	for w, v := range words {
		h := mix(KeyOf([]rune(w)))
		b := h & (1<<bucketBits - 1)
		weight := min(31, uint32(math.Round(v.Weight/weightStep)))
		buckets[b] = append(buckets[b], uint32(h>>bucketBits)&0xffffff<<8|uint32(v.Class)<<5|weight)
	}
	for _, b := range buckets {
		wordTable = append(wordTable, byte(len(b)))
	}
	for _, b := range buckets {
		sort.Slice(b, func(i, j int) bool { return b[i] < b[j] })
		for _, e := range b {
			wordTable = binary.LittleEndian.AppendUint32(wordTable, e)
		}
	}
	order := make([]rune, 0, len(chars))
	for r := range chars {
		order = append(order, r)
	}
	sort.Slice(order, func(i, j int) bool { return order[i] < order[j] })
	characterTable = binary.LittleEndian.AppendUint32(nil, uint32(len(order)))
	for _, r := range order {
		characterTable = binary.LittleEndian.AppendUint32(characterTable, uint32(r))
	}
	for _, r := range order {
		c := chars[r]
		for _, v := range []float64{c.Given1, c.Given2, c.Given3, c.Foreign} {
			characterTable = append(characterTable, byte(int8(math.Round(max(-8, min(7.9, v))/logStep))))
		}
		rate := min(65535, -math.Log(max(c.Rate, 1e-12))/rateStep)
		characterTable = binary.LittleEndian.AppendUint16(characterTable, uint16(rate))
	}
	return wordTable, characterTable
}
