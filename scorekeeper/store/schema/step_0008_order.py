"""Step 0008: one order of everything that was written in the book."""

from sqlite_utils import Database

from scorekeeper.store.sequence import number_entries


def number_what_is_written(db: Database) -> None:
    """Number entries and call-offs of all matches in one order, so that the latest one is found without a clock."""
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
