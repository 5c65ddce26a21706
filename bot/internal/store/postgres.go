package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// maxConnections is how many connections there are, unless the address says
// so with pool_max_conns.
const maxConnections = 8

// A postgresDB is a pool of connections to PostgreSQL.
type postgresDB struct {
	pool *pgxpool.Pool
	db   *sql.DB
	at   string // host and port
}

// CheckAddress reports whether a Config may have the DatabaseURL, without
// connecting.
func CheckAddress(address string) error {
	_, err := parseAddress(address)
	return err
}

func parseAddress(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	scheme, _, isURL := strings.Cut(address, "://")
	isURL = isURL && !strings.Contains(scheme, "=") // else a value of the other form, key=value
	if err != nil || isURL && scheme != "postgres" && scheme != "postgresql" {
		// pgx's own words quote the address.
		return nil, &Error{"DATABASE_URL cannot be read", "it reads postgres://user:password@host:5432/database; write % and what is special in the password as %25 and so on", nil}
	}
	return config, nil
}

// openPostgres makes sure that the database answers.
func openPostgres(ctx context.Context, address string) (database, error) {
	config, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = maxConnections
	}
	c := config.ConnConfig
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = patience / 2
	}
	if c.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		// A pooler such as pgbouncer gives every transaction another server
		// connection, which does not know what the former one prepared.
		c.DefaultQueryExecMode = pgx.QueryExecModeExec
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "shuyou"
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	d := &postgresDB{pool, stdlib.OpenDBFromPool(pool), net.JoinHostPort(c.Host, fmt.Sprint(c.Port))}
	if err := d.db.PingContext(ctx); err != nil {
		return nil, errors.Join(d.explain(err), d.close())
	}
	return d, nil
}

func (d *postgresDB) reader() *sql.DB    { return d.db }
func (d *postgresDB) migrations() string { return "migrations/postgres" }
func (d *postgresDB) hasTable() string   { return postgresHasTable }

// to_regclass would answer from what the session knew before it waited for a
// lock; a query of the catalogue does not.
const postgresHasTable = "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = $1)"

// begin takes an advisory lock, which unlike that of a row can be had before
// there is a row. The limits see to it that a transaction whose client is gone
// does not hold it for ever; they are set here because a pooler lets nothing
// through at the start of a connection.
func (d *postgresDB) begin(ctx context.Context, lock string) (*sql.Tx, error) {
	tx, err := d.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return nil, err
	}
	limit := fmt.Sprint(patience.Milliseconds())
	query, args := "SELECT set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)", []any{limit}
	if lock != "" {
		query, args = query+", pg_advisory_xact_lock(hashtextextended($2, 0))", append(args, lock)
	}
	if _, err := tx.ExecContext(ctx, query, args...); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}

// The SQLSTATE codes that are told apart.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	connectionException  = "08"
	operatorIntervention = "57P"
)

func (d *postgresDB) retryable(err error, committing bool) bool {
	code := sqlState(err)
	return code == serializationFailure || code == deadlockDetected || !committing && isLost(err)
}

// isLost reports whether the connection broke, as it does when the server is
// restarted.
func isLost(err error) bool {
	var network *net.OpError
	code := sqlState(err)
	return pgconn.SafeToRetry(err) || errors.Is(err, driver.ErrBadConn) || errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		strings.HasPrefix(code, connectionException) || strings.HasPrefix(code, operatorIntervention)
}

func sqlState(err error) string {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return said.Code
	}
	return ""
}

func (d *postgresDB) close() error {
	err := d.db.Close()
	d.pool.Close()
	return err
}

func (d *postgresDB) backup(context.Context, string) error {
	return &Error{"the settings are in PostgreSQL, which this command does not back up", "use pg_dump, and pg_restore to put them back", nil}
}

// postgresProblems are what PostgreSQL says that the host can do something
// about, by SQLSTATE or its class.
var postgresProblems = map[string]struct{ text, hint string }{
	"28":    {"PostgreSQL refuses the user of DATABASE_URL", "check user and password in DATABASE_URL, and pg_hba.conf of the server"},
	"3D000": {"the database of DATABASE_URL does not exist", "make it (createdb), or name another one in DATABASE_URL"},
	"3F000": {"the schema of DATABASE_URL does not exist", "make it (CREATE SCHEMA), or leave search_path out of DATABASE_URL"},
	"42501": {"the user of DATABASE_URL may not do this", "let that user own the database, or grant it CREATE on the schema"},
	"42P07": {"the database of DATABASE_URL has tables of something else", "give the bot a database of its own, or a schema with ?search_path= in DATABASE_URL"},
	"53":    {"PostgreSQL is out of room", "look into the server's log; where it is connections, set pool_max_conns in DATABASE_URL"},
	"57P03": {"PostgreSQL is not ready", "wait until it has started and try again"},
	"25006": {"PostgreSQL is read-only", "DATABASE_URL must name the primary, not a replica"},
}

func (d *postgresDB) explain(err error) error {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		problem, known := postgresProblems[said.Code]
		if !known {
			problem, known = postgresProblems[said.Code[:min(2, len(said.Code))]]
		}
		if !known {
			return err
		}
		return &Error{fmt.Sprintf("%s: %s (%s)", problem.text, oneLine(said.Message), said.Code), problem.hint, err}
	}
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) {
		return &Error{
			fmt.Sprintf("PostgreSQL cannot be reached at %s: %s", d.at, reason(connecting)),
			"check host and port in DATABASE_URL, and that the server runs", err,
		}
	}
	return err
}

// reason is the innermost error of one that names the user and the database.
func reason(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return oneLine(err.Error())
		}
		err = inner
	}
}
