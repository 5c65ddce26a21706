package bench

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
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
	metrics string // address of its metrics
	command *exec.Cmd
	ended   chan error
	stopped bool

	mu  sync.Mutex
	log strings.Builder
}

// run starts the bot over the books of a folder (the samples where it is empty)
// on two processors, and returns when they are read in.
func run(t testing.TB, discord *discordtest.Server, books string) *program {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "bot")
	if out, err := exec.Command("go", "build", "-o", path, "shuyou/bot").CombinedOutput(); err != nil {
		t.Fatalf("building the bot: %v: %s", err, out)
	}
	p := &program{command: exec.Command(path), ended: make(chan error, 1)}
	p.command.Dir = dir
	p.command.Env = append(os.Environ(), "GOMAXPROCS=2", "DISCORD_TOKEN="+discord.Token, "DISCORD_API_URL="+discord.APIURL, "DISCORD_PUBLIC_KEY="+discord.PublicKey,
		"HTTP_ADDR=127.0.0.1:0", "METRICS_ADDR=127.0.0.1:0", "DATABASE_URL=", "ALLOWED_GUILDS=", "SPOILERS=open", "LOG_LEVEL=info", "LOG_FORMAT=text",
		"LIBRARY_DIR="+books, "DATA_DIR="+filepath.Join(dir, "data"))
	stderr, err := p.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	addresses, read := make(chan string, 2), make(chan struct{})
	go func() { defer close(read); p.follow(stderr, addresses) }()
	go func() { <-read; p.ended <- p.command.Wait() }()
	t.Cleanup(func() { p.stop(t) })
	late := time.After(5 * time.Minute)
	for range cap(addresses) {
		select {
		case at := <-addresses:
			if path, isHTTP := strings.CutSuffix(at, " "+web.Path); isHTTP {
				p.Endpoint = discord.Endpoint("http://" + path + web.Path)
			} else {
				p.metrics = "http://" + at
			}
		case <-late:
			t.Fatalf("the bot does not serve:\n%s", p.logged())
		}
	}
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for !p.ready() {
		select {
		case <-again.C:
		case <-late:
			t.Fatalf("the bot has not read the books in:\n%s", p.logged())
		}
	}
	return p
}

var (
	answering = regexp.MustCompile(`answering over HTTP.* address=(\S+)`)
	measuring = regexp.MustCompile(`showing metrics.* address=(\S+)`)
)

// follow keeps the log and tells the addresses that it names; that of the
// interactions with their path.
func (p *program) follow(log io.Reader, addresses chan<- string) {
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		p.mu.Lock()
		p.log.WriteString(lines.Text() + "\n")
		p.mu.Unlock()
		if m := answering.FindStringSubmatch(lines.Text()); m != nil {
			addresses <- m[1] + " " + web.Path
		}
		if m := measuring.FindStringSubmatch(lines.Text()); m != nil {
			addresses <- m[1]
		}
	}
}

// ready reports whether the bot says that it serves readers.
func (p *program) ready() bool {
	response, err := http.Get(p.metrics + "/readyz")
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
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
