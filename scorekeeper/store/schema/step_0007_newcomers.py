"""Step 0007: in which order everybody came."""

from sqlite_utils import Database


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
