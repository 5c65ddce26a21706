package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"shuyou/bot/internal/wire"
)

// Path is where interactions are received.
const Path = "/interactions"

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	whole := false
	defer func() {
		if !whole {
			http.Error(w, "failed", http.StatusInternalServerError)
		}
	}()
	defer s.handlers.Recover()
	switch {
	case r.URL.Path != Path:
		w.Header().Set("Connection", "close")
		http.NotFound(w, r)
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		w.Header().Set("Connection", "close")
		http.Error(w, "interactions are posted", http.StatusMethodNotAllowed)
	default:
		if refused := s.receive(w, r); refused != nil {
			s.config.Log.Debug("request refused", "status", refused.status, "cause", refused.text)
			w.Header().Set("Connection", "close") // nobody who is refused keeps a place
			http.Error(w, refused.text, refused.status)
		}
	}
	whole = true
}

// receive answers an interaction, unless something is wrong with it.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) *refusal {
	raw, refused := s.signed(w, r)
	if refused != nil {
		return refused
	}
	i, err := wire.DecodeInteraction(raw)
	if err != nil {
		return noneOfOurs
	}
	if i.Type == discordgo.InteractionPing {
		return s.pong(w)
	}
	id, err := strconv.ParseUint(i.ID, 10, 64)
	if err != nil {
		return noneOfOurs
	}
	if !s.seen.first(id, s.config.Now()) {
		return again
	}
	return s.handle(w, r, raw)
}

// pong answers the ping by which Discord tries the endpoint.
func (s *Server) pong(w http.ResponseWriter) *refusal {
	body, contentType, err := wire.Body(&discordgo.InteractionResponse{Type: discordgo.InteractionResponsePong})
	if err != nil {
		return unanswered
	}
	s.write(w, &answer{body: body, contentType: contentType})
	return nil
}

// An answer is the first answer to an interaction, on its way from the handler
// to the request.
type answer struct {
	body        []byte
	contentType string
	written     chan error
}

var (
	errAnswered = errors.New("the request was answered already, or nobody waits for it any more")
	unanswered  = &refusal{http.StatusInternalServerError, "no answer"}
)

// handle has an interaction handled and writes its first answer. The handler
// may go on when that is done and the request is over.
func (s *Server) handle(w http.ResponseWriter, r *http.Request, raw []byte) *refusal {
	answers, taken := make(chan *answer), make(chan struct{})
	over, ended := make(chan struct{}), make(chan struct{})
	defer close(over)
	respond := func(ctx context.Context, response *discordgo.InteractionResponse) error {
		body, contentType, err := wire.Body(response)
		if err != nil {
			return err
		}
		a := &answer{body, contentType, make(chan error, 1)}
		select {
		case answers <- a:
			return <-a.written
		case <-over:
			return errAnswered
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	gaveUp := r.Context()
	started := s.handlers.Handle(func(ctx context.Context) {
		defer close(ended)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(gaveUp, func() {
			select {
			case <-taken: // the request's context ends after an answer, too
			default:
				cancel()
			}
		})()
		s.config.Handle(ctx, raw, respond)
	})
	if !started {
		s.config.Log.Warn("interaction dropped: too many at once", "at_once", s.handlers.AtOnce())
		return tooMany
	}
	select {
	case a := <-answers:
		if gaveUp.Err() != nil {
			a.written <- errAnswered
			break
		}
		close(taken)
		a.written <- s.write(w, a)
		return nil
	case <-ended:
		if gaveUp.Err() == nil {
			return unanswered
		}
	case <-gaveUp.Done():
	}
	s.config.Log.Warn("Discord gave up waiting for an answer")
	return nil
}

// write writes an answer out to the connection, so that what the handler does
// next comes after it.
func (s *Server) write(w http.ResponseWriter, a *answer) error {
	w.Header().Set("Content-Type", a.contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	if _, err := w.Write(a.body); err != nil {
		return err
	}
	if err := http.NewResponseController(w).Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
