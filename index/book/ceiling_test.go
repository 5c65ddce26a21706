package book

import "testing"

func TestCeiling(t *testing.T) {
	tests := []struct {
		name    string
		ceiling Ceiling
		allows  []Ordinal
		hides   []Ordinal
		last    Ordinal // of a book of nine chapters
	}{
		{"nothing read, the zero value", Ceiling{}, []Ordinal{0}, []Ordinal{1, 9}, 0},
		{"read up to three includes three", UpTo(3), []Ordinal{0, 1, 3}, []Ordinal{4, 9}, 3},
		{"past the end", UpTo(12), []Ordinal{0, 9, 12}, []Ordinal{13}, 9},
		{"a negative chapter is nothing read", UpTo(-4), []Ordinal{0}, []Ordinal{1}, 0},
		{"everything", Everything(), []Ordinal{0, 1, 9, 5000}, nil, 9},
		{"the lower of two", UpTo(5).Lower(UpTo(2)), []Ordinal{2}, []Ordinal{3}, 2},
		{"everything and two", Everything().Lower(UpTo(2)), []Ordinal{2}, []Ordinal{3}, 2},
		{"two and everything", UpTo(2).Lower(Everything()), []Ordinal{2}, []Ordinal{3}, 2},
		{"everything and nothing", Everything().Lower(Ceiling{}), []Ordinal{0}, []Ordinal{1}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, o := range tt.allows {
				if !tt.ceiling.Allows(o) {
					t.Errorf("hides chapter %d", o)
				}
			}
			for _, o := range tt.hides {
				if tt.ceiling.Allows(o) {
					t.Errorf("shows chapter %d", o)
				}
			}
			if got := tt.ceiling.Last(9); got != tt.last {
				t.Errorf("Last(9) = %d, want %d", got, tt.last)
			}
		})
	}
}
