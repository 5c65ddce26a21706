// Package discordtest is a Discord for tests: its REST API and its gateway on a
// loopback address, as far as an application that answers interactions meets
// them.
//
// It is strict where Discord is: an interaction is answered once and before it is
// edited, tokens are checked, bodies must be well-formed, and every body is held
// against Discord's OpenAPI description (when the file is there) with unknown
// fields as errors, and against wire.Check for the limits that the description
// leaves out. It is stricter in two points, which are this program's own rules:
// no null is sent, and every message has allowed_mentions with an empty parse.
// Whatever breaks a rule is answered with the error Discord gives and fails the
// test.
//
// Faults are played on demand: Script for the gateway, Fail for REST.
//
// The behaviour follows https://docs.discord.com/developers/interactions/receiving-and-responding
// and https://docs.discord.com/developers/events/gateway, the error codes
// https://docs.discord.com/developers/topics/opcodes-and-status-codes.
package discordtest
