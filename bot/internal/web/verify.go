package web

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Where Discord puts the signature, 64 bytes as hexadecimal digits, and the
// time it signed, in seconds since 1970.
// https://docs.discord.com/developers/interactions/overview#validating-security-request-headers
const (
	signatureHeader = "X-Signature-Ed25519"
	timestampHeader = "X-Signature-Timestamp"
)

// maxBody bounds a body, in bytes. A command whose 25 options hold 6,000
// characters each, every one of them escaped, is no larger.
const maxBody = 1 << 20

// Larger bodies than usual are read a few at a time: until the signature is
// checked, anybody may send them.
const usualBody = 64 << 10

// timeWindow is how far the time of a signature may lie from ours. Discord
// sends what it has just signed, so only clocks that disagree need room; without
// a bound, a request that somebody once recorded would be good for ever.
const timeWindow = 5 * time.Minute

// A refusal is what a request gets that does not reach the handler.
type refusal struct {
	status int
	text   string
}

var (
	unsigned   = &refusal{http.StatusUnauthorized, "invalid request signature"}
	outOfTime  = &refusal{http.StatusUnauthorized, "the time of the signature is too far from now"}
	tooLarge   = &refusal{http.StatusRequestEntityTooLarge, "the body is too large"}
	unreadable = &refusal{http.StatusBadRequest, "the body ended too soon"}
	tooMany    = &refusal{http.StatusServiceUnavailable, "too many requests at once"}
	noneOfOurs = &refusal{http.StatusBadRequest, "not an interaction"}
	again      = &refusal{http.StatusConflict, "this interaction was received before"}
)

// signed reads the body of a request that Discord signed. The cheapest checks
// come first.
func (s *Server) signed(w http.ResponseWriter, r *http.Request) ([]byte, *refusal) {
	timestamp := r.Header.Get(timestampHeader)
	signature, err := hex.DecodeString(r.Header.Get(signatureHeader))
	if err != nil || len(signature) != ed25519.SignatureSize || timestamp == "" {
		return nil, unsigned
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return nil, unsigned
	}
	if now := s.config.Now(); seconds < now.Add(-timeWindow).Unix() || seconds > now.Add(timeWindow).Unix() {
		return nil, outOfTime
	}
	if r.ContentLength > maxBody {
		return nil, tooLarge
	}
	if r.ContentLength < 0 || r.ContentLength > usualBody {
		select {
		case s.large <- struct{}{}:
			defer func() { <-s.large }()
		default:
			return nil, tooMany
		}
	}
	// One byte more than what comes, since the end is only seen behind it.
	message := make([]byte, 0, len(timestamp)+max(int(r.ContentLength), 512)+1)
	message = append(message, timestamp...)
	message, err = readOnto(message, http.MaxBytesReader(w, r.Body, maxBody))
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, tooLarge
	}
	if err != nil {
		return nil, unreadable
	}
	if !ed25519.Verify(s.config.PublicKey, message, signature) {
		return nil, unsigned
	}
	return message[len(timestamp):], nil
}

// readOnto appends all of r to b, which is what Discord signed: the time, then
// the body.
func readOnto(b []byte, r io.Reader) ([]byte, error) {
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}
