package pool

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type key struct{}

func newPool(t *testing.T, atOnce int) (*Pool, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
	p := New(ctx, atOnce, slog.New(slog.NewTextHandler(&log, nil)))
	cancel() // what runs goes on all the same
	return p, &log
}

func TestSlots(t *testing.T) {
	p, log := newPool(t, 1)
	entered, release := make(chan error, 1), make(chan struct{})
	if !p.Handle(func(ctx context.Context) { entered <- ctx.Err(); <-release }) {
		t.Fatal("the first has no slot")
	}
	if err := <-entered; err != nil {
		t.Errorf("its context has ended: %v", err)
	}
	if p.Handle(func(context.Context) {}) {
		t.Error("the second has a slot")
	}
	beside := make(chan any, 1)
	p.Go(func(ctx context.Context) { beside <- ctx.Value(key{}) })
	if got := <-beside; got != "kept" {
		t.Errorf("what needs no slot has the value %v", got)
	}
	close(release)
	p.Drain(time.Minute)
	if p.Handle(func(context.Context) {}) || p.Go(func(context.Context) {}) {
		t.Error("something is started after the end")
	}
	if log.Len() > 0 {
		t.Errorf("the log says %s", log)
	}
}

func TestPanicsGiveTheirSlotBack(t *testing.T) {
	p, log := newPool(t, 1)
	p.Handle(func(context.Context) { panic("松山密語") })
	for again := make(chan struct{}); ; { // as soon as the slot is free
		if p.Handle(func(context.Context) { close(again) }) {
			<-again
			break
		}
	}
	p.Drain(time.Minute)
	if !strings.Contains(log.String(), "handler panicked") || strings.Contains(log.String(), "松山密語") {
		t.Errorf("the log says %s", log)
	}
}

func TestDrainCutsShort(t *testing.T) {
	p, log := newPool(t, 1)
	p.Handle(func(ctx context.Context) { <-ctx.Done() })
	p.Drain(time.Millisecond)
	if !strings.Contains(log.String(), "interactions cut short") {
		t.Errorf("the log says %s", log)
	}
}
