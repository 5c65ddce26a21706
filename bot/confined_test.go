//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"shuyou/bot/internal/discordtest"
)

// nobody is a user who owns nothing, as a container's program has one.
const nobody = 65534

// asBot puts a copy of the test program where every user can start it; under
// that name it is the bot.
func asBot(t *testing.T) (dir, path string) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	dir, err := os.MkdirTemp("/tmp", "bot-*") // the tests' own folders are closed to others
	if err != nil {
		t.Skip("no folder that is open to everybody: ", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	path = filepath.Join(dir, "bot")
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, path
}

// Case B38: the data folder is root's and the bot is not. It ends at once, with
// the folder, the user and the remedy in one line each.
func TestDataFolderOfRoot(t *testing.T) {
	dir, bot := asBot(t)
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o555); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for name, token := range map[string]string{"a wrong token": "MTIz.abcd.ef", "a token": "OTAwMDAwMDAwMDAwMDAwMDAx.Gtest0.abcdefghijklmnopqrstuvwxyz"} {
		run := exec.CommandContext(ctx, bot)
		run.Dir, run.Env = dir, []string{"DATA_DIR=" + data, "DISCORD_TOKEN=" + token}
		run.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, err := run.CombinedOutput()
		if err == nil || ctx.Err() != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		for _, want := range []string{
			"bot: error: the data folder " + data + " cannot be written by user 65534",
			"bot: hint: let that user own it (chown -R 65534 " + data + ")",
		} {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, out)
			}
		}
		if strings.Contains(string(out), "goroutine") || strings.Contains(string(out), token) {
			t.Errorf("%s:\n%s", name, out)
		}
	}
}

// As in the container: another user, every file system read-only but for the
// data folder and /tmp. The bot connects, `bot health` says so, and SIGTERM
// ends it with status 0.
func TestServesFromAReadOnlySystem(t *testing.T) {
	dir, _ := asBot(t)
	if err := exec.Command("unshare", "--mount", "true").Run(); err != nil {
		t.Skip("no name space for mounts of one's own: ", err)
	}
	discord := discordtest.New(t)
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(data, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`set -eu
mount --make-rprivate /
mount --bind %[1]s /mnt
mount -t tmpfs -o mode=0700,uid=%[2]d,gid=%[2]d data /mnt/data
mount -o remount,bind,ro /mnt
mount -t tmpfs -o mode=1777 tmp /tmp
mount -o remount,bind,ro /
cd /mnt
! touch /mnt/x 2>/dev/null
as="setpriv --reuid=%[2]d --regid=%[2]d --clear-groups --no-new-privs --bounding-set=-all"
$as ./bot & serving=$!
until $as ./bot health; do kill -0 $serving; sleep 0.2; done
$as ./bot doctor >/dev/null
kill -TERM $serving
wait $serving
echo stopped with $?
`, dir, nobody)
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	run := exec.CommandContext(ctx, "unshare", "--mount", "sh", "-c", script)
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=/mnt/data", "DISCORD_TOKEN=" + discord.Token, "DISCORD_API_URL=" + discord.APIURL}
	var out bytes.Buffer
	run.Stdout, run.Stderr = &out, &out
	// The shell's child must go too where time runs out.
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.Cancel = func() error { return syscall.Kill(-run.Process.Pid, syscall.SIGKILL) }
	if err := run.Run(); err != nil || !strings.Contains(out.String(), "ready, serving 5 books") || !strings.Contains(out.String(), "stopped with 0") {
		t.Errorf("%v\n%s", err, &out)
	}
	if strings.Contains(out.String(), discord.Token) {
		t.Error("the token is shown")
	}
}
