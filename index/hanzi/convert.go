package hanzi

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"shuyou/index/hanzi/internal/trie"
)

// The two conversions behind /convert, beside OpenCC's own configurations.
const (
	ToTraditional = "trad"
	ToSimplified  = "simp"
)

// Configs lists what NewConverter accepts: OpenCC's configurations by name,
// then trad and simp.
func Configs() []string {
	d, err := openTables()
	if err != nil {
		return nil
	}
	var names []string
	for _, c := range d.configs {
		names = append(names, c.Name)
	}
	return append(names, ToTraditional, ToSimplified)
}

// A Converter converts text. It may be used by several goroutines at once.
type Converter struct {
	d    *dictionaries
	name string
	pipe *pipeline
	mend *mender // trad and simp only
	// fixed phrases and names, and what must be left alone
	fixed   *overlaySet
	protect bool
	scratch sync.Pool
}

// pipeline is one configuration, ready to run.
type pipeline struct {
	d         *dictionaries
	normalize []stage
	segment   *stage
	chain     []stage
	// words keeps phrases to words, contexts outrank the dictionaries.
	words    bool
	contexts *contexts
}

// An Option changes how a Converter works.
type Option func(*options)

type options struct {
	bounded bool
	overlay []*Overlay
	names   []string
}

// WithBoundaries says whether phrases of the dictionaries keep to word
// boundaries in conversions from Simplified, and whether in these and in those
// to Simplified the built-in contexts settle what words do not. It is on
// unless turned off; off gives exactly what OpenCC gives.
func WithBoundaries(on bool) Option { return func(o *options) { o.bounded = on } }

// WithOverlay adds phrases that outrank all dictionaries. Of several overlays
// the first given wins.
func WithOverlay(v *Overlay) Option {
	return func(o *options) {
		if v != nil {
			o.overlay = append(o.overlay, v)
		}
	}
}

// WithNames adds the names of people as their book spells them. In a name, a
// letter with several Traditional forms stays as the book has it, unless its
// shape is hardly one of a Traditional name (广, 叶, 极); all others convert.
func WithNames(names []string) Option {
	return func(o *options) { o.names = append(o.names, names...) }
}

// NewConverter makes a converter for one of Configs. The error for any other
// name lists them.
func NewConverter(config string, opts ...Option) (*Converter, error) {
	d, err := openTables()
	if err != nil {
		return nil, err
	}
	o := options{bounded: true}
	for _, f := range opts {
		f(&o)
	}
	c := &Converter{d: d, name: config}
	c.scratch.New = func() any { return new(scratch) }
	base := config
	switch config {
	case ToTraditional:
		base, c.protect = "s2tw", true
	case ToSimplified:
		base, c.protect = "tw2s", true
	}
	if c.pipe, err = d.pipeline(base, o.bounded); err != nil {
		return nil, err
	}
	if c.protect {
		if c.mend, err = newMender(d, c.pipe, config == ToTraditional); err != nil {
			return nil, err
		}
	}
	if err := c.fix(o); err != nil {
		return nil, err
	}
	return c, nil
}

// fromSimplified says whether a configuration starts from Simplified text.
func fromSimplified(config string) bool { return strings.HasPrefix(config, "s2") }

func (d *dictionaries) pipeline(config string, bounded bool) (*pipeline, error) {
	i := slices.IndexFunc(d.configs, func(c tableConfig) bool { return c.Name == config })
	if i < 0 {
		return nil, fmt.Errorf("unknown conversion %q: want one of %s", config, strings.Join(Configs(), ", "))
	}
	c := d.configs[i]
	p := &pipeline{d: d}
	var err error
	switch {
	case bounded && fromSimplified(config):
		p.words = true
		p.contexts, err = d.contexts()
	case bounded && toSimplified(config):
		p.contexts, err = d.contextsT()
	}
	if err != nil {
		return nil, err
	}
	for _, s := range c.Normalize {
		p.normalize = append(p.normalize, d.stage(s))
	}
	for _, s := range c.Chain {
		p.chain = append(p.chain, d.stage(s))
	}
	if len(c.Segment) > 0 {
		s := d.stage(c.Segment)
		p.segment = &s
	}
	return p, nil
}

func (d *dictionaries) stage(names []string) stage {
	st := stage{values: d.values}
	for _, n := range names {
		st.sets = append(st.sets, trie.Trie(d.sets[n]))
	}
	return st
}

// scratch is the working room of one conversion.
type scratch struct {
	a, b  line
	paths paths
	parts []part
	lines rewritten // trad and simp only
}

// run converts the symbols of s.a and returns the line that holds the result.
func (p *pipeline) run(s *scratch) *line {
	in, out := &s.a, &s.b
	for i := range p.normalize {
		out.reset()
		p.normalize[i].apply(out, in, anywhere)
		in, out = out, in
	}
	r := anywhere
	switch {
	case p.words:
		r = wholeOrPart
		p.d.words(in, &s.paths)
	case p.segment != nil:
		r = inSegments
		p.segment.segment(in)
	}
	for i := range p.chain {
		// Simplified letters are gone after the first stage; what becomes of
		// Traditional ones any stage may settle.
		if p.contexts != nil && (i == 0 || !p.words) {
			p.contexts.pin(in)
		}
		out.reset()
		p.chain[i].apply(out, in, r)
		in, out = out, in
	}
	return in
}

// Convert returns s converted.
func (c *Converter) Convert(s string) string {
	return string(c.Append(make([]byte, 0, len(s)+len(s)/16), s))
}

// Append appends s converted to dst.
func (c *Converter) Append(dst []byte, s string) []byte {
	sc := c.scratch.Get().(*scratch)
	defer c.scratch.Put(sc)
	var st state
	for len(s) > 0 {
		n := pieceLen(s)
		dst = c.appendPiece(dst, sc, s[:n], &st, nil)
		s = s[n:]
	}
	return dst
}

// A Change is one place where the text was changed: what stood there and what
// stands there now. Start and End are rune offsets in the source. Where a
// dictionary phrase decided, it is told whole.
type Change struct {
	From, To   string
	Start, End int
}

// Explain returns s converted and what was changed, in order.
func (c *Converter) Explain(s string) (string, []Change) {
	sc := new(scratch)
	var st state
	x := &account{}
	dst := make([]byte, 0, len(s)+len(s)/16)
	for len(s) > 0 {
		n := pieceLen(s)
		dst = c.appendPiece(dst, sc, s[:n], &st, x)
		s = s[n:]
	}
	return string(dst), x.changes
}

// account collects the changes of one text.
type account struct {
	runes   int // of the source so far
	changes []Change
}

// state is what one piece of a text hands on to the next.
type state struct {
	fence int   // bytes that may still belong to an open code block
	lean  class // script of the text before, for lines that do not tell
}

// appendPiece converts one piece: the parts that are fixed or left alone as
// they must be, and what stands between them by the dictionaries.
func (c *Converter) appendPiece(dst []byte, sc *scratch, s string, st *state, x *account) []byte {
	sc.parts = c.parts(sc.parts[:0], s, st)
	for _, p := range sc.parts {
		switch {
		case p.fixed:
			dst = append(dst, p.value...)
			x.replaced(p.text, p.value)
		case c.mend != nil:
			dst = c.mend.append(dst, sc, p.text, st, x)
		default:
			dst = c.appendPart(dst, sc, p.text, x)
		}
	}
	return dst
}

func (c *Converter) appendPart(dst []byte, sc *scratch, s string, x *account) []byte {
	sc.a.reset()
	sc.a.read(&c.d.alphabet, s)
	var src []symbol
	if x != nil {
		src = slices.Clone(sc.a.syms)
		sc.a.track()
	}
	out := c.pipe.run(sc)
	if x != nil {
		x.compare(&c.d.alphabet, src, out)
	}
	return write(dst, &c.d.alphabet, out.syms)
}

// replaced accounts for a part that was replaced as a whole.
func (x *account) replaced(from, to string) {
	if x == nil {
		return
	}
	n := len([]rune(from))
	if from != to {
		x.changes = append(x.changes, Change{From: from, To: to, Start: x.runes, End: x.runes + n})
	}
	x.runes += n
}

// compare accounts for a part that went through the dictionaries.
func (x *account) compare(a *alphabet, src []symbol, out *line) {
	from, to := 0, 0
	for i := 1; i <= len(out.syms); i++ {
		if i < len(out.syms) && (out.at[i] < 0 || out.op[i]&begins == 0) {
			continue
		}
		end := len(src)
		if i < len(out.syms) {
			end = int(out.at[i])
		}
		x.changed(a, src[from:end], out.syms[to:i], x.runes+from)
		from, to = end, i
	}
	x.runes += len(src)
}

func (x *account) changed(a *alphabet, from, to []symbol, at int) {
	if slices.Equal(from, to) {
		return
	}
	x.changes = append(x.changes, Change{
		From: string(write(nil, a, from)), To: string(write(nil, a, to)),
		Start: at, End: at + len(from),
	})
}
