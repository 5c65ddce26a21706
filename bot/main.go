// Command bot is 書友 Shuyou: it answers a Chinese reading group's questions
// from the group's own chapters, on Discord and on the terminal.
//
// Without an argument it serves Discord; `bot help` lists what else it does.
// Results go to standard output, everything else to standard error. The exit
// status is 0 when done, 1 when it failed, 2 for wrong use or configuration.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // schedules name time zones, and a bare container knows none
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	p := &program{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		lookupEnv: os.LookupEnv, envFile: ".env", terminal: isTerminal,
	}
	status := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

// A program is one run of the command with the outside world it sees, so that
// tests can start it as a person does.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	lookupEnv      func(string) (string, bool)
	envFile        string // path of the .env file
	// terminal reports whether a stream is one that a person looks at.
	terminal func(any) bool
	// cdn reaches the files that are attached to messages; nil is the network.
	cdn http.RoundTripper
	// ready, where not nil, is told when the program serves.
	ready func()
}

// The exit statuses.
const (
	statusDone   = 0
	statusFailed = 1
	statusUsage  = 2
)

// run does what the arguments say and returns the exit status.
func (p *program) run(ctx context.Context, args []string) int {
	err := p.dispatch(ctx, args)
	if err == nil {
		return statusDone
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		fmt.Fprintln(p.stderr, "bot: stopped")
		return statusFailed
	}
	return p.report(err)
}

// report prints an error, a line for each that was joined, with its hint.
func (p *program) report(err error) int {
	status := statusFailed
	for _, e := range flatten(err) {
		fmt.Fprintf(p.stderr, "bot: error: %v\n", e)
		var hinted interface{ Hint() string }
		if errors.As(e, &hinted) && hinted.Hint() != "" {
			fmt.Fprintf(p.stderr, "bot: hint: %s\n", hinted.Hint())
		}
		var usage *usageError
		if errors.As(e, &usage) {
			status = statusUsage
		}
	}
	return status
}

func flatten(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, flatten(e)...)
	}
	return all
}

// A usageError is a wrong argument or setting: exit status 2.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// Hint says what to do next.
func (e *usageError) Hint() string { return e.hint }

func wrongUse(hint, format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), hint}
}

// A hintedError is an error that somebody can do something about.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// Hint says what to do next.
func (e *hintedError) Hint() string { return e.hint }
