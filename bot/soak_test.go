package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/health"
)

// soakFor is how long the program is kept busy; SHUYOU_SOAK sets another time,
// as 10m.
const soakFor = 6 * time.Second

// A program that is asked, cut off and given other books over and over takes
// no more memory and no more files than in the beginning, loses no answer, and
// ends cleanly. It runs in a process of its own, so that what is counted is its
// own.
func TestSoak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory and files are counted in /proc")
	}
	long := soakFor
	if text := os.Getenv("SHUYOU_SOAK"); text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		t.Skip("takes a while")
	}
	discord, books, data := discordtest.New(t), t.TempDir(), t.TempDir()
	writeBook(t, books, "渡口.txt", 1)
	bot := exec.Command(programFile(t))
	bot.Env = append(os.Environ(), "DISCORD_TOKEN="+discord.Token, "DISCORD_API_URL="+discord.APIURL, "DATA_DIR="+data, "LIBRARY_DIR="+books)
	log := &lockedBuffer{}
	bot.Stderr = log
	bot.Dir = t.TempDir()
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- bot.Wait() }()
	t.Cleanup(func() { bot.Process.Kill() })
	discord.AwaitSession()
	discord.AwaitCall("PUT", "/applications/*/commands", 1)

	w := &soaker{t: t, discord: discord, chance: rand.New(rand.NewPCG(1, 2)), books: books, data: data}
	w.rounds(max(long/4, 2*time.Second)) // caches fill up
	before := usageOf(t, bot.Process.Pid)
	w.rounds(long)
	after := usageOf(t, bot.Process.Pid)
	t.Logf("%d interactions, %d reconnects, %d reloads in %v; before %v, after %v", w.asked, w.dropped, w.reloaded, long, before, after)
	if after.files > before.files+8 || after.anonymous > before.anonymous+before.anonymous/4+16<<10 || after.threads > before.threads+8 {
		t.Errorf("before %v, after %v", before, after)
	}
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the program ended with %v:\n%s", err, log)
		}
	case <-time.After(10 * time.Second):
		t.Errorf("the program does not end:\n%s", log)
	}
	if text := log.String(); strings.Contains(text, "panic") || strings.Contains(text, "level=ERROR") || strings.Contains(text, "今夜") {
		t.Errorf("the log says\n%.4000s", text)
	}
}

// programFile is the program as a file: this test's own, which is the program
// where it is called bot (see TestMain).
func programFile(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bot")
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// A usage is what a process takes.
type usage struct {
	anonymous int // kilobytes
	files     int
	threads   int
}

func (u usage) String() string {
	return fmt.Sprintf("%d kB anonymous, %d files, %d threads", u.anonymous, u.files, u.threads)
}

func usageOf(t *testing.T, pid int) usage {
	t.Helper()
	var u usage
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		f := strings.Fields(line)
		switch {
		case len(f) > 1 && f[0] == "RssAnon:":
			u.anonymous, _ = strconv.Atoi(f[1])
		case len(f) > 1 && f[0] == "Threads:":
			u.threads, _ = strconv.Atoi(f[1])
		}
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	u.files = len(files)
	return u
}

// rest is how long a connection is left alone: a bot that is cut off more often
// takes its time to come back.
const rest = 330 * time.Second

// A soaker keeps the program busy.
type soaker struct {
	t                        *testing.T
	discord                  *discordtest.Server
	chance                   *rand.Rand
	books, data              string
	asked, dropped, reloaded int
	cut                      time.Time // when the connection was cut last
	last                     *discordtest.Reply
}

func (w *soaker) rounds(long time.Duration) {
	for end := time.Now().Add(long); time.Now().Before(end); {
		switch n := w.chance.IntN(400); {
		case n == 0 && (w.dropped < 2 || time.Since(w.cut) > rest):
			w.cut = time.Now()
			w.discord.AwaitSession().Drop()
			w.discord.AwaitSession()
			w.dropped++
		case n < 3:
			writeBook(w.t, w.books, fmt.Sprintf("書%d.txt", w.chance.IntN(3)), w.chance.IntN(5))
			if _, err := health.Reload(w.t.Context(), w.data); err != nil {
				w.t.Fatal(err)
			}
			w.reloaded++
		default:
			w.ask()
		}
	}
}

// ask does one thing as one of many users.
func (w *soaker) ask() {
	words := []string{"今夜不渡", "馬三河", "客人", "渡", "沒有的字", "今夜渡不", "第二章", "渡口 2:1"}
	word := words[w.chance.IntN(len(words))]
	i := []discordtest.Interaction{
		discordtest.Slash("quote", discordtest.Text("text", word)),
		discordtest.Slash("quote"),
		discordtest.Slash("who", discordtest.Text("name", word)),
		discordtest.Slash("convert", discordtest.Text("text", word)),
		discordtest.Slash("progress", discordtest.Text("chapter", "1"), discordtest.Text("book", "渡口")),
		discordtest.Slash("read", discordtest.Text("book", "渡口")),
		discordtest.Slash("settings", discordtest.Text("script", "simp")),
		discordtest.Slash("help"),
		discordtest.Slash("group", discordtest.Text("chapter", "2"), discordtest.Text("book", "渡口")).Can(discordgo.PermissionManageGuild),
		discordtest.Suggest("who", discordtest.Text("name", "馬").Typing()),
		discordtest.MessageMenu("出處 Find the source", word),
	}[w.chance.IntN(11)]
	user := strconv.Itoa(100000000000000000 + w.chance.IntN(5000))
	if w.last != nil && w.chance.IntN(3) == 0 {
		if id := anyButton(w.last); id != "" {
			i = w.last.Press(id)
		}
	}
	guild := strconv.Itoa(500000000000000000 + w.chance.IntN(200))
	w.last = w.discord.Dispatch(i.As(user, "讀者").In(guild, "300000000000000001")).AwaitCallback()
	w.asked++
}

// anyButton is a button that opens no form and deletes nothing.
func anyButton(r *discordtest.Reply) string {
	if r.Message == nil {
		return ""
	}
	for _, row := range r.Message.Components {
		for _, c := range row.(*discordgo.ActionsRow).Components {
			if b, ok := c.(*discordgo.Button); ok && !b.Disabled && !strings.HasPrefix(b.CustomID, "delete") {
				return b.CustomID
			}
		}
	}
	return ""
}

// writeBook writes a book of three chapters, by variant each time another.
func writeBook(t *testing.T, dir, name string, variant int) {
	t.Helper()
	text := fmt.Sprintf("第一章 渡船\n馬三河說道：“今夜不渡，第%d回。”\n客人對馬三河說道：“我給你三兩銀子。”\n第二章 夜渡\n半夜裡馬三河的船自己走了。\n第三章 空船\n馬三河再也沒有回來。\n", variant)
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
