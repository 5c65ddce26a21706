// Command gen makes the tables that package hanzi embeds, from the sources
// named in tables.json and from the curated files fold-groups.txt, scripts.txt,
// surnames.txt and readings.txt. It runs by hand when one of them changes; the same sources
// give the same bytes. The go:generate line in package hanzi has its flags; the
// sources are had by
//
//	npm pack opencc@1.4.2 pinyin-pro@3.29.4 pinyin@3.1.0
//	go mod download github.com/yanyiwu/gojieba@v1.4.6
//	apt-get download unicode-data=15.0.0-1
//
// and are unpacked into folders of any name.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	var from sources
	flag.StringVar(&from.opencc, "opencc", "", "`folder` of the unpacked npm package opencc")
	flag.StringVar(&from.jieba, "jieba", "", "the `file` jieba.dict.utf8 of the Go module github.com/yanyiwu/gojieba")
	flag.StringVar(&from.jiebaVersion, "jieba-version", "", "`version` of that module")
	flag.StringVar(&from.unihan, "unihan", "", "`folder` with Unihan_Variants.txt.bz2 and UnicodeData.txt (Debian package unicode-data)")
	flag.StringVar(&from.unihanVersion, "unihan-version", "", "`version` of that package")
	flag.StringVar(&from.pinyinPro, "pinyin-pro", "", "`folder` of the unpacked npm package pinyin-pro")
	flag.StringVar(&from.pinyin, "pinyin", "", "`folder` of the unpacked npm package pinyin 3")
	out := flag.String("out", "data", "`folder` of the curated files and of the tables")
	flag.Parse()
	if err := run(from, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen: error:", err)
		os.Exit(1)
	}
}

// sources says where the data lies and which version it is.
type sources struct {
	opencc                string
	pinyinPro, pinyin     string
	jieba, jiebaVersion   string
	unihan, unihanVersion string
}

func run(from sources, out string) error {
	occ, err := openOpenCC(from.opencc)
	if err != nil {
		return err
	}
	lex, err := readLexicon(from.jieba)
	if err != nil {
		return err
	}
	surnames, err := os.ReadFile(filepath.Join(out, "surnames.txt"))
	if err != nil {
		return err
	}
	words, err := os.ReadFile(filepath.Join(out, "readings.txt"))
	if err != nil {
		return err
	}
	read, err := readReadings(from.pinyinPro, from.pinyin, string(surnames), string(words))
	if err != nil {
		return err
	}
	both, err := os.ReadFile(filepath.Join(out, "scripts.txt"))
	if err != nil {
		return err
	}
	t, err := conversionTables(occ, lex, read, string(both))
	if err != nil {
		return err
	}
	v, err := packageVersion(from.opencc)
	if err != nil {
		return err
	}
	pro, err := packageVersion(from.pinyinPro)
	if err != nil {
		return err
	}
	phrases, err := packageVersion(from.pinyin)
	if err != nil {
		return err
	}
	uni, err := readUnicode(from.unihan)
	if err != nil {
		return err
	}
	groups, err := os.ReadFile(filepath.Join(out, "fold-groups.txt"))
	if err != nil {
		return err
	}
	fold, err := foldTable(occ, lex, uni, string(groups))
	if err != nil {
		return err
	}
	if err := writeFold(out, fold); err != nil {
		return err
	}
	t.Sources = []string{
		"OpenCC: npm opencc " + v + ", Apache-2.0",
		"jieba.dict.utf8: Go module github.com/yanyiwu/gojieba " + from.jiebaVersion + ", MIT",
		"Unicode and Unihan: Debian unicode-data " + from.unihanVersion + ", Unicode-3.0",
		"Readings of letters and surnames: npm pinyin-pro " + pro + ", MIT",
		"Readings of phrases: npm pinyin " + phrases + ", MIT",
	}
	return t.write(out)
}
