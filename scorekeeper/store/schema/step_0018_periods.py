"""Step 0018: stored statistics of periods, and an index of the finished matches by their evening."""

from sqlite_utils import Database


def add_periods(db: Database) -> None:
    """Create the table of the statistics of periods, which are derived from the finished matches.

    A row has what was counted of the evenings of one period. It is deleted when a match that it includes, or that it
    should include, changes. The index counts the finished matches of some evenings without reading their rows.
    """
    db.executescript("""
        CREATE TABLE periods (
            kind    TEXT NOT NULL,  -- which statistics
            begins  INTEGER NOT NULL,  -- the first evening
            ends    INTEGER NOT NULL,  -- the evening before which the period ends
            upto    INTEGER NOT NULL,  -- the last ending that is counted
            counted TEXT NOT NULL,
            PRIMARY KEY (kind, begins, ends)
        );

        CREATE TRIGGER periods_follow AFTER UPDATE OF ended, place, evening ON standings
        WHEN OLD.ended IS NOT NEW.ended OR (NEW.ended IS NOT NULL
            AND ((OLD.place = 'deleted') <> (NEW.place = 'deleted') OR OLD.evening IS NOT NEW.evening))
        BEGIN
            DELETE FROM periods WHERE (upto >= OLD.ended OR upto >= NEW.ended)
            AND (OLD.evening >= begins AND OLD.evening < ends OR NEW.evening >= begins AND NEW.evening < ends);
        END;

        CREATE TRIGGER names_change_periods AFTER INSERT ON names
        BEGIN DELETE FROM periods; END;

        CREATE INDEX standings_finished ON standings (place, over, evening);
    """)
