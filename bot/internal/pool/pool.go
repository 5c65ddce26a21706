// Package pool runs the handlers of interactions: each in a goroutine of its
// own, a bounded number at one time, none of them past the end of the program.
// A panic in one is logged and ends that one only.
package pool

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// A Pool runs handlers. It is safe for use by several goroutines.
type Pool struct {
	ctx    context.Context
	cancel context.CancelFunc
	log    *slog.Logger
	slots  chan struct{}

	mu      sync.Mutex
	drained bool
	active  sync.WaitGroup
}

// New makes a pool for atOnce handlers. Their context has the values of ctx
// and does not end with it, but when the time of Drain is over.
func New(ctx context.Context, atOnce int, log *slog.Logger) *Pool {
	p := &Pool{log: log, slots: make(chan struct{}, atOnce)}
	p.ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return p
}

// Handle runs do in a goroutine, or reports that all slots are taken.
func (p *Pool) Handle(do func(context.Context)) bool {
	select {
	case p.slots <- struct{}{}:
	default:
		return false
	}
	free := func() { <-p.slots }
	started := p.Go(func(ctx context.Context) {
		defer free()
		do(ctx)
	})
	if !started {
		free()
	}
	return started
}

// AtOnce is how many handlers run at one time.
func (p *Pool) AtOnce() int { return cap(p.slots) }

// Go runs do in a goroutine that takes no slot, or reports that the pool is
// drained.
func (p *Pool) Go(do func(context.Context)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drained {
		return false
	}
	p.active.Go(func() {
		defer p.Recover()
		do(p.ctx)
	})
	return true
}

// Recover, deferred, logs a panic by where it happened. Its value is told only
// when the runtime made it; others may hold what a user wrote.
func (p *Pool) Recover() {
	switch v := recover().(type) {
	case nil:
	case runtime.Error:
		p.log.Error("handler panicked", "cause", v.Error(), "stack", string(debug.Stack()))
	default:
		p.log.Error("handler panicked", "cause", fmt.Sprintf("%T", v), "stack", string(debug.Stack()))
	}
}

// Drain waits for what runs, and when the time is over ends its context and
// waits until it has seen that. Nothing is started any more.
func (p *Pool) Drain(within time.Duration) {
	defer p.cancel()
	p.mu.Lock()
	p.drained = true
	p.mu.Unlock()
	done := make(chan struct{})
	go func() { p.active.Wait(); close(done) }()
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
		p.log.Warn("interactions cut short", "after", within)
		p.cancel()
		<-done
	}
}
