package bench

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite"
)

// The database has two FTS5 tables over the folded letters of each paragraph;
// rowids follow the reading order from 1. Both are merged to one segment after
// they are filled, and the file is mapped into memory: the best SQLite can do.
//
// trigram has FTS5's own trigrams, and the text, since a query of one or two
// characters has to look through it. bigram has pairs cut beforehand and a
// prefix index over their first character, which answers single characters; it
// keeps no text.
const (
	createTables = `
		CREATE VIRTUAL TABLE trigram USING fts5(letters, tokenize="trigram case_sensitive 1");
		CREATE VIRTUAL TABLE bigram USING fts5(letters, content='', tokenize='ascii', prefix='1');
		CREATE VIRTUAL TABLE trigram_terms USING fts5vocab(trigram, row);
		CREATE VIRTUAL TABLE bigram_terms USING fts5vocab(bigram, row);`
	mergeTables = `
		INSERT INTO trigram(trigram) VALUES('optimize');
		INSERT INTO bigram(bigram) VALUES('optimize');`
)

// openPeers opens the database over the paragraphs, filling it where it is
// missing.
func openPeers(t testing.TB, paragraphs []paragraph, dir, name string) *sql.DB {
	t.Helper()
	hash := sha256.New()
	for _, p := range paragraphs {
		hash.Write([]byte(p.key + "\n"))
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%.8x.sqlite", name, hash.Sum(nil)))
	if _, err := os.Stat(path); err != nil {
		if err := fill(path+".making", paragraphs); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".making", path); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&_pragma=mmap_size(4000000000)&_pragma=cache_size(-65536)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func fill(path string, paragraphs []paragraph) (err error) {
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-262144)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	defer func() {
		if closed := db.Close(); err == nil {
			err = closed
		}
	}()
	if _, err := db.Exec(createTables); err != nil {
		return err
	}
	for table, form := range map[string]func(string) string{
		"trigram": func(key string) string { return key },
		"bigram":  cut,
	} {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		insert, err := tx.Prepare("INSERT INTO " + table + "(rowid, letters) VALUES (?, ?)")
		if err != nil {
			return err
		}
		for i, p := range paragraphs {
			if _, err := insert.Exec(i+1, form(p.key)); err != nil {
				return err
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	_, err = db.Exec(mergeTables)
	return err
}

// peer is one of the tables.
type peer struct {
	db         *sql.DB
	paragraphs []paragraph
	prepared   *sync.Map // statements by their text
}

func (p *peer) prepare(statement string) (*sql.Stmt, error) {
	if s, ok := p.prepared.Load(statement); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := p.db.Prepare(statement)
	if err == nil {
		p.prepared.Store(statement, s)
	}
	return s, err
}

// number is the number a statement gives, 0 where it gives no row.
func (p *peer) number(statement string, values ...any) (n int, err error) {
	s, err := p.prepare(statement)
	if err != nil {
		return 0, err
	}
	if err := s.QueryRow(values...).Scan(&n); err != nil && err != sql.ErrNoRows {
		return 0, err
	}
	return n, nil
}

// ask counts what the condition holds of, and takes the first ten. Two
// statements are quicker than one that hands every row over.
func (p *peer) ask(table, condition string, values ...any) (answer, error) {
	var a answer
	var err error
	if a.total, err = p.number("SELECT count(*) FROM "+table+" WHERE "+condition, values...); err != nil {
		return a, err
	}
	a.first, err = p.rows(fmt.Sprintf("SELECT rowid FROM %s WHERE %s ORDER BY rowid LIMIT %d", table, condition, firstPage), values...)
	return a, err
}

// rows are the paragraphs that a statement gives.
func (p *peer) rows(statement string, values ...any) ([]int, error) {
	s, err := p.prepare(statement)
	if err != nil {
		return nil, err
	}
	rows, err := s.Query(values...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		found = append(found, id-1)
	}
	return found, rows.Err()
}

const (
	rarest     = 8
	candidates = 60
)

// near finds the paragraph most similar to a line: the rarest of its terms
// propose, ranked by SQLite's BM25, and an alignment decides.
func (p *peer) near(table string, terms []string, line string) (best int, err error) {
	counts := map[string]int{}
	var known []string
	for _, term := range terms {
		if _, ok := counts[term]; ok {
			continue
		}
		n, err := p.number("SELECT doc FROM "+table+"_terms WHERE term = ?", term)
		if err != nil {
			return -1, err
		}
		if n == 0 {
			continue
		}
		counts[term] = n
		known = append(known, `"`+term+`"`)
	}
	slices.SortStableFunc(known, func(a, b string) int { return counts[strings.Trim(a, `"`)] - counts[strings.Trim(b, `"`)] })
	known = known[:min(rarest, len(known))]
	if len(known) == 0 {
		return -1, nil
	}
	proposed, err := p.rows(fmt.Sprintf("SELECT rowid FROM %s WHERE %s MATCH ? ORDER BY rank LIMIT %d", table, table, candidates), strings.Join(known, " OR "))
	if err != nil {
		return -1, err
	}
	best, most := -1, 0.0
	for _, at := range proposed {
		if s := similarity([]rune(line), []rune(p.paragraphs[at].key)); s > most {
			best, most = at, s
		}
	}
	return best, nil
}

type trigram struct{ peer }

func (t *trigram) exact(words []string) (answer, error) {
	var long []string
	var conditions []string
	var values []any
	for _, w := range words {
		if len([]rune(w)) >= 3 {
			long = append(long, `"`+w+`"`)
		}
	}
	if len(long) > 0 {
		conditions, values = append(conditions, "trigram MATCH ?"), append(values, strings.Join(long, " AND "))
	}
	for _, w := range words {
		if len([]rune(w)) < 3 {
			conditions, values = append(conditions, "instr(letters, ?) > 0"), append(values, w)
		}
	}
	return t.ask("trigram", strings.Join(conditions, " AND "), values...)
}

func (t *trigram) nearest(line string) (int, error) {
	return t.near("trigram", gramsOf(line, 3), line)
}

type bigram struct{ peer }

func (b *bigram) exact(words []string) (answer, error) {
	var phrases []string
	for _, w := range words {
		if len([]rune(w)) == 1 {
			phrases = append(phrases, `"`+w+`" *`)
		} else {
			phrases = append(phrases, `"`+strings.Join(gramsOf(w, 2), " ")+`"`)
		}
	}
	return b.ask("bigram", "bigram MATCH ?", strings.Join(phrases, " AND "))
}

func (b *bigram) nearest(line string) (int, error) { return b.near("bigram", gramsOf(line, 2), line) }
