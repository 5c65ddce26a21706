package cast

import (
	"context"
	"testing"

	"shuyou/index/book"
)

// FuzzFind reads any text and asks for everything that can be asked.
func FuzzFind(f *testing.F) {
	for _, name := range []string{"dots.txt", "shared-title.txt", "genres/wuxia.txt", "genres/heroes.txt", "genres/west.txt"} {
		b := readTestdata(f, name)
		text := ""
		for _, ch := range b.Chapters {
			for _, p := range ch.Paragraphs {
				text += p.Text + "\n"
			}
			text += "第九章 下\n"
		}
		f.Add(text, "曹將軍")
	}
	f.Add("姓單名·字，字", "他")
	f.Add("「『”"+"“道：“", "·")
	f.Fuzz(func(t *testing.T, text, query string) {
		c, err := Find(context.Background(), chaptersOf("f", text))
		if err != nil {
			t.Fatal(err)
		}
		v := c.At(book.Everything())
		describe(v, true)
		v.Find(query)
		v.Suggest(query, 5)
		data, err := c.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(data, int(c.first[len(c.first)-1]), c.text); err != nil {
			t.Fatal(err)
		}
		if o, err := ParseOverlay("f.yaml", []byte(text)); err == nil {
			_, _ = c.With(o) // names that do not stand in the text are an error
		}
	})
}
