package store

import (
	"testing"

	"shuyou/bot/internal/store/storetest"
	"shuyou/commands"
)

func benchmark(b *testing.B, run func(*testing.B, *Store)) {
	for name, config := range map[string]func(*testing.B) Config{
		"SQLite":     func(b *testing.B) Config { return Config{DataDir: b.TempDir()} },
		"PostgreSQL": func(b *testing.B) Config { return Config{DatabaseURL: storetest.PostgreSQL(b)} },
	} {
		b.Run(name, func(b *testing.B) {
			s := start(b, config(b))
			must(b, s.UpdateReader(ctx, "1", setReader(fullReader)))
			must(b, s.UpdateGroup(ctx, commands.Event{Guild: "10", Channel: "11"}, setGroup(fullGroup)))
			must(b, s.UpdateGroup(ctx, commands.Event{Guild: "10"}, setGroup(fullGroup)))
			run(b, s)
		})
	}
}

// What every answer costs.
func BenchmarkLookup(b *testing.B) {
	benchmark(b, func(b *testing.B, s *Store) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := s.Lookup(ctx, "1", "10", "11", ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkUpdateReader(b *testing.B) {
	benchmark(b, func(b *testing.B, s *Store) {
		for b.Loop() {
			if err := s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Progress = counted(r.Progress); return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	config := Config{DataDir: b.TempDir()}
	start(b, config) // makes the file
	for b.Loop() {
		s, err := Open(ctx, config)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
