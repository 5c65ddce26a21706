package health

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// serve starts a server on the data folder and waits until it answers.
func serve(t *testing.T, s Server, dir string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, dir) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	for {
		if _, err := Ask(t.Context(), dir); err == nil {
			return
		}
		select {
		case err := <-done:
			done <- err
			t.Fatal(err)
		default:
		}
	}
}

func TestStatusAndReload(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	dir := t.TempDir()
	var fails error
	t.Run("serving", func(t *testing.T) {
		serve(t, Server{
			Status: func() Status { return Status{Ready: true, Books: 5} },
			Reload: func(context.Context) (string, error) { return "nothing has changed", fails },
		}, dir)
		if status, err := Ask(t.Context(), dir); err != nil || !status.Ready || status.Books != 5 {
			t.Errorf("status %+v, %v", status, err)
		}
		if said, err := Reload(t.Context(), dir); err != nil || said != "nothing has changed\n" {
			t.Errorf("reload: %q, %v", said, err)
		}
		fails = errors.New("no books")
		if _, err := Reload(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "no books") {
			t.Errorf("a reload that fails: %v", err)
		}
		info, err := os.Stat(filepath.Join(dir, socketName))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the socket's mode: %v, %v", info.Mode(), err)
		}
	})
	if _, err := Ask(t.Context(), dir); !errors.Is(err, ErrNotServing) {
		t.Errorf("after the end: %v", err)
	}
}

func TestTakesTheSocketOfAKilledProcess(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, socketName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, Server{Status: func() Status { return Status{} }}, dir)
}
