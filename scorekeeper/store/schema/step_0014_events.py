"""Step 0014: events of a club, with what was written about them, and their links."""

from sqlite_utils import Database


def add_events(db: Database) -> None:
    """Create the tables of events: each is a list of entries, as a match is; triggers refuse to change or delete them.

    Of each right and each table or entrant of an event the last link counts; a row without a key closes it.
    """
    db.executescript("""
        CREATE TABLE events (
            serial  INTEGER PRIMARY KEY,  -- in the order in which they were made
            id      TEXT NOT NULL UNIQUE,  -- in addresses; cannot be guessed
            started TEXT NOT NULL
        );

        CREATE TABLE event_entries (
            event   INTEGER NOT NULL REFERENCES events (serial),
            number  INTEGER NOT NULL,
            post    TEXT NOT NULL,  -- what the form was sent with: the same one counts once
            written TEXT NOT NULL,
            entry   TEXT NOT NULL CHECK (json_valid(entry)),
            PRIMARY KEY (event, number),
            UNIQUE (event, post)
        );
        CREATE INDEX event_entries_by_post ON event_entries (post);

        CREATE TABLE event_links (
            event  INTEGER NOT NULL REFERENCES events (serial),
            doing  TEXT NOT NULL CHECK (doing IN ('watch', 'table', 'play')),
            what   TEXT NOT NULL,  -- the number of the table, or the name of the entrant
            number INTEGER NOT NULL CHECK (number >= 1),
            key    TEXT,  -- in the link; cannot be guessed
            made   TEXT NOT NULL,
            PRIMARY KEY (event, doing, what, number)
        ) WITHOUT ROWID;
        CREATE INDEX event_links_by_key ON event_links (key);

        CREATE TRIGGER events_stay BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

        CREATE TRIGGER events_are_kept BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;

        CREATE TRIGGER event_entries_in_order BEFORE INSERT ON event_entries
        WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM event_entries WHERE event = NEW.event)
        BEGIN SELECT RAISE(ABORT, 'an entry follows the last one'); END;

        CREATE TRIGGER event_entries_stay BEFORE UPDATE ON event_entries
        BEGIN SELECT RAISE(ABORT, 'an entry of an event is never changed: write a correction'); END;

        CREATE TRIGGER event_entries_are_kept BEFORE DELETE ON event_entries
        BEGIN SELECT RAISE(ABORT, 'an entry of an event is never deleted: write a correction'); END;

        CREATE TRIGGER event_links_stay BEFORE UPDATE ON event_links
        BEGIN SELECT RAISE(ABORT, 'a link is never changed: make a new one'); END;

        CREATE TRIGGER event_links_are_kept BEFORE DELETE ON event_links
        BEGIN SELECT RAISE(ABORT, 'a link is never deleted: close it'); END;
    """)
