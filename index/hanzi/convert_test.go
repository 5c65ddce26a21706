package hanzi

import (
	"encoding/json"
	"testing"
)

func mustConverter(t testing.TB, config string, opts ...Option) *Converter {
	t.Helper()
	c, err := NewConverter(config, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// referenceCases counts the checks of the reference's own cases.
func referenceCases(t *testing.T, opts ...Option) (right, all int) {
	var file struct {
		Cases []struct {
			ID, Input string
			Expected  map[string]string
		}
	}
	if err := json.Unmarshal([]byte(sharedText(t, "script/opencc-testcases.json")), &file); err != nil {
		t.Fatal(err)
	}
	cs := map[string]*Converter{}
	for _, c := range file.Cases {
		for config, want := range c.Expected {
			if cs[config] == nil {
				cs[config] = mustConverter(t, config, opts...)
			}
			all++
			if got := cs[config].Convert(c.Input); got == want {
				right++
			} else {
				t.Logf("%s %s: %s\n got  %s\n want %s", c.ID, config, c.Input, got, want)
			}
		}
	}
	return right, all
}

func TestReferenceCases(t *testing.T) {
	right, all := referenceCases(t, WithBoundaries(false))
	t.Logf("boundaries off: %d of %d", right, all)
	if right < 472 {
		t.Errorf("%d of %d checks right, want 472", right, all)
	}
}

func TestReferenceCasesOnWordBoundaries(t *testing.T) {
	right, all := referenceCases(t)
	t.Logf("boundaries on: %d of %d", right, all)
	if right < 468 {
		t.Errorf("%d of %d checks right, want 468", right, all)
	}
}
