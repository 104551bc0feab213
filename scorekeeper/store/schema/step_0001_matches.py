"""Step 0001: matches, seats, entries, finals and photos."""

from sqlite_utils import Database

APPLICATION_ID = 0x444F4D49  # "DOMI", in the file's header: so that no other program's database is touched


def add_matches_and_entries(db: Database) -> None:
    """Create the tables of matches, seats, photos, entries and finals (results).

    Triggers refuse to change or delete entries and finals.
    """
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.executescript("""
        CREATE TABLE matches (
            serial   INTEGER PRIMARY KEY,  -- in the order in which they were started
            id       TEXT NOT NULL UNIQUE,  -- in addresses; cannot be guessed
            variant  TEXT NOT NULL,
            partners INTEGER NOT NULL CHECK (partners IN (0, 1)),
            lead     TEXT,
            options  TEXT NOT NULL CHECK (json_valid(options)),
            started  TEXT NOT NULL
        );
        CREATE INDEX matches_by_variant ON matches (variant, serial);

        CREATE TABLE seats (
            match  INTEGER NOT NULL REFERENCES matches (serial),
            seat   INTEGER NOT NULL CHECK (seat >= 1),
            player TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        ) WITHOUT ROWID;
        CREATE INDEX seats_by_player ON seats (player, match);

        CREATE TABLE photos (
            id      TEXT PRIMARY KEY,
            match   INTEGER NOT NULL REFERENCES matches (serial),
            kept    TEXT NOT NULL,
            reading TEXT NOT NULL CHECK (json_valid(reading)),
            jpeg    BLOB NOT NULL
        );
        CREATE INDEX photos_by_match ON photos (match);

        CREATE TABLE entries (
            match   INTEGER NOT NULL REFERENCES matches (serial),
            number  INTEGER NOT NULL,
            post    TEXT NOT NULL,  -- what the form was sent with: the same one counts once
            written TEXT NOT NULL,
            entry   TEXT NOT NULL CHECK (json_valid(entry)),
            photo   TEXT REFERENCES photos (id),
            PRIMARY KEY (match, number),
            UNIQUE (match, post)
        );

        CREATE TABLE finals (
            match   INTEGER NOT NULL,
            number  INTEGER NOT NULL,  -- of the entry that ended the match
            totals  TEXT NOT NULL CHECK (json_valid(totals)),
            winners TEXT NOT NULL CHECK (json_valid(winners)),
            PRIMARY KEY (match, number),
            FOREIGN KEY (match, number) REFERENCES entries (match, number)
        );

        CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
        WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entries WHERE match = NEW.match)
        BEGIN SELECT RAISE(ABORT, 'an entry follows the last one'); END;

        CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'an entry is never changed: strike it out'); END;

        CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'an entry is never deleted: strike it out'); END;

        CREATE TRIGGER finals_stay BEFORE UPDATE ON finals
        BEGIN SELECT RAISE(ABORT, 'a result is never changed'); END;

        CREATE TRIGGER finals_are_kept BEFORE DELETE ON finals
        BEGIN SELECT RAISE(ABORT, 'a result is never deleted'); END;
    """)
