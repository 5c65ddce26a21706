// Package storetest gives tests a PostgreSQL database.
package storetest

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// URLVariable names a PostgreSQL server that tests may make schemas on.
// Without it they start one of their own. Where requiredVariable is "required",
// tests that find none fail; else they are skipped.
const (
	URLVariable      = "SHUYOU_TEST_DATABASE_URL"
	requiredVariable = "SHUYOU_TEST_POSTGRESQL"
)

// A running server ends when nothing refers to its process any more, at the
// latest with the test binary.
type running struct {
	address string
	process *exec.Cmd
}

// server is started once in a test binary.
var server = sync.OnceValues(func() (running, error) {
	if address := os.Getenv(URLVariable); address != "" {
		return running{address: address}, nil
	}
	bin, err := find()
	if err != nil {
		return running{}, err
	}
	return start(bin)
})

// PostgreSQL returns the address of an empty schema, which goes when the test
// is done.
func PostgreSQL(t testing.TB) string {
	t.Helper()
	on, err := server()
	if err != nil {
		if os.Getenv(requiredVariable) == "required" {
			t.Fatalf("no PostgreSQL: %v", err)
		}
		t.Skipf("no PostgreSQL (set %s, or install the package postgresql): %v", URLVariable, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, on.address)
	if err != nil {
		t.Fatal(err)
	}
	schema := fmt.Sprintf("shuyou_test_%d_%d", os.Getpid(), time.Now().UnixNano())
	if _, err := conn.Exec(ctx, "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if _, err := conn.Exec(ctx, "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			t.Error(err)
		}
		conn.Close(ctx)
	})
	return With(t, on.address, "search_path", schema)
}

// With returns an address with one more setting.
func With(t testing.TB, address, name, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatalf("%s is no URL", URLVariable) // its text may have a password
	}
	query := u.Query()
	query.Set(name, value)
	u.RawQuery = query.Encode()
	return u.String()
}

// find looks for the folder of the server's programs.
func find() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		// Beside it are the others, also where it is a link.
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	debian, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is well formed
	for _, dir := range append(debian, "/usr/local/pgsql/bin") {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no initdb in PATH, /usr/lib/postgresql or /usr/local/pgsql")
}

// password is that of the server the tests start, which asks for one so that
// a wrong one can be tried.
const password = "right-password"

// script makes a server and runs it until its standard input ends, which it
// does with the test binary, however that ends.
const script = `
set -e
cd "$2"
umask 077
echo "$3" > password
"$1/initdb" -D data -U shuyou --pwfile=password --auth=scram-sha-256 --no-sync -E UTF8 --locale=C >log 2>&1
"$1/postgres" -D data -k "$2" -c listen_addresses= -c fsync=off -c shared_buffers=16MB -c max_connections=60 >>log 2>&1 &
server=$!
for n in $(seq 300); do
  "$1/pg_isready" -q -h "$2" && break
  sleep 0.1
done
echo ready
read -r _ || true
kill -QUIT $server
wait $server || true
cd /
rm -rf "$2" || true # its folder may be closed to this user
`

func start(bin string) (running, error) {
	dir, err := os.MkdirTemp("", "shuyou-postgresql-")
	if err != nil {
		return running{}, err
	}
	command := []string{"sh", "-c", script, "sh", bin, dir, password}
	if os.Geteuid() == 0 { // initdb refuses root
		as, err := giveAway(dir)
		if err != nil {
			return running{}, err
		}
		command = append([]string{"runuser", "-u", as, "--"}, command...)
	}
	cmd := exec.Command(command[0], command[1:]...)
	// Held open for as long as the test binary lives.
	if _, err := cmd.StdinPipe(); err != nil {
		return running{}, err
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		return running{}, err
	}
	if err := cmd.Start(); err != nil {
		return running{}, err
	}
	said := make([]byte, len("ready\n"))
	if n, err := output.Read(said); err != nil || !bytes.Equal(said[:n], []byte("ready\n")) {
		log, _ := os.ReadFile(filepath.Join(dir, "log")) // may be missing
		return running{}, fmt.Errorf("PostgreSQL of %s did not start: %s", bin, strings.TrimSpace(string(log)))
	}
	address := url.URL{Scheme: "postgres", User: url.UserPassword("shuyou", password), Path: "/postgres"}
	address.RawQuery = url.Values{"host": {dir}}.Encode()
	return running{address.String(), cmd}, nil
}

// giveAway gives a folder to a user who is not root, and returns the name.
func giveAway(dir string) (string, error) {
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(account.Uid)
		if err != nil {
			continue
		}
		return name, os.Chown(dir, uid, -1)
	}
	return "", fmt.Errorf("there is no user to run PostgreSQL as")
}
