package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	"shuyou/bot/internal/picture"
	"shuyou/commands"
)

// drawer draws passages as pages; nil where the machine has no font to draw
// with, and the buttons are then left out.
func (in *invocation) drawer(log *slog.Logger) commands.Drawer {
	fonts, err := picture.OpenFonts(in.settings.fontFile)
	if err != nil {
		if in.settings.fontFile != "" {
			log.Warn("no pages are drawn; FONT_FILE names no font that will do", "cause", err)
		} else {
			log.Debug("no pages are drawn; bot doctor says why", "cause", err)
		}
		return nil
	}
	return &drawer{fonts: fonts, one: make(chan struct{}, drawnAtOnce)}
}

// drawnAtOnce is how many pictures are drawn at the same time: each takes the
// work of a core and some megabytes.
const drawnAtOnce = 2

// A drawer draws with the fonts of the machine.
type drawer struct {
	fonts *picture.Fonts
	one   chan struct{}
}

func (d *drawer) turn(ctx context.Context) (done func(), err error) {
	select {
	case d.one <- struct{}{}:
		return sync.OnceFunc(func() { <-d.one }), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Page implements commands.Drawer.
func (d *drawer) Page(ctx context.Context, p commands.Page) (png io.Reader, cut bool, err error) {
	done, err := d.turn(ctx)
	if err != nil {
		return nil, false, err
	}
	defer done()
	var marks [][2]int
	for _, m := range p.Marks {
		marks = append(marks, [2]int{m.Start, m.End})
	}
	drawn, err := d.fonts.Page(ctx, picture.PageText{Text: p.Text, Marks: marks, Title: p.Title, Colophon: p.Colophon, Color: p.Color})
	if err != nil {
		return nil, false, err
	}
	return bytes.NewReader(drawn.PNG), drawn.Cut, nil
}

// Appearances implements commands.Drawer.
func (d *drawer) Appearances(ctx context.Context, a commands.Appearances) (io.Reader, error) {
	done, err := d.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	drawn, err := d.fonts.Appearances(ctx, picture.Bars{
		Name: a.Name, Title: a.Book, Counts: a.Counts, First: a.First, Last: a.Last, Caption: a.Caption, Color: a.Color,
	})
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(drawn.PNG), nil
}

// fontStatus says which font pictures are drawn with, or that there is none and
// why.
func fontStatus(s settings) (string, error) {
	fonts, err := picture.OpenFonts(s.fontFile)
	if err != nil {
		said := "none, so that no pages are drawn"
		var hinted interface{ Hint() string }
		if errors.As(err, &hinted) && s.fontFile == "" {
			said += "; " + hinted.Hint()
		}
		return said, err
	}
	defer fonts.Close()
	return fonts.File(), nil
}
