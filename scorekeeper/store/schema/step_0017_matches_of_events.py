"""Step 0017: the table of an event at which a match is played on the pad is found by an index."""

from sqlite_utils import Database


def index_matches_of_events(db: Database) -> None:
    """Create the index by which the event of a match is found without reading the entries of all events."""
    db.executescript("""
        CREATE INDEX event_entries_by_match ON event_entries (json_extract(entry, '$.match'));
    """)
