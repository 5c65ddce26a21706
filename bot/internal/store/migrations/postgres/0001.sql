CREATE TABLE readers (
    id  TEXT NOT NULL PRIMARY KEY,
    doc TEXT NOT NULL -- JSON of a commands.Reader
);

CREATE TABLE places (
    guild   TEXT NOT NULL,
    channel TEXT NOT NULL,   -- '' is the server itself
    doc     TEXT NOT NULL,   -- JSON of a commands.Group
    daily   BOOLEAN NOT NULL, -- true where doc has a daily passage
    PRIMARY KEY (guild, channel)
);
CREATE INDEX places_daily ON places (guild, channel) WHERE daily;

-- Times are microseconds since 1970 in UTC.
CREATE TABLE events (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    guild      TEXT NOT NULL,
    channel    TEXT NOT NULL,
    user_id    TEXT NOT NULL, -- '' once the user was forgotten
    what       TEXT NOT NULL,
    changed_to TEXT NOT NULL,
    at         BIGINT NOT NULL
);
CREATE INDEX events_newest ON events (guild, at, id);
CREATE INDEX events_user ON events (user_id);

CREATE TABLE queries (
    id    TEXT NOT NULL PRIMARY KEY, -- made of the query
    query BYTEA NOT NULL,
    at    BIGINT NOT NULL
);
CREATE INDEX queries_at ON queries (at);

CREATE TABLE deliveries (
    guild   TEXT NOT NULL,
    channel TEXT NOT NULL,
    day     TEXT NOT NULL, -- 2006-01-02 in the zone of the place
    state   TEXT NOT NULL CHECK (state IN ('claimed', 'sent', 'failed')),
    reason  TEXT NOT NULL,
    at      BIGINT NOT NULL,
    again   BIGINT, -- when one that failed may be tried again
    PRIMARY KEY (guild, channel, day)
);
CREATE INDEX deliveries_newest ON deliveries (guild, at);
