package main

import (
	"context"
	"fmt"
	"runtime/debug"
)

// version prints what this program is, which commit it was built from and with
// which Go.
func version(_ context.Context, in *invocation) error {
	if err := in.arguments(0, "version"); err != nil {
		return err
	}
	b := readBuild(debug.ReadBuildInfo())
	_, err := fmt.Fprintf(in.stdout, "shuyou %s\ncommit %s\n%s %s\n", b.version, b.commit, b.goVersion, b.platform)
	return err
}

// A build is what is known of how the program was built; what is not known
// reads "unknown".
type build struct {
	version, commit, goVersion, platform string
}

func readBuild(info *debug.BuildInfo, ok bool) build {
	b := build{"unknown", "unknown", "unknown", ""}
	if !ok {
		return b
	}
	b.version, b.goVersion = info.Main.Version, info.GoVersion
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; commit != "" {
		b.commit = commit
		if settings["vcs.modified"] == "true" {
			b.commit += ", changed since"
		}
		if day := settings["vcs.time"]; day != "" {
			b.commit += ", " + day
		}
	}
	b.platform = settings["GOOS"] + "/" + settings["GOARCH"]
	return b
}

// programVersion is the version the binary was built from, for Discord.
func programVersion() string {
	b := readBuild(debug.ReadBuildInfo())
	return b.version + " " + b.goVersion
}
