package book

// A Ceiling is the last chapter of a book that may be shown to somebody. Its
// zero value is a reader who has read nothing, so that a ceiling that was
// forgotten hides too much and never too little.
type Ceiling struct {
	upTo Ordinal
	all  bool
}

// UpTo is the ceiling of a reader who has finished the chapter o.
func UpTo(o Ordinal) Ceiling { return Ceiling{upTo: max(o, FrontMatter)} }

// Everything hides nothing. It is for the person who owns the texts, for books
// of one chapter, and for groups that said they mind no spoilers.
func Everything() Ceiling { return Ceiling{all: true} }

// Allows reports whether the chapter o may be shown.
func (c Ceiling) Allows(o Ordinal) bool { return c.all || o <= c.upTo }

// All reports whether the ceiling hides nothing.
func (c Ceiling) All() bool { return c.all }

// Last is the highest ordinal that may be shown of a book that ends at end.
func (c Ceiling) Last(end Ordinal) Ordinal {
	if c.all {
		return end
	}
	return min(c.upTo, end)
}

// Lower is the ceiling that obeys both.
func (c Ceiling) Lower(d Ceiling) Ceiling {
	switch {
	case c.all:
		return d
	case d.all:
		return c
	}
	return Ceiling{upTo: min(c.upTo, d.upTo)}
}
