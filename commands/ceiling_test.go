package commands

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/hanzi"
)

// What may be asked with, and what is then the ceiling of the answers to the
// asker and to the room, at the chapter k of a book of 12.
var standings = []struct {
	name            string
	own, channel    func(k int) int // -1: nobody said
	open, thread    bool
	private, public func(k int) int // -1: not in this test
}{
	{name: "reader", own: at, channel: unsaid, private: at, public: at},
	{name: "channel", own: unsaid, channel: at, private: at, public: at},
	{name: "thread", own: unsaid, channel: at, thread: true, private: at, public: at},
	{name: "reader below", own: at, channel: theEnd, private: at, public: at},
	{name: "channel below", own: theEnd, channel: at, private: unsaid, public: at},
	{name: "open, reader", own: at, channel: unsaid, open: true, private: at, public: at},
	{name: "open, channel", own: unsaid, channel: at, open: true, private: at, public: at},
}

func at(k int) int   { return k }
func unsaid(int) int { return -1 }
func theEnd(int) int { return len(tideChapters) }

// An answer is that of a book that goes on in another way after the ceiling:
// everything that is shown, in the same order and the same words, whatever is
// asked or pressed. So nothing after the ceiling has a part in it.
func TestAnswersKnowNothingPastTheCeiling(t *testing.T) {
	whole := openTide(t, tide(len(tideChapters)))
	for k := range theEnd(0) {
		other := openTide(t, tide(k, elsewise(k)...))
		for _, s := range standings {
			t.Run(fmt.Sprintf("%d/%s", k, s.name), func(t *testing.T) {
				compareDesks(t, k, s.own, s.channel, s.open, s.thread, s.private(k) < 0, whole, other, func(text string) string { return text })
			})
		}
	}
}

// So it is among other books, where order, choices and counts mix.
func TestAnswersAmongOtherBooksKnowNothingPastTheCeiling(t *testing.T) {
	whole := openTide(t, beside(tide(len(tideChapters))))
	for k := 0; k < theEnd(0); k += 3 {
		other := openTide(t, beside(tide(k, elsewise(k)...)))
		for _, s := range standings {
			t.Run(fmt.Sprintf("%d/%s", k, s.name), func(t *testing.T) {
				compareDesks(t, k, s.own, s.channel, s.open, s.thread, s.private(k) < 0, whole, other, func(text string) string { return text })
			})
		}
	}
}

// An answer is that of the book cut at the ceiling. Only the number of
// chapters, which is public, differs, and with it the ways to say that more
// was read.
func TestAnswersAreThoseOfTheBookCutThere(t *testing.T) {
	whole := openTide(t, tide(len(tideChapters)))
	for k := 2; k <= theEnd(0); k++ { // a book of one chapter has no ceiling
		cut := openTide(t, tide(k))
		for _, s := range standings {
			t.Run(fmt.Sprintf("%d/%s", k, s.name), func(t *testing.T) {
				normal := withoutLength
				if s.channel(k) > k { // /group says how far the channel has come
					normal = func(text string) string { return groupsPlace.ReplaceAllString(withoutLength(text), "潮生渡：") }
				}
				compareDesks(t, k, s.own, s.channel, s.open, s.thread, s.private(k) < 0, whole, cut, normal)
			})
		}
	}
}

func compareDesks(t *testing.T, k int, own, channel func(int) int, open, thread, roomOnly bool, whole, other *index.Library, normal func(string) string) {
	o := Options{Spoilers: open}
	a, b := deskOver(t, whole, o), deskOver(t, other, o)
	for _, d := range []*desk{a, b} {
		d.own(own(k))
		d.channel(channel(k))
	}
	differ := 0
	later := namesAfter(k)
	if len(whole.Books()) > 1 { // which may have the same names
		later = nil
	}
	n := a.walk(t, discordgo.ChineseTW, thread, func(i *discordgo.Interaction, question string, answer Answer) {
		got := told(t, answer)
		want := told(t, b.ask(t, i, thread))
		if roomOnly && !forTheRoom(i, answer) {
			return
		}
		if normal(got) != normal(want) {
			if differ++; differ < 4 {
				got, want := apart(normal(got), normal(want))
				t.Errorf("%s\nanswers\n%s\nwhere a book cut there answers\n%s", question, got, want)
			}
		}
		folded, known := hanzi.Fold(got), hanzi.Fold(question)
		for _, name := range later {
			if before, after, found := strings.Cut(folded, name); found && !strings.Contains(known, name) {
				if differ++; differ < 4 {
					t.Errorf("%s\ntells of %s: …%s%s%s…", question, name, before[max(0, len(before)-300):], name, after[:min(300, len(after))])
				}
			}
		}
	})
	if n < 300 {
		t.Errorf("only %d questions were asked", n)
	}
	if differ > 3 {
		t.Errorf("%d of %d answers differ", differ, n)
	}
}

// forTheRoom reports whether everybody sees an answer that nobody was asked
// about before.
func forTheRoom(i *discordgo.Interaction, a Answer) bool {
	if press, ok := i.Data.(discordgo.MessageComponentInteractionData); ok && strings.HasPrefix(press.CustomID, "sharenow|") {
		return false
	}
	switch a.Response.Type {
	case discordgo.InteractionResponseChannelMessageWithSource:
		return a.Response.Data.Flags&discordgo.MessageFlagsEphemeral == 0
	case discordgo.InteractionResponseUpdateMessage:
		return i.Message == nil || i.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	}
	return false
}

// apart is where two texts begin to differ.
func apart(a, b string) (string, string) {
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	around := func(text string) string {
		return "…" + strings.ToValidUTF8(text[max(0, same-150):min(len(text), same+300)], "") + "…"
	}
	return around(a), around(b)
}

var (
	lengths = regexp.MustCompile(`[共書] \d+ 章`)
	// entries are chapters of which one can say that one has read them: by
	// number alone past the ceiling.
	entries     = regexp.MustCompile(`\{"name":"(?:第 \d+ 卷 |卷 ?\d+ )?第[^" ]+章","value":"` + personMark + `\d+` + personMark + `[a-z0-9]+"\},?`)
	nextRow     = regexp.MustCompile(`,?\{"components":\[\{"label":"[^"]*","style":\d,"disabled":false,"custom_id":"readnext\|[^"]*","type":2\}\],"type":1\}`)
	groupsPlace = regexp.MustCompile(`潮生渡：第[^（]*（`)
	commas      = strings.NewReplacer(",]", "]")
)

// withoutLength takes out of an answer what tells the number of chapters.
func withoutLength(text string) string {
	text = lengths.ReplaceAllString(text, "N 章")
	text = nextRow.ReplaceAllString(text, "")
	text = entries.ReplaceAllString(text, "")
	return commas.Replace(text)
}

// namesAfter are the words of two letters that only the chapters after the
// k-th have, of those that belong to the book alone and not to the bot.
func namesAfter(k int) []string {
	early := pairsOf(tideFront)
	for _, c := range tideChapters[:k] {
		maps.Copy(early, pairsOf(c.volume+"\n"+c.heading+"\n"+c.text))
	}
	for _, l := range must(languages()) {
		for _, sentence := range l.sentences {
			maps.Copy(early, pairsOf(sentence))
		}
	}
	late := map[string]bool{}
	for _, c := range tideChapters[k:] {
		_, heading, _ := strings.Cut(c.heading, " ")
		for pair := range pairsOf(heading + "\n" + c.text) {
			late[pair] = late[pair] || !early[pair]
		}
	}
	maps.DeleteFunc(late, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(late))
}

func pairsOf(text string) map[string]bool {
	pairs := map[string]bool{}
	runes := []rune(hanzi.Fold(text))
	for i := 1; i < len(runes); i++ {
		if unicode.Is(unicode.Han, runes[i-1]) && unicode.Is(unicode.Han, runes[i]) && runes[i] != '说' { // as in a title: what somebody said
			pairs[string(runes[i-1:i+1])] = true
		}
	}
	return pairs
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
