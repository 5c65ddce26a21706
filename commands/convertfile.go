package commands

import (
	"bytes"
	"context"
	"path"
	"strings"

	"github.com/bwmarrin/discordgo"

	"shuyou/index"
)

// maxUpload is the largest file that is answered, in bytes: what Discord takes
// from an application in a server without boosts.
// https://docs.discord.com/developers/reference#uploading-files
const maxUpload = 10 << 20

// convertFile converts an attached text and answers with a file, in UTF-8
// whatever it was.
func (q *request) convertFile(ctx context.Context, to string) (*reply, error) {
	a := q.attachment("file")
	if a == nil {
		return note(q.say("bad.attachment"), ""), nil
	}
	data, refused, err := q.fetch(ctx, a)
	if refused != nil || err != nil {
		return refused, err
	}
	text, encoding, err := index.DecodeText(data)
	if err != nil {
		q.log.Warn("an attached text was not read", "cause", err)
		return note(q.say("convert.unread", "file", cut(escape(a.Filename), 100)), q.say("convert.unread.hint")), nil
	}
	if index.Key(text) == "" {
		return note(q.say("bad.nothing.convert"), ""), nil
	}
	if to == "" {
		to = q.otherThan(text)
	}
	s := q.unveiled()
	c, _, err := q.library.Converter(to, text, s.books, s.ceiling)
	if err != nil {
		return nil, err
	}
	result := c.Convert(text)
	if len(result) > maxUpload {
		return note(q.say("convert.large"), q.say("convert.large.hint")), nil
	}
	name := strings.TrimSuffix(path.Base(a.Filename), path.Ext(a.Filename))
	return &reply{private: true,
		file:  &discordgo.File{Name: cut(name, 80) + "." + to + ".txt", ContentType: "text/plain; charset=utf-8", Reader: bytes.NewReader([]byte(result))},
		embed: &discordgo.MessageEmbed{Description: "-# " + q.say("convert.file", "to", q.targetName(to), "encoding", encoding)},
	}, nil
}
