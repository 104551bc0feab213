"""Step 0020: rating curves with the months of the phone's time zone instead of UTC."""

from sqlite_utils import Database


def renew_rivalries(db: Database) -> None:
    """Delete all rivalries, of all time and of periods, so that they are counted again."""
    db.executescript("""
        DELETE FROM rivalries;
        DELETE FROM periods WHERE kind = 'rivalries';
    """)
