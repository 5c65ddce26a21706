// Package picture draws what is better seen than told: a passage as a page of
// a printed Chinese novel, set in columns from right to left, and the
// appearances of a person over the chapters as a bar chart. Pictures are PNG
// files, drawn in the process with a font of the machine:
//
//	fonts, err := picture.OpenFonts(path) // path may be empty
//	page, err := fonts.Page(ctx, picture.PageText{Text: text, Colophon: reference})
//
// Where the machine has no Chinese font, OpenFonts gives a *NoFontError, which
// says where was looked and what to install.
//
// The way of a page: a passage is cut into atoms (atoms.go), the atoms are set
// in columns (columns.go), the columns give the size of the page (fit.go), the
// letters of the atoms become glyphs (shape.go), and these are inked
// (canvas.go). Columns are counted in thousandths of an em and know nothing of
// fonts.
package picture

// What a picture never exceeds, in pixels. Discord shows it at about half of
// that and at full size when it is clicked.
const (
	maxWidth  = 1600
	maxHeight = 1200
)

// PageText is a passage and what stands around it.
type PageText struct {
	// Text is the passage; every line of it is a paragraph.
	Text string
	// Marks are spans of Text to emphasise, as rune offsets [start, end).
	Marks [][2]int
	// Title is a heading set before the passage; may be empty.
	Title string
	// Colophon is the reference, set small at the end; may be empty.
	Colophon string
	// Color is 0xRRGGBB, for what is marked; 0 is vermilion. It is darkened
	// until it can be read on paper.
	Color int
	// Region is whose letter shapes and punctuation are used: "tw", "hk" or
	// "cn". Empty tells it from the script of Text.
	Region string
}

// Bars is how often a person appears in each chapter of a book.
type Bars struct {
	// Name is the person, Title the book.
	Name, Title string
	// Counts has a number for each chapter, in reading order.
	Counts []int
	// First and Last are written below the ends of the axis: the first and
	// the last chapter of Counts.
	First, Last string
	// Caption tells what the picture shows: how many chapters a bar stands
	// for, and the number at the highest bar. May be nil.
	Caption func(chaptersPerBar, highest int) string
	// Color is 0xRRGGBB, for the bars; 0 is vermilion.
	Color int
	// Region is as in PageText.
	Region string
}

// Picture is a PNG file.
type Picture struct {
	PNG           []byte
	Width, Height int // pixels
	// Shown is the span of the passage that is on the page, as rune offsets.
	// Long passages are cut at the end of a sentence.
	Shown [2]int
	// Cut says that the passage did not fit whole; the page then has an
	// ellipsis where something is left out.
	Cut bool
	// Missing are the letters no font has, each once. They are drawn as 〓, as
	// printers do.
	Missing []string
}
