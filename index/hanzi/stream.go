package hanzi

import (
	"context"
	"fmt"
	"io"
	"unicode/utf8"
)

// pieces hands the text of a reader on piece by piece, each cut where Convert
// would cut it, and keeps no more of it than a block and a piece.
type pieces struct {
	r    io.Reader
	buf  []byte // a block as it is read
	text string // read and not yet handed on
	eof  bool
}

// piecesAhead is how much text pieceLen wants to see.
const piecesAhead = pieceHard + utf8.UTFMax

// next returns the next piece, or io.EOF.
func (p *pieces) next(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	for !p.eof && len(p.text) < piecesAhead {
		n, err := io.ReadAtLeast(p.r, p.buf, piecesAhead)
		p.text += string(p.buf[:n])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			p.eof = true
		} else if err != nil {
			return "", err
		}
	}
	if p.text == "" {
		return "", io.EOF
	}
	n := pieceLen(p.text)
	piece := p.text[:n]
	p.text = p.text[n:]
	return piece, nil
}

// each runs f over every piece of r and writes what it returns.
func each(ctx context.Context, r io.Reader, w io.Writer, f func(dst []byte, piece string) []byte) error {
	in := pieces{r: r, buf: make([]byte, 4*pieceHard)}
	var out []byte
	for {
		piece, err := in.next(ctx)
		if err == nil {
			out = f(out, piece)
		}
		if len(out) > pieceHard || err != nil && len(out) > 0 {
			if _, werr := w.Write(out); werr != nil {
				return fmt.Errorf("write: %w", werr)
			}
			out = out[:0]
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
	}
}

// ConvertStream converts r to w with the same result as Convert on the whole
// text, in the same memory for a text of any size. Bytes that are not UTF-8
// stay as they are. It stops between two pieces when ctx is done.
func ConvertStream(ctx context.Context, r io.Reader, w io.Writer, c *Converter) error {
	sc := new(scratch)
	var st state
	return each(ctx, r, w, func(dst []byte, piece string) []byte {
		return c.appendPiece(dst, sc, piece, &st, nil)
	})
}

// FoldStream writes the search key of r to w.
func FoldStream(ctx context.Context, r io.Reader, w io.Writer) error {
	return each(ctx, r, w, func(dst []byte, piece string) []byte {
		return AppendFold(dst, piece)
	})
}

// DetectStream tells which script r is written in.
func DetectStream(ctx context.Context, r io.Reader) (Detection, error) {
	var d Detection
	err := each(ctx, r, io.Discard, func(dst []byte, piece string) []byte {
		d.add(piece)
		return dst
	})
	d.judge()
	return d, err
}
