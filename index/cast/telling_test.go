package cast

import (
	"strings"
	"testing"
)

func TestSeedsTelling(t *testing.T) {
	var among, all int
	for _, g := range readGold(t) {
		v := seedView(t, g.File)
		for _, c := range g.Characters {
			if len(c.Telling) == 0 || personCalled(v, c.Name) == nil {
				continue
			}
			all++
			told := personCalled(v, c.Name).Telling()
			var at []int
			hit := false
			for i, p := range told {
				at = append(at, p.Ref.Paragraph)
				hit = hit || i < 3 && p.Ref.Paragraph == c.Telling[0]
			}
			if hit {
				among++
			} else {
				t.Logf("%s %s: %v, not %v", g.File[:3], c.Name, at, c.Telling)
			}
		}
	}
	measure(t, "the first telling paragraph among the first three", among, all, 0.85)
}

type goldNuggets struct {
	Seed, Name string
	Nuggets    []struct {
		Fact      string
		Paragraph int
		Any       []string
	}
}

func TestSeedsNuggets(t *testing.T) {
	var gold []goldNuggets
	readShared(t, &gold, "gold", "nuggets.json")
	var told, all int
	for _, g := range gold {
		v := seedView(t, g.Seed)
		var p *Person
		if m := v.Find(g.Name); len(m) == 1 {
			p = m[0].Person
		}
		var card strings.Builder
		if p != nil {
			for _, x := range p.Telling() {
				card.WriteString(x.Text)
			}
			for _, f := range p.Forms {
				card.WriteString(" " + f.Form)
			}
			for _, a := range p.Addressed() {
				card.WriteString(" " + a.Form)
			}
			for _, o := range p.Offices() {
				card.WriteString(" " + o.Office)
			}
		}
		text := folded(card.String())
		for _, n := range g.Nuggets {
			all++
			hit := false
			for _, s := range n.Any {
				hit = hit || strings.Contains(text, folded(s))
			}
			if hit {
				told++
			} else {
				t.Logf("%s %s, paragraph %d: %s", g.Seed[:3], g.Name, n.Paragraph, n.Fact)
			}
		}
	}
	measure(t, "nuggets on the cards", told, all, 0.85)
}
