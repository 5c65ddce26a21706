package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"github.com/go-text/typesetting/font/opentype"
)

// paper and ink are the colours of a printed page.
var (
	paper     = color.RGBA{0xF7, 0xF1, 0xE3, 0xFF}
	ink       = color.RGBA{0x2B, 0x26, 0x22, 0xFF}
	vermilion = 0xB23A24
)

// shades is how many steps of each ink the palette has; sixteen bits of text
// do not show more, and the file is small.
const shades = 24

// A layer is how much of an ink is on each pixel.
type layer = image.Alpha

// A canvas has two inks. Nothing is inked outside clip.
type canvas struct {
	black, coloured *layer
	clip            image.Rectangle
	color           color.RGBA
}

func newCanvas(width, height int, rgb int) *canvas {
	r := image.Rect(0, 0, width, height)
	return &canvas{image.NewAlpha(r), image.NewAlpha(r), r, legible(rgb)}
}

// fill inks a rectangle; edges between pixels are shaded. strength is from 0
// to 1.
func (c *canvas) fill(on *layer, x0, y0, x1, y1, strength float64) {
	box := outside(x0, y0, x1, y1).Intersect(c.clip)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		high := min(y1, float64(y+1)) - max(y0, float64(y))
		for x := box.Min.X; x < box.Max.X; x++ {
			wide := min(x1, float64(x+1)) - max(x0, float64(x))
			i := on.PixOffset(x, y)
			on.Pix[i] = max(on.Pix[i], uint8(255*strength*high*wide+.5))
		}
	}
}

// outside is the whole pixels around a box.
func outside(x0, y0, x1, y1 float64) image.Rectangle {
	return image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
}

// frame rules the double line around a page, inside which all else stays.
func (c *canvas) frame(r image.Rectangle) {
	rule := func(r image.Rectangle, thick float64) {
		x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
		c.fill(c.black, x0, y0, x1, y0+thick, 1)
		c.fill(c.black, x0, y1-thick, x1, y1, 1)
		c.fill(c.black, x0, y0, x0+thick, y1, 1)
		c.fill(c.black, x1-thick, y0, x1, y1, 1)
	}
	rule(r, 4)
	rule(r.Inset(frameWidth-1), 1)
	c.clip = r.Inset(frameWidth)
}

// maxGlyph bounds the box of a glyph, in em; a broken font may have any.
const maxGlyph = 6

// glyph inks a glyph whose atom has its head at x, y, in a type of size
// pixels.
func (c *canvas) glyph(s *setter, on *layer, g glyph, x, y, size float64) {
	if g.face == nil {
		for _, up := range []float64{.58, .30} {
			x0, y0, x1, y1 := .14, -up, .86, -up+.12
			if g.turned {
				x0, y0, x1, y1 = up-.12, x0, up, x1
			}
			c.fill(on, x+(g.x+x0)*size, y+(g.y+y0)*size, x+(g.x+x1)*size, y+(g.y+y1)*size, 1)
		}
		return
	}
	path := s.outline(g)
	if len(path) == 0 {
		return
	}
	at := func(p opentype.SegmentPoint) (float32, float32) {
		px, py := g.at(p)
		return float32(x + px*size), float32(y + py*size)
	}
	x0, y0, x1, y1 := g.box(path)
	x0, y0, x1, y1 = x+x0*size, y+y0*size, x+x1*size, y+y1*size
	if !(x1-x0 < maxGlyph*size && y1-y0 < maxGlyph*size) { // also where it is not a number
		return
	}
	box := outside(x0, y0, x1, y1)
	seen := box.Intersect(c.clip)
	if seen.Empty() {
		return
	}
	s.raster.Reset(box.Dx(), box.Dy())
	s.raster.DrawOp = draw.Over
	dx, dy := float32(box.Min.X), float32(box.Min.Y)
	for i, segment := range path {
		ax, ay := at(segment.Args[0])
		bx, by := at(segment.Args[1])
		cx, cy := at(segment.Args[2])
		switch segment.Op {
		case opentype.SegmentOpMoveTo:
			if i > 0 {
				s.raster.ClosePath()
			}
			s.raster.MoveTo(ax-dx, ay-dy)
		case opentype.SegmentOpLineTo:
			s.raster.LineTo(ax-dx, ay-dy)
		case opentype.SegmentOpQuadTo:
			s.raster.QuadTo(ax-dx, ay-dy, bx-dx, by-dy)
		case opentype.SegmentOpCubeTo:
			s.raster.CubeTo(ax-dx, ay-dy, bx-dx, by-dy, cx-dx, cy-dy)
		}
	}
	s.raster.ClosePath()
	if seen == box {
		s.raster.Draw(on, box, image.Opaque, image.Point{})
		return
	}
	mask := image.NewAlpha(image.Rectangle{Max: box.Size()})
	s.raster.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(on, seen, image.Opaque, image.Point{}, mask, seen.Min.Sub(box.Min), draw.Over)
}

// encode prints the inks on paper.
func (c *canvas) encode() ([]byte, error) {
	var palette color.Palette
	for _, over := range []color.RGBA{ink, c.color} {
		for i := range shades {
			palette = append(palette, mix(paper, over, float64(i)/(shades-1)))
		}
	}
	var index [2][256]uint8
	for i := range 256 {
		index[0][i] = uint8((i*(shades-1) + 127) / 255)
		index[1][i] = index[0][i] + shades
	}
	out := image.NewPaletted(c.black.Rect, palette)
	for i, a := range c.black.Pix {
		if b := c.coloured.Pix[i]; b > a {
			out.Pix[i] = index[1][b]
		} else {
			out.Pix[i] = index[0][a]
		}
	}
	var file bytes.Buffer
	// Half the time of the usual compression, for a file a quarter larger.
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&file, out); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

func mix(a, b color.RGBA, share float64) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*share + .5) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xFF}
}

// legible darkens a colour until it stands out from paper as text must: 4.5 to
// 1 in the measure of WCAG 2.
func legible(rgb int) color.RGBA {
	if rgb == 0 {
		rgb = vermilion
	}
	c := color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF}
	for (luminance(paper)+.05)/(luminance(c)+.05) < 4.5 {
		c = mix(c, color.RGBA{A: 0xFF}, .08)
	}
	return c
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= .04045 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}
