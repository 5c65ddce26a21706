package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// A subcommand is one word of the command line.
type subcommand struct {
	name, usage, does string
	run               func(context.Context, *invocation) error
	flags             func(*pflag.FlagSet)
}

// An invocation is a subcommand with its arguments and settings read.
type invocation struct {
	*program
	args     []string
	flags    *pflag.FlagSet
	settings settings
	faults   error // of the settings; only doctor goes on with them
}

func subcommands() []subcommand {
	return []subcommand{
		{"", "", "serves Discord", serve, nil},
		{"ask", "'/quote 松山'", "answers on the terminal as Discord would show it", ask, askFlags},
		{"click", "CUSTOM_ID", "presses a button of a former reply", click, clickFlags},
		{"suggest", "'/quote 松 book:選'", "lists the autocompletion of the last option", suggest, askFlags},
		{"library", "", "shows what was read in, removed and mended", library, libraryFlags},
		{"search", "QUERY", "finds passages; - reads a query a line", search, searchFlags},
		{"cast", "", "lists the people of the books", listCast, castFlags},
		{"convert", "--to trad", "converts standard input to the script", convert, convertFlags},
		{"fold", "", "prints the search key of each line of standard input", fold, nil},
		{"detect", "", "tells the script of standard input", detect, jsonFlag},
		{"health", "", "asks the serving process whether all is well", askHealth, nil},
		{"doctor", "", "checks what serving needs without connecting to Discord", doctor, nil},
		{"invite", "", "prints the link that takes the bot into a server", invite, nil},
		{"register", "", "tells Discord about the commands without serving", register, registerFlags},
		{"backup", "DIR", "keeps the settings and what you wrote beside the books in a file", backup, nil},
		{"restore", "FILE", "puts back what a backup holds", restore, nil},
		{"version", "", "prints the version", version, nil},
		{"help", "", "prints this", help, nil},
	}
}

func jsonFlag(f *pflag.FlagSet) { f.Bool("json", false, "print JSON") }

// dispatch finds the subcommand and runs it.
func (p *program) dispatch(ctx context.Context, args []string) error {
	name, rest := splitCommand(args)
	all := subcommands()
	i := slices.IndexFunc(all, func(s subcommand) bool { return s.name == name })
	if i < 0 {
		return wrongUse("bot help lists them", "no command %q", name)
	}
	flags := pflag.NewFlagSet("bot "+name, pflag.ContinueOnError)
	flags.SetOutput(p.stderr)
	flags.Usage = func() {}
	flags.String("library", "", "folder with the books (LIBRARY_DIR)")
	flags.String("data", "", "folder for what the bot keeps (DATA_DIR)")
	wantsHelp := flags.BoolP("help", "h", false, "")
	if all[i].flags != nil {
		all[i].flags(flags)
	}
	if err := flags.Parse(dashedWords(rest)); err != nil {
		return wrongUse("bot help lists the commands and their flags", "%v", err)
	}
	in := &invocation{program: p, args: flags.Args(), flags: flags}
	if *wantsHelp {
		return help(ctx, in)
	}
	in.settings, in.faults = p.readSettings(flags)
	switch name {
	case "": // only serving needs the token; all faults are told at once
		in.faults = errors.Join(in.faults, in.settings.checkServing())
		in.warnExposed()
	case "doctor":
		return doctor(ctx, in)
	}
	if in.faults != nil {
		return in.faults
	}
	return all[i].run(ctx, in)
}

// splitCommand takes the first word that is no flag out of the arguments.
// --library and --data may stand before it.
func splitCommand(args []string) (name string, rest []string) {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--library" || arg == "--data":
			i++
		case arg == "-h" || arg == "--help":
			return "help", nil
		case !strings.HasPrefix(arg, "-"):
			return arg, slices.Concat(args[:i], args[i+1:])
		}
	}
	return "", args
}

// dashedWords keeps words such as -松山 from being read as flags: the dash
// says nothing to a search.
func dashedWords(args []string) []string {
	words := slices.Clone(args)
	for i, arg := range words {
		if arg == "--" {
			break
		}
		if word := strings.TrimLeft(arg, "-"); word != arg && word != "" && (word[0] >= utf8.RuneSelf || word[0] == ' ') {
			words[i] = word
		}
	}
	return words
}

// arguments checks the number of arguments.
func (in *invocation) arguments(n int, usage string) error {
	if len(in.args) != n {
		return wrongUse("bot "+usage, "%s where %d belong", counted(len(in.args), "argument"), n)
	}
	return nil
}

func (in *invocation) text(flag string) string {
	s, _ := in.flags.GetString(flag)
	return s
}

func (in *invocation) on(flag string) bool {
	on, _ := in.flags.GetBool(flag)
	return on
}

func (in *invocation) count(flag string) int {
	n, _ := in.flags.GetInt(flag)
	return n
}

func help(_ context.Context, in *invocation) error {
	w := tabwriter.NewWriter(in.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "書友 Shuyou finds passages and people in a reading group's own chapters.")
	fmt.Fprintln(w)
	for _, s := range subcommands() {
		fmt.Fprintf(w, "  %s\t%s\n", strings.TrimRight("bot "+s.name+" "+s.usage, " "), s.does)
		if s.flags == nil {
			continue
		}
		flags := pflag.NewFlagSet(s.name, pflag.ContinueOnError)
		s.flags(flags)
		flags.VisitAll(func(f *pflag.Flag) { fmt.Fprintf(w, "    --%s\t%s\n", f.Name, f.Usage) })
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, "  --library DIR\tfolder with the books; default: the built-in samples (LIBRARY_DIR)")
	fmt.Fprintln(w, "  --data DIR\tfolder for what the bot keeps; default: data (DATA_DIR)")
	return w.Flush()
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
