// Package bench measures the search of package index beside others, on the
// same paragraphs and in one run: SQLite's FTS5 with a trigram table and with
// a table of pairs cut beforehand, and a plain scan of the folded text.
//
// It is a module of its own, so that the program does not carry what only a
// measurement needs. A plain go test checks that all sides give the same
// answers on the samples that come with the bot; go test -bench measures. See
// README.md for what is measured, how to run it, and what came out.
package bench
