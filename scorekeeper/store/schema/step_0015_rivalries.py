"""Step 0015: who beats whom and the ratings of a book, and tallies in which a third player's win is nobody's loss."""

from sqlite_utils import Database


def add_rivalries(db: Database) -> None:
    """Create the table of rivalries, which is derived from the finished matches, and delete all tallies.

    A row has the rivalries of the whole book after one ending. It is deleted when a match that it includes, or that it
    should include, changes.
    """
    db.executescript("""
        CREATE TABLE rivalries (
            upto    INTEGER PRIMARY KEY,  -- the last ending that is counted
            matches INTEGER NOT NULL,  -- how many are counted
            counted TEXT NOT NULL
        );

        CREATE TRIGGER rivalries_follow AFTER UPDATE OF ended, place ON standings
        WHEN OLD.ended IS NOT NEW.ended
            OR (NEW.ended IS NOT NULL AND (OLD.place = 'deleted') <> (NEW.place = 'deleted'))
        BEGIN DELETE FROM rivalries WHERE upto >= OLD.ended OR upto >= NEW.ended; END;

        CREATE TRIGGER names_change_rivalries AFTER INSERT ON names
        BEGIN DELETE FROM rivalries; END;

        DELETE FROM tallies;
    """)
