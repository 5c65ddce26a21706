package main

import (
	"bufio"
	"compress/bzip2"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// unicodeData is what the tables need of the Unicode files.
type unicodeData struct {
	lower      map[rune]rune // simple lower case
	compatible map[rune]rune // decompositions into one letter
	variants   map[string][][2]rune
}

func readUnicode(dir string) (unicodeData, error) {
	u := unicodeData{lower: map[rune]rune{}, compatible: map[rune]rune{}, variants: map[string][][2]rune{}}
	err := eachLine(filepath.Join(dir, "UnicodeData.txt"), func(l string) error {
		f := strings.Split(l, ";")
		if len(f) < 15 {
			return fmt.Errorf("%d fields in %q", len(f), l)
		}
		r, err := hex(f[0])
		if err != nil {
			return err
		}
		if f[13] != "" {
			if u.lower[r], err = hex(f[13]); err != nil {
				return err
			}
		}
		parts := strings.Fields(f[5])
		if len(parts) > 0 && parts[0][0] == '<' {
			switch parts[0] {
			case "<wide>", "<narrow>", "<compat>":
				parts = parts[1:]
			default:
				return nil
			}
		}
		if len(parts) == 1 {
			u.compatible[r], err = hex(parts[0])
		}
		return err
	})
	if err != nil {
		return u, err
	}
	err = eachLine(filepath.Join(dir, "Unihan_Variants.txt.bz2"), func(l string) error {
		f := strings.Split(l, "\t")
		if len(f) < 3 || l[0] == '#' {
			return nil
		}
		a, err := hex(strings.TrimPrefix(f[0], "U+"))
		if err != nil {
			return err
		}
		for _, v := range strings.Fields(f[2]) {
			v, _, _ = strings.Cut(v, "<")
			b, err := hex(strings.TrimPrefix(v, "U+"))
			if err != nil {
				return err
			}
			u.variants[f[1]] = append(u.variants[f[1]], [2]rune{a, b})
		}
		return nil
	})
	return u, err
}

func hex(s string) (rune, error) {
	n, err := strconv.ParseUint(s, 16, 32)
	return rune(n), err
}

func eachLine(file string, f func(string) error) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	var r io.Reader = in
	if strings.HasSuffix(file, ".bz2") {
		r = bzip2.NewReader(in)
	}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if err := f(lines.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return lines.Err()
}
