package cast

import (
	"bytes"
	"path/filepath"
	"testing"

	"shuyou/index/book"
)

// textOf gives the paragraphs of a book, counted over the whole book from 0.
func textOf(b *book.Book) (int, func(int) string) {
	var all []string
	for _, ch := range b.Chapters {
		for _, p := range ch.Paragraphs {
			all = append(all, p.Text)
		}
	}
	return len(all), func(p int) string { return all[p] }
}

func TestStored(t *testing.T) {
	for _, name := range []string{"dots.txt", "shared-title.txt", "genres/city.txt", "genres/wuxia.txt"} {
		b := readTestdata(t, filepath.FromSlash(name))
		c := find(t, b)
		data, err := c.AppendBinary([]byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		n, text := textOf(b)
		back, err := Decode(data[len("before"):], n, text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equalLines(t, name, describe(back.At(book.Everything()), true), describe(c.At(book.Everything()), true))
		again, err := back.AppendBinary(nil)
		if err != nil || !bytes.Equal(again, data[len("before"):]) {
			t.Errorf("%s: stored again it differs", name)
		}
	}
}

func TestStoredDamaged(t *testing.T) {
	b := readTestdata(t, "dots.txt")
	data, err := find(t, b).AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	n, text := textOf(b)
	if _, err := Decode(data, n+1, text); err == nil {
		t.Error("a longer book: no error")
	}
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		if _, err := Decode(bad, n, text); err == nil {
			t.Errorf("byte %d changed: no error", i)
		}
	}
	for end := range len(data) {
		if _, err := Decode(data[:end], n, text); err == nil {
			t.Errorf("cut to %d bytes: no error", end)
		}
	}
	if _, err := Decode(nil, n, text); err == nil {
		t.Error("no bytes: no error")
	}
}

// FuzzDecode hands the reader bodies whose checksum is right.
func FuzzDecode(f *testing.F) {
	const paragraphs = 9
	for _, name := range []string{"dots.txt", "shared-title.txt", "name-ends.txt"} {
		c := find(f, readTestdata(f, name))
		c.first[len(c.first)-1] = paragraphs
		f.Add(c.appendBody(nil))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		data := sealed(append([]byte(magic), body...))
		c, err := Decode(data, paragraphs, func(int) string { return "曹變蛟道：“夏副將，這件事不要再提。”" })
		if err != nil {
			return
		}
		for _, p := range c.At(book.Everything()).People() {
			p.Telling()
			p.Offices()
			p.Speeches()
			p.With()
			p.Chapters()
		}
	})
}
