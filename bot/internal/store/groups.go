package store

import (
	"context"
	"database/sql"
	"time"

	"shuyou/commands"
)

func serverLock(guild string) string { return "shuyou server " + guild }

// UpdateGroup implements commands.Store.
func (s *Store) UpdateGroup(ctx context.Context, e commands.Event, change func(*commands.Group) error) error {
	return s.update(ctx, "changing what a place has set", serverLock(e.Guild), func(ctx context.Context, tx *sql.Tx) error {
		old, err := document(tx.QueryRowContext(ctx, "SELECT doc FROM places WHERE guild = $1 AND channel = $2", e.Guild, e.Channel))
		if err != nil {
			return err
		}
		group := commands.Group{Guild: e.Guild, Channel: e.Channel}
		doc, err := edit(old, &group, func() error {
			err := change(&group)
			groupInUTC(&group)
			return err
		})
		if err != nil {
			return err
		}
		if doc != nil {
			_, err := tx.ExecContext(ctx, `INSERT INTO places (guild, channel, doc, daily) VALUES ($1, $2, $3, $4)
				ON CONFLICT (guild, channel) DO UPDATE SET doc = excluded.doc, daily = excluded.daily`,
				e.Guild, e.Channel, string(doc), group.Daily != nil)
			if err != nil {
				return err
			}
		}
		if e.What == "" {
			return nil
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO events (guild, channel, user_id, what, changed_to, at) VALUES ($1, $2, $3, $4, $5, $6)",
			e.Guild, e.Channel, e.User, e.What, e.To, e.At.UnixMicro())
		return err
	})
}

// ForgetServer implements commands.Store.
func (s *Store) ForgetServer(ctx context.Context, guild string) error {
	return s.update(ctx, "forgetting a server", serverLock(guild), func(ctx context.Context, tx *sql.Tx) error {
		for _, table := range []string{"places", "events", "deliveries"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE guild = $1", guild); err != nil {
				return err
			}
		}
		return nil
	})
}

// Events implements commands.Store.
func (s *Store) Events(ctx context.Context, guild string, limit int) ([]commands.Event, error) {
	var events []commands.Event
	err := s.query(ctx, "listing the changes of a server", func(rows *sql.Rows) error {
		e := commands.Event{Guild: guild}
		var at int64
		if err := rows.Scan(&e.Channel, &e.User, &e.What, &e.To, &at); err != nil {
			return err
		}
		e.At = time.UnixMicro(at).UTC()
		events = append(events, e)
		return nil
	}, "SELECT channel, user_id, what, changed_to, at FROM events WHERE guild = $1 ORDER BY at DESC, id DESC LIMIT $2", guild, max(limit, 0))
	return events, err
}

// Dailies implements commands.Store.
func (s *Store) Dailies(ctx context.Context) ([]commands.Group, error) {
	var groups []commands.Group
	err := s.query(ctx, "listing the daily passages", func(rows *sql.Rows) error {
		var g commands.Group
		var doc []byte
		if err := rows.Scan(&g.Guild, &g.Channel, &doc); err != nil {
			return err
		}
		if err := decode(doc, &g); err != nil {
			return err
		}
		groups = append(groups, g)
		return nil
	}, "SELECT guild, channel, doc FROM places WHERE daily ORDER BY guild, channel")
	return groups, err
}
