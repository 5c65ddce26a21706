package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"shuyou/index/book"
	"shuyou/index/cast"
	"shuyou/index/chapters"
	"shuyou/index/hanzi"
)

// A shelf is one book as it lies in the data folder: a folder of its own,
// named by what was read (the fingerprint of the source) and by the versions
// of everything that was done with it. The same bytes under the same versions
// are never read twice, and another version never opens an old folder.
type shelf struct {
	info  *BookInfo
	text  *textFile
	pairs *pairTable
	terms *terms
	// inBatches: documents stand for paragraphs of their own batch.
	inBatches bool
	bytes     [256]uint32 // how often each stands in the skeletons, about
	scales    sync.Pool   // of *scale
	found     *cast.Cast  // the people as they were found
	people    *cast.Cast  // the same with the hand of cast.yaml on them
}

// The files of a shelf. The seal is written last: a folder without one is
// unfinished, and only folders with our marker are ever removed.
const (
	shelfBook   = "book.json"
	shelfText   = "text.bin"
	shelfPairs  = "pairs.bin"
	shelfCast   = "cast.bin"
	shelfTerms  = "terms"
	shelfSeal   = "seal.json"
	shelfMarker = ".shuyou"
)

// shelfName is the folder name of the source with the given fingerprint.
func shelfName(fingerprint string) string {
	return fmt.Sprintf("%.24s-%s-%s-%s-%s", fingerprint, chapters.Version, hanzi.FoldVersion, termsVersion, cast.Version)
}

// seal lists the files of a finished shelf.
type seal struct {
	Files []sealedFile `json:"files"`
}

type sealedFile struct {
	Path  string `json:"path"` // with forward slashes
	Size  int64  `json:"size"`
	CRC32 uint32 `json:"crc32c"`
}

// errUnfit says that a book cannot be put on a shelf, whatever is tried.
var errUnfit = errors.New("not a book")

// buildShelf writes the book to the empty folder dir.
func (b *building) buildShelf(ctx context.Context, dir string, read *book.Book, step func(bytes int)) error {
	if err := os.WriteFile(filepath.Join(dir, shelfMarker), nil, 0o600); err != nil {
		return err
	}
	if err := indexBook(ctx, dir, read, step); err != nil {
		return err
	}
	if err := writeJSON(filepath.Join(dir, shelfBook), infoOf(read)); err != nil {
		return err
	}
	if err := b.writePeople(ctx, filepath.Join(dir, shelfCast), read); err != nil {
		return err
	}
	return sealShelf(dir)
}

// indexBook writes what a search needs.
func indexBook(ctx context.Context, dir string, b *book.Book, step func(bytes int)) error {
	w, err := newTextWriter(b)
	if err != nil {
		return err
	}
	if w.paragraphs() == 0 {
		return fmt.Errorf("there is no text in it: %w", errUnfit)
	}
	documents, err := buildTerms(ctx, filepath.Join(dir, shelfTerms), dir, w, step)
	if err != nil {
		return err
	}
	if len(documents) != w.paragraphs() {
		return fmt.Errorf("the search index has %d documents where %d belong", len(documents), w.paragraphs())
	}
	if err := w.writeFile(filepath.Join(dir, shelfText), documents); err != nil {
		return err
	}
	return writePairs(filepath.Join(dir, shelfPairs), w)
}

func (b *building) writePeople(ctx context.Context, path string, read *book.Book) error {
	b.people.Lock()
	defer b.people.Unlock()
	people, err := cast.Find(ctx, read)
	if err != nil {
		return err
	}
	data, err := people.AppendBinary(nil)
	if err != nil {
		return fmt.Errorf("storing the people: %w", err)
	}
	return os.WriteFile(path, data, 0o600)
}

func sealShelf(dir string) error {
	var s seal
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == shelfMarker {
			return err
		}
		sum, size, err := checksum(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		s.Files = append(s.Files, sealedFile{filepath.ToSlash(rel), size, sum})
		return nil
	})
	if err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, shelfSeal), s)
}

// checkSeal reads every file of the shelf and compares it with the seal, so
// that a cut or altered file is found before bleve or we stumble on it.
func checkSeal(dir string) error {
	var s seal
	if err := readJSON(filepath.Join(dir, shelfSeal), &s); err != nil {
		return err
	}
	for _, f := range s.Files {
		sum, size, err := checksum(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return err
		}
		if sum != f.CRC32 || size != f.Size {
			return fmt.Errorf("%s is damaged", f.Path)
		}
	}
	return nil
}

func checksum(path string) (sum uint32, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	hash := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	size, err = io.Copy(hash, f)
	return hash.Sum32(), size, err
}

// openShelf opens a finished shelf for reading.
func openShelf(dir string) (*shelf, error) {
	if err := checkSeal(dir); err != nil {
		return nil, err
	}
	s := &shelf{info: &BookInfo{}}
	if err := readJSON(filepath.Join(dir, shelfBook), s.info); err != nil {
		return nil, err
	}
	var err error
	if s.text, err = openText(filepath.Join(dir, shelfText)); err != nil {
		return nil, err
	}
	if s.text.chapters != len(s.info.Chapters) {
		s.text.close()
		return nil, fmt.Errorf("%s has %d chapters, %s has %d", shelfText, s.text.chapters, shelfBook, len(s.info.Chapters))
	}
	s.inBatches, s.bytes = s.text.inBatches(), s.text.byteCounts()
	people, err := os.ReadFile(filepath.Join(dir, shelfCast))
	if err == nil {
		s.found, err = cast.Decode(people, s.text.paragraphs, s.text.paragraph)
	}
	if s.people = s.found; err == nil {
		s.pairs, err = openPairs(filepath.Join(dir, shelfPairs))
	}
	if err == nil {
		s.terms, err = openTerms(filepath.Join(dir, shelfTerms))
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// close closes what was opened.
func (s *shelf) close() error {
	var errs []error
	if s.terms != nil {
		errs = append(errs, s.terms.close())
	}
	if s.pairs != nil {
		errs = append(errs, s.pairs.close())
	}
	return errors.Join(append(errs, s.text.close())...)
}

// removeShelf removes a folder that bears our marker, and no other. The marker
// goes last: killed on the way, the next start knows the folder for ours.
func removeShelf(dir string) error {
	marker := filepath.Join(dir, shelfMarker)
	if _, err := os.Stat(marker); err != nil {
		return fmt.Errorf("%s was not made by this program: %w", dir, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == shelfMarker {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	if err := os.Remove(marker); err != nil {
		return err
	}
	return os.Remove(dir)
}

func writeJSON(path string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}
