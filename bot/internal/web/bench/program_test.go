package bench

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"shuyou/bot/internal/discordtest"
	"shuyou/bot/internal/web"
)

// A program is the bot as a process of its own that answers over HTTP.
type program struct {
	*discordtest.Endpoint
	command *exec.Cmd
	ended   chan error
	stopped bool

	mu  sync.Mutex
	log strings.Builder
}

// built is the bot's binary, made once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "shuyou-load-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "bot")
	out, err := exec.Command("go", "build", "-o", path, "shuyou/bot").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the bot: %w: %s", err, out)
	}
	return path, nil
})

// run starts the bot over the books of a folder (the samples where it is empty)
// on two processors, and returns when they are read in.
func run(t testing.TB, discord *discordtest.Server, books string) *program {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{command: exec.Command(path), ended: make(chan error, 1)}
	p.command.Dir = t.TempDir()
	p.command.Env = append(os.Environ(), "GOMAXPROCS=2", "DISCORD_TOKEN="+discord.Token, "DISCORD_API_URL="+discord.APIURL, "DISCORD_PUBLIC_KEY="+discord.PublicKey,
		"HTTP_ADDR=127.0.0.1:0", "METRICS_ADDR=", "DATABASE_URL=", "ALLOWED_GUILDS=", "SPOILERS=open", "LOG_LEVEL=info", "LOG_FORMAT=text",
		"LIBRARY_DIR="+books, "DATA_DIR="+filepath.Join(p.command.Dir, "data"))
	stderr, err := p.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	address, reading := make(chan string, 1), make(chan struct{}, 1)
	read := make(chan struct{})
	go func() { defer close(read); p.follow(stderr, address, reading) }()
	go func() { <-read; p.ended <- p.command.Wait() }()
	t.Cleanup(func() { p.stop(t) })
	for _, wait := range []func() bool{
		func() bool {
			select {
			case at := <-address:
				p.Endpoint = discord.Endpoint("http://" + at + web.Path)
				return true
			case <-time.After(time.Minute):
				return false
			}
		},
		func() bool {
			select {
			case <-reading:
				return true
			case <-time.After(10 * time.Minute):
				return false
			}
		},
	} {
		if !wait() {
			t.Fatalf("the bot does not serve:\n%s", p.logged())
		}
	}
	return p
}

var listening = regexp.MustCompile(`answering over HTTP.* address=(\S+)`)

// follow keeps the log and tells when the address and the library are there.
func (p *program) follow(log io.Reader, address chan<- string, reading chan<- struct{}) {
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		p.mu.Lock()
		p.log.WriteString(lines.Text() + "\n")
		p.mu.Unlock()
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			address <- m[1]
		}
		if strings.Contains(lines.Text(), "serving the library") {
			reading <- struct{}{}
		}
	}
}

func (p *program) logged() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// stop ends the bot as a supervisor does.
func (p *program) stop(t testing.TB) {
	t.Helper()
	if p.stopped {
		return
	}
	p.stopped = true
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Errorf("the bot had ended before: %v", err)
	}
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("the bot ended with %v:\n%s", err, p.logged())
		}
	case <-time.After(20 * time.Second):
		_ = p.command.Process.Kill()
		t.Errorf("the bot does not stop:\n%s", p.logged())
	}
	if log := p.logged(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") {
		t.Errorf("the log says\n%.3000s", log)
	}
}

// processor is the time in seconds that the bot has had of the processors so
// far, in hundredths. Zero where there is no /proc.
func (p *program) processor() float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	// The name of the program may hold blanks, so the fields count from its end.
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100
}

// memory is what the bot holds, in MB: all that is resident, and that part
// which is no file's. Zero where there is no /proc.
func (p *program) memory() (resident, anonymous float64) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(raw)) {
		var kB float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kB); n == 1 {
			resident = kB / 1024
		}
		if n, _ := fmt.Sscanf(line, "RssAnon: %f kB", &kB); n == 1 {
			anonymous = kB / 1024
		}
	}
	return resident, anonymous
}
