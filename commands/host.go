package commands

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// A Host does for the commands what needs the world outside. Errors that wrap
// ErrNotPossible mean that this host cannot do it; their text is for the log.
type Host interface {
	// Fetch reads a file that a reader attached, at most limit bytes long, from
	// where Discord keeps it. It returns ErrTooLarge for a longer one.
	Fetch(ctx context.Context, url string, limit int64) ([]byte, error)
	// IsMember reports whether a user is a member of a server.
	IsMember(ctx context.Context, guild, user string) (bool, error)
	// CommandID is Discord's id of a command, so that it can be clicked in a
	// text; empty where it is not known.
	CommandID(name string) string

	// Propose keeps a chapter file until somebody confirms it, says what would
	// be read in of it, and returns a key of at most 16 letters and digits. into
	// is the library's folder that it belongs in, empty for the library itself.
	Propose(ctx context.Context, into, name string, data []byte) (key string, b *index.BookInfo, err error)
	// Accept puts a proposed file among the books, under a name that no other
	// has, and has the library read it in. It returns ErrNotProposed for a key
	// under which nothing is kept any more.
	Accept(ctx context.Context, key string) error
}

// What a host may answer.
var (
	ErrNotPossible = errors.New("not possible here")
	ErrTooLarge    = errors.New("the file is too large")
	ErrNotProposed = errors.New("no such file was proposed")
)

// A Drawer draws what a reply shows as a picture, a PNG.
type Drawer interface {
	// Page sets a passage as a printed page does. cut says that it did not fit
	// whole.
	Page(ctx context.Context, p Page) (png io.Reader, cut bool, err error)
	// Appearances draws counts over the chapters.
	Appearances(ctx context.Context, a Appearances) (png io.Reader, err error)
}

// A Page is a passage that is drawn.
type Page struct {
	Text string
	// Marks are what was asked for, in rune offsets into Text.
	Marks []index.Span
	// Title stands before the passage, the colophon, which says where it
	// stands, after it.
	Title, Colophon string
	Color           int // of what is marked, as 0xRRGGBB
}

// Appearances are the mentions of a person in each chapter.
type Appearances struct {
	Name, Book string
	Counts     []int
	// First and Last label the ends of the row.
	First, Last string
	// Caption tells how many chapters a bar stands for, and the highest count.
	Caption func(chaptersPerBar, highest int) string
	Color   int // as 0xRRGGBB
}

// noHost is a host that can do nothing.
type noHost struct{}

func (noHost) Fetch(context.Context, string, int64) ([]byte, error) { return nil, ErrNotPossible }
func (noHost) IsMember(context.Context, string, string) (bool, error) {
	return false, ErrNotPossible
}
func (noHost) CommandID(string) string { return "" }
func (noHost) Propose(context.Context, string, string, []byte) (string, *index.BookInfo, error) {
	return "", nil, ErrNotPossible
}
func (noHost) Accept(context.Context, string) error { return ErrNotPossible }

// forgetful is a store that keeps nothing.
type forgetful struct{}

var errNoStore = errors.New("nothing can be kept here")

func (forgetful) Lookup(_ context.Context, user, guild string, channels ...string) (Reader, []Group, error) {
	var groups []Group
	for _, c := range channels {
		groups = append(groups, Group{Guild: guild, Channel: c})
	}
	return Reader{User: user}, groups, nil
}
func (forgetful) UpdateReader(context.Context, string, func(*Reader) error) error { return errNoStore }
func (forgetful) EraseReader(context.Context, string) error                       { return nil }
func (forgetful) UpdateGroup(context.Context, Event, func(*Group) error) error    { return errNoStore }
func (forgetful) ForgetServer(context.Context, string) error                      { return nil }
func (forgetful) Events(context.Context, string, int) ([]Event, error)            { return nil, nil }
func (forgetful) KeepQuery(context.Context, string, time.Time) (string, error) {
	return "", errNoStore
}
func (forgetful) Query(context.Context, string) (string, bool, error) { return "", false, nil }
func (forgetful) Dailies(context.Context) ([]Group, error)            { return nil, nil }
func (forgetful) ClaimDelivery(context.Context, string, string, string, time.Time) (bool, error) {
	return false, errNoStore
}
func (forgetful) SettleDelivery(context.Context, Delivery) error { return errNoStore }
func (forgetful) Deliveries(context.Context, string, int) ([]Delivery, error) {
	return nil, nil
}

var errElsewhere = errors.New("this server is not one of those that are answered")

// admit refuses who is not meant to read the group's books: servers that are
// not named, and elsewhere everybody who is a member of none of them. Who
// brings the bot along to another place is answered alone, as in a direct
// message.
func (q *request) admit(ctx context.Context) error {
	if len(q.guilds) == 0 || slices.Contains(q.guilds, q.guild) {
		return nil
	}
	if _, brought := q.interaction.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]; q.inServer() && !brought {
		return errElsewhere
	}
	for _, guild := range q.guilds {
		member, err := q.host.IsMember(ctx, guild, q.user)
		if err != nil && !errors.Is(err, ErrNotPossible) {
			q.log.Warn("who is a member could not be asked", "cause", err)
		}
		if member {
			q.alone = q.inServer() || q.interaction.Context == discordgo.InteractionContextPrivateChannel
			q.guild = ""
			return nil
		}
	}
	return errElsewhere
}
