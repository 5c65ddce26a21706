package chapters

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// decode turns the bytes of a file into text and names the encoding.
func decode(data []byte) (text, encoding string, err error) {
	if !utf8.Valid(data) {
		return "", "", errors.New("not UTF-8")
	}
	return strings.TrimPrefix(string(data), "\ufeff"), "utf-8", nil
}

func encodingNames() []string {
	return []string{"utf-8", "gb18030", "big5", "utf-16le", "utf-16be"}
}

// encodingName gives the IANA name of an encoding by any usual name.
func encodingName(name string) (string, bool) {
	name = strings.ToLower(name)
	switch name {
	case "utf8":
		name = "utf-8"
	case "gbk", "gb2312", "cp936":
		name = "gb18030"
	case "big5-hkscs", "cp950":
		name = "big5"
	}
	return name, slices.Contains(encodingNames(), name)
}
