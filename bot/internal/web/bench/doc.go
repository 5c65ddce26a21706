// Package bench puts the whole program under load over HTTP: a process of its
// own with real books, and interactions that arrive whether or not those before
// them are answered. A plain go test does so for a moment, over the samples; go
// test -bench measures. See README.md for what is measured, how to run it, and
// what came out.
package bench
