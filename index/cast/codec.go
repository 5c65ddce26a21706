package cast

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"shuyou/index/book"
)

// The stored form of a cast: the magic, then varints and length-prefixed
// strings in the order of appendBody, then the CRC-32C of all before, four
// bytes little-endian. Lists that rise are stored as differences.
const magic = "cast" + Version + "\n"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged is the error of Decode for bytes that AppendBinary did not write.
var errDamaged = errors.New("damaged")

// AppendBinary appends the cast in the form that Decode reads. The text of the
// book is not in it. A cast with an overlay is not stored: the overlay is laid
// over it anew, and asking for it is an error.
func (c *Cast) AppendBinary(b []byte) ([]byte, error) {
	if c.hand != nil {
		return nil, fmt.Errorf("cast of %s: it has an overlay", c.id)
	}
	return append(b, sealed(c.appendBody([]byte(magic)))...), nil
}

// sealed is the stored form with its checksum.
func sealed(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func (c *Cast) appendBody(b []byte) []byte {
	u := func(v int32) { b = binary.AppendUvarint(b, uint64(v)) }
	text := func(s string) {
		u(int32(len(s)))
		b = append(b, s...)
	}
	rising := func(list []int32) {
		u(int32(len(list)))
		last := int32(0)
		for _, v := range list {
			u(v - last)
			last = v
		}
	}
	text(c.id)
	u(int32(len(c.ordinals)))
	for _, o := range c.ordinals {
		u(int32(o))
	}
	rising(c.first)
	u(int32(len(c.forms)))
	for i := range c.forms {
		f := &c.forms[i]
		text(string(f.text))
		b = append(b, byte(f.class))
		rising(f.flips)
		u(int32(len(f.parts)))
		for _, n := range f.parts {
			u(n)
		}
	}
	u(int32(len(c.places)))
	last := int32(0)
	for _, p := range c.places {
		u(p.paragraph - last)
		u(p.start)
		u(p.end - p.start)
		u(p.form)
		last = p.paragraph
	}
	u(int32(len(c.claims)))
	for _, x := range c.claims {
		u(x.paragraph)
		b = append(b, byte(x.kind))
		u(x.name)
		u(x.other)
	}
	return b
}

// Decode reads a cast that AppendBinary wrote under the same Version. The book
// it was found in has so many paragraphs, and text gives them in the book's
// spelling, counted over the whole book from 0; it is asked for those that are
// looked at. Anything but what AppendBinary wrote, and a book of another
// length, give an error.
func Decode(data []byte, paragraphs int, text func(paragraph int) string) (*Cast, error) {
	if len(data) < len(magic)+4 || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("cast: not of version %s", Version)
	}
	body := data[:len(data)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil, fmt.Errorf("cast: %w: its checksum differs", errDamaged)
	}
	r := &reader{data: body[len(magic):]}
	c := &Cast{text: text}
	r.readBody(c)
	if r.err == nil && len(r.data) > 0 {
		r.fail("%d bytes are left", len(r.data))
	}
	if r.err == nil {
		r.check(c)
	}
	if n := c.first; r.err == nil && int(n[len(n)-1]) != paragraphs {
		return nil, fmt.Errorf("cast: found in %d paragraphs, not in %d", n[len(n)-1], paragraphs)
	}
	if r.err != nil {
		return nil, fmt.Errorf("cast: %w", r.err)
	}
	return c, nil
}

// reader reads the stored form; after an error everything is zero.
type reader struct {
	data []byte
	err  error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", errDamaged, fmt.Sprintf(format, args...))
	}
	r.data = nil
}

func (r *reader) u() int32 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > math.MaxInt32 {
		r.fail("a number is cut or too large")
		return 0
	}
	r.data = r.data[n:]
	return int32(v)
}

// length is a number of things, each of at least size bytes.
func (r *reader) length(size int) int {
	n := int(r.u())
	if n > len(r.data)/size {
		r.fail("%d things where there is room for %d", n, len(r.data)/size)
		return 0
	}
	return n
}

func (r *reader) octet() byte {
	if len(r.data) == 0 {
		r.fail("cut short")
		return 0
	}
	v := r.data[0]
	r.data = r.data[1:]
	return v
}

func (r *reader) text() string {
	n := r.length(1)
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

func (r *reader) rising() []int32 {
	out := make([]int32, r.length(1))
	last := int64(0)
	for i := range out {
		if last += int64(r.u()); last > math.MaxInt32 {
			r.fail("a number is too large")
			return nil
		}
		out[i] = int32(last)
	}
	return out
}

func (r *reader) readBody(c *Cast) {
	c.id = r.text()
	c.ordinals = make([]book.Ordinal, r.length(1))
	for i := range c.ordinals {
		c.ordinals[i] = book.Ordinal(r.u())
	}
	c.first = r.rising()
	c.forms = make([]form, r.length(4))
	for i := range c.forms {
		f := &c.forms[i]
		f.text = []rune(r.text())
		f.class = formClass(r.octet())
		f.flips = r.rising()
		f.parts = make([]int32, r.length(1))
		for j := range f.parts {
			f.parts[j] = r.u()
		}
	}
	c.places = make([]place, r.length(4))
	last := int64(0)
	for i := range c.places {
		last += int64(r.u())
		start, length := int64(r.u()), int64(r.u())
		if last > math.MaxInt32 || start+length > math.MaxInt32 {
			r.fail("a place is too far")
			return
		}
		c.places[i] = place{int32(last), int32(start), int32(start + length), r.u()}
	}
	c.claims = make([]formClaim, r.length(4))
	for i := range c.claims {
		c.claims[i] = formClaim{r.u(), claimKind(r.octet()), r.u(), r.u()}
	}
}

// check makes sure that everything points at something.
func (r *reader) check(c *Cast) {
	if len(c.first) != len(c.ordinals)+1 || c.first[0] != 0 {
		r.fail("%d chapters start in %d places", len(c.ordinals), len(c.first))
		return
	}
	paragraphs, forms := c.first[len(c.first)-1], int32(len(c.forms))
	for i := range c.forms {
		f := &c.forms[i]
		sum := int32(0)
		for _, n := range f.parts {
			if sum += n; n < 0 || sum < 0 || int(sum) > len(f.text) {
				r.fail("form %d has parts longer than itself", i)
				return
			}
		}
		if len(f.text) < 2 || f.class > foreignForm {
			r.fail("form %d is no form", i)
			return
		}
	}
	for i, p := range c.places {
		if p.paragraph >= paragraphs || p.form >= forms || p.end <= p.start || i > 0 && comparePlaces(c.places[i-1], p) > 0 {
			r.fail("place %d is out of order", i)
			return
		}
	}
	for i, x := range c.claims {
		if x.paragraph >= paragraphs || x.name >= forms || x.other >= forms || x.kind > namedClaim {
			r.fail("claim %d points nowhere", i)
			return
		}
	}
}
