package bench

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
)

// A use is one interaction of the load.
type use struct {
	kind string
	discordtest.Interaction
}

// A mix makes the interactions, always the same ones for the same books.
type mix struct {
	*rand.Rand
	paragraphs [][]rune
	people     []string
	pages      []discordtest.Interaction // presses on ▶
	n          int
}

// Readers and servers ask less often than their limits. At 200 interactions a
// second, one reader asks every five seconds.
const (
	readers = 1000
	servers = 50
)

// kinds are what a reading group does, by hundredths.
var kinds = []struct {
	name  string
	share int
}{
	{"quote, exact", 35}, {"quote, half-remembered", 15}, {"who", 15}, {"convert", 10}, {"suggestions", 15}, {"buttons", 10},
}

// newMix takes paragraphs from books and people and pages from the program.
func newMix(t testing.TB, files fs.FS, p *program) *mix {
	t.Helper()
	m := &mix{Rand: rand.New(rand.NewPCG(7, 10))}
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if letters := []rune(strings.TrimSpace(line)); len(letters) >= 40 {
				m.paragraphs = append(m.paragraphs, letters)
			}
		}
	}
	if len(m.paragraphs) == 0 {
		t.Fatal("the books have no paragraphs")
	}
	for tries := 0; len(m.people) < 100 && tries < 400; tries++ {
		typed := string(m.stretch(1))
		r := p.Send(m.somebody(discordtest.Suggest("who", discordtest.Text("name", typed).Typing()))).Await()
		for _, c := range r.Choices {
			if name, ok := c.Value.(string); ok {
				m.people = append(m.people, name)
			}
		}
	}
	for tries := 0; len(m.pages) < 50 && tries < 400; tries++ {
		r := p.Send(m.somebody(discordtest.Slash("quote", discordtest.Text("text", string(m.stretch(2)))))).Await()
		if b := r.Button("▶"); b != nil && !b.Disabled {
			m.pages = append(m.pages, r.Press(b.CustomID))
		}
	}
	if len(m.people) == 0 || len(m.pages) == 0 {
		t.Fatalf("%d people and %d pages to ask for", len(m.people), len(m.pages))
	}
	return m
}

// somebody has the next reader do it, in their server.
func (m *mix) somebody(i discordtest.Interaction) discordtest.Interaction {
	m.n++
	return i.As(strconv.Itoa(500000000000000000+m.n%readers), "讀者").In(strconv.Itoa(600000000000000000+m.n%servers), discordtest.ChannelID)
}

// stretch is n letters that stand together in a book.
func (m *mix) stretch(n int) []rune {
	for {
		p := m.paragraphs[m.IntN(len(m.paragraphs))]
		at := m.IntN(len(p) - n)
		found := p[at : at+n]
		if strings.IndexFunc(string(found), func(r rune) bool { return !unicode.Is(unicode.Han, r) }) < 0 {
			return append([]rune{}, found...)
		}
	}
}

// remembered is a line with one letter lost and one replaced.
func (m *mix) remembered() string {
	for {
		p := m.paragraphs[m.IntN(len(m.paragraphs))]
		n := 14 + m.IntN(10)
		at := m.IntN(len(p) - n)
		line := append([]rune{}, p[at:at+n]...)
		line[m.IntN(n)] = m.stretch(1)[0]
		lost := m.IntN(n)
		return string(append(line[:lost], line[lost+1:]...))
	}
}

func (m *mix) next() use {
	at := m.IntN(100)
	for _, k := range kinds {
		if at -= k.share; at < 0 {
			return use{k.name, m.somebody(m.interaction(k.name))}
		}
	}
	panic("the shares do not make a hundred")
}

func (m *mix) interaction(kind string) discordtest.Interaction {
	switch kind {
	case "quote, exact":
		return discordtest.Slash("quote", discordtest.Text("text", string(m.stretch(2+m.IntN(7)))))
	case "quote, half-remembered":
		return discordtest.Slash("quote", discordtest.Text("text", m.remembered()))
	case "who":
		return discordtest.Slash("who", discordtest.Text("name", m.people[m.IntN(len(m.people))]))
	case "convert":
		p := m.paragraphs[m.IntN(len(m.paragraphs))]
		return discordtest.Slash("convert", discordtest.Text("text", string(p[:min(len(p), 200)])), discordtest.Text("to", []string{"trad", "simp"}[m.IntN(2)]))
	case "suggestions":
		return discordtest.Suggest("who", discordtest.Text("name", string(m.stretch(1))).Typing())
	}
	return m.pages[m.IntN(len(m.pages))]
}

// right says what is wrong with a first answer to a use.
func (u use) right(kind discordgo.InteractionResponseType) bool {
	if u.kind == "suggestions" {
		return kind == discordgo.InteractionApplicationCommandAutocompleteResult
	}
	return kind == discordgo.InteractionResponseChannelMessageWithSource || kind == discordgo.InteractionResponseUpdateMessage
}

// novels is the folder with the old novels beside the repository.
func novels(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for range 5 { // out of bot/internal/web/bench and the repository
		dir = dir[:strings.LastIndexByte(dir, os.PathSeparator)]
	}
	dir += "/shared/corpus"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the novels of ../shared/corpus are not here")
	}
	return dir
}
