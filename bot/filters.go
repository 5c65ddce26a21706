package main

import (
	"bufio"
	"context"
	"io"

	"github.com/spf13/pflag"

	"shuyou/index/hanzi"
)

func convertFlags(f *pflag.FlagSet) {
	f.String("to", "trad", "an OpenCC configuration such as s2tw, or trad, simp")
	f.Bool("boundaries", true, "match phrases on word boundaries only")
	f.String("book", "", "keep the letters of the names of this book: its title, id or file")
}

// convert is a filter from one script to another.
func convert(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "convert --to s2tw <input >output"); err != nil {
		return err
	}
	c, err := in.converter(ctx)
	if err != nil {
		return err
	}
	return in.filter(func(r io.Reader, w io.Writer) error { return hanzi.ConvertStream(ctx, r, w, c) })
}

// converter opens the library only where a book's names are asked for.
func (in *invocation) converter(ctx context.Context) (*hanzi.Converter, error) {
	options := []hanzi.Option{hanzi.WithBoundaries(in.on("boundaries"))}
	if name := in.text("book"); name != "" {
		library, err := in.open(ctx, in.logger(), false, nil, nil)
		if err != nil {
			return nil, err
		}
		defer library.Close()
		known, err := library.Letters(name)
		if err != nil {
			return nil, err
		}
		options = append(options, known...)
	}
	c, err := hanzi.NewConverter(in.text("to"), options...)
	if err != nil {
		return nil, wrongUse("bot convert --to s2tw", "%v", err)
	}
	return c, nil
}

// fold is a filter that prints the search key of each line.
func fold(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "fold <input"); err != nil {
		return err
	}
	return in.filter(func(r io.Reader, w io.Writer) error { return hanzi.FoldStream(ctx, r, w) })
}

func (in *invocation) filter(stream func(io.Reader, io.Writer) error) error {
	out := bufio.NewWriterSize(in.stdout, 1<<16)
	if err := stream(in.stdin, out); err != nil {
		return err
	}
	return out.Flush()
}
