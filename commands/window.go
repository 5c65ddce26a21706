package commands

import (
	"strings"

	"github.com/rivo/uniseg"

	"shuyou/index"
)

const sentenceEnds = "。！？!?…；"

// shortSentence is how many runes a window must have before it stands alone.
const shortSentence = 24

// closers may follow the end of a sentence and belong to it.
const closers = "”’」』）)】》\"'"

// around shows the paragraph from sentence start to sentence end around the
// first span, at most most runes long. What is short is shown whole, and so is
// everything that fits where there is room for more than a glimpse.
func around(text string, spans []index.Span, most int) string {
	runes := []rune(text)
	start, end := 0, len(runes)
	if len(runes) > most || most <= windowRunes && len(runes) > 2*shortSentence {
		start, end = sentences(runes, spans, most)
	}
	shown := mark(runes, spans, start, end)
	if start > 0 && !startsSentence(runes, start) {
		shown = "…" + shown
	}
	if end < len(runes) {
		shown += "…"
	}
	return shown
}

// sentences chooses whole sentences around the first span while they fit, the
// sentence before only where the hit's own is short, and cuts inside the
// sentence where even that is too long.
func sentences(runes []rune, spans []index.Span, most int) (start, end int) {
	hit := closest(runes, spans, most)
	start, end = hit.Start, min(max(hit.End, hit.Start), len(runes))
	for start > 0 && !startsSentence(runes, start) {
		start--
	}
	for end < len(runes) && !(end > 0 && startsSentence(runes, end)) {
		end++
	}
	if end-start > most {
		return cutAround(runes, hit, start, end, most)
	}
	for end < len(runes) && end-start < shortSentence { // the next where this says little
		next := end + 1
		for next < len(runes) && !startsSentence(runes, next) {
			next++
		}
		if next-start > most {
			break
		}
		end = next
	}
	for start > 0 && end-start < shortSentence {
		previous := start - 1
		for previous > 0 && !startsSentence(runes, previous) {
			previous--
		}
		if end-previous > most {
			break
		}
		start = previous
	}
	return start, end
}

// closest is the stretch to show a sentence around: the first span, or, where
// several words were asked for, the stretch that holds the most of them.
func closest(runes []rune, spans []index.Span, most int) index.Span {
	var best index.Span
	held := 0
	for i, first := range spans {
		words := map[string]bool{}
		for _, s := range spans[i:] {
			if s.End-first.Start > most/2 {
				break
			}
			word := string(runes[s.Start:s.End])
			if words[word] {
				continue
			}
			words[word] = true
			if len(words) > held {
				held, best = len(words), index.Span{Start: first.Start, End: s.End}
			}
		}
		if held == 0 {
			held, best = 1, first
		}
	}
	return best
}

// startsSentence reports whether a sentence starts at i: what stands before is
// the end of one with all that closes it.
func startsSentence(runes []rune, i int) bool {
	if i == 0 {
		return true
	}
	if i >= len(runes) || strings.ContainsRune(closers, runes[i]) || strings.ContainsRune(sentenceEnds, runes[i]) {
		return false
	}
	for k := i - 1; k >= 0; k-- {
		switch {
		case strings.ContainsRune(sentenceEnds, runes[k]):
			return true
		case !strings.ContainsRune(closers, runes[k]):
			return false
		}
	}
	return false
}

// cutAround cuts most runes out of a long sentence so that the hit stands in
// the first third of it, at grapheme ends.
func cutAround(runes []rune, hit index.Span, start, end, most int) (int, int) {
	from := max(start, min(max(hit.Start-most/3, start), end-most))
	to := min(end, from+most)
	return graphemeStart(runes, from, start), graphemeStart(runes, to, start)
}

// graphemeStart moves i back to the start of the grapheme cluster it is in,
// looking from the rune at from.
func graphemeStart(runes []rune, i, from int) int {
	if i >= len(runes) {
		return len(runes)
	}
	from = max(from, i-64) // a cluster longer than this is no writing
	at := from
	clusters := uniseg.NewGraphemes(string(runes[from:min(i+64, len(runes))]))
	for clusters.Next() {
		next := at + len(clusters.Runes())
		if next > i {
			return at
		}
		at = next
	}
	return i
}

// mark escapes the runes from start to end and sets the spans in bold.
func mark(runes []rune, spans []index.Span, start, end int) string {
	var b strings.Builder
	at := start
	for _, s := range spans {
		from, to := max(s.Start, start), min(s.End, end)
		if from >= to || from < at {
			continue
		}
		b.WriteString(escapeInside(string(runes[at:from]), at == start))
		b.WriteString("**" + escapeInside(string(runes[from:to]), false) + "**")
		at = to
	}
	b.WriteString(escapeInside(string(runes[at:end]), at == start))
	return b.String()
}

// escapeInside escapes a piece of a line; only the first piece can start it.
func escapeInside(piece string, first bool) string {
	if first || piece == "" {
		return escape(piece)
	}
	const guard = "x"
	return strings.TrimPrefix(escape(guard+piece), guard)
}
