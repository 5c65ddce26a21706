package cast

import (
	"slices"
	"testing"

	"shuyou/index/book"
)

// The gold is three of the seeds, read by hand.
type goldSeeds struct {
	Seeds []goldSeed
}

type goldSeed struct {
	File       string
	Characters []goldCharacter
	Quotes     []goldQuote
}

type goldCharacter struct {
	ID, Name  string
	Kind      string
	Mentions  int
	Surfaces  []goldSurface
	Telling   []int `json:"telling_paragraphs"`
	Offices   []struct{ Text string }
	Paragraph []int `json:"paragraphs"`
}

type goldSurface struct {
	Form, Type string
	Count      int
	Paragraphs []int
}

type goldQuote struct {
	Paragraph int
	Text      string
	Speakers  []string
	Cue       string
}

func readGold(t *testing.T) []goldSeed {
	var g goldSeeds
	readShared(t, &g, "gold", "seeds.json")
	return g.Seeds
}

func seedView(t *testing.T, file string) *View {
	return findOnce(t, file, func() *book.Book { return readSeed(t, file) }).At(book.Everything())
}

// personCalled is the person with the form, nil where there is none.
func personCalled(v *View, form string) *Person {
	for _, p := range v.People() {
		for _, f := range p.Forms {
			if folded(f.Form) == folded(form) {
				return p
			}
		}
	}
	return nil
}

func TestSeedsPeople(t *testing.T) {
	var wanted, had, shown, right int
	for _, g := range readGold(t) {
		v := seedView(t, g.File)
		gold := map[string]bool{}
		for _, c := range g.Characters {
			for _, s := range c.Surfaces {
				gold[folded(s.Form)] = true
			}
			if c.Mentions < 2 {
				continue
			}
			wanted++
			if personCalled(v, c.Name) != nil {
				had++
			} else {
				t.Logf("%s: %s is not found (%d mentions)", g.File, c.Name, c.Mentions)
			}
		}
		for _, p := range v.People() {
			if p.Mentions < 2 {
				continue
			}
			shown++
			if gold[folded(p.Name)] {
				right++
			} else {
				t.Logf("%s: %s is no person (%d mentions)", g.File, p.Name, p.Mentions)
			}
		}
	}
	measure(t, "recall of people named twice or more", had, wanted, 0.95)
	measure(t, "precision of people with two mentions or more", right, shown, 0.85)
}

func TestSeedsCounts(t *testing.T) {
	var right, all int
	for _, g := range readGold(t) {
		v := seedView(t, g.File)
		for _, c := range g.Characters {
			if c.Mentions < 2 {
				continue
			}
			for _, s := range c.Surfaces {
				switch s.Type {
				case "name", "title_name", "surname_title", "nickname":
				default:
					continue
				}
				p := personCalled(v, s.Form)
				if p == nil {
					t.Logf("%s: no form %s", g.File, s.Form)
					continue
				}
				all++
				for _, f := range p.Forms {
					if folded(f.Form) == folded(s.Form) {
						if f.Count == s.Count {
							right++
						} else {
							t.Logf("%s: %s stands %d times, not %d", g.File, s.Form, s.Count, f.Count)
						}
					}
				}
			}
		}
	}
	measure(t, "exact counts of names", right, all, 1)
}

// measure logs a share and fails the test where it is below the wanted one.
func measure(t *testing.T, what string, n, of int, wanted float64) {
	t.Helper()
	share := float64(n) / float64(max(of, 1))
	t.Logf("%s: %d of %d = %.3f (wanted %.2f)", what, n, of, share, wanted)
	if share < wanted {
		t.Errorf("%s: %.3f is below %.2f", what, share, wanted)
	}
}

// TestSeedsAliases lists the other names that the gold holds; a bare title is
// the person's where the scene settles it.
func TestSeedsAliases(t *testing.T) {
	tests := []struct{ file, name, form string }{
		{"000", "洪承疇", "洪某"},
		{"000", "洪承疇", "督師"},
		{"000", "夏承德", "夏副將"},
		{"000", "王廷臣", "王總兵"},
		{"001", "吴三桂", "吴兄"},
		{"001", "洪承畴", "洪大帅"},
		{"001", "洪承畴", "大帅"},
		{"001", "白广恩", "白老兄"},
		{"001", "曹变蛟", "大人"},
		{"001", "马科", "马总兵"},
		{"003", "吳三桂", "將軍"},
		{"003", "皇太極", "大汗"},
		{"003", "崇禎皇帝", "皇上"},
	}
	linked := 0
	for _, g := range readGold(t) {
		v := seedView(t, g.File)
		for _, tt := range tests {
			if tt.file != g.File[:3] {
				continue
			}
			p := personCalled(v, tt.name)
			if p == nil {
				t.Logf("%s: no %s", tt.file, tt.name)
				continue
			}
			count := 0
			for _, f := range p.Forms {
				if f.Form == tt.form {
					count = f.Count
				}
			}
			for _, a := range p.Addressed() {
				if a.Form == tt.form {
					count = a.Count
				}
			}
			want := 0
			for _, c := range g.Characters {
				for _, s := range c.Surfaces {
					if c.Name == tt.name && s.Form == tt.form {
						want = s.Count
					}
				}
			}
			if count == want {
				linked++
			} else {
				t.Logf("%s: %s is called %s %d times, not %d", tt.file, tt.name, tt.form, want, count)
			}
		}
	}
	measure(t, "other names linked", linked, len(tests), 0.92)
}

// A title asked for is nobody's: it offers those whom it means somewhere, each
// with the place.
func TestSeedsTitleOffers(t *testing.T) {
	names := func(file string) []string {
		var out []string
		for _, m := range seedView(t, file).Find("将军") {
			if m.How != ByTitle || m.Passage.Text == "" {
				t.Errorf("%s is offered by %s with %q", m.Person.Name, m.How, m.Passage.Text)
			}
			out = append(out, m.Person.Name)
		}
		return out
	}
	if got := names("003_fd36cd2faa0011f2.txt"); !slices.Equal(got, []string{"吳三桂"}) {
		t.Errorf("將軍 offers %v, want 吳三桂", got)
	}
	if got := names("000_84ac70d5db2479b3.txt"); !slices.Equal(got, []string{"馬將軍", "高將軍"}) {
		t.Errorf("將軍 offers %v, want 馬將軍 and 高將軍", got)
	}
	// 將|軍用地圖 names nobody.
	if got := names("001_e89458517a2099e7.txt"); len(got) != 0 {
		t.Errorf("將軍 offers %v, want nobody", got)
	}
}

func TestSeedsOffices(t *testing.T) {
	tests := []struct{ file, name, office string }{
		{"000_84ac70d5db2479b3.txt", "洪承疇", "督師"},
		{"000_84ac70d5db2479b3.txt", "夏承德", "副將"},
		{"000_84ac70d5db2479b3.txt", "李副將", "副將"},
		{"000_84ac70d5db2479b3.txt", "李副將", "統帥前隊三千人"},
		{"000_84ac70d5db2479b3.txt", "王廷臣", "總兵"},
		{"001_e89458517a2099e7.txt", "唐通", "密云总兵"},
		{"001_e89458517a2099e7.txt", "白广恩", "蓟镇总兵"},
		{"001_e89458517a2099e7.txt", "杨国柱", "宣府总兵"},
		{"001_e89458517a2099e7.txt", "王廷臣", "前屯卫总兵"},
		{"001_e89458517a2099e7.txt", "马科", "山海关总兵"},
		{"003_fd36cd2faa0011f2.txt", "皇太極", "大汗"},
		{"003_fd36cd2faa0011f2.txt", "崇禎皇帝", "皇帝"},
		{"002_f61b28e64cca08b5.txt", "王廷臣", "前門屯總兵"},
	}
	for _, tt := range tests {
		p := personCalled(seedView(t, tt.file), tt.name)
		if p == nil {
			t.Errorf("%s: no %s", tt.file[:3], tt.name)
			continue
		}
		if !slices.ContainsFunc(p.Offices(), func(o Office) bool { return o.Office == tt.office }) {
			t.Errorf("%s: %s is %v, want %s", tt.file[:3], tt.name, p.Offices(), tt.office)
		}
	}
}
