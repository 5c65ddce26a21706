package web

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// ParsePublicKey reads the public key of an application: 32 bytes as 64
// hexadecimal digits. Errors say what the text is instead, and never repeat it:
// it may be a secret that was put in the wrong place.
func ParsePublicKey(text string) (ed25519.PublicKey, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil, errors.New("empty")
	case strings.Count(text, ".") == 2:
		return nil, errors.New("looks like a bot token, not like a public key")
	}
	key, err := hex.DecodeString(text)
	switch {
	case err != nil && len(text) == 2*ed25519.PublicKeySize:
		return nil, errors.New("has a letter that is no hexadecimal digit (0 to 9, a to f)")
	case err != nil || len(key) != ed25519.PublicKeySize:
		return nil, fmt.Errorf("%d characters long, not %d hexadecimal digits", len(text), 2*ed25519.PublicKeySize)
	}
	return key, nil
}
