"""Step 0013: the mark of each player, and who is a guest."""

from sqlite_utils import Database


def add_profiles(db: Database) -> None:
    """Create the table of profiles, with the marks of all players so far in the order in which they came.

    Of twelve colours and eight shapes, the first 24 marks repeat neither; the following ones shift the shape. The
    numbers of newcomers are only needed for that, so their table is dropped.
    """
    db.executescript("""
        CREATE TABLE profiles (
            number   INTEGER PRIMARY KEY,  -- the last one of a name counts
            name     TEXT NOT NULL,
            colour   INTEGER NOT NULL CHECK (colour BETWEEN 1 AND 12),
            shape    INTEGER NOT NULL CHECK (shape BETWEEN 1 AND 8),
            initials TEXT NOT NULL,  -- empty: those of the name
            guest    INTEGER NOT NULL CHECK (guest IN (0, 1)),
            at       TEXT NOT NULL
        );
        INSERT INTO profiles (name, colour, shape, initials, guest, at)
        SELECT name, (number - 1) % 12 + 1, (number - 1 + (number - 1) / 24) % 8 + 1, '', 0,
            strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
        FROM newcomers ORDER BY number;
        CREATE INDEX profiles_by_name ON profiles (name, number);
        CREATE INDEX profiles_by_mark ON profiles (colour, shape);

        DROP TRIGGER newcomers_are_numbered;
        DROP TABLE newcomers;

        CREATE TRIGGER profiles_stay BEFORE UPDATE ON profiles
        BEGIN SELECT RAISE(ABORT, 'a profile is never changed: write a new one'); END;

        CREATE TRIGGER profiles_are_kept BEFORE DELETE ON profiles
        BEGIN SELECT RAISE(ABORT, 'a profile is never deleted: write a new one'); END;
    """)
