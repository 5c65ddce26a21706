package main

import (
	"crypto/ed25519"
	"errors"
	"net"

	"shuyou/bot/internal/web"
)

// ports are the addresses that the settings name, taken before anything else
// is done, so that all that is wrong with them is told at the start.
type ports struct {
	http    net.Listener // nil over the gateway
	key     ed25519.PublicKey
	metrics net.Listener // nil where none are shown
}

func (s settings) listen() (p ports, err error) {
	var faults []error
	take := func(name, address string) net.Listener {
		if address == "" {
			return nil
		}
		listener, err := net.Listen("tcp", address)
		if err != nil {
			faults = append(faults, wrongUse("choose another port, or stop what uses it", "%s: %v", name, err))
			return nil
		}
		return listener
	}
	p.http = take("HTTP_ADDR", s.httpAddr)
	p.metrics = take("METRICS_ADDR", s.metricsAddr)
	if s.httpAddr != "" {
		if p.key, err = web.ParsePublicKey(s.publicKey); err != nil {
			faults = append(faults, wrongUse("copy it from "+portal+"General Information → Public Key", "DISCORD_PUBLIC_KEY: %v", err))
		}
	}
	if len(faults) > 0 {
		p.close()
		return ports{}, errors.Join(faults...)
	}
	return p, nil
}

// close lets go of what was taken; what is served has let go by itself.
func (p ports) close() {
	for _, listener := range []net.Listener{p.http, p.metrics} {
		if listener != nil {
			listener.Close()
		}
	}
}
