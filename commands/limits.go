package commands

import (
	"sync"
	"time"
)

// How often may be asked: this many at once, and then one more after each
// pause.
var (
	perUser  = allowance{burst: 12, pause: time.Second}
	perGuild = allowance{burst: 120, pause: 100 * time.Millisecond}
	// Every letter that is typed into an option may ask for suggestions.
	perTyping = allowance{burst: 40, pause: 200 * time.Millisecond}
)

type allowance struct {
	burst int
	pause time.Duration
}

// limits count what users and servers ask. What was not heard of for as long
// as a full allowance takes to come back is forgotten.
type limits struct {
	now     func() time.Time
	mu      sync.Mutex
	spent   map[string]time.Time // until when the allowance is used, by id
	cleaned time.Time
}

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, spent: map[string]time.Time{}}
}

// wait counts one question and says how long to wait before it is answered; 0
// is at once. A question that has to wait counts for nothing.
func (l *limits) wait(user, guild string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.clean(now)
	pause := l.missing("u"+user, perUser, now)
	if guild != "" {
		pause = max(pause, l.missing("g"+guild, perGuild, now))
	}
	if pause > 0 {
		return pause
	}
	l.spend("u"+user, perUser, now)
	if guild != "" {
		l.spend("g"+guild, perGuild, now)
	}
	return 0
}

// typing is wait for suggestions, which have an allowance of their own.
func (l *limits) typing(user string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.clean(now)
	pause := l.missing("t"+user, perTyping, now)
	if pause == 0 {
		l.spend("t"+user, perTyping, now)
	}
	return pause
}

// missing is how long it takes until one more may be asked.
func (l *limits) missing(id string, a allowance, now time.Time) time.Duration {
	full := now.Add(time.Duration(a.burst-1) * a.pause)
	return max(0, l.spent[id].Sub(full))
}

func (l *limits) spend(id string, a allowance, now time.Time) {
	at := l.spent[id]
	if at.Before(now) {
		at = now
	}
	l.spent[id] = at.Add(a.pause)
}

func (l *limits) clean(now time.Time) {
	if now.Sub(l.cleaned) < time.Minute {
		return
	}
	l.cleaned = now
	for id, at := range l.spent {
		if at.Before(now) {
			delete(l.spent, id)
		}
	}
}
