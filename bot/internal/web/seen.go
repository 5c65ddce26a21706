package web

import (
	"sync"
	"time"
)

// keepSeen is how long an interaction is remembered: as long as its signature
// is good, from the earliest moment that it is to the latest.
const keepSeen = 2 * timeWindow

// seen remembers the interactions that were received, so that a request that
// was recorded on the way is not answered once more. Copies of the program
// behind one address do not share it: there, a repetition can come through once
// for each.
type seen struct {
	mu    sync.Mutex
	since time.Time // when now was begun
	now   map[uint64]struct{}
	past  map[uint64]struct{}
}

// first reports whether the interaction was not there before, and remembers it.
func (s *seen) first(id uint64, at time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if age := at.Sub(s.since); s.now == nil || age >= keepSeen {
		s.past, s.now, s.since = s.now, map[uint64]struct{}{}, at
		if age >= 2*keepSeen {
			s.past = nil
		}
	}
	if _, is := s.now[id]; is {
		return false
	}
	if _, was := s.past[id]; was {
		return false
	}
	s.now[id] = struct{}{}
	return true
}
