"""Step 0003: standings (the match index), names, shelves (where matches are filed) and tallies."""

from sqlite_utils import Database


def add_standings_and_names(db: Database) -> None:
    """Create the tables of names and shelves, and of standings and tallies, which are derived from the other tables.

    Triggers update `standings` with every entry.
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
