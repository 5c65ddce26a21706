package commands

import "slices"

const (
	barFrom  = 10 // chapters from which a bar says something
	barCells = 20
)

var barHeights = []rune("▁▂▃▄▅▆▇█")

// bar draws how counts fall over the chapters, in at most twenty cells; empty
// where there are fewer than ten chapters. The lowest step means none.
func bar(counts []int) string {
	if len(counts) < barFrom {
		return ""
	}
	cells := make([]int, min(barCells, len(counts)))
	for i, n := range counts {
		cells[i*len(cells)/len(counts)] += n
	}
	highest := slices.Max(cells)
	drawn := make([]rune, len(cells))
	for i, n := range cells {
		step := 0
		if n > 0 {
			step = max(1, (2*n*(len(barHeights)-1)+highest)/(2*highest))
		}
		drawn[i] = barHeights[step]
	}
	return string(drawn)
}
