package picture

// A column is what stands in one column of a page.
type column struct {
	atoms []atom
	tops  []int // where each atom begins, from the head of the column
	last  bool  // ends its paragraph
}

// bottom is where the column ends; hung stops are beyond the foot.
func (c column) bottom() int {
	n := len(c.atoms) - 1
	return c.tops[n] + c.atoms[n].advance
}

// A column whose letters had to go to the next one is drawn out to reach the
// foot, but not by more than maxSpread, nor any gap by more than maxGap: rather
// it ends above the foot.
const (
	maxSpread = 3 * em
	maxGap    = em / 2
)

// setColumns breaks a paragraph into columns of a height, the first of them
// indented. Letters keep to the grid of squares but for the columns that
// punctuation does not let end there.
func setColumns(atoms []atom, indent, height int) []column {
	var out []column
	for len(atoms) > 0 {
		if len(out) > 0 && atoms[0].setting == blank {
			atoms = atoms[1:]
			continue
		}
		c, n := setColumn(atoms, indent, height)
		out = append(out, c)
		atoms = atoms[n:]
		indent = 0
	}
	if len(out) > 0 {
		out[len(out)-1].last = true
	}
	return out
}

// setColumn sets one column and says how many atoms it took.
func setColumn(atoms []atom, indent, height int) (column, int) {
	room := height - indent
	n, used := 0, 0
	for n < len(atoms) && used+atoms[n].advance <= room {
		used += atoms[n].advance
		n++
	}
	switch {
	case n == len(atoms):
		return place(atoms, indent, 0, 0), n
	case n == 0: // nothing fits: what is too long stands alone
		return place(atoms[:1], indent, 0, 0), 1
	case mayBreak(atoms, n):
		return spread(atoms[:n], indent, room), n
	case atoms[n].hangs && mayBreak(atoms, n+1):
		return place(atoms[:n+1], indent, 0, 0), n + 1
	}
	// A little more, where punctuation can give way to it.
	for k := n + 1; k <= min(len(atoms), n+3); k++ {
		if !mayBreak(atoms, k) {
			continue
		}
		excess := length(atoms[:k]) - room
		if excess <= slack(atoms[:k]) {
			return place(atoms[:k], indent, excess, 0), k
		}
		break
	}
	// A little less, and drawn out.
	for k := n - 1; k > 0; k-- {
		if mayBreak(atoms, k) && room-length(atoms[:k]) <= maxSpread {
			return spread(atoms[:k], indent, room), k
		}
	}
	return place(atoms[:n], indent, 0, 0), n
}

// mayBreak says that a column may end before atoms[n].
func mayBreak(atoms []atom, n int) bool {
	if n >= len(atoms) {
		return n == len(atoms)
	}
	return !atoms[n-1].noEnd && !atoms[n].noStart
}

func length(atoms []atom) int {
	sum := 0
	for _, a := range atoms {
		sum += a.advance
	}
	return sum
}

// slack is how much shorter punctuation can be made.
func slack(atoms []atom) int {
	sum := 0
	for _, a := range atoms {
		sum += a.before + a.after
	}
	return sum
}

// spread draws a column out to the foot, if it is near.
func spread(atoms []atom, indent, room int) column {
	for len(atoms) > 1 && atoms[len(atoms)-1].setting == blank {
		atoms = atoms[:len(atoms)-1]
	}
	extra := room - length(atoms)
	if extra > maxSpread || extra > maxGap*(len(atoms)-1) {
		extra = 0
	}
	return place(atoms, indent, 0, extra)
}

// place gives the atoms their places, after taking excess from the
// punctuation and sharing extra among the gaps. What stands at the foot gives
// first, for the blank part of it is not missed there.
func place(atoms []atom, indent, excess, extra int) column {
	c := column{atoms: atoms, tops: make([]int, len(atoms))}
	foot := 0
	if excess > 0 {
		foot = min(excess, atoms[len(atoms)-1].after)
	}
	give := slack(atoms) - atoms[len(atoms)-1].after
	excess -= foot
	gaps := len(atoms) - 1
	y, taken, given := indent, 0, 0
	for i, a := range atoms {
		share := func(part int) int { // of excess, so that the shares sum up to it
			if give == 0 || excess == 0 {
				return 0
			}
			given += part
			now := excess * given / give
			d := now - taken
			taken = now
			return d
		}
		y -= share(a.before)
		c.tops[i] = y
		y += a.advance
		if i < gaps {
			y -= share(a.after)
			if extra > 0 {
				y += extra*(i+1)/gaps - extra*i/gaps
			}
		}
	}
	return c
}
