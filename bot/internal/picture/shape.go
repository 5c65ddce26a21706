package picture

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A glyph is what is inked; without a face it is the geta mark 〓. Its origin is on the base line, relative to the
// middle of the head of its atom, in em; down is positive.
type glyph struct {
	face    *typeface
	id      font.GID
	x, y    float64
	stretch float64 // of the width
	turned  bool    // a quarter to the right
}

// at is where a point of the outline is, relative to the head of the atom.
func (g glyph) at(p opentype.SegmentPoint) (x, y float64) {
	x, y = float64(p.X)*g.stretch, -float64(p.Y)
	if g.turned {
		x, y = -y, x
	}
	return g.x + x, g.y + y
}

// box holds the outline.
func (g glyph) box(path []opentype.Segment) (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range path {
		for _, p := range path[i].ArgsSlice() {
			x, y := g.at(p)
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	return x0, y0, x1, y1
}

// A setter shapes and draws. It serves one picture at a time.
type setter struct {
	shaper  shaping.HarfbuzzShaper
	faces   map[*typeface]*font.Face
	buffer  sfnt.Buffer
	raster  vector.Rasterizer
	chain   []*lazyFace
	lang    language.Language
	centred bool // punctuation stands in the middle of its square
	missing []string
}

func newSetter() *setter { return &setter{faces: map[*typeface]*font.Face{}} }

// lend lends a setter for a picture. What goes wrong in the parsers of font
// files is an error; the setter is then thrown away, for it may be in any
// state.
func (f *Fonts) lend(region, text string, draw func(*setter) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a panic, perhaps of a broken font: %v\n%s", r, debug.Stack())
		}
	}()
	s := f.setters.Get().(*setter)
	s.begin(f.chain(region), region, text)
	err = draw(s)
	f.setters.Put(s)
	return err
}

// begin readies the setter for a picture in the letters of a region.
func (s *setter) begin(chain []*lazyFace, region, text string) {
	s.missing = nil
	s.lang = language.NewLanguage(map[string]string{"cn": "zh-hans", "hk": "zh-hant-hk"}[region])
	if s.lang == "" {
		s.lang = language.NewLanguage("zh-hant")
	}
	s.centred = region != "cn"
	s.chain = s.best(chain, text)
}

// best puts the first face that has nearly all of a text before those that
// have less, so that a text is not set in two kinds of letters.
func (s *setter) best(chain []*lazyFace, text string) []*lazyFace {
	letters := map[rune]bool{}
	for _, r := range text {
		if r < 0x20000 && unicode.Is(unicode.Han, r) {
			letters[r] = true
		}
	}
	for i, lazy := range chain {
		t, err := lazy.get()
		if err != nil || lazy.role == filler {
			continue
		}
		lacks := 0
		for r := range letters {
			if _, ok := s.face(t).NominalGlyph(r); !ok {
				lacks++
			}
		}
		if lacks*20 <= len(letters) && t.draws() == nil {
			out := append([]*lazyFace{lazy}, chain[:i]...)
			return append(out, chain[i+1:]...)
		}
	}
	return chain
}

func (s *setter) face(t *typeface) *font.Face {
	if s.faces[t] == nil {
		f := font.NewFace(t.shapes)
		if t.variable {
			f.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: 400}})
		}
		s.faces[t] = f
	}
	return s.faces[t]
}

// find is the first face that has a letter, or nil.
func (s *setter) find(cluster string) *typeface {
	for _, lazy := range s.chain {
		if t, err := lazy.get(); err == nil && t.covers(s.face(t), cluster) && t.draws() == nil {
			return t
		}
	}
	return nil
}

// shape sets the atom.
func (s *setter) shape(a atom) []glyph {
	switch a.setting {
	case blank, dash:
		return nil
	case upright:
		return s.upright(a)
	}
	runs, width := s.line(a.text)
	stretch := 1.0
	if a.setting == together && width > widestTogether {
		stretch = widestTogether / width
	}
	for i := range runs {
		g := &runs[i]
		g.stretch = stretch
		if a.setting == together {
			g.x = g.x*stretch - width*stretch/2
			g.y += s.chainTop()
			continue
		}
		// The middle of the square of Chinese letters goes to the middle of
		// the column.
		top := s.chainTop()
		if g.face != nil {
			top = g.face.top
		}
		g.x, g.y, g.turned = -g.y-(top-.5), g.x, true
	}
	return runs
}

// upright sets letters as they are, each in its square, in their vertical
// forms.
func (s *setter) upright(a atom) []glyph {
	t := s.find(a.text)
	if t == nil {
		return s.geta(a.text)
	}
	text := []rune(a.text)
	out := s.run(t, text, di.DirectionTTB)
	var glyphs []glyph
	y, whole := 0.0, -toEm(out.Advance)
	squares := float64(a.advance) / em
	if strings.Trim(a.text, "…") != "" && whole > squares+.5 { // parts that were to be joined
		return s.geta(a.text)
	}
	for i, g := range out.Glyphs {
		if g.GlyphID == 0 {
			return s.geta(a.text)
		}
		nominal, _ := s.face(t).NominalGlyph(text[min(g.TextIndex(), len(text)-1)])
		if g.GlyphID == nominal && strings.ContainsRune(turning, text[0]) {
			lying := s.run(t, text[i:i+1], di.DirectionLTR)
			for _, h := range lying.Glyphs {
				glyphs = append(glyphs, glyph{t, h.GlyphID, -(t.top - .5), y + (1-toEm(lying.Advance))/2, 1, true})
			}
			y++
			continue
		}
		p := glyph{t, g.GlyphID, toEm(g.XOffset), y + t.top, 1, false}
		if t.hasVORG {
			p.y = y - toEm(g.YOffset)
		}
		if strings.ContainsRune(stops, text[0]) {
			s.point(&p, text[0], g.GlyphID != nominal)
		}
		glyphs = append(glyphs, p)
		if len(text) == int(squares) { // several squares
			y++
		} else if g.Advance != 0 && i > 0 { // what belongs to a letter stays with it
			p.y = glyphs[0].y
		}
	}
	return glyphs
}

// point puts punctuation where it belongs in its square: in the middle in
// Taiwan and Hong Kong; on the mainland fonts know, and where one has no form
// for columns, commas and full stops go to the upper right.
func (s *setter) point(g *glyph, mark rune, vertical bool) {
	if !s.centred && vertical {
		return
	}
	x, y := 0., .5
	if !s.centred && strings.ContainsRune(hanging, mark) {
		x, y = .28, .22
	}
	path := s.outline(*g)
	if len(path) == 0 {
		return
	}
	x0, y0, x1, y1 := g.box(path)
	g.x += x - (x0+x1)/2
	g.y += y - (y0+y1)/2
}

func (s *setter) outline(g glyph) []opentype.Segment {
	return g.face.outline(s.face(g.face), &s.buffer, g.id)
}

// widestTogether is how wide figures side by side may be, in em: three of them
// reach a little into the space between columns.
const widestTogether = 1.2

// turning are the letters that are turned where a font has no form of them
// for columns.
const turning = opening + closing + "…⋯～－＝–"

// line sets a word on a horizontal base line. Pieces are in the first faces
// that have them.
func (s *setter) line(word string) (glyphs []glyph, width float64) {
	for word != "" {
		first, size := utf8.DecodeRuneInString(word)
		t := s.find(string(first))
		n := size
		for n < len(word) {
			r, size := utf8.DecodeRuneInString(word[n:])
			if t == nil || !t.covers(s.face(t), string(r)) {
				break
			}
			n += size
		}
		if t == nil {
			glyphs = append(glyphs, s.geta(word[:n])...)
			glyphs[len(glyphs)-1].x, glyphs[len(glyphs)-1].y = width, 0
			width++
			word = word[n:]
			continue
		}
		out := s.run(t, []rune(word[:n]), di.DirectionLTR)
		for _, g := range out.Glyphs {
			if g.GlyphID != font.EmptyGlyph {
				glyphs = append(glyphs, glyph{t, g.GlyphID, width + toEm(g.XOffset), -toEm(g.YOffset), 1, false})
			}
			width += toEm(g.Advance)
		}
		word = word[n:]
	}
	return glyphs, width
}

// measure tells how long a word is on its line.
func (s *setter) measure(word string) int {
	_, width := s.line(word)
	return int(width*em + .5)
}

// chainTop is where the base line of a square of text is, below its head.
func (s *setter) chainTop() float64 {
	for _, lazy := range s.chain {
		if t, err := lazy.get(); err == nil {
			return t.top
		}
	}
	return .88
}

// run shapes text at a thousand units to the em.
func (s *setter) run(t *typeface, text []rune, d di.Direction) shaping.Output {
	script := language.Han
	if d == di.DirectionLTR {
		script = language.LookupScript(text[0])
		if script == language.Common || script == language.Inherited {
			script = language.Latin
		}
	}
	return s.shaper.ShapeNoExtents(shaping.Input{
		Text: text, RunEnd: len(text), Direction: d, Face: s.face(t),
		Size: fixed.I(em), Script: script, Language: s.lang,
	})
}

// geta stands for a letter that no face has, which is remembered.
func (s *setter) geta(letter string) []glyph {
	if !slices.Contains(s.missing, letter) {
		s.missing = append(s.missing, letter)
	}
	return []glyph{{x: -.5, y: .88, stretch: 1}}
}

func toEm(v fixed.Int26_6) float64 { return float64(v) / (64 * em) }
