// Package seeds carries the texts that come with the bot, so that a binary
// without anything beside it can answer. They are embedded byte for byte as
// the project received them, residue and reversed lines included: reading them
// in is the work of package chapters.
package seeds

import "embed"

// FS is a library folder: the texts and the library.yaml that names them.
//
//go:embed *.txt library.yaml
var FS embed.FS
