package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// A bot in no server is told how it gets into one.
func TestWhatToDoNext(t *testing.T) {
	var log bytes.Buffer
	tellNext(slog.New(slog.NewTextHandler(&log, nil)), "900000000000000001", 0)
	if !strings.Contains(log.String(), "client_id=900000000000000001") || !strings.Contains(log.String(), "applications.commands") {
		t.Errorf("in no server: %s", &log)
	}
	log.Reset()
	tellNext(slog.New(slog.NewTextHandler(&log, nil)), "900000000000000001", 1)
	if strings.Contains(log.String(), "client_id") || !strings.Contains(log.String(), "/quote") {
		t.Errorf("in a server: %s", &log)
	}
}
