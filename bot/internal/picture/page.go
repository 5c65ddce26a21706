package picture

import (
	"context"
	"errors"
	"fmt"
	"image"

	"shuyou/index/hanzi"
)

// maxRunes bounds how much of a passage is looked at; far less fits a page.
const maxRunes = 6000

// Page draws a passage as a printed page. It fits about 1200 letters; a longer
// passage is cut, and the picture says so.
func (f *Fonts) Page(ctx context.Context, p PageText) (pic *Picture, err error) {
	text, from := window(p)
	err = f.lend(regionOf(p.Region, text), text, func(s *setter) error {
		page, cut := compose(p, text, from, s)
		if len(page.text) == 0 {
			return errors.New("the passage has no letters")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		set, ok := page.fit()
		if !ok {
			page, cut = page.cut(), true
			if set, ok = page.fit(); !ok {
				return fmt.Errorf("a passage of %d letters does not fit a page", len([]rune(text)))
			}
		}
		c := newCanvas(set.width, set.height, p.Color)
		if err := s.draw(ctx, c, set); err != nil {
			return err
		}
		pic = &Picture{Cut: cut, Shown: page.shown(), Missing: s.missing}
		return pic.print(c)
	})
	if err != nil {
		return nil, fmt.Errorf("drawing a page: %w", err)
	}
	return pic, nil
}

// print makes the file of a canvas.
func (p *Picture) print(c *canvas) (err error) {
	p.Width, p.Height = c.black.Rect.Dx(), c.black.Rect.Dy()
	p.PNG, err = c.encode()
	return err
}

// window is the part of the passage that may be shown, around what is marked,
// and the rune it begins with.
func window(p PageText) (string, int) {
	runes := []rune(p.Text)
	if len(runes) <= maxRunes {
		return p.Text, 0
	}
	from := 0
	if len(p.Marks) > 0 {
		from = min(max(p.Marks[0][0]-maxRunes/2, 0), len(runes)-maxRunes)
	}
	return string(runes[from : from+maxRunes]), from
}

// compose cuts what is on a page into atoms, and says whether the passage was
// cut already.
func compose(p PageText, text string, from int, s *setter) (c compositor, cut bool) {
	z := atomizer{measure: s.measure, centred: s.centred, longest: (minRows - 2) * em, marks: p.Marks}
	c.text = z.paragraphs(text, from)
	z.marks = nil
	c.title, c.colophon = z.paragraph(head(p.Title), 0), z.paragraph(head(p.Colophon), 0)
	return c, len(text) < len(p.Text)
}

// maxLabel bounds the runes of a title and the like.
const maxLabel = 300

func head(label string) string {
	if runes := []rune(label); len(runes) > maxLabel {
		return string(runes[:maxLabel])
	}
	return label
}

// regionOf is the region whose letters a text is set in.
func regionOf(wanted, text string) string {
	switch wanted {
	case "tw", "hk", "cn":
		return wanted
	}
	d := hanzi.Detect(text)
	switch {
	case d.Simplified > d.Traditional:
		return "cn"
	case d.Region() == "hk":
		return "hk"
	}
	return "tw"
}

// draw inks a sheet.
func (s *setter) draw(ctx context.Context, c *canvas, set sheet) error {
	size := float64(set.size)
	px := func(length int) float64 { return float64(length) * size / em }
	frame := image.Rect(margin, margin, set.width-margin, set.height-margin)
	c.frame(frame)

	head := float64(margin) + px(padHead)
	x := float64(set.width-margin) - px(padSide)
	put := func(columns []column, width int, scale float64, shift float64) error {
		for _, column := range columns {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.column(c, column, x-px(width)/2, head+shift, size*scale)
			x -= px(width)
		}
		return nil
	}
	if err := put(set.title, titlePitch, titleScale/1000., 0); err != nil {
		return err
	}
	if len(set.title) > 0 {
		x -= px(titleGap)
	}
	for i := range set.text[min(1, len(set.text)):] { // between columns, as on lined paper
		line := x - px((i+1)*pitch)
		c.fill(c.black, line-.5, float64(c.clip.Min.Y), line+.5, float64(c.clip.Max.Y), .13)
	}
	if err := put(set.text, pitch, 1, 0); err != nil {
		return err
	}
	if len(set.colophon) == 0 {
		return nil
	}
	line := x - px(colophonGap/2)
	c.fill(c.black, line-.5, float64(c.clip.Min.Y), line+.5, float64(c.clip.Max.Y), .45)
	x -= px(colophonGap)
	last := set.colophon[len(set.colophon)-1]
	shift := px(set.rows*em) - px(last.bottom())*colophonScale/1000
	if len(set.colophon) > 1 {
		shift = 0
	}
	return put(set.colophon, colophonPitch, colophonScale/1000., shift)
}

// column inks a column around x, in a type of size pixels.
func (s *setter) column(c *canvas, column column, x, head, size float64) {
	y := func(length int) float64 { return head + float64(length)*size/em }
	for i, a := range column.atoms {
		on := c.black
		if a.marked {
			on = c.coloured
		}
		top := y(column.tops[i])
		for _, g := range s.shape(a) {
			c.glyph(s, on, g, x, top, size)
		}
		if a.setting == dash {
			c.fill(on, x-.025*size, top+.08*size, x+.025*size, top+(float64(a.advance)/em-.08)*size, 1)
		}
	}
	s.sideline(c, column, x, y, size)
}

// sideline rules a line to the right of what is marked.
func (s *setter) sideline(c *canvas, column column, x float64, y func(int) float64, size float64) {
	for i := 0; i < len(column.atoms); i++ {
		if !column.atoms[i].marked {
			continue
		}
		j := i
		for j+1 < len(column.atoms) && column.atoms[j+1].marked {
			j++
		}
		right := x + .64*size
		c.fill(c.coloured, right-.03*size, y(column.tops[i])+.06*size, right+.03*size, y(column.tops[j]+column.atoms[j].advance)-.06*size, 1)
		i = j
	}
}
