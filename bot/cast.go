package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"shuyou/index"
	"shuyou/index/book"
	"shuyou/index/cast"
	"shuyou/index/hanzi"
)

func castFlags(f *pflag.FlagSet) {
	f.Bool("json", false, "print JSON")
	f.Bool("yaml", false, "print a cast.yaml to put beside the book and correct")
	f.String("book", "", "only of this book: its title, id or file")
	f.Int("upto", -1, "only up to this chapter, by its place in reading order")
}

// castJSON is what `bot cast --json` prints.
type castJSON struct {
	People []personJSON `json:"people"`
}

type personJSON struct {
	Book      string         `json:"book"`
	Name      string         `json:"name"`
	Other     string         `json:"other"`
	Pinyin    string         `json:"pinyin"`
	Forms     []formJSON     `json:"forms"`
	Offices   []officeJSON   `json:"offices"`
	Mentions  int            `json:"mentions"`
	First     placeJSON      `json:"first"`
	Last      placeJSON      `json:"last"`
	With      []companyJSON  `json:"with"`
	Relations []relationJSON `json:"relations"`
	Speeches  []speechJSON   `json:"speeches"`
	Telling   []tellingJSON  `json:"telling"`
}

type placeJSON struct {
	Chapter   book.Ordinal `json:"chapter"`
	Paragraph int          `json:"paragraph"`
}

type formJSON struct {
	Form  string        `json:"form"`
	Kind  cast.FormKind `json:"kind"`
	Count int           `json:"count"`
}

type officeJSON struct {
	Office string `json:"office"`
	placeJSON
}

type companyJSON struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

type relationJSON struct {
	Kind  cast.RelationKind `json:"kind"`
	Other string            `json:"other"`
	placeJSON
}

type speechJSON struct {
	placeJSON
	Text string `json:"text"`
	Sure bool   `json:"sure"`
}

type tellingJSON struct {
	placeJSON
	Text string `json:"text"`
}

// listCast lists the people of the books.
func listCast(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "cast --book '選段 000'"); err != nil {
		return err
	}
	library, err := in.open(ctx, in.logger(), false, nil, nil)
	if err != nil {
		return err
	}
	defer library.Close()
	books := library.Books()
	if name := in.text("book"); name != "" {
		b, err := library.Book(name)
		if err != nil {
			return err
		}
		books = []*index.BookInfo{b}
	}
	if in.on("yaml") {
		return in.castYAML(library, books)
	}
	ceiling := in.ceiling()
	list := castJSON{People: []personJSON{}}
	s := sheet{styled: in.terminal(in.stdout)}
	for _, b := range books {
		people, err := library.People(b.ID, ceiling(b))
		if err != nil {
			return err
		}
		if in.on("json") {
			for _, p := range people {
				list.People = append(list.People, jsonOf(p))
			}
			continue
		}
		fmt.Fprintf(in.stdout, "%s  %s\n", s.bold(b.Title), s.dim(counted(len(people), "name")))
		for _, p := range people {
			printPerson(in.stdout, s, p)
		}
	}
	if in.on("json") {
		return printJSON(in.stdout, list)
	}
	return nil
}

// castYAML prints what the finder found of one book, to be corrected by hand.
func (in *invocation) castYAML(library *index.Library, books []*index.BookInfo) error {
	if len(books) != 1 {
		return wrongUse("bot cast --yaml --book '"+books[0].Title+"' > cast.yaml", "--yaml needs one book")
	}
	text, err := library.CastYAML(books[0].ID)
	if err != nil {
		return err
	}
	_, err = in.stdout.Write(text)
	return err
}

func printPerson(w io.Writer, s sheet, p *index.Person) {
	var forms []string
	for _, f := range p.Forms {
		if f.Form != p.Name {
			forms = append(forms, fmt.Sprintf("%s %d", f.Form, f.Count))
		}
	}
	line := fmt.Sprintf("  %5d  %s", p.Mentions, p.Name)
	if len(forms) > 0 {
		line += "  " + s.dim(strings.Join(forms, ", "))
	}
	for _, o := range p.Offices[:min(1, len(p.Offices))] {
		line += "  " + s.dim(o.Office)
	}
	fmt.Fprintln(w, line)
}

func jsonOf(p *index.Person) personJSON {
	out := personJSON{
		Book: p.Book.Title, Name: p.Name, Other: otherSpelling(p.Name), Pinyin: hanzi.Pinyin(p.Name).Marked,
		Forms: []formJSON{}, Offices: []officeJSON{}, Mentions: p.Mentions,
		First: place(p.First), Last: place(p.Last),
		With: []companyJSON{}, Relations: []relationJSON{}, Speeches: []speechJSON{}, Telling: []tellingJSON{},
	}
	for _, f := range p.Forms {
		out.Forms = append(out.Forms, formJSON{f.Form, f.Kind, f.Count})
	}
	for _, o := range p.Offices {
		out.Offices = append(out.Offices, officeJSON{o.Office, place(o.Ref)})
	}
	for _, c := range p.With {
		out.With = append(out.With, companyJSON{c.Name, c.Paragraphs})
	}
	for _, r := range p.Relations {
		out.Relations = append(out.Relations, relationJSON{r.Kind, r.Other, place(r.Sentence.Ref)})
	}
	for _, line := range p.Speeches {
		out.Speeches = append(out.Speeches, speechJSON{place(line.Ref), line.Text, line.Sure})
	}
	for _, t := range p.Telling {
		text := t.Text
		if runes := []rune(text); t.Window.End > t.Window.Start && t.Window.End <= len(runes) {
			text = string(runes[t.Window.Start:t.Window.End])
		}
		out.Telling = append(out.Telling, tellingJSON{place(t.Ref), text})
	}
	return out
}

func place(r book.Ref) placeJSON { return placeJSON{r.Chapter, r.Paragraph} }

// otherSpelling is the name in the other script.
func otherSpelling(name string) string {
	config := "simp"
	if hanzi.Detect(name).Script == book.Simplified {
		config = "trad"
	}
	c, err := hanzi.NewConverter(config)
	if err != nil {
		return name
	}
	return c.Convert(name)
}
