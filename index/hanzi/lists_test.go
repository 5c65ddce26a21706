package hanzi

import (
	"strings"
	"testing"
)

// Conversions that somebody reported as bugs. Without boundaries and contexts
// 6 of the 25 come right.
func TestPublishedBugs(t *testing.T) {
	right, all := 0, 0
	for l := range strings.Lines(sharedText(t, "script/published-bugs.tsv")) {
		f := strings.Split(strings.TrimSpace(l), "\t")
		if len(f) < 3 {
			continue
		}
		all++
		if got := mustConverter(t, f[0]).Convert(f[1]); got == f[2] {
			right++
		} else {
			t.Logf("%s: %s\n got  %s\n want %s", f[0], f[1], got, f[2])
		}
	}
	t.Logf("%d of %d", right, all)
	if right < 21 {
		t.Errorf("%d of %d right, want 21", right, all)
	}
}

// Lines of historical novels; without boundaries and contexts 175 of the 195
// come right.
func TestHistoricalFiction(t *testing.T) {
	c := mustConverter(t, "s2tw")
	right, all := 0, 0
	for l := range strings.Lines(sharedText(t, "script/historical-fiction.tsv")) {
		in, want, ok := strings.Cut(strings.TrimSpace(l), "\t")
		if !ok {
			continue
		}
		all++
		if got := c.Convert(in); got == want {
			right++
		} else {
			t.Logf("%s\n got  %s\n want %s", in, got, want)
		}
	}
	t.Logf("%d of %d", right, all)
	if right < 190 {
		t.Errorf("%d of %d right, want 190", right, all)
	}
}
