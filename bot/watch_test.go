package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"shuyou/index"
)

// A book that is put into the library folder is served without a restart: the
// folder tells, or the look every now and then finds it.
func TestNewBooksAreTakenUp(t *testing.T) {
	for name, pace := range map[string]pace{
		"the folder tells": {settle: time.Millisecond, look: time.Hour},
		"a look finds it":  {settle: time.Hour, look: time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			put := func(name, text string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			put("渡口.txt", "天亮了，渡船還沒有來。\n")
			library, err := index.Open(t.Context(), index.Options{Files: os.DirFS(dir), Source: dir, DataDir: t.TempDir(), Serve: true})
			if err != nil {
				t.Fatal(err)
			}
			defer library.Close()
			var log lockedBuffer
			ctx, cancel := context.WithCancel(t.Context())
			var watching sync.WaitGroup
			watching.Go(func() { watch(ctx, slog.New(slog.NewTextHandler(&log, nil)), library, dir, pace) })
			defer watching.Wait()
			defer cancel()
			put("山寺.txt", "山上的寺裡住著一個和尚。\n")
			for len(library.Books()) < 2 {
				if t.Context().Err() != nil {
					t.Fatalf("the new book is not taken up:\n%s", log.String())
				}
				put("山寺.txt", "山上的寺裡住著一個和尚。\n") // the watcher may not have been ready
			}
			for !strings.Contains(log.String(), "read in again: 2 books") {
				if t.Context().Err() != nil {
					t.Fatalf("the log says\n%s", log.String())
				}
			}
		})
	}
}
