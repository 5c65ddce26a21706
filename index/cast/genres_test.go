package cast

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"shuyou/index/book"
)

// TestGenres reads made-up chapters of other kinds of books: nothing in the
// lists was written for them, and nothing may be.
func TestGenres(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "genres", "people.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var people, found, forms, right, none, clean int
	views := map[string]*View{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 3 || fields[0] == "#" {
			continue
		}
		file := filepath.Join("genres", fields[0]+".txt")
		if views[file] == nil {
			views[file] = find(t, readTestdata(t, file)).At(book.Everything())
		}
		v := views[file]
		if fields[1] == "!" {
			for _, s := range fields[2:] {
				none++
				if p := personCalled(v, s); p != nil {
					t.Logf("%s: %s is taken for a person", fields[0], s)
				} else {
					clean++
				}
			}
			continue
		}
		people++
		p := personCalled(v, fields[1])
		if p == nil {
			t.Logf("%s: no %s", fields[0], fields[1])
		} else {
			found++
		}
		for _, s := range fields[2:] {
			form, count, _ := strings.Cut(s, "=")
			n, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(err)
			}
			forms++
			got := 0
			if p != nil {
				for _, f := range p.Forms {
					if f.Form == form {
						got = f.Count
					}
				}
			}
			if got == n {
				right++
			} else {
				t.Logf("%s: %s %s stands %d times, not %d", fields[0], fields[1], form, n, got)
			}
		}
	}
	measure(t, "people found", found, people, 0.95)
	measure(t, "forms with their counts", right, forms, 0.95)
	measure(t, "words that are nobody", clean, none, 0.97)
	for file, v := range views {
		for _, p := range v.People() {
			t.Logf("%s: %s %v", file, p.Name, p.Forms)
		}
	}
}
