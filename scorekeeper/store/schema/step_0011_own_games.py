"""Step 0011: games of the family's own."""

from sqlite_utils import Database


def keep_own_games(db: Database) -> None:
    """Create the table of the family's own games.

    Each save, change, deletion or restoration of a game is a row, and its last row counts.
    """
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
