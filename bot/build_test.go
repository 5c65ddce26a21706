package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// maxBinary is how large the program may become, in bytes.
const maxBinary = 60_000_000

// The program of the container needs nothing of the system it runs on, on
// both machines that hosts have. Building it from nothing takes minutes.
func TestStaticBuilds(t *testing.T) {
	if os.Getenv("SHUYOU_TEST_BUILDS") == "" {
		t.Skip("set SHUYOU_TEST_BUILDS=1 to build the program for amd64 and arm64")
	}
	for arch, machine := range map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64} {
		t.Run(arch, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bot")
			build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s", "-o", path, ".")
			build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			program, err := elf.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer program.Close()
			if program.Machine != machine {
				t.Errorf("built for %v", program.Machine)
			}
			for _, p := range program.Progs {
				if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
					t.Errorf("not static: it has a %v", p.Type)
				}
			}
			if info, err := os.Stat(path); err != nil || info.Size() > maxBinary {
				t.Errorf("%d bytes, more than %d (%v)", info.Size(), maxBinary, err)
			}
		})
	}
}
