"""Step 0009: pending hands, which phones send before the end of a round is written."""

from sqlite_utils import Database


def add_given_hands(db: Database) -> None:
    """Create the table of pending hands, which are drafts: the sheet does not show them until the round is closed."""
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
