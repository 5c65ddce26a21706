package picture

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ErrNoFont says that no font with Chinese letters was found; errors.Is tells
// it from others.
var ErrNoFont = errors.New("no font with Chinese letters")

// NoFontError tells where a font was looked for.
type NoFontError struct {
	Looked []string // folders, or the one file that was named
	Broken []error  // why fonts that were found do not do
}

func (e *NoFontError) Error() string {
	s := fmt.Sprintf("%v in %s", ErrNoFont, strings.Join(e.Looked, ", "))
	if len(e.Broken) > 0 {
		s += ": " + errors.Join(e.Broken...).Error()
	}
	return strings.ReplaceAll(s, "\n", "; ")
}

func (e *NoFontError) Unwrap() []error { return append([]error{ErrNoFont}, e.Broken...) }

// Hint says what to do about it.
func (e *NoFontError) Hint() string {
	return "install Noto CJK (the package fonts-noto-cjk), or name a Chinese font file in FONT_FILE"
}

// Fonts are the fonts pictures are drawn with. It is safe for concurrent use.
// Files are mapped, and only the tables that shaping needs are read: about
// 2 MB for a font of 65,000 glyphs, and as much again for each picture that
// is drawn at the same time. Fonts with several weights in one file are read
// whole (30 MB and more).
type Fonts struct {
	files   []*lazyFile // best first
	setters sync.Pool

	mu     sync.Mutex
	chains map[string][]*lazyFace // by region
}

// A lazyFile is a font file that is opened when it is first needed.
type lazyFile struct {
	found
	open  func() (*fontFile, error)
	faces map[int]*lazyFace
}

// A lazyFace is a typeface that is read when it is first needed. A face that
// is broken is nil.
type lazyFace struct {
	role role
	get  func() (*typeface, error)
}

// OpenFonts opens the font file at path and, for the letters it lacks, what
// the system has; with an empty path, the system's alone. It reads one font to
// see that it can be used, the others when they are needed. Without a font
// the error is a *NoFontError.
func OpenFonts(path string) (*Fonts, error) {
	return openFonts(path, folders())
}

func openFonts(path string, folders []string) (*Fonts, error) {
	files := look(folders)
	missing := &NoFontError{Looked: folders}
	if path != "" {
		named := found{path: path, role: serif, rank: -1}
		if err := usable(named); err != nil {
			return nil, &NoFontError{Looked: []string{path}, Broken: []error{err}}
		}
		files = slices.DeleteFunc(files, func(f found) bool { return f.path == path })
		files = append([]found{named}, files...)
	} else {
		for len(files) > 0 && files[0].role != filler {
			err := usable(files[0])
			if err == nil {
				break
			}
			missing.Broken = append(missing.Broken, err)
			files = files[1:]
		}
		if len(files) == 0 || files[0].role == filler {
			return nil, missing
		}
	}
	fonts := &Fonts{chains: map[string][]*lazyFace{}}
	fonts.setters.New = func() any { return newSetter() }
	for _, f := range files {
		fonts.files = append(fonts.files, &lazyFile{
			found: f,
			open:  sync.OnceValues(func() (*fontFile, error) { return openFontFile(f.path) }),
			faces: map[int]*lazyFace{},
		})
	}
	return fonts, nil
}

// usable says why a file cannot be used: it must be a font, and have Chinese
// letters.
func usable(f found) error {
	file, err := openFontFile(f.path)
	if err != nil {
		return err
	}
	defer file.close()
	t, err := file.typeface(0)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	if err := t.draws(); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	for _, r := range "的人。" {
		if g, ok := t.shapes.NominalGlyph(r); !ok || g == 0 {
			return fmt.Errorf("%s has no %c", f.path, r)
		}
	}
	return nil
}

// File is the font file pages are set in.
func (f *Fonts) File() string { return f.files[0].path }

// Close gives the mapped files back. No picture may be drawn any more.
func (f *Fonts) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs []error
	for _, face := range f.files {
		if file, err := face.open(); err == nil {
			errs = append(errs, file.close())
		}
	}
	return errors.Join(errs...)
}

// chain is the faces for a region, in the order they are asked for a letter:
// letters for reading before fillers, Song before Hei, the region's own shapes
// before others'. From a file with several faces it takes one.
func (f *Fonts) chain(wanted string) []*lazyFace {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c, ok := f.chains[wanted]; ok {
		return c
	}
	type choice struct {
		face          *lazyFace
		named         bool
		role, foreign int
	}
	var choices []choice
	for _, lazy := range f.files {
		foreign, at := 0, 0
		if lazy.role != filler { // fillers are not opened before they are needed
			file, err := lazy.open()
			if err != nil {
				continue
			}
			foreign = 100
			for i, family := range file.families() {
				if d := distance(wanted, region(family)); d < foreign {
					foreign, at = d, i
				}
			}
		}
		choices = append(choices, choice{lazy.face(at), lazy.rank < 0, int(lazy.role), foreign})
	}
	slices.SortStableFunc(choices, func(a, b choice) int {
		switch {
		case a.named != b.named:
			if a.named {
				return -1
			}
			return 1
		case a.role != b.role:
			return a.role - b.role
		}
		return a.foreign - b.foreign
	})
	var chain []*lazyFace
	for _, c := range choices {
		chain = append(chain, c.face)
	}
	f.chains[wanted] = chain
	return chain
}

func (l *lazyFile) face(i int) *lazyFace {
	if l.faces[i] == nil {
		l.faces[i] = &lazyFace{l.role, sync.OnceValues(func() (*typeface, error) {
			file, err := l.open()
			if err != nil {
				return nil, err
			}
			return file.typeface(i)
		})}
	}
	return l.faces[i]
}

// distance is how strange the letters of one region look in another.
func distance(wanted, have string) int {
	nearest := map[string][]string{
		"tw": {"tw", "hk", "", "cn", "jp", "kr"},
		"hk": {"hk", "tw", "", "cn", "jp", "kr"},
		"cn": {"cn", "", "tw", "hk", "jp", "kr"},
	}
	return slices.Index(nearest[wanted], have)
}
