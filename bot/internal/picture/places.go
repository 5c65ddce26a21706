package picture

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// role is what a font is good for, best first.
type role uint8

const (
	serif  role = iota // Song or Ming letters, for pages
	sans               // Hei letters
	filler             // what the others lack: rare letters, signs
)

// knownFonts are the beginnings of the names of font files that are looked
// for, best first; the case does not matter.
var knownFonts = []struct {
	prefix string
	role   role
}{
	{"NotoSerifCJK", serif}, {"SourceHanSerif", serif},
	{"NotoSerifTC", serif}, {"NotoSerifSC", serif}, {"NotoSerifHK", serif},
	{"Songti", serif}, {"STSong", serif}, {"LiSongPro", serif}, {"mingliu.", serif}, {"simsun.", serif}, {"uming", serif},
	{"NotoSansCJK", sans}, {"SourceHanSans", sans},
	{"NotoSansTC", sans}, {"NotoSansSC", sans}, {"NotoSansHK", sans},
	{"PingFang", sans}, {"Hiragino Sans GB", sans}, {"STHeiti", sans}, {"msjh.", sans}, {"msyh.", sans},
	{"wqy-", sans}, {"DroidSansFallback", sans}, {"ArialUnicode", sans}, {"Arial Unicode", sans},
	{"NotoSerifJP", sans}, {"NotoSansJP", sans},
	{"HanaMin", filler}, {"BabelStoneHan", filler}, {"Plangothic", filler}, {"TW-Sung-Ext", filler}, {"simsunb.", filler}, {"mingliub.", filler},
	{"NotoSansSymbols", filler}, {"NotoEmoji", filler}, {"Symbola", filler}, {"seguisym", filler}, {"Apple Symbols", filler}, {"DejaVuSans.", filler},
}

// otherWeights are parts of the names of files that hold another weight or
// width than a text is set in.
var otherWeights = []string{"bold", "black", "heavy", "light", "thin", "medium", "italic", "mono", "oblique"}

// A found font is a file that may do.
type found struct {
	path string
	role role
	rank int // in knownFonts
}

// folders are where this system keeps fonts.
func folders() []string {
	home, _ := os.UserHomeDir()
	at := func(root string, parts ...string) string {
		if root == "" {
			return ""
		}
		return filepath.Join(append([]string{root}, parts...)...)
	}
	var out []string
	switch runtime.GOOS {
	case "windows":
		out = []string{at(os.Getenv("WINDIR"), "Fonts"), at(os.Getenv("LOCALAPPDATA"), "Microsoft", "Windows", "Fonts")}
	case "darwin":
		out = []string{"/System/Library/Fonts", "/Library/Fonts", at(home, "Library", "Fonts"), "/System/Library/AssetsV2/com_apple_MobileAsset_Font7"}
	default:
		out = []string{"/usr/share/fonts", "/usr/local/share/fonts", at(os.Getenv("XDG_DATA_HOME"), "fonts"),
			at(home, ".local", "share", "fonts"), at(home, ".fonts"), "/run/current-system/sw/share/X11/fonts", "/system/fonts"}
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// maxEntries bounds how much of a folder is looked at.
const maxEntries = 20000

// look finds the known fonts in folders, best first.
func look(folders []string) []found {
	var out []found
	for _, folder := range folders {
		left := maxEntries
		filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if left--; left < 0 {
				return filepath.SkipAll
			}
			if err != nil || d.IsDir() { // what cannot be read is as good as absent
				return nil
			}
			if f, ok := known(path); ok {
				out = append(out, f)
			}
			return nil
		})
	}
	slices.SortStableFunc(out, func(a, b found) int { return a.rank - b.rank })
	return out
}

// known says whether a file is one of the known fonts, by its name.
func known(path string) (found, bool) {
	name := strings.ToLower(filepath.Base(path))
	switch filepath.Ext(name) {
	case ".ttc", ".otc", ".ttf", ".otf":
	default:
		return found{}, false
	}
	for _, w := range otherWeights {
		if strings.Contains(name, w) && !strings.HasPrefix(name, "stheiti") {
			return found{}, false
		}
	}
	for i, k := range knownFonts {
		if strings.HasPrefix(name, strings.ToLower(k.prefix)) {
			return found{path, k.role, i}, true
		}
	}
	return found{}, false
}
