package index

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"shuyou/index/book"
	"shuyou/index/cast"
	"shuyou/index/chapters"
	"shuyou/index/hanzi"
)

// overlayFile, beside the books, holds the group's own conversions.
const overlayFile = chapters.OverlayFile

// readOverlay reads the group's own conversions; nil where there are none. One
// that cannot be read leaves a warning.
func readOverlay(files fs.FS) (o *hanzi.Overlay, warning string) {
	data, err := fs.ReadFile(files, overlayFile)
	if err != nil {
		return nil, ""
	}
	if o, err = hanzi.ParseOverlay(overlayFile, data); err != nil {
		return nil, fmt.Sprintf("conversions of the group are not used: %v", err)
	}
	return o, ""
}

// Letters are the options for a converter that keeps the letters of all names
// of a book and knows the group's own conversions.
func (l *Library) Letters(inBook string) ([]hanzi.Option, error) {
	g, err := l.use()
	if err != nil {
		return nil, err
	}
	defer g.release()
	s, err := g.shelf(inBook)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range s.people.At(book.Everything()).People() {
		for _, f := range p.Forms {
			if f.Kind == cast.FullName {
				names = append(names, f.Form)
			}
		}
	}
	return g.letters(names), nil
}

func (g *generation) letters(names []string) []hanzi.Option {
	options := []hanzi.Option{hanzi.WithNames(names)}
	if g.overlay != nil {
		options = append(options, hanzi.WithOverlay(g.overlay))
	}
	return options
}

// Converter is the one with the given configuration for a text, with the
// group's own conversions. The names of people of the books that stand in the
// text, as far as the ceiling shows them, keep their letters; they are returned
// in the books' spelling. Only the names of the named books count, of all where
// none is named.
func (l *Library) Converter(config, text string, books []string, ceiling func(*BookInfo) book.Ceiling) (c *hanzi.Converter, names []string, err error) {
	g, err := l.use()
	if err != nil {
		return nil, nil, err
	}
	defer g.release()
	shelves, err := g.among(books)
	if err != nil {
		return nil, nil, err
	}
	key := Key(text)
	for _, s := range shelves {
		for _, p := range s.people.At(ceiling(s.info)).People() {
			for _, f := range p.Forms {
				if f.Kind == cast.FullName && utf8.RuneCountInString(f.Form) > 1 && strings.Contains(key, Key(f.Form)) && !slices.Contains(names, f.Form) {
					names = append(names, f.Form)
				}
			}
		}
	}
	names = inTextOrder(key, names)
	c, err = hanzi.NewConverter(config, g.letters(names)...)
	return c, names, err
}

// inTextOrder puts names into the order in which they stand in the text. Of
// two spellings of a name the first stays.
func inTextOrder(key string, names []string) []string {
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(strings.Index(key, Key(a)), strings.Index(key, Key(b)))
	})
	return slices.CompactFunc(names, func(a, b string) bool { return Key(a) == Key(b) })
}
