// Package health is how other commands on the same machine speak to the
// serving process: HTTP over a socket in the data folder, which only the
// process's own user may open. It tells whether the process serves, and has
// the library read in again.
package health

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// socketName is the socket's name in the data folder.
const socketName = "bot.sock"

// ErrNotServing says that no process serves from the data folder.
var ErrNotServing = errors.New("no process is serving from this data folder")

// Status is what the serving process says of itself.
type Status struct {
	// Ready says that it answers: it is connected and the library is open.
	Ready bool `json:"ready"`
	// Detail says what is amiss where it does not.
	Detail string `json:"detail,omitempty"`
	// Books is how many books it serves.
	Books int `json:"books"`
}

// A Server answers on the socket.
type Server struct {
	// Status is asked for every question.
	Status func() Status
	// Reload reads the library in again and says what came of it.
	Reload func(context.Context) (string, error)
}

// Serve answers until the context ends. It takes the place of a socket that a
// process left behind when it was killed; the lock of the data folder sees to
// it that there is only one.
func (s Server) Serve(ctx context.Context, dataDir string) error {
	path := filepath.Join(dataDir, socketName)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the old socket: %w", err)
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return fmt.Errorf("opening the socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return fmt.Errorf("closing the socket to others: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /status", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s.Status()) // the asker is gone; nobody to tell
	})
	mux.HandleFunc("POST /reload", func(w http.ResponseWriter, r *http.Request) {
		said, err := s.Reload(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		fmt.Fprintln(w, said)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	stopped := context.AfterFunc(ctx, func() { server.Close() })
	defer stopped()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the socket: %w", err)
	}
	return nil
}

// Ask asks the serving process for its status.
func Ask(ctx context.Context, dataDir string) (Status, error) {
	var status Status
	body, err := call(ctx, dataDir, http.MethodGet, "/status")
	if err != nil {
		return status, err
	}
	if err := json.Unmarshal(body, &status); err != nil {
		return status, fmt.Errorf("reading the status: %w", err)
	}
	return status, nil
}

// Reload has the serving process read the library in again, and returns what
// it says.
func Reload(ctx context.Context, dataDir string) (string, error) {
	body, err := call(ctx, dataDir, http.MethodPost, "/reload")
	return string(body), err
}

func call(ctx context.Context, dataDir, method, path string) ([]byte, error) {
	socket := filepath.Join(dataDir, socketName)
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, method, "http://bot"+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: %w", dataDir, ErrNotServing)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the serving process says: %s", body)
	}
	return body, nil
}
