"""What the file of matches looks like, and how an older one becomes like it: one numbered step after the other.

A step that was ever released is never changed again; a change is a new step at the end.
"""

from sqlite_utils import Database, Migrations

from scorekeeper.store.trouble import StoreError

APPLICATION_ID = 0x444F4D49  # "DOMI", in the file's header: so that no other program's database is touched
STEPS = Migrations("scorekeeper")


@STEPS(name="0001 matches, seats, entries, finals and photos")
def matches_and_entries(db: Database) -> None:
    """Facts only. Entries and finals are written once: triggers refuse to change or delete them."""
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


@STEPS(name="0002 the post that started a match")
def posts_of_matches(db: Database) -> None:
    """A tap on "start" that is sent twice starts one match."""
    db.executescript("""
        ALTER TABLE matches ADD COLUMN post TEXT;
        CREATE UNIQUE INDEX matches_by_post ON matches (post);
    """)


def is_new(db: Database) -> bool:
    """Whether nothing was ever written into this file."""
    return bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0)


def refuse_others(db: Database, path: object) -> None:
    """Raise StoreError for another program's database, and for one that a newer score pad wrote."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("not_ours", path=str(path))
    with Database(memory=True) as nothing:
        known = {step.name for step in STEPS.pending(nothing)}
    if {step.name for step in STEPS.applied(db)} - known:
        raise StoreError("newer", path=str(path))


def drawn(db: Database) -> dict[str, str]:
    """Name and SQL of every table, index and trigger that the steps make."""
    rows = db.execute(
        "SELECT name, sql FROM sqlite_master"
        " WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' AND tbl_name <> '_sqlite_migrations'"
    )
    return {name: " ".join(sql.split()) for name, sql in rows}


def as_it_should_be() -> dict[str, str]:
    """As `drawn`, of a file that was made today."""
    with Database(memory=True) as db:
        STEPS.apply(db)
        return drawn(db)
