package wire

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// MaxFileSize is the largest file, in bytes, that Discord takes from an
// application in a server without boosts.
// https://docs.discord.com/developers/reference#uploading-files
const MaxFileSize = 10 << 20

const jsonType = "application/json"

// Body gives the body of an interaction callback and its content type: the
// JSON of EncodeResponse, or where files go with it multipart/form-data with
// that JSON as payload_json and the files as files[0], files[1] and so on.
// The files are read to their end; one longer than MaxFileSize is an error.
func Body(r *discordgo.InteractionResponse) (body []byte, contentType string, err error) {
	payload, err := EncodeResponse(r)
	if err != nil {
		return nil, "", err
	}
	if r.Data == nil {
		return payload, jsonType, nil
	}
	return withFiles(payload, r.Data.Files)
}

func withFiles(payload []byte, files []*discordgo.File) ([]byte, string, error) {
	if len(files) == 0 {
		return payload, jsonType, nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := writePart(w, `form-data; name="payload_json"`, jsonType, bytes.NewReader(payload)); err != nil {
		return nil, "", err
	}
	for n, f := range files {
		if f == nil || f.Reader == nil {
			return nil, "", fmt.Errorf("files[%d]: nothing to read", n)
		}
		kind := f.ContentType
		if kind == "" {
			kind = "application/octet-stream"
		}
		disposition := fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, n, quotable.Replace(f.Name))
		if err := writePart(w, disposition, kind, f.Reader); err != nil {
			return nil, "", fmt.Errorf("files[%d]: %w", n, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", err
	}
	return b.Bytes(), w.FormDataContentType(), nil
}

// quotable escapes a file name for a header as browsers do.
var quotable = strings.NewReplacer("\\", "\\\\", `"`, "%22", "\r", "%0D", "\n", "%0A")

func writePart(w *multipart.Writer, disposition, contentType string, from io.Reader) error {
	p, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {disposition},
		"Content-Type":        {contentType},
	})
	if err != nil {
		return err
	}
	n, err := io.Copy(p, io.LimitReader(from, MaxFileSize+1))
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if n > MaxFileSize {
		return fmt.Errorf("longer than %d bytes", MaxFileSize)
	}
	return nil
}
