// Package cast finds the people of a book in its raw text, as far as a reader
// has read: who they are, by which forms the text names them, which offices it
// gives them, what they say, who appears with whom, and the passages that tell
// most about them.
//
// It promises three things. Everything it says has a place in the book and is
// cited, never retold. Everything a reader is shown is what the finder yields
// from the chapters up to the reader's ceiling: finding is a fold over the
// chapters in reading order, so that nothing that comes later can change what
// is known earlier. And it never fails on any text: a text without people
// gives an empty cast.
//
// Names are found on folded text without a segmenter. What could be a name is
// scored by its characters, its neighbours and the word list of package
// lexicon; the lists in data/ are of words and characters of the language, not
// of any book's people.
package cast

// Version names the way casts are found and stored. What was stored under
// another version must be found anew.
const Version = "c2"
