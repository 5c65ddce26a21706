package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-text/typesetting/di"
	"golang.org/x/image/font/gofont/goregular"
)

// systemFonts are the fonts of the machine; tests that draw are skipped where
// it has none, unless SHUYOU_TEST_FONT is set.
func systemFonts(t testing.TB) *Fonts {
	t.Helper()
	fonts, err := OpenFonts(os.Getenv("FONT_FILE"))
	if errors.Is(err, ErrNoFont) && os.Getenv("SHUYOU_TEST_FONT") == "" {
		t.Skipf("drawing needs a Chinese font: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { fonts.Close() })
	return fonts
}

func write(t *testing.T, dir, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Without a font the error says where was looked and what to do.
func TestOpenFontsWithout(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, path string
		prepare    func()
		want       []string
	}{
		{"nothing there", "", func() {}, []string{"no font with Chinese letters in", dir}},
		{"a folder that is not there", "", func() { dir = filepath.Join(dir, "gone") }, []string{"gone"}},
		{"a file that is not there", filepath.Join(dir, "no.ttf"), func() {}, []string{"no.ttf"}},
		{"a file that is no font", write(t, t.TempDir(), "text.ttf", []byte("not a font at all")), func() {}, []string{"text.ttf", "not a font file"}},
		{"an empty file", write(t, t.TempDir(), "empty.ttf", nil), func() {}, []string{"empty.ttf", "not a font file"}},
		{"a folder for a file", dir, func() {}, []string{"not a font file"}},
		{"a font without Chinese letters", write(t, t.TempDir(), "go.ttf", goregular.TTF), func() {}, []string{"go.ttf", "has no 的"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.prepare()
			fonts, err := openFonts(tt.path, []string{dir})
			var none *NoFontError
			if fonts != nil || !errors.Is(err, ErrNoFont) || !errors.As(err, &none) {
				t.Fatalf("got %v, %v", fonts, err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not mention %q", err, want)
				}
			}
			if strings.Contains(err.Error(), "\n") || none.Hint() == "" {
				t.Errorf("%q, hint %q", err, none.Hint())
			}
		})
	}
}

// A broken font is passed over and named.
func TestOpenFontsPassesOverBrokenFonts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "NotoSerifCJK-Regular.ttc", []byte("ttcf and then nothing of use"))
	write(t, dir, "NotoSerifTC-Regular.otf", goregular.TTF)
	_, err := openFonts("", []string{dir})
	var none *NoFontError
	if !errors.As(err, &none) || len(none.Broken) != 2 {
		t.Fatalf("got %v", err)
	}
	system := systemFonts(t)
	if err := os.Symlink(system.File(), filepath.Join(dir, "SourceHanSerif-Regular.ttc")); err != nil {
		t.Skip(err)
	}
	fonts, err := openFonts("", []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	defer fonts.Close()
	if !strings.Contains(fonts.File(), "SourceHanSerif") {
		t.Errorf("uses %s", fonts.File())
	}
}

// Whatever a font file holds, it is read or refused.
func FuzzFontFile(f *testing.F) {
	f.Add(goregular.TTF, uint(0), byte(0))
	f.Add(goregular.TTF[:2000], uint(12), byte(255))
	f.Add([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"), uint(3), byte(1))
	f.Add([]byte("OTTO"), uint(0), byte(0))
	f.Fuzz(func(t *testing.T, content []byte, at uint, value byte) {
		if len(content) > 1<<20 {
			return
		}
		content = bytes.Clone(content)
		if len(content) > 0 {
			content[at%uint(len(content))] = value
		}
		file, err := openFontFile(write(t, t.TempDir(), "font.ttf", content))
		if err != nil {
			return
		}
		defer file.close()
		file.families()
		if len(file.faces) > 3 {
			file.faces = file.faces[:3]
		}
		for i := range file.faces {
			drawWord(file, i)
		}
	})
}

// drawWord shapes and inks a word, as Page does.
func drawWord(file *fontFile, i int) (err error) {
	defer recovered(&err)
	face, err := file.typeface(i)
	if err != nil {
		return err
	}
	if err := face.draws(); err != nil {
		return err
	}
	s := newSetter()
	c := newCanvas(100, 100, 0)
	for _, d := range []di.Direction{di.DirectionLTR, di.DirectionTTB} {
		for _, g := range s.run(face, []rune("Ab，中"), d).Glyphs {
			c.glyph(s, c.black, glyph{face: face, id: g.GlyphID, stretch: 1}, 50, 50, 40)
		}
	}
	return nil
}

func TestKnownFonts(t *testing.T) {
	for _, tt := range []struct {
		path string
		ok   bool
		role role
	}{
		{"/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc", true, serif},
		{"/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc", false, 0},
		{"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc", true, sans},
		{"/usr/share/fonts/google-noto-serif-cjk-vf-fonts/NotoSerifCJK-VF.ttc", true, serif},
		{"/System/Library/Fonts/Supplemental/Songti.ttc", true, serif},
		{"/System/Library/Fonts/STHeiti Light.ttc", true, sans},
		{"C:/Windows/Fonts/mingliu.ttc", true, serif},
		{"C:/Windows/Fonts/mingliub.ttc", true, filler},
		{"C:/Windows/Fonts/simsun.ttc", true, serif},
		{"C:/Windows/Fonts/msyh.ttc", true, sans},
		{"C:/Windows/Fonts/msyhbd.ttc", false, 0},
		{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", true, filler},
		{"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", false, 0},
		{"/usr/share/fonts/NotoSerifCJK-Regular.txt", false, 0},
	} {
		f, ok := known(tt.path)
		if ok != tt.ok || ok && f.role != tt.role {
			t.Errorf("%s: %v, role %d; want %v, %d", tt.path, ok, f.role, tt.ok, tt.role)
		}
	}
}

func TestRegion(t *testing.T) {
	for family, want := range map[string]string{
		"Noto Serif CJK TC": "tw", "Noto Sans CJK SC": "cn", "Noto Serif CJK HK": "hk", "Noto Serif CJK JP": "jp",
		"Songti TC": "tw", "AR PL UMing TW MBE": "tw", "AR PL UMing CN": "cn", "PMingLiU": "tw", "NSimSun": "cn",
		"Microsoft JhengHei": "tw", "STSong": "cn", "WenQuanYi Zen Hei": "", "DejaVu Sans": "",
	} {
		if got := region(family); got != want {
			t.Errorf("%s: %q, want %q", family, got, want)
		}
	}
}

// withAxis is a font with an axis of weights added, in which nothing varies.
func withAxis(t *testing.T, content []byte) []byte {
	t.Helper()
	be := binary.BigEndian
	axis := []byte{0, 1, 0, 0, 0, 16, 0, 2, 0, 1, 0, 20, 0, 0, 0, 8} // one axis of twenty bytes, no named instances
	axis = append(axis, "wght"...)
	for _, weight := range []uint32{100, 400, 900} {
		axis = be.AppendUint32(axis, weight<<16)
	}
	axis = append(axis, 0, 0, 1, 0)

	n := int(be.Uint16(content[4:]))
	out := append(bytes.Clone(content[:12+16*n]), "fvar"...)
	out = be.AppendUint32(out, 0)
	out = be.AppendUint32(out, uint32(16+len(content)))
	out = be.AppendUint32(out, uint32(len(axis)))
	out = append(append(out, content[12+16*n:]...), axis...)
	be.PutUint16(out[4:], uint16(n+1))
	for i := range n { // all tables have moved by one entry of the list
		at := out[12+16*i+8:]
		be.PutUint32(at, be.Uint32(at)+16)
	}
	return out
}

// A font with weights is set like one without.
func TestFontWithWeights(t *testing.T) {
	var boxes [2][4]float64
	for i, content := range [][]byte{goregular.TTF, withAxis(t, goregular.TTF)} {
		file, err := openFontFile(write(t, t.TempDir(), "font.ttf", content))
		if err != nil {
			t.Fatal(err)
		}
		defer file.close()
		face, err := file.typeface(0)
		if err != nil {
			t.Fatal(err)
		}
		if face.variable != (i == 1) || face.draws() != nil {
			t.Fatalf("weights: %v, %v", face.variable, face.draws())
		}
		s := newSetter()
		g := glyph{face: face, id: s.run(face, []rune("Q"), di.DirectionLTR).Glyphs[0].GlyphID, stretch: 1}
		x0, y0, x1, y1 := g.box(s.outline(g))
		boxes[i] = [4]float64{x0, y0, x1, y1}
	}
	for i := range boxes[0] {
		if math.Abs(boxes[0][i]-boxes[1][i]) > .01 {
			t.Fatalf("Q reaches over %.3f without weights, %.3f with", boxes[0], boxes[1])
		}
	}
}
