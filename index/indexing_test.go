//go:build unix

package index

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"shuyou/index/chapters"
)

// indexesIn names the folder of books for a process that indexes and finds no
// people.
const indexesIn = "SHUYOU_TEST_INDEX"

// footprint is what indexing took.
type footprint struct {
	Seconds       float64
	Bytes         int64 // of the books' files
	PeakAnonymous int64 // sampled
}

// BenchmarkIndexing indexes the books of the folder SHUYOU_BENCH_BOOKS, as many
// at a time as a library does, in a process of its own. Reading the files takes
// part; people do not.
func BenchmarkIndexing(b *testing.B) {
	books := os.Getenv("SHUYOU_BENCH_BOOKS")
	if books == "" {
		b.Skip("SHUYOU_BENCH_BOOKS names no folder of books")
	}
	for b.Loop() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), indexesIn+"="+books)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			b.Fatal(err)
		}
		var f footprint
		if err := json.Unmarshal(out, &f); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(f.Bytes)/1e6/f.Seconds, "MB/s")
		b.ReportMetric(float64(f.PeakAnonymous)/1e6, "peak-anonymous-MB")
	}
}

func indexOnce(books string) error {
	ctx := context.Background()
	files := os.DirFS(books)
	sources, _, err := chapters.Scan(files)
	if err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "shuyou-indexing-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	var f footprint
	done, sampled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sampled)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			f.PeakAnonymous = max(f.PeakAnonymous, anonymous())
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	start := time.Now()
	next := make(chan chapters.Source)
	var workers sync.WaitGroup
	errs := make([]error, builders)
	for n := range builders {
		workers.Go(func() {
			for source := range next {
				dir := filepath.Join(data, source.File)
				if err := os.Mkdir(dir, 0o700); err != nil {
					errs[n] = err
					continue
				}
				read, err := source.Read(ctx, files)
				if err == nil {
					err = indexBook(ctx, dir, read, func(int) {})
				}
				if err != nil {
					errs[n] = err
				}
			}
		})
	}
	for _, source := range sources {
		if info, err := os.Stat(filepath.Join(books, source.File)); err == nil {
			f.Bytes += info.Size()
		}
		next <- source
	}
	close(next)
	workers.Wait()
	f.Seconds = time.Since(start).Seconds()
	close(done)
	<-sampled
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(f)
}

// anonymous is the anonymous memory of this process in bytes; 0 where the
// system does not say.
func anonymous() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		var kilobytes string
		if n, _ := fmt.Sscanf(line, "RssAnon: %s kB", &kilobytes); n == 1 {
			bytes, _ := strconv.ParseInt(kilobytes, 10, 64)
			return bytes * 1024
		}
	}
	return 0
}
