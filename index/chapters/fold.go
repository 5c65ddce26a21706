package chapters

import "shuyou/index/hanzi"

// fold gives the search key of a character: the same for both scripts, every
// width and case.
func fold(r rune) rune { return hanzi.FoldRune(r) }
