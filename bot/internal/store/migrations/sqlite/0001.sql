CREATE TABLE readers (
    id  TEXT NOT NULL PRIMARY KEY,
    doc TEXT NOT NULL -- JSON of a commands.Reader
) STRICT;

CREATE TABLE places (
    guild   TEXT NOT NULL,
    channel TEXT NOT NULL,    -- '' is the server itself
    doc     TEXT NOT NULL,    -- JSON of a commands.Group
    daily   INTEGER NOT NULL, -- 1 where doc has a daily passage
    PRIMARY KEY (guild, channel)
) STRICT;
CREATE INDEX places_daily ON places (guild, channel) WHERE daily;

-- Times are microseconds since 1970 in UTC.
CREATE TABLE events (
    id         INTEGER PRIMARY KEY,
    guild      TEXT NOT NULL,
    channel    TEXT NOT NULL,
    user_id    TEXT NOT NULL, -- '' once the user was forgotten
    what       TEXT NOT NULL,
    changed_to TEXT NOT NULL,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX events_newest ON events (guild, at, id);
CREATE INDEX events_user ON events (user_id);

CREATE TABLE queries (
    id    TEXT NOT NULL PRIMARY KEY, -- made of the query
    query BLOB NOT NULL,
    at    INTEGER NOT NULL
) STRICT;
CREATE INDEX queries_at ON queries (at);

CREATE TABLE deliveries (
    guild   TEXT NOT NULL,
    channel TEXT NOT NULL,
    day     TEXT NOT NULL, -- 2006-01-02 in the zone of the place
    state   TEXT NOT NULL CHECK (state IN ('claimed', 'sent', 'failed')),
    reason  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    again   INTEGER, -- when one that failed may be tried again
    PRIMARY KEY (guild, channel, day)
) STRICT;
CREATE INDEX deliveries_newest ON deliveries (guild, at);
