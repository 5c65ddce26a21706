package chapters

// fold is the seam to the search key of a character.
func fold(r rune) rune { return r }
