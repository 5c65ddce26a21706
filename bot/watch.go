package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"shuyou/index"
)

// A pace says how soon changes of the library folder are taken up.
type pace struct {
	// settle is how long the folder must be quiet before it is read: a file
	// that is being copied changes many times.
	settle time.Duration
	// look is how often the folder is looked at besides: mounts and network
	// folders do not always tell of changes.
	look time.Duration
}

var usualPace = pace{settle: 2 * time.Second, look: 5 * time.Minute}

// watch keeps the library up with its folder until the context ends. dir is
// empty for the built-in samples, which do not change.
func watch(ctx context.Context, log *slog.Logger, library *index.Library, dir string, pace pace) {
	if dir == "" {
		<-ctx.Done()
		return
	}
	events := make(chan struct{}, 1)
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		log.Warn("changes of the library folder are noticed late", "look every", pace.look, "cause", err)
	} else {
		defer watcher.Close()
		watchFolders(log, watcher, dir)
		go forward(log, watcher, events)
	}
	look := time.NewTicker(pace.look)
	defer look.Stop()
	quiet := time.NewTimer(0)
	<-quiet.C
	for {
		select {
		case <-ctx.Done():
			return
		case <-events:
			quiet.Reset(pace.settle)
			continue
		case <-quiet.C:
		case <-look.C:
		}
		said, err := reload(ctx, library)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Warn("the library stays as it was", "cause", err)
		case said != nothingChanged:
			log.Info(said)
			if watcher != nil {
				watchFolders(log, watcher, dir)
			}
		}
	}
}

// watchFolders watches the folder and those in it. Watching one twice is
// nothing.
func watchFolders(log *slog.Logger, watcher *fsnotify.Watcher, dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		return watcher.Add(path)
	})
	if err != nil {
		log.Warn("not every folder of the library can be watched", "cause", err)
	}
}

// forward turns the watcher's events into a sign that something changed.
func forward(log *slog.Logger, watcher *fsnotify.Watcher, events chan<- struct{}) {
	for {
		select {
		case event, ok := <-watcher.Events:
			if !ok {
				return
			}
			if event.Has(fsnotify.Chmod) && event.Op == fsnotify.Chmod {
				continue
			}
			select {
			case events <- struct{}{}:
			default:
			}
		case err, ok := <-watcher.Errors:
			if !ok {
				return
			}
			log.Warn("watching the library folder", "cause", err)
		}
	}
}

const nothingChanged = "nothing has changed"

// reload reads the library in again and says what came of it.
func reload(ctx context.Context, library *index.Library) (string, error) {
	start := time.Now()
	changed, err := library.Reload(ctx)
	if err != nil {
		return "", err
	}
	if !changed {
		return nothingChanged, nil
	}
	return fmt.Sprintf("the library was read in again: %s, in %v", counted(len(library.Books()), "book"), time.Since(start).Round(time.Millisecond)), nil
}
