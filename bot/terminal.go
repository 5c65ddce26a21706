package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/commands"
)

// The terminal shows a reply as Discord would: quotations behind a bar, small
// text dim, what was asked for in bold, and the buttons with their ids, which
// `bot click` takes.

const (
	ansiBold  = "\x1b[1m"
	ansiDim   = "\x1b[2m"
	ansiPlain = "\x1b[0m"
)

// printResponse writes an answer; styled says that the terminal shows bold
// and dim text.
func printResponse(w io.Writer, a commands.Answer, styled bool) error {
	var b bytes.Buffer
	s := sheet{&b, styled}
	data := a.Response.Data
	switch {
	case a.Remove:
		s.line(s.dim("(the message is deleted)"))
	case data == nil:
	case a.Response.Type == discordgo.InteractionApplicationCommandAutocompleteResult:
		for _, c := range data.Choices {
			s.line(c.Name)
		}
	case a.Response.Type == discordgo.InteractionResponseModal:
		s.form(data)
	default:
		s.message(data)
	}
	if a.Followup != nil {
		s.line("")
		s.message(a.Followup)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// A sheet is a terminal page that is being written.
type sheet struct {
	*bytes.Buffer
	styled bool
}

func (s sheet) line(text string) { fmt.Fprintln(s, text) }

func (s sheet) dim(text string) string {
	if !s.styled {
		return text
	}
	return ansiDim + text + ansiPlain
}

func (s sheet) bold(text string) string {
	if !s.styled {
		return text
	}
	return ansiBold + text + ansiPlain
}

func (s sheet) message(data *discordgo.InteractionResponseData) {
	if data.Flags&discordgo.MessageFlagsEphemeral != 0 {
		s.line(s.dim("(only you see this)"))
	}
	if data.Content != "" {
		s.markdown(data.Content)
	}
	for _, f := range data.Files {
		s.line(s.dim("[" + f.Name + "]"))
	}
	for _, e := range data.Embeds {
		if e.Title != "" {
			s.line(s.bold(s.inline(e.Title)))
		}
		s.markdown(e.Description)
		if e.Footer != nil {
			s.line(s.dim(e.Footer.Text))
		}
	}
	for _, c := range data.Components {
		if r, ok := c.(discordgo.ActionsRow); ok {
			s.components(r.Components)
		}
	}
}

// form shows the field that is to be filled in.
func (s sheet) form(data *discordgo.InteractionResponseData) {
	s.line(s.bold(data.Title))
	for _, c := range data.Components {
		r, ok := c.(discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range r.Components {
			if input, ok := c.(discordgo.TextInput); ok {
				s.line("  " + input.Label + "  " + s.dim(input.Placeholder))
			}
		}
	}
	s.line("  " + s.dim("bot click "+shellQuote(data.CustomID)+" --text …"))
}

func (s sheet) markdown(text string) {
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "> "):
			s.line("│ " + s.inline(line[2:]))
		case strings.HasPrefix(line, "-# "):
			s.line("  " + s.dim(s.inline(line[3:])))
		default:
			s.line(s.inline(line))
		}
	}
}

// marked finds an escaped mark, or a pair of marks for bold or a spoiler.
var marked = regexp.MustCompile(`\\([^0-9A-Za-z\s])|\*\*|\|\|`)

// inline shows bold text and takes away the marks and backslashes that
// Discord would not show either.
func (s sheet) inline(text string) string {
	bold := false
	return marked.ReplaceAllStringFunc(text, func(m string) string {
		switch m {
		case "**":
			bold = !bold
			switch {
			case !s.styled:
				return ""
			case bold:
				return ansiBold
			}
			return ansiPlain
		case "||":
			return "▒"
		}
		return m[1:]
	})
}

func (s sheet) components(all []discordgo.MessageComponent) {
	for _, c := range all {
		switch c := c.(type) {
		case discordgo.Button:
			label := c.Label
			if c.Emoji != nil {
				label = strings.TrimSpace(c.Emoji.Name + " " + label)
			}
			if c.Disabled {
				s.line(s.dim("  [" + label + "]"))
				continue
			}
			s.line("  [" + label + "]  " + s.dim("bot click "+shellQuote(c.CustomID)))
		case discordgo.SelectMenu:
			s.line("  " + c.Placeholder + "  " + s.dim("bot click "+shellQuote(c.CustomID)+" --value …"))
			for _, o := range c.Options {
				s.line("    " + o.Label + "  " + s.dim(shellQuote(o.Value)))
			}
		}
	}
}

// shellQuote makes a word that a shell takes as it is.
func shellQuote(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
