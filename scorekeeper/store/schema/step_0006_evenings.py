"""Step 0006: evenings, notes, and matches that were called off."""

from sqlite_utils import Database

from scorekeeper.store.evenings import number_evenings


def add_evenings_and_notes(db: Database) -> None:
    """Add the evening of each match, and tables of notes, with places of play, and of matches that were called off.

    Of notes and call-offs the last row of a match counts. An entry that is written later resumes the match.
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
