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
// jieba's; variants come from OpenCC and Unicode, readings from pinyin-pro and
// pinyin. data/tables.json names the version of every source, internal/gen
// makes the tables. What the sources leave open is settled by curated files in
// the folder data, which say in their own words how they are written:
//
//	contexts.txt       which Traditional form is meant, by what stands around
//	contexts-simp.txt  the same towards Simplified
//	mend.txt           what bad conversions confuse
//	fold-groups.txt    letters that share a search key
//	scripts.txt        letters of both scripts
//	surnames.txt       how surnames are read
package hanzi
