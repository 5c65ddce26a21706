package hanzi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"shuyou/index/book"
)

// streamed is what ConvertStream makes of a text that is read in odd bits.
func streamed(t *testing.T, c *Converter, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := ConvertStream(context.Background(), iotest.HalfReader(strings.NewReader(text)), &b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestStreamsGiveWhatTheWholeTextGives(t *testing.T) {
	sentence := "他们是勇敢的士兵，曹變蛟隻有一騎，看著名著"
	texts := map[string]string{
		"empty":                   "",
		"one letter":              "变",
		"no line break at last":   "变\n发",
		"only line breaks":        strings.Repeat("\n", 100_000),
		"a line as long as asked": strings.Repeat(sentence, 3000),
		"sentences in one line":   strings.Repeat(sentence+"。", 3000),
		"lines of every kind":     strings.Repeat(sentence+"\n"+strings.Repeat("发", 700)+"\r\n", 300),
		"bytes that are no text":  strings.Repeat("\xff\xfe变\xe5\x8f", 30_000),
		"code across lines":       strings.Repeat("```\n变\n```变\n", 5000),
		"addresses across pieces": strings.Repeat("https://a.b/变", 20_000),
		"three bytes off":         "a" + strings.Repeat("变", 60_000),
	}
	for name, seed := range seedTexts(t) {
		texts["seed "+name] = seed
	}
	for _, config := range []string{"s2tw", "t2s", ToTraditional, ToSimplified} {
		c := mustConverter(t, config, WithNames([]string{"曹變蛟"}))
		for name, text := range texts {
			if got := streamed(t, c, text); got != c.Convert(text) {
				t.Errorf("%s, %s: %s", config, name, firstDifference(got, c.Convert(text)))
			}
		}
	}
	for name, text := range texts {
		var b bytes.Buffer
		if err := FoldStream(context.Background(), iotest.OneByteReader(strings.NewReader(text)), &b); err != nil {
			t.Fatal(err)
		}
		if b.String() != Fold(text) {
			t.Errorf("fold, %s: %s", name, firstDifference(b.String(), Fold(text)))
		}
		if d, err := DetectStream(context.Background(), strings.NewReader(text)); err != nil || d != Detect(text) {
			t.Errorf("detect, %s: %v, %v, want %v", name, d, err, Detect(text))
		}
	}
}

func TestStreamsKeepBytesThatAreNotText(t *testing.T) {
	c := mustConverter(t, "s2t")
	in := "发\xff展\xe5\x8f变\xf4\x90\x80\x80\xc0\x80\x00\xed\xa0\x80"
	want := "發\xff展\xe5\x8f變\xf4\x90\x80\x80\xc0\x80\x00\xed\xa0\x80"
	if got := streamed(t, c, in); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// repeated reads a sentence over and over without a line break, up to a
// number of bytes, and keeps nothing.
type repeated struct {
	text string
	left int64
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && r.left > 0 {
		k := copy(p[n:min(len(p), n+int(r.left))], r.text[r.at:])
		n, r.left, r.at = n+k, r.left-int64(k), (r.at+k)%len(r.text)
	}
	return n, nil
}

// peak writes nothing and remembers the most heap that was in use.
type peak struct {
	written int64
	calls   int
	most    uint64
}

func (p *peak) Write(b []byte) (int, error) {
	p.written += int64(len(b))
	if p.calls++; p.calls%64 == 0 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		p.most = max(p.most, m.HeapAlloc)
	}
	return len(b), nil
}

// A text of any size takes the same memory, even in a single line.
func TestStreamsInConstantMemory(t *testing.T) {
	size := int64(100 << 20)
	if testing.Short() {
		size = 8 << 20
	}
	const room = 4 << 20 // bytes of heap above what was in use before
	sentence := "松山城外那只信鸽飞回来了，千余骑冲出，里面的人都准备好了。"
	times := size/int64(len(sentence)) + 1
	size = times * int64(len(sentence))
	for _, f := range []struct {
		name string
		once string // what becomes of the sentence
		run  func(context.Context, io.Reader, io.Writer) error
	}{
		{"convert", mustConverter(t, "s2t", WithBoundaries(false)).Convert(sentence), func(ctx context.Context, r io.Reader, w io.Writer) error {
			return ConvertStream(ctx, r, w, mustConverter(t, "s2t", WithBoundaries(false)))
		}},
		{"fold", Fold(sentence), FoldStream},
	} {
		t.Run(f.name, func(t *testing.T) {
			var before runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var out peak
			if err := f.run(context.Background(), &repeated{text: sentence, left: size}, &out); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d MB in one line took %.1f MB of heap at most", size>>20, (float64(out.most)-float64(before.HeapAlloc))/(1<<20))
			if want := times * int64(len(f.once)); out.written != want {
				t.Errorf("%d bytes came out, want %d", out.written, want)
			}
			if out.calls < 64 || out.most > before.HeapAlloc+room {
				t.Errorf("%d bytes of heap in use, %d before; at most %d more may", out.most, before.HeapAlloc, room)
			}
		})
	}
}

func TestStreamsObeyTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := mustConverter(t, "s2t")
	if err := ConvertStream(ctx, strings.NewReader("变"), io.Discard, c); !errors.Is(err, context.Canceled) {
		t.Errorf("ConvertStream = %v, want that it was cancelled", err)
	}
	if _, err := DetectStream(ctx, strings.NewReader("变")); !errors.Is(err, context.Canceled) {
		t.Errorf("DetectStream = %v, want that it was cancelled", err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestStreamsTellWhatFailed(t *testing.T) {
	c := mustConverter(t, "s2t")
	broken := errors.New("broken")
	var out bytes.Buffer
	err := ConvertStream(context.Background(), io.MultiReader(strings.NewReader("变"), iotest.ErrReader(broken)), &out, c)
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "read: ") {
		t.Errorf("error %v, want one of reading", err)
	}
	if err := FoldStream(context.Background(), strings.NewReader("变"), fullDisk{}); !errors.Is(err, io.ErrShortWrite) || !strings.HasPrefix(err.Error(), "write: ") {
		t.Errorf("error %v, want one of writing", err)
	}
}

func FuzzStream(f *testing.F) {
	f.Add("变\n发\xff", uint16(3))
	f.Add("```变", uint16(40000))
	c := mustConverter(f, ToTraditional)
	f.Fuzz(func(t *testing.T, s string, times uint16) {
		text := strings.Repeat(s, min(int(times), 1+(1<<17)/max(1, len(s))))
		if got, want := streamed(t, c, text), c.Convert(text); got != want {
			t.Errorf("%q %d times: %s", s, times, firstDifference(got, want))
		}
		if p := text[:pieceLen(text)]; utf8.ValidString(text) && !utf8.ValidString(p) {
			t.Errorf("a piece of %q ends inside a letter", s)
		}
	})
}

func TestDetectSeeds(t *testing.T) {
	seeds := seedTexts(t)
	for name, want := range map[string]book.Script{
		"000": book.Traditional, "001": book.Simplified, "002": book.Mixed, "003": book.Traditional, "004": book.Simplified,
	} {
		d := Detect(seeds[name])
		t.Logf("seed %s: %+v, region %q", name, d, d.Region())
		if d.Script != want {
			t.Errorf("seed %s is %s, want %s", name, d.Script, want)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		text   string
		script book.Script
		region string
	}{
		{"", book.Unknown, ""},
		{"hello", book.Unknown, ""},
		{"你好，天下太平。", book.Unknown, ""},
		{"曹变蛟", book.Simplified, ""},
		{"曹變蛟", book.Traditional, ""},
		{"曹变蛟與曹變蛟", book.Mixed, ""},
		{"為什麼在這裡啟程，裡面有眾人。", book.Traditional, "tw"},
		{"為什麼在這裏着火，裏面着眾人。", book.Traditional, "hk"},
		{"爲什麼在這裏，羣衆牀上，爲了啓程。", book.Traditional, "opencc"},
		{"乾坤、著名、麽、余、後", book.Traditional, ""},
		{"\xff变\xfe", book.Simplified, ""},
	} {
		d := Detect(c.text)
		if d.Script != c.script || d.Region() != c.region {
			t.Errorf("Detect(%q) = %+v, region %q; want %s, %q", c.text, d, d.Region(), c.script, c.region)
		}
	}
}
