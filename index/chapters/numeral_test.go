package chapters

import "testing"

func TestChineseNumber(t *testing.T) {
	tests := map[string]int{
		"一": 1, "十": 10, "十二": 12, "二十": 20, "二十一": 21, "一百": 100, "一百零五": 105, "一百〇五": 105, "一百二十三": 123,
		"百二十": 120, "兩百": 200, "两百": 200, "廿三": 23, "卅": 30, "卌一": 41, "一千零一": 1001, "一千二百": 1200, "两千零二十三": 2023,
		"一萬零三": 10003, "壹": 1, "貳拾叁": 23, "伍佰": 500, "一二三": 123, "二〇": 20, "一〇〇一": 1001, "零": 0,
	}
	for text, want := range tests {
		if n, ok := chineseNumber([]rune(key(text))); !ok || n != want {
			t.Errorf("%s is read as %d (%v), want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{"", "十二三四", "一二十", "天", "一天", "二三百四五", "一二三四五六"} {
		if n, ok := chineseNumber([]rune(key(text))); ok {
			t.Errorf("%s is read as %d", text, n)
		}
	}
	for n := 1; n < 1000; n++ {
		if got, ok := chineseNumber([]rune(key(chinese(n)))); !ok || got != n {
			t.Errorf("%s is read as %d, want %d", chinese(n), got, n)
		}
	}
}

func TestRomanNumber(t *testing.T) {
	for n := 1; n < 400; n++ {
		if got, ok := romanNumber(roman(n)); !ok || got != n {
			t.Errorf("%s is read as %d, want %d", roman(n), got, n)
		}
	}
	for _, text := range []string{"", "iiii", "vx", "ivi", "mix", "civic", "did"} {
		if n, ok := romanNumber(text); ok {
			t.Errorf("%s is read as %d", text, n)
		}
	}
}

func TestEnglishNumber(t *testing.T) {
	tests := []struct {
		text    string
		n, size int
	}{
		{"one", 1, 3}, {"seventeen", 17, 9}, {"thirty", 30, 6}, {"thirty-one", 31, 10}, {"forty two and more", 42, 9},
		{"twenty people", 20, 6}, {"oneself", 0, 0}, {"", 0, 0}, {"zero", 0, 0},
	}
	for _, tt := range tests {
		if n, size, _ := englishNumber(tt.text); n != tt.n || size != tt.size {
			t.Errorf("%q is read as %d in %d bytes, want %d in %d", tt.text, n, size, tt.n, tt.size)
		}
	}
}
