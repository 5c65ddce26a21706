package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"shuyou/bot/internal/health"
	"shuyou/index"
	"shuyou/index/book"
)

// libraryJSON is what `bot library --json` prints.
type libraryJSON struct {
	Source   string            `json:"source"`
	Books    []*index.BookInfo `json:"books"`
	Warnings []string          `json:"warnings"`
}

func libraryFlags(f *pflag.FlagSet) {
	jsonFlag(f)
	f.String("preview", "", "show what would be read from a file, without taking it in")
	f.Bool("reload", false, "have the serving process read the library in again")
}

// library shows what was read in, what was left out and what was mended.
func library(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "library"); err != nil {
		return err
	}
	if in.on("reload") {
		said, err := health.Reload(ctx, in.settings.dataDir)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(in.stdout, said)
		return err
	}
	if file := in.text("preview"); file != "" {
		return in.preview(ctx, file)
	}
	l, err := in.open(ctx, in.logger(), false, nil, nil)
	if err != nil {
		return err
	}
	defer l.Close()
	if in.on("json") {
		report := libraryJSON{Source: l.Source(), Books: l.Books(), Warnings: l.Warnings()}
		if report.Warnings == nil {
			report.Warnings = []string{}
		}
		return printJSON(in.stdout, report)
	}
	s := sheet{styled: in.terminal(in.stdout)}
	for i, b := range l.Books() {
		if i > 0 {
			fmt.Fprintln(in.stdout)
		}
		printBook(in.stdout, s, b)
	}
	for _, w := range l.Warnings() {
		fmt.Fprintf(in.stdout, "\nwarning: %s\n", w)
	}
	return nil
}

// preview reports on a file outside the library.
func (in *invocation) preview(ctx context.Context, file string) error {
	b, err := index.Preview(ctx, os.DirFS(filepath.Dir(file)), filepath.Base(file))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if in.on("json") {
		return printJSON(in.stdout, libraryJSON{Source: file, Books: []*index.BookInfo{b}, Warnings: []string{}})
	}
	printBook(in.stdout, sheet{styled: in.terminal(in.stdout)}, b)
	return nil
}

// shownExamples is how many removals of a rule are quoted.
const shownExamples = 2

// printBook reports on one book: a line for the book, then its chapters, what
// was removed, what was mended, warnings last.
func printBook(w io.Writer, s sheet, b *index.BookInfo) {
	paragraphs := 0
	for _, c := range b.Chapters {
		paragraphs += c.Paragraphs
	}
	fmt.Fprintf(w, "%s  %s\n", s.bold(b.Title), s.dim(fmt.Sprintf("%s · %s · %s, %s · %s",
		b.Script, encoding(b), counted(len(b.Chapters), "chapter"), counted(paragraphs, "paragraph"), b.File)))
	if len(b.Chapters) > 1 {
		for _, c := range b.Chapters {
			title := c.Title
			if c.Ordinal == book.FrontMatter {
				title = strings.TrimSpace("(front matter) " + title)
			}
			fmt.Fprintf(w, "  %4d  %s  %s\n", c.Ordinal, inVolume(c.Volume, title), s.dim(counted(c.Paragraphs, "paragraph")))
		}
	}
	byRule := map[string][]book.Removal{}
	var rules []string
	for _, r := range b.Removed {
		if byRule[r.Rule] == nil {
			rules = append(rules, r.Rule)
		}
		byRule[r.Rule] = append(byRule[r.Rule], r)
	}
	for _, rule := range rules {
		removed := byRule[rule]
		fmt.Fprintf(w, "  removed  %s: %s\n", rule, counted(len(removed), "piece"))
		for _, r := range removed[:min(shownExamples, len(removed))] {
			fmt.Fprintf(w, "           line %d: %s\n", r.Line, shortened(r.Text, 40))
		}
	}
	for _, c := range b.Chapters {
		for _, line := range mendedLines(c) {
			chapter := ""
			if len(b.Chapters) > 1 {
				chapter = fmt.Sprintf("chapter %d, ", c.Ordinal)
			}
			fmt.Fprintf(w, "  mended   %s%s\n", chapter, line)
		}
	}
	for _, c := range b.Chapters {
		for _, warning := range c.Warnings {
			fmt.Fprintf(w, "  warning  chapter %d: %s\n", c.Ordinal, warning)
		}
	}
	for _, warning := range b.Warnings {
		fmt.Fprintf(w, "  warning  %s\n", warning)
	}
}

// encoding names the encoding, and how sure it is where it is not.
func encoding(b *index.BookInfo) string {
	const certain = 0.95
	if b.EncodingSure >= certain || b.EncodingSure == 0 {
		return b.Encoding
	}
	return fmt.Sprintf("%s (%.0f %% sure)", b.Encoding, 100*b.EncodingSure)
}

// inVolume puts the volume before a title that does not name it.
func inVolume(volume, title string) string {
	if strings.Contains(title, volume) {
		return title
	}
	return volume + " " + title
}

// mendedLines names the mended paragraphs of a chapter by rule, as ranges.
func mendedLines(c index.ChapterInfo) []string {
	var rules []string
	at := map[string][]int{}
	for _, m := range c.Mended {
		if !slices.Contains(rules, m.Rule) {
			rules = append(rules, m.Rule)
		}
		at[m.Rule] = append(at[m.Rule], m.Paragraph)
	}
	var lines []string
	for _, rule := range rules {
		lines = append(lines, fmt.Sprintf("%s: paragraphs %s", rule, ranges(at[rule])))
	}
	return lines
}

// ranges writes rising numbers as 1–3, 7.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(numbers[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d–%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// shortened cuts a text to most runes.
func shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
