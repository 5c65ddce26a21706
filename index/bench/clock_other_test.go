//go:build !linux

package bench

import "time"

// threadTime is the time that passes, where the system gives no other.
func threadTime(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
