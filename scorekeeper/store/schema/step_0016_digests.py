"""Step 0016: digests of finished matches that say how far behind each side was."""

from sqlite_utils import Database


def renew_digests(db: Database) -> None:
    """Delete all digests, and with them the tallies, so that both are computed again."""
    db.executescript("""
        UPDATE standings SET digest = NULL WHERE digest IS NOT NULL;
        DELETE FROM tallies;
    """)
