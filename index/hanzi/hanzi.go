// Package hanzi knows Chinese characters: it folds a text to its search key,
// converts it between scripts, tells which script it is in, finds word
// boundaries and reads names in pinyin.
//
// It promises that a fold is one rune for one rune and idempotent, that
// nothing fails or panics on any bytes (those that are not UTF-8 stay as they
// are), and that the streaming filters need the same memory for a file of any
// size. Tables are embedded and read in place on first use.
//
// Dictionaries and configurations are those of OpenCC; word frequencies are
// jieba's; variants come from OpenCC and Unicode. What the sources leave open
// is settled by the curated files in the folder data, each line of which says
// why. data/tables.json names the version of every source.
package hanzi
