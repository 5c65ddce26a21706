package commands

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
	"shuyou/index/book"
)

// A made-up book in two volumes that both begin with a first chapter. People
// come late, one changes his name, one is given an office late, lines come
// again in other words, and headings tell what happens.

type volumeChapter struct{ volume, heading, text string }

const tideFront = "這本書說的是潮州渡口的一個冬天。\n"

var tideChapters = []volumeChapter{
	{"第一卷 渡口", "第一章 渡船", `馬三河說道：“今夜風大，不渡。”
客人對馬三河說道：“我給你三兩銀子，請你渡我過江。”
馬三河把燈掛在船頭，江上只有風聲和水聲，兩岸沒有人家。
趙小燕站在岸邊，叫道：“爹，水漲了。”`},
	{"", "第二章 黑衣人", `半夜裡來了一個黑衣人，背上有一把長刀，刀柄上纏著紅布。
黑衣人說道：“船家，江上可見過官兵？”
馬三河答道：“三天沒有見過官兵了。”
趙小燕看了看那把長刀，不敢說話，只把船篙握得更緊。`},
	{"", "第三章 夜渡", `馬三河終於開了船，黑衣人坐在船尾，一動不動。
風吹滅了船頭的燈，江上一片漆黑。
黑衣人道：“馬三河，你的手很穩。”
馬三河笑道：“我在這條江上渡了二十年。”`},
	{"", "第四章 江心", `船到江心，黑衣人忽然拔出長刀，指著水面。
趙小燕驚叫道：“爹，水裡有人。”
馬三河說道：“別怕，那是浮木。”
江上風聲更大了，長刀的光照在水面上。`},
	{"", "第五章 周子安上岸", `黑衣人上了岸，對馬三河說道：“我姓周，名子安。”
原來黑衣人就是周子安。
周子安說道：“船家，多謝了，這把長刀留給你。”
馬三河把長刀放進船艙，今夜風大，江上沒有別的船。`},
	{"", "第六章 官兵到了", `天亮以後官兵到了渡口，為首的是千總何世雄。
何世雄喝道：“誰渡了周子安過江？”
馬三河說道：“昨夜風大，沒有人渡江。”
趙小燕躲在門後，聽見何世雄的話。`},
	{"", "第七章 趙小燕被擒", `何世雄命人把趙小燕綁在馬上。
趙小燕喊道：“爹，救我！”
馬三河拿起長刀，追出三里，終於被官兵射倒。
何世雄冷笑道：“帶走。”`},
	{"第二卷 州城", "第一章 州城", `周子安聽說趙小燕被擒，連夜進了州城。
知州范后山設宴，何世雄坐在左首。
范后山說道：“何千總立了大功，本州要保舉你做參將。”
何世雄道：“多謝大人，卑職不敢當。”`},
	{"", "第二章 劫獄", `周子安劫了大獄，背著趙小燕翻過城牆。
趙小燕哭道：“周大哥，我爹死了。”
周子安說道：“馬三河沒有死，他在沈家莊養傷。”
獄卒敲鑼大喊，州城裡火光沖天。`},
	{"", "第三章 參將何世雄", `參將何世雄帶兵出城，四處搜捕周子安。
何世雄對范后山說道：“大人，城外只有沈家莊可以藏人。”
莊主沈萬鈞笑道：“何參將要搜，便請搜。”
何世雄搜遍沈家莊，沒有找到馬三河。`},
	{"", "第四章 周子安改名", `周子安對沈萬鈞說道：“從今天起，我改名周無咎。”
周無咎燒了舊衣，把長刀埋在井邊。
沈萬鈞說道：“周無咎，好名字。”
趙小燕叫道：“無咎大哥，爹醒了。”`},
	{"", "第五章 何世雄之死", `周無咎在雪夜殺了何世雄，州城大亂。
范后山驚道：“是誰殺了何參將？”
馬三河說道：“今夜風很大，不渡。”
周無咎和趙小燕坐在船尾，江上只有水聲和風聲。
沈萬鈞在岸上喊道：“周無咎，後會有期。”`},
}

const (
	tideBook    = "tide"
	tideGuild   = "300000000000000001"
	tideChannel = "300000000000000002"
	tideThread  = "300000000000000003"
)

// tide is the library of the book with its first n chapters, then of those
// that are given instead of the rest.
func tide(n int, instead ...volumeChapter) fstest.MapFS {
	var text strings.Builder
	text.WriteString(tideFront)
	chapters := append(append([]volumeChapter{}, tideChapters[:n]...), instead...)
	for _, c := range chapters {
		if c.volume != "" {
			text.WriteString("\n" + c.volume + "\n")
		}
		text.WriteString("\n" + c.heading + "\n" + c.text + "\n")
	}
	return fstest.MapFS{
		"tide.txt":     {Data: []byte(text.String())},
		"library.yaml": {Data: []byte("books:\n- file: tide.txt\n  id: " + tideBook + "\n  title: 潮生渡\n")},
	}
}

// elsewise are chapters in place of those after the n-th that tell something
// else: as many, with the same numbers and volumes.
func elsewise(n int) []volumeChapter {
	var chapters []volumeChapter
	for i, c := range tideChapters[n:] {
		number, _, _ := strings.Cut(c.heading, " ")
		if c.volume != "" {
			c.volume, _, _ = strings.Cut(c.volume, " ")
			c.volume += " 別處"
		}
		chapters = append(chapters, volumeChapter{c.volume, number + " 閒話" + string([]rune("甲乙丙丁戊己庚辛壬癸子丑")[n+i]),
			"孟長風說道：“今日無事，不如喝茶。”\n孟長風推開窗子，看見滿院的梅花。\n書童笑道：“先生又在想馬三河的故事。”\n"})
	}
	return chapters
}

// aTime is a clock that stands still until it is moved.
type aTime struct{ at atomic.Int64 }

func newTime() *aTime {
	c := &aTime{}
	c.at.Store(time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC).UnixNano())
	return c
}
func (c *aTime) now() time.Time        { return time.Unix(0, c.at.Load()).UTC() }
func (c *aTime) move(by time.Duration) { c.at.Add(int64(by)) }
func (c *aTime) set(year, m, d, h int) {
	c.at.Store(time.Date(year, time.Month(m), d, h, 0, 0, 0, time.UTC).UnixNano())
}
func halfway(n int) int { return n / 2 }
func ceilings(b *index.BookInfo, o int) map[string]Place {
	return map[string]Place{b.ID: placeOf(b, min(book.Ordinal(o), b.Last()), time.Unix(0, 0))}
}

// beside puts another book into the library, in which people have the same
// names and say the same things.
func beside(files fstest.MapFS) fstest.MapFS {
	files["library.yaml"].Data = append(files["library.yaml"].Data, "- file: other.txt\n  id: other\n  title: 山中記\n"...)
	files["other.txt"] = &fstest.MapFile{Data: []byte(`第一章 山寺
沈萬鈞說道：“今夜風大，不要下山。”
何世雄對沈萬鈞說道：“我給你三兩銀子，請你引路。”
何世雄把燈掛在樹上，山裡只有風聲和雨聲。

第二章 山門
周無咎說道：“山門已經關了。”
何世雄喝道：“開門！”
沈萬鈞笑道：“何施主，風這樣大，明日再來。”
`)}
	return files
}

// written is a drawer whose pictures are what it was told to draw.
type written struct{}

func (written) Page(_ context.Context, p Page) (io.Reader, bool, error) {
	return strings.NewReader(p.Text + "\n" + p.Colophon), true, nil
}

func (written) Appearances(_ context.Context, a Appearances) (io.Reader, error) {
	return strings.NewReader(fmt.Sprintf("%+v", a)), nil
}

// A desk is a router with the store and the clock behind it.
type desk struct {
	*Router
	kept *memory
	time *aTime
	book *index.BookInfo
}

func openTide(t testing.TB, files fstest.MapFS) *index.Library {
	t.Helper()
	library, err := index.Open(t.Context(), index.Options{Files: files, Source: "test", DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { library.Close() })
	return library
}

func deskOver(t testing.TB, library *index.Library, o Options) *desk {
	t.Helper()
	d := &desk{kept: newMemory(), time: newTime(), book: library.Books()[0]}
	o.Log, o.Store, o.Now, o.Drawer = slog.New(slog.DiscardHandler), d.kept, d.time.now, written{}
	router, err := New(library, o)
	if err != nil {
		t.Fatal(err)
	}
	router.pick = halfway
	d.Router = router
	return d
}

// own and channel set how far both readers and the channel have read; -1 is
// nothing said. Other books they have read to the end.
func (d *desk) own(o int) {
	for _, user := range []string{reader, otherUser} {
		d.kept.readers[user] = Reader{Progress: d.places(o)}
	}
}

func (d *desk) places(o int) map[string]Place {
	places := map[string]Place{}
	for _, b := range d.library.Books() {
		switch {
		case b.ID != d.book.ID:
			maps.Copy(places, ceilings(b, int(b.Last())))
		case o >= 0:
			maps.Copy(places, ceilings(b, o))
		}
	}
	return places
}

func (d *desk) channel(o int) {
	g := d.kept.groups[[2]string{tideGuild, tideChannel}]
	g.Ceilings = d.places(o)
	d.kept.groups[[2]string{tideGuild, tideChannel}] = g
	d.kept.groups[[2]string{tideGuild, ""}] = Group{Greeted: true}
}

// refIn is a paragraph of the desk's book.
func refIn(d *desk, chapter book.Ordinal, paragraph int) book.Ref {
	return book.Ref{Book: d.book.ID, Chapter: chapter, Paragraph: paragraph}
}

// ask puts the question in the channel, or in a thread of it, some time after
// the one before.
func (d *desk) ask(t testing.TB, i *discordgo.Interaction, thread bool) Answer {
	t.Helper()
	d.time.move(time.Minute)
	if thread {
		return d.HandleIn(t.Context(), inChannelOf(i, tideThread), tideChannel)
	}
	return d.Handle(t.Context(), inChannelOf(i, tideChannel))
}

// inChannelOf is an interaction in the server.
func inChannelOf(i *discordgo.Interaction, channel string) *discordgo.Interaction {
	in := *i
	in.GuildID, in.ChannelID = tideGuild, channel
	if in.Member == nil {
		in.Member = &discordgo.Member{User: i.User}
	}
	in.User = nil
	return &in
}

// managing is the interaction by somebody who may manage the server.
func managing(i *discordgo.Interaction) *discordgo.Interaction {
	by := *i
	by.Member = &discordgo.Member{User: i.User, Permissions: discordgo.PermissionManageGuild}
	return &by
}
