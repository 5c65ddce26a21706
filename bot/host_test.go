package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
	"shuyou/commands"
)

// A chapter file that is attached to /group is looked at first and added when
// it is confirmed; what the library has is never overwritten.
func TestAddingABook(t *testing.T) {
	books, data := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(books, "渡口.txt"), []byte("第一章 渡船\n馬三河說：“今夜不渡。”\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := startServingBooks(t, discordtest.New(t), data, books)
	manage := func(i discordtest.Interaction) discordtest.Interaction { return i.Can(discordgo.PermissionManageGuild) }
	text := []byte("第一章 山門\n小沙彌掃了三年落葉。\n第二章 鐘聲\n鐘聲在霧裡響了一夜。\n")
	proposed := s.ask(manage(discordtest.Slash("group", discordtest.Attachment("add", "../../渡口.txt", text))))
	if got := proposed.Message.Embeds[0].Description; !proposed.Private || !strings.Contains(got, "2 章") || strings.Contains(got, "鐘聲") {
		t.Fatalf("the report: %s", proposed.Text())
	}
	if refused := s.ask(discordtest.Press(customID(t, proposed, "groupadd|")).As("200000000000000002", "乙")); !strings.Contains(refused.Text(), "只有管理") {
		t.Errorf("somebody without permission adds: %s", refused.Text())
	}
	added := s.ask(manage(proposed.Press(customID(t, proposed, "groupadd|"))))
	if !strings.Contains(added.Text(), "加進去了") {
		t.Fatalf("confirmed: %s", added.Text())
	}
	if again := s.ask(manage(proposed.Press(customID(t, proposed, "groupadd|")))); !strings.Contains(again.Text(), "不在了") {
		t.Errorf("confirmed twice: %s", again.Text())
	}
	kept, err := os.ReadFile(filepath.Join(books, "渡口.txt"))
	if err != nil || !strings.Contains(string(kept), "馬三河") {
		t.Errorf("the book that was there: %q, %v", kept, err)
	}
	if read, err := os.ReadFile(filepath.Join(books, "渡口 (2).txt")); err != nil || !bytes.Equal(read, text) {
		t.Errorf("the new file: %q, %v", read, err)
	}
	// Reading in takes a moment.
	eventually(t, "the new book is read in", func() bool { return strings.Contains(s.log.String(), "read in again") })
	if found := s.ask(discordtest.Slash("quote", discordtest.Text("text", "三年落葉"))); !strings.Contains(found.Text(), "小沙彌") {
		t.Errorf("the new book: %s", found.Text())
	}
	left, err := os.ReadDir(filepath.Join(data, proposedIn))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	notText := s.ask(manage(discordtest.Slash("group", discordtest.Attachment("add", "a.txt", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")))))
	if !strings.Contains(notText.Text(), "讀不出") {
		t.Errorf("a picture: %s", notText.Text())
	}
	large := s.ask(manage(discordtest.Slash("group", discordtest.Attachment("add", "a.txt", bytes.Repeat([]byte("字"), 3<<20)))))
	if !strings.Contains(large.Text(), "太大") {
		t.Errorf("nine megabytes: %s", large.Text())
	}
}

// A chapter is added to a book that is a folder; a book that is one file stays
// as it is.
func TestAddingAChapter(t *testing.T) {
	books := t.TempDir()
	if err := os.Mkdir(filepath.Join(books, "連載"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"連載/第一章 渡船.txt": "第一章 渡船\n馬三河說：“今夜不渡。”\n", "連載/第二章 夜渡.txt": "第二章 夜渡\n船自己走了。\n", "山門.txt": "第一章\n小沙彌掃地。\n第二章\n鐘響了。\n",
	} {
		if err := os.WriteFile(filepath.Join(books, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := startServingBooks(t, discordtest.New(t), t.TempDir(), books)
	add := func(book string) *discordtest.Reply {
		return s.ask(discordtest.Slash("group", discordtest.Attachment("add", "第三章 空船.txt", []byte("第三章 空船\n馬三河再也沒有回來。\n")),
			discordtest.Text("book", book)).Can(discordgo.PermissionManageGuild))
	}
	if refused := add("山門"); !strings.Contains(refused.Text(), "不能再加章節") {
		t.Errorf("to a book that is one file: %s", refused.Text())
	}
	proposed := add("連載")
	s.ask(proposed.Press(customID(t, proposed, "groupadd|")))
	if _, err := os.Stat(filepath.Join(books, "連載", "第三章 空船.txt")); err != nil {
		t.Fatalf("%v after %s", err, proposed.Text())
	}
	eventually(t, "the chapter is read in", func() bool { return strings.Contains(s.log.String(), "read in again") })
	if found := s.ask(discordtest.Slash("quote", discordtest.Text("text", "再也沒有回來"))); !strings.Contains(found.Text(), "連載 · 第三章") {
		t.Errorf("the chapter: %s", found.Text())
	}
}

// With the samples there is no folder to add to.
func TestNothingIsAddedToTheSamples(t *testing.T) {
	s := startServing(t, discordtest.New(t), t.TempDir())
	r := s.ask(discordtest.Slash("group", discordtest.Attachment("add", "a.txt", []byte("第一章\n字\n"))).Can(discordgo.PermissionManageGuild))
	if !strings.Contains(r.Text(), "LIBRARY_DIR") {
		t.Errorf("%s", r.Text())
	}
}

// Attachments are read from Discord's own hosts alone.
func TestFetchesFromDiscordAlone(t *testing.T) {
	discord := discordtest.New(t)
	h := newServing(t, discord, t.TempDir()).host
	for _, address := range []string{
		"http://cdn.discordapp.com/a", "https://cdn.discordapp.com.evil.test/a", "https://evil.test/cdn.discordapp.com", "file:///etc/passwd",
		"https://cdn.discordapp.com:8443/a", "https://u:p@cdn.discordapp.com/a", "https://127.0.0.1/a", "", "::",
	} {
		if _, err := h.Fetch(t.Context(), address, 100); !errors.Is(err, commands.ErrNotPossible) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// A text file is converted to a file, whatever it was encoded in.
func TestConvertsAFile(t *testing.T) {
	s := startServing(t, discordtest.New(t), t.TempDir())
	gbk := []byte{0xb2, 0xdc, 0xb1, 0xe4, 0xf2, 0xd4, 0xcd, 0xbb, 0xce, 0xa7, 0xa1, 0xa3, '\n'} // 曹变蛟突围。
	r := s.ask(discordtest.Slash("convert", discordtest.Attachment("file", "第一章.txt", bytes.Repeat(gbk, 40))))
	if got := string(r.Files["第一章.trad.txt"]); !strings.HasPrefix(got, "曹變蛟突圍。\n") {
		t.Errorf("%s: %.40q %v", r.Text(), got, r.Files)
	}
}

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"書.txt": "書.txt", "../../etc/passwd": "passwd", `C:\books\書.txt`: "書.txt", ".bashrc": "bashrc", "a\x00b.txt": "a_b.txt",
		"..": "book", "": "book", ".txt": "txt", strings.Repeat("書", 200) + ".txt": strings.Repeat("書", 65) + ".txt", "what?.txt": "what_.txt",
	} {
		if got := fileName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// In direct messages only members of the allowed servers are answered.
func TestMembersAlone(t *testing.T) {
	discord := discordtest.New(t)
	discord.AddMember("77", "100000000000000001")
	s := newServing(t, discord, t.TempDir())
	for user, want := range map[string]bool{"100000000000000001": true, "100000000000000002": false} {
		for range 2 { // the second time from memory
			if is, err := s.host.IsMember(t.Context(), "77", user); err != nil || is != want {
				t.Errorf("%s: %v, %v", user, is, err)
			}
		}
	}
	if n := discord.CallsTo("GET", "/guilds/*/members/*"); n != 2 {
		t.Errorf("Discord was asked %d times", n)
	}
}

// Of all who confirm a file at once, one adds it; files that say something
// about the books are none.
func TestAcceptedOnce(t *testing.T) {
	s := newServing(t, discordtest.New(t), t.TempDir())
	s.host.libraryDir = t.TempDir()
	key, _, err := s.host.Propose(t.Context(), "", "山門.txt", []byte("第一章 山門\n小沙彌掃了三年落葉。\n"))
	if err != nil {
		t.Fatal(err)
	}
	var added atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			switch err := s.host.Accept(t.Context(), key); {
			case err == nil:
				added.Add(1)
			case !errors.Is(err, commands.ErrNotProposed):
				t.Error(err)
			}
		})
	}
	all.Wait()
	files, err := os.ReadDir(s.host.libraryDir)
	if err != nil || len(files) != 1 || added.Load() != 1 {
		t.Errorf("added %d times: %v, %v", added.Load(), files, err)
	}
	for _, name := range []string{"overlay.txt", "library.yaml", "山門.cast.yaml", "README.md"} {
		if _, _, err := s.host.Propose(t.Context(), "", name, []byte("第一章 山門\n小沙彌掃了三年落葉。\n")); err == nil {
			t.Errorf("%s is taken for a book", name)
		}
	}
}
