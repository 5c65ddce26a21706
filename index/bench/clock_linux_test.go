package bench

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// threadTime is the processor time that f takes.
func threadTime(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadClock()
	f()
	return threadClock() - start
}

func threadClock() time.Duration {
	const threadCPU = 3 // CLOCK_THREAD_CPUTIME_ID of clock_gettime(2)
	var t syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadCPU, uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano())
}
