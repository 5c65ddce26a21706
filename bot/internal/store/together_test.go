package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"shuyou/bot/internal/store/storetest"
	"shuyou/commands"
)

func TestTwoStoresSeeEachOthersChanges(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		one, two := start(t, config), start(t, config)
		for n, language := range []string{"zh-TW", "zh-CN", "en-US", ""} {
			writer, reader := one, two
			if n%2 == 1 {
				writer, reader = two, one
			}
			must(t, writer.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Language = language; return nil }))
			must(t, writer.UpdateGroup(ctx, commands.Event{Guild: "10"}, func(g *commands.Group) error { g.Answers = language; return nil }))
			r, g := lookup(t, reader, "1", "10", "")
			if r.Language != language || g[0].Answers != language {
				t.Errorf("%d: wrote %s, the other sees %+v %+v", n, language, r, g)
			}
		}
	})
}

func TestNoChangeIsLostAmongMany(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		stores := []*Store{start(t, config), start(t, config)}
		var all sync.WaitGroup
		for n := range 50 {
			s := stores[n%2]
			all.Go(func() {
				if err := s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Progress = counted(r.Progress); return nil }); err != nil {
					t.Error(err)
				}
				e := commands.Event{Guild: "10", What: "chapter", At: now}
				if err := s.UpdateGroup(ctx, e, func(g *commands.Group) error { g.Ceilings = counted(g.Ceilings); return nil }); err != nil {
					t.Error(err)
				}
				if _, _, err := s.Lookup(ctx, "1", "10", ""); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		r, g := lookup(t, stores[0], "1", "10", "")
		events, err := stores[1].Events(ctx, "10", 100)
		if r.Progress["b"].Ordinal != 50 || g[0].Ceilings["b"].Ordinal != 50 || len(events) != 50 || err != nil {
			t.Errorf("of 50 changes: %d of the reader, %d of the place, %d events, %v", r.Progress["b"].Ordinal, g[0].Ceilings["b"].Ordinal, len(events), err)
		}
	})
}

// An update that comes while a reader is forgotten does not bring back what
// was forgotten.
func TestForgettingAndChangingFollowOneAnother(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		one, two := start(t, config), start(t, config)
		must(t, one.UpdateReader(ctx, "1", setReader(fullReader)))
		forgotten := make(chan error, 1)
		must(t, one.UpdateReader(ctx, "1", func(r *commands.Reader) error {
			go func() { forgotten <- two.EraseReader(ctx, "1") }()
			select {
			case err := <-forgotten:
				t.Errorf("the reader was forgotten in the middle of a change, %v", err)
				forgotten <- err
			case <-time.After(100 * time.Millisecond): // it waits
			}
			r.Script = "simp"
			return nil
		}))
		must(t, <-forgotten)
		must(t, two.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Language = "en-US"; return nil }))
		if r, _ := lookup(t, one, "1", "10"); r.Language != "en-US" || r.Script != "" || r.Progress != nil {
			t.Errorf("%+v", r)
		}
	})
}

// A call that must wait for another one gives up when its context ends, and
// the other one is not harmed.
func TestACallObeysItsContext(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		one, two := start(t, config), start(t, config)
		must(t, one.UpdateReader(ctx, "1", func(r *commands.Reader) error {
			for name, s := range map[string]*Store{"this store": one, "another store": two} {
				short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
				err := s.UpdateReader(short, "1", func(*commands.Reader) error { return nil })
				cancel()
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%s: %v", name, err)
				}
			}
			r.Script = "hk"
			return nil
		}))
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if _, _, err := one.Lookup(ended, "1", "10", ""); !errors.Is(err, context.Canceled) {
			t.Errorf("lookup: %v", err)
		}
		if r, _ := lookup(t, two, "1", "10"); r.Script != "hk" {
			t.Errorf("%+v", r)
		}
	})
}

// What reads does not wait for what writes.
func TestReadingGoesOnBesideAChange(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
		must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error {
			r.Script = "simp"
			if old, _ := lookup(t, s, "1", "10", ""); old.Script != "hk" {
				t.Errorf("%+v", old)
			}
			return nil
		}))
	})
}

// A server that was restarted, or that closed what was idle, is not noticed.
func TestALostConnectionIsReplaced(t *testing.T) {
	config := Config{DatabaseURL: storetest.PostgreSQL(t)}
	s := start(t, Config{DatabaseURL: storetest.With(t, config.DatabaseURL, "application_name", "to-be-cut")})
	must(t, s.UpdateReader(ctx, "1", setReader(fullReader)))
	admin, err := openPostgres(ctx, config.DatabaseURL)
	must(t, err)
	defer admin.close()
	cut := func() {
		var cut int
		must(t, admin.reader().QueryRow("SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = 'to-be-cut'").Scan(&cut))
		if cut == 0 {
			t.Error("there was no connection to cut")
		}
	}
	cut()
	if r, _ := lookup(t, s, "1", "10"); r.Script != "hk" {
		t.Errorf("%+v", r)
	}
	cut()
	must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Script = "simp"; return nil }))
	calls := 0
	must(t, s.UpdateReader(ctx, "1", func(r *commands.Reader) error {
		if calls++; calls == 1 {
			cut() // in the middle
		}
		r.Progress = counted(r.Progress)
		return nil
	}))
	if r, _ := lookup(t, s, "1", "10"); r.Script != "simp" || r.Progress["b"].Ordinal != 1 || calls != 2 {
		t.Errorf("after %d calls %+v", calls, r)
	}
}
