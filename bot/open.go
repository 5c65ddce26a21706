package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"shuyou/index"
	"shuyou/seeds"
)

// builtIn names the library that comes with the program.
const builtIn = "the built-in samples"

// open opens the library that the settings name, with a progress bar while
// books are read in where a person looks at standard error. held is told when
// serving has the data folder, told of the progress; both may be nil.
func (in *invocation) open(ctx context.Context, log *slog.Logger, serving bool, held func(), told func(index.Progress)) (*index.Library, error) {
	files, source, err := in.libraryFiles()
	if err != nil {
		return nil, err
	}
	options := index.Options{Files: files, Source: source, DataDir: in.settings.dataDir, Serve: serving, Held: held, Log: log}
	options.Progress = told
	if in.terminal(in.stderr) {
		bar := in.progressBar()
		options.Progress = func(p index.Progress) {
			bar(p)
			if told != nil {
				told(p)
			}
		}
	}
	library, err := index.Open(ctx, options)
	if err == nil && !serving && len(library.Warnings()) > 0 {
		fmt.Fprintf(in.stderr, "bot: %s about the library; bot library shows what\n", counted(len(library.Warnings()), "warning"))
	}
	return library, err
}

func (in *invocation) libraryFiles() (files fs.FS, source string, err error) {
	dir := in.settings.libraryDir
	if dir == "" {
		return seeds.FS, builtIn, nil
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, "", wrongUse("name the folder it lies in; bot library --preview shows a single file", "LIBRARY_DIR: %s is no folder", dir)
	}
	files, err = index.DirFS(dir)
	if err != nil {
		return emptyFS{}, dir, nil // index answers from what it read before, or says that there is nothing
	}
	return files, dir, nil
}

// emptyFS stands for a folder that is not there.
type emptyFS struct{}

func (emptyFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// progressBar shows the reading in as a bar with speed and time left.
func (in *invocation) progressBar() func(index.Progress) {
	var bar *progressbar.ProgressBar
	return func(p index.Progress) {
		if bar == nil {
			bar = progressbar.NewOptions64(p.Total,
				progressbar.OptionSetWriter(in.stderr), progressbar.OptionShowBytes(true), progressbar.OptionSetWidth(24),
				progressbar.OptionSetPredictTime(true), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
		}
		bar.Describe(fmt.Sprintf("reading %s", p.Book))
		_ = bar.Set64(min(p.Done, p.Total)) // a bar that cannot be drawn is no reason to stop
	}
}
