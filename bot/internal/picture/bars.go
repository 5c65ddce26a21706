package picture

import (
	"context"
	"fmt"
	"image"
	"strconv"
)

// The measures of a chart, in pixels.
const (
	chartWidth  = 1200
	chartHeight = 560
	chartPad    = 34 // from the frame
	nameSize    = 44
	titleSize   = 28
	labelSize   = 26
	maxBars     = 120
	maxBar      = 48 // the width of a bar
	minBar      = 4  // the height of the lowest
)

// Appearances draws how often a person appears over the chapters.
func (f *Fonts) Appearances(ctx context.Context, b Bars) (pic *Picture, err error) {
	text := b.Name + b.Title + b.First + b.Last
	err = f.lend(regionOf(b.Region, text), text, func(s *setter) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := newCanvas(chartWidth, chartHeight, b.Color)
		c.frame(image.Rect(margin, margin, chartWidth-margin, chartHeight-margin))
		s.chart(c, b)
		pic = &Picture{Missing: s.missing}
		return pic.print(c)
	})
	if err != nil {
		return nil, fmt.Errorf("drawing a chart: %w", err)
	}
	return pic, nil
}

// chart inks what is inside the frame.
func (s *setter) chart(c *canvas, b Bars) {
	bars, per := bin(b.Counts)
	highest := 0
	for _, n := range bars {
		highest = max(highest, n)
	}
	inner := c.clip.Inset(chartPad)
	left, right := float64(inner.Min.X), float64(inner.Max.X)

	line := float64(inner.Min.Y + nameSize)
	caption := ""
	if b.Caption != nil {
		caption = b.Caption(per, highest)
	}
	end := s.write(c, caption, right, line, labelSize, (right-left)/2, 1)
	start := s.write(c, b.Name, left, line, nameSize, (end-left)/2, 0)
	s.write(c, b.Title, start+nameSize/2, line, titleSize, end-start-nameSize, 0)

	foot := float64(inner.Max.Y)
	s.write(c, b.First, left, foot, labelSize, (right-left)/2-labelSize, 0)
	s.write(c, b.Last, right, foot, labelSize, (right-left)/2-labelSize, 1)

	base := foot - 1.5*labelSize
	top := line + 2.2*labelSize // leaves room for the number at the highest bar
	s.bars(c, bars, highest, image.Rect(inner.Min.X, int(top), inner.Max.X, int(base)))
	c.fill(c.black, left, base, right, base+2, 1)
}

// bin adds up chapters so that there are not too many bars, and says how many
// chapters a bar stands for.
func bin(counts []int) (bars []int, per int) {
	per = 1
	for step := 0; (len(counts)+per-1)/per > maxBars; step++ {
		per = []int{2, 5, 10}[step%3]
		for range step / 3 {
			per *= 10
		}
	}
	bars = make([]int, (len(counts)+per-1)/per)
	for i, n := range counts {
		bars[i/per] += max(n, 0)
	}
	return bars, per
}

// bars inks the bars into a box, and the number of the highest above it.
func (s *setter) bars(c *canvas, bars []int, highest int, box image.Rectangle) {
	if highest == 0 {
		return
	}
	slot := float64(box.Dx()) / float64(len(bars))
	wide := min(slot*.76, maxBar)
	numbered := false
	for i, n := range bars {
		if n == 0 {
			continue
		}
		middle := float64(box.Min.X) + (float64(i)+.5)*slot
		y := float64(box.Max.Y) - max(float64(n)/float64(highest)*float64(box.Dy()), minBar)
		c.fill(c.coloured, middle-wide/2, y, middle+wide/2, float64(box.Max.Y), 1)
		if n == highest && !numbered {
			numbered = true
			number := strconv.Itoa(n)
			_, width := s.line(number)
			x := min(max(middle-width*labelSize/2, float64(box.Min.X)), float64(box.Max.X)-width*labelSize)
			s.write(c, number, x, y-.3*labelSize, labelSize, float64(box.Dx()), 0)
		}
	}
}

// write sets text on a base line at y, from x to the right or, with align 1,
// to end at x, cut to a width. It says where the text ends or begins.
func (s *setter) write(c *canvas, text string, x, y, size, width, align float64) float64 {
	text = visibleLine(head(text))
	glyphs, length := s.line(text)
	for runes := []rune(text); length*size > width && len(runes) > 0; {
		runes = runes[:len(runes)-1]
		glyphs, length = s.line(string(runes) + "…")
	}
	if length*size > width {
		return x
	}
	x -= align * length * size
	for _, g := range glyphs {
		c.glyph(s, c.black, g, x, y, size)
	}
	if align > 0 {
		return x
	}
	return x + length*size
}
