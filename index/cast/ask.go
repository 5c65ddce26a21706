package cast

// How says by what a question found a person.
type How string

// The ways a person is found, the surest first.
const (
	ByForm     How = "form"     // a form of the person, in either script
	ByPart     How = "part"     // the start of a form, or a surname
	ByTitle    How = "title"    // a title that the text gives to several
	ByPinyin   How = "pinyin"   // the sounds, with or without tones and spaces
	ByInitials How = "initials" // the first letters of the sounds
	ByNear     How = "near"     // a wrong character or two
)

// A Match is a person that a question may mean.
type Match struct {
	Person *Person
	Form   string // the form that matched, in the book's spelling
	How    How
	// Passage shows the person, where a choice is offered.
	Passage Passage
}

// Find gives the people that a question may mean, the likeliest first. One
// match by form is an answer; anything else is a choice to offer. None means
// that nobody is called so up to the ceiling.
func (v *View) Find(query string) []Match {
	q := string(foldRunes(query))
	var out []Match
	for _, p := range v.people {
		for _, f := range p.Forms {
			if string(foldRunes(f.Form)) == q {
				out = append(out, Match{Person: p, Form: f.Form, How: ByForm})
				break
			}
		}
	}
	return out
}
