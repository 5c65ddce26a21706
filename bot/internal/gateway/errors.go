package gateway

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/gorilla/websocket"

	"shuyou/bot/internal/wire"
)

// FatalError ends Run: trying again would fail the same way, and a thousand
// failures in a day cost the token.
type FatalError struct {
	// Code is the close code of the gateway, or 401 when a REST call was refused.
	Code   int
	reason string
	hint   string
}

func (e *FatalError) Error() string {
	return fmt.Sprintf("discord ended the session for good: %s (%d)", e.reason, e.Code)
}

// Hint says what to do, in lower case and without a full stop.
func (e *FatalError) Hint() string { return e.hint }

// What ends a session but not Run.
var (
	errReconnect      = errors.New("discord asked to reconnect")
	errInvalidSession = errors.New("discord called the session invalid")
	errNoAck          = errors.New("a heartbeat was not acknowledged")
	errNoHello        = errors.New("no hello with a usable heartbeat interval")
	errSilent         = errors.New("the gateway fell silent")
)

// closedError is a close code by Discord. What Discord wrote beside it is not
// kept.
type closedError struct{ code int }

func (e *closedError) Error() string {
	if c, ok := closeCodes[e.code]; ok {
		return fmt.Sprintf("closed by discord: %s (%d)", c.reason, e.code)
	}
	return fmt.Sprintf("closed by discord (%d)", e.code)
}

const tokenHint = "copy DISCORD_TOKEN anew from the Bot page of the application on https://discord.com/developers/applications"

// closeCodes are the ways in which Discord closes a session; those with a hint
// are final.
// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
var closeCodes = map[int]struct{ reason, hint string }{
	4000: {"unknown error", ""},
	4001: {"unknown opcode", ""},
	4002: {"decode error", ""},
	4003: {"not authenticated", ""},
	4004: {"authentication failed", tokenHint},
	4005: {"already authenticated", ""},
	4007: {"invalid sequence", ""},
	4008: {"rate limited", ""},
	4009: {"session timed out", ""},
	4010: {"invalid shard", "this program does not shard; look whether something between it and discord does"},
	4011: {"sharding required", "the bot is in too many servers for one connection; take it out of some"},
	4012: {"invalid api version", "a newer version of this program is needed"},
	4013: {"invalid intents", "this program asks for no intents; look whether something between it and discord does"},
	4014: {"disallowed intents", "this program asks for no intents; look whether something between it and discord does"},
}

// final turns an error that no further try can mend into a *FatalError.
func final(err error) error {
	if errors.Is(err, wire.ErrUnauthorized) {
		return &FatalError{http.StatusUnauthorized, "unauthorized", tokenHint}
	}
	var closed *closedError
	if errors.As(err, &closed) {
		if c := closeCodes[closed.code]; c.hint != "" {
			return &FatalError{closed.code, c.reason, c.hint}
		}
	}
	return err
}

// readError names the ways in which reading from a websocket ends, without
// what the other side wrote.
func readError(err error) error {
	var closed *websocket.CloseError
	if errors.As(err, &closed) {
		return &closedError{closed.Code}
	}
	var timeout interface{ Timeout() bool }
	if errors.As(err, &timeout) && timeout.Timeout() {
		return errSilent
	}
	if errors.Is(err, websocket.ErrReadLimit) {
		return errors.New("a frame that is too long")
	}
	return fmt.Errorf("connection lost: %w", err)
}
