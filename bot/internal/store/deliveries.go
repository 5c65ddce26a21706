package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"shuyou/commands"
)

// ClaimDelivery implements commands.Store.
func (s *Store) ClaimDelivery(ctx context.Context, guild, channel, day string, now time.Time) (bool, error) {
	claimed := false
	err := s.update(ctx, "taking a delivery on", "", func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO deliveries (guild, channel, day, state, reason, at, again)
			VALUES ($1, $2, $3, 'claimed', '', $4, NULL)
			ON CONFLICT (guild, channel, day) DO UPDATE SET state = 'claimed', reason = '', at = excluded.at, again = NULL
			WHERE deliveries.state = 'failed' AND deliveries.again <= excluded.at`,
			guild, channel, day, now.UnixMicro())
		if err != nil {
			return err
		}
		rows, err := result.RowsAffected()
		claimed = rows == 1
		return err
	})
	return claimed && err == nil, err
}

// SettleDelivery implements commands.Store. One that is not claimed, or was
// forgotten with its server, stays as it is: ErrNotClaimed.
func (s *Store) SettleDelivery(ctx context.Context, d commands.Delivery) error {
	if d.State != commands.DeliverySent && d.State != commands.DeliveryFailed {
		return fmt.Errorf("a delivery does not end as %q", d.State)
	}
	var again sql.NullInt64
	if d.State == commands.DeliveryFailed && !d.Again.IsZero() {
		again = sql.NullInt64{Int64: d.Again.UnixMicro(), Valid: true}
	}
	return s.update(ctx, "noting a delivery", "", func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE deliveries SET state = $1, reason = $2, at = $3, again = $4
			WHERE guild = $5 AND channel = $6 AND day = $7 AND state = 'claimed'`,
			string(d.State), d.Reason, d.At.UnixMicro(), again, d.Guild, d.Channel, d.Day)
		if err != nil {
			return err
		}
		if rows, err := result.RowsAffected(); err != nil || rows == 1 {
			return err
		}
		return ErrNotClaimed
	})
}

// Deliveries implements commands.Store.
func (s *Store) Deliveries(ctx context.Context, guild string, limit int) ([]commands.Delivery, error) {
	var deliveries []commands.Delivery
	err := s.query(ctx, "listing the deliveries of a server", func(rows *sql.Rows) error {
		d := commands.Delivery{Guild: guild}
		var at int64
		var again sql.NullInt64
		if err := rows.Scan(&d.Channel, &d.Day, &d.State, &d.Reason, &at, &again); err != nil {
			return err
		}
		d.At = time.UnixMicro(at).UTC()
		if again.Valid {
			d.Again = time.UnixMicro(again.Int64).UTC()
		}
		deliveries = append(deliveries, d)
		return nil
	}, "SELECT channel, day, state, reason, at, again FROM deliveries WHERE guild = $1 ORDER BY at DESC, day DESC, channel LIMIT $2", guild, max(limit, 0))
	return deliveries, err
}
