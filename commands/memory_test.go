package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"
)

// memory is a Store for tests of what commands do with one. Real ones are
// tested where they are.
type memory struct {
	mu         sync.Mutex
	readers    map[string]Reader
	groups     map[[2]string]Group
	events     []Event
	queries    map[string]string
	deliveries []Delivery
	fails      error
}

func newMemory() *memory {
	return &memory{readers: map[string]Reader{}, groups: map[[2]string]Group{}, queries: map[string]string{}}
}

// copied keeps callers from changing what is kept.
func copied[T any](value T) T {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	var c T
	if err := json.Unmarshal(data, &c); err != nil {
		panic(err)
	}
	return c
}

func (m *memory) Lookup(_ context.Context, user, guild string, channels ...string) (Reader, []Group, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	reader := copied(m.readers[user])
	reader.User = user
	var groups []Group
	for _, channel := range channels {
		g := copied(m.groups[[2]string{guild, channel}])
		g.Guild, g.Channel = guild, channel
		groups = append(groups, g)
	}
	return reader, groups, m.fails
}

func (m *memory) UpdateReader(_ context.Context, user string, change func(*Reader) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := copied(m.readers[user])
	if err := change(&r); err != nil {
		return err
	}
	m.readers[user] = r
	return m.fails
}

func (m *memory) EraseReader(_ context.Context, user string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.readers, user)
	for i := range m.events {
		if m.events[i].User == user {
			m.events[i].User = ""
		}
	}
	return m.fails
}

func (m *memory) UpdateGroup(_ context.Context, e Event, change func(*Group) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := [2]string{e.Guild, e.Channel}
	g := copied(m.groups[key])
	g.Guild, g.Channel = e.Guild, e.Channel
	if err := change(&g); err != nil {
		return err
	}
	m.groups[key] = g
	if e.What != "" {
		m.events = append(m.events, e)
	}
	return m.fails
}

func (m *memory) ForgetServer(_ context.Context, guild string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.groups {
		if key[0] == guild {
			delete(m.groups, key)
		}
	}
	m.events = slices.DeleteFunc(m.events, func(e Event) bool { return e.Guild == guild })
	return m.fails
}

func (m *memory) Events(_ context.Context, guild string, limit int) ([]Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Event
	for _, e := range slices.Backward(m.events) {
		if e.Guild == guild && len(all) < limit {
			all = append(all, e)
		}
	}
	return all, m.fails
}

func (m *memory) KeepQuery(_ context.Context, query string, _ time.Time) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := fnv.New64a()
	h.Write([]byte(query))
	key := fmt.Sprintf("%016x", h.Sum64())
	m.queries[key] = query
	return key, m.fails
}

func (m *memory) Query(_ context.Context, key string) (string, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	query, ok := m.queries[key]
	return query, ok, m.fails
}

func (m *memory) Dailies(context.Context) ([]Group, error) { return nil, m.fails }
func (m *memory) ClaimDelivery(context.Context, string, string, string, time.Time) (bool, error) {
	return false, m.fails
}
func (m *memory) SettleDelivery(_ context.Context, d Delivery) error {
	m.deliveries = append(m.deliveries, d)
	return m.fails
}
func (m *memory) Deliveries(context.Context, string, int) ([]Delivery, error) {
	return slices.Clone(m.deliveries), m.fails
}
