package main

import (
	"context"
	"sync"

	"shuyou/bot/internal/metrics"
	"shuyou/commands"
)

// measure counts what is answered, and shows it on METRICS_ADDR, where that is
// set, until the context ends.
func (s *serving) measure(ctx context.Context, tasks *sync.WaitGroup) (*metrics.Metrics, error) {
	subjects := []string{subjectSuggestions, subjectButton, subjectForm}
	definitions, err := commands.Definitions()
	if err != nil {
		return nil, err
	}
	for _, d := range definitions {
		subjects = append(subjects, d.Name)
	}
	m := metrics.New(metrics.Config{
		Commands: subjects, Results: []string{resultAnswered, resultLate, resultLost},
		Index: s.indexSize,
		Ready: func() (bool, string) {
			status := s.status()
			return status.Ready, status.Detail
		},
	})
	listener := s.ports.metrics
	if listener == nil {
		return m, nil
	}
	s.log.Info("showing metrics", "address", listener.Addr().String())
	tasks.Go(func() {
		if err := m.Serve(ctx, listener); err != nil {
			s.log.Error("there are no metrics any more", "cause", err)
		}
	})
	return m, nil
}

func (s *serving) indexSize() metrics.IndexSize {
	library := s.library.Load()
	if library == nil {
		return metrics.IndexSize{}
	}
	size := metrics.IndexSize{Bytes: library.Size()}
	for _, b := range library.Books() {
		size.Books++
		size.Chapters += len(b.Chapters)
	}
	return size
}
