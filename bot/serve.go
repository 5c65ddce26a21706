package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"shuyou/bot/internal/gateway"
	"shuyou/bot/internal/health"
	"shuyou/bot/internal/store"
	"shuyou/bot/internal/web"
	"shuyou/bot/internal/wire"
	"shuyou/commands"
	"shuyou/index"
)

// A serving is the program while it answers Discord.
type serving struct {
	*invocation
	log       *slog.Logger
	client    *wire.Client
	kept      *store.Store // what readers and groups set
	host      *host
	library   atomic.Pointer[index.Library] // nil while it is read in
	desk      *desk
	connected atomic.Bool
	// read is the share of the books that was read in, in percent.
	read  atomic.Int64
	told  sync.Once // what to do next
	tasks sync.WaitGroup
	ports ports
}

// serve answers Discord until the context ends or Discord refuses for good.
// It connects at once: while books are read in, readers are told so.
func serve(ctx context.Context, in *invocation) error {
	log := in.logger()
	open, err := in.settings.listen()
	if err != nil {
		return err
	}
	defer open.close()
	kept, err := store.Open(ctx, store.Config{DataDir: in.settings.dataDir, DatabaseURL: in.settings.databaseURL, Log: log})
	if err != nil {
		return err
	}
	defer kept.Close()
	s := &serving{
		invocation: in, log: log, kept: kept, desk: &desk{log: log}, ports: open,
		client: wire.NewClient(wire.ClientConfig{BaseURL: in.settings.apiURL, Token: in.settings.token, Version: programVersion()}),
	}
	s.host = newHost(s.client, in, s.reloadNow)
	ctx, stop := context.WithCancelCause(ctx)
	defer s.tasks.Wait()
	defer stop(nil)
	opened, held := make(chan error, 1), make(chan struct{})
	s.tasks.Go(func() {
		err := s.openLibrary(ctx, sync.OnceFunc(func() { close(held) }))
		opened <- err
		if err != nil {
			stop(err)
			return
		}
		defer s.library.Load().Close()
		s.keepUp(ctx)
	})
	// Nobody is answered before the data folder is ours: another server may be
	// answering with the same token.
	select {
	case err := <-opened:
		opened <- err
	case <-held:
	}
	select {
	case err := <-opened:
		if err != nil {
			return err
		}
	case <-time.After(startPatience):
		log.Info("the books are being read in; until that is done, readers are told so")
	}
	if err := s.answer(ctx); err != nil {
		return err
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	log.Info("stopped")
	return nil
}

// startPatience is how long the start waits for the library before it
// connects without it.
const startPatience = time.Second

// answer takes interactions in until the context ends: over HTTP where an
// address is set, else over the gateway.
func (s *serving) answer(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	var tasks sync.WaitGroup
	defer tasks.Wait()
	defer stop()
	counts, err := s.measure(ctx, &tasks)
	if err != nil {
		return err
	}
	dispatcher := &dispatcher{router: s.desk, client: s.client, log: s.log, after: time.After, observe: counts.Observe}
	if s.settings.httpAddr != "" {
		return s.answerHTTP(ctx, dispatcher)
	}
	r := &registrar{serving: s}
	return gateway.Run(ctx, gateway.Config{
		Client: s.client, Token: s.settings.token, Log: s.log, Interaction: dispatcher.fromGateway,
		Lost: func(error, time.Duration) {
			s.connected.Store(false)
			counts.Reconnected()
		},
		Ready: func(ctx context.Context, ready gateway.Ready) {
			s.connected.Store(true)
			s.log.Info("connected to Discord", "bot", ready.Name, "servers", ready.Guilds)
			r.registerOnce(ctx, ready.ApplicationID)
			s.told.Do(func() { tellNext(s.log, ready.ApplicationID, ready.Guilds) })
			if s.ready != nil {
				s.ready()
			}
		},
	})
}

func (s *serving) answerHTTP(ctx context.Context, d *dispatcher) error {
	var tasks sync.WaitGroup
	defer tasks.Wait()
	if s.settings.token != "" {
		tasks.Go(func() {
			app, err := s.client.Application(ctx)
			if err != nil {
				s.log.Error("the commands were not registered", "cause", err)
				return
			}
			(&registrar{serving: s}).registerOnce(ctx, app.ID)
			tellNext(s.log, app.ID, app.ApproximateGuildCount)
		})
	}
	s.connected.Store(true)
	s.log.Info("answering over HTTP", "address", s.ports.http.Addr().String(), "path", web.Path)
	if s.ready != nil {
		s.ready()
	}
	return web.New(web.Config{PublicKey: s.ports.key, Log: s.log, Handle: d.fromHTTP}).Serve(ctx, s.ports.http)
}

// openLibrary opens the library for serving. Where another copy that answers
// over HTTP leads, this one reads what that finished.
//
// held is told when nobody else answers for this data folder, or may.
func (s *serving) openLibrary(ctx context.Context, held func()) error {
	library, err := s.open(ctx, s.log, true, func() { s.openSocket(ctx); held() }, s.readingIn)
	for errors.Is(err, index.ErrInUse) && s.follows() {
		held()
		library, err = s.open(ctx, s.log, false, nil, nil)
		if !errors.Is(err, index.ErrInUse) {
			break
		}
		s.log.Info("another copy is reading the books in; waiting for it")
		select {
		case <-time.After(followPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err != nil {
		return err
	}
	router, err := commands.New(library, commands.Options{
		Log: s.log, Store: s.kept, Host: s.host, Spoilers: s.settings.spoilers, Guilds: s.settings.guilds,
		Drawer: s.drawer(s.log),
	})
	if err != nil {
		return errors.Join(err, library.Close())
	}
	s.desk.open(router)
	s.library.Store(library)
	tellLibrary(s.log, library)
	return nil
}

// follows reports whether this process may answer beside one that holds the
// data folder: several copies share a database and answer over HTTP.
func (s *serving) follows() bool {
	return s.settings.httpAddr != "" && s.settings.databaseURL != ""
}

// followPause is how long a copy waits before it asks again for the books that
// another one reads in.
const followPause = 2 * time.Second

// keepUp does what goes on beside answering, until the context ends.
func (s *serving) keepUp(ctx context.Context) {
	var tasks sync.WaitGroup
	defer tasks.Wait()
	library := s.library.Load()
	tasks.Go(func() { watch(ctx, s.log, library, s.settings.libraryDir, usualPace) })
	tasks.Go(func() { s.postDaily(ctx) })
}

// readingIn hears how far the reading in has come.
func (s *serving) readingIn(p index.Progress) {
	if p.Total > 0 {
		s.read.Store(100 * min(p.Done, p.Total) / p.Total)
	}
}

// reloadNow has the library read in again, after a file was added.
func (s *serving) reloadNow(ctx context.Context) {
	library := s.library.Load()
	if library == nil {
		return
	}
	ctx = context.WithoutCancel(ctx) // reading in goes on when the answer is given
	go func() {
		said, err := reload(ctx, library)
		if err != nil {
			s.log.Warn("the library stays as it was", "cause", err)
			return
		}
		s.log.Info(said)
	}()
}

// openSocket lets other commands on this machine ask for the status and for a
// new reading-in.
func (s *serving) openSocket(ctx context.Context) {
	server := health.Server{Status: s.status, Reload: func(ctx context.Context) (string, error) {
		library := s.library.Load()
		if library == nil {
			return "", errors.New("the books are still being read in")
		}
		return reload(ctx, library)
	}}
	s.tasks.Go(func() {
		if err := server.Serve(ctx, s.settings.dataDir); err != nil {
			s.log.Warn("bot health and bot library --reload cannot ask this process", "cause", err)
		}
	})
}

// askedWithin is how long the settings may take to say that they are there.
const askedWithin = 2 * time.Second

func (s *serving) status() health.Status {
	library := s.library.Load()
	switch {
	case library == nil:
		return health.Status{Detail: fmt.Sprintf("the books are being read in, %d%% done", s.read.Load())}
	case !s.connected.Load():
		return health.Status{Books: len(library.Books()), Detail: "not connected to Discord"}
	}
	ctx, cancel := context.WithTimeout(context.Background(), askedWithin)
	defer cancel()
	if err := s.kept.Ping(ctx); err != nil {
		return health.Status{Books: len(library.Books()), Detail: "the settings cannot be read"}
	}
	return health.Status{Ready: true, Books: len(library.Books())}
}

// askHealth asks the serving process whether all is well.
func askHealth(ctx context.Context, in *invocation) error {
	if err := in.arguments(0, "health"); err != nil {
		return err
	}
	status, err := health.Ask(ctx, in.settings.dataDir)
	if err != nil {
		return err
	}
	if !status.Ready {
		return fmt.Errorf("not ready: %s", status.Detail)
	}
	_, err = fmt.Fprintf(in.stdout, "ready, serving %s\n", counted(status.Books, "book"))
	return err
}
