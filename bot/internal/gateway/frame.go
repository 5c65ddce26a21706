package gateway

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"io"

	"github.com/gorilla/websocket"
)

// The opcodes that this end meets.
// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-opcodes
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// maxFrame bounds a frame, in bytes, before and after it is unpacked. READY
// names every server of the bot in some 50 bytes; 2,500 is where sharding begins.
const maxFrame = 4 << 20

// frame is one message from the gateway.
type frame struct {
	Op       int             `json:"op"`
	Sequence *int64          `json:"s"`
	Event    string          `json:"t"`
	Data     json.RawMessage `json:"d"`
}

// readFrame parses a message. Compression is not asked for, but a compressed
// message is understood.
func readFrame(kind int, raw []byte) (frame, error) {
	var f frame
	if kind == websocket.BinaryMessage {
		z, err := zlib.NewReader(bytes.NewReader(raw))
		if err != nil {
			return f, errors.New("a frame that is not zlib")
		}
		defer z.Close()
		if raw, err = io.ReadAll(io.LimitReader(z, maxFrame)); err != nil {
			return f, errors.New("a frame that does not unpack")
		}
	}
	// A frame without op is none: zero would read as a dispatch.
	f.Op = -1
	if json.Unmarshal(raw, &f) != nil {
		return f, errors.New("a frame that is not what it should be")
	}
	return f, nil
}

// Ready is what Discord says when a session begins. Fields that it left out
// are empty.
type Ready struct {
	ApplicationID string
	UserID        string
	Name          string // of the bot's user
	Guilds        int    // how many servers the bot is in
}

func readReady(raw json.RawMessage) Ready {
	var d struct {
		User struct {
			ID       string `json:"id"`
			Username string `json:"username"`
		} `json:"user"`
		Application struct {
			ID string `json:"id"`
		} `json:"application"`
		Guilds []json.RawMessage `json:"guilds"`
	}
	// What fits is kept; the session has begun either way.
	_ = json.Unmarshal(raw, &d)
	return Ready{ApplicationID: d.Application.ID, UserID: d.User.ID, Name: d.User.Username, Guilds: len(d.Guilds)}
}
