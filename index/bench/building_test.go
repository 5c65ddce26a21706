package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"shuyou/index"
)

// What costs memory is measured in a process of its own: this test binary,
// told by its environment what to do.
const (
	taskVariable    = "SHUYOU_BENCH_TASK" // "read in" or "serve"
	booksVariable   = "SHUYOU_BENCH_BOOKS"
	dataVariable    = "SHUYOU_BENCH_DATA"
	queriesVariable = "SHUYOU_BENCH_QUERIES"
	// profileVariable names a file for the CPU profile of a task.
	profileVariable = "SHUYOU_BENCH_PROFILE"
)

// footprint is what a task took.
type footprint struct {
	Seconds float64
	Bytes   int64 // of the books
	// PeakAnonymous is the most anonymous memory, sampled; PeakResident counts
	// the files that are mapped, too. Anonymous is what is left at the end.
	PeakAnonymous, PeakResident, Anonymous int64
}

func TestMain(m *testing.M) {
	if task := os.Getenv(taskVariable); task != "" {
		if err := runTask(task); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if os.Getenv(cacheVariable) == "" {
		os.RemoveAll(cacheDir())
	}
	os.Exit(code)
}

func runTask(task string) error {
	if path := os.Getenv(profileVariable); path != "" {
		out, err := os.Create(path)
		if err != nil {
			return err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	done := make(chan struct{})
	var f footprint
	sampled := make(chan struct{})
	go func() {
		defer close(sampled)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			f.PeakAnonymous = max(f.PeakAnonymous, memory("RssAnon"))
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	start := time.Now()
	l, err := index.Open(context.Background(), index.Options{
		Files: os.DirFS(os.Getenv(booksVariable)), Source: largeLibraryName, DataDir: os.Getenv(dataVariable),
	})
	if err != nil {
		return err
	}
	defer l.Close()
	if task == "serve" {
		err = serveQueries(l, os.Getenv(queriesVariable))
	}
	f.Seconds = time.Since(start).Seconds()
	close(done)
	<-sampled
	f.PeakResident, f.Anonymous = memory("VmHWM"), memory("RssAnon")
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(f)
}

func serveQueries(l *index.Library, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(data)) {
		q := index.Query{Text: strings.TrimSuffix(line, "\n"), Ceiling: everything, Limit: 5, Within: true, Near: 3, NearBelow: 3}
		if _, err := l.Search(context.Background(), q); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
	}
	return nil
}

// apart runs a task in another process.
func apart(t testing.TB, task string, environment ...string) footprint {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program)
	child.Env = append(append(os.Environ(), taskVariable+"="+task), environment...)
	child.Stderr = os.Stderr
	out, err := child.Output()
	if err != nil {
		t.Fatalf("%s in another process: %v", task, err)
	}
	var f footprint
	if err := json.Unmarshal(out, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// readInApart reads the books of a folder in; where that is done, it only
// opens them.
func readInApart(t testing.TB, books, data string) footprint {
	t.Helper()
	f := apart(t, "read in", booksVariable+"="+books, dataVariable+"="+data)
	f.Bytes = folderSize(t, books)
	return f
}

// BenchmarkReadIn reads books of 25 MB in, from bytes to a finished library,
// and says how quickly and with how much memory.
func BenchmarkReadIn(b *testing.B) {
	novels(b)
	folder := b.TempDir()
	for _, n := range []int{2, 3, 4} { // 5, 8 and 12 MB
		name := largeName(n)
		data, err := os.ReadFile(filepath.Join(largeFolder(b), name))
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	var f footprint
	for b.Loop() {
		f = readInApart(b, folder, b.TempDir())
	}
	noTime(b)
	b.ReportMetric(float64(f.Bytes)/megabyte/f.Seconds, "MB/s")
	reportMemory(b, f)
}

func reportMemory(b *testing.B, f footprint) {
	b.ReportMetric(float64(f.PeakAnonymous)/megabyte, "peak-anonymous-MB")
	b.ReportMetric(float64(f.PeakResident)/megabyte, "peak-resident-MB")
	b.ReportMetric(float64(f.Anonymous)/megabyte, "anonymous-MB")
}

// BenchmarkServe answers queries of every kind over the large corpus.
func BenchmarkServe(b *testing.B) {
	s := large(b)
	var queries strings.Builder
	for _, k := range exactKinds {
		for _, q := range queriesOf(s.paragraphs, k, 200) {
			queries.WriteString(q.text + "\n")
		}
	}
	for _, k := range rememberedKinds {
		for _, l := range linesOf(s.paragraphs, k, 200) {
			queries.WriteString(l.query + "\n")
		}
	}
	path := filepath.Join(b.TempDir(), "queries")
	if err := os.WriteFile(path, []byte(queries.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	var f footprint
	for b.Loop() {
		f = apart(b, "serve", booksVariable+"="+largeFolder(b), dataVariable+"="+largeData(), queriesVariable+"="+path)
	}
	noTime(b)
	reportMemory(b, f)
}

// BenchmarkSize gives what lies in the data folder for every book, over the
// size of its text.
func BenchmarkSize(b *testing.B) {
	both(b, func(b *testing.B, s *setting) {
		sizes := sizesOf(b, s, largeData())
		for _, info := range s.library.Books() {
			size := sizes[info.ID]
			b.Run(fmt.Sprintf("%s,%.2fMB", info.File, float64(size.text)/megabyte), func(b *testing.B) {
				for b.Loop() {
				}
				noTime(b)
				b.ReportMetric(float64(size.terms)/float64(size.text), "terms/text")
				b.ReportMetric(float64(size.textFile)/float64(size.text), "text.bin/text")
				b.ReportMetric(float64(size.pairs)/float64(size.text), "pairs.bin/text")
			})
		}
	})
}

// BenchmarkOpen opens libraries that are read in: five books of the corpus,
// and the large corpus.
func BenchmarkOpen(b *testing.B) {
	open := func(b *testing.B, options index.Options) {
		l, err := index.Open(b.Context(), options)
		if err != nil {
			b.Fatal(err)
		}
		l.Close()
		runtime.GC()
		var took times
		for b.Loop() {
			took.add(func() { l, err = index.Open(b.Context(), options) })
			if err != nil {
				b.Fatal(err)
			}
			l.Close()
		}
		noTime(b)
		took.report(b, "open")
	}
	b.Run("five", func(b *testing.B) {
		files := novels(b)
		for name, file := range samples(b) {
			if len(files) < 5 {
				files[name] = file
			}
		}
		open(b, index.Options{Files: files, Source: "five", DataDir: b.TempDir()})
	})
	b.Run("100MB", func(b *testing.B) {
		large(b)
		open(b, index.Options{Files: os.DirFS(largeFolder(b)), Source: largeLibraryName, DataDir: largeData()})
	})
}
