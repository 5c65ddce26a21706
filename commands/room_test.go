package commands

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// sent is the message that an answer has become, to be pressed on.
func sent(a Answer) *discordgo.Message {
	return &discordgo.Message{ID: "7", Flags: a.Response.Data.Flags & discordgo.MessageFlagsEphemeral, Embeds: a.Response.Data.Embeds, Content: a.Response.Data.Content}
}

// press presses the first button of an answer whose action starts so.
func (d *desk) press(t *testing.T, user string, on Answer, action string, values ...string) Answer {
	t.Helper()
	for _, id := range customIDs(on) {
		if strings.HasPrefix(id, action) {
			i := pressed(discordgo.ChineseTW, user, id, values...)
			i.Message = sent(on)
			return d.ask(t, i, false)
		}
	}
	t.Fatalf("no button %s in %v", action, customIDs(on))
	return Answer{}
}

func tideDesk(t *testing.T, own, channel int) *desk {
	d := deskOver(t, openTide(t, tide(len(tideChapters))), Options{})
	d.own(own)
	d.channel(channel)
	return d
}

func asks(line string) *discordgo.Interaction {
	return typed(discordgo.ChineseTW, "quote", "text", line)
}

var ofAll = regexp.MustCompile(`/ (\d+) 段`)

// totalOf is how many passages an answer says there are, or shows where it
// says nothing.
func totalOf(a Answer) int {
	e := a.Response.Data.Embeds[0]
	if e.Footer != nil {
		if m := ofAll.FindStringSubmatch(e.Footer.Text); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return strings.Count("\n"+e.Description, "\n> ")
}

func isPrivate(a Answer) bool {
	return a.Response.Type == discordgo.InteractionResponseChannelMessageWithSource && a.Response.Data.Flags&discordgo.MessageFlagsEphemeral != 0
}

func inPlaceOf(a Answer) bool { return a.Response.Type == discordgo.InteractionResponseUpdateMessage }

// A public answer is as far as the lower of asker and channel, a private one
// as far as the asker.
func TestPublicAnswersObeyTheLower(t *testing.T) {
	for _, tt := range []struct {
		name         string
		own, channel int
		line         string
		public       bool
		total        int
	}{
		{"both the same", 6, 6, "馬三河", true, 11},
		{"the reader below", 2, 6, "馬三河", true, 4},
		{"the channel below", 6, 2, "馬三河", true, 4},
		{"the channel alone", -1, 2, "馬三河", true, 4},
		{"the reader alone", 2, -1, "馬三河", false, 4},
		{"what only the reader has read", 12, 2, "何世雄", false, 11},
		{"what neither has read", 2, 5, "何世雄", false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := tideDesk(t, tt.own, tt.channel).ask(t, asks(tt.line), false)
			if isPrivate(a) == tt.public {
				t.Errorf("private: %v", isPrivate(a))
			}
			if got := totalOf(a); got != tt.total {
				t.Errorf("%d passages, want %d: %s", got, tt.total, told(t, a))
			}
		})
	}
}

// Of thread, channel and server the innermost that has said how far it has
// read decides, and a schedule counts as having said so.
func TestTheInnermostPlaceDecides(t *testing.T) {
	d := tideDesk(t, -1, -1)
	week := &Schedule{Book: tideBook, After: placeOf(d.book, 3, d.time.now()), Chapters: 1, First: "2024-05-06", Zone: "UTC"}
	for _, tt := range []struct {
		name                    string
		thread, channel, server Group
		inThread, inChannel     int // passages
	}{
		{"the server", Group{}, Group{}, Group{Ceilings: ceilings(d.book, 2)}, 4, 4},
		{"the channel below", Group{}, Group{Ceilings: ceilings(d.book, 2)}, Group{Ceilings: ceilings(d.book, 6)}, 4, 4},
		{"the channel above", Group{}, Group{Ceilings: ceilings(d.book, 6)}, Group{Ceilings: ceilings(d.book, 2)}, 11, 11},
		{"the thread", Group{Ceilings: ceilings(d.book, 1)}, Group{Ceilings: ceilings(d.book, 6)}, Group{}, 3, 11},
		{"a schedule in the channel", Group{}, Group{Schedule: week}, Group{Ceilings: ceilings(d.book, 12)}, 8, 8},
		{"the channel, where all else is open", Group{}, Group{Ceilings: ceilings(d.book, 2)}, Group{Spoilers: "open"}, 4, 4},
		{"nobody, where all is open", Group{}, Group{}, Group{Spoilers: "open"}, 15, 15},
		{"nobody but the thread hides", Group{Spoilers: "hide", Ceilings: ceilings(d.book, 2)}, Group{}, Group{Spoilers: "open"}, 4, 15},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.server.Greeted = true
			for channel, g := range map[string]Group{tideThread: tt.thread, tideChannel: tt.channel, "": tt.server} {
				d.kept.groups[[2]string{tideGuild, channel}] = g
			}
			for thread, want := range map[bool]int{true: tt.inThread, false: tt.inChannel} {
				a := d.ask(t, asks("馬三河"), thread)
				if totalOf(a) != want || isPrivate(a) {
					t.Errorf("in the thread %v: %d passages, want %d, private %v", thread, totalOf(a), want, isPrivate(a))
				}
			}
		})
	}
}

// The pages of a public answer turn at the ceilings as they are when somebody
// presses.
func TestPagesTurnAtTheCeilingsOfNow(t *testing.T) {
	d := tideDesk(t, 12, 12)
	first := d.ask(t, asks("馬三河"), false)
	second := d.press(t, reader, first, "quote|2")
	if !inPlaceOf(second) || totalOf(second) != 15 {
		t.Errorf("the second page: %s", told(t, second))
	}
	d.channel(2)
	if a := d.press(t, reader, first, "quote|2"); !inPlaceOf(a) || strings.Contains(told(t, a), "第三章") {
		t.Errorf("after the channel went back: %s", told(t, a))
	}
	d.channel(12)
	d.own(1)
	if a := d.press(t, reader, first, "quote|2"); !inPlaceOf(a) || strings.Contains(told(t, a), "第二章") {
		t.Errorf("after the asker went back: %s", told(t, a))
	}
	// The channel's place was taken away: nothing of it is put before the room.
	d.own(12)
	d.channel(-1)
	if a := d.press(t, reader, first, "quote|2"); !isPrivate(a) {
		t.Errorf("after the channel forgot its place: %s", told(t, a))
	}
}

// Somebody else who presses gets a private copy, as far as they have read.
func TestOthersGetAPrivateCopy(t *testing.T) {
	d := tideDesk(t, 12, 12)
	d.kept.readers[otherUser] = Reader{Progress: ceilings(d.book, 2)}
	list, one := d.ask(t, asks("馬三河"), false), d.ask(t, asks("今夜風大，江上沒有別的船"), false)
	for name, a := range map[string]Answer{
		"page":    d.press(t, otherUser, list, "quote|2"),
		"script":  d.press(t, otherUser, list, "script|"),
		"context": d.press(t, otherUser, list, "context|", encodePlace(refIn(d, 5, 1))),
		"before":  d.press(t, otherUser, one, "place|"),
		"letters": d.press(t, otherUser, one, "placescript|"),
	} {
		text := told(t, a)
		if !isPrivate(a) || strings.Contains(text, "第五章") || strings.Contains(text, "第三章") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if a := d.press(t, otherUser, list, "delete|"); a.Remove || !isPrivate(a) {
		t.Error("somebody else deletes the answer")
	}
}

// Nothing private is put over a message that the room sees, whatever is
// pressed on it, by anybody.
func TestNothingPrivateIsPutOverAPublicMessage(t *testing.T) {
	d := tideDesk(t, 12, 3)
	d.walk(t, discordgo.ChineseTW, false, func(i *discordgo.Interaction, question string, a Answer) {
		if i.Message == nil || i.Message.Flags != 0 || !inPlaceOf(a) {
			return
		}
		if text := told(t, a); strings.Contains(text, "第四章") || strings.Contains(text, "第七章") {
			t.Errorf("%s\nputs over it %s", question, text)
		}
	})
}

// Sharing a passage that the channel has not reached asks, and then hides it
// and the title of its chapter.
func TestSharingAPassage(t *testing.T) {
	d := tideDesk(t, 12, 3)
	within := d.press(t, reader, d.press(t, reader, d.ask(t, asks("馬三河"), false), "context|", encodePlace(refIn(d, 3, 3))), "share|")
	if text := told(t, within); isPrivate(within) || strings.Contains(text, "||黑") || !strings.Contains(text, "第三章 夜渡") {
		t.Errorf("within what the channel has read: %s", text)
	}
	private := d.ask(t, asks("周無咎燒了舊衣"), false)
	asked := d.press(t, reader, private, "share|")
	if text := told(t, asked); !isPrivate(asked) || strings.Contains(text, "舊衣，") || strings.Contains(text, "改名") {
		t.Errorf("the question: %s", text)
	}
	shared := d.press(t, reader, asked, "sharenow|")
	text := shared.Response.Data.Embeds[0].Description
	if isPrivate(shared) || inPlaceOf(shared) || !strings.Contains(text, "||**周無咎燒了舊衣**，把長刀埋在井邊。||") || strings.Contains(text, "改名") || !strings.Contains(text, "<@"+reader+">") {
		t.Errorf("what is shared: %s", text)
	}
	d.channel(12) // who has come that far meanwhile needs no veil
	if text := told(t, d.press(t, reader, asked, "sharenow|")); strings.Contains(text, "||**") {
		t.Errorf("shared after the channel came there: %s", text)
	}
	d.own(2) // and who went back shares nothing
	if a := d.press(t, reader, private, "share|"); !isPrivate(a) || strings.Contains(told(t, a), "井邊") {
		t.Errorf("shared by who has not read it: %s", told(t, a))
	}
}

// A card is shared as far as the channel has read, or not at all.
func TestSharingACard(t *testing.T) {
	d := tideDesk(t, 12, 3)
	card := d.ask(t, typed(discordgo.ChineseTW, "who", "name", "馬三河"), false)
	if !isPrivate(card) {
		t.Error("a card is not private")
	}
	shared := d.press(t, reader, card, "whoshare|")
	if text := shared.Response.Data.Embeds[0].Description; isPrivate(shared) || strings.Contains(text, "第四章") || !strings.Contains(text, "<@"+reader+">") {
		t.Errorf("the shared card: %s", text)
	}
	// Its buttons give private answers, as far as the presser has read.
	d.kept.readers[otherUser] = Reader{Progress: ceilings(d.book, 1)}
	for _, action := range []string{"whopage|", "whotext|"} {
		for user, far := range map[string]bool{reader: true, otherUser: false} {
			a := d.press(t, user, shared, action)
			if text := told(t, a); !isPrivate(a) || strings.Contains(text, "第二章") && !far {
				t.Errorf("%s by %s: %s", action, user, text)
			}
		}
	}
	late := d.ask(t, typed(discordgo.ChineseTW, "who", "name", "沈萬鈞"), false)
	if a := d.press(t, reader, late, "whoshare|"); !isPrivate(a) || strings.Contains(told(t, a), "沈") {
		t.Errorf("somebody the channel has not met: %s", told(t, a))
	}
	d.channel(-1)
	if a := d.press(t, reader, card, "whoshare|"); !isPrivate(a) || strings.Contains(told(t, a), "馬三河") {
		t.Errorf("where the channel has no place: %s", told(t, a))
	}
}

// A channel that was given its books is answered from no other, whatever is
// typed, chosen or pressed.
func TestChannelsLimitedToABook(t *testing.T) {
	files := tide(len(tideChapters))
	files["library.yaml"].Data = append(files["library.yaml"].Data, "- file: other.txt\n  id: other\n  title: 山中記\n"...)
	files["other.txt"] = numberedBook("第一章 甲|孟長風說道：“今日無事。”孟長風推開窗子，", "第二章 乙|孟長風笑道：“不如喝茶。”孟長風")["b.txt"]
	d := deskOver(t, openTide(t, files), Options{Spoilers: true})
	d.channel(-1)
	free := d.ask(t, asks("孟長風"), false)
	place := typed(discordgo.ChineseTW, "quote", "text", "山中記 2:1")
	if text := told(t, d.ask(t, place, false)); !strings.Contains(text, "不如喝茶") {
		t.Fatalf("before the limit: %s", text)
	}
	one, card := d.ask(t, asks("不如喝茶"), false), d.ask(t, typed(discordgo.ChineseTW, "who", "name", "孟長風"), false)
	var ids []*discordgo.Interaction
	for _, a := range []Answer{free, one, card} {
		ids = append(ids, pressesOn(asks(""), a)...)
	}
	if len(ids) < 8 {
		t.Fatalf("only %d buttons", len(ids))
	}
	d.kept.groups[[2]string{tideGuild, tideChannel}] = Group{Books: []string{tideBook}}
	for _, i := range append(ids, place, asks("孟長風"), asks("不如喝茶"), typed(discordgo.ChineseTW, "quote", "text", "茶", "book", "山中記"),
		typed(discordgo.ChineseTW, "who", "name", "孟長風"), typed(discordgo.ChineseTW, "read", "place", "2", "book", "山中記"),
		typed(discordgo.ChineseTW, "read", "place", "山中記 2:1"), typed(discordgo.ChineseTW, "progress", "chapter", "2", "book", "山中記"),
		typed(discordgo.ChineseTW, "who", "name", "孟長風"+personMark+shortBook("other")), menuOn(discordgo.ChineseTW, sourceName, "不如喝茶"),
		pressed(discordgo.ChineseTW, reader, "readat|"+shortBook("other")+"|2|1"), pressed(discordgo.ChineseTW, reader, "readon|"+shortBook("other")),
		pressed(discordgo.ChineseTW, reader, "readnext|"+shortBook("other")+"|2"), pressed(discordgo.ChineseTW, reader, "readto|"+shortBook("other")),
	) {
		text, question := told(t, d.ask(t, i, false)), inWords(t, i)
		for _, word := range []string{"茶。", "今日無事", "窗子"} {
			if strings.Contains(text, word) {
				t.Errorf("%s\nis answered from another book: %s", question, text)
			}
		}
		if strings.Contains(text, "山中記") && !strings.Contains(question, "山中記") {
			t.Errorf("%s\nnames another book: %s", question, text)
		}
	}
	for _, i := range everything(discordgo.ChineseTW) {
		if data := i.Data.(discordgo.ApplicationCommandInteractionData); i.Type == discordgo.InteractionApplicationCommandAutocomplete && data.Name != "group" {
			if text := told(t, d.ask(t, i, false)); strings.Contains(text, "山中記") || strings.Contains(text, "孟長風") {
				t.Errorf("%s suggests %s", inWords(t, i), text)
			}
		}
	}
}
