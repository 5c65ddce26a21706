package picture

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/blevesearch/mmap-go"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

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

// written is a font file of some of a font's tables. Each begins at a multiple
// of four, as it should; some fonts are not so careful.
func written(l *opentype.Loader, names []string) []byte {
	type table struct {
		tag     opentype.Tag
		content []byte
	}
	var tables []table
	kind := opentype.TrueType
	for _, name := range names {
		tag := opentype.MustNewTag(name)
		content, err := l.RawTable(tag)
		if name == "post" {
			content, err = append([]byte{0, 3}, make([]byte, 30)...), nil // version 3: no names of glyphs
		}
		if err != nil {
			continue
		}
		if name == "CFF " {
			kind = opentype.OpenType
		}
		tables = append(tables, table{tag, content})
	}
	slices.SortFunc(tables, func(a, b table) int { return cmp.Compare(a.tag, b.tag) })
	out := binary.BigEndian.AppendUint32(nil, uint32(kind))
	out = binary.BigEndian.AppendUint16(out, uint16(len(tables)))
	out = append(out, make([]byte, 6)...) // for searching in the list, which nobody does
	at := len(out) + 16*len(tables)
	for _, t := range tables {
		out = binary.BigEndian.AppendUint32(out, uint32(t.tag))
		out = binary.BigEndian.AppendUint32(out, 0) // a checksum nobody checks
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.content)))
		at += (len(t.content) + 3) &^ 3
	}
	out = slices.Grow(out, at-len(out))
	for _, t := range tables {
		out = append(out, t.content...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}
