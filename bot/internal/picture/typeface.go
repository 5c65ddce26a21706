package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/mmap-go"
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
var outlineTables = []string{"CFF ", "glyf", "loca", "name"}

// A fontFile is a font file in memory, mapped where the system can.
type fontFile struct {
	data   []byte
	mapped mmap.MMap
	faces  []*opentype.Loader
}

func openFontFile(path string) (file *fontFile, err error) {
	defer recovered(&err)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() < 12 {
		return nil, fmt.Errorf("%s is not a font file", path)
	}
	file = &fontFile{}
	if file.mapped, err = mmap.Map(f, mmap.RDONLY, 0); err == nil {
		file.data = file.mapped
	} else if file.data, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	if err = checkTables(file.data); err == nil {
		file.faces, err = opentype.NewLoaders(bytes.NewReader(file.data))
	}
	if err != nil {
		file.close()
		return nil, fmt.Errorf("%s is not a font file: %w", path, err)
	}
	return file, nil
}

// maxFaces bounds the faces of a collection; Noto CJK has nine at most.
const maxFaces = 64

// checkTables sees that every table is inside the file: readers make room for
// what a table says it holds before they read it.
func checkTables(data []byte) error {
	starts := []uint32{0}
	if bytes.HasPrefix(data, []byte("ttcf")) {
		n := binary.BigEndian.Uint32(data[8:])
		if n > maxFaces || len(data) < 12+4*int(n) {
			return fmt.Errorf("a collection of %d fonts", n)
		}
		starts = starts[:0]
		for i := range int(n) {
			starts = append(starts, binary.BigEndian.Uint32(data[12+4*i:]))
		}
	}
	for _, start := range starts {
		if uint64(start)+12 > uint64(len(data)) {
			return errors.New("a font begins after the end of the file")
		}
		face := data[start:]
		switch string(face[:4]) {
		case "\x00\x01\x00\x00", "OTTO", "true":
		default:
			return fmt.Errorf("an unknown kind %q", face[:4])
		}
		n := int(binary.BigEndian.Uint16(face[4:]))
		if len(face) < 12+16*n {
			return errors.New("the list of tables is cut off")
		}
		for i := range n {
			entry := face[12+16*i:]
			offset, length := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
			if uint64(offset)+uint64(length) > uint64(len(data)) {
				return fmt.Errorf("the table %q reaches beyond the end of the file", entry[:4])
			}
		}
	}
	return nil
}

func (f *fontFile) close() error {
	if f == nil || f.mapped == nil {
		return nil
	}
	return f.mapped.Unmap()
}

// families are the names of the faces in the file.
func (f *fontFile) families() (names []string) {
	for _, l := range f.faces {
		d, _ := font.Describe(l, nil)
		names = append(names, d.Family)
	}
	return names
}

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
		t.shapes, err = font.NewFont(rewritten(loader, shapingTables))
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

// written is a font file with some of a font's tables.
func written(l *opentype.Loader, names []string) []byte {
	var out []opentype.Table
	for _, name := range names {
		tag := opentype.MustNewTag(name)
		if content, err := l.RawTable(tag); err == nil {
			out = append(out, opentype.Table{Tag: tag, Content: content})
		}
	}
	return opentype.WriteTTF(out)
}

func rewritten(l *opentype.Loader, names []string) *opentype.Loader {
	out, err := opentype.NewLoader(bytes.NewReader(written(l, names)))
	if err != nil {
		return l
	}
	return out
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
