//go:build linux || darwin

package main

import "syscall"

// freeSpace is how many bytes this user may still write beside a path.
func freeSpace(path string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}
