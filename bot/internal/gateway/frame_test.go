package gateway

import (
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

func FuzzFrame(f *testing.F) {
	f.Add(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250},"s":null,"t":null}`))
	f.Add(websocket.TextMessage, []byte(`{"op":0,"t":"READY","s":1,"d":{"user":{"id":"1"},"guilds":[null]}}`))
	f.Add(websocket.BinaryMessage, []byte("\x78\x9c\xab\x56\xca\x2f\x50\xb2\x32\x34\xa8\x05\x00\x0d\x9c\x02\xd5"))
	f.Fuzz(func(t *testing.T, kind int, raw []byte) {
		frame, err := readFrame(kind, raw)
		if err != nil {
			return
		}
		_ = readReady(frame.Data)
		if interval, err := readInterval(frame.Data); err == nil && (interval < minInterval || interval > maxInterval) {
			t.Errorf("a heartbeat every %v", interval)
		}
	})
}

func TestReadInterval(t *testing.T) {
	tests := []struct {
		in   string
		want time.Duration // 0: refused
	}{
		{`{"heartbeat_interval":41250}`, 41250 * time.Millisecond},
		{`{"heartbeat_interval":1}`, minInterval},
		{`{"heartbeat_interval":1e300}`, maxInterval},
		{`{"heartbeat_interval":0}`, 0},
		{`{"heartbeat_interval":-1}`, 0},
		{`{"heartbeat_interval":null}`, 0},
		{`null`, 0},
		{``, 0},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			got, err := readInterval([]byte(tt.in))
			if got != tt.want || (err == nil) != (tt.want != 0) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}
