package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// entry is one line of a dictionary: a key and its candidates, best first.
type entry struct {
	key  string
	vals []string
}

// opencc reads the text dictionaries and configurations of the npm package
// and derives those that the reference derives when it is built.
type opencc struct {
	dir   string
	dicts map[string][]entry
}

func openOpenCC(dir string) (*opencc, error) {
	return &opencc{dir: dir, dicts: map[string][]entry{}}, nil
}

// text is a dictionary file as it stands, with the two annotations that the
// derived dictionaries are made from.
type text struct {
	entries []entry
	prefer  map[string]string // @reverse-prefer: value, key
	rare    []entry           // the entries after @tofu-risk
}

func (o *opencc) text(name string) (text, error) {
	b, err := os.ReadFile(filepath.Join(o.dir, "data", "dictionary", name+".txt"))
	if err != nil {
		return text{}, err
	}
	t := text{prefer: map[string]string{}}
	rare := false
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		l := lines.Text()
		if rest, ok := strings.CutPrefix(l, "# @reverse-prefer:"); ok {
			if f := strings.Fields(rest); len(f) > 0 {
				t.prefer[f[0]] = f[len(f)-1]
			}
		}
		if strings.HasPrefix(l, "# @tofu-risk:") {
			rare = true
		}
		if l == "" || l[0] == '#' {
			continue
		}
		k, v, ok := strings.Cut(l, "\t")
		vals := strings.Fields(v)
		if !ok || len(vals) == 0 {
			return text{}, fmt.Errorf("%s: no value in %q", name, l)
		}
		t.entries = append(t.entries, entry{k, vals})
		if rare {
			if vals[0] == k {
				vals = vals[1:]
			}
			t.rare = append(t.rare, entry{k, vals})
			rare = false
		}
	}
	return t, lines.Err()
}

// dict is a dictionary by the name it has in the configurations, sorted, one
// entry a key.
func (o *opencc) dict(name string) ([]entry, error) {
	if d, ok := o.dicts[name]; ok {
		return d, nil
	}
	d, err := o.derive(name)
	if err != nil {
		return nil, fmt.Errorf("dictionary %s: %w", name, err)
	}
	d = unique(d)
	o.dicts[name] = d
	return d, nil
}

func (o *opencc) derive(name string) ([]entry, error) {
	if name == "STPhrases_GeneratedFromRegionalPhrases" {
		return o.regionalPhrases()
	}
	if name == "TSCharactersExt" {
		t, err := o.text("TSCharacters")
		return t.rare, err
	}
	t, err := o.text(name)
	if err == nil {
		return t.entries, nil
	}
	if base, ok := strings.CutSuffix(name, "Rev"); ok && os.IsNotExist(err) {
		t, err = o.text(base)
		return reverse(t), err
	}
	return nil, err
}

// reverse swaps keys and values; a preferred key comes first.
func reverse(t text) []entry {
	byValue := map[string][]string{}
	var order []string
	for _, e := range t.entries {
		for _, v := range e.vals {
			if byValue[v] == nil {
				order = append(order, v)
			}
			byValue[v] = append(byValue[v], e.key)
		}
	}
	for v, p := range t.prefer {
		keys := byValue[v]
		if i := slices.Index(keys, p); i > 0 {
			copy(keys[1:i+1], keys[:i])
			keys[0] = p
		}
	}
	out := make([]entry, 0, len(order))
	for _, v := range order {
		out = append(out, entry{v, byValue[v]})
	}
	return out
}

// regionalPhrases are the regional words by their Simplified spelling (t2s,
// rare letters included), from three letters on.
func (o *opencc) regionalPhrases() ([]entry, error) {
	simplify, err := o.simplifier()
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, name := range []string{"HKPhrases", "TWPhrases"} {
		d, err := o.text(name)
		if err != nil {
			return nil, err
		}
		for _, e := range d.entries {
			if k := simplify(e.key); utf8.RuneCountInString(k) >= 3 {
				out = append(out, entry{k, []string{e.key}})
			}
		}
	}
	return out, nil
}

// simplifier is t2s with the rare letters.
func (o *opencc) simplifier() (func(string) string, error) {
	var steps []map[string]string
	for _, names := range [][]string{{"CJK_Compatibility_Ideographs"}, {"TSPhrases", "TSCharactersExt", "TSCharacters"}} {
		m := map[string]string{}
		for _, name := range names {
			d, err := o.dict(name)
			if err != nil {
				return nil, err
			}
			for _, e := range d {
				if _, ok := m[e.key]; !ok {
					m[e.key] = e.vals[0]
				}
			}
		}
		steps = append(steps, m)
	}
	return func(s string) string {
		for _, m := range steps {
			s = longestMatch(m, s)
		}
		return s
	}, nil
}

func longestMatch(m map[string]string, s string) string {
	rs := []rune(s)
	var out strings.Builder
	for i := 0; i < len(rs); {
		n := 1
		for k := len(rs) - i; k > 0; k-- {
			if v, ok := m[string(rs[i:i+k])]; ok {
				out.WriteString(v)
				n = -k
				break
			}
		}
		if n > 0 {
			out.WriteRune(rs[i])
			i++
		} else {
			i -= n
		}
	}
	return out.String()
}

// unique sorts by key; of entries with one key the first stays.
func unique(es []entry) []entry {
	es = slices.Clone(es)
	slices.SortStableFunc(es, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	return slices.CompactFunc(es, func(a, b entry) bool { return a.key == b.key })
}

// merge is the union of dictionaries; of equal keys the earlier wins.
func merge(sets ...[]entry) []entry {
	return unique(slices.Concat(sets...))
}

// stage is a list of dictionaries: the first with any match at a place wins.
type stage []set

// set is one dictionary, or the union of several, with a name for its table.
type set struct {
	name    string
	entries []entry
}

// pipeline is one configuration.
type pipeline struct {
	name      string
	normalize []stage
	segment   stage
	chain     []stage
}

type dictConfig struct {
	Type   string       `json:"type"`
	File   string       `json:"file"`
	Policy string       `json:"match_policy"`
	Rare   bool         `json:"may_output_tofu"`
	Dicts  []dictConfig `json:"dicts"`
}

type stageConfig struct {
	Dict dictConfig `json:"dict"`
}

// pipelines reads every configuration, in order of name.
func (o *opencc) pipelines() ([]pipeline, error) {
	files, err := filepath.Glob(filepath.Join(o.dir, "data", "config", "*2*.json"))
	if err != nil {
		return nil, err
	}
	var out []pipeline
	for _, f := range files {
		p, err := o.pipeline(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(f), err)
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no configurations below %s", o.dir)
	}
	return out, nil
}

func (o *opencc) pipeline(file string) (pipeline, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return pipeline{}, err
	}
	var c struct {
		Normalization []stageConfig `json:"normalization"`
		Segmentation  *stageConfig  `json:"segmentation"`
		Chain         []stageConfig `json:"conversion_chain"`
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return pipeline{}, err
	}
	p := pipeline{name: strings.TrimSuffix(filepath.Base(file), ".json")}
	if p.normalize, err = o.stages(c.Normalization); err != nil {
		return pipeline{}, err
	}
	if p.chain, err = o.stages(c.Chain); err != nil {
		return pipeline{}, err
	}
	// Cutting into the phrases that the only stage will match anyway changes
	// nothing, so a chain of one needs no segmentation.
	if c.Segmentation != nil && len(p.chain) > 1 {
		if p.segment, err = o.stage(c.Segmentation.Dict); err != nil {
			return pipeline{}, err
		}
	}
	return p, nil
}

func (o *opencc) stages(cs []stageConfig) ([]stage, error) {
	var out []stage
	for _, c := range cs {
		s, err := o.stage(c.Dict)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// stage resolves groups. A later dictionary whose keys are all one letter can
// join the one before it: it never has the longer match, and at equal length
// the earlier wins either way.
func (o *opencc) stage(c dictConfig) (stage, error) {
	sets, err := o.sets(c)
	if err != nil {
		return nil, err
	}
	var out stage
	for _, s := range sets {
		if len(out) > 0 && singleLetters(s.entries) {
			last := &out[len(out)-1]
			*last = set{last.name + "+" + s.name, merge(last.entries, s.entries)}
		} else {
			out = append(out, s)
		}
	}
	return out, nil
}

func (o *opencc) sets(c dictConfig) (stage, error) {
	if c.Type == "group" {
		var out stage
		for _, d := range c.Dicts {
			s, err := o.sets(d)
			if err != nil {
				return nil, err
			}
			out = append(out, s...)
		}
		if c.Policy == "union" {
			u := set{}
			for i, s := range out {
				if i > 0 {
					u.name += "+"
				}
				u.name += s.name
				u.entries = merge(u.entries, s.entries)
			}
			return stage{u}, nil
		}
		return out, nil
	}
	if c.Rare { // off in the reference unless asked for
		return nil, nil
	}
	name := strings.TrimSuffix(c.File, filepath.Ext(c.File))
	d, err := o.dict(name)
	if err != nil {
		return nil, err
	}
	return stage{{name, d}}, nil
}

func singleLetters(es []entry) bool {
	return !slices.ContainsFunc(es, func(e entry) bool { return utf8.RuneCountInString(e.key) != 1 })
}

// letters collects every rune of the dictionaries given.
func letters(into map[rune]int, es []entry) {
	for _, e := range es {
		for _, r := range e.key + e.vals[0] {
			into[r]++
		}
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// allographs are the pairs of the reference's list of letters that differ in
// shape only: the first letter of a line with each of the others.
func (o *opencc) allographs() ([][2]rune, error) {
	var out [][2]rune
	err := eachLine(filepath.Join(o.dir, "data", "dictionary", "staging", "Allographs.txt"), func(l string) error {
		if l == "" || l[0] == '#' {
			return nil
		}
		rs := []rune(l)
		for _, r := range rs[1:] {
			out = append(out, [2]rune{rs[0], r})
		}
		return nil
	})
	return out, err
}
