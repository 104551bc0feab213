"""Step 0007: the order in which players first sat down."""

from sqlite_utils import Database


def number_newcomers(db: Database) -> None:
    """Give each name a number when it first sits down in this book; later imports do not change it."""
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
