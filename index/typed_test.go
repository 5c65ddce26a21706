package index

import "testing"

func TestTyped(t *testing.T) {
	for line, want := range map[string]struct {
		text  string
		scope Scope
	}{
		"松山":                    {"松山", Scope{}},
		"松山 第3-9章":              {"松山", Scope{From: 3, To: 9}},
		"第三至九回 松山 錦州":           {"松山 錦州", Scope{From: 3, To: 9}},
		"松山 第十二章":               {"松山", Scope{From: 12, To: 12}},
		"第十二章":                  {"第十二章", Scope{}},
		"said:曹變蛟 往西":           {"往西", Scope{Said: "曹變蛟"}},
		"who:曹變蛟 sort:first 松山": {"松山", Scope{Who: "曹變蛟", InOrder: true}},
		"「松山 第3-9章」":            {"「松山 第3-9章」", Scope{}},
		"他說:走":                  {"他說:走", Scope{}},
		"第九至三章":                 {"第九至三章", Scope{}},
		"said:":                 {"said:", Scope{}},
	} {
		text, scope := Typed(line)
		if text != want.text || scope != want.scope {
			t.Errorf("%q is %q, %+v, want %q, %+v", line, text, scope, want.text, want.scope)
		}
	}
}
