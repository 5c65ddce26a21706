package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"strings"
	"time"

	"shuyou/commands"
)

// keyBytes of a query's hash make its key, 16 letters and digits.
const keyBytes = 10

// refresh is how old a query gets before keeping it again is noted; until
// then, keeping it again writes nothing.
const refresh = 24 * time.Hour

// KeepQuery implements commands.Store.
func (s *Store) KeepQuery(ctx context.Context, query string, now time.Time) (string, error) {
	key := queryKey(query)
	err := s.update(ctx, "keeping a query", "", func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO queries (id, query, at) VALUES ($1, $2, $3)
			ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE queries.at < $4`,
			key, []byte(query), now.UnixMicro(), now.Add(-refresh).UnixMicro())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM queries WHERE at < $1", now.Add(-commands.QueryLifetime-refresh).UnixMicro())
		return err
	})
	if err != nil {
		return "", err
	}
	return key, nil
}

func queryKey(query string) string {
	sum := sha256.Sum256([]byte(query))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:keyBytes]))
}

// Query implements commands.Store.
func (s *Store) Query(ctx context.Context, key string) (query string, ok bool, err error) {
	err = s.query(ctx, "looking a query up", func(rows *sql.Rows) error {
		var kept []byte
		if err := rows.Scan(&kept); err != nil {
			return err
		}
		query, ok = string(kept), true
		return nil
	}, "SELECT query FROM queries WHERE id = $1", key)
	return query, ok, err
}
