package picture

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// shapingTables are the tables a shaper needs. Outlines are left to sfnt,
// which reads them one by one from the mapped file: a whole Chinese font read
// in takes 30 to 100 MB, this takes 2.
var shapingTables = []string{"GDEF", "GPOS", "GSUB", "OS/2", "VORG", "cmap", "head", "hhea", "hmtx", "maxp", "vhea", "vmtx"}

// outlineTables are what sfnt needs besides.
var outlineTables = []string{"CFF ", "glyf", "loca", "name", "post"}

// A typeface is one face, ready to be set. It is safe for concurrent use.
type typeface struct {
	family string
	shapes *font.Font
	// outlines has the outlines, but those of fonts with several weights,
	// between which sfnt cannot choose.
	outlines func() (*sfnt.Font, error)
	variable bool
	upem     float64
	top      float64 // from the base line to the top of the square of Chinese letters, in em
	hasVORG  bool
}

// typeface makes face number i of the file ready.
func (f *fontFile) typeface(i int) (t *typeface, err error) {
	defer recovered(&err)
	loader := f.faces[i]
	description, _ := font.Describe(loader, nil)
	t = &typeface{family: description.Family, variable: loader.HasTable(opentype.MustNewTag("fvar"))}
	if t.variable {
		t.shapes, err = font.NewFont(loader)
	} else {
		t.shapes, err = f.shaping(i)
		t.outlines = sync.OnceValues(func() (*sfnt.Font, error) { return f.sfnt(i) })
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.family, err)
	}
	listCoverage(t.shapes)
	if t.upem = float64(t.shapes.Upem()); t.upem == 0 {
		return nil, fmt.Errorf("%s: no units in an em", t.family)
	}
	t.hasVORG = loader.HasTable(opentype.MustNewTag("VORG"))
	t.top = squareTop(loader, t.upem)
	return t, nil
}

// shaping has what the shaper needs of face number i.
func (f *fontFile) shaping(i int) (*font.Font, error) {
	loader, err := opentype.NewLoader(bytes.NewReader(written(f.faces[i], shapingTables)))
	if err != nil {
		return nil, err
	}
	return font.NewFont(loader)
}

// listCoverage writes ranges of glyphs out as lists: the shaper (v0.3.5)
// passes over glyphs that stand behind a range of 64 or more, and columns
// would have the commas and colons of lines.
func listCoverage(f *font.Font) {
	listed := func(c tables.Coverage) tables.Coverage {
		ranges, ok := c.(tables.Coverage2)
		if !ok {
			return c
		}
		var list tables.Coverage1
		for _, r := range ranges.Ranges {
			if len(list.Glyphs) > math.MaxUint16 { // no font has so many
				return c
			}
			for g := int(r.StartGlyphID); g <= int(r.EndGlyphID); g++ {
				list.Glyphs = append(list.Glyphs, tables.GlyphID(g))
			}
		}
		return list
	}
	for _, lookup := range f.GSUB.Lookups {
		for i, s := range lookup.Subtables {
			single, ok := s.(tables.SingleSubs)
			if !ok {
				continue
			}
			switch data := single.Data.(type) {
			case tables.SingleSubstData1:
				data.Coverage = listed(data.Coverage)
				single.Data = data
			case tables.SingleSubstData2:
				data.Coverage = listed(data.Coverage)
				single.Data = data
			}
			lookup.Subtables[i] = single
		}
	}
}

// sfnt has the outlines of face number i. It is strict about the order of a
// file; what it refuses is written anew, in memory.
func (f *fontFile) sfnt(i int) (face *sfnt.Font, err error) {
	defer recovered(&err)
	collection, err := sfnt.ParseCollection(f.data)
	if err == nil && i < collection.NumFonts() {
		if face, err = collection.Font(i); err == nil {
			return face, nil
		}
	}
	again, againErr := sfnt.Parse(written(f.faces[i], slices.Concat(shapingTables, outlineTables)))
	if againErr != nil {
		return nil, errors.Join(err, againErr)
	}
	return again, nil
}

// squareTop is where the square of Chinese letters begins above the base line:
// the typographic ascender, where it and the descender make one em, as they
// should in a Chinese font, else .88, which most such fonts have.
func squareTop(l *opentype.Loader, upem float64) float64 {
	os2, err := l.RawTable(opentype.MustNewTag("OS/2"))
	if err != nil || len(os2) < 72 {
		return .88
	}
	signed := func(at int) float64 { return float64(int16(uint16(os2[at])<<8 | uint16(os2[at+1]))) }
	ascender, descender := signed(68), signed(70)
	if height := ascender - descender; height < .98*upem || height > 1.02*upem {
		return .88
	}
	return ascender / upem
}

// draws says that the outlines can be read.
func (t *typeface) draws() error {
	if t.variable {
		return nil
	}
	_, err := t.outlines()
	return err
}

// covers says that the face has a letter. Joiners and selectors it may lack.
func (t *typeface) covers(face *font.Face, cluster string) bool {
	for _, r := range cluster {
		if r == '\u200d' || r >= '\ufe00' && r <= '\ufe0f' || r >= 0xE0100 && r <= 0xE01EF {
			continue
		}
		if g, ok := face.NominalGlyph(r); !ok || g == 0 {
			return false
		}
	}
	return true
}

// outline is the path of a glyph in em, up positive.
func (t *typeface) outline(face *font.Face, buffer *sfnt.Buffer, id font.GID) []opentype.Segment {
	if t.variable {
		o, ok := face.GlyphDataOutline(id)
		if !ok {
			return nil
		}
		for i := range o.Segments {
			args := &o.Segments[i].Args
			for j := range args {
				args[j].X /= float32(t.upem)
				args[j].Y /= float32(t.upem)
			}
		}
		return o.Segments
	}
	// At one pixel for a unit nothing is rounded.
	outlines, err := t.outlines()
	if err != nil {
		return nil
	}
	segments, err := outlines.LoadGlyph(buffer, sfnt.GlyphIndex(id), fixed.I(int(t.upem)), nil)
	if err != nil {
		return nil
	}
	out := make([]opentype.Segment, len(segments))
	scale := float32(1 / (64 * t.upem))
	for i, s := range segments {
		out[i].Op = opentype.SegmentOp(s.Op) // move, line, quadratic, cubic: in both
		for j, p := range s.Args {
			out[i].Args[j] = opentype.SegmentPoint{X: float32(p.X) * scale, Y: -float32(p.Y) * scale}
		}
	}
	return out
}

// region is the region a family's name ends with, or "".
func region(family string) string {
	words := strings.Fields(strings.NewReplacer("CJK", "", "-", " ").Replace(family))
	for i := len(words) - 1; i >= 0; i-- {
		switch strings.ToUpper(words[i]) {
		case "TC", "TW":
			return "tw"
		case "SC", "CN":
			return "cn"
		case "HK", "MO":
			return "hk"
		case "JP", "J":
			return "jp"
		case "KR", "K":
			return "kr"
		}
	}
	switch family := strings.ToLower(family); {
	case strings.Contains(family, "mingliu"), strings.Contains(family, "jhenghei"):
		return "tw"
	case strings.Contains(family, "simsun"), strings.Contains(family, "yahei"), strings.HasPrefix(family, "st"):
		return "cn"
	}
	return ""
}

// recovered makes an error of a panic: font files are read by others' parsers,
// and a broken one must not end the program.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the font is broken: %v", r)
	}
}
