package store

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"shuyou/commands"
	"shuyou/index/book"
)

// victimVariable makes the test binary a process that changes settings until
// it is killed. The database is in two more variables.
const victimVariable = "SHUYOU_TEST_VICTIM"

// counted has a counter in the settings of a reader and of a place.
func counted(places map[string]commands.Place) map[string]commands.Place {
	if places == nil {
		places = map[string]commands.Place{}
	}
	places["b"] = commands.Place{Book: "b", Ordinal: places["b"].Ordinal + 1, Set: now}
	return places
}

// beVictim writes a letter for each change that was acknowledged.
func beVictim() error {
	s, err := Open(ctx, Config{DataDir: os.Getenv("VICTIM_DIR"), DatabaseURL: os.Getenv("VICTIM_URL")})
	if err != nil {
		return err
	}
	for day := 0; ; day++ {
		if err := s.UpdateReader(ctx, "1", func(r *commands.Reader) error { r.Progress = counted(r.Progress); return nil }); err != nil {
			return err
		}
		fmt.Println("reader")
		e := commands.Event{Guild: "10", Channel: "11", User: "1", What: "chapter", At: now}
		if err := s.UpdateGroup(ctx, e, func(g *commands.Group) error { g.Ceilings = counted(g.Ceilings); return nil }); err != nil {
			return err
		}
		fmt.Println("group")
		key, err := s.KeepQuery(ctx, fmt.Sprint(os.Getpid(), day), now)
		if err != nil {
			return err
		}
		fmt.Println("query", key)
		name := fmt.Sprint(os.Getpid(), ".", day)
		if _, err := s.ClaimDelivery(ctx, "10", "11", name, now); err != nil {
			return err
		}
		fmt.Println("delivery", name)
	}
}

func TestWhatWasAcknowledgedSurvivesAKill(t *testing.T) {
	rounds := 16
	if testing.Short() {
		rounds = 6
	}
	on(t, func(t *testing.T, config Config) {
		var seen acknowledged
		for round := range rounds {
			// Some are killed while they open the database, some while they write.
			killed := victim(t, config, &seen, rand.N(1+3*round), rand.N(4*time.Millisecond))
			seen.check(t, config)
			if t.Failed() {
				t.Fatalf("round %d, killed after %d changes", round, killed)
			}
		}
		t.Logf("%d rounds: %d and %d changes, %d queries, %d deliveries", rounds, seen.reader, seen.group, len(seen.queries), len(seen.deliveries))
		if config.DataDir != "" {
			if _, err := CheckFile(ctx, filepath.Join(config.DataDir, FileName)); err != nil {
				t.Error(err)
			}
		}
	})
}

// acknowledged is what victims were told is kept.
type acknowledged struct {
	reader, group       int
	queries, deliveries []string
}

// victim runs one until some time after a number of changes and returns how
// many it made.
func victim(t *testing.T, config Config, seen *acknowledged, after int, later time.Duration) (made int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victimVariable+"=1", "VICTIM_DIR="+config.DataDir, "VICTIM_URL="+config.DatabaseURL)
	cmd.Stderr = os.Stderr
	output, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	kill := func() { _ = cmd.Process.Kill() } // SIGKILL
	if after == 0 {
		time.AfterFunc(10*later, kill)
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		var what, name string
		_, _ = fmt.Sscan(lines.Text(), &what, &name) // some lines have one word
		switch what {
		case "reader":
			seen.reader++
		case "group":
			seen.group++
		case "query":
			seen.queries = append(seen.queries, name)
		case "delivery":
			seen.deliveries = append(seen.deliveries, name)
		}
		if made++; made == after {
			time.AfterFunc(later, kill)
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Errorf("the process ended by itself: %v", err)
	}
	return made
}

// check looks whether all is there. Of each kind one change more may have been
// kept whose process did not live to say so; seen takes note of it.
func (seen *acknowledged) check(t *testing.T, config Config) {
	t.Helper()
	s, err := Open(ctx, config)
	if err != nil {
		t.Error(err)
		return
	}
	defer s.Close()
	// PostgreSQL may still be at work for the dead process; these wait for it.
	must(t, s.UpdateReader(ctx, "1", func(*commands.Reader) error { return nil }))
	must(t, s.UpdateGroup(ctx, commands.Event{Guild: "10", Channel: "11"}, func(*commands.Group) error { return nil }))
	reader, groups := lookup(t, s, "1", "10", "11")
	check := func(what string, had *int, found book.Ordinal) {
		if int(found) != *had && int(found) != *had+1 {
			t.Errorf("%s: %d changes were acknowledged, %d are there", what, *had, found)
		}
		*had = int(found)
	}
	check("reader", &seen.reader, reader.Progress["b"].Ordinal)
	check("group", &seen.group, groups[0].Ceilings["b"].Ordinal)
	if events, err := s.Events(ctx, "10", 1e6); len(events) != seen.group || err != nil {
		t.Errorf("a place was changed %d times, %d events tell of it, %v", seen.group, len(events), err)
	}
	for _, key := range seen.queries {
		if _, ok, err := s.Query(ctx, key); !ok || err != nil {
			t.Errorf("query %s is gone, %v", key, err)
		}
	}
	for _, day := range seen.deliveries {
		claim(t, s, "10", "11", day, now.Add(time.Hour), false)
	}
}
