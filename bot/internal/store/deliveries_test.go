package store

import (
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shuyou/commands"
)

func claim(t testing.TB, s *Store, guild, channel, day string, at time.Time, want bool) {
	t.Helper()
	if got, err := s.ClaimDelivery(ctx, guild, channel, day, at); got != want || err != nil {
		t.Errorf("claiming %s/%s of %s: %v, %v", guild, channel, day, got, err)
	}
}

func TestADeliveryIsClaimedOnce(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		stores := []*Store{start(t, config), start(t, config)}
		for _, day := range []string{"2026-05-04", "2026-05-05", "2026-05-06"} {
			var claimed atomic.Int32
			var all sync.WaitGroup
			for n := range 8 {
				all.Go(func() {
					got, err := stores[n%2].ClaimDelivery(ctx, "10", "11", day, now)
					if err != nil {
						t.Error(err)
					}
					if got {
						claimed.Add(1)
					}
				})
			}
			all.Wait()
			if claimed.Load() != 1 {
				t.Errorf("%s: %d of 8 have it", day, claimed.Load())
			}
		}
		claim(t, stores[0], "10", "12", "2026-05-04", now, true) // another place
		must(t, stores[0].SettleDelivery(ctx, commands.Delivery{Guild: "10", Channel: "11", Day: "2026-05-05", State: commands.DeliverySent, At: now}))
		next := start(t, config)
		for _, day := range []string{"2026-05-04", "2026-05-05"} { // interrupted, sent
			claim(t, next, "10", "11", day, now.Add(1000*24*time.Hour), false)
		}
	})
}

func TestAFailedDeliveryIsTriedAgainInTime(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		again := now.Add(time.Hour)
		failed := commands.Delivery{Guild: "10", Channel: "11", Day: "2026-05-04", State: commands.DeliveryFailed, Reason: "forbidden", At: now, Again: again}
		if err := s.SettleDelivery(ctx, failed); !errors.Is(err, ErrNotClaimed) {
			t.Errorf("settled before it was claimed: %v", err)
		}
		claim(t, s, "10", "11", "2026-05-04", now, true)
		must(t, s.SettleDelivery(ctx, failed))
		if got, err := s.Deliveries(ctx, "10", 5); err != nil || !reflect.DeepEqual(got, []commands.Delivery{failed}) {
			t.Errorf("%+v %v", got, err)
		}
		claim(t, s, "10", "11", "2026-05-04", again.Add(-time.Second), false)
		claim(t, s, "10", "11", "2026-05-04", again, true)
		claim(t, s, "10", "11", "2026-05-04", again.Add(time.Hour), false)

		failed.Again = time.Time{}
		must(t, s.SettleDelivery(ctx, failed))
		claim(t, s, "10", "11", "2026-05-04", again.Add(1000*time.Hour), false)
		if err := s.SettleDelivery(ctx, failed); !errors.Is(err, ErrNotClaimed) {
			t.Errorf("settled twice: %v", err)
		}
		failed.State = commands.DeliveryClaimed
		if s.SettleDelivery(ctx, failed) == nil {
			t.Error("settled as claimed")
		}
	})
}

func TestDeliveriesComeNewestFirst(t *testing.T) {
	on(t, func(t *testing.T, config Config) {
		s := start(t, config)
		for n, day := range []string{"2026-05-04", "2026-05-05", "2026-05-06"} {
			claim(t, s, "10", "11", day, now.Add(time.Duration(n)*24*time.Hour), true)
		}
		claim(t, s, "20", "11", "2026-05-06", now, true)
		sent := commands.Delivery{Guild: "10", Channel: "11", Day: "2026-05-05", State: commands.DeliverySent, At: now.Add(25 * time.Hour)}
		must(t, s.SettleDelivery(ctx, sent))
		got, err := s.Deliveries(ctx, "10", 2)
		must(t, err)
		want := []commands.Delivery{{Guild: "10", Channel: "11", Day: "2026-05-06", State: commands.DeliveryClaimed, At: now.Add(48 * time.Hour)}, sent}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v", got)
		}
	})
}
