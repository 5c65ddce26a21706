package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"shuyou/commands"
)

// Lookup implements commands.Store, in one statement and so at one moment.
func (s *Store) Lookup(ctx context.Context, user, guild string, channels ...string) (commands.Reader, []commands.Group, error) {
	query, args := "SELECT TRUE, '', doc FROM readers WHERE id = $1", []any{user}
	if len(channels) > 0 {
		args = append(args, guild)
		numbers := make([]string, len(channels))
		for n, channel := range channels {
			args = append(args, channel)
			numbers[n] = fmt.Sprintf("$%d", len(args))
		}
		query += " UNION ALL SELECT FALSE, channel, doc FROM places WHERE guild = $2 AND channel IN (" + strings.Join(numbers, ", ") + ")"
	}
	reader := commands.Reader{User: user}
	groups := make([]commands.Group, len(channels))
	for n, channel := range channels {
		groups[n] = commands.Group{Guild: guild, Channel: channel}
	}
	err := s.query(ctx, "looking settings up", func(rows *sql.Rows) error {
		var isReader bool
		var of string
		var doc []byte
		if err := rows.Scan(&isReader, &of, &doc); err != nil {
			return err
		}
		if isReader {
			return decode(doc, &reader)
		}
		for n, channel := range channels {
			if channel == of {
				if err := decode(doc, &groups[n]); err != nil {
					return err
				}
			}
		}
		return nil
	}, query, args...)
	if err != nil {
		return commands.Reader{}, nil, err
	}
	return reader, groups, nil
}

func readerLock(user string) string { return "shuyou reader " + user }

// UpdateReader implements commands.Store.
func (s *Store) UpdateReader(ctx context.Context, user string, change func(*commands.Reader) error) error {
	return s.update(ctx, "changing what a reader has set", readerLock(user), func(ctx context.Context, tx *sql.Tx) error {
		old, err := document(tx.QueryRowContext(ctx, "SELECT doc FROM readers WHERE id = $1", user))
		if err != nil {
			return err
		}
		reader := commands.Reader{User: user}
		doc, err := edit(old, &reader, func() error {
			err := change(&reader)
			readerInUTC(&reader)
			return err
		})
		if err != nil || doc == nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO readers (id, doc) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc", user, string(doc))
		return err
	})
}

// EraseReader implements commands.Store.
func (s *Store) EraseReader(ctx context.Context, user string) error {
	return s.update(ctx, "forgetting a reader", readerLock(user), func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM readers WHERE id = $1", user); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE events SET user_id = '' WHERE user_id = $1", user)
		return err
	})
}

// document reads a document; nil is one that is not there.
func document(row *sql.Row) ([]byte, error) {
	var doc []byte
	if err := row.Scan(&doc); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	return doc, nil
}
