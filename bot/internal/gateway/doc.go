// Package gateway holds the connection over which Discord delivers
// interactions, and keeps it: an attempt is one fresh session, and whatever
// ends it leads to the next after a growing, jittered wait.
//
// It promises:
//
//   - Run returns when its context ends, or with a *FatalError when trying again
//     cannot help: a refused token, or a close code that Discord calls final.
//   - Nothing that arrives makes it panic or wait for ever. A gateway that says
//     nothing is left after a time, at every stage.
//   - No goroutine of its own outlives Run.
//   - What is logged are codes and counts: no token, no text, nothing of a
//     payload.
//
// It speaks the protocol itself (https://docs.discord.com/developers/events/gateway,
// version 10, no intents, no compression asked for) because the session of
// discordgo v0.29.0 cannot be guarded from outside. Its goroutines bring the
// program down on a frame that is null, on a HELLO without an interval and on an
// event that is null, and an op 7 in answer to IDENTIFY leaves one of them on its
// lock for ever.
//
// A lost session is not resumed. What a resumed one would deliver again is an
// interaction whose three seconds are mostly over.
package gateway
