//go:build !race

package chapters

// raceDetector is whether the tests run under the race detector, which takes
// memory of its own.
const raceDetector = false
