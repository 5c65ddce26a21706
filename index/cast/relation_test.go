package cast

import (
	"slices"
	"testing"

	"shuyou/index/book"
)

func TestSeedsRelations(t *testing.T) {
	tests := []struct {
		file, name string
		kind       RelationKind
		other      string
	}{
		{"000_84ac70d5db2479b3.txt", "蕭容奇", DefectedTo, "清軍"},
		{"000_84ac70d5db2479b3.txt", "曹變蛟", Advised, "洪承疇"},
		{"000_84ac70d5db2479b3.txt", "洪承疇", AdvisedBy, "曹變蛟"},
		{"002_f61b28e64cca08b5.txt", "武志英", Serves, "白翥"},
		{"002_f61b28e64cca08b5.txt", "薩哈", Fights, "李定國"},
		{"003_fd36cd2faa0011f2.txt", "李剛", Fights, "皇太極"},
	}
	for _, tt := range tests {
		p := personCalled(seedView(t, tt.file), tt.name)
		if p == nil {
			t.Errorf("%s: no %s", tt.file[:3], tt.name)
			continue
		}
		if !hasRelation(p, tt.kind, tt.other) {
			t.Errorf("%s: %s: no %s %s", tt.file[:3], tt.name, tt.kind, tt.other)
		}
	}
}

func hasRelation(p *Person, kind RelationKind, other string) bool {
	return slices.ContainsFunc(p.Relations(), func(r Relation) bool {
		return r.Kind == kind && r.Other == other && r.Sentence.Text != ""
	})
}

func TestRelationPatterns(t *testing.T) {
	const cast = "沈青衡說道：「來。」陸定遠道：「好。」沈青衡和陸定遠坐下。沈青衡笑道：「走。」陸定遠問道：「去哪？」\n"
	tests := []struct {
		sentence, name string
		kind           RelationKind
		other          string
		want           bool
	}{
		{"沈青衡擊敗了陸定遠。", "沈青衡", Fights, "陸定遠", true},
		{"沈青衡被陸定遠擊敗。", "陸定遠", Fights, "沈青衡", true},
		{"沈青衡和陸定遠交戰多時。", "陸定遠", Fights, "沈青衡", true},
		{"沈青衡命陸定遠出城。", "沈青衡", Commands, "陸定遠", true},
		{"沈青衡命陸定遠出城。", "陸定遠", Serves, "沈青衡", true},
		{"沈青衡終於投靠了陸定遠。", "陸定遠", TookIn, "沈青衡", true},
		{"沈青衡是陸定遠的部下。", "沈青衡", Serves, "陸定遠", true},
		{"沈青衡是陸定遠的父親。", "沈青衡", KinOf, "陸定遠", true},
		{"沈青衡勸陸定遠回家。", "沈青衡", Advised, "陸定遠", true},
		{"沈青衡看見陸定遠。", "沈青衡", Fights, "陸定遠", false},
		{"沈青衡走了，命陸定遠留下。", "沈青衡", Fights, "陸定遠", false},
	}
	for _, tt := range tests {
		p := personCalled(find(t, chaptersOf("關", cast+tt.sentence+"\n")).At(book.Everything()), tt.name)
		if p == nil {
			t.Fatalf("%s: no %s", tt.sentence, tt.name)
		}
		if got := hasRelation(p, tt.kind, tt.other); got != tt.want {
			t.Errorf("%s: %s %s %s is %v, want %v", tt.sentence, tt.name, tt.kind, tt.other, got, tt.want)
		}
	}
}
