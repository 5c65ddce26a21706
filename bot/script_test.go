package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output of the transcripts anew")

// The transcripts in testdata/script are what a person types and sees. Each
// runs the real program in a folder of its own with an empty environment.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bot": main})
}

func TestTranscripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
	})
}
