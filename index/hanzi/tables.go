package hanzi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"shuyou/index/hanzi/internal/trie"
)

//go:generate go run ./internal/gen -opencc $OPENCC_DIR -jieba $JIEBA_DICT -jieba-version v1.4.6 -unihan $UNIHAN_DIR -unihan-version 15.0.0-1 -pinyin-pro $PINYIN_PRO_DIR -pinyin $PINYIN_DIR -out data

//go:embed data/tables.bin
var tableBytes string

//go:embed data/tables.json
var tableIndex []byte

// dictionaries is the opened form of the embedded tables. The tries are read
// in place; only the alphabet is unpacked.
type dictionaries struct {
	sources  []string
	alphabet alphabet
	lexicon  trie.Trie
	unknown  int32 // cost of a letter that is no word
	values   string
	sets     map[string]trie.Trie
	configs  []tableConfig

	classes   string // by code: 'S', 'T' or 0
	formLines string // a Simplified letter and its Traditional forms, a line each
	// regionLines has a letter and the standards that write it so, as a digit.
	regionLines string
	letters     func() *letters
	contexts    func() (*contexts, error) // of Simplified letters
	contextsT   func() (*contexts, error) // of Traditional letters
	slips       func() (*slips, error)
	doubts      func() (*contexts, error) // of Traditional letters, for trad
	nameLetters func() (map[symbol]bool, error)
	titles      func() map[string]bool

	syllables       func() []string
	readings        string // by code: the number of a syllable from 1, 16 bits
	readingRows     string // syllables of phrases and surnames
	phraseReadings  trie.Trie
	surnameReadings trie.Trie
}

type tableConfig struct {
	Name      string     `json:"name"`
	Normalize [][]string `json:"normalize"`
	Segment   []string   `json:"segment"`
	Chain     [][]string `json:"chain"`
}

// openTables opens the tables on first use.
var openTables = sync.OnceValues(loadTables)

func loadTables() (*dictionaries, error) {
	var t struct {
		Sources  []string          `json:"sources"`
		Unknown  int32             `json:"unknown_cost"`
		Sections map[string][2]int `json:"sections"`
		Configs  []tableConfig     `json:"configs"`
	}
	if err := json.Unmarshal(tableIndex, &t); err != nil {
		return nil, fmt.Errorf("conversion tables: %w", err)
	}
	d := &dictionaries{sources: t.Sources, unknown: t.Unknown, configs: t.Configs, sets: map[string]trie.Trie{}}
	for name, at := range t.Sections {
		if at[0] < 0 || at[1] < 0 || at[0]+at[1] > len(tableBytes) {
			return nil, fmt.Errorf("conversion tables: section %s lies outside the file", name)
		}
		data := tableBytes[at[0] : at[0]+at[1]]
		switch name {
		case "alphabet":
			d.alphabet = makeAlphabet(data)
		case "lexicon":
			d.lexicon = trie.Open(data)
		case "syllables":
			d.syllables = sync.OnceValue(func() []string { return strings.Split(data, " ") })
		case "readings":
			d.readings = data
		case "reading rows":
			d.readingRows = data
		case "phrase readings":
			d.phraseReadings = trie.Open(data)
		case "surname readings":
			d.surnameReadings = trie.Open(data)
		case "classes":
			d.classes = data
		case "regions":
			d.regionLines = data
		case "forms":
			d.formLines = data
		case "values":
			d.values = data
		default:
			d.sets[name] = trie.Open(data)
		}
	}
	d.letters = sync.OnceValue(d.readLetters)
	d.slips = sync.OnceValues(func() (*slips, error) { return readSlips(mendLines, &d.alphabet) })
	d.contexts = sync.OnceValues(func() (*contexts, error) {
		return readContexts("contexts.txt", contextLines, &d.alphabet)
	})
	d.contextsT = sync.OnceValues(func() (*contexts, error) {
		return readContexts("contexts-simp.txt", simpContextLines, &d.alphabet)
	})
	d.doubts = sync.OnceValues(func() (*contexts, error) {
		return readContexts("mend-doubts.txt", mendDoubtLines, &d.alphabet)
	})
	d.nameLetters = sync.OnceValues(func() (map[symbol]bool, error) { return readNameLetters(nameLines, &d.alphabet) })
	d.titles = sync.OnceValue(func() map[string]bool { return readTitles(titleLines) })
	return d, nil
}

// A symbol is one letter of a text at work: the code of a letter of the
// alphabet (1 to 0xFFFE), or, for what no dictionary knows, literal + the
// rune, or, for a byte that is not UTF-8, invalid + the byte.
type symbol int32

const (
	literal symbol = 1 << 16
	invalid symbol = 1 << 24
)

// alphabet maps runes to codes and back.
type alphabet struct {
	pages [0x331]uint16 // by rune >> 8: page number, 0 is the empty page
	codes []uint16
	runes []rune
}

func makeAlphabet(letters string) alphabet {
	a := alphabet{codes: make([]uint16, 256, 256*256), runes: make([]rune, 1, len(letters)/3+2)}
	for _, r := range letters {
		code := uint16(len(a.runes))
		a.runes = append(a.runes, r)
		p := &a.pages[r>>8]
		if *p == 0 {
			*p = uint16(len(a.codes) >> 8)
			a.codes = append(a.codes, make([]uint16, 256)...)
		}
		a.codes[int(*p)<<8|int(r&0xFF)] = code
	}
	return a
}

func (a *alphabet) symbol(r rune) symbol {
	if uint32(r)>>8 < uint32(len(a.pages)) {
		if c := a.codes[uint(a.pages[r>>8])<<8|uint(r&0xFF)]; c != 0 {
			return symbol(c)
		}
	}
	return literal + symbol(r)
}

// rune is the letter of s, utf8.RuneError for a byte that is none.
func (a *alphabet) rune(s symbol) rune {
	switch {
	case s < literal:
		return a.runes[s]
	case s < invalid:
		return rune(s - literal)
	}
	return 0xFFFD
}
