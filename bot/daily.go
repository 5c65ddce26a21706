package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net"
	"net/http"
	"time"

	"shuyou/bot/internal/store"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
)

const (
	dailyLook  = 30 * time.Second // how often is looked whether a passage is due
	dailyAgain = 10 * time.Minute // before one that was refused is tried again
	sendWithin = 8 * time.Second
)

// postDaily posts the daily passages as they fall due, until the context ends.
func (s *serving) postDaily(ctx context.Context) {
	if s.settings.token == "" {
		return // nothing can be posted without being asked
	}
	look := time.NewTicker(dailyLook)
	defer look.Stop()
	for {
		s.postDue(ctx, s.host.now())
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

// postDue posts what is due at a time.
func (s *serving) postDue(ctx context.Context, now time.Time) {
	places, err := s.kept.Dailies(ctx)
	if err != nil {
		if ctx.Err() == nil {
			s.log.Error("the daily passages could not be looked up", "cause", err)
		}
		return
	}
	for _, g := range places {
		due, ok := commands.DailyDue(g, now)
		if !ok {
			continue
		}
		claimed, err := s.kept.ClaimDelivery(ctx, due.Guild, due.Channel, due.Day, now)
		if err != nil {
			s.log.Error("a daily passage could not be claimed", "cause", err)
			continue
		}
		if !claimed {
			continue
		}
		d := s.deliver(ctx, due)
		d.At = now.UTC()
		// What was sent must be known to be, even when the program is ending.
		if err := s.kept.SettleDelivery(context.WithoutCancel(ctx), d); err != nil && !errors.Is(err, store.ErrNotClaimed) {
			s.log.Error("what became of a daily passage was not noted", "cause", err)
		}
	}
}

// deliver sends a passage that was claimed and says what became of it. Only
// what certainly did not arrive may be tried again.
func (s *serving) deliver(ctx context.Context, due commands.Due) commands.Delivery {
	d := commands.Delivery{Guild: due.Guild, Channel: due.Channel, Day: due.Day, State: commands.DeliveryFailed}
	router := s.desk.router.Load()
	if router == nil {
		d.Reason, d.Again = commands.ReasonNothing, s.host.now().Add(dailyAgain)
		return d
	}
	data, ok, err := router.DailyMessage(ctx, due)
	if err != nil || !ok {
		if err != nil {
			s.log.Error("a daily passage could not be made", "cause", err)
			d.Again = s.host.now().Add(dailyAgain)
		}
		d.Reason = commands.ReasonNothing
		return d
	}
	// A message that is on its way is seen through when the program ends.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendWithin)
	defer cancel()
	_, err = s.client.Send(ctx, due.Channel, nonceOf(due), data)
	if err == nil {
		d.State = commands.DeliverySent
		return d
	}
	s.log.Error("a daily passage was not delivered", "channel", due.Channel, "cause", err)
	var refused *wire.APIError
	var op *net.OpError
	d.Reason = commands.ReasonDiscord
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusForbidden:
		d.Reason = commands.ReasonForbidden
	case errors.As(err, &refused) && refused.Status == http.StatusNotFound:
		d.Reason = commands.ReasonGone
	case errors.As(err, &refused) && refused.Status == http.StatusTooManyRequests,
		errors.As(err, &op) && op.Op == "dial":
		d.Again = s.host.now().Add(dailyAgain)
	}
	return d
}

// nonceOf is the same for the same passage, so that Discord makes one message
// of two that are sent shortly after one another.
func nonceOf(due commands.Due) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s|%s|%s", due.Guild, due.Channel, due.Day)
	return fmt.Sprintf("daily-%016x", h.Sum64())
}
