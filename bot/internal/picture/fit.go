package picture

import (
	"math"
	"slices"
	"strings"
)

// The proportions of a page, in thousandths of an em of its text.
const (
	pitch          = 1700 // from column to column
	indent         = 2 * em
	padHead        = 900 // from the frame to the text
	padFoot        = 1150
	padSide        = 650
	titleScale     = 1180 // the size of the title
	titlePitch     = 1900
	titleGap       = 500
	colophonScale  = 720
	colophonPitch  = 1200
	colophonGap    = 500
	maxAside       = 3   // columns of a title, of a colophon
	margin         = 30  // pixels outside the frame, which takes frameWidth of them
	frameWidth     = 9   // pixels of the double rule
	minRows        = 9   // squares in a column
	wantedRatio    = 1.4 // width to height
	emptinessPrice = 0.25
	orphanLength   = 4 * em // of a column that would look forlorn
	orphanPrice    = 0.5
	asidePrice     = 0.3 // for each column a title or a colophon has besides the first
)

// typeSizes are the sizes of type, in pixels, the largest that fits is taken.
var typeSizes = []int{44, 38, 33, 28, 24}

// A sheet is a page that is set, before it is drawn.
type sheet struct {
	size                  int // pixels of an em
	rows                  int // squares in a column of text
	title, text, colophon []column
	width, height         int // pixels
}

// compositor holds what is to be set on a sheet.
type compositor struct {
	title, colophon []atom
	text            [][]atom
}

// fit sets the sheet in the largest type it fits with, and so that its shape
// is pleasant. ok is false where it does not fit even in the smallest.
func (c compositor) fit() (best sheet, ok bool) {
	byRows := map[int]sheet{}
	total := 0
	for _, p := range c.text {
		total += length(p) / 2 // no column takes in more than twice its height
	}
	for _, size := range typeSizes {
		score := math.Inf(1)
		for rows := minRows; rows <= rowsAt(size); rows++ {
			if total/(rows*em)*pitch*size/em > maxWidth {
				continue
			}
			s, set := byRows[rows]
			if !set {
				s = c.set(rows)
				byRows[rows] = s
			}
			s.measure(size)
			if s.width > maxWidth {
				continue
			}
			if r := s.score(); r < score {
				best, score = s, r
			}
		}
		if !math.IsInf(score, 1) {
			return best, true
		}
	}
	return best, false
}

// set sets the columns at a number of squares each.
func (c compositor) set(rows int) sheet {
	s := sheet{rows: rows}
	height := rows * em
	for _, p := range c.text {
		s.text = append(s.text, setColumns(p, indent, height)...)
	}
	s.title = aside(c.title, 2*em, height*em/titleScale)
	s.colophon = aside(c.colophon, 0, height*em/colophonScale)
	return s
}

// aside sets a title or a colophon, cut where it is too long.
func aside(atoms []atom, indent, height int) []column {
	columns := setColumns(atoms, indent, height)
	if len(columns) <= maxAside {
		return columns
	}
	columns = columns[:maxAside]
	last := &columns[maxAside-1]
	n := len(last.atoms)
	for n > 1 && last.tops[n-1]+em > height {
		n--
	}
	last.atoms, last.tops = slices.Clone(last.atoms[:n]), last.tops[:n]
	last.atoms[n-1] = atom{text: "…", from: last.atoms[n-1].from, to: last.atoms[n-1].to, advance: em}
	return columns
}

// rowsAt is how many squares go into the highest page.
func rowsAt(size int) int {
	return ((maxHeight-2*margin)*em/size - padHead - padFoot) / em
}

// measure gives the sheet the size it has in a type.
func (s *sheet) measure(size int) {
	s.size = size
	width := 2*padSide + len(s.text)*pitch
	if n := len(s.title); n > 0 {
		width += titleGap + n*titlePitch
	}
	if n := len(s.colophon); n > 0 {
		width += colophonGap + n*colophonPitch
	}
	s.width = 2*margin + s.px(width)
	s.height = 2*margin + s.px(padHead+padFoot+s.rows*em)
}

// px is a length in whole pixels.
func (s *sheet) px(length int) int { return (length*s.size + em - 1) / em }

// score is how far the sheet is from pleasant: its shape, how empty the last
// column is, how many paragraphs end with a few letters in a column of their
// own, and how many columns a title and a colophon take.
func (s *sheet) score() float64 {
	score := math.Abs(math.Log(float64(s.width) / float64(s.height) / wantedRatio))
	score += asidePrice * float64(max(len(s.title)-1, 0)+max(len(s.colophon)-1, 0))
	n := len(s.text)
	if n < 2 {
		return score
	}
	orphans := 0
	for i, c := range s.text[1:] {
		if c.last && !s.text[i].last && c.bottom() <= orphanLength {
			orphans++
		}
	}
	empty := 1 - float64(s.text[n-1].bottom())/float64(s.rows*em)
	return score + (emptinessPrice*empty+orphanPrice*float64(orphans))/math.Sqrt(float64(n))
}

// cut shortens a passage that does not fit. It ends with a sentence, begins
// with one, and holds what is marked first.
func (c compositor) cut() compositor {
	atoms := slices.Concat(c.text...)
	start := 0
	if i := slices.IndexFunc(atoms, func(a atom) bool { return a.marked }); i >= c.prefix(0) {
		for start = i; start > 0 && !endsSentence(atoms, start); {
			start--
		}
	}
	return compositor{c.title, c.colophon, c.slice(start, c.prefix(start))}
}

// maxAtoms is more than goes on any page.
const maxAtoms = 4000

// prefix is where to cut so that what is between start and there fits.
func (c compositor) prefix(start int) int {
	atoms := slices.Concat(c.text...)
	fits := func(end int) bool {
		s := compositor{c.title, c.colophon, c.slice(start, end)}.set(rowsAt(typeSizes[len(typeSizes)-1]))
		s.measure(typeSizes[len(typeSizes)-1])
		return s.width <= maxWidth
	}
	low, high := start+1, min(len(atoms), start+maxAtoms)
	for low < high { // the longest that fits
		middle := (low + high + 1) / 2
		if fits(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	for end := low; end > start+(low-start)*3/5; end-- {
		if endsSentence(atoms, end) && fits(end) {
			return end
		}
	}
	for end := low; end > start+(low-start)*3/5; end-- {
		if mayBreak(atoms, end) && fits(end) {
			return end
		}
	}
	return low
}

// slice is the text between two atoms, with an ellipsis at an end where
// something is left out.
func (c compositor) slice(start, end int) [][]atom {
	var out [][]atom
	n := 0
	for _, p := range c.text {
		a, b := max(start-n, 0), min(end-n, len(p))
		if a < b {
			out = append(out, slices.Clone(p[a:b]))
		}
		n += len(p)
	}
	if len(out) == 0 {
		return nil
	}
	if start > 0 {
		out[0] = slices.Insert(out[0], 0, omission(out[0][0].from))
	}
	if end < n {
		last := &out[len(out)-1]
		*last = append(*last, omission((*last)[len(*last)-1].to))
	}
	return out
}

// omission is the ellipsis that stands for what is left out.
func omission(at int) atom {
	return atom{text: "……", from: at, to: at, advance: 2 * em}
}

// endsSentence says that a sentence ends before atoms[n].
func endsSentence(atoms []atom, n int) bool {
	if n <= 0 || n >= len(atoms) {
		return true
	}
	if atoms[n].noStart {
		return false
	}
	i := n - 1
	for i > 0 && strings.Contains(closing, atoms[i].text) {
		i--
	}
	return strings.Contains("。！？……", atoms[i].text)
}

// shown is the span of the passage that is set.
func (c compositor) shown() [2]int {
	if len(c.text) == 0 {
		return [2]int{}
	}
	last := c.text[len(c.text)-1]
	return [2]int{c.text[0][0].from, last[len(last)-1].to}
}
