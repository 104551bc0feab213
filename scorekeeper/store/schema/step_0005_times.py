"""Step 0005: matches and endings by their time, photos by entry and digest."""

from sqlite_utils import Database

from scorekeeper.store.columns import hash_jpeg
from scorekeeper.store.sequence import renumber_matches


def number_matches_by_time(db: Database) -> None:
    """A match that is brought in later lies where it was played; a photo tells whether it is as it was kept."""
    renumber_matches(db)
    db.execute("ALTER TABLE photos ADD COLUMN digest TEXT")  # of the JPEG
    for (id_,) in db.execute("SELECT id FROM photos").fetchall():
        (jpeg,) = db.execute("SELECT jpeg FROM photos WHERE id = ?", (id_,)).fetchone()
        db.execute("UPDATE photos SET digest = ? WHERE id = ?", (hash_jpeg(jpeg), id_))
    db.executescript("""
        CREATE INDEX entries_by_photo ON entries (photo) WHERE photo IS NOT NULL;

        DROP TRIGGER standings_end;
        CREATE TRIGGER standings_end AFTER INSERT ON finals
        BEGIN
            DELETE FROM tallies WHERE upto >= NEW.rowid
            AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
            UPDATE standings SET over = 1, ended = NEW.rowid, totals = NEW.totals, winners = NEW.winners
            WHERE match = NEW.match;
        END;
    """)
