package bench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/discordtest"
	"shuyou/seeds"
)

// A moment of load over the samples: nothing is lost, and every answer is one
// that Discord takes.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	discord := discordtest.New(t)
	p := run(t, discord, "")
	l := newLoad(discord, p, newMix(t, seeds.FS, p), 100, time.Second)
	l.run(t)
	l.check(t)
}

// BenchmarkLoad measures 30 seconds of 200 interactions a second over the old
// novels.
func BenchmarkLoad(b *testing.B) {
	rate, seconds := setting(b, "SHUYOU_LOAD_RATE", 200), setting(b, "SHUYOU_LOAD_SECONDS", 30)
	books := novels(b)
	for b.Loop() {
		discord := discordtest.New(b)
		p := run(b, discord, books)
		l := newLoad(discord, p, newMix(b, os.DirFS(books), p), rate, time.Duration(seconds)*time.Second)
		l.run(b)
		l.check(b)
		l.report(b)
		p.stop(b)
	}
}

func setting(b *testing.B, name string, usual int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("%s is no number", name)
	}
	return n
}

// A shot is one interaction of a load and what came of it.
type shot struct {
	use
	pending  *discordtest.Pending
	headers  http.Header
	due      time.Duration // since the beginning
	took     time.Duration // since it was due
	response *discordtest.Response
	err      error
}

// A load is a number of interactions at the times at which they are due. They
// are made and signed before it begins.
type load struct {
	p       *program
	shots   []*shot
	memory  [][2]float64 // resident and anonymous MB, every five seconds
	seconds float64      // of the processors that the bot had
	delayed time.Duration
}

// newLoad spreads interactions by chance, as many a second as rate on average.
func newLoad(discord *discordtest.Server, p *program, m *mix, rate int, length time.Duration) *load {
	l := &load{p: p}
	due := 0.0
	for {
		due += m.ExpFloat64() / float64(rate)
		at := time.Duration(due * float64(time.Second))
		if at > length {
			return l
		}
		u := m.next()
		s := &shot{use: u, pending: discord.Prepare(u.Interaction), due: at}
		s.headers = p.Sign(s.pending.Raw)
		l.shots = append(l.shots, s)
	}
}

// run fires every interaction when it is due, whatever became of those before.
func (l *load) run(t testing.TB) {
	t.Helper()
	var flying sync.WaitGroup
	seconds := l.p.processor()
	began := time.Now()
	watched, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		l.watch(done)
	}()
	for _, s := range l.shots {
		time.Sleep(s.due - time.Since(began))
		l.delayed = max(l.delayed, time.Since(began)-s.due)
		flying.Go(func() {
			s.response, s.err = l.p.Post(s.headers, s.pending.Raw)
			s.took = time.Since(began) - s.due
			if s.late() { // the answer itself waits until Discord knows of this one
				_ = s.pending.Answered(s.response.ContentType, s.response.Body)
			}
		})
	}
	flying.Wait()
	l.seconds = l.p.processor() - seconds
	close(done)
	<-watched
}

// watch notes the memory at the beginning, every five seconds and at the end.
func (l *load) watch(done <-chan struct{}) {
	every := time.NewTicker(5 * time.Second)
	defer every.Stop()
	for {
		resident, anonymous := l.p.memory()
		l.memory = append(l.memory, [2]float64{resident, anonymous})
		select {
		case <-every.C:
		case <-done:
			resident, anonymous := l.p.memory()
			l.memory = append(l.memory, [2]float64{resident, anonymous})
			return
		}
	}
}

func (s *shot) kindOfAnswer() discordgo.InteractionResponseType {
	var answer struct {
		Type discordgo.InteractionResponseType `json:"type"`
	}
	if s.response == nil || json.Unmarshal(s.response.Body, &answer) != nil {
		return 0
	}
	return answer.Type
}

// late reports whether the answer was put off.
func (s *shot) late() bool {
	kind := s.kindOfAnswer()
	return kind == discordgo.InteractionResponseDeferredChannelMessageWithSource || kind == discordgo.InteractionResponseDeferredMessageUpdate
}

// check has every answer held against Discord's rules: none may be lost, none
// may be the word that somebody asks too often.
func (l *load) check(t testing.TB) {
	t.Helper()
	tooOften := l.tooOften(t)
	faults := 0
	fault := func(s *shot, format string, args ...any) {
		if faults++; faults <= 10 {
			t.Errorf("%s at %v: %s", s.kind, s.due.Round(time.Millisecond), fmt.Sprintf(format, args...))
		}
	}
	for _, s := range l.shots {
		switch {
		case s.err != nil:
			fault(s, "%v", s.err)
		case s.response.Status != http.StatusOK:
			fault(s, "status %d: %.100s", s.response.Status, s.response.Body)
		case s.late():
			s.pending.Await()
		case !s.right(s.kindOfAnswer()):
			fault(s, "an answer of type %d", s.kindOfAnswer())
		case s.pending.Answered(s.response.ContentType, s.response.Body) != nil:
			fault(s, "an answer that Discord would refuse")
		case s.pending.Await().Text() == tooOften:
			fault(s, "asked too often")
		}
	}
	if faults > 0 {
		t.Errorf("%d of %d are lost", faults, len(l.shots))
	}
}

// tooOften is what somebody is told who asks without a pause.
func (l *load) tooOften(t testing.TB) string {
	t.Helper()
	seen := map[string]int{}
	for range 60 {
		text := l.p.Send(discordtest.Slash("quote", discordtest.Text("text", "山")).As("599999999999999999", "急")).Await().Text()
		if seen[text]++; len(seen) > 1 {
			return text
		}
	}
	t.Fatal("nobody asks too often")
	return ""
}

func (l *load) report(b *testing.B) {
	b.Helper()
	byKind := map[string][]time.Duration{}
	late := 0
	for _, s := range l.shots {
		byKind["all"] = append(byKind["all"], s.took)
		byKind[s.kind] = append(byKind[s.kind], s.took)
		if s.late() {
			late++
		}
	}
	b.Logf("%d interactions, %d put off, %.2f ms of processor time each; fired at most %v after they were due",
		len(l.shots), late, 1000*l.seconds/float64(len(l.shots)), l.delayed.Round(10*time.Microsecond))
	names := []string{"all"}
	for _, k := range kinds {
		names = append(names, k.name)
	}
	for _, name := range names {
		took := byKind[name]
		slices.Sort(took)
		at := func(share float64) float64 {
			return float64(took[min(int(share*float64(len(took))), len(took)-1)].Microseconds()) / 1000
		}
		b.Logf("%-24s %5d  p50 %7.1f  p90 %7.1f  p99 %7.1f  max %7.1f ms", name, len(took), at(.5), at(.9), at(.99), at(1))
		if name == "all" {
			b.ReportMetric(at(.5), "p50-ms")
			b.ReportMetric(at(.99), "p99-ms")
			b.ReportMetric(at(1), "max-ms")
		}
	}
	var memory []string
	for _, m := range l.memory {
		memory = append(memory, fmt.Sprintf("%.0f (%.0f)", m[0], m[1]))
	}
	b.Logf("memory, resident (no file's) MB: %s", strings.Join(memory, ", "))
	first, last := l.memory[0], l.memory[len(l.memory)-1]
	b.ReportMetric(first[0], "MB-begin")
	b.ReportMetric(last[0], "MB-end")
	b.ReportMetric(1000*l.seconds/float64(len(l.shots)), "cpu-ms/interaction")
	b.ReportMetric(0, "ns/op")
}
