package gateway

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// workers run the handler of interactions: each in a goroutine of its own, a
// bounded number at one time.
type workers struct {
	ctx    context.Context
	cancel context.CancelFunc
	handle func(context.Context, []byte)
	log    *slog.Logger
	slots  chan struct{}
	active sync.WaitGroup
}

// newWorkers gives handlers a context that does not end with ctx but when
// drain is over.
func newWorkers(ctx context.Context, c Config) *workers {
	w := &workers{handle: c.Interaction, log: c.Log, slots: make(chan struct{}, c.AtOnce)}
	w.ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return w
}

// give has an interaction handled, or drops it when all slots are taken: the
// gateway must be read on, and by the time a slot is free the three seconds are
// over.
func (w *workers) give(raw []byte) {
	select {
	case w.slots <- struct{}{}:
	default:
		w.log.Warn("interaction dropped: too many at once", "at_once", cap(w.slots))
		return
	}
	w.guard(func(ctx context.Context) {
		defer func() { <-w.slots }()
		w.handle(ctx, raw)
	})
}

// guard runs do in a goroutine that drain waits for and that no panic leaves.
func (w *workers) guard(do func(context.Context)) {
	w.active.Go(func() {
		defer w.recovered()
		do(w.ctx)
	})
}

// recovered logs a panic by where it happened. Its value is told only when the
// runtime made it; others may hold what a user wrote.
func (w *workers) recovered() {
	switch v := recover().(type) {
	case nil:
	case runtime.Error:
		w.log.Error("handler panicked", "cause", v.Error(), "stack", string(debug.Stack()))
	default:
		w.log.Error("handler panicked", "cause", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
	}
}

// drain waits for the handlers under way, and when the time is over cancels
// them and waits until they have seen it.
func (w *workers) drain(within time.Duration) {
	defer w.cancel()
	done := make(chan struct{})
	go func() { w.active.Wait(); close(done) }()
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
		w.log.Warn("interactions cut short", "after", within)
		w.cancel()
		<-done
	}
}
