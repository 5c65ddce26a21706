package commands

import "testing"

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		name   string
		counts []int
		want   string
	}{
		{"nine chapters say nothing", []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, ""},
		{"ten chapters", []int{0, 0, 1, 1, 7, 0, 0, 0, 0, 3}, "▁▁▂▂█▁▁▁▁▄"},
		{"all alike", []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, "██████████"},
		{"forty in twenty", append(make([]int, 38), 1, 1), "▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█"},
		{"none at all", make([]int, 10), "▁▁▁▁▁▁▁▁▁▁"},
	} {
		if got := bar(tt.counts); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
