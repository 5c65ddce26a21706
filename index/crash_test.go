//go:build unix

package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"
)

// The tests below run this test binary once more as a process that builds, so
// that it can be killed or starved.
const (
	buildsIn  = "SHUYOU_TEST_BUILD" // the data folder
	edition   = "SHUYOU_TEST_EDITION"
	fileLimit = "SHUYOU_TEST_FILE_LIMIT" // bytes a file may have
)

func TestMain(m *testing.M) {
	if data := os.Getenv(buildsIn); data != "" {
		os.Exit(buildOnce(data))
	}
	if books := os.Getenv(indexesIn); books != "" {
		if err := indexOnce(books); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func buildOnce(data string) int {
	if most, err := strconv.ParseUint(os.Getenv(fileLimit), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ) // a write past the limit fails, as on a full disk
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 3
		}
	}
	l, err := Open(context.Background(), Options{Files: editionOf(os.Getenv(edition)), Source: "test", DataDir: data, Serve: true})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	l.Close()
	return 0
}

// editionOf is a book that takes a while to build and says which edition it is.
func editionOf(name string) fstest.MapFS {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "第%d天，渡口的船夫說了第%d句話：風從第%d棵柳樹那邊吹過來。\n", i, i*7%1000, i*13%97)
	}
	fmt.Fprintf(&b, "這是版本%s。\n", name)
	return fstest.MapFS{"渡口.txt": {Data: []byte(b.String())}}
}

func builder(data, name string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, buildsIn+"="+data, edition+"="+name)...)
	cmd.Stderr = &strings.Builder{}
	return cmd
}

// answers checks that the edition is in place: it opens without a lock and
// without building anything.
func answers(t *testing.T, data, name string) {
	t.Helper()
	want, _, err := plan(Options{Files: editionOf(name), Source: "test", DataDir: data})
	if err != nil {
		t.Fatal(err)
	}
	s, err := openShelf(filepath.Join(data, shelvesDir, want[0].shelf))
	if err != nil {
		t.Fatalf("edition %s does not answer: %v", name, err)
	}
	defer s.close()
	w, _ := parseQuery("這是版本" + name)
	if found, err := (openPart{shelf: s, open: s.text.paragraphs}).find(t.Context(), w); err != nil || len(found) != 1 {
		t.Errorf("edition %s: %v, %v", name, found, err)
	}
}

// Killed at any moment of a rebuild, the old library still answers, and the
// next start works.
func TestKilledWhileBuilding(t *testing.T) {
	if testing.Short() {
		t.Skip("fifty builds take long")
	}
	data := t.TempDir()
	start := time.Now()
	if err := builder(data, "0").Run(); err != nil {
		t.Fatal(err)
	}
	takes := time.Since(start)
	chance := rand.New(rand.NewPCG(3, 9))
	old, killed, finished := "0", 0, 0
	for n := 1; n <= 50; n++ {
		name := strconv.Itoa(n)
		cmd := builder(data, name)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		deadline := time.AfterFunc(time.Duration(chance.Float64()*1.1*float64(takes)), func() { cmd.Process.Kill() })
		err := cmd.Wait()
		deadline.Stop()
		if err != nil {
			killed++
			if _, stat := os.Stat(cataloguePath(Options{Source: "test", DataDir: data})); stat != nil {
				t.Fatalf("after kill %d the library is not known any more", n)
			}
			var c catalogue
			if err := readJSON(cataloguePath(Options{Source: "test", DataDir: data}), &c); err != nil {
				t.Fatalf("after kill %d: %v", n, err)
			}
			if want, _, _ := plan(Options{Files: editionOf(name), DataDir: data}); len(c.Shelves) == 1 && c.Shelves[0] == want[0].shelf {
				old = name // it was already in place
			}
			answers(t, data, old)
			continue
		}
		finished++
		old = name
		answers(t, data, old)
	}
	if err := builder(data, "last").Run(); err != nil {
		t.Errorf("the next start: %v", err)
	}
	answers(t, data, "last")
	if entries, _ := os.ReadDir(filepath.Join(data, shelvesDir)); len(entries) != 1 {
		t.Errorf("%d folders are left where one belongs", len(entries))
	}
	t.Logf("killed %d times, finished %d times, a build takes %v", killed, finished, takes)
	if killed < 10 {
		t.Errorf("only %d of 50 were killed in time", killed)
	}
}

// On a full disk nothing is put in place, the old library still answers, and
// with room again the next start works.
func TestFullDisk(t *testing.T) {
	data := t.TempDir()
	if err := builder(data, "0").Run(); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{0, 10, 4096, 100_000, 300_000} {
		cmd := builder(data, "1", fileLimit+"="+strconv.Itoa(most))
		if err := cmd.Run(); err == nil {
			t.Errorf("files of %d bytes are enough", most)
		}
		answers(t, data, "0")
		if said := cmd.Stderr.(*strings.Builder).String(); strings.Contains(said, "panic") || said == "" {
			t.Errorf("with files of %d bytes: %s", most, said)
		}
	}
	if err := builder(data, "1").Run(); err != nil {
		t.Errorf("with room again: %v", err)
	}
	answers(t, data, "1")
}
