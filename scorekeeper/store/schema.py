"""The tables of the file of matches, made by numbered steps; an older file gets the steps that it lacks.

A step that was ever released is never changed again; a change is a new step at the end.
"""

import hashlib
from collections.abc import Mapping
from functools import cache

from sqlite_utils import Database, Migrations

from scorekeeper.store.evenings import number_evenings
from scorekeeper.store.in_order import number_entries, renumber_matches
from scorekeeper.store.trouble import StoreError

APPLICATION_ID = 0x444F4D49  # "DOMI", in the file's header: so that no other program's database is touched
LITESTREAM = "_litestream_"  # what its own tables begin with, in each file that it copies
STEPS = Migrations("scorekeeper")


@STEPS(name="0001 matches, seats, entries, finals and photos")
def add_matches_and_entries(db: Database) -> None:
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
def add_posts_of_matches(db: Database) -> None:
    """A tap on "start" that is sent twice starts one match."""
    db.executescript("""
        ALTER TABLE matches ADD COLUMN post TEXT;
        CREATE UNIQUE INDEX matches_by_post ON matches (post);
    """)


@STEPS(name="0003 standings, names, shelves and tallies")
def add_standings_and_names(db: Database) -> None:
    """Facts: who is who, and what lies where. And what is made from the facts: how each match stands, each tally.

    Triggers keep `standings` true to the entries, so that nobody who writes one can forget it.
    """
    db.executescript("""
        CREATE TABLE names (
            number INTEGER PRIMARY KEY,  -- the last one about a name counts
            name   TEXT NOT NULL,  -- as it stands on sheets
            person TEXT NOT NULL,  -- whom it means from then on
            at     TEXT NOT NULL
        );
        CREATE INDEX names_by_name ON names (name, number);

        CREATE VIEW persons AS SELECT name, person FROM names AS last
        WHERE number = (SELECT max(number) FROM names WHERE names.name = last.name);

        CREATE VIEW sitting AS SELECT match, seat, player,
            coalesce((SELECT person FROM persons WHERE name = player), player) AS person
        FROM seats;

        CREATE TABLE shelves (
            number INTEGER PRIMARY KEY,  -- the last one about a match counts
            match  INTEGER NOT NULL REFERENCES matches (serial),
            place  TEXT NOT NULL CHECK (place IN ('here', 'archived', 'deleted')),
            at     TEXT NOT NULL
        );
        CREATE INDEX shelves_by_match ON shelves (match, number);

        CREATE TABLE standings (
            match   INTEGER PRIMARY KEY REFERENCES matches (serial),
            place   TEXT NOT NULL DEFAULT 'here',
            over    INTEGER NOT NULL DEFAULT 0,
            number  INTEGER NOT NULL DEFAULT 0,  -- of the last entry
            written TEXT,
            ended   INTEGER,  -- the row of its final, while it is over: in the order in which matches ended
            totals  TEXT,
            winners TEXT,
            digest  TEXT  -- what tallies need of the sheet
        );
        CREATE INDEX standings_by_place ON standings (place, over, match);
        CREATE INDEX standings_by_match ON standings (place, match);
        CREATE INDEX standings_by_end ON standings (ended);

        CREATE TABLE tallies (
            person TEXT PRIMARY KEY,
            upto   INTEGER NOT NULL,  -- the last ending that is counted
            tally  TEXT NOT NULL
        ) WITHOUT ROWID;

        INSERT INTO standings (match) SELECT serial FROM matches;
        UPDATE standings SET
            number = (SELECT coalesce(max(number), 0) FROM entries WHERE entries.match = standings.match);
        UPDATE standings SET
            written = (SELECT e.written FROM entries AS e
                WHERE e.match = standings.match AND e.number = standings.number)
            WHERE standings.number > 0;
        UPDATE standings SET over = 1, ended = finals.rowid, totals = finals.totals, winners = finals.winners
        FROM finals WHERE finals.match = standings.match AND finals.number = standings.number;

        CREATE TRIGGER standings_begin AFTER INSERT ON matches
        BEGIN INSERT INTO standings (match) VALUES (NEW.serial); END;

        CREATE TRIGGER standings_go_on AFTER INSERT ON entries
        BEGIN
            DELETE FROM tallies WHERE upto >= (SELECT ended FROM standings WHERE match = NEW.match)
            AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET over = 0, number = NEW.number, written = NEW.written,
                ended = NULL, totals = NULL, winners = NULL, digest = NULL
            WHERE match = NEW.match;
        END;

        CREATE TRIGGER standings_end AFTER INSERT ON finals
        BEGIN
            UPDATE standings SET over = 1, ended = NEW.rowid, totals = NEW.totals, winners = NEW.winners
            WHERE match = NEW.match;
        END;

        CREATE TRIGGER standings_move AFTER INSERT ON shelves
        BEGIN
            DELETE FROM tallies WHERE person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET place = NEW.place WHERE match = NEW.match;
        END;

        CREATE TRIGGER names_change_tallies AFTER INSERT ON names
        BEGIN DELETE FROM tallies; END;

        CREATE TRIGGER names_stay BEFORE UPDATE ON names
        BEGIN SELECT RAISE(ABORT, 'who is who is never changed: say it anew'); END;

        CREATE TRIGGER names_are_kept BEFORE DELETE ON names
        BEGIN SELECT RAISE(ABORT, 'who is who is never deleted: say it anew'); END;

        CREATE TRIGGER shelves_stay BEFORE UPDATE ON shelves
        BEGIN SELECT RAISE(ABORT, 'what lay where is never changed'); END;

        CREATE TRIGGER shelves_are_kept BEFORE DELETE ON shelves
        BEGIN SELECT RAISE(ABORT, 'what lay where is never deleted'); END;
    """)


@STEPS(name="0004 links to score and to watch")
def add_links_of_matches(db: Database) -> None:
    """Which link lets a device in. The last one of a match counts; one without a key closes it."""
    db.executescript("""
        CREATE TABLE links (
            match  INTEGER NOT NULL REFERENCES matches (serial),
            doing  TEXT NOT NULL CHECK (doing IN ('score', 'watch')),
            number INTEGER NOT NULL CHECK (number >= 1),
            key    TEXT,  -- in the link; cannot be guessed; of one table, whose matches may share it
            made   TEXT NOT NULL,
            PRIMARY KEY (match, doing, number)
        ) WITHOUT ROWID;
        CREATE INDEX links_by_key ON links (key, match);

        CREATE TRIGGER links_stay BEFORE UPDATE ON links
        BEGIN SELECT RAISE(ABORT, 'a link is never changed: make a new one'); END;

        CREATE TRIGGER links_are_kept BEFORE DELETE ON links
        BEGIN SELECT RAISE(ABORT, 'a link is never deleted: close it'); END;
    """)


@STEPS(name="0005 matches and endings by their time, photos by entry and digest")
def number_matches_by_time(db: Database) -> None:
    """A match that is brought in later lies where it was played; a photo tells whether it is as it was kept."""
    renumber_matches(db)
    db.execute("ALTER TABLE photos ADD COLUMN digest TEXT")  # of the JPEG
    for (id_,) in db.execute("SELECT id FROM photos").fetchall():
        (jpeg,) = db.execute("SELECT jpeg FROM photos WHERE id = ?", (id_,)).fetchone()
        db.execute("UPDATE photos SET digest = ? WHERE id = ?", (hash_jpeg(jpeg), id_))
    db.executescript("""
        CREATE INDEX entries_by_photo ON entries (photo) WHERE photo IS NOT NULL;

        DROP TRIGGER standings_end;
        CREATE TRIGGER standings_end AFTER INSERT ON finals
        BEGIN
            DELETE FROM tallies WHERE upto >= NEW.rowid
            AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET over = 1, ended = NEW.rowid, totals = NEW.totals, winners = NEW.winners
            WHERE match = NEW.match;
        END;
    """)


@STEPS(name="0006 evenings, notes, and matches that were called off")
def add_evenings_and_notes(db: Database) -> None:
    """Which evening a match is part of, what was noted of it and where it was played, and which nobody plays on.

    Of the last two facts the last one about a match counts. An entry written later takes a match up again.
    """
    db.executescript("""
        ALTER TABLE matches ADD COLUMN evening INTEGER;  -- the serial of the match that its evening began with
    """)
    number_evenings(db)
    db.executescript("""
        CREATE TABLE notes (
            number INTEGER PRIMARY KEY,  -- the last one about a match counts
            match  INTEGER NOT NULL REFERENCES matches (serial),
            note   TEXT NOT NULL,
            place  TEXT NOT NULL,  -- where it was played
            words  TEXT NOT NULL,  -- both, to be searched
            at     TEXT NOT NULL
        );
        CREATE INDEX notes_by_match ON notes (match, number);

        CREATE TABLE called_off (
            number INTEGER PRIMARY KEY,  -- the last one about a match counts
            match  INTEGER NOT NULL REFERENCES matches (serial),
            off    INTEGER NOT NULL CHECK (off IN (0, 1)),
            seen   INTEGER NOT NULL,  -- the last entry then
            at     TEXT NOT NULL
        );
        CREATE INDEX called_off_by_match ON called_off (match, number);

        ALTER TABLE standings ADD COLUMN evening INTEGER;
        ALTER TABLE standings ADD COLUMN touched TEXT;  -- when it was begun, written, called off or taken up last
        ALTER TABLE standings ADD COLUMN off INTEGER NOT NULL DEFAULT 0;
        UPDATE standings SET evening = matches.evening, touched = coalesce(written, matches.started)
        FROM matches WHERE serial = standings.match;
        CREATE INDEX standings_by_evening ON standings (place, evening, match);
        CREATE INDEX standings_by_touch ON standings (place, over, touched);

        DROP TRIGGER standings_begin;
        CREATE TRIGGER standings_begin AFTER INSERT ON matches
        BEGIN
            UPDATE matches SET evening = NEW.serial WHERE serial = NEW.serial AND evening IS NULL;
            INSERT INTO standings (match, evening, touched)
            VALUES (NEW.serial, coalesce(NEW.evening, NEW.serial), NEW.started);
        END;

        CREATE TRIGGER standings_gather AFTER UPDATE OF evening ON matches
        BEGIN UPDATE standings SET evening = NEW.evening WHERE match = NEW.serial; END;

        DROP TRIGGER standings_go_on;
        CREATE TRIGGER standings_go_on AFTER INSERT ON entries
        BEGIN
            DELETE FROM tallies WHERE upto >= (SELECT ended FROM standings WHERE match = NEW.match)
            AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET over = 0, number = NEW.number, written = NEW.written, touched = NEW.written, off = 0,
                ended = NULL, totals = NULL, winners = NULL, digest = NULL
            WHERE match = NEW.match;
        END;

        CREATE TRIGGER standings_off AFTER INSERT ON called_off
        BEGIN UPDATE standings SET off = NEW.off, touched = NEW.at WHERE match = NEW.match AND number = NEW.seen; END;

        CREATE TRIGGER notes_stay BEFORE UPDATE ON notes
        BEGIN SELECT RAISE(ABORT, 'a note is never changed: write a new one'); END;

        CREATE TRIGGER notes_are_kept BEFORE DELETE ON notes
        BEGIN SELECT RAISE(ABORT, 'a note is never deleted: write an empty one'); END;

        CREATE TRIGGER called_off_stays BEFORE UPDATE ON called_off
        BEGIN SELECT RAISE(ABORT, 'what was called off is never changed: take it up again'); END;

        CREATE TRIGGER called_off_is_kept BEFORE DELETE ON called_off
        BEGIN SELECT RAISE(ABORT, 'what was called off is never deleted: take it up again'); END;
    """)


@STEPS(name="0007 in which order everybody came")
def number_newcomers(db: Database) -> None:
    """Each name gets a number when it first sits down in this book, and keeps it whatever is brought in later."""
    db.executescript("""
        CREATE TABLE newcomers (
            number INTEGER PRIMARY KEY,
            name   TEXT NOT NULL UNIQUE  -- as it stands on sheets
        );
        INSERT INTO newcomers (name) SELECT player FROM (
            SELECT player, min(match) AS first, seat FROM seats GROUP BY player  -- the seat of that first match
        ) ORDER BY first, seat;

        CREATE TRIGGER newcomers_are_numbered AFTER INSERT ON seats
        WHEN NOT EXISTS (SELECT 1 FROM newcomers WHERE name = NEW.player)
        BEGIN INSERT INTO newcomers (name) VALUES (NEW.player); END;
    """)


@STEPS(name="0008 in which order everything was written")
def number_what_is_written(db: Database) -> None:
    """What was written last is known by a number and not by a clock, in the whole book and whatever is brought in."""
    db.execute("ALTER TABLE entries ADD COLUMN came INTEGER")  # in the order in which everything was written
    db.execute("ALTER TABLE called_off ADD COLUMN came INTEGER")  # among the same numbers
    number_entries(db)
    db.executescript("""
        ALTER TABLE standings ADD COLUMN latest INTEGER;  -- the number of what was begun, written or called off last
        UPDATE standings SET latest = coalesce(
            (SELECT said.came FROM called_off AS said WHERE said.match = standings.match
                AND said.seen = standings.number
                AND said.number = (SELECT max(number) FROM called_off WHERE match = standings.match)),
            (SELECT e.came FROM entries AS e WHERE e.match = standings.match AND e.number = standings.number),
            match);
        CREATE INDEX standings_by_latest ON standings (place, over, latest);
        CREATE INDEX standings_newest ON standings (latest);

        DROP TRIGGER standings_begin;
        CREATE TRIGGER standings_begin AFTER INSERT ON matches
        BEGIN
            UPDATE matches SET evening = NEW.serial WHERE serial = NEW.serial AND evening IS NULL;
            INSERT INTO standings (match, evening, touched, latest)
            VALUES (NEW.serial, coalesce(NEW.evening, NEW.serial), NEW.started, NEW.serial);
        END;

        DROP TRIGGER standings_go_on;
        CREATE TRIGGER standings_go_on AFTER INSERT ON entries
        BEGIN
            DELETE FROM tallies WHERE upto >= (SELECT ended FROM standings WHERE match = NEW.match)
            AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET over = 0, number = NEW.number, written = NEW.written, touched = NEW.written, off = 0,
                latest = coalesce(NEW.came, match), ended = NULL, totals = NULL, winners = NULL, digest = NULL
            WHERE match = NEW.match;
        END;

        DROP TRIGGER standings_off;
        CREATE TRIGGER standings_off AFTER INSERT ON called_off
        BEGIN
            UPDATE standings SET off = NEW.off, touched = NEW.at, latest = coalesce(NEW.came, match)
            WHERE match = NEW.match AND number = NEW.seen;
        END;
    """)


@STEPS(name="0009 hands that wait for the end of their round")
def add_given_hands(db: Database) -> None:
    """What phones have given for the end of a round: drafts, which the sheet knows nothing of until it closes."""
    db.executescript("""
        CREATE TABLE given (
            number INTEGER PRIMARY KEY,  -- the last one of a player counts
            match  INTEGER NOT NULL REFERENCES matches (serial),
            round  INTEGER NOT NULL,  -- the number of the entry that ended the round before; 0 in the first one
            player TEXT,  -- as on this sheet; NULL: what was said of the round itself
            said   TEXT NOT NULL CHECK (json_valid(said)),
            phone  TEXT NOT NULL,
            post   TEXT NOT NULL,
            at     TEXT NOT NULL,
            UNIQUE (match, post)
        );
        CREATE INDEX given_by_match ON given (match, number);
    """)


@STEPS(name="0010 what lies beside the book")
def add_what_lies_beside(db: Database) -> None:
    """The keys and the name of the book, as the files beside it say: so that its file alone is the whole book."""
    db.execute("CREATE TABLE beside (name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID")


@STEPS(name="0011 games of the family's own")
def keep_own_games(db: Database) -> None:
    """Each time that a game is kept, changed, thrown away or taken back is a row, and the last one of a game counts."""
    db.executescript("""
        CREATE TABLE own_games (
            number INTEGER PRIMARY KEY,
            id     TEXT NOT NULL,
            rules  TEXT NOT NULL CHECK (json_valid(rules)),
            gone   INTEGER NOT NULL CHECK (gone IN (0, 1)),
            at     TEXT NOT NULL
        );
        CREATE INDEX own_games_by_id ON own_games (id, number);

        CREATE TRIGGER own_games_stay BEFORE UPDATE ON own_games
        BEGIN SELECT RAISE(ABORT, 'an own game is never changed: write a new row'); END;

        CREATE TRIGGER own_games_are_kept BEFORE DELETE ON own_games
        BEGIN SELECT RAISE(ABORT, 'an own game is never deleted: write that it is gone'); END;
    """)


def hash_jpeg(jpeg: bytes) -> str:
    """What tells whether a photo is still as it was kept."""
    return hashlib.sha256(jpeg).hexdigest()


def is_empty_file(db: Database) -> bool:
    """Whether nothing was ever written into this file, but for what Litestream notes in each that it copies."""
    return all(name.startswith(LITESTREAM) for (name,) in db.execute("SELECT tbl_name FROM sqlite_master"))


def refuse_other_files(db: Database, path: object) -> None:
    """Raise StoreError for another program's database, and for one that a newer score pad wrote."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("not_ours", path=str(path))
    with Database(memory=True) as nothing:
        known = {step.name for step in STEPS.pending(nothing)}
    if {step.name for step in STEPS.applied(db)} - known:
        raise StoreError("newer", path=str(path))


def read_schema(db: Database) -> dict[str, str]:
    """Name and SQL of every table, index and trigger, but those that others keep for themselves."""
    rows = db.execute(
        "SELECT name, sql FROM sqlite_master"
        " WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' AND tbl_name <> '_sqlite_migrations'"
    )
    return {name: " ".join(sql.split()) for name, sql in rows if not name.startswith(LITESTREAM)}


@cache
def make_schema() -> Mapping[str, str]:
    """As `read_schema`, of a file that was made today."""
    with Database(memory=True) as db:
        STEPS.apply(db)
        return read_schema(db)
