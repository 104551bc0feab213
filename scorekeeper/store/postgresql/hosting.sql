-- What a host of many books keeps beside the books themselves.

CREATE SCHEMA hosting;
SET LOCAL search_path = hosting;

CREATE TABLE steps (
    number  INTEGER PRIMARY KEY,  -- of a migration: see `scorekeeper.store.postgresql.schema`
    applied TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE settings (
    name    TEXT PRIMARY KEY,
    content TEXT NOT NULL
);

CREATE TABLE books (
    id     TEXT COLLATE "C" PRIMARY KEY,
    device TEXT NOT NULL DEFAULT '',  -- a hash of the device that created the book
    opened TIMESTAMPTZ NOT NULL DEFAULT now(),
    used   TIMESTAMPTZ NOT NULL DEFAULT now(),
    writes BIGINT NOT NULL DEFAULT 0,  -- transactions that have written the book
    why    TEXT CHECK (why IN ('deleted', 'removed', 'unused', 'gone')),  -- it is inactive
    since  TIMESTAMPTZ,
    nights INTEGER NOT NULL DEFAULT 0,  -- that have found it inactive
    night  DATE
) WITH (fillfactor = 70);

-- Ephemeral data: after a failure of the database these tables are empty -----------------------------------------------

CREATE UNLOGGED TABLE lying (
    rowid   BIGINT GENERATED ALWAYS AS IDENTITY,
    book    TEXT,
    match   TEXT,
    changes BIGINT,
    query   TEXT,
    phone   TEXT,
    tap     BIGINT,
    PRIMARY KEY (book, match)
);

CREATE UNLOGGED TABLE hits (
    rowid BIGINT GENERATED ALWAYS AS IDENTITY,
    what  TEXT,
    who   TEXT,
    since DOUBLE PRECISION,
    times BIGINT,
    PRIMARY KEY (what, who)
);

CREATE UNLOGGED TABLE queue (
    number  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind    TEXT,
    book    TEXT,
    ticket  TEXT,
    state   TEXT,
    turn    BIGINT,
    renewed DOUBLE PRECISION
);

CREATE UNLOGGED TABLE results (
    rowid  BIGINT GENERATED ALWAYS AS IDENTITY,
    ticket TEXT PRIMARY KEY,
    book   TEXT,
    result TEXT
);

CREATE UNLOGGED TABLE metrics (
    process TEXT PRIMARY KEY,
    counts  TEXT
);

CREATE UNLOGGED TABLE leases (
    name     TEXT PRIMARY KEY,
    renewed  DOUBLE PRECISION,
    attempts INTEGER,
    done     SMALLINT
);

CREATE UNLOGGED TABLE camera (
    book     TEXT PRIMARY KEY,
    match    TEXT,
    mode     TEXT,
    question TEXT,
    seats    TEXT,
    picture  BYTEA,
    source   TEXT,
    memory   TEXT,
    renewed  DOUBLE PRECISION
);

CREATE UNLOGGED TABLE files (  -- that come in or go out, in parts
    book    TEXT,
    name    TEXT,
    at      BIGINT,
    part    BYTEA NOT NULL,
    written TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (book, name, at)
);
CREATE INDEX files_by_time ON files (written);
