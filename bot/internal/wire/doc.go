// Package wire turns what Discord sends into discordgo's types and what is
// answered into the bytes Discord is sent, and carries those bytes.
//
// The gateway, the HTTP endpoint and `bot ask --json` all encode through it,
// so that one answer has one form. It promises:
//
//   - Decoding never panics. What discordgo's own decoder refuses (nulls,
//     components newer than the library, values of the wrong kind) is left out
//     and the rest is kept; for a known type of interaction Data is never nil.
//   - Encoding writes no nulls, no `files` and no empty fields but those that
//     mean something, in a fixed order, with <, > and & as they are; every
//     message carries allowed_mentions with an empty parse, so no text can ping.
//   - No error holds a token or the text of a message.
//
// discordgo v0.29.0 supplies the types alone. Its own encoding writes nulls and
// replied_user and leaves files out, and its REST client keeps a rate limit
// bucket per interaction token for as long as it lives.
//
// Shapes and limits are those of Discord's documentation
// (https://docs.discord.com/developers, API version 10) and of its OpenAPI
// description; each table names its page.
package wire
