package chapters

import "testing"

func TestNumber(t *testing.T) {
	for text, want := range map[string]int{
		"12": 12, "１２": 12, "十二": 12, "第十二": 12, "一百二十": 120, "一百零三": 103, "一二〇": 120, "拾貳": 12, "參": 3, "第參": 3, "參拾": 30, "廿五": 25, "兩千": 2000, "两千": 2000,
	} {
		if got, ok := Number(text); !ok || got != want {
			t.Errorf("Number(%s) = %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "第", "松山", "十松", "1a", "-1", "9999999999"} {
		if got, ok := Number(text); ok {
			t.Errorf("Number(%q) = %d", text, got)
		}
	}
}
