package commands

import (
	"context"
	"time"

	"shuyou/index/book"
)

// A Store keeps what readers and groups have set. It is safe for concurrent
// use, by several processes over one database; a change is kept whole or not
// at all, and once a method has returned without an error, it outlives the
// process. Ids of users, servers and channels are Discord's.
type Store interface {
	// Lookup returns what an answer depends on, read in one go: what the
	// reader has set, and what the places of a server have, one Group for each
	// of channels, in their order. The channel "" is the server itself. Where
	// nothing is set, the values are zero but for their ids.
	Lookup(ctx context.Context, user, guild string, channels ...string) (Reader, []Group, error)

	// UpdateReader changes what a reader has set. change may be called more
	// than once, and its error ends the update with nothing changed.
	UpdateReader(ctx context.Context, user string, change func(*Reader) error) error
	// EraseReader forgets a reader, also as the one who changed something.
	EraseReader(ctx context.Context, user string) error

	// UpdateGroup changes what a place has and notes who did it. The event's
	// guild and channel are the place. An event without a What is not noted.
	UpdateGroup(ctx context.Context, e Event, change func(*Group) error) error
	// ForgetServer forgets a server with its channels, events and deliveries.
	ForgetServer(ctx context.Context, guild string) error
	// Events are the newest changes in a server, newest first.
	Events(ctx context.Context, guild string, limit int) ([]Event, error)

	// KeepQuery keeps a query that is too long for a button and returns a key
	// of at most 16 letters and digits, the same for the same query. What was
	// kept more than QueryLifetime before now may be forgotten.
	KeepQuery(ctx context.Context, query string, now time.Time) (key string, err error)
	// Query returns what was kept under a key; ok is false where nothing is.
	Query(ctx context.Context, key string) (query string, ok bool, err error)

	// Dailies are the places that have a daily passage.
	Dailies(ctx context.Context) ([]Group, error)
	// ClaimDelivery takes it on to send what is due in a place on a day. Of
	// all who ask, in all processes and for ever, one is told true; after a
	// delivery that failed with a time to try again, one is once that has
	// come.
	ClaimDelivery(ctx context.Context, guild, channel, day string, now time.Time) (bool, error)
	// SettleDelivery says what became of a claimed delivery.
	SettleDelivery(ctx context.Context, d Delivery) error
	// Deliveries are the newest deliveries in a server, newest first. One that
	// was claimed and never settled is among them as DeliveryClaimed.
	Deliveries(ctx context.Context, guild string, limit int) ([]Delivery, error)
}

// QueryLifetime is how long a query that was kept for a button can be relied
// on.
const QueryLifetime = 90 * 24 * time.Hour

// A Reader is what one Discord user has set.
type Reader struct {
	User string `json:"-"`
	// Language is Discord's name of a locale; empty means that of the client.
	Language string `json:"language,omitempty"`
	// Script is how passages are shown: trad, simp or hk; empty means as the
	// book spells them.
	Script string `json:"script,omitempty"`
	// Reading is what stands beside names: pinyin, zhuyin or none; empty means
	// pinyin.
	Reading string `json:"reading,omitempty"`
	// Answers is private or public; empty means as the place has it.
	Answers string `json:"answers,omitempty"`
	// Progress is the last chapter read, by book id.
	Progress map[string]Place `json:"progress,omitempty"`
	// LastRead is where the reader stopped reading in the bot, by book id.
	LastRead map[string]Bookmark `json:"last_read,omitempty"`
}

// A Group is what one channel of a server, or the server itself, has set.
type Group struct {
	Guild   string `json:"-"`
	Channel string `json:"-"` // empty for the server itself
	// Books are the ids of the books that can be asked about here, the one
	// that is read first; empty means those of the server, or all.
	Books []string `json:"books,omitempty"`
	// Ceilings is the last chapter the group has read, by book id.
	Ceilings map[string]Place `json:"ceilings,omitempty"`
	// Spoilers is hide or open; empty means as the server or the host has it.
	Spoilers string `json:"spoilers,omitempty"`
	// Answers is private or public; empty means as the server has it, or public.
	Answers  string    `json:"answers,omitempty"`
	Schedule *Schedule `json:"schedule,omitempty"`
	Daily    *Daily    `json:"daily,omitempty"`
	// Greeted says that somebody here was told what can be asked.
	Greeted bool `json:"greeted,omitempty"`
}

// A Place is a chapter of a book as it is remembered, so that it can be found
// again after the book was read in anew.
type Place struct {
	Book    string       `json:"book"`
	Ordinal book.Ordinal `json:"ordinal"`
	Number  *int         `json:"number,omitempty"` // as printed
	Volume  string       `json:"volume,omitempty"`
	Heading string       `json:"heading,omitempty"`
	// Hash is of the chapter's text, Before of the chapters before it, the
	// nearest first.
	Hash   string    `json:"hash,omitempty"`
	Before []string  `json:"before,omitempty"`
	Set    time.Time `json:"set"`
}

// A Bookmark is a paragraph of a chapter, counted from 1.
type Bookmark struct {
	Place     Place `json:"place"`
	Paragraph int   `json:"paragraph"`
}

// A Schedule opens a number of chapters of a book every week.
type Schedule struct {
	Book string `json:"book"`
	// After is the last chapter that is open before the first week.
	After    Place `json:"after"`
	Chapters int   `json:"chapters"`
	// First is the day of the first opening as 2006-01-02, in Zone, an IANA
	// name; chapters open when the day begins.
	First string `json:"first"`
	Zone  string `json:"zone"`
}

// A Daily is a passage that is posted every day.
type Daily struct {
	// Book is an id; empty means all books of the place.
	Book   string `json:"book,omitempty"`
	Hour   int    `json:"hour"`
	Minute int    `json:"minute"`
	Zone   string `json:"zone"` // an IANA name
	// Parent is the channel that a thread belongs to, empty elsewhere.
	Parent string `json:"parent,omitempty"`
	// Since is when it was set: nothing is due before that.
	Since time.Time `json:"since"`
}

// An Event is a change in what a place has set.
type Event struct {
	Guild   string
	Channel string // empty for the server itself
	User    string // who did it; empty once they were forgotten
	// What names the change, as chapter or spoilers, and To what it was
	// changed to, in words that need no language.
	What, To string
	At       time.Time
}

// A Delivery is a daily passage on its way to a place.
type Delivery struct {
	Guild, Channel string
	Day            string // as 2006-01-02, in the place's zone
	State          DeliveryState
	// Reason is the safe name of what went wrong.
	Reason string
	At     time.Time
	// Again, of one that failed, is when it may be tried again; zero is never.
	Again time.Time
}

// A DeliveryState says how far a delivery has come.
type DeliveryState string

// The states of a delivery. One that stays claimed was interrupted: whether it
// arrived is not known, and it is not sent again.
const (
	DeliveryClaimed DeliveryState = "claimed"
	DeliverySent    DeliveryState = "sent"
	DeliveryFailed  DeliveryState = "failed"
)
