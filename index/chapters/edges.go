package chapters

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// cleanEdges leaves out what stands at the edges of the chapters: what the weak
// rules take, and short lines that recur in many chapters and look like the
// work of those who copy and publish.
func cleanEdges(drafts []draft, removed []removal) []removal {
	c := newCleaner()
	if len(drafts) == 0 {
		return removed
	}
	for i := range drafts {
		drafts[i].lines, removed = c.edges(drafts[i].lines, removed, nil)
	}
	recurring := c.recurring(drafts)
	if len(recurring) == 0 {
		return removed
	}
	for i := range drafts {
		drafts[i].lines, removed = c.edges(drafts[i].lines, removed, recurring)
	}
	return removed
}

// recurring finds the credits that stand at the edges of at least one chapter
// in twenty, and of three.
func (c *cleaner) recurring(drafts []draft) map[string]bool {
	const near = 3 // lines from the edge
	seen := map[string]int{}
	for i := range drafts {
		lines := drafts[i].lines
		for j := range lines {
			if j >= near && j < len(lines)-near {
				continue
			}
			if k, ok := c.credit(lines[j].text); ok {
				seen[k]++
			}
		}
	}
	least := max(3, (len(drafts)+19)/20)
	found := map[string]bool{}
	for k, n := range seen {
		if n >= least {
			found[k] = true
		}
	}
	return found
}

// credit gives the letters of a line that looks like a credit.
func (c *cleaner) credit(text string) (string, bool) {
	if len(text) > 160 || utf8.RuneCountInString(text) > 40 || speaks(text) {
		return "", false
	}
	c.load(text)
	letters := string(c.runes)
	return letters, len(c.runes) > 1 && c.table.isCredit(letters)
}

func sortRemovals(removed []removal) {
	slices.SortStableFunc(removed, func(a, b removal) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
}
