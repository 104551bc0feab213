"""Step 0019: tallies that have the record at each table, such as three players or two pairs."""

from sqlite_utils import Database


def renew_tallies(db: Database) -> None:
    """Delete all tallies, of all time and of periods, so that they are computed again."""
    db.executescript("""
        DELETE FROM tallies;
        DELETE FROM periods WHERE kind = 'tallies';
    """)
