package store

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"shuyou/bot/internal/store/storetest"
	"shuyou/commands"
)

func TestMain(m *testing.M) {
	if os.Getenv(victimVariable) != "" {
		fmt.Fprintln(os.Stderr, beVictim()) // returns only when it failed
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) // bleve keeps workers
}

// on runs a test on every kind of database, each empty.
func on(t *testing.T, test func(*testing.T, Config)) {
	t.Run("SQLite", func(t *testing.T) { test(t, Config{DataDir: t.TempDir()}) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, Config{DatabaseURL: storetest.PostgreSQL(t)}) })
}

// start opens a store until the test is done.
func start(t testing.TB, config Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

var (
	ctx = context.Background()
	now = time.Date(2026, 5, 4, 12, 30, 15, 123456000, time.UTC)
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func lookup(t testing.TB, s *Store, user, guild string, channels ...string) (commands.Reader, []commands.Group) {
	t.Helper()
	reader, groups, err := s.Lookup(ctx, user, guild, channels...)
	must(t, err)
	return reader, groups
}
