// Package web receives interactions over HTTP, as Discord sends them to an
// Interactions Endpoint URL: POST /interactions, signed with Ed25519.
//
// It promises:
//
//   - Nothing reaches the handler that Discord did not sign within the last
//     minutes, and no interaction reaches it twice.
//   - What is refused costs little: headers are looked at before the body is
//     read, and no body is read past its limit. Connections, large bodies and
//     handlers are bounded in number, and every read and write in time.
//   - The handler gives one first answer, which goes back as the response; what
//     comes later (the answer to a deferred one, a deletion) is the handler's to
//     send by REST. It may go on after its first answer.
//   - When the context of Serve ends, what is being answered is finished within
//     a grace period.
//   - What is logged are statuses and causes: no body, no token, no signature.
//
// Discord wants HTTPS. The certificate is the business of what stands before
// this: a reverse proxy, or a tunnel.
//
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint
package web
