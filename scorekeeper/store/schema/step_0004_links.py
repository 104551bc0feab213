"""Step 0004: links to score and to watch."""

from sqlite_utils import Database


def add_links_of_matches(db: Database) -> None:
    """Create the table of the links that let devices in; of each match and right the last row counts.

    A row without a key closes the link.
    """
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
