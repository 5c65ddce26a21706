package hanzi

import (
	"runtime"
	"strings"
	"testing"
)

const heapMost = 15 << 20 // bytes

// Opening the tables and every kind of converter stays within the heap.
func TestTablesFitTheHeap(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d, err := loadTables()
	if err != nil {
		t.Fatal(err)
	}
	d.letters()
	if _, err := d.contexts(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.contextsT(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.slips(); err != nil {
		t.Fatal(err)
	}
	d.syllables()
	runtime.GC()
	runtime.ReadMemStats(&after)
	used := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%.1f MB of heap, beside %.1f MB embedded", float64(used)/(1<<20), float64(len(tableBytes)+len(foldTable))/(1<<20))
	if used > heapMost {
		t.Errorf("the tables take %d bytes of heap, at most %d may", used, heapMost)
	}
	runtime.KeepAlive(d)
}

// A converter that has run once allocates for no rune and for no line.
func TestConversionDoesNotAllocate(t *testing.T) {
	text := strings.Repeat("松山城外，曹变蛟率千余骑冲出，那只会让军心大乱，里面的人都准备好了。\n曹變蛟隻有一騎，他看著名著。\n", 2000)
	for _, config := range Configs() {
		c := mustConverter(t, config)
		dst := c.Append(make([]byte, 0, 2*len(text)), text)
		if n := testing.AllocsPerRun(5, func() { dst = c.Append(dst[:0], text) }); n > 20 {
			t.Errorf("%s allocates %v times for 4000 lines", config, n)
		}
	}
}

func BenchmarkOpenTables(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		d, err := loadTables()
		if err != nil {
			b.Fatal(err)
		}
		d.letters()
		if _, err := d.contexts(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTrad(b *testing.B) {
	for name, text := range map[string]string{
		"simplified": sharedText(b, "corpus/隋唐演义.txt"), "traditional": sharedText(b, "corpus/三國演義.txt"),
	} {
		b.Run(name, func(b *testing.B) {
			c := mustConverter(b, ToTraditional)
			dst := c.Append(nil, text)
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				dst = c.Append(dst[:0], text)
			}
		})
	}
}
